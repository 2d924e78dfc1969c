package aggregate

import (
	"iter"
	"slices"

	"adjudicate/events"
	"adjudicate/notation"
	"adjudicate/rules"
	"adjudicate/rules/formula"
	"adjudicate/rules/movement"
	"adjudicate/rules/turns"
)

// A game of whole turns knows the acts of which sequences of play are counted. Rules may speak of more: of captures of kinds, that
// are resisted, on squares that several share; of packs; of promotions of whom a play names besides; of captured pieces
// that go somewhere under a condition; of placements that W and n decide. Under such rules a play of the game is one act, judged
// as an atomic play is, with everything else as it is.

// isWhole reports whether plays are judged as whole turns.
func (l *law) isWhole() bool {
	return l.arrayed && l.proc.Plays == nil && !l.beyondTurns()
}

// single reports whether each play is one act, as in a game of whole turns, whether or not the rules speak of more than package turns knows: it
// is how people write such plays.
func (l *law) single() bool { return l.arrayed && l.proc.Plays == nil && l.turns != nil }

// beyondTurns reports whether the rules speak of what package turns does not know.
func (l *law) beyondTurns() bool {
	if c := l.proc.Capturing; c != nil && (c.When != "" || c.Vain != "") {
		return true
	}
	if s := l.proc.Placing; s != nil && (s.MayCheck != "" || s.Uncovers != "" || !turns.Decided(s)) {
		return true
	}
	for i := range l.ruleset.Types() {
		def := l.ruleset.Def(movement.TypeID(i))
		if len(def.Resists) > 0 || def.Shares != "" || def.Pack != nil ||
			slices.ContainsFunc(def.Modes, func(m rules.Mode) bool { return m.Kind != "" }) ||
			slices.ContainsFunc(def.Promotion, func(pr rules.Promotion) bool {
				return pr.On == onOwnPlay || pr.To == toMirror
			}) {
			return true
		}
	}
	return false
}

// Next implements turns.World: who plays after a side, by the order as it stands.
func (w *world) Next(played movement.SideID) movement.SideID {
	if next, ok := w.t.nextAfter(played); ok {
		return next
	}
	return played
}

// nextAfter returns whose turn follows that of a side as the board stands, as far as the order says.
func (t *table) nextAfter(played movement.SideID) (movement.SideID, bool) {
	list, name, o := slices.Clone(t.state.order), t.sideName(played), t.law.proc.Order
	if len(list) == 0 {
		return -1, false
	}
	d := &decision{now: t, in: Input{At: t.at}}
	switch {
	case o != nil && o.By == rules.OrderFormula:
		list = d.ranked(toBottom(list, name))
	case o == nil || o.Up == "" || !d.reverts(name) || list[0] == name:
		list = toBottom(list, name)
	}
	ups := o != nil && o.Up != "" && !t.law.reads("list-rotation", "literal")
	up := func(side string) bool {
		i, in := t.state.findSide(side)
		return in && (o.Up == rules.UpInCheck && t.pos.InCheck(movement.SideID(i)) || o.Up != rules.UpInCheck && d.up(side))
	}
	if ups { // who goes up, before those that only answer
		list = toTop(list, slices.IndexFunc(list, func(side string) bool { return up(side) && (o.By == rules.OrderFormula || !d.reverts(side)) }))
	}
	list = toTop(list, slices.Index(list, firstOf(t.promised, t.state.promised)))
	at := 0
	if ups && !up(list[0]) {
		at = max(0, slices.IndexFunc(list, func(side string) bool { return up(side) && d.reverts(side) }))
	}
	if at == 0 {
		at = max(0, slices.IndexFunc(list, func(side string) bool { return !d.skips(t.state, side) }))
	}
	next, ok := t.state.findSide(list[at])
	return movement.SideID(next), ok
}

// toTop returns a list with what stands at i first.
func toTop(list []string, i int) []string {
	if i <= 0 {
		return list
	}
	return slices.Concat(list[i:i+1], list[:i], list[i+1:])
}

// Lets implements turns.World.
func (w *world) Lets(s movement.SideID, act *movement.Ply) bool {
	return w.t.staged(act) && (w.l.ruleset.InKind(act) == "" || w.t.affords(s, act))
}

// affords reports whether a side's player can pay for a move of a declared kind.
func (t *table) affords(s movement.SideID, act *movement.Ply) bool {
	k := t.law.declaredKind(t.law.ruleset.InKind(act))
	if k == nil || k.cost == nil {
		return k != nil
	}
	judge, side := t.standing(""), &t.state.sides[s]
	judge.base.catchUp()
	d := judge.begin(Input{Payload: events.PlaySubmitted{Side: side.name}, At: t.at}, nil)
	p := &play{d: d, side: s, name: side.name, player: side.player, how: HowSubmitted}
	return p.priceOf(k, act.Piece) <= t.state.Balance(side.player, k.asset)
}

// Judges implements turns.World.
func (w *world) Judges() bool { return !w.l.whole }

