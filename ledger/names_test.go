package ledger_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"adjudicate/events"
	"adjudicate/ledger"
	"adjudicate/store/memory"
)

// TestNamesThatAreToBeMistakenAreRefused registers players under names that look like others, and
// under honest ones in several scripts.
func TestNamesThatAreToBeMistakenAreRefused(t *testing.T) {
	st := memory.New()
	tiny(t, st)
	l, err := ledger.Open(context.Background(), st, name, options())
	if err != nil {
		t.Fatal(err)
	}
	for given, refused := range map[string]bool{
		"Аnn":        true, // Cyrillic A
		"Αnn":        true, // Greek A
		"Ann\u200b":  true,
		"An\u202en":  true,
		"An\x1b[1mn": true,
		"Аня":        false,
		"Άννα":       false,
		"Zoë O’Hara": false,
		"李 Li":       false,
		"Αnna":       true,  // Greek A alone
		"ANN":        true,  // Ann is there
		"Ann":        false, // that is known
	} {
		var input *ledger.InputError
		if err := l.Check(events.PlayerRegistered{Player: given}); errors.As(err, &input) != refused || (err != nil) != refused {
			t.Errorf("%+q: %v, refused %v", given, err, refused)
		} else if err != nil && strings.ContainsAny(err.Error(), "\u200b\u202e\x1b") {
			t.Errorf("%+q: the refusal prints what nobody sees", given)
		}
	}
}

// TestPlaysHaveAnEnd refuses texts and lists that nobody plays.
func TestPlaysHaveAnEnd(t *testing.T) {
	st := memory.New()
	tiny(t, st)
	l, err := ledger.Open(context.Background(), st, name, options())
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{strings.Repeat("pass; ", 300) + "pass", strings.Repeat("pass; ", 1<<18) + "pass"} {
		var input *ledger.InputError
		if err := l.Check(events.PlaySubmitted{Side: "Red", Text: text}); !errors.As(err, &input) || len(err.Error()) > 200 {
			t.Errorf("%d bytes: %.80v", len(text), err)
		}
	}
	if a, b := ledger.MessageDigest("<x@y>"), ledger.MessageDigest("x@y"); a != b || ledger.MessageDigest(a) != a || strings.Contains(a, "y") {
		t.Errorf("digests %s and %s", a, b)
	}
}
