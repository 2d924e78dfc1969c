package readjudicate

import (
	"errors"
	"fmt"
	"strings"

	"adjudicate/events"
)

// ErrNothing says that a plan changes nothing.
var ErrNothing = errors.New("the plan changes nothing")

// ChangeError says that a change cannot be made.
type ChangeError struct {
	Change string // its place in the plan, "change 2"
	ID     string // of the change, where it is refused at its point
	At     uint64 // the point of history at which it fails, 0 if it fails everywhere
	Text   string
	Faults []events.Fault // of the ruling that refuses it
}

func (e *ChangeError) Error() string {
	var b strings.Builder
	b.WriteString(e.Change)
	if e.At != 0 {
		fmt.Fprintf(&b, " at %d", e.At)
	}
	b.WriteString(": " + e.Text)
	for _, f := range e.Faults {
		b.WriteString("\n" + f.Message)
	}
	return b.String()
}

// HaltError says that under the policy "halt" an input lost its legality: somebody has to
// rule on it.
type HaltError struct {
	Input  uint64
	Kind   string // of the input, "play-submitted"
	Faults []events.Fault
}

func (e *HaltError) Error() string {
	list := make([]string, len(e.Faults))
	for i, f := range e.Faults {
		list[i] = f.Message
	}
	if e.Kind != (events.PlaySubmitted{}).Kind() {
		return fmt.Sprintf("the %s at %d is no longer accepted: %s", e.Kind, e.Input, strings.Join(list, "; "))
	}
	return fmt.Sprintf("the play at %d is no longer legal: %s", e.Input, strings.Join(list, "; "))
}
