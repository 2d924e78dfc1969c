package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"adjudicate/rules/formula"
	"adjudicate/rules/names"
)

// This file checks what follows at moments, and the effects.

// consequences checks those of a definition, or of a procedure with an empty one.
func (c *checker) consequences(field string, list []Consequence, p *Piece) {
	c.most(field, len(list), MostClauses, "consequences")
	for i := range list {
		e, at := &list[i], fmt.Sprintf("%s[%d]", field, i)
		if e.Occasion() {
			c.occasion(at, e, p)
			continue
		}
		c.refusals(at, e)
		if c.word(at+".on", e.On, append(slices.Clone(moments), occasions...)...); !slices.Contains(moments, e.On) {
			continue // of which kind it is decides what the rest may say
		}
		if e.Of != "" {
			if c.word(at+".of", e.Of, "self", "friend", "enemy", "all"); p.Name == "" && e.Of != "all" && e.Of != "self" {
				c.doubt(at+".of", "no effect: in a procedure an entry is about every piece")
				c.hint("write it in a definition, or ask in when")
			}
		}
		v := ConsequenceVocabulary(p.Counters, c.resolver(at, p))
		c.loser(at, e)
		c.astray(at+".when", e.When, v, "it", "place")
		if e.When != "" {
			if f := c.formula(at+".when", e.When, v, formula.Bool); f != nil {
				c.fires(at, e, f, p)
			}
		}
		if len(e.Do) == 0 {
			c.fault(at+".do", "missing: what the consequence does")
		}
		c.undrawn(at, e.Do)
		for j := range e.Do {
			effect := fmt.Sprintf("%s.do[%d]", at, j)
			c.doing(effect, &e.Do[j], p, v)
			c.astrayIn(effect, &e.Do[j], v)
			c.left(effect, e, &e.Do[j])
		}
	}
}

// occasion checks what follows at a moment of a side or of the game.
func (c *checker) occasion(at string, e *Consequence, p *Piece) {
	if p.Name != "" {
		c.fault(at+".on", "a definition has consequences at moments of pieces; %s belongs to procedures", e.On)
		return
	}
	v := OccasionVocabulary(c.resolver(at, p))
	c.astray(at+".when", e.When, v, "it", "place")
	if slices.Contains(pieceless, e.On) {
		c.astray(at+".when", e.When, v, "self")
	}
	if e.When != "" {
		c.formula(at+".when", e.When, v, formula.Bool)
	}
	if e.Unless != "" {
		c.formula(at+".unless", e.Unless, DutyVocabulary(c.resolver(at+".unless", p)), formula.Bool)
		if e.On != "turn-ends" {
			c.fault(at+".unless", "allowed only with turn-ends")
		}
	}
	switch {
	case e.Of == "":
	case e.On == OnHandEnds:
		c.word(at+".of", e.Of, "other", "side")
	case e.On == OnRefused:
		c.word(at+".of", e.Of, "all")
	case slices.Contains(sideless, e.On):
		c.word(at+".of", e.Of, "side")
	case e.On == OnRoyalCaptured || e.On == OnStruck || e.On == "surrenders":
		c.word(at+".of", e.Of, "other")
	default:
		c.fault(at+".of", "it belongs to moments of pieces, and to %s, surrenders, %s, %s and %s", OnRoyalCaptured, OnHandEnds, OnEnacted, OnRepealed)
	}
	c.refusals(at, e)
	c.reasons(at, e)
	c.placeless(at, e)
	if len(e.Do) == 0 {
		c.fault(at+".do", "missing: what the consequence does")
	}
	c.undrawn(at, e.Do)
	for i := range e.Do {
		effect := fmt.Sprintf("%s.do[%d]", at, i)
		c.provision(effect, e, &e.Do[i], v)
		c.astrayIn(effect, &e.Do[i], v)
	}
}

// concerned doubts effects that concern the side of a moment which is of none.
func (c *checker) concerned(at string, e *Consequence, d *Doing) {
	if e.Of == "side" || e.Of == "other" && e.On != OnHandEnds || !slices.Contains(sideless, e.On) && e.On != OnPower || !d.Concerns() {
		return
	}
	switch {
	case e.On == OnPower:
		c.doubt(at, "no effect: a power that is not of sides concerns none")
		c.hint("by: side")
	case d.Pay != "":
		c.doubt(at, "this moment concerns no side: nobody pays or receives")
		c.hint("of: side asks each side in turn")
	default:
		c.doubt(at, "no effect: this moment concerns no side")
		c.hint("of: side asks each side in turn")
	}
}

