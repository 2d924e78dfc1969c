package aggregate

import (
	"slices"
	"strings"

	"adjudicate/events"
	"adjudicate/rules"
	"adjudicate/rules/movement"
)

// unreachable notes why a piece cannot go to a square, or capture what stands there. The
// obstacle that is told is the one that comes closest: something in the way rather than a
// path that leads elsewhere.
func (p *play) unreachable(s *step, id movement.PieceID, to movement.Square, capturing bool) {
	t := p.d.now
	l := p.d.law()
	from, target := t.squareOf(id), l.ruleset.SquareName(to)
	kind := &l.kinds[t.pos.TypeOf(id)]
	f := events.Fault{
		Code: FaultCannotReach, Clause: kind.cites.move, At: s.at,
		Squares: []string{from, target}, Pieces: []string{t.pieceName(id)},
	}
	verb := "move from " + from + " to " + target
	if capturing {
		f.Code, f.Clause = FaultCannotCapture, kind.cites.capture
		verb = "capture from " + from + " on " + target
	}
	f.Message = article(p.typeName(id)) + " cannot " + verb
	obstacles := slices.DeleteFunc(t.pos.Explain(id, to), func(o movement.Obstacle) bool {
		return o.Code == movement.RoyalRule && slices.ContainsFunc(p.d.ruling.Faults, func(f events.Fault) bool { return f.Code == FaultNoOwnRoyal && f.At == s.at })
	})
	if o, ok := closest(obstacles, capturing, kind.cites.captures); ok {
		if code, known := obstacleFaults[o.Code]; known {
			f.Code = code
		}
		if o.Piece != movement.NoPiece && o.Piece != id {
			f.Pieces = append(f.Pieces, t.pieceName(o.Piece))
		}
		if o.Square != movement.Off && o.Square != to && o.Piece != id {
			f.Squares = append(f.Squares, l.ruleset.SquareName(o.Square))
		}
		if o.Code != movement.NotCapturing && strings.Contains(o.Cite, " ") {
			f.Clause = o.Cite
		}
		if o.Code != movement.OutOfReach || o.Cite != kind.clause {
			f.Message += ": " + o.Text // else it says the same again
		}
	}
	if !capturing && f.Code == FaultCannotReach && l.ruleset.Def(t.pos.TypeOf(id)).OnlyCaptures() && len(t.pos.MovesOf(id, nil)) == 0 {
		f.Message = article(p.typeName(id)) + " cannot " + verb + ": it does not move, and only captures"
	}
	word := "move"
	if capturing {
		word = "capture"
	}
	if denier, clause := p.denier(id, word); denier != movement.NoPiece {
		f.Code, f.Clause = FaultDenied, clause
		f.Pieces, f.Squares = append(f.Pieces[:1], t.pieceName(denier)), append(f.Squares[:2], t.squareOf(denier))
		f.Message = article(p.typeName(id)) + " cannot " + verb + ": the " + p.typeName(denier) + " on " + t.squareOf(denier) + " denies it"
	}
	if w, ok := p.endsOn(id, to); ok && !capturing && f.Code == FaultCannotReach {
		item := p.taking(id, w)
		item.Name = kind.glyph
		f.Message += "; a capture that ends there is written " + item.String()
	}
	victim := movement.NoType
	if x := t.pos.At(to); x != movement.NoPiece {
		victim = t.pos.TypeOf(x)
	}
	copied, _ := t.pos.MovedAs(id)
	f.Interpretation = l.used(p.decisive(l.readingsOf(t.pos.TypeOf(id), copied, victim), func(pos *movement.Position) bool {
		if !capturing {
			return slices.Contains(pos.MovesOf(id, nil), to)
		}
		return slices.ContainsFunc(pos.TakingsOf(id, nil), func(w movement.Taking) bool { return w.At == to })
	}))
	p.d.fault(f)
}

