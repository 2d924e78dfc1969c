package rules

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"adjudicate/rules/names"
)

// This file doubts what is said in vain because the rules lack something else: acts that nobody can make, moments that never come, what
// needs turns where there are none, what is about pieces off the board where none can be, prices in what nobody is given.

// A Game is what is known of the game to which rules belong, beside its rules. The zero value knows nothing.
type Game struct {
	Sides []string // nil: not known
	Opens bool     // whether it is known how the game begins:
	Array bool     // with an opening array
	Held  bool     // in which pieces are off the board, too
	From  []string // assets that it has words for, whoever gives them
	Whole bool     // no rules are meant to come: they are all in the folder that is checked

	Faulty bool // other rules of it have faults, and may mean what is missing
}

// lacking asks what a rulebook lacks without which something else has no effect. What is not known of the game it takes to be there.
type lacking struct {
	c    *checker
	book *Rulebook
}

// A lack says why something has no effect, and what would give it one; zero if nothing is lacking.
type lack struct{ why, hint string }

func lacks(hint, format string, args ...any) lack { return lack{fmt.Sprintf(format, args...), hint} }

// someType reports whether a type that the rules define is such.
func (l lacking) someType(is func(p *Piece) bool) bool {
	return slices.ContainsFunc(l.book.Pieces(), func(d Definition) bool { return is(d.Piece) })
}

// someEffect reports whether an effect of a rule is such.
func (l lacking) someEffect(is func(d *Doing) bool) bool {
	found := false
	for _, r := range l.book.Rules() {
		eachDoing(&r, func(_ string, d *Doing) { found = found || is(d) })
	}
	return found
}

// someEnd reports whether the game ends when it is asked at a moment.
func (l lacking) someEnd(asked string) bool {
	return slices.ContainsFunc(l.book.Ends(), func(e SourcedEnd) bool { return e.Asked() == asked })
}

// turns asks for turns: the rules provide for them by order or plays, and a game with an array has them.
func (l lacking) turns() lack {
	if p := l.c.merged; p.Order != nil || p.Plays != nil || !l.c.game.Opens || l.c.game.Array {
		return lack{}
	}
	return lacks("order: {by: fixed} lets the sides play in turn", "it is nobody's turn, since the game has no opening array and no rule has the section order or plays")
}

// rule asks for a rule of a number, which may be without force.
func (l lacking) rule(number string) lack {
	if _, there := l.book.Rule(number); there || !l.c.game.Opens {
		return lack{}
	}
	return lacks("", "no rule has the number %s", number)
}

// array asks for an array with which the game has begun.
func (l lacking) array() lack {
	if !l.c.game.Opens || l.c.game.Array {
		return lack{}
	}
	return lacks("create, with on, puts pieces on the board", "the game has no opening array")
}

// holdings asks for pieces off the board.
func (l lacking) holdings() lack {
	p := l.c.merged
	if g := p.Capturing; g == nil || g.Goes != "gone" || g.When != "" {
		return lack{}
	}
	if !l.c.game.Opens || l.c.game.Held || p.Buying != nil || p.Draft != nil || p.Compounds != nil || p.Plays != nil || p.RoyalFall != nil || p.Winning != nil || l.someEnd(EndsOnSurrender) ||
		slices.ContainsFunc(p.Limits, func(m Limit) bool { return m.Beyond == "lifted" }) ||
		l.someEffect(func(d *Doing) bool { return d.Create+d.Capture+d.Lift+d.Surrender+string(d.Allot) != "" }) ||
		l.someType(func(t *Piece) bool {
			return slices.ContainsFunc(t.Actions, func(a Action) bool { return a.Effect != "destroy" }) ||
				slices.ContainsFunc(t.AllModes(), func(m Mode) bool { return slices.ContainsFunc(m.For, IsExit) })
		}) {
		return lack{}
	}
	return lacks("capturing: {goes: holding} leaves captured pieces to their captor; purchases, create, lift and moves off the board hold some, too", "no piece is ever off the board")
}

// free reports whether pieces of some type are placed without being held before.
func (l lacking) free() bool {
	return l.someType(func(t *Piece) bool { return t.Placement != nil && t.Placement.Free })
}

