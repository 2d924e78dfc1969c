package dispute

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/rules/names"
)

// ErrReach is what every ReachError is.
var ErrReach = errors.New("out of reach")

// A TextError says that an input has to say something and does not.
type TextError struct {
	Text string // what is missing: "grounds", "reasons" or "argument"
}

func (e *TextError) Error() string {
	if e.Text == argument {
		return "the argument is missing"
	}
	return fmt.Sprintf("the %s are missing", e.Text)
}

// The texts of inputs.
const (
	grounds  = "grounds"
	reasons  = "reasons"
	argument = "argument"
)

// textOf is the text that an input has to have.
func textOf(in events.Payload) string {
	switch in.(type) {
	case events.DisputeRuled:
		return reasons
	case events.DisputeArgued:
		return argument
	}
	return grounds
}

// A VerdictError says that a word is none of the Verdicts.
type VerdictError struct{ *names.UnknownError }

// Advice says what each verdict means.
func (e *VerdictError) Advice() string {
	text := "sustained: the ruling stays; overturned: it falls; stands: the play stands though illegal; undecided: the judge cannot decide"
	if strings.HasPrefix(strings.ToLower(e.Word), "up") {
		return "a ruling that is upheld is sustained, one against which the dispute is upheld is overturned; " + text
	}
	return text
}

// Unwrap returns what is known of the word.
func (e *VerdictError) Unwrap() error { return e.UnknownError }

// ErrorOf returns the error that a fault of an input stands for, nil if its message says all.
func ErrorOf(in events.Payload, f events.Fault) error {
	switch f.Code {
	case FaultReach:
		return ErrReach
	case FaultText:
		return &TextError{textOf(in)}
	case FaultVerdict:
		if p, ok := in.(events.DisputeRuled); ok && !slices.Contains(Verdicts, p.Verdict) {
			return &VerdictError{names.Unknown("verdict", p.Verdict, Verdicts)}
		}
	}
	return nil
}

// ReachError says that something happened too long ago to be disputed or changed.
type ReachError struct {
	At, Now time.Time // when it happened, and when that was to be disputed or changed
	Days    int       // how far back that reaches
	Clause  string    // of the rule that says so, "12.66/0 ¶1"
}

func (e *ReachError) Error() string {
	return fmt.Sprintf("what happened at %s stands as attempted: disputes and changes reach %d days back (%s); at %s, to %s UTC",
		stamp(e.At), e.Days, e.Clause, stamp(e.Now), stamp(e.Now.Add(-days(e.Days))))
}

// Is reports whether target is ErrReach.
func (e *ReachError) Is(target error) bool { return target == ErrReach }

func stamp(t time.Time) string { return t.UTC().Format("2006-01-02 15:04") }

func days(n int) time.Duration { return time.Duration(n) * 24 * time.Hour }

// Codes of faults, beside those of package aggregate. They are stable.
const (
	// FaultUnknownDispute: the docket has no such dispute.
	FaultUnknownDispute = "unknown-dispute"
	// FaultClosed: the dispute has been ruled on or withdrawn.
	FaultClosed = "dispute-closed"
	// FaultSubject: a dispute is about exactly one thing.
	FaultSubject = "dispute-subject"
	// FaultEvent: the ledger has no such event.
	FaultEvent = "unknown-event"
	// FaultNotDisputable: the rules of the game do not decide such an input.
	FaultNotDisputable = "not-disputable"
	// FaultReach: it happened too long ago.
	FaultReach = "beyond-reach"
	// FaultText: grounds, arguments and reasons say something.
	FaultText = "text-missing"
	// FaultClause: a clause is a rule's number and a section.
	FaultClause = "bad-clause"
	// FaultVerdict: there is no such verdict, or none of that kind on such a thing.
	FaultVerdict = "unknown-verdict"
	// FaultEffect: there is no such effect, or the verdict cannot have it.
	FaultEffect = "unknown-effect"
	// FaultPrecedent: there is no such precedent, or its verdict was taken back.
	FaultPrecedent = "unknown-precedent"
	// FaultJudge: the dispute has another judge.
	FaultJudge = "other-judge"
	// FaultHearing: arguments come before the deadline of a hearing, a verdict after it.
	FaultHearing = "hearing"
	// FaultNoVerdict: the dispute has no verdict that could be taken back.
	FaultNoVerdict = "no-verdict"
)

// Field names the part of an input that a fault is about, for messages: "dispute", "judge".
func Field(code string) string {
	switch code {
	case FaultJudge:
		return "judge"
	case FaultUnknownDispute, FaultClosed, FaultNoVerdict, FaultHearing:
		return "dispute"
	case FaultSubject, FaultEvent, FaultNotDisputable, FaultReach:
		return "subject"
	case FaultText:
		return "text"
	case FaultClause:
		return "clause"
	case FaultVerdict:
		return "verdict"
	case FaultEffect:
		return "effect"
	case FaultPrecedent:
		return "precedent"
	case aggregate.FaultUnknownPlayer:
		return "player"
	case aggregate.FaultReading:
		return "reading"
	}
	return "input"
}

// Codes of facts.
const (
	// FactOwnJudge: the judge is the player who opened the dispute.
	FactOwnJudge = "own-judge"
	// FactOtherJudge: another player rules than the one assigned, who is not active.
	FactOtherJudge = "other-judge"
	// FactOtherWithdraws: another player withdraws than the one who opened it.
	FactOtherWithdraws = "other-withdraws"
	// FactAlso: another dispute is about the same thing.
	FactAlso = "disputed-as-well"
	// FactTakenUp: an edition holds what a verdict brought that is taken back.
	FactTakenUp = "taken-up"
	// FactConflict: another verdict on the same says otherwise.
	FactConflict = "conflicts"
	// FactMoot: what is in dispute no longer is as it was when the dispute was opened.
	FactMoot = "moot"
	// FactPrecedent: what a verdict rests on.
	FactPrecedent = "rests-on-precedent"
)
