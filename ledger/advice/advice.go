// Package advice explains an error to the user: what it means, and what to do about it. Lower packages
// report what happened. Which command helps is said here, in one place, or by the error itself where only
// its maker knows.
package advice

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"adjudicate/aggregate"
	"adjudicate/aggregate/dispute"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/readjudicate"
	"adjudicate/ledger"
	"adjudicate/ledger/ahead"
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

// An Error reports that a request cannot be fulfilled, with a hint at what can be done instead.
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

// An InputError reports a malformed file or value given as input, whatever the wrapped error would mean if it came from
// a store.
type InputError struct {
	Place string // "season.txt", "export.jsonl:17"; empty if Err names it
	Err   error
}

// ForInput returns an InputError.
func ForInput(place string, err error) error { return &InputError{Place: place, Err: err} }

func (e *InputError) Error() string { return strings.TrimPrefix(e.Place+": "+e.Err.Error(), ": ") }
func (e *InputError) Unwrap() error { return e.Err }

// An UnavailableError reports that something other than a ledger, which a command needs, cannot be used: a mail server, a mailbox, a tray,
// a file that is to be written.
type UnavailableError struct {
	Place string // "the mail server", or a path
	Found string // what was found, a phrase that follows "cannot use PLACE: "
	Err   error  // the cause, nil if Found says it
}

func (e *UnavailableError) Error() string {
	text := "cannot use " + e.Place + ": " + e.Found
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	return text
}

// Unwrap returns the cause.
func (e *UnavailableError) Unwrap() error { return e.Err }

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
	case errors.As(err, &misspelled) && misspelled.Near != "" && strings.Contains(err.Error(), misspelled.Hint()):
		return ""
	case misspelled != nil && misspelled.Near != "":
		return misspelled.Hint()
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
	"branch":                "\"adjudicate whatif list\" lists the branches, \"adjudicate whatif try NAME CHANGE\" begins one",
	"dispute":               "\"adjudicate dispute list\" lists the disputes",
	"entry of the register": "\"adjudicate interpret list\" lists the entries",
	"matter":                "\"adjudicate show\" lists the pending matters",
	"piece type":            "\"adjudicate rule list\" shows the rules of a ledger; the name of a file includes .yaml",
	"piece":                 "\"adjudicate board\" shows the pieces on the board, \"adjudicate holdings\" those off it",
	"player":                "\"adjudicate player list\" lists the players, \"adjudicate player add\" registers one",
	"power":                 "a rule in force must grant it: docs/rule-language/consent.md",
	"rule in force":         "\"adjudicate rule list\" lists the rules; the name of a file includes .yaml",
	"side":                  "\"adjudicate list\" shows the sides",
	"system":                "\"adjudicate system list\" lists the built-in systems; otherwise give the path of a folder",
}

// onParticular advises on errors that differ by what they hold.
func onParticular(err error) string {
	var (
		unreachable *store.UnreachableError
		damaged     *store.DamagedError
		entry       *history.AddressError
		syntax      interface{ Caret() string }
		sender      *post.SenderError
		input       *ledger.InputError
		missing     *dispute.TextError
	)
	switch {
	case errors.As(err, &missing):
		return map[string]string{"grounds": "use --grounds to give them", "reasons": "use --reason to give them"}[missing.Text]
	case errors.As(err, &unreachable) && unreachable.InDoubt:
		return "the input may or may not have been written: check \"adjudicate log\" before you repeat it"
	case unreachable != nil && errors.Is(err, fs.ErrNotExist):
		return "use \"adjudicate init\" to create a ledger, or --ledger or $ADJUDICATE_LEDGER to choose another"
	case unreachable != nil && errors.Is(err, fs.ErrExist):
		return "choose another name, or move the file away"
	case errors.Is(err, ahead.ErrSealed):
		return "copy the file notes.secret from that user's cache folder: docs/operations.md, \"Moving to another machine\""
	case errors.As(err, &damaged):
		return onDamage(damaged.Place, damaged.Kind)
	case errors.As(err, &entry) && len(entry.Others) > 0:
		return fmt.Sprintf("use --edition %d to read it", entry.Others[len(entry.Others)-1])
	case entry != nil:
		return "\"adjudicate edition list\" lists the entries inserted by each edition"
	case errors.As(err, &syntax):
		return strings.TrimRight(syntax.Caret(), "\n")
	case errors.As(err, &sender):
		return onSender(sender)
	case errors.As(err, &input) && strings.HasPrefix(input.Text, "no such "+input.Field+":"):
		return listed[input.Field]
	case IsA[*post.RefusedError](err):
		return "nothing was written; enter the play by hand once its meaning is clear"
	}
	return ""
}