// beside says how an effect of moments of pieces alone is written at those of sides.
var beside = map[string]string{
	"capture": "write convert, or lift, which leaves the pieces to their sides",
	"push":    "write move: pieces, with on: the square to which each of them (it) goes",
}

// EverySquare is what an effect that closes squares at a moment of a side is done to, of those for which where holds.
const EverySquare = "squares"

// provision checks an effect at a moment of a side or of the game.
func (c *checker) provision(at string, e *Consequence, d *Doing, v *formula.Vocabulary) {
	verb, whom := d.Effect()
	if how, ok := beside[verb]; ok && len(d.effects()) == 1 {
		c.fault(at+"."+verb, "%s belongs to moments of pieces, such as landed: at %s no piece acts", verb, e.On)
		c.hint("%s", how)
		return
	}
	without := []string{"capture", "push"}
	if e.On != OnPower {
		without = append(without, "takeback")
	}
	if !c.single(at, d, without...) {
		return
	}
	if d.Side != "" {
		if !slices.Contains(ofSides, verb) {
			c.fault(at+".side", "not allowed with %s", verb)
		}
		c.thing(at+".side", d.Side, v, SortSide)
	}
	c.other(at, verb, d, v)
	c.only(at, d, v)
	if d.Holder != "" && verb != "appoint" && verb != "entrust" && verb != "enter" {
		c.fault(at+".holder", "not allowed with %s", verb)
	}
	amount := func(field string, src Expr) {
		if src != "" {
			if f := c.formula(at+"."+field, src, v, formula.Number); f != nil {
				c.amount(at+"."+field, field, f)
			}
		}
	}
	switch verb {
	case "enforce", "suspend", "repeal":
		if !validNumber(whom) {
			c.fault(at+"."+verb, "expected the number of a rule, found %q", whom)
		}
	case "enter":
		c.entering(at, d, v)
	case "next", "surrender", "entrust", "pass", "play", "leave":
		c.sideWord(at, verb, whom)
		if verb == "play" {
			c.played(at, d)
		}
		if verb == "entrust" {
			c.given(at, d, v)
		}
	case "lay":
		c.word(at+".lay", whom, "array", LayBare)
	case "takeback":
		c.takeback(at+".takeback", e, d, v)
	case "pay":
		amount("pay", d.Pay)
		c.owing(at, d, v)
		if d.Payer == "" && d.Payee == "" {
			c.fault(at+".payer", "missing payer or payee: side, other, or an account such as Treasury")
		}
		for _, w := range []struct{ field, word string }{{"payer", d.Payer}, {"payee", d.Payee}} {
			c.payable(at+"."+w.field, w.word, v, SortSide, SortPlayer)
			doer := e.On == OnPower || e.On == OnBuys || e.On == OnRefused || doings[e.On] != ""
			if word := strings.ToLower(w.word); slices.Contains([]string{"mover", "owner", "actor", "captor", "who", "self"}, word) || word == "player" && (!doer || w.word != word) || word != w.word && (word == "side" || word == "other") {
				c.doubt(at+"."+w.field, "this pays an account of the name %q: here the player concerned is side", w.word)
			}
		}
	case "allot":
		amount("allot", d.Allot)
		if d.Budget == "" {
			c.fault(at+".budget", "missing maximum total value of the pieces")
		}
		amount("budget", d.Budget)
		if d.Keep != "" {
			c.formula(at+".keep", d.Keep, v, formula.Bool)
		}
		c.typeNames(at+".except", d.Except)
	case "create":
		switch regions := c.regionNames(nil); {
		case d.On == EverySquare:
			if d.Where == "" {
				c.fault(at+".where", "missing: on which squares, a condition that tests place")
				c.hint(`where: "true" means all that are empty`)
			}
		case d.On == "" || slices.Contains(regions, string(d.On)):
		case plainName().MatchString(string(d.On)) && d.On != "to" && d.On != "actor":
			c.fault(at+".on", "no such region of the board: %q", d.On)
			c.hint("%s", cmp.Or(names.Suggest(string(d.On), regions, ""), "or write a formula that yields a square, such as first(squares, it.empty)"))
		default:
			c.thing(at+".on", d.On, v, SortSquare)
		}
		c.typeAsked(at+".create", d.Create, v)
	case "attribute", "strip":
		c.attribute(at+"."+verb, cmp.Or(d.Attribute, d.Strip))
	case "become", "crown", "uncrown":
		c.word(at+"."+verb, whom, "pieces", "actor")
		c.becoming(verb, whom)
		c.typeOfEffect(at, verb, d.Type, v)
	case "place":
		c.word(at+".place", d.Place, "holdings")
		c.thing(at+".on", d.On, v, SortSquare)
	case "appoint", "dismiss":
		c.officeEffect(at, verb, d, v)
	case "set":
		c.counterName(at+".set", d.Set, nil)
		if f := c.formula(at+".to", d.To, v, formula.Number); f != nil && d.Where == "" {
			c.doubt(at+".set", "without where this affects every piece that has the counter")
		}
	case "lift":
		c.word(at+".lift", d.Lift, "pieces", "actor")
	case "convert":
		c.word(at+".convert", d.Convert, "pieces", "actor")
	case "move":
		c.word(at+".move", d.Move, "actor", "pieces")
		if d.On != "to" {
			c.thing(at+".on", d.On, v, SortSquare)
		}
	case "swap":
		if c.word(at+".swap", d.Swap, "actor", "pieces"); d.Swap == "pieces" && d.Where == "" {
			c.fault(at+".where", "missing: which pieces change places, each with the one on its square")
		}
		c.thing(at+".on", d.On, v, SortSquare)
	case "close", "open":
		c.closing(at, verb, d, v)
	case "bind", "release", "exchange":
		if e.On != OnPower && e.Of == "" && d.Other == "" {
			c.fault(at+"."+verb, "another side is required: other, a formula that yields it, a power on a side, or of: other")
		}
		if d.Exchange != "" {
			c.word(at+".exchange", d.Exchange, "other")
		}
	case "mark", "unmark":
		c.marks(at, verb, d, v, "to")
	case "unseal":
		c.word(at+".unseal", d.Unseal, c.merged.powerNames()...)
	case "lapse":
		c.word(at+".lapse", d.Lapse, c.merged.powerNames()...)
	case "destroy":
		c.word(at+".destroy", d.Destroy, "holdings", "pieces", "actor")
		if d.Destroy != "holdings" {
			break
		}
		if d.Beyond == "" {
			c.fault(at+".beyond", "missing number that a side keeps")
		}
		amount("beyond", d.Beyond)
		amount("refund", d.Refund)
	case "draw":
		if len(d.Draw) < 2 {
			c.fault(at+".draw", "expected at least two names to draw from")
		}
	}
	c.stray(at, verb, d)
	c.concerned(at, e, d)
	c.nobody(at, e, d)
	if c.firstOf(at, d, v); verb == "play" {
		return
	}
	single := d.Shuts() != "" && d.Shuts() != EverySquare || d.Move == "actor" || d.Swap == "actor" // there is nothing to choose among
	sifts := slices.Contains(sifted, verb) || d.Create != "" && d.On == EverySquare
	if d.Lot != "" {
		if !sifts || d.Destroy == "holdings" || single {
			c.fault(at+".lot", "not allowed with %s", verb)
		}
		if c.drawn(at, d) {
			amount("lot", d.Lot)
		}
	}
	if d.Where != "" {
		if whole := d.Destroy == "holdings"; whole || single || !sifts {
			c.fault(at+".where", "not allowed with %s", verb)
		}
		c.formula(at+".where", d.Where, v, formula.Bool)
	}
}