// endsOn returns the first capture by which a piece ends on a square where it takes nothing, if there is one; not that of a piece which passed the square.
func (p *play) endsOn(id movement.PieceID, to movement.Square) (movement.Taking, bool) {
	list := p.d.now.pos.TakingsOf(id, nil)
	by, _ := p.d.now.pos.Passing()
	i := slices.IndexFunc(list, func(w movement.Taking) bool {
		return w.To == to && w.At != to && w.Victim != by && to != p.d.now.pos.Where(id)
	})
	if i < 0 {
		return movement.Taking{}, false
	}
	return list[i], true
}

// denier returns a piece that denies another one what a word names (move, capture or
// a declared kind of move), and the clause.
func (p *play) denier(id movement.PieceID, word string) (movement.PieceID, string) {
	t := p.d.now
	l := p.d.law()
	if !t.pos.Denies(id, word) {
		return movement.NoPiece, ""
	}
	for i := range t.pos.Pieces() { // in the order of creation, so that all machines name the same
		other := movement.PieceID(i)
		if t.pos.Where(other) == movement.Off {
			continue
		}
		def := l.ruleset.Def(t.pos.TypeOf(other))
		for i := range def.Denies {
			d := &def.Denies[i]
			friend := t.pos.Owner(other) == t.pos.Owner(id)
			if other == id || d.To == "friend" && !friend || d.To == "enemy" && friend || !slices.Contains(d.Deny, word) ||
				len(d.Types) > 0 && !slices.Contains(d.Types, p.typeName(id)) ||
				l.ruleset.Distance(t.pos.Where(id), t.pos.Where(other)) > max(1, d.Within) {
				continue
			}
			return other, l.clauseOf(t.pos.TypeOf(other), d.Cite)
		}
	}
	return movement.NoPiece, ""
}

// actCalled is an act on the board, with its article; any of them, or none named, is a play.
func actCalled(act string) string {
	if act == "" || act == rules.ActAny {
		return "a play"
	}
	return article(act)
}

// article puts "a" or "an" before a name.
func article(name string) string {
	if strings.ContainsAny(name[:min(1, len(name))], "AEIOUaeiou") {
		return "an " + name
	}
	return "a " + name
}

// obstacleFaults are the faults that obstacles are, by their codes; where there is none the
// piece just does not go, or capture, there.
var obstacleFaults = map[string]string{
	movement.RoyalRule:    FaultNoOwnRoyal,
	movement.Immunity:     FaultImmune,
	movement.Disarmed:     FaultDuty,
	movement.Friendly:     FaultFriendly,
	movement.Blocked:      FaultBlocked,
	movement.NotCapturing: FaultCannotCapture,
	movement.Landing:      FaultLanding,
	movement.Condition:    FaultCondition,
	movement.NoCopy:       FaultNothingToCopy,
}

// obstacleOrder is from the obstacle that comes closest to a legal play to the farthest.
var obstacleOrder = []string{
	movement.RoyalRule, movement.Immunity, movement.Disarmed, movement.Friendly, movement.Blocked, movement.NotCapturing,
	movement.Landing, movement.Condition, movement.NoCopy, movement.NothingThere, movement.OutOfReach,
}

// closest picks the obstacle to tell of several. Of a capture it is one on a way that
// captures, if there is any: what bars a way that only moves says nothing.
func closest(list []movement.Obstacle, capturing bool, captures []string) (movement.Obstacle, bool) {
	bars := func(o movement.Obstacle) bool {
		switch o.Code {
		case movement.RoyalRule, movement.Immunity, movement.Disarmed, movement.Friendly:
			return true
		}
		return slices.Contains(captures, o.Cite)
	}
	if capturing && slices.ContainsFunc(list, bars) {
		list = slices.DeleteFunc(list, func(o movement.Obstacle) bool { return !bars(o) })
	}
	for _, code := range obstacleOrder {
		for _, o := range list {
			if o.Code == code {
				return o, true
			}
		}
	}
	return movement.Obstacle{}, false
}
