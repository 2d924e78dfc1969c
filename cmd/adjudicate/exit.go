package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"adjudicate/aggregate/dispute"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/readjudicate"
	"adjudicate/internal/cmdline"
	"adjudicate/internal/term"
	"adjudicate/ledger"
	"adjudicate/ledger/copies"
	"adjudicate/ledger/place"
	"adjudicate/ledger/plan"
	"adjudicate/ledger/post"
	"adjudicate/ledger/salvage"
	"adjudicate/report"
	"adjudicate/rules/names"
	"adjudicate/store"
)

// Exit statuses. They are part of the contract with other programs.
const (
	statusDone     = 0
	statusIllegal  = 1 // ruled illegal, or a verification found a difference
	statusUsage    = 2 // wrong usage or malformed input
	statusConflict = 3 // the ledger moved on; nothing was written
	statusStore    = 4 // the store is unreachable or damaged, or this program is at fault
)

// usageError says that the words of the command line cannot be followed.
type usageError struct {
	text, hint string
	err        error
}

func (e *usageError) Error() string { return e.text }
func (e *usageError) Unwrap() error { return e.err }

func usagef(hint, format string, args ...any) error {
	return &usageError{text: fmt.Sprintf(format, args...), hint: hint}
}

// inputError says that a file given as input is not what it should be, whatever the error
// behind it would mean had it come from a store.
type inputError struct {
	place string // "season.txt", "export.jsonl:17"
	err   error
}

func (e *inputError) Error() string { return e.place + ": " + e.err.Error() }
func (e *inputError) Unwrap() error { return e.err }

// outcomeError ends a command whose answer, already printed, is no.
type outcomeError struct{ what string }

func (e *outcomeError) Error() string { return e.what }

var (
	errRejected   = &outcomeError{"ruled illegal"}
	errDifference = &outcomeError{"not as expected"}
)

// when is the error if the answer is no, else nil.
func (e *outcomeError) when(so bool) error {
	if so {
		return e
	}
	return nil
}

// isA reports whether an error is, or wraps, one of a type.
func isA[T error](err error) bool {
	var e T
	return errors.As(err, &e)
}

// statusOf maps an error to an exit status.
func statusOf(err error) int {
	switch {
	case err == nil:
		return statusDone
	case isA[*outcomeError](err), errors.Is(err, dispute.ErrReach), isA[*place.BehindError](err):
		return statusIllegal
	case isA[*inputError](err), isA[*usageError](err), isA[*plan.Error](err), isA[*place.AddressError](err):
		return statusUsage
	case isA[*store.ConflictError](err), isA[*store.DuplicateError](err):
		return statusConflict
	case isA[*store.UnreachableError](err), isA[*store.DamagedError](err), isA[*store.NewerError](err), isA[*store.NotALedgerError](err),
		isA[*history.GapError](err), isA[*events.UnknownTypeError](err), isA[*events.MalformedError](err), isA[*events.NotCanonicalError](err):
		return statusStore
	}
	return statusUsage
}

// explain tells an error and what to do next.
func explain(w io.Writer, err error) {
	if isA[*outcomeError](err) {
		return // the command has printed it
	}
	text := term.Escape(strings.TrimRight(err.Error(), "\n"))
	fmt.Fprintf(w, "%s: %s\n", name, strings.ReplaceAll(text, "\n", "\n  "))
	if h := hint(err); h != "" {
		fmt.Fprintf(w, "  %s\n", strings.ReplaceAll(term.Escape(h), "\n", "\n  "))
	}
}

