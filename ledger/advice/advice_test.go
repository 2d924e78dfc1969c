package advice

import (
	"errors"
	"fmt"
	"io/fs"
	"testing"

	"adjudicate/aggregate/dispute"
	"adjudicate/events"
	"adjudicate/ledger/ahead"
	"adjudicate/ledger/place"
	"adjudicate/rules/names"
	"adjudicate/store"
)

func TestAnErrorMeansTheSameHoweverItIsWrapped(t *testing.T) {
	for _, c := range []struct {
		title  string
		err    error
		class  Class
		advice string
	}{
		{"other words", Errorf("say more", "no"), Asked, "say more"},
		{"an error of nobody", errors.New("no"), Asked, ""},
		{"a name that is nearly one", &Error{Text: "no such side", Hint: "the list", Err: names.Unknown("side", "Lantren", []string{"Lantern"})}, Asked, `did you mean "Lantern"?`},
		{"a name like no other", &Error{Text: "no such side", Hint: "the list", Err: names.Unknown("side", "x", []string{"Lantern"})}, Asked, "the list"},
		{"a ledger that moved on", &store.ConflictError{Wanted: 3, Found: 4}, Moved, "nothing was written; check what has happened since, then try again"},
		{"a dispute out of reach", dispute.ErrReach, Answered, "nothing was written"},
		{"no such file", &store.UnreachableError{Err: fs.ErrNotExist}, Stored, "use \"adjudicate init\" to create a ledger, or --ledger or $ADJUDICATE_LEDGER to choose another"},
		{"no folder for a tray", &UnavailableError{Place: "hand-3.tray", Found: "cannot move the mail to the tray", Err: fs.ErrNotExist}, Stored, ""},
		{"a game that others write to", &place.ContendedError{Err: &store.ConflictError{Wanted: 3, Found: 4}}, Moved, "nothing was written; check what has happened since, then try again"},
		{"an append in doubt", &store.UnreachableError{InDoubt: true}, Stored, "the input may or may not have been written: check \"adjudicate log\" before you repeat it"},
		{"an event of a later version", &events.UnknownTypeError{}, Stored, "use a newer version of this program"},
		{"a damaged file", &store.DamagedError{Place: "a.ledger"}, Stored, onDamage("a.ledger", "")},
		{"plays of another user", &store.DamagedError{Place: "the desk of hand-3", Err: ahead.ErrSealed}, Stored, "copy the file notes.secret from that user's cache folder: docs/operations.md, \"Moving to another machine\""},
		{"an address that is none", &place.AddressError{}, Asked, "docs/operations.md describes addresses and their settings"},
	} {
		t.Run(c.title, func(t *testing.T) {
			for _, err := range []error{c.err, fmt.Errorf("submit: %w", c.err)} {
				if class, advice := ClassOf(err), On(err); class != c.class || advice != c.advice {
					t.Errorf("%v: class %d, %q, want %d, %q", err, class, advice, c.class, c.advice)
				}
			}
		})
	}
}
