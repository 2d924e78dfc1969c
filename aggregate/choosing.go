package aggregate

import (
	"slices"
	"strconv"
	"strings"

	"adjudicate/notation"
	"adjudicate/rules/movement"
	"adjudicate/rules/names"
	"adjudicate/rules/turns"
)

// What a side chooses besides an act, in plays that are put together of acts. A square that is closed, or a piece that is placed where the
// act began, belongs to the act before it and is none of the acts that a play is made of.

// chooses reports whether an item is a choice that belongs to the act before it.
func (p *play) chooses(item *notation.Item) bool {
	l := p.d.law()
	if len(p.steps) == 0 || l.whole && p.whole() || len(l.proc.Choices) == 0 {
		return false
	}
	if item.Kind == notation.Close || item.Kind == notation.Destroy || item.Kind == notation.Choice {
		return true
	}
	last := &p.steps[len(p.steps)-1].item
	if item.Kind != notation.Placement || last.Kind != notation.Move && last.Kind != notation.Capture && !last.Kind.Declared() || item.To != last.From {
		return false
	}
	for i := range l.proc.Choices {
		if place := l.proc.Choices[i].Place; place == "from" || place == "either" {
			return true
		}
	}
	return false
}

// owes notes which choices come with an act that is about to be made.
func (p *play) owes(a *act) {
	if len(p.d.law().proc.Choices) == 0 || p.d.now.turns() == nil || p.ordering() {
		return
	}
	a.ply = movement.Ply{Play: kindOfPlay(a.step.item.Kind), Piece: a.id, From: a.from, To: a.to, Other: movement.NoPiece,
		Take: movement.Taking{Victim: a.victim, Also: movement.NoPiece}, Becomes: movement.NoType, Make: movement.NoType, Side: p.side}
	if a.take != nil {
		a.ply.Take = *a.take
	}
	if k := p.d.law().declaredKind(a.name); k != nil {
		a.ply.Kind = k.id
	}
	if p.terms != nil && a.kind != "" {
		a.ply.In = uint8(p.terms.id) + 1
	}
	p.names(a)
	a.owed = p.d.now.turns().Owed(p.side, &a.ply)
}

// names makes the choices with names that come with an act that is about to be made, or refuses them.
func (p *play) names(a *act) {
	g := p.d.now.turns()
	if len(p.d.law().ruleset.Named()) == 0 {
		return
	}
	p.d.now.pos.Unchoose() // what was chosen with an act to which this one is an answer, or which it could be made instead of
	t := &wholeTurn{p: p, g: g, step: a.step, act: a.ply}
	if !t.choices(slices.DeleteFunc(slices.Clone(a.step.chosen), func(s step) bool { return s.item.Kind != notation.Choice })) {
		return
	}
	a.named, a.written = t.given, p.d.now.chosenItems(t.given)
	// A choice with a name that is optional is offered before those without: a play that has both is in the list once.
	last := slices.ContainsFunc(a.step.chosen, func(s step) bool { return s.item.Kind != notation.Choice })
	offer := func() {
		if p.leftOf(a.step) != nil {
			p.lacksChoices(a.step, g.NextName(p.side, &a.ply, t.given))
		}
	}
	if !last {
		offer()
	}
	if o := g.Name(p.side, &a.ply, t.given); o != nil {
		if last {
			offer()
		}
		t.objects(o)
	}
}

// chosenByName writes the choices with names that have been made with an act.
func (p *play) chosenByName(s *step) (items []notation.Item) {
	t := &wholeTurn{p: p, g: p.d.now.turns(), step: s}
	named := slices.DeleteFunc(slices.Clone(s.chosen), func(c step) bool { return c.item.Kind != notation.Choice })
	if len(named) == 0 || !t.choices(named) {
		return nil
	}
	return p.d.now.chosenItems(t.given)
}

// calledChoice is what was chosen by a choice with a name, as a play writes it: a piece by its square, of several that share one by its id.
func (t *table) calledChoice(c turns.Chosen) string {
	if id := movement.PieceID(c.Value); t.turns().Of(c.Name) == "piece" && len(t.pos.AllAt(c.Square, nil)) > 1 {
		return "#" + t.pieceName(id)
	}
	return t.turns().Called(c)
}

// namedChoice reads what a play chooses by a choice with a name.
func (p *play) namedChoice(s *step) (c turns.Chosen, ok bool) {
	t, rs, text := p.d.now, p.d.law().ruleset, s.item.Choose
	c = turns.Chosen{Name: s.item.Name, Piece: movement.NoPiece}
	switch t.turns().Of(c.Name) {
	case "square":
		c.Square, ok = p.square(s, strings.ToLower(text))
		c.Value = float64(c.Square)
	case "piece":
		id := movement.NoPiece
		if name, named := strings.CutPrefix(text, "#"); named {
			if i, found := t.found(name); found {
				id = movement.PieceID(i)
			}
		} else if sq, known := rs.Square(strings.ToLower(text)); known {
			id = t.pos.At(sq)
		}
		if ok = id != movement.NoPiece && t.pos.Where(id) != movement.Off; ok {
			c.Value, c.Square = float64(id), t.pos.Where(id)
		}
	case "side":
		name, err := names.Find("side", text, t.state.SideNames())
		if err != nil {
			p.fault(s, FaultChoice, firstOf(t.turns().CiteChoices()...), nil, nil, "%s: %v", c.Name, err)
			return c, false
		}
		i, _ := t.state.findSide(name)
		c.Value, ok = float64(i), true
	case "type":
		var typ movement.TypeID
		if list := p.d.law().typesCalled(text); len(list) == 1 {
			typ, ok = list[0], true
		}
		c.Value = float64(typ)
	case "number":
		if t.turns().Listed(c.Name) {
			c.Value, c.List, ok = listOfNumbers(text)
			break
		}
		n, err := strconv.Atoi(text)
		c.Value, ok = float64(n), err == nil
	default:
		p.fault(s, FaultChoice, firstOf(t.turns().CiteChoices()...), nil, nil, "%v", names.Unknown("choice", c.Name, t.turns().Names()))
		return c, false
	}
	if !ok {
		p.fault(s, FaultChoice, firstOf(t.turns().CiteChoices()...), nil, nil, "%s: expected the %s that is chosen, found %q", c.Name, t.turns().Of(c.Name), text)
	}
	return c, ok
}

