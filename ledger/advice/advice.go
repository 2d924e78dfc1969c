// Package advice says of an error what it means to whoever asked, and what to do about it. Packages below say what has
// happened; which command helps is said here, in one place, or by the error itself where only its maker knows.
package advice

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"adjudicate/aggregate/dispute"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/readjudicate"
	"adjudicate/ledger"
	"adjudicate/ledger/copies"
	"adjudicate/ledger/place"
	"adjudicate/ledger/plan"
	"adjudicate/ledger/post"
	"adjudicate/ledger/salvage"
	"adjudicate/rules/names"
	"adjudicate/store"
)

// An Adviser is an error that knows itself what to do about it.
type Adviser interface {
	error
	Advice() string // "" for nothing
}

// An Error says that something cannot be done as it is asked for, and what can be.
type Error struct {
	Text, Hint string
	Err        error // behind it, nil if there is none
}

func (e *Error) Error() string  { return e.Text }
func (e *Error) Unwrap() error  { return e.Err }
func (e *Error) Advice() string { return e.Hint }

// Errorf returns an Error with its hint, "" for none.
func Errorf(hint, format string, args ...any) error {
	return &Error{Text: fmt.Sprintf(format, args...), Hint: hint}
}

// On returns what to do about an error, "" if the error itself says it.
func On(err error) string {
	var (
		misspelled *names.UnknownError
		knows      Adviser
		address    *place.AddressError
		choice     *place.ChoiceError
		taken      *place.TakenError
	)
	switch {
	case errors.As(err, &misspelled) && misspelled.Near != "":
		return fmt.Sprintf("did you mean %s?", misspelled.Near)
	case errors.As(err, &knows) && knows.Advice() != "":
		return knows.Advice()
	case misspelled != nil && listed[misspelled.What] != "":
		return listed[misspelled.What]
	case knows != nil:
		return knows.Advice()
	case errors.As(err, &address) && address.Scheme != "":
		return "expected a file's path, or an address such as esdb://localhost:2113?tls=false"
	case errors.As(err, &choice):
		return onChoice(choice)
	case errors.As(err, &taken) && taken.Name != "":
		return "choose another --game"
	}
	for _, a := range byKind {
		if a.of(err) {
			return a.text
		}
	}
	return onParticular(err)
}

// listed is where the names of a kind can be seen.
var listed = map[string]string{
	"branch":                "\"adjudicate whatif list\" lists them, \"adjudicate whatif try NAME CHANGE\" begins one",
	"dispute":               "\"adjudicate dispute list\" lists them",
	"entry of the register": "\"adjudicate interpret list\" lists them",
	"piece type":            "\"adjudicate rule list\" shows those of a ledger; a file is named with its ending .yaml",
	"player":                "\"adjudicate player list\" lists them, \"adjudicate player add\" registers one",
	"rule in force":         "\"adjudicate rule list\" lists them; a file is named with its ending .yaml",
	"side":                  "\"adjudicate list\" shows the sides",
}

// onParticular advises on errors that differ by what they hold.
func onParticular(err error) string {
	var (
		unreachable *store.UnreachableError
		damaged     *store.DamagedError
		entry       *history.AddressError
		syntax      interface{ Caret() string }
		sender      *post.SenderError
	)
	switch {
	case errors.As(err, &unreachable) && unreachable.InDoubt:
		return "whether the input was written is not known: see \"adjudicate log\" before you repeat it"
	case unreachable != nil && errors.Is(err, fs.ErrNotExist):
		return "\"adjudicate init\" begins a ledger; --ledger or $ADJUDICATE_LEDGER names another one"
	case unreachable != nil && errors.Is(err, fs.ErrExist):
		return "choose another --ledger, or move the file away"
	case errors.As(err, &damaged):
		return OnDamage(damaged.Place, damaged.Kind)
	case errors.As(err, &entry) && len(entry.Others) > 0:
		return fmt.Sprintf("--edition %d shows it", entry.Others[len(entry.Others)-1])
	case entry != nil:
		return "\"adjudicate edition list\" lists the entries that each inserts"
	case errors.As(err, &syntax):
		return strings.TrimRight(syntax.Caret(), "\n")
	case errors.As(err, &sender):
		return onSender(sender)
	case IsA[*post.RefusedError](err):
		return "nothing was written; enter the play by hand once it is clear what was meant"
	}
	return ""
}

