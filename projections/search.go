package projections

import (
	"iter"
	"slices"
	"strings"

	"adjudicate/events"
)

// Query says which entries of a history are wanted. What is left empty does not matter.
type Query struct {
	Side    string // a side that asked, or that something happened to
	Piece   string // a piece's id, concerned by the ruling or an outcome
	Verdict string // "accepted" or "rejected"
	Kind    string // of the input, "play-submitted"
	Clause  string // "1230.2", "1230.2/49", "1230.2 §6" also find "1230.2/49 §6.C"
	Reading string // "gess-adjacent" also finds "gess-adjacent=no"
	From    uint64 // sequences from this one
	To      uint64 // sequences up to this one; 0 for no end
}

// Search yields the entries that answer to a query, oldest first.
func (h *History) Search(q Query) iter.Seq[Entry] {
	return func(yield func(Entry) bool) {
		for i := range h.entries.len() {
			if s := h.entries.at(i).sequence; s < q.From || q.To != 0 && s > q.To {
				continue
			}
			if e := h.Entry(i); q.answers(&e) && !yield(e) {
				return
			}
		}
	}
}

func (q *Query) answers(e *Entry) bool {
	if q.Kind != "" && (e.Input == nil || e.Input.Kind() != q.Kind) {
		return false
	}
	if q.Verdict != "" {
		if r, _, ok := e.Ruling(); !ok || r.Verdict != q.Verdict {
			return false
		}
	}
	return (q.Side == "" || e.concerns(q.Side)) &&
		(q.Piece == "" || e.concernsPiece(q.Piece)) &&
		(q.Clause == "" || e.clauses(func(c string) bool { return covers(q.Clause, c) })) &&
		(q.Reading == "" || e.readings(func(r string) bool {
			entry, _, _ := strings.Cut(r, "=")
			return r == q.Reading || entry == q.Reading
		}))
}

// clauses asks about every clause cited until one answers, and reports whether one did.
func (e *Entry) clauses(is func(clause string) bool) bool {
	return e.cites(is, func(b *events.Basis) []string { return b.Clauses },
		func(f *events.Fault) string { return f.Clause }, func(f *events.Fact) string { return f.Clause })
}

// readings asks about every reading cited until one answers, and reports whether one did.
func (e *Entry) readings(is func(reading string) bool) bool {
	return e.cites(is, func(b *events.Basis) []string { return b.Readings },
		func(f *events.Fault) string { return f.Interpretation }, func(f *events.Fact) string { return f.Interpretation })
}

// cites asks about everything of one sort that the outcomes rest on, and the ruling's faults
// and facts name, until one answers.
func (e *Entry) cites(is func(string) bool, rests func(*events.Basis) []string, fault func(*events.Fault) string, fact func(*events.Fact) string) bool {
	for i := range e.Outcomes {
		o := &e.Outcomes[i]
		if slices.ContainsFunc(rests(&o.Basis), is) {
			return true
		}
		r, ok := o.Payload.(events.Ruled)
		if !ok {
			continue
		}
		for k := range r.Faults {
			if c := fault(&r.Faults[k]); c != "" && is(c) {
				return true
			}
		}
		for k := range r.Facts {
			if c := fact(&r.Facts[k]); c != "" && is(c) {
				return true
			}
		}
	}
	return false
}

// covers reports whether a clause that is looked for is one that is cited, or holds it: the
// same rule, the same revision if one is named, the same section or one within it.
func covers(wanted, cited string) bool {
	wantedRule, wantedSection, _ := strings.Cut(wanted, " ")
	citedRule, citedSection, _ := strings.Cut(cited, " ")
	wantedNumber, wantedRevision, revised := strings.Cut(wantedRule, "/")
	citedNumber, citedRevision, _ := strings.Cut(citedRule, "/")
	if wantedNumber != citedNumber || revised && wantedRevision != citedRevision {
		return false
	}
	rest, ok := strings.CutPrefix(citedSection, wantedSection)
	if !ok || wantedSection == "" || rest == "" {
		return ok
	}
	// §6 holds §6.C and §6a, §6 ii and §6(2), but not §60.
	return rest[0] < '0' || rest[0] > '9'
}

// concerns reports whether the input or an outcome names a side as the one that it is about.
func (e *Entry) concerns(side string) bool {
	if e.Input != nil && sideOf(e.Input) == side {
		return true
	}
	for i := range e.Outcomes {
		if sideOf(e.Outcomes[i].Payload) == side {
			return true
		}
		if c, ok := e.Outcomes[i].Payload.(events.ChecksChanged); ok {
			for _, check := range c.Checks {
				if check.Side == side {
					return true
				}
			}
		}
	}
	return false
}

// sideOf returns the side that an input or outcome is about. Postings and lists that name
// every side are about none.
func sideOf(payload events.Payload) string {
	switch p := payload.(type) {
	case events.SwingershipCreated:
		return p.Side
	case events.SwingershipDestroyed:
		return p.Side
	case events.SwingerChanged:
		return p.Side
	case events.WarmthChanged:
		return p.Side
	case events.PiecesChosen:
		return p.Side
	case events.PurchaseRequested:
		return p.Side
	case events.DestructionRequested:
		return p.Side
	case events.PlaySubmitted:
		return p.Side
	case events.FreeForAllObjected:
		return p.Side
	case events.Ruled:
		return p.Side
	case events.SideEntered:
		return p.Side
	case events.SideLeft:
		return p.Side
	case events.SideHeld:
		return p.Side
	case events.SideWarmed:
		return p.Side
	case events.SideSentAway:
		return p.Side
	case events.FreePiecesGranted:
		return p.Side
	case events.PieceCreated:
		return p.Side
	case events.PieceCaptured:
		return p.Side
	case events.AtomicPlayed:
		return p.Side
	case events.PlayEnded:
		return p.Side
	case events.LimitSet:
		return p.Side
	}
	return ""
}

// concernsPiece reports whether the input, the ruling or an outcome names a piece.
func (e *Entry) concernsPiece(id string) bool {
	if d, ok := e.Input.(events.DestructionRequested); ok && d.Piece == id {
		return true
	}
	for i := range e.Outcomes {
		if namesPiece(e.Outcomes[i].Payload, id) {
			return true
		}
	}
	return false
}

func namesPiece(payload events.Payload, id string) bool {
	switch p := payload.(type) {
	case events.PieceCreated:
		return p.Piece == id
	case events.PieceMoved:
		return p.Piece == id
	case events.PiecePlaced:
		return p.Piece == id
	case events.PieceCaptured:
		return p.Piece == id || p.By == id
	case events.PieceLifted:
		return p.Piece == id
	case events.PieceDestroyed:
		return p.Piece == id
	case events.PiecePromoted:
		return p.Piece == id
	case events.CounterChanged:
		return p.Piece == id
	case events.AtomicPlayed:
		return p.Piece == id
	case events.ChecksChanged:
		return slices.ContainsFunc(p.Checks, func(c events.Check) bool { return slices.Contains(c.By, id) })
	case events.Ruled:
		return slices.ContainsFunc(p.Faults, func(f events.Fault) bool { return slices.Contains(f.Pieces, id) }) ||
			slices.ContainsFunc(p.Facts, func(f events.Fact) bool { return slices.Contains(f.Pieces, id) })
	}
	return false
}
