package ledger

import (
	"bytes"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"

	"adjudicate/aggregate"
	"adjudicate/aggregate/dispute"
	"adjudicate/events"
	"adjudicate/history/readjudicate"
)

// A departure is a point where this engine rules otherwise than an earlier one did, in a way
// that can be told from the two rulings. The name of an engine stands in a ledger as anything
// else does, and shows nothing by itself: what is no departure is a difference, unless a
// checkpoint stands for it.
type departure struct {
	engine string // that ruled so
	format int    // of the ledgers in which it did; 0: of any
	reason string
	is     func(x *discrepancy) bool
}

// A discrepancy is an input on which a recorded ruling and that of this engine differ.
type discrepancy struct {
	in       *events.Envelope
	before   *aggregate.State
	recorded []events.Outcome
	judged   []events.Outcome
}

// departures lists what is known, the first that fits first.
func departures() []departure {
	const first, second = "adjudicate 0.1.0", "adjudicate 0.2.0"
	const preparing = "adjudicate 0.3.0" // while it was in preparation
	return []departure{
		{first, 1, "all reasons are given, and a lent move rests on the lender's clause", func(x *discrepancy) bool {
			return readjudicate.Compare(x.recorded, x.judged) <= readjudicate.Citations
		}},
		{first, 1, "a piece that moved only by a loan moved as no other type", func(x *discrepancy) bool {
			return readjudicate.Compare(ownMoves(x.recorded), ownMoves(x.judged)) < readjudicate.Effects
		}},
		{first, 1, "a side that plays automatically surrenders at any time", func(x *discrepancy) bool {
			p, ok := x.in.Payload.(events.PlaySubmitted)
			side, there := x.before.Side(p.Side)
			in := aggregate.Input{Payload: x.in.Payload}
			automatic, _ := x.before.Procedure().Conduct()
			return ok && there && side.Has(automatic) && in.Reading().Surrenders() && x.flips(aggregate.Rejected, aggregate.Accepted)
		}},
		{first, 1, "only the judge named by a dispute rules on it", func(x *discrepancy) bool {
			return x.flips(aggregate.Accepted, aggregate.Rejected) && faultOf(x.judged) == dispute.FaultJudge
		}},
		{second, 0, "the reasons are worded differently", func(x *discrepancy) bool {
			return bytes.Equal(unworded(x.recorded), unworded(x.judged))
		}},
		{second, 0, "a refusal names no piece that its own play would have made", func(x *discrepancy) bool {
			return verdictOf(x.judged) == aggregate.Rejected && bytes.Equal(unworded(unmade(x.recorded, x.before)), unworded(unmade(x.judged, x.before)))
		}},
		{second, 0, "more doubts are raised about how rules are written", func(x *discrepancy) bool {
			return bytes.Equal(unworded(undoubted(x.recorded)), unworded(undoubted(x.judged)))
		}},
		{second, 0, "positions are told apart by the past of those pieces alone whose definitions ask for it, and by what pieces can do where more than the board decides that", func(x *discrepancy) bool {
			return bytes.Equal(unworded(unplaced(x.recorded)), unworded(unplaced(x.judged)))
		}},
		{second, 0, "in a game of whole turns too, a play leads the way that it names", func(x *discrepancy) bool {
			p, ok := x.in.Payload.(events.PlaySubmitted)
			return ok && len(squareNamed().FindAllString(p.Text, 3)) == 3 && x.flips(aggregate.Accepted, aggregate.Rejected) &&
				(faultOf(x.judged) == aggregate.FaultCannotReach || faultOf(x.judged) == aggregate.FaultCannotCapture)
		}},
		{second, 0, "the date of a play is that on which it was sent", func(x *discrepancy) bool {
			p, ok := x.in.Payload.(events.PlaySubmitted)
			return ok && p.Sent != nil && p.Sent.Before(x.in.Recorded) && !p.Sent.UTC().Truncate(24*time.Hour).Equal(x.in.Recorded.UTC().Truncate(24*time.Hour))
		}},
		{second, 0, "a Pass rests on the clause by which a side may pass as well", func(x *discrepancy) bool {
			return passes(x.judged) && readjudicate.Compare(x.recorded, x.judged) <= readjudicate.Citations
		}},
		{second, 0, "a swap, a move off the board and one of a declared kind rest on the clause of their way", (*discrepancy).closer},
		{preparing, 0, "a play of which a lot decided is written with what was chosen in it", (*discrepancy).chosen},
		{preparing, 0, "a swap, a move off the board and one of a declared kind rest on the clause of their way", (*discrepancy).closer},
		{second, 0, "several pieces that a play captures are told in the order in which it takes them", func(x *discrepancy) bool {
			return bytes.Equal(unworded(inOrder(x.recorded)), unworded(inOrder(x.judged)))
		}},
		{second, 0, "a play is read as people type it", func(x *discrepancy) bool {
			p, ok := x.in.Payload.(events.PlaySubmitted)
			fault := faultOf(x.recorded)
			return ok && verdictOf(x.recorded) == aggregate.Rejected && (fault == aggregate.FaultNotation || fault == aggregate.FaultUnknownType) && typedOtherwise(p.Text)
		}},
		{second, 0, "in a game of whole turns a promotion to the only type that is possible need not be named", func(x *discrepancy) bool {
			return faultOf(x.recorded) == aggregate.FaultPromotionMissing && x.flips(aggregate.Rejected, aggregate.Accepted)
		}},
		{second, 0, "answers to a rule that was proposed stand though the game has gone back to before them", func(x *discrepancy) bool {
			_, answer := x.in.Payload.(events.AnswerGiven)
			return answer && verdictOf(x.recorded) == aggregate.Voided && verdictOf(x.judged) != aggregate.Voided
		}},
		{second, 0, "the rules that open a game need nobody's consent", func(x *discrepancy) bool {
			fault := faultOf(x.recorded)
			return events.Opens(x.in.Payload) && len(x.before.Players()) == 0 && x.flips(aggregate.Rejected, aggregate.Accepted) &&
				(fault == aggregate.FaultConsent || fault == aggregate.FaultDuty)
		}},
		{second, 0, "what a duty, an end or a consent of another rule names is not taken away", func(x *discrepancy) bool {
			_, law := events.Law(x.in.Payload)
			_, enacted := x.in.Payload.(events.RuleEnacted)
			return law && !enacted && x.flips(aggregate.Accepted, aggregate.Rejected) && faultOf(x.judged) == aggregate.FaultRuleText
		}},
		{second, 0, "an opening array is held to the limits of the rules", func(x *discrepancy) bool {
			_, array := x.in.Payload.(events.ArraySet)
			return array && x.flips(aggregate.Accepted, aggregate.Rejected) && (faultOf(x.judged) == aggregate.FaultLimit || faultOf(x.judged) == aggregate.FaultOnBoardLimit)
		}},
		{second, 0, "a promotion at once comes before what follows of its play", func(x *discrepancy) bool {
			late, soon := promotion(x.recorded), promotion(x.judged)
			return x.flips(aggregate.Accepted, aggregate.Accepted) && 0 < soon && soon < late && bytes.Equal(unworded(x.recorded[1:soon]), unworded(x.judged[1:soon])) &&
				bytes.Equal(unworded(x.recorded[late:late+1]), unworded(x.judged[soon:soon+1]))
		}},
		{second, 0, "each promotion has squares of its own", func(x *discrepancy) bool {
			p, ok := x.in.Payload.(events.PlaySubmitted)
			return ok && strings.Contains(p.Text, "=") && x.flips(aggregate.Accepted, aggregate.Rejected) &&
				(faultOf(x.judged) == aggregate.FaultPromotionNotAllowed || faultOf(x.judged) == aggregate.FaultPromotionType)
		}},
		{second, 0, "a dispute is no longer about what an unrelated edition restates", func(x *discrepancy) bool {
			return dispute.Handles(x.in.Payload.Kind()) && bytes.Equal(unworded(unruled(x.recorded)), unworded(unruled(x.judged)))
		}},
	}
}

