package explain

import (
	"fmt"
	"slices"
	"strings"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/rules"
	"adjudicate/rules/movement"
)

// promotionFaults are the faults that a promotion can have.
var promotionFaults = []string{
	aggregate.FaultPromotionMissing, aggregate.FaultPromotionNotAllowed, aggregate.FaultPromotionType,
	aggregate.FaultNoPiece, aggregate.FaultUnknownType, aggregate.FaultAmbiguous, aggregate.FaultWrongType,
}

// promotions explains the promotions that an atomic play announces, and the one that a
// definition demands.
func (a *atom) promotions(s *aggregate.Stage) {
	missing, others := false, []string(nil) // of the piece itself, and of others that are promoted with any play of their side
	for _, f := range s.Faults {
		switch {
		case f.Code != aggregate.FaultPromotionMissing:
		case a.id == movement.NoPiece || slices.Contains(f.Pieces, a.b.id(a.id)):
			missing = !a.byMode
		default:
			others = append(others, f.Pieces...)
		}
	}
	if a.item.Becomes == "" && len(a.names) == 0 && !missing && len(others) == 0 {
		return
	}
	if !a.executed(s) && !(s.Whole && a.mine && a.failed(promotionFaults...)) {
		return // the atomic play itself failed: nobody has looked at its promotions
	}
	made := s.Made
	if made == nil {
		made = before(s.Outcomes)
	}
	after := boardOf(s.Judge.After(made))
	if a.item.Becomes != "" || missing {
		a.n.add(a.promotion(s, after, a.id, a.item.Becomes))
	}
	for _, item := range a.names {
		id := movement.NoPiece
		if sq, ok := after.rs.Square(strings.ToLower(item.From)); ok {
			id = after.pos.At(sq)
		}
		a.n.add(a.promotion(s, after, id, item.Becomes))
	}
	for _, name := range others {
		if id, ok := after.find(name); ok {
			a.n.add(a.promotion(s, after, id, ""))
		}
	}
}

// executed reports whether the atomic play was made, or is one that is made in any case.
func (a *atom) executed(s *aggregate.Stage) bool {
	return len(s.Outcomes) > 0 || slices.ContainsFunc(s.Faults, func(f events.Fault) bool {
		return f.Code == aggregate.FaultPromotionNotAllowed
	})
}

// before is the outcomes of a stage up to its first promotion.
func before(list []events.Outcome) []events.Outcome {
	for i, o := range list {
		if _, ok := o.Payload.(events.PiecePromoted); ok {
			return list[:i]
		}
	}
	return list
}

// promotion explains one promotion on the board after the atomic play.
func (a *atom) promotion(s *aggregate.Stage, b *board, id movement.PieceID, word string) *Node {
	text := "a promotion to " + word + " is allowed"
	if id == movement.NoPiece {
		return test(false, text).stands(promotionFaults...)
	}
	typ := b.pos.TypeOf(id)
	if word == "" {
		text = fmt.Sprintf("the %s announces what it becomes", b.piece(id))
	} else {
		text = fmt.Sprintf("the %s may become %s", b.piece(id), word)
	}
	made := 0
	for _, o := range s.Promoted[min(len(s.Made), len(s.Promoted)):] { // what follows may change the type too
		if p, ok := o.Payload.(events.PiecePromoted); ok && p.Piece == b.id(id) {
			made++
		}
	}
	a.announced = append(a.announced, id)
	again := 0 // announcements for this piece, this one included
	for _, x := range a.announced {
		if x == id {
			again++
		}
	}
	failed := again > made && slices.ContainsFunc(s.Faults, func(f events.Fault) bool {
		return slices.Contains(promotionFaults, f.Code) && (len(f.Pieces) == 0 || slices.Contains(f.Pieces, b.id(id)))
	})
	n := test(!failed, text).stands(promotionFaults...).by(b.law.Type(typ).Promotion)
	b.on(n, id)
	def := b.rs.Def(typ)
	for i := range def.Promotion {
		pr := &def.Promotion[i]
		holds, mirror := b.pos.PromotionHolds(id, i)
		if !holds && strings.Contains(string(pr.When), "reading(") {
			continue // another reading's
		}
		words := promotionWords(pr)
		if pr.When != "" {
			words += ", if " + string(pr.When)
			if !holds {
				words += ", which does not hold"
			}
		}
		if len(mirror) > 0 {
			var names []string
			for _, t := range mirror {
				names = append(names, b.rs.TypeName(t))
			}
			words += ": " + enumerated(names)
		}
		n.add(fact("its definition: " + words).by(b.law.Clause(typ, pr.Cite)))
	}
	if len(def.Promotion) == 0 {
		n.add(fact("its definition has no promotion").by(b.law.Type(typ).Clause))
	}
	return n
}

func promotionWords(p *rules.Promotion) string {
	if p.Forced {
		return "it must be promoted " + p.Words()
	}
	return "it may be promoted " + p.Words()
}