// act asks for an act that some side can make, by the word of duties and stages for it.
func (l lacking) act(word string) lack {
	p := l.c.merged
	switch {
	case word == ActPlacement && p.Placing == nil:
		return lacks("they need the section placing", "no rule provides for Placements")
	case word == ActPlacement && !l.free():
		return l.holdings()
	case word == ActPass && p.Plays == nil && p.Passing == nil && !l.someType(func(t *Piece) bool {
		return slices.ContainsFunc(t.AllModes(), func(m Mode) bool { return m.Origin == "pass" })
	}):
		return lacks("the section passing says when a side may pass", "no rule provides for a Pass")
	case word == ActSurrender && p.Plays == nil && p.Winning == nil && !l.someEnd(EndsOnSurrender):
		return lacks("it needs an end on: surrender, or the section plays", "no rule provides for a Surrender")
	case (word == "buy" || word == "destroy") && p.Buying == nil:
		return lacks("they need the section buying", "no rule provides for purchases")
	case word == "choose" && p.Draft == nil && p.Winning == nil && !l.someEffect(func(d *Doing) bool { return d.Allot != "" }):
		return lacks("the effect allot does", "no rule gives a side pieces to choose")
	case p.Kind(word) != nil && !l.someType(func(t *Piece) bool { return len(t.ModesOf(word)) > 0 }):
		return lacks("", "no type has moves of the kind %s", word)
	}
	return lack{}
}

// moment asks for a moment that can come.
func (l lacking) moment(on string) lack {
	p := l.c.merged
	switch on {
	case OnBuys, "destroys", "chooses":
		return l.act(map[string]string{OnBuys: "buy", "destroys": "destroy", "chooses": "choose"}[on])
	case "placed":
		if !slices.ContainsFunc(p.Choices, func(ch Choice) bool { return ch.Place != "" }) && !l.someEffect(func(d *Doing) bool { return d.Place != "" }) {
			return l.act(ActPlacement)
		}
	case OnHandEnds:
		if !slices.ContainsFunc(p.Ends, func(end End) bool { return end.Then == NewHand }) && p.Winning == nil {
			return lacks("", "no end says then: new-hand")
		}
	case "passes":
		if p.Automatic == nil && p.Together == nil && !l.someEffect(func(d *Doing) bool { return d.Pass != "" }) {
			return l.act(ActPass)
		}
	case "surrenders":
		if p.Automatic == nil && p.Together == nil && p.Clock == nil && !l.someEffect(func(d *Doing) bool { return d.Surrender != "" }) {
			return l.act(ActSurrender)
		}
	case "turn-starts":
		return l.turns()
	case OnEnacted:
		if l.c.game.Whole {
			return lacks("enters, or turn-starts with when: turns == 0, comes then", "a rule with which a game opens comes into force before it begins")
		}
	case Over:
		if p.Winning == nil && !slices.ContainsFunc(p.Ends, func(end End) bool { return end.On != Over && end.Then != NewHand }) {
			return lacks("it makes a hand of an end that closes the game", "no other end closes the game")
		}
	case EndsOnLimit:
		if p.Clock == nil {
			return lacks("the section clock gives it one", "no turn has a limit")
		}
		return l.turns()
	case OnStruck, "acts":
		if p.Compounds == nil && !l.someType(func(t *Piece) bool { return len(t.Actions) > 0 }) {
			return lacks("", "no type has actions")
		}
	case OnRoyalCaptured:
		if !l.someType(func(t *Piece) bool { return t.Royal }) {
			return lacks("", "no type is royal")
		}
	}
	return lack{}
}

// given asks for somebody who is given an asset: by a rule that makes some of it, and does not only let those pay it on who have it. Money may
// come from elsewhere.
func (l lacking) given(asset string) lack {
	p := l.c.merged
	if asset == "" || asset == Money || p.Marking != nil || p.RoyalFall != nil || p.Winning != nil || l.someEffect(func(d *Doing) bool {
		return d.Asset == asset && d.Payee != "" && (d.Debt || !paidByPlayer(d)) || d.Again == asset || d.Short == asset
	}) {
		return lack{}
	}
	given := []string{Money}
	for _, r := range l.book.Rules() {
		eachDoing(&r, func(_ string, d *Doing) { given = append(given, d.Asset, d.Again, d.Short) })
	}
	given = slices.DeleteFunc(given, func(name string) bool { return name == asset })
	return lacks(names.Suggest(asset, given, "a consequence gives it: do: [{pay: 1, asset: "+asset+", payee: side}]"), "only transactions give anybody the asset %q", asset)
}