// typedOtherwise reports whether a part of a play was typed in a way that 0.2.0 did not read. What it did read is none of these, whatever signs
// it has: a name in quotes, an id, a bracket behind a capture.
func typedOtherwise(text string) bool {
	parts := strings.FieldsFunc(text, func(r rune) bool { return r == ';' || r == '\n' })
	return slices.ContainsFunc(parts, func(part string) bool {
		part = strings.TrimSpace(part)
		return typedWays().MatchString(part) || strings.ContainsFunc(part, func(r rune) bool { return r > unicode.MaxASCII })
	})
}

// typedWays are words for signs, a number before a play, a mark behind it, a capture written with a colon, an arrow, squares in capitals, and brackets or quotes
// around the whole.
var typedWays = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i:\b(to|takes|captures)\b|^resign$)|^\d+\.|[+#!.?]$|[a-z]\d+\s*:|->|\b[A-Z]\d+\s*[-x]\s*[A-Z]\d|^(\([^()]*\)|\[[^\[\]]*\]|"[^"]*"|'[^']*')$`)
})

// unworded writes outcomes without the sentences that rulings have for people, and without the engine's name.
func unworded(list []events.Outcome) []byte {
	var b bytes.Buffer
	for _, o := range list {
		if r, ok := o.Payload.(events.Ruled); ok {
			r.Engine = ""
			r.Faults, r.Facts = slices.Clone(r.Faults), slices.Clone(r.Facts)
			for i := range r.Faults {
				r.Faults[i].Message = ""
			}
			for i := range r.Facts {
				r.Facts[i].Message = ""
			}
			o.Payload = r
		}
		// What cannot be written has been found by whoever compares.
		text, _ := json.Marshal(o)
		b.WriteString(o.Payload.Kind())
		b.Write(text)
	}
	return b.Bytes()
}