// firstOf checks which of several pieces an effect is done to first, if not to all at once.
func (c *checker) firstOf(at string, d *Doing, v *formula.Vocabulary) {
	if d.AtOnce && (d.Move != "pieces" || d.On == "" || d.On == Along || d.First != "") {
		c.fault(at+".at_once", "allowed only with move: pieces and on, a formula that yields the square of each, and without first")
	}
	if d.First == "" || d.Play != "" {
		return
	}
	verb, whom := d.Effect()
	switch {
	case whom != "pieces" && (verb != "place" || whom != "holdings"):
		c.fault(at+".first", "allowed only with an effect on pieces, or with place: holdings")
		return
	case d.On == Along:
		c.fault(at+".first", "not allowed with on: along: who is furthest along goes first")
		return
	}
	switch f := c.formula(at+".first", d.First, v, formula.Number); {
	case f == nil:
	case !f.Uses("it"):
		c.doubt(at+".first", "no effect: the number does not use it, and is the same for all")
	case slices.Contains([]string{"destroy", "capture", "lift"}, verb):
		c.doubt(at+".first", "no effect: %s does the same in every order", verb)
	}
}

// drawn refuses a word for all of them as the number that a lot draws.
func (c *checker) drawn(at string, d *Doing) bool {
	if slices.Contains([]string{"all", "any", "every", "everything"}, string(d.Lot)) {
		c.fault(at+".lot", "expected the number that is drawn, found %s", d.Lot)
		c.hint("without lot all of them are meant; lot: 1 draws one")
		return false
	}
	return true
}