// byKind is what to do about errors that differ by their kind alone; the first that fits.
var byKind = []struct {
	of   func(error) bool
	text string
}{
	{IsA[*place.AddressError], "docs/operations.md describes addresses and their settings"},
	{IsA[*place.TakenError], "choose another --ledger for a new game, or use --store to add it to this one"},
	{IsA[*place.NoCheckpointError], "use \"adjudicate proof checkpoint --key FILE\" to sign one"},
	{IsA[*place.BehindError], "the server has lost events, or they were removed: run \"adjudicate verify\", then restore a copy or a backup; --force writes anyway"},
	{IsA[*copies.ExistsError], "choose another name, or move the file away"},
	{IsA[*copies.PartialError], "remove it and start again"},
	{is(dispute.ErrReach), "nothing was written"},
	{IsA[*readjudicate.ChangeError], "nothing was written"},
	{IsA[*plan.Error], "nothing was written"},
	{is(readjudicate.ErrNothing), "nothing was written"},
	{IsA[*store.ConflictError], "nothing was written; check what has happened since, then try again"},
	{IsA[*salvage.NothingError], "keep the file as it is, and restore a copy or import an export"},
	{IsA[*store.NewerError], "use a newer version of this program"},
	{IsA[*events.UnknownTypeError], "use a newer version of this program"},
	{IsA[*store.NotALedgerError], "--ledger or $ADJUDICATE_LEDGER names a ledger; \"adjudicate import\" reads exports and seasons"},
	{IsA[*aggregate.DueError], "record the time in steps, \"adjudicate tick --now\" with that moment first; a rule may give time again whenever it is used up"},
	{IsA[*ledger.TimeError], "use a --now after the last entry in \"adjudicate log\"; --force records it at the time of that entry"},
	{IsA[*history.EventError], "\"adjudicate log\" lists the events"},
	{IsA[*history.PointError], "\"adjudicate edition list\" lists the editions and where they end"},
	{IsA[*history.UnknownError], "\"adjudicate edition list\" lists the editions and where they end"},
	{is(ledger.ErrNoGame), "\"adjudicate init\" begins a game in it, \"adjudicate import\" reads one from a file"},
	{is(ledger.ErrGame), "choose another --ledger for a new game"},
}

// onChoice says how a game is named.
func onChoice(e *place.ChoiceError) string {
	switch {
	case e.Name != "":
		return "the store holds " + place.Several(e.Names)
	case !e.Listed:
		return "use --game NAME or $ADJUDICATE_GAME"
	}
	return "use --game NAME or $ADJUDICATE_GAME; \"adjudicate ledgers\" lists the games"
}

// onSender says how it becomes known who sent a mail.
func onSender(e *post.SenderError) string {
	switch {
	case len(e.Players) == 0:
		return "\"adjudicate player address PLAYER " + e.Address + "\" registers the address"
	case len(e.Sides) > 1:
		return "use --side to name the side that plays"
	}
	return ""
}

// onDamage says what to do about damage of the store at a place, of a kind that "adjudicate check" mends, or of none.
func onDamage(place, kind string) string {
	if kind != "" {
		return "\"adjudicate check --mend " + kind + "\" repairs it, \"adjudicate check\" looks for more damage"
	}
	if strings.Contains(place, "://") {
		return "\"adjudicate check\" checks the whole store; copy a backup into another category, or recover the consistent part:\nadjudicate salvage ADDRESS --game NAME --to NEW.ledger"
	}
	return "keep the file as it is; restore a copy, import an export, or recover the consistent part:\nadjudicate salvage " + place + " --to NEW.ledger"
}
