package ledger_test

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/pem"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/crypto/ssh"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history/readjudicate"
	"adjudicate/ledger"
	"adjudicate/ledger/signature"
	"adjudicate/store/memory"
)

// A signer is a player with a key.
type signer struct {
	t       *testing.T
	l       *ledger.Ledger
	private []byte
	public  string
}

// newSigner makes a key that is the same each time the letter is.
func newSigner(t *testing.T, l *ledger.Ledger, letter string) *signer {
	t.Helper()
	_, private, err := ed25519.GenerateKey(strings.NewReader(strings.Repeat(letter, 64)))
	if err != nil {
		t.Fatal(err)
	}
	block, err := ssh.MarshalPrivateKey(private, "")
	if err != nil {
		t.Fatal(err)
	}
	s := &signer{t: t, l: l, private: pem.EncodeToMemory(block)}
	_, s.public = s.sign("")
	return s
}

func (s *signer) sign(text string) (stored, key string) {
	s.t.Helper()
	stored, key, err := signature.Sign(text, s.private)
	if err != nil {
		s.t.Fatal(err)
	}
	return stored, key
}

// signed is an input that the signer signs as actor, who saw an event last; 0 is that of the ledger.
func (s *signer) signed(p events.Payload, actor string, seen uint64) events.Envelope {
	s.t.Helper()
	in, err := s.l.Signed(context.Background(), p, actor, seen, func(text string) (string, error) {
		stored, _ := s.sign(text)
		return stored, nil
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return in
}

func (s *signer) play(side, text string, seen uint64) events.PlaySubmitted {
	s.t.Helper()
	return s.signed(events.PlaySubmitted{Side: side, Text: text}, "", seen).Payload.(events.PlaySubmitted)
}

func (s *signer) key(player, key string) events.KeyRegistered {
	s.t.Helper()
	return s.signed(events.KeyRegistered{Player: player, Key: key}, "", 0).Payload.(events.KeyRegistered)
}

// refused wants an input to be refused for its signature, and nothing written.
func refused(t *testing.T, l *ledger.Ledger, p events.Payload, why string) {
	t.Helper()
	refusedEntry(t, l, events.Envelope{Payload: p, Actor: "Ann"}, why)
}

func refusedEntry(t *testing.T, l *ledger.Ledger, in events.Envelope, why string) {
	t.Helper()
	p, head := in.Payload, l.Head()
	_, err := l.SubmitSigned(context.Background(), p, in.Signature, in.Actor, noon)
	var wrong *ledger.InputError
	if !errors.As(err, &wrong) || wrong.Field != "signature" || !strings.Contains(wrong.Text, why) {
		t.Errorf("%+v: %v, want %q", p, err, why)
	}
	if l.Head() != head {
		t.Error("something was written")
	}
}

func taken(t *testing.T, l *ledger.Ledger, p events.Payload) ledger.Result {
	t.Helper()
	res := submit(t, l, p)
	if r := res.Ruled(); r.Verdict != aggregate.Accepted {
		t.Fatalf("%+v is ruled %+v", p, r)
	}
	return res
}

func TestPlaysAreSignedByTheirPlayersWhereTheGameDemandsIt(t *testing.T) {
	st := memory.New()
	l := opened(t, st)
	ann, bob := newSigner(t, l, "ann"), newSigner(t, l, "bob")
	taken(t, l, events.PlaySubmitted{Side: "Blue", Text: "pass"}) // unsigned, before anybody asks for more
	refused(t, l, ann.play("Red", "pass", 0), "Ann has registered no key")
	refused(t, l, events.KeyRegistered{Player: "Ann", Key: ann.public, Seen: 1}, "missing")
	refused(t, l, bob.key("Ann", ann.public), "not of this text")
	refused(t, l, events.KeyRegistered{Player: "Ann", Key: ann.public + " ann@example.org"}, "expected a public key")
	taken(t, l, ann.key("Ann", ann.public))
	taken(t, l, events.SignaturesDemanded{On: true})
	demanded := l.Head()

	refused(t, l, events.PlaySubmitted{Side: "Red", Text: "pass"}, "adjudicate play ")
	refused(t, l, bob.play("Red", "pass", 0), "not of this text")
	other := ann.play("Red", "pass", 0)
	other.Text = "K@a1"
	refused(t, l, other, "not of this text")
	refused(t, l, ann.play("Red", "pass", l.Head()+1), "last one that was seen")
	withheld := ann.play("Red", "pass", l.Head()-1)
	first := ann.play("Red", "pass", 0)
	taken(t, l, first)
	refused(t, l, first, "used before")
	refused(t, l, withheld, "has signed a later play")
	refused(t, l, events.PlaySubmitted{Side: "Blue", Text: "pass"}, "Bob has registered no key")

	// A key is replaced with the one in force, withdrawn by anybody in public.
	taken(t, l, bob.key("Bob", bob.public))
	taken(t, l, bob.play("Blue", "pass", 0))
	next := newSigner(t, l, "ann's next")
	refused(t, l, next.key("Ann", next.public), "not of this text")
	taken(t, l, ann.key("Ann", next.public))
	refused(t, l, ann.play("Red", "pass", 0), "not of this text")
	taken(t, l, next.play("Red", "pass", 0))
	taken(t, l, events.KeyRegistered{Player: "Bob"})
	refused(t, l, bob.play("Blue", "pass", 0), "Bob has registered no key")
	taken(t, l, events.SignaturesDemanded{})
	ends := l.Head() - 1
	submit(t, l, events.PlaySubmitted{Side: "Blue", Text: "pass"})

	again := opening(t, st)
	if written(t, again.State()) != written(t, l.State()) {
		t.Error("opened anew, the state is another")
	}
	v, err := ledger.Verify(context.Background(), st, name, options())
	if err != nil || len(v.Differences) > 0 {
		t.Fatalf("verify finds %+v, %v", v, err)
	}
	s := v.Signatures
	if s == nil || s.Signed != 3 || s.Unsigned != 2 || len(s.Keys) != 3 || len(s.Demanded) != 1 {
		t.Fatalf("verify tells of signatures %+v", s)
	}
	if s.Demanded[0].From >= demanded || s.Demanded[0].To == 0 || s.Demanded[0].To > ends+1 {
		t.Errorf("demanded %+v", s.Demanded)
	}
	if k := s.Keys[1]; k.Player != "Bob" || k.By != "Ann" || k.To == 0 || k.Fingerprint != signature.Fingerprint(bob.public) {
		t.Errorf("the key that Ann withdrew is %+v", k)
	}
	if k := s.Keys[0]; k.Player != "Ann" || k.By != "" || k.To != s.Keys[2].From {
		t.Errorf("the key that Ann replaced is %+v", k)
	}
}

func TestPlayersSignWhateverTheyEnter(t *testing.T) {
	st := memory.New()
	l := opened(t, st)
	ann, bob := newSigner(t, l, "ann"), newSigner(t, l, "bob")
	takenEntry := func(in events.Envelope) ledger.Result {
		t.Helper()
		res, err := l.SubmitSigned(context.Background(), in.Payload, in.Signature, in.Actor, noon)
		if err != nil || res.Ruled().Verdict != aggregate.Accepted {
			t.Fatalf("%+v: %v, %+v", in.Payload, err, res.Ruled())
		}
		return res
	}
	away, back := events.PlayerStatusChanged{Player: "Bob", Status: "vacation"}, events.PlayerStatusChanged{Player: "Bob", Status: "active"}
	refusedEntry(t, l, bob.signed(away, "", 0), "Bob has registered no key")
	taken(t, l, ann.key("Ann", ann.public))
	taken(t, l, bob.key("Bob", bob.public))

	first := bob.signed(away, "", 0)
	if first.Actor != "Bob" || first.Signature == nil || first.Signature.Seen != l.Head() {
		t.Fatalf("signed is %+v", first)
	}
	text, _, err := l.ToSign(context.Background(), away, "", 0)
	id, _ := l.ID(context.Background())
	if want := fmt.Sprintf("adjudicate player-status-changed.v1 %s after %d\nBob: {\"player\":\"Bob\",\"status\":\"vacation\"}\n", id, l.Head()); text != want || err != nil {
		t.Fatalf("to sign is %q, want %q: %v", text, want, err)
	}
	for name, c := range map[string]struct {
		change func(in *events.Envelope)
		why    string
	}{
		"forged":            {func(in *events.Envelope) { *in = ann.signed(away, "Bob", 0) }, "not of this text"},
		"altered":           {func(in *events.Envelope) { in.Payload = back }, "not of this text"},
		"of another player": {func(in *events.Envelope) { in.Actor = "Ann" }, "not of this text"},
		"of another event": {func(in *events.Envelope) {
			in.Signature = &events.Signature{Seen: in.Signature.Seen - 1, Value: in.Signature.Value}
		}, "not of this text"},
		"of what is to come": {func(in *events.Envelope) { *in = bob.signed(away, "", l.Head()+1) }, "last one that was seen"},
		"of a play":          {func(in *events.Envelope) { in.Payload = events.PlaySubmitted{Side: "Blue", Text: "pass"} }, "expected one in the payload"},
		"that is none":       {func(in *events.Envelope) { in.Signature = &events.Signature{Seen: 1} }, "expected a signature"},
	} {
		t.Run(name, func(t *testing.T) {
			in := first
			c.change(&in)
			refusedEntry(t, l, in, c.why)
		})
	}
	withheld := bob.signed(back, "", l.Head()-1)
	takenEntry(first)
	refusedEntry(t, l, first, "used before: it is that of the entry of event")
	refusedEntry(t, l, withheld, "Bob has signed a later entry")
	takenEntry(events.Envelope{Payload: back, Actor: "Bob"}) // nobody asks for more yet

	// From here on what players enter counts by their own signature alone; what is the umpire's needs none.
	taken(t, l, events.SignaturesDemanded{On: true})
	demanded := taken(t, l, events.SignaturesDemanded{On: true, Entries: true}).Input.Sequence
	text, _, err = l.ToSign(context.Background(), away, "", 0)
	if err != nil {
		t.Fatal(err)
	}
	refusedEntry(t, l, events.Envelope{Payload: away, Actor: "Ann"}, fmt.Sprintf("the game demands signed entries; the text to sign is %q", text))
	refusedEntry(t, l, ann.signed(away, "Ann", 0), "it is that of Ann: expected that of Bob")
	fund := events.PurchaseRequested{Side: "Blue", Type: "Rook", Buyer: "Fund"} // which is no player
	refusedEntry(t, l, events.Envelope{Payload: fund, Actor: "Bob"}, "the game demands signed entries")
	refusedEntry(t, l, ann.signed(fund, "Ann", 0), "it is that of Ann: expected that of Bob")
	refused(t, l, events.PlaySubmitted{Side: "Red", Text: "pass"}, "the game demands signed plays")
	taken(t, l, events.TransactionRecorded{Account: "Bob", Asset: "money", Amount: 10})
	takenEntry(bob.signed(away, "", 0))
	taken(t, l, events.SignaturesDemanded{})

	v, err := ledger.Verify(context.Background(), st, name, options())
	if err != nil || len(v.Differences) > 0 {
		t.Fatalf("verify finds %+v, %v", v, err)
	}
	s := v.Signatures
	if s == nil || s.Entries != 2 || s.Others != 1 || len(s.Demanded) != 2 {
		t.Fatalf("verify tells of signatures %+v", s)
	}
	if d := s.Demanded[1]; !d.Entries || d.From != demanded || s.Demanded[0].To != demanded || s.Demanded[0].Entries || d.To == 0 {
		t.Errorf("demanded %+v", s.Demanded)
	}
}

// What has to be signed survives an edition, whose state takes the place of the one before it.
func TestSignaturesAreDemandedAfterAnEdition(t *testing.T) {
	st := memory.New()
	l := opened(t, st)
	play := submit(t, l, events.PlaySubmitted{Side: "Blue", Text: "pass"}).Input.Sequence
	taken(t, l, events.SignaturesDemanded{On: true, Entries: true})
	if _, _, err := l.Adopt(context.Background(), readjudicate.Plan{Base: 1, Changes: []events.Change{{What: "void", Input: play}}, Policy: "void"}, "", "Ann", noon, nil); err != nil {
		t.Fatal(err)
	}
	refused(t, l, events.PlaySubmitted{Side: "Blue", Text: "pass"}, "the game demands signed plays")
	refused(t, opening(t, st), events.PlayerStatusChanged{Player: "Bob", Status: "vacation"}, "the game demands signed entries")
	if v, err := ledger.Verify(context.Background(), st, name, options()); err != nil || len(v.Differences) > 0 {
		t.Errorf("verify finds %+v, %v", v, err)
	}
}

// Whoever can write the whole ledger anew, with rulings that are right, still cannot make a play.
func TestVerifyFindsPlaysThatTheirPlayersNeverMade(t *testing.T) {
	st := memory.New()
	l := opened(t, st)
	ann := newSigner(t, l, "ann")
	submit(t, l, events.PlaySubmitted{Side: "Blue", Text: "pass"})
	taken(t, l, ann.key("Ann", ann.public))
	taken(t, l, events.SignaturesDemanded{On: true})
	taken(t, l, ann.play("Red", "pass", 0))
	away := ann.signed(events.PlayerStatusChanged{Player: "Ann", Status: "vacation"}, "", 0)
	if _, err := l.SubmitSigned(context.Background(), away.Payload, away.Signature, away.Actor, noon); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name  string
		forge func(p events.Payload) events.Payload
	}{
		{"another entry under the signature", func(p events.Payload) events.Payload {
			status, ok := p.(events.PlayerStatusChanged)
			status.Player = "Bob"
			return as(p, status, ok)
		}},
		{"another play under the signature", func(p events.Payload) events.Payload {
			play, ok := p.(events.PlaySubmitted)
			if ok && play.Signature != "" {
				play.Text = "K@a1"
			}
			return as(p, play, ok)
		}},
		{"a play without one", func(p events.Payload) events.Payload {
			play, ok := p.(events.PlaySubmitted)
			play.Signature = ""
			return as(p, play, ok)
		}},
		{"a key that nobody signed", func(p events.Payload) events.Payload {
			key, ok := p.(events.KeyRegistered)
			key.Signature = ""
			return as(p, key, ok)
		}},
		{"another key", func(p events.Payload) events.Payload {
			key, ok := p.(events.KeyRegistered)
			key.Key = newSigner(t, l, "umpire").public
			return as(p, key, ok)
		}},
	} {
		var lines []byte
		judge, err := aggregate.NewJudge(aggregate.NewState(), options().Engine)
		if err != nil {
			t.Fatal(err)
		}
		seq := uint64(0)
		for e, err := range ledger.Events(context.Background(), st, name, 1) {
			if err != nil {
				t.Fatal(err)
			}
			if !events.IsInput(e.Type) {
				continue
			}
			e.Payload = c.forge(e.Payload)
			d := judge.Decide(aggregate.Input{ID: e.ID.String(), Payload: e.Payload, At: e.Recorded, Actor: e.Actor})
			judge.Commit(d)
			seq++
			e.Sequence, e.Effective = seq, seq
			act, err := events.Decided(e, d.Outcomes)
			if err != nil {
				t.Fatal(err)
			}
			for i := range act.Outcomes {
				seq++
				if act.Outcomes[i].ID, err = events.NewID(e.Recorded, options().Entropy); err != nil {
					t.Fatal(err)
				}
				act.Outcomes[i].ID[15], act.Outcomes[i].ID[14] = byte(seq), byte(seq>>8)
			}
			for _, one := range act.Events() {
				data, err := events.Encode(&one)
				if err != nil {
					t.Fatal(err)
				}
				line, err := events.Export(data)
				if err != nil {
					t.Fatal(err)
				}
				lines = append(append(lines, line...), '\n')
			}
		}
		v, err := ledger.VerifyExport(bytes.NewReader(lines), int64(len(lines)), options(), ledger.Evidence{})
		if err != nil {
			t.Fatal(err)
		}
		found := slices.ContainsFunc(v.Differences, func(d ledger.Difference) bool { return d.What == ledger.DiffersSignature })
		others := slices.ContainsFunc(v.Differences, func(d ledger.Difference) bool { return d.What != ledger.DiffersSignature })
		if !found || others {
			t.Errorf("%s: verify finds %+v", c.name, v.Differences)
		}
	}
}

// as is the one or the other.
func as(p, other events.Payload, ok bool) events.Payload {
	if ok {
		return other
	}
	return p
}

func TestWhoSignsIsNoPartOfAHistoryThatIsRuledOnAgain(t *testing.T) {
	st := memory.New()
	l := opened(t, st)
	ann := newSigner(t, l, "ann")
	key := taken(t, l, ann.key("Ann", ann.public)).Input.Sequence
	taken(t, l, events.PlaySubmitted{Side: "Blue", Text: "pass"})
	play := taken(t, l, ann.play("Red", "pass", 0)).Input
	for _, change := range []events.Change{{What: "void", Input: key}, {What: "insert", Input: play.Sequence, Type: "signatures-demanded.v1", Payload: []byte(`{"on":true}`)}} {
		_, _, err := l.Adopt(context.Background(), readjudicate.Plan{Base: 1, Changes: []events.Change{change}, Policy: "void"}, "", "Ann", noon, nil)
		if err == nil || !strings.Contains(err.Error(), "who signs is no part") {
			t.Errorf("%+v: %v", change, err)
		}
	}
}