// LayBare as Doing.Lay takes away what stands on the board and sets nothing up.
const LayBare = "bare"

// closing checks an effect that closes or opens squares.
func (c *checker) closing(at, verb string, d *Doing, v *formula.Vocabulary) {
	switch {
	case d.Shuts() != EverySquare:
		c.thing(at+"."+verb, Expr(d.Shuts()), v, SortSquare)
	case d.Where == "":
		c.fault(at+".where", "missing: which squares, a condition that tests place")
		c.hint(`where: "true" means all of them`)
	}
}

// stray doubts fields of an effect at a moment of a side that another effect would use.
func (c *checker) stray(at, verb string, d *Doing) {
	for _, f := range []struct {
		name string
		has  bool
		by   []string
	}{
		{"to", d.To != "", []string{"set", "mark", "unmark"}}, {"on", d.On != "", []string{"create", "place", "move", "swap", "mark", "unmark"}}, {"type", d.Type != "", []string{"become", "crown", "uncrown"}},
		{"join", d.Join, []string{"create", "place", "move"}}, {"payer", d.Payer != "", []string{"pay"}}, {"payee", d.Payee != "", []string{"pay"}}, {"asset", d.Asset != "", []string{"pay"}}, {"again", d.Again != "", []string{"pay"}},
		{"debt", d.Debt, []string{"pay"}}, {"owed", d.Owed != "", []string{"pay"}}, {"short", d.Short != "", []string{"pay"}},
		{"budget", d.Budget != "", []string{"allot"}}, {"having", len(d.Having) > 0, []string{"enter"}}, {"except", len(d.Except) > 0, []string{"allot"}}, {"keep", d.Keep != "", []string{"allot"}}, {"rests", len(d.Rests) > 0, []string{"allot"}},
		{"beyond", d.Beyond != "", []string{"destroy"}}, {"refund", d.Refund != "", []string{"destroy"}},
	} {
		if f.has && !slices.Contains(f.by, verb) {
			c.doubt(at+"."+f.name, "no effect: %s does not use it", verb)
		}
	}
}

// fires doubts a consequence that never follows.
func (c *checker) fires(at string, e *Consequence, f *formula.Formula, p *Piece) {
	if holds, known := f.Const(); known && holds == 0 && !strings.Contains(string(e.When), "reading(") {
		c.doubt(at+".when", "condition is never true: nothing follows")
	}
	if taken := e.On == "captures" || e.On == "attacks" || e.On == "captured" || e.On == "removed" || e.On == "landed" || e.On == "acts" || e.On == "moved" && slices.ContainsFunc(p.Modes, func(m Mode) bool { return m.Carries != nil && m.Carries.Off+m.Carries.Meets != "" }); !taken && f.Uses("victim") {
		c.doubt(at+".when", "nothing is captured when a piece is %s: there is no victim", e.On)
	}
}

