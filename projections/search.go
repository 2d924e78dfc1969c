package projections

import (
	"slices"
	"strings"

	"adjudicate/events"
)

// Query selects acts of a history. Zero fields match every act.
type Query struct {
	Side    string // a side that asked, or that something happened to
	Piece   string // a piece's id, concerned by the ruling or an outcome
	Verdict string // "accepted" or "rejected"
	Kind    string // of the input, "play-submitted"
	Clause  string // "12.2", "12.2/3", "12.2 §6" also find "12.2/3 §6.C"
	Reading string // "gess-adjacent" also finds "gess-adjacent=no"
	Player  string // who made the input, or whom it names
	Since   uint64 // inputs from this sequence on
	Until   uint64 // and up to this one; 0: to the end
}

// Answers reports whether an act matches the query.
func (q *Query) Answers(a *events.Act) bool {
	if q.Kind != "" && (a.Input.Payload == nil || a.Input.Payload.Kind() != q.Kind) {
		return false
	}
	if q.Verdict != "" && a.Ruled().Verdict != q.Verdict {
		return false
	}
	if a.Input.Sequence < q.Since || q.Until != 0 && a.Input.Sequence > q.Until {
		return false
	}
	if q.Player != "" && a.Input.Actor != q.Player && (a.Input.Payload == nil || !slices.Contains(events.Named(a.Input.Payload, events.RolePlayer), q.Player)) {
		return false
	}
	return (q.Side == "" || names(a, func(p events.Payload) bool { return concerns(p, q.Side) })) &&
		(q.Piece == "" || names(a, func(p events.Payload) bool { return slices.Contains(events.Named(p, events.RolePiece), q.Piece) })) &&
		(q.Clause == "" || cites(a, clauses, func(c string) bool { return events.Covers(q.Clause, c) })) &&
		(q.Reading == "" || cites(a, readings, func(r string) bool {
			entry, _, _ := strings.Cut(r, "=")
			return r == q.Reading || entry == q.Reading
		}))
}

// names reports whether the input or an outcome is such.
func names(a *events.Act, is func(events.Payload) bool) bool {
	return a.Input.Payload != nil && is(a.Input.Payload) ||
		slices.ContainsFunc(a.Outcomes, func(e events.Envelope) bool { return is(e.Payload) })
}

// concerns reports whether an event names a side as the one that it is about, or as one in
// check. Postings and lists that name every side are about none, and a turn that begins is
// what the side before has brought about.
func concerns(p events.Payload, side string) bool {
	if events.About(p)&(events.PartTurn|events.PartWeights) != 0 {
		return false
	}
	for n := range events.Names(p) {
		if n.Role == events.RoleSide && n.Value == side && (n.Field == "side" || n.Field == "checks.side") {
			return true
		}
	}
	return false
}

// What an act cites: of a basis, of a fault, of a fact.
var (
	clauses = citation{func(b *events.Basis) []string { return b.Clauses },
		func(f *events.Fault) string { return f.Clause }, func(f *events.Fact) string { return f.Clause }}
	readings = citation{func(b *events.Basis) []string { return b.Readings },
		func(f *events.Fault) string { return f.Interpretation }, func(f *events.Fact) string { return f.Interpretation }}
)

type citation struct {
	rests func(*events.Basis) []string
	fault func(*events.Fault) string
	fact  func(*events.Fact) string
}

// cites asks about everything of one sort that the outcomes rest on, and the ruling's faults
// and facts name, until one answers.
func cites(a *events.Act, sort citation, is func(string) bool) bool {
	for i := range a.Outcomes {
		if slices.ContainsFunc(sort.rests(&a.Outcomes[i].Basis), is) {
			return true
		}
	}
	r := a.Ruled()
	return slices.ContainsFunc(r.Faults, func(f events.Fault) bool { c := sort.fault(&f); return c != "" && is(c) }) ||
		slices.ContainsFunc(r.Facts, func(f events.Fact) bool { c := sort.fact(&f); return c != "" && is(c) })
}
