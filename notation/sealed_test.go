package notation

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"testing"
)

func TestASealIsTheHashOfWhatOpensIt(t *testing.T) {
	sum := sha256.Sum256([]byte("green-and-salt: Kp1-p2"))
	want := "sealed " + hex.EncodeToString(sum[:])
	sealed, opening := Seal("green-and-salt", " Kp1-p2 ")
	if sealed != want || opening != "opened green-and-salt: Kp1-p2" {
		t.Errorf("sealed %q, opened by %q", sealed, opening)
	}
	p, err := Parse(strings.ToUpper(sealed[:6]) + sealed[6:])
	if err != nil || p.Seal != sealed[7:] || p.String() != sealed {
		t.Errorf("a seal reads as %+v, %v", p, err)
	}
	p, err = Parse(opening)
	if err != nil || p.Salt != "green-and-salt" || len(p.Items) != 1 || p.String() != opening {
		t.Errorf("what opens it reads as %+v, %v", p, err)
	}
	if p.Items[0].Column != len("opened green-and-salt: ")+1 {
		t.Errorf("the play begins in column %d of the text", p.Items[0].Column)
	}
	for _, other := range []string{"opened green-and-salt: Kp1-p3", "opened green-and-sald: Kp1-p2", "opened green-and-salt:  Kp1-p2", "Kp1-p2"} {
		if "sealed "+SealOf(other) == sealed {
			t.Errorf("%q opens the same seal", other)
		}
	}
}

func TestSealsThatHideNothing(t *testing.T) {
	for text, want := range map[string]string{
		"sealed abc":                         "64 hexadecimal digits",
		"sealed " + strings.Repeat("g", 64):  "64 hexadecimal digits",
		"opened short: Ka1-a2":               "at least 8 characters",
		"opened eight characters: Ka1-a2":    "at least 8 characters",
		"opened green-and-salt Ka1-a2":       "at least 8 characters",
		"opened green-and-salt: ":            "an atomic play",
		"opened green-and-salt: Ka1-a2; xyz": "xyz",
	} {
		if _, err := Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}