// doing checks one effect.
func (c *checker) doing(at string, d *Doing, p *Piece, v *formula.Vocabulary) {
	if d.Allot != "" {
		c.fault(at+".allot", "allot belongs to moments of sides, such as turn-ends")
		c.hint("at turn-ends ask for a counter or an attribute that is set here")
		return
	}
	if d.Lay != "" && len(d.effects()) == 1 {
		c.fault(at+".lay", "lay belongs to moments of sides and of the game, such as hand-ends")
		return
	}
	if verb, _ := d.Effect(); (verb == "pass" || verb == "play") && len(d.effects()) == 1 {
		c.fault(at+"."+verb, "%s belongs to moments of sides, such as turn-starts", verb)
		c.hint("at turn-starts ask for an attribute that is set here")
		return
	}
	if verb, _ := d.Effect(); d.Enter+d.Leave+d.OnRules() != "" && len(d.effects()) == 1 {
		c.fault(at+"."+verb, "%s belongs to moments of sides, such as royal-captured and turn-ends", verb)
		return
	}
	if d.Takeback != "" && len(d.effects()) == 1 {
		c.fault(at+".takeback", "takeback belongs to powers")
		return
	}
	if !c.single(at, d, "allot", "pass", "play", "lay", "takeback", "enter", "leave", "enforce", "suspend", "repeal") {
		return
	}
	verb, whom := d.Effect()
	c.other(at, verb, d, v)
	c.only(at, d, v)
	if d.Draw != nil {
		if len(d.Draw) < 2 {
			c.fault(at+".draw", "expected at least two names to draw from")
		}
		return
	}
	if d.Lot != "" {
		if whom != "pieces" && whom != "holdings" && (d.Mark+d.Unmark+d.Shuts()+d.Set == "" || d.Where == "") {
			c.fault(at+".lot", "nothing to draw from: lot needs an effect on pieces or holdings, or on squares by where")
		}
		if !c.drawn(at, d) {
		} else if f := c.formula(at+".lot", d.Lot, v, formula.Number); f != nil {
			c.amount(at+".lot", "lot", f)
		}
	}
	if d.Pay != "" {
		c.payment(at, d, v)
		return
	}
	switch verb {
	case "attribute", "strip":
		c.attribute(at+"."+verb, whom)
	case "next":
		if d.Side != "" {
			c.sideWord(at, verb, whom)
		} else {
			c.word(at+".next", whom, "mover", "owner", "side")
		}
	case "surrender", "entrust":
		c.sideWord(at, verb, whom)
		if verb == "entrust" {
			c.given(at, d, v)
		}
	case "bind", "release", "exchange":
		if d.Other == "" {
			c.fault(at+".other", "missing: the other side, a formula such as owner")
		}
		if verb == "exchange" {
			c.word(at+".exchange", whom, "other")
		}
	case "unseal", "lapse":
		c.word(at+"."+verb, whom, c.merged.powerNames()...)
	case "clear":
	case "create":
		if d.On == EverySquare {
			c.fault(at+".on", "squares belongs to moments of sides and of the game, such as turn-ends")
			return
		}
		c.typeAsked(at+".create", whom, v)
	case "set":
		if d.Where == "" {
			c.counter(at, whom, p)
		} else {
			c.counterName(at+".set", whom, p)
		}
	case "close", "open":
		c.closing(at, verb, d, v)
	case "mark", "unmark":
		c.marks(at, verb, d, v, "from", "to", "at")
	case "place":
		c.word(at+".place", whom, "holdings")
	case "appoint", "dismiss":
		c.officeEffect(at, verb, d, v)
	default:
		c.word(at+"."+verb, whom, "self", "actor", "captor", "pieces")
		c.becoming(verb, whom)
	}
	for _, f := range []struct {
		name string
		has  bool
		by   []string
	}{
		{"where", d.Where != "", append(slices.Clone(sifted), "capture", "push")}, {"type", d.Type != "", []string{"become", "crown", "uncrown"}},
		{"to", d.To != "", []string{"set", "mark", "unmark"}}, {"on", d.On != "", []string{"move", "place", "create", "mark", "unmark", "swap"}},
		{"join", d.Join, []string{"move", "push", "place", "create"}}, {"side", d.Side != "", append([]string{"capture"}, ofSides...)}, {"holder", d.Holder != "", []string{"appoint", "entrust"}},
	} {
		if f.has && !slices.Contains(f.by, verb) {
			c.fault(at+"."+f.name, "not allowed with %s", verb)
		}
	}
	if d.Where != "" {
		if d.Shuts() != "" && whom != EverySquare {
			c.fault(at+".where", "not allowed with %s", verb)
			c.hint("%s: squares", verb)
		}
		f := c.formula(at+".where", d.Where, v, formula.Bool)
		if f != nil && (whom == "pieces" || verb == "place") && !f.Uses("it") {
			c.doubt(at+".where", "the condition does not use it: it holds for all pieces or for none")
		}
	} else if whom == "pieces" && !strings.Contains(string(d.On), "it") {
		c.doubt(at+"."+verb, "without where this affects every piece on the board")
	}
	c.firstOf(at, d, v)
	if d.Side != "" {
		c.thing(at+".side", d.Side, v, SortSide)
	}
	switch verb {
	case "move", "create", "place", "swap":
		if verb == "move" && d.On == Along || (verb == "swap" || verb == "create") && d.On == "" {
			break
		}
		c.thing(at+".on", d.On, v, SortSquare)
	case "become", "crown", "uncrown":
		c.typeOfEffect(at, verb, d.Type, v)
	case "set":
		if d.To == "" {
			c.fault(at+".to", "missing new value of the counter")
		} else if f := c.formula(at+".to", d.To, v, formula.Number); f != nil && !f.Range(c.afterCapture(p)).MultipleOf(1) {
			c.fault(at+".to", "expected a whole number for the counter: this may be a fraction")
			c.hint("round it with floor(…) or ceil(…)")
		}
	}
}

