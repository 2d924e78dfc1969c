package aggregate

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"adjudicate/events"
	"adjudicate/notation"
	"adjudicate/rules"
	"adjudicate/rules/movement"
)

// Play shapes: which atomic plays a side may combine in one play, by the section `plays`.

var kindWords = map[notation.Kind]string{
	notation.Move: "Move", notation.Capture: "Capture", notation.Placement: "Placement",
	notation.Exit: "Move", notation.Off: "Move", notation.Action: "Move", notation.Close: "Close", notation.Destroy: "Destroy", notation.Choice: "Choice", notation.Promotion: "Promotion", notation.Pass: "Pass", notation.Surrender: "Surrender",
}

// kindWord is how shapes write a kind.
func kindWord(k notation.Kind) string {
	if k.Declared() {
		return rules.Capitalised(string(k))
	}
	return kindWords[k]
}

// shapeKind is the kind that a shape counts an item as: whatever leaves its square without
// capturing is a Move, and so is what a piece does to others without leaving it.
func shapeKind(k notation.Kind) notation.Kind {
	if k == notation.Exit || k == notation.Off || k == notation.Action {
		return notation.Move
	}
	return k
}

// shape settles the order of the atomic plays and asks whether they may be combined.
func (p *play) shape() {
	d := p.d
	if len(p.steps) == 1 {
		d.ruling.Shape = kindWord(d.law().shapeOf(&p.steps[0].item))
		return
	}
	p.reorder()
	var kindBuf [8]notation.Kind
	var textBuf [64]byte
	kinds, text := kindBuf[:0], textBuf[:0]
	for i := range p.steps {
		kind := d.law().shapeOf(&p.steps[i].item)
		if kinds = append(kinds, kind); i > 0 {
			text = append(text, ", "...)
		}
		text = append(text, kindWord(kind)...)
	}
	d.ruling.Shape = string(text)
	if p.single != "" {
		d.refuse(FaultOneOnly, p.single, "a play is now a single atomic play, this one has %d", len(p.steps))
	}
	l := d.law()
	if l.oneOnly != nil {
		d.sums = quantities{qChecked: float64(len(d.before.state.checks))}
		if d.asked(l.oneOnly, &d.sums, p.side) != 0 {
			d.fault(events.Fault{
				Code: FaultOneOnly, Clause: l.citePlays(), Pieces: nil,
				Message: "while " + listed(checkedNames(d.before.state.checks)) + " are in check a play is a single atomic play",
			})
		}
	}
	weights := d.before.weights()
	weight, n := weights.Weight(p.side), weights.Counting(p.side)
	d.sums = quantities{qWeight: fromHalf(weight), qCounting: float64(n)}
	clause := l.sectionClause("plays")
	var allowed []string
	for i := range l.shapes {
		s := &l.shapes[i]
		if s.when != nil && d.asked(s.when, &d.sums, p.side) == 0 || !p.madeBy(s) {
			continue
		}
		clause = s.clause
		if slices.ContainsFunc(s.plays, func(k []notation.Kind) bool { return slices.Equal(k, kinds) }) {
			if l.proc.Weights != nil {
				d.fact(events.Fact{Code: FactShape, Clause: clause,
					Message: "a Weight of " + weight.String() + " and " + strconv.Itoa(n) + " counting pieces allow " + d.ruling.Shape})
			}
			return
		}
		allowed = s.names
		break
	}
	with := ""
	if l.proc.Weights != nil {
		with = fmt.Sprintf("with a Weight of %v and %d counting pieces ", weight, n)
	}
	if l.proc.Plays == nil {
		d.refuse(FaultNoRule, "", "no rule in force provides for plays of several atomic plays")
		return
	}
	if len(allowed) == 0 {
		d.refuse(FaultShape, clause, "%sa play is a single atomic play, not %s", with, d.ruling.Shape)
		return
	}
	d.refuse(FaultShape, clause, "%sa play of several atomic plays is %s, not %s",
		with, strings.Join(allowed, " or "), d.ruling.Shape)
}

func checkedNames(checks []events.Check) []string {
	names := make([]string, len(checks))
	for i := range checks {
		names[i] = checks[i].Side
	}
	return names
}

// reorder reads placements followed by moves as those moves followed by those placements,
// if the board would be the same in the end. It is unless a piece moves that the play
// itself placed: every other piece ends on its own square either way.
func (p *play) reorder() {
	if plays := p.d.law().proc.Plays; plays == nil || !plays.Reorder {
		return
	}
	cut := 0
	for cut < len(p.steps) && p.steps[cut].item.Kind == notation.Placement {
		cut++
	}
	if cut == 0 || cut == len(p.steps) {
		return
	}
	for i := cut; i < len(p.steps); i++ {
		item := &p.steps[i].item
		if shapeKind(item.Kind) != notation.Move || p.standsOn(item) == movement.NoPiece {
			return
		}
		for k := range p.steps[:cut] {
			if slices.Contains(item.Targets, p.steps[k].item.To) {
				return // the action is done to what the play placed
			}
		}
	}
	p.steps = append(slices.Clone(p.steps[cut:]), p.steps[:cut]...)
	p.d.note(FactReordered, p.d.law().sectionClause("plays"), "placements followed by moves are read as the moves followed by the placements: the board is the same")
}

// standsOn returns the piece that an item moves, if it is on the board before the play.
func (p *play) standsOn(item *notation.Item) movement.PieceID {
	t := p.d.now
	if item.ID != "" {
		if i, ok := t.found(item.ID); ok && t.state.pieces[i].at != "" {
			return movement.PieceID(i)
		}
		return movement.NoPiece
	}
	if sq, ok := t.law.ruleset.Square(item.From); ok {
		return t.pos.At(sq)
	}
	return movement.NoPiece
}

// kindOfPlay is the kind of play that an item is, as duties and whoever remembers it see it.
func kindOfPlay(k notation.Kind) movement.Play {
	switch k {
	case notation.Capture:
		return movement.Capture
	case notation.Placement:
		return movement.Placement
	case notation.Promotion:
		return movement.Become
	case notation.Pass:
		return movement.Pass
	case notation.Surrender:
		return movement.Surrender
	}
	if k.Declared() {
		return movement.Declared
	}
	return movement.Move
}

// actOf is the act that rules call an item.
func actOf(k notation.Kind) string {
	if k.Declared() {
		return string(k)
	}
	return kindOfPlay(k).Act()
}