// byKind is what to do about errors that differ by their kind alone; the first that fits.
var byKind = []struct {
	of   func(error) bool
	text string
}{
	{IsA[*place.AddressError], "docs/operations.md has the form of an address and what can be set in it"},
	{IsA[*place.TakenError], "choose another --ledger for a new game, or add it to this one by --store"},
	{IsA[*place.NoCheckpointError], "\"adjudicate proof checkpoint --key FILE\" signs one"},
	{IsA[*place.BehindError], "the server has lost events, or they were taken away: \"adjudicate verify\" says more; put a copy or a backup in place, or write all the same by --force"},
	{IsA[*copies.ExistsError], "choose another name, or move it away"},
	{IsA[*copies.PartialError], "remove it, and begin again"},
	{is(dispute.ErrReach), "nothing was written"},
	{IsA[*readjudicate.ChangeError], "nothing was written"},
	{IsA[*plan.Error], "nothing was written"},
	{is(readjudicate.ErrNothing), "nothing was written"},
	{IsA[*store.ConflictError], "nothing was written; look at what has happened since, then try again"},
	{IsA[*salvage.NothingError], "keep the file as it is and restore a copy, or import an export of it"},
	{IsA[*store.NewerError], "a newer version of this program reads it"},
	{IsA[*events.UnknownTypeError], "a newer version of this program reads it"},
	{IsA[*store.NotALedgerError], "--ledger or $ADJUDICATE_LEDGER names the ledger to use"},
	{IsA[*ledger.TimeError], "see \"adjudicate log\" for the last entry, and give a later --now; with --force it is recorded at the moment of the last entry"},
	{IsA[*history.EventError], "\"adjudicate log\" lists the events"},
	{IsA[*history.PointError], "\"adjudicate edition list\" lists the editions with their ends"},
	{IsA[*history.UnknownError], "\"adjudicate edition list\" lists the editions with their ends"},
	{is(ledger.ErrNoGame), "\"adjudicate init\" begins a game in it, \"adjudicate import\" fills it from a file"},
	{is(ledger.ErrGame), "choose another --ledger for a new game"},
}

// onChoice says how a game is named.
func onChoice(e *place.ChoiceError) string {
	switch {
	case e.Name != "":
		return "it holds " + place.Several(e.Names)
	case !e.Listed:
		return "--game NAME or $ADJUDICATE_GAME chooses one"
	}
	return "--game NAME or $ADJUDICATE_GAME chooses one; \"adjudicate ledgers\" tells more of them"
}

// onSender says how it becomes known who sent a mail.
func onSender(e *post.SenderError) string {
	switch {
	case len(e.Players) == 0:
		return "\"adjudicate player address PLAYER " + e.Address + "\" registers it"
	case len(e.Sides) > 1:
		return "name the one that plays with --side"
	}
	return ""
}

// OnDamage says what to do about damage of the store at a place, of a kind that "adjudicate check" mends, or of none.
func OnDamage(place, kind string) string {
	if kind != "" {
		return "\"adjudicate check --mend " + kind + "\" puts right what can be, \"adjudicate check\" looks for more"
	}
	if strings.Contains(place, "://") {
		return "\"adjudicate check\" looks at the whole store; copy a backup into another category, or recover what holds together:\nadjudicate salvage ADDRESS --game NAME --to NEW.ledger"
	}
	return "keep the file as it is; restore a copy, import an export of it, or recover what holds together:\nadjudicate salvage " + place + " --to NEW.ledger"
}