// Along is where an effect moves a piece that goes as the act did.
const Along = "along"

// counter requires a counter of the type.
func (c *checker) counter(at, name string, p *Piece) {
	var list []string
	for _, n := range slices.Concat(p.Counters, c.merged.Counters) {
		list = append(list, n.Name)
	}
	if !slices.Contains(list, name) {
		c.fault(at+".set", "the type has no counter %q", name)
		c.hint("%s", names.Suggest(name, list, fmt.Sprintf("declare it: counters: [{name: %s}]", name)))
	}
}

// pieceless are moments of sides and of the game that are about no piece and no square.
var pieceless = []string{"turn-starts", "turn-ends", "passes", "surrenders", "limit", "day", "month", "enters", "leaves", OnHandEnds, OnEnacted, OnRepealed,
	"enacts", "amends", "repeals", "adopts", "transfers", "appoints", "hands-over"}

// nobody doubts effects on the piece or the square of a moment that is about none.
func (c *checker) nobody(at string, e *Consequence, d *Doing) {
	none := slices.Contains(pieceless, e.On)
	for _, whom := range []string{d.Lift, d.Destroy, d.Convert, d.Become, d.Crown, d.Uncrown, d.Move, d.Swap} {
		if none && whom == "actor" {
			c.doubt(at, "no effect: %s is about no piece", e.On)
			c.hint("pieces, with where")
			return
		}
	}
	if on := string(d.On); on == "from" || none && on == "to" {
		c.doubt(at+".on", "no effect: at %s no square is called %s", e.On, on)
	}
}

// loser doubts formulas at the capture of a piece that ask whose the victim is, and mean whose it was. Where pieces can resist, that is
// how an attack that was resisted is told from a capture.
func (c *checker) loser(at string, e *Consequence) {
	if e.On != "captures" && e.On != "captured" && e.On != "attacks" {
		return
	}
	asks := []Expr{e.When}
	for i := range e.Do {
		d := &e.Do[i]
		asks = append(asks, d.Pay, d.Owed, Expr(d.Payer), Expr(d.Payee), d.Where, d.Side, d.Holder, d.On, d.To)
		if e.On == "captures" && (d.Payer == "owner" || d.Payee == "owner") {
			c.doubt(fmt.Sprintf("%s.do[%d]", at, i), "at captures owner is the side that captures")
			c.hint("on: captured, where owner is the side that has lost the piece")
		}
	}
	for _, src := range asks {
		if strings.Contains(string(src), "victim.side") && !(e.On == "attacks" && c.resisting) {
			c.doubt(at, "at %s victim.side is the side that captures: the piece is its own by then", e.On)
			if e.On == "captured" {
				c.hint("owner is the side that has lost it")
			} else {
				c.hint("on: captured, where owner is the side that has lost it")
			}
			return
		}
	}
}