// priced is given for what is paid. What a game has words for, its umpire may well give.
func (l lacking) priced(asset string) lack {
	if g := l.c.game; !g.Opens || slices.Contains(g.From, asset) {
		return lack{}
	}
	return l.given(asset)
}

// paidByPlayer reports whether a side or a player pays, who pay no more than they have; the account of a name does.
func paidByPlayer(d *Doing) bool {
	return Reckoned(d.Payer) || slices.Contains([]string{"side", "other", "player", "mover", "owner"}, d.Payer)
}

// ofPlayers asks for an asset that players can have: what sides have their players pay nothing with.
func (l lacking) ofPlayers(asset string) lack {
	if slices.ContainsFunc(l.c.merged.Assets, func(a Asset) bool { return a.Name == asset && a.Of == "side" }) {
		return lacks("of: player", "players pay, and the asset %q is of sides", asset)
	}
	return lack{}
}

// vain doubts what has no effect for want of something, unless something is doubted of it already.
func (c *checker) vain(at, what string, k lack) {
	if k.why == "" || slices.ContainsFunc(c.problems, func(b Problem) bool {
		return b.Field == at || strings.HasSuffix(b.Field, "]") && strings.HasPrefix(at, b.Field+".")
	}) {
		return
	}
	c.doubt(at, "%s", what+": "+k.why)
	c.hint("%s", k.hint)
}

// sharing asks for a type that shares squares.
func (l lacking) sharing() lack {
	if l.someType(func(t *Piece) bool { return t.Shares != "" || t.Compound != nil }) {
		return lack{}
	}
	return lacks("shares: 2 in a definition lets two pieces stand on a square", "no type shares squares")
}

