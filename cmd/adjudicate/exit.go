package main

import (
	"io"

	"adjudicate/ledger/advice"
	"adjudicate/ledger/plan"
	"adjudicate/report/console"
)

// Exit statuses. They are part of the contract with other programs.
const (
	statusDone     = 0
	statusIllegal  = 1 // ruled illegal, or a verification found a difference
	statusUsage    = 2 // wrong usage or malformed input
	statusConflict = 3 // the ledger moved on; nothing was written
	statusStore    = 4 // the store is unreachable or damaged, or this program is at fault
)

// What is wrong with the words of the command line, and with what they name.
var (
	usagef     = advice.Errorf
	inputError = advice.ForInput
)

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

// statusOf maps an error to an exit status.
func statusOf(err error) int {
	switch {
	case err == nil:
		return statusDone
	case advice.IsA[*outcomeError](err):
		return statusIllegal
	case advice.IsA[*advice.InputError](err), advice.IsA[*advice.Error](err), advice.IsA[*plan.Error](err):
		return statusUsage
	}
	switch advice.ClassOf(err) {
	case advice.Answered:
		return statusIllegal
	case advice.Moved:
		return statusConflict
	case advice.Stored:
		return statusStore
	}
	return statusUsage
}

// explain tells an error and what to do next.
func explain(w io.Writer, err error) {
	if advice.IsA[*outcomeError](err) {
		return // the command has printed it
	}
	console.Tell(w, name, err, advice.On(err))
}
