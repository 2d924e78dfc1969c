package intake

import (
	"crypto/ed25519"
	"encoding/pem"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/crypto/ssh"

	"adjudicate/events"
	"adjudicate/internal/infile"
	"adjudicate/ledger"
	"adjudicate/ledger/place"
	"adjudicate/ledger/signature"
	"adjudicate/season"
)

// signer signs as somebody does, who has the key.
func signer(t *testing.T, seed string) (key string, sign func(text string) (string, error)) {
	t.Helper()
	_, private, err := ed25519.GenerateKey(strings.NewReader(strings.Repeat(seed, 32)))
	if err != nil {
		t.Fatal(err)
	}
	block, err := ssh.MarshalPrivateKey(private, "")
	if err != nil {
		t.Fatal(err)
	}
	file := pem.EncodeToMemory(block)
	if _, key, err = signature.Sign("", file); err != nil {
		t.Fatal(err)
	}
	return key, func(text string) (string, error) {
		stored, _, err := signature.Sign(text, file)
		return stored, err
	}
}

// signedGame is a game whose players register keys, change one, withdraw one, and sign plays and other entries.
func signedGame(t *testing.T) []events.Envelope {
	t.Helper()
	const path = "../../cmd/adjudicate/testdata/base.season"
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	s, err := Read(path, text, infile.Folder("."), nil)
	if err != nil {
		t.Fatal(err)
	}
	d, _, err := Season(t.Context(), &place.Host{Engine: "test"}, s, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	l, err := ledger.Open(t.Context(), d.held, d.Name, ledger.Options{Engine: "test"})
	if err != nil {
		t.Fatal(err)
	}
	enter := func(p events.Payload, actor string, sign func(string) (string, error)) {
		t.Helper()
		in := events.Envelope{Payload: p, Actor: actor}
		if sign != nil {
			if in, err = l.Signed(t.Context(), p, actor, 0, sign); err != nil {
				t.Fatal(err)
			}
		}
		if in.Actor == "" {
			in.Actor = l.Actor(p)
		}
		res, err := l.SubmitSigned(t.Context(), in.Payload, in.Signature, in.Actor, l.Last())
		if err != nil || res.Ruled().Verdict != "accepted" {
			t.Fatalf("%T: %v, %+v", p, err, res.Ruled())
		}
	}
	first, byFirst := signer(t, "ann1")
	second, bySecond := signer(t, "ann2")
	bobs, byBob := signer(t, "bob")
	enter(events.KeyRegistered{Player: "Ann", Key: first}, "", byFirst)
	enter(events.KeyRegistered{Player: "Bob", Key: bobs}, "", byBob)
	enter(events.KeyRegistered{Player: "Ann", Key: second}, "", byFirst)
	enter(events.SignaturesDemanded{On: true, Entries: true}, "", nil)
	enter(events.PlaySubmitted{Side: "Red", Text: "Rt17-t16"}, "", bySecond)
	enter(events.PlayerStatusChanged{Player: "Bob", Status: "vacation"}, "Bob", byBob)
	enter(events.KeyRegistered{Player: "Bob"}, "", nil)
	enter(events.SignaturesDemanded{}, "", nil)
	var list []events.Envelope
	for e, err := range ledger.Events(t.Context(), d.held, d.Name, 1) {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, e)
	}
	return list
}

// TestASignedGameIsTheSeasonThatImportsToIt writes keys, demands and signatures into a season and reads them again: verification finds each as
// it was.
func TestASignedGameIsTheSeasonThatImportsToIt(t *testing.T) {
	list := signedGame(t)
	s, err := season.Of(all(list), season.Beside(nil))
	if err != nil {
		t.Fatal(err)
	}
	text := s.String()
	verified := func(text string) (*ledger.Verification, []events.Envelope, error) {
		t.Helper()
		s, err := Read("signed.season", []byte(text), infile.Folder("."), nil)
		if err != nil {
			t.Fatal(err)
		}
		d, _, err := Season(t.Context(), &place.Host{Engine: "test"}, s, "", nil)
		if err != nil {
			return nil, nil, err
		}
		v, err := ledger.Verify(t.Context(), d.held, d.Name, ledger.Options{Engine: "test"})
		var again []events.Envelope
		for e, err := range ledger.Events(t.Context(), d.held, d.Name, 1) {
			if err != nil {
				t.Fatal(err)
			}
			again = append(again, e)
		}
		return v, again, err
	}
	v, again, err := verified(text)
	if err != nil || len(v.Differences) > 0 {
		t.Fatalf("%v, %+v", err, v)
	}
	if got := v.Signatures; got == nil || got.Signed != 1 || got.Entries != 1 || len(got.Keys) != 3 || len(got.Demanded) != 1 {
		t.Errorf("signatures: %+v", got)
	}
	if len(again) != len(list) || again[0].ID != list[0].ID {
		t.Fatalf("%d events, the first %s; expected %d, %s", len(again), again[0].ID, len(list), list[0].ID)
	}
	for i := range list {
		if diff := cmp.Diff(list[i].Payload, again[i].Payload); diff != "" || !cmp.Equal(list[i].Signature, again[i].Signature) || list[i].Actor != again[i].Actor {
			t.Errorf("event %d by %s (-want +got):\n%s", i+1, again[i].Actor, diff)
		}
	}
	// A text that was changed has no signature.
	if _, _, err := verified(strings.Replace(text, "Red: Rt17-t16", "Red: Rt17-t15", 1)); err == nil || !strings.Contains(err.Error(), "not of this text") {
		t.Errorf("another play under a signature: %v", err)
	}
	if _, _, err := verified(strings.Replace(text, " id "+list[0].ID.String(), "", 1)); err == nil || !strings.Contains(err.Error(), "not of this text") {
		t.Errorf("signatures of another game: %v", err)
	}
}
