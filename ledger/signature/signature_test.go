package signature

import (
	"crypto/ed25519"
	"encoding/pem"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/uuid"
	"golang.org/x/crypto/ssh"

	"adjudicate/events"
)

var game = uuid.MustParse("0190b5b6-7c00-7000-8000-000000000001")

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// recorded are a key and a signature that ssh-keygen (OpenSSH 9) wrote.
func recorded(t *testing.T, name string) (key, stored string) {
	t.Helper()
	key, err := Key(read(t, "ann.pub"))
	if err != nil {
		t.Fatal(err)
	}
	stored, err = Stored(read(t, name))
	if err != nil {
		t.Fatal(err)
	}
	return key, stored
}

func TestSignaturesOfSSHKeygenAreChecked(t *testing.T) {
	key, play := recorded(t, "play.txt.sig")
	_, registered := recorded(t, "key.txt.sig")
	_, other := recorded(t, "other.sig")
	said := events.PlaySubmitted{Side: "Red", Text: "Ra1-a5", Seen: 742}
	if got := Play(game, said); got != read(t, "play.txt") {
		t.Errorf("to sign is %q", got)
	}
	text := Registration(game, events.KeyRegistered{Player: "Ann", Key: key, Seen: 12})
	if text != read(t, "key.txt") {
		t.Errorf("to sign is %q", text)
	}
	for _, c := range []struct {
		name, text, sig string
		want            error
	}{
		{"a play", Play(game, said), play, nil},
		{"a play written with more space", Play(game, events.PlaySubmitted{Side: "Red", Text: " Ra1-a5\r\n", Seen: 742}), play, nil},
		{"a key", text, registered, nil},
		{"another play", Play(game, events.PlaySubmitted{Side: "Red", Text: "Ra1-a6", Seen: 742}), play, ErrFalse},
		{"another side's", Play(game, events.PlaySubmitted{Side: "Blue", Text: "Ra1-a5", Seen: 742}), play, ErrFalse},
		{"after another event", Play(game, events.PlaySubmitted{Side: "Red", Text: "Ra1-a5", Seen: 743}), play, ErrFalse},
		{"in another game", Play(uuid.Max, said), play, ErrFalse},
		{"in another namespace", Play(game, said), other, ErrFalse},
		{"with something added", Play(game, said), play + "AAAA", ErrSignature},
		{"none", Play(game, said), "", ErrSignature},
	} {
		if err := Check(key, c.text, c.sig); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
	}
	if again, err := Stored(Armoured(play)); again != play || err != nil {
		t.Errorf("with armour and without it is %q, %v", again, err)
	}
}

func TestKeysAreStoredWithoutWhoHasThem(t *testing.T) {
	key, _ := recorded(t, "play.txt.sig")
	if strings.Contains(key, "@") || len(strings.Fields(key)) != 2 || !strings.HasPrefix(key, "ssh-ed25519 AAAA") {
		t.Errorf("stored is %q", key)
	}
	if f := Fingerprint(key); !strings.HasPrefix(f, "SHA256:") {
		t.Errorf("the fingerprint is %q", f)
	}
	for _, line := range []string{read(t, "rsa.pub"), read(t, "ecdsa.pub"), "", "ssh-ed25519 AAAA", key + "\n" + key, `command="true" ` + key} {
		if _, err := Key(line); !errors.Is(err, ErrKey) {
			t.Errorf("%.60q is taken as a key: %v", line, err)
		}
	}
}

func TestWhatIsSignedHereSSHKeygenVerifies(t *testing.T) {
	_, private, _ := ed25519.GenerateKey(strings.NewReader(strings.Repeat("a seed of these tests, no secret", 2)))
	block, err := ssh.MarshalPrivateKey(private, "")
	if err != nil {
		t.Fatal(err)
	}
	text := Play(game, events.PlaySubmitted{Side: "Red", Text: "Ra1-a5", Seen: 742})
	stored, key, err := Sign(text, pem.EncodeToMemory(block))
	if err != nil {
		t.Fatal(err)
	}
	if err := Check(key, text, stored); err != nil {
		t.Error(err)
	}
	if locked, err := ssh.MarshalPrivateKeyWithPassphrase(private, "", []byte("secret")); err != nil {
		t.Fatal(err)
	} else if _, _, err := Sign(text, pem.EncodeToMemory(locked)); !errors.Is(err, ErrLocked) {
		t.Errorf("a key with a passphrase: %v", err)
	}
	if _, _, err := Sign(text, []byte(key)); !errors.Is(err, ErrPrivate) {
		t.Errorf("a public key: %v", err)
	}
	if _, err := exec.LookPath("ssh-keygen"); err != nil {
		t.Skip("no ssh-keygen: its own check of these signatures was left out")
	}
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	cmd := exec.Command("ssh-keygen", "-Y", "verify", "-n", Namespace, "-I", "ann", "-f", file("signers", "ann "+key+"\n"), "-s", file("sig", Armoured(stored)))
	cmd.Stdin = strings.NewReader(text)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("ssh-keygen: %v\n%s", err, out)
	}
	sign := exec.Command("ssh-keygen", "-q", "-Y", "sign", "-n", Namespace, "-f", file("key", string(pem.EncodeToMemory(block))))
	sign.Stdin = strings.NewReader(text)
	out, err := sign.Output()
	if err != nil {
		t.Fatal(err)
	}
	again, err := Stored(string(out))
	if err != nil {
		t.Fatal(err)
	}
	if err := Check(key, text, again); err != nil {
		t.Errorf("the signature of ssh-keygen: %v", err)
	}
}

// A signed text says who and what in one way only.
func FuzzTextsToSignDiffer(f *testing.F) {
	f.Add("Red", "Ra1-a5", "Red: Ra1", "a5")
	f.Fuzz(func(t *testing.T, side, play, otherSide, other string) {
		a, b := events.PlaySubmitted{Side: side, Text: play, Seen: 1}, events.PlaySubmitted{Side: otherSide, Text: other, Seen: 1}
		if strings.Contains(side+otherSide, ":") || strings.ContainsAny(side+otherSide, "\n\r") {
			t.Skip("no name of a side")
		}
		if same := side == otherSide && plain(play) == plain(other); same != (Play(game, a) == Play(game, b)) {
			t.Errorf("%+v and %+v are signed alike: %v", a, b, !same)
		}
	})
}
