package aggregate

import (
	"slices"

	"adjudicate/events"
	"adjudicate/rules"
	"adjudicate/rules/formula"
	"adjudicate/rules/turns"
)

// What a play keeps of the rules besides those of movement, for whoever explains it. What it breaks is told by faults.

// watched reports whether somebody is told how a decision came about.
func (d *decision) watched() bool {
	w := d.judge.watch
	return w != nil && !w.told && len(w.Stages) > 0
}

// keeps tells that something holds which the rules ask of a play.
func (d *decision) keeps(clause, text string) {
	if d.watched() {
		s := &d.judge.watch.Stages[len(d.judge.watch.Stages)-1]
		s.Kept = append(s.Kept, Kept{text, clause})
	}
}

// keepsBan tells why a duty does not forbid an act, by a condition of what is before it or of the board that it leaves.
func (d *decision) keepsBan(clause, act string, duty *rules.Duty, because *formula.Formula, why turns.Kept, after bool) {
	if !d.watched() {
		return
	}
	text := article(act) + " is not forbidden"
	if after {
		text = article(act) + " may leave the board this way"
	}
	switch {
	case why == turns.Answered && duty.Unless != "":
		text += ", since a legal play answers it"
	case why == turns.Answered:
		text += ", since no legal play answers it"
	case because != nil:
		text += ", since this does not hold: " + because.String()
	}
	d.keeps(clause, text)
}

// keepsOwed tells why an obligation refuses no act.
func (d *decision) keepsOwed(clause string, duty *rules.Duty, because *formula.Formula, why turns.Kept) {
	if !d.watched() {
		return
	}
	text := actCalled(duty.Oblige) + " is obligatory, and "
	switch {
	case why == turns.Done && duty.Most != "":
		text += "none counts more than this one: " + string(duty.Most)
	case why == turns.Done:
		text += "this is one"
	case why == turns.Impossible:
		text += "none is possible"
	default:
		text = actCalled(duty.Oblige) + " is not obligatory, since this does not hold: " + because.String()
	}
	d.keeps(clause, text)
}

// keepsLimit tells that no more counts towards a limit than may.
func (d *decision) keepsLimit(clause string, sum, most float64, which *formula.Formula) {
	if d.watched() {
		d.keeps(clause, "no limit is exceeded: "+tooMany(sum, most, which))
	}
}

// keeps tells what a whole turn keeps, and notes the board on which its own check is asked.
func (t *wholeTurn) keeps(q turns.Question) {
	p, d := t.p, t.p.d
	name := t.act.Play.Act()
	switch {
	case q.Against == turns.OwnCheck:
		if q.Objects == d.now.pos.InCheck(p.side) && !d.together { // else a Pass is spared, or the play alone was asked
			d.now.changed()
			t.board = d.now.standing(d.judge.engine)
			t.board.base.catchUp()
		}
	case q.Objects:
	case q.Against == turns.Obliged:
		d.keepsOwed(q.Clause, q.Duty, q.Because, q.Kept)
	case q.Against == turns.Forbidden, q.Against == turns.ForbiddenAfter:
		d.keepsBan(q.Clause, name, q.Duty, q.Because, q.Kept, q.Against == turns.ForbiddenAfter)
	case q.Against == turns.TooMany:
		d.keepsLimit(q.Clause, q.Sum, q.Most, q.Because)
	case q.Against == turns.Strikes:
		d.keeps(d.law().citePlacing(), "the piece attacks nothing from "+d.law().ruleset.SquareName(t.act.To))
	case q.Against == turns.NotChosen:
		d.keeps(firstOf(t.g.CiteChoices()...), "this may be chosen: "+written(d.now.chosenItems([]turns.Chosen{q.Chosen})))
	}
}

// tried is what speaks against a turn. Whoever watches hears what it was asked.
func (t *wholeTurn) tried() []turns.Objection {
	if t.p.d.watched() {
		t.g.Tell(t.keeps)
		defer t.g.Tell(nil)
	}
	return t.g.Try(t.p.side, &t.act, t.given, t.alone)
}

// judged tells of the board on which the own check of a turn was asked, and lays its faults there.
func (t *wholeTurn) judged() {
	d := t.p.d
	if t.board == nil || !d.watched() {
		return
	}
	d.endStage()
	check := Stage{Kind: StageCheck, Judge: t.board, closed: true}
	list := d.judge.watch.Stages
	for i := range list {
		mine := func(f events.Fault) bool { return f.Code == FaultOwnCheck }
		for _, f := range list[i].Faults {
			if mine(f) {
				check.Faults = append(check.Faults, f)
			}
		}
		list[i].Faults = slices.DeleteFunc(list[i].Faults, mine)
	}
	d.judge.watch.Stages = append(list, check)
}