// undoubted leaves out of rulings what is doubted of how a rule is written: it bears on nothing that is ruled.
func undoubted(list []events.Outcome) []events.Outcome {
	return withoutFacts(list, aggregate.FactRuleDoubt)
}

// withoutFacts leaves facts of a code out of rulings.
func withoutFacts(list []events.Outcome, code string) []events.Outcome {
	out := slices.Clone(list)
	for i := range out {
		if p, ok := out[i].Payload.(events.Ruled); ok {
			p.Facts = slices.DeleteFunc(slices.Clone(p.Facts), func(f events.Fact) bool { return f.Code == code })
			if len(p.Facts) == 0 {
				p.Facts = nil
			}
			out[i].Payload = p
		}
	}
	return out
}

// unmade leaves out of faults the pieces that there are not before an input.
func unmade(list []events.Outcome, before *aggregate.State) []events.Outcome {
	out := slices.Clone(list)
	for i := range out {
		if p, ok := out[i].Payload.(events.Ruled); ok {
			p.Faults = slices.Clone(p.Faults)
			for k := range p.Faults {
				p.Faults[k].Pieces = before.Those(p.Faults[k].Pieces)
			}
			out[i].Payload = p
		}
	}
	return out
}

// unplaced leaves out by what positions are told apart.
func unplaced(list []events.Outcome) []events.Outcome {
	out := slices.Clone(list)
	for i := range out {
		if p, ok := out[i].Payload.(events.TurnBegan); ok {
			p.Position = ""
			out[i].Payload = p
		}
	}
	return out
}