// inVain doubts what a rule says without effect since the rules lack something else.
func (c *checker) inVain(r *Rule, after *Rulebook) {
	l := lacking{c, after}
	const idle, never = "no effect", "this moment never occurs"
	eachAct(r, func(at, word string) { c.vain(at, idle, l.act(word)) })
	eachDoing(r, func(at string, d *Doing) {
		if d.Place != "" || d.Destroy == "holdings" {
			verb, _ := d.Effect()
			c.vain(at+"."+verb, idle, l.holdings())
		}
		if d.Pay != "" && paidByPlayer(d) && !d.Debt {
			c.vain(at+".payer", "nothing is paid", l.priced(d.Asset))
		}
		if verb, number := d.Effect(); d.OnRules() != "" {
			c.vain(at+"."+verb, idle, l.rule(number))
		}
		if d.Lay != "" && d.Lay != LayBare {
			c.vain(at+".lay", idle, l.array())
		}
		if d.Pass+d.Play != "" {
			verb, _ := d.Effect()
			c.vain(at+"."+verb, idle, l.turns())
		}
		if d.Clear != "" {
			c.vain(at+".clear", idle, l.priced(d.Clear))
		}
		if d.Join {
			c.vain(at+".join", idle, l.sharing())
			c.vain(at+".join", idle, unless(!d.AtOnce, "", "with at_once each goes to a square that is empty by the end"))
		}
	})
	walkExprs("", reflect.ValueOf(r), func(path string, src Expr) {
		if !strings.Contains(path, ".do[") && !strings.Contains(path, ".chances[") {
			c.asksUndrawn(path, src, nil)
		}
	})
	if p := r.Piece; p != nil {
		for i := range p.Consequences {
			c.vain(fmt.Sprintf("piece.consequences[%d].on", i), never, l.moment(p.Consequences[i].On))
		}
		for i := range p.Promotion {
			if p.Promotion[i].On == "placed" {
				c.vain(fmt.Sprintf("piece.promotion[%d].on", i), never, l.moment("placed"))
			}
		}
		if p.Placement != nil && !slices.ContainsFunc(c.merged.Choices, func(ch Choice) bool { return ch.Place != "" }) {
			c.vain("piece.placement", idle, l.act(ActPlacement))
		}
		if p.Purchase != nil {
			c.vain("piece.purchase", idle, l.act("buy"))
		}
	}
	p := r.Procedure
	if p == nil {
		return
	}
	for i := range p.Consequences {
		c.vain(fmt.Sprintf("procedure.consequences[%d].on", i), never, l.moment(p.Consequences[i].On))
	}
	for i := range p.Ends {
		if on := p.Ends[i].On; on == EndsOnLimit || on == Over {
			c.vain(fmt.Sprintf("procedure.ends[%d].on", i), never, l.moment(on))
		}
		c.vain(fmt.Sprintf("procedure.ends[%d].counts", i), "nobody wins so", l.given(p.Ends[i].Counts))
	}
	for i, k := range p.Kinds {
		if k.Cost != "" {
			at := fmt.Sprintf("procedure.kinds[%d].asset", i)
			c.vain(at, "nobody can make such a move", l.priced(k.Asset))
		}
	}
	if p.Buying != nil {
		c.vain("procedure.buying.price", "nobody can buy anything", l.ofPlayers(Money))
	}
	if p.Clock != nil && p.Clock.Free == "" {
		c.vain("procedure.clock.of", "no turn has a limit", l.given(p.Clock.Of))
	}
	for i := range p.Limits {
		if p.Limits[i].Among == LimitInHolding {
			c.vain(fmt.Sprintf("procedure.limits[%d].among", i), idle, l.holdings())
		}
	}
	for i := range p.Choices {
		if p.Choices[i].Place != "" {
			c.vain(fmt.Sprintf("procedure.choices[%d].place", i), idle, l.holdings())
		}
	}
	if p.Placing != nil && !l.free() {
		c.vain("procedure.placing", idle, l.holdings())
	}
	if p.Sharing != nil {
		c.vain("procedure.sharing", idle, l.sharing())
	}
	for _, s := range []struct {
		field string
		has   bool
	}{{"clock", p.Clock != nil || p.OlderClock != nil}, {"automatic", p.Automatic != nil || p.OlderAutomatic != nil}, {"together", p.Together != nil}} {
		if s.has {
			c.vain(p.written("procedure."+s.field), idle, l.turns())
		}
	}
	if p.Board != nil {
		c.vain("procedure.board", "any side may play at any time", l.turns())
	}
}

// eachAct visits the words by which a rule calls acts, but for what can need consent alone.
func eachAct(r *Rule, f func(at, word string)) {
	words := func(field string, list []string) {
		for i, word := range list {
			f(fmt.Sprintf("%s[%d]", field, i), word)
		}
	}
	duties := func(field string, list []Duty) {
		for i := range list {
			f(fmt.Sprintf("%s[%d].forbid", field, i), list[i].Forbid)
			f(fmt.Sprintf("%s[%d].oblige", field, i), list[i].Oblige)
		}
	}
	if p := r.Piece; p != nil {
		duties("piece.duties", p.Duties)
		for i := range p.Denies {
			words(fmt.Sprintf("piece.denies[%d].deny", i), p.Denies[i].Deny)
		}
	}
	p := r.Procedure
	if p == nil {
		return
	}
	duties("procedure.duties", p.Duties)
	for i := range p.Stages {
		words(fmt.Sprintf("procedure.stages[%d].acts", i), p.Stages[i].Acts)
	}
	for i := range p.Choices {
		words(fmt.Sprintf("procedure.choices[%d].after", i), p.Choices[i].After)
	}
	for i := range p.Consents {
		words(fmt.Sprintf("procedure.consents[%d].to", i), p.Consents[i].To)
	}
	if p.Plays == nil {
		return
	}
	words("procedure.plays.acts", p.Plays.Acts)
	for i := range p.Plays.Shapes {
		for j, play := range p.Plays.Shapes[i].Plays {
			for word := range strings.SplitSeq(play, ",") {
				f(fmt.Sprintf("procedure.plays.shapes[%d].plays[%d]", i, j), strings.ToLower(strings.TrimSpace(word)))
			}
		}
	}
}