// listOfNumbers reads "2, 1": the sum, and the list as plays write it.
func listOfNumbers(text string) (sum float64, list string, ok bool) {
	var words []string
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' }) {
		n, err := strconv.Atoi(word)
		if err != nil || n < 0 {
			return 0, "", false
		}
		sum += float64(n)
		words = append(words, strconv.Itoa(n))
	}
	return sum, strings.Join(words, ", "), len(words) > 0
}

// choosesWith makes what was chosen besides an act that has been made, or refuses it.
func (p *play) choosesWith(s *step, made *act) {
	p.tellLeft(s, made)
	if len(s.chosen) == 0 && (made == nil || made.owed == 0) {
		return
	}
	t := &wholeTurn{p: p, g: p.d.now.turns(), step: s}
	var owed uint64
	if made != nil {
		t.act, owed = made.ply, made.owed
	}
	if !t.choicesAfter(made, s.chosen) {
		return
	}
	if o := t.g.Choose(p.side, &t.act, owed, t.given); o != nil {
		t.objects(o)
		return
	}
	for _, c := range t.given {
		t.keeps(turns.Question{Objection: turns.Objection{Against: turns.NotChosen, Chosen: c}})
	}
	if made != nil {
		p.done = append(p.done, made.written...)
	}
	p.done = append(p.done, p.d.now.chosenItems(slices.DeleteFunc(slices.Clone(t.given), func(c turns.Chosen) bool { return c.Name != "" && made != nil }))...)
	p.emitChosen(basisOf(nil, t.g.CiteChoices()...), t.given)
}

// choicesAfter reads what is chosen besides an act that has been made. What has a name was read before that: a piece may stand elsewhere by now.
func (t *wholeTurn) choicesAfter(made *act, chosen []step) bool {
	if made == nil {
		return t.choices(chosen)
	}
	t.given = slices.Clone(made.named)
	return t.choices(slices.DeleteFunc(slices.Clone(chosen), func(s step) bool { return s.item.Kind == notation.Choice }))
}

// tellLeft tells whoever asks what may be chosen besides the last act of a play, which has been made, and what is chosen with it already.
func (p *play) tellLeft(s *step, made *act) {
	if made == nil || made.owed == 0 || p.leftOf(s) == nil {
		return
	}
	t := &wholeTurn{p: p, g: p.d.now.turns(), step: s, act: made.ply}
	if before := len(p.d.ruling.Faults); !t.choicesAfter(made, s.chosen) {
		p.d.ruling.Faults = p.d.ruling.Faults[:before] // they are told again
		return
	}
	p.lacksChoices(s, t.g.Left(p.side, &t.act, made.owed, t.given))
}

// unfit says why what was chosen is none of what can be.
func (t *wholeTurn) unfit(o *turns.Objection) string {
	n, rs := t.p.d.now, t.p.d.law().ruleset
	given := written(n.chosenItems([]turns.Chosen{o.Chosen}))
	square, act := rs.SquareName(o.Chosen.Square), strings.ToLower(actWords[t.act.Play])
	if t.act.Play == movement.Declared {
		act = rs.ActOf(&t.act) + " move"
	}
	because := ""
	if o.Because != nil {
		because = o.Because.String()
	}
	standing := func() string {
		if len(o.By) == 0 {
			return "something"
		}
		return "the " + t.p.typeName(o.By[0]) + " of " + n.sideName(n.pos.Owner(o.By[0]))
	}
	switch o.Unfit {
	case turns.NoChoices:
		return "no such choice as " + given + ": no rule gives one besides the act"
	case turns.OtherKind:
		return "no such choice as " + given + ": the rules let a side choose something else"
	case turns.NotAfter:
		return "no such choice as " + given + " after " + article(act)
	case turns.NotNow:
		return "no such choice as " + given + " after this " + act + ": it comes only with " + because
	case turns.UsedUp:
		return given + " is one choice too many"
	case turns.Occupied:
		return given + " is impossible: on " + square + " stands " + standing()
	case turns.Closed:
		why, _, _ := n.pos.Shut(o.Chosen.Square)
		return given + " is impossible: " + why
	case turns.NothingOn:
		return given + " is impossible: nothing stands on " + square
	case turns.NotRoyal:
		return given + " is impossible: " + standing() + " is royal"
	case turns.Crowded:
		return given + " may not be chosen: as many of its type are on the board as may be placed there"
	case turns.NotSuchThat:
		if because == "" {
			return given + " may not be chosen: it is none of what can be"
		}
		return given + " may not be chosen: " + because + " does not hold"
	}
	return given + " may not be chosen: it goes only where the act has left a square"
}
