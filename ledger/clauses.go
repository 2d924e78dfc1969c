package ledger

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"adjudicate/events"
	"adjudicate/rules/names"
)

// CheckClauses refuses a dispute or a verdict about a clause of a rule that was never in force. What is in force now need not have been
// so when it was cited: a rule that is not is looked for among those that the ledger has enacted.
func (l *Ledger) CheckClauses(ctx context.Context, p events.Payload) error {
	var cited []string
	if in, ok := p.(events.DisputeOpened); ok && in.Clause != "" {
		cited = []string{in.Clause}
	}
	if in, ok := p.(events.DisputeRuled); ok {
		cited = in.Clauses
	}
	for _, clause := range cited {
		rule, _, _ := strings.Cut(clause, " ")
		number, _, _ := strings.Cut(rule, "/")
		if err := l.wasInForce(ctx, clause, number); err != nil {
			return err
		}
	}
	return nil
}

func (l *Ledger) wasInForce(ctx context.Context, clause, number string) error {
	var known []string
	for _, r := range l.State().Rules() {
		known = append(known, r.Number)
	}
	if slices.Contains(known, number) {
		return nil
	}
	for e, err := range Events(ctx, l.st, l.name, 1) {
		if err != nil {
			return err
		}
		if was, ok := e.Payload.(events.RulePutInForce); ok && was.Number == number {
			return nil
		}
	}
	err := names.Unknown("rule", number, known)
	return &InputError{Field: "clause", Text: fmt.Sprintf("clause %s: %v", clause, err), Err: err}
}