// Others implements turns.World: whether a side has a legal play of several acts, where the rules have them, or where a judge is asked of all any
// of one act, after which something holds. Each is tried as the play that it would be.
//
// What is asked here is asked after each of many plays: of those that a side could make, as when all are listed, and of those that an
// obligation makes somebody try. Most boards after them differ by little, and so do the replies to them: the one that answered last
// is tried before the others. So a question that has an answer costs about one reply, and one that has none costs all of them.
func (w *world) Others(s movement.SideID, answering bool, asked *formula.Formula, holds func(*turns.Game) bool) bool {
	if w.l.whole {
		return false
	}
	judge, tried := w.t.standing(""), 0
	t := judge.base
	t.replies = w.t.replies
	t.answering, judge.work.answering = answering, answering
	t.catchUp()
	try := func(text string) (*decision, bool) {
		side := t.sideName(s)
		judge.left = &leftOver{text: text}
		d := judge.begin(Input{Payload: events.PlaySubmitted{Side: side, Text: text}, At: t.at}, nil)
		p := &play{d: d, side: s, name: side, player: d.state().sides[s].player, how: HowSubmitted}
		reading := d.in.Reading()
		if reading.Err != nil {
			return d, false
		}
		p.split(reading.Play)
		p.run()
		return d, !d.faulty() && holds(d.now.turns())
	}
	answers := func(act string) bool {
		return t.completing(act, func(text string) (*decision, bool) {
			if text != act {
				tried++
			}
			d, answers := try(text)
			return d, answers || tried > mostTried
		})
	}
	lists := []iter.Seq[string]{func(func(string) bool) {}, t.pairs(s), t.packs(s)}
	if w.Judges() {
		lists[0] = t.actTexts(s)
	}
	of := question{asked, s}
	last, again := t.replies.last[of], false
	if last.text != "" {
		if lists[last.list], again = among(lists[last.list], last.text); again && answers(last.text) {
			return true
		}
	}
	for list, plays := range lists {
		for text := range plays {
			if list > 0 {
				tried++
			}
			switch {
			case tried > mostTried:
				return true
			case again && text == last.text:
			case answers(text):
				t.replies.note(of, reply{text, list})
				return true
			}
		}
	}
	return false
}

// replies are the plays that answered last what was asked of a side, on boards that differ.
type replies struct{ last map[question]reply }

// A question is what is asked of the plays of a side.
type question struct {
	asked *formula.Formula
	side  movement.SideID
}

// A reply is the text of a play that answers, and in which list of plays it came.
type reply struct {
	text string
	list int
}

// note remembers a play that has answered.
func (r *replies) note(of question, by reply) {
	if r.last == nil {
		r.last = map[question]reply{}
	}
	r.last[of] = by
}

// among reports whether a text is one of plays, as far as they are tried, and returns those plays, which need not be found anew.
func among(plays iter.Seq[string], text string) (iter.Seq[string], bool) {
	var list []string
	for x := range plays {
		if x == text {
			return plays, true
		}
		if list = append(list, x); len(list) > mostTried {
			return plays, false
		}
	}
	return slices.Values(list), false
}

// mostTried is how many plays of several acts are tried before a game goes on as if one of them were legal.
const mostTried = 4096

// pairs calls yield with the texts of the plays of two acts that the shapes of plays allow.
func (t *table) pairs(s movement.SideID) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		allowed := func(kinds ...notation.Kind) bool {
			return slices.ContainsFunc(t.law.shapes, func(l shapeLaw) bool {
				return slices.ContainsFunc(l.plays, func(k []notation.Kind) bool { return len(k) >= len(kinds) && slices.Equal(k[:len(kinds)], kinds) })
			})
		}
		if t.law.whole || t.law.proc.Plays == nil || len(t.law.shapes) == 0 {
			return
		}
		acts := t.turns().Acts(s)
		for i := range acts {
			first := t.itemsOf(&acts[i], nil, acts)
			if !allowed(t.law.shapeOf(&first[0])) {
				continue
			}
			u := t.pos.Do(&acts[i])
			then := t.turns().Acts(s)
			var texts []string
			for k := range then {
				if second := t.itemsOf(&then[k], nil, then); allowed(t.law.shapeOf(&first[0]), t.law.shapeOf(&second[0])) {
					texts = append(texts, written(append(slices.Clone(first), second...)))
				}
			}
			u.Back()
			for _, text := range texts {
				if !yield(text) {
					return
				}
			}
		}
	}
}

// actTexts calls yield with the texts of the acts that a side could make, an action against one piece each, and that it passes, if a rule says when it may.
func (t *table) actTexts(s movement.SideID) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		goOn := true
		t.proposals(s, func(p *Proposal) bool {
			goOn = len(p.Items[0].Targets) > 1 || yield(p.Text)
			return goOn
		})
		if goOn && t.turns().MayPass(s) {
			yield(string(notation.Pass))
		}
	}
}