// squareNamed finds the squares that a play names.
var squareNamed = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[a-z]{1,2}[1-9][0-9]?`) })

// closer reports whether nothing differs but that a place in a rule is cited where the rule as a whole was.
func (x *discrepancy) closer() bool {
	if len(x.recorded) != len(x.judged) {
		return false
	}
	plain := slices.Clone(x.judged)
	for i := range plain {
		was, is := x.recorded[i].Basis, plain[i].Basis
		if was == nil || is == nil {
			continue
		}
		for _, clause := range is.Clauses {
			if rule, _, _ := strings.Cut(clause, " "); !slices.Contains(was.Clauses, clause) && !slices.Contains(was.Clauses, rule) {
				return false
			}
		}
		for _, clause := range was.Clauses {
			within := func(c string) bool { return c == clause || strings.HasPrefix(c, clause+" ") }
			if !slices.ContainsFunc(is.Clauses, within) {
				return false
			}
		}
		plain[i].Basis = &events.Basis{Clauses: was.Clauses, Readings: is.Readings}
	}
	return bytes.Equal(unworded(x.recorded), unworded(plain))
}

// chosen reports whether nothing differs but that the play is written with choices behind it.
func (x *discrepancy) chosen() bool {
	if verdictOf(x.recorded) == "" || verdictOf(x.judged) == "" {
		return false
	}
	was, is := x.recorded[0].Payload.(events.Ruled), x.judged[0].Payload.(events.Ruled)
	rest, ok := strings.CutPrefix(is.Play, was.Play+"; ")
	if named, _, choice := strings.Cut(rest, ": "); !ok || !choice || strings.Contains(named, ";") {
		return false
	}
	is.Play = was.Play
	plain := slices.Clone(x.judged)
	plain[0].Payload = is
	return bytes.Equal(unworded(x.recorded), unworded(plain))
}

// passes reports whether a side passes among outcomes.
func passes(list []events.Outcome) bool {
	return slices.ContainsFunc(list, func(o events.Outcome) bool {
		p, ok := o.Payload.(events.AtomicPlayed)
		return ok && p.Play == aggregate.PlayPass
	})
}

// promotion is where the first promotion stands among outcomes, -1 if there is none.
func promotion(list []events.Outcome) int {
	return slices.IndexFunc(list, func(o events.Outcome) bool { _, ok := o.Payload.(events.PiecePromoted); return ok })
}

// unruled leaves out of outcomes about disputes how the entries that they are about have been ruled on.
func unruled(list []events.Outcome) []events.Outcome {
	out := withoutFacts(list, dispute.FactMoot)
	for i := range out {
		if p, ok := out[i].Payload.(events.DisputeEntered); ok {
			p.Ruling = ""
			out[i].Payload = p
		}
	}
	return out
}

// inOrder puts captures that were told one after the other in the order of their pieces.
func inOrder(list []events.Outcome) []events.Outcome {
	out := slices.Clone(list)
	for i := range out {
		for j := i; j > 0; j-- {
			a, before := out[j-1].Payload.(events.PieceCaptured)
			b, after := out[j].Payload.(events.PieceCaptured)
			if !before || !after || a.Piece <= b.Piece {
				break
			}
			out[j-1], out[j] = out[j], out[j-1]
		}
	}
	return out
}

// known returns why this engine departs from the one that ruled, "" if that is not known.
func (x *discrepancy) known(engine string) string {
	for _, d := range departures() {
		if d.engine == engine && (d.format == 0 || d.format == x.before.Format()) && d.is(x) {
			return d.reason
		}
	}
	return ""
}

func (x *discrepancy) flips(recorded, judged string) bool {
	return verdictOf(x.recorded) == recorded && verdictOf(x.judged) == judged
}

func verdictOf(list []events.Outcome) string {
	if len(list) == 0 {
		return ""
	}
	r, _ := list[0].Payload.(events.Ruled)
	return r.Verdict
}

// faultOf is the first reason of a rejection.
func faultOf(list []events.Outcome) string {
	if len(list) > 0 {
		if r, ok := list[0].Payload.(events.Ruled); ok && len(r.Faults) > 0 {
			return r.Faults[0].Code
		}
	}
	return ""
}

// ownMoves leaves out as what pieces have moved.
func ownMoves(list []events.Outcome) []events.Outcome {
	out := make([]events.Outcome, len(list))
	for i, o := range list {
		if p, ok := o.Payload.(events.AtomicPlayed); ok {
			p.As, p.Counters = "", nil
			o.Payload = p
		}
		out[i] = o
	}
	return out
}