// hint says what to do about an error, "" if the error itself says it.
func hint(err error) string {
	var (
		usage       *usageError
		line        *cmdline.Error
		misspelled  *names.UnknownError
		unreachable *store.UnreachableError
		damaged     *store.DamagedError
		entry       *history.AddressError
		syntax      interface{ Caret() string }
		sender      *post.SenderError
		address     *place.AddressError
		choice      *place.ChoiceError
		taken       *place.TakenError
	)
	switch {
	case errors.As(err, &misspelled) && misspelled.Near != "":
		return fmt.Sprintf("did you mean %s?", misspelled.Near)
	case errors.As(err, &usage):
		return usage.hint
	case errors.As(err, &line):
		return line.Hint
	case errors.As(err, &address) && address.Scheme != "":
		return "expected a file's path, or an address such as esdb://localhost:2113?tls=false"
	case errors.As(err, &choice):
		return choiceHint(choice)
	case errors.As(err, &taken) && taken.Name != "":
		return "choose another --game"
	}
	for _, h := range hints {
		if h.about(err) {
			return h.text
		}
	}
	switch {
	case errors.As(err, &unreachable) && unreachable.InDoubt:
		return "whether the input was written is not known: see \"adjudicate log\" before you repeat it"
	case unreachable != nil && errors.Is(err, fs.ErrNotExist):
		return "\"adjudicate init\" begins a ledger; --ledger or $ADJUDICATE_LEDGER names another one"
	case unreachable != nil && errors.Is(err, fs.ErrExist):
		return "choose another --ledger, or move the file away"
	case errors.As(err, &damaged):
		return report.DamageAdvice(damaged.Place, damaged.Kind)
	case errors.As(err, &entry) && len(entry.Others) > 0:
		return fmt.Sprintf("--edition %d shows it", entry.Others[len(entry.Others)-1])
	case entry != nil:
		return "\"adjudicate edition list\" lists the entries that each inserts"
	case errors.As(err, &syntax):
		return strings.TrimRight(syntax.Caret(), "\n")
	case errors.As(err, &sender):
		return senderHint(sender)
	case isA[*post.RefusedError](err):
		return "nothing was written; enter the play by hand once it is clear what was meant"
	}
	return ""
}

// is makes the question whether an error is, or wraps, a certain one.
func is(target error) func(error) bool {
	return func(err error) bool { return errors.Is(err, target) }
}

// hints are what to do about errors that differ by their kind alone; the first that fits.
var hints = []struct {
	about func(error) bool
	text  string
}{
	{isA[*place.AddressError], "docs/operations.md has the form of an address and what can be set in it"},
	{isA[*place.TakenError], "choose another --ledger for a new game, or add it to this one by --store"},
	{isA[*place.NoCheckpointError], "\"adjudicate proof checkpoint --key FILE\" signs one"},
	{isA[*place.BehindError], "the server has lost events, or they were taken away: \"adjudicate verify\" says more; put a copy or a backup in place, or write all the same by --force"},
	{isA[*copies.ExistsError], "choose another name, or move it away"},
	{isA[*copies.PartialError], "remove it, and begin again"},
	{is(dispute.ErrReach), "nothing was written"},
	{isA[*readjudicate.ChangeError], "nothing was written"},
	{isA[*plan.Error], "nothing was written"},
	{is(readjudicate.ErrNothing), "nothing was written"},
	{isA[*store.ConflictError], "nothing was written; look at what has happened since, then try again"},
	{isA[*salvage.NothingError], "keep the file as it is and restore a copy, or import an export of it"},
	{isA[*store.NewerError], "a newer version of this program reads it"},
	{isA[*events.UnknownTypeError], "a newer version of this program reads it"},
	{isA[*store.NotALedgerError], "--ledger or $ADJUDICATE_LEDGER names the ledger to use"},
	{isA[*ledger.TimeError], "see \"adjudicate log\" for the last entry, and give a later --now; with --force it is recorded at the moment of the last entry"},
	{isA[*history.EventError], "\"adjudicate log\" lists the events"},
	{isA[*history.PointError], "\"adjudicate edition list\" lists the editions with their ends"},
	{isA[*history.UnknownError], "\"adjudicate edition list\" lists the editions with their ends"},
	{is(ledger.ErrNoGame), "\"adjudicate init\" begins a game in it, \"adjudicate import\" fills it from a file"},
	{is(ledger.ErrGame), "choose another --ledger for a new game"},
}

// choiceHint says how a game is named.
func choiceHint(e *place.ChoiceError) string {
	switch {
	case e.Name != "":
		return "it holds " + place.Several(e.Names)
	case !e.Listed:
		return "--game NAME or $ADJUDICATE_GAME chooses one"
	}
	return "--game NAME or $ADJUDICATE_GAME chooses one; \"adjudicate ledgers\" tells more of them"
}

// senderHint says how it becomes known who sent a mail.
func senderHint(e *post.SenderError) string {
	switch {
	case len(e.Players) == 0:
		return "\"adjudicate player address PLAYER " + e.Address + "\" registers it"
	case len(e.Sides) > 1:
		return "name the one that plays with --side"
	}
	return ""
}
