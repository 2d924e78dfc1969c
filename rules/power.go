package rules

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"adjudicate/rules/formula"
	"adjudicate/rules/names"
)

// What players may do besides playing, and what takes effect only when others agree.

// A Power is something that a player may do besides playing, such as a decree, a pact or a claim.
type Power struct {
	Name   string  `json:"name"`             // the name by which it is used: "truce"
	By     string  `json:"by,omitempty"`     // who may use it: "player" (the default); "side", its player, for the side; or the name of an office
	On     string  `json:"on,omitempty"`     // its target: a "side" (other in formulas), a "piece" (actor), a "square" (to), or a "play" of the side, which is not made: ends with `on` this power are evaluated after it. Without it there is no target
	When   Expr    `json:"when,omitempty"`   // condition
	Amount Expr    `json:"amount,omitempty"` // it is used with a whole number, at most this, which formulas know as amount
	Sealed Expr    `json:"sealed,omitempty"` // condition: while it holds, the power is used under a seal, which is opened once it no longer holds
	Notice int     `json:"notice,omitempty"` // after how many days it takes effect
	Do     []Doing `json:"do,omitempty"`     // its effects, as at moments of sides
	Cite   string  `json:"cite,omitempty"`
}

// A Consent makes an input wait until the players it asks have answered.
type Consent struct {
	To     []string `json:"to,omitempty"`     // what needs consent: any of play, enact, amend, repeal, adopt, buy, destroy, choose, transfer, hand-over, enter, leave and appoint, and names of powers
	When   Expr     `json:"when,omitempty"`   // condition under which consent is needed; default: always
	Of     Expr     `json:"of,omitempty"`     // condition on each player (who): which players are asked; default: all
	Needs  Expr     `json:"needs,omitempty"`  // condition of yes, no, silent and asked: "yes == asked" (the default), "yes > no"; "false" forbids it
	Days   int      `json:"days,omitempty"`   // after how many days answering ends; 0: as soon as the result is certain
	Firm   bool     `json:"firm,omitempty"`   // the proposer cannot withdraw it
	Awaits bool     `json:"awaits,omitempty"` // all answers are awaited, for `days` if there are some, also when they can no longer change the result
	Secret int      `json:"secret,omitempty"` // answers are sealed for `days`, or until all are in; they must be opened within this many further days
	Cite   string   `json:"cite,omitempty"`
}

// Unanimity is what consent needs where a rule says nothing.
const Unanimity Expr = "yes == asked"

// Sought gives the kind of input by the word under which consent to it is asked for.
var Sought = map[string]string{
	"enact": "rule-enacted", "amend": "rule-amended", "repeal": "rule-repealed", "adopt": "interpretation-adopted",
	"buy": "purchase-requested", "destroy": "destruction-requested", "choose": "pieces-chosen", "transfer": "transaction-recorded",
	"hand-over": "side-transferred", "enter": "side-created", "leave": "side-removed", "appoint": "office-filled",
	OfPlay: "play-submitted",
}

// OfPlay is the word under which consent to a play is asked for. Duties name the acts of plays, not plays.
const OfPlay = "play"

// Variables of an AnswerVocabulary, by their place.
const (
	AnswersYes = iota
	AnswersNo
	AnswersSilent
	AnswersAsked
)

// AnswerVocabulary is the words of what a matter needs: how many have said yes, how many no, how many nothing, how many are asked.
func AnswerVocabulary() *formula.Vocabulary {
	return &formula.Vocabulary{Vars: []formula.Var{AnswersYes: inGame("yes"), AnswersNo: inGame("no"), AnswersSilent: inGame("silent"), AnswersAsked: inGame("asked")}, Elsewhere: votes}
}

// votes are words for what an answer needs.
var votes = func() map[string]string {
	words := map[string]string{"majority": "write yes > no, or 2 * yes > asked", "all": "leave needs out: all must agree", "unanimous": "leave needs out: all must agree", "unanimity": "leave needs out: all must agree"}
	for _, word := range []string{"any", "anybody", "one", "someone"} {
		words[word] = "write yes >= 1"
	}
	for _, word := range []string{"none", "nobody"} {
		words[word] = "write no == 0"
	}
	return words
}()

// SourcedPower and SourcedConsent are what rules say with the clause that says so.
type (
	SourcedPower struct {
		*Power
		Clause string
	}
	SourcedConsent struct {
		*Consent
		Clause string
	}
)

// Powers returns the powers that the procedures of a rulebook give, in the order of their rules.
func (b *Rulebook) Powers() []SourcedPower {
	var list []SourcedPower
	for _, r := range b.rules {
		if r.Procedure == nil {
			continue
		}
		for i := range r.Procedure.Powers {
			p := &r.Procedure.Powers[i]
			list = append(list, SourcedPower{p, r.Clause(p.Cite)})
		}
	}
	return list
}

// Consents returns the consents that the procedures of a rulebook ask for, in the order of their rules.
func (b *Rulebook) Consents() []SourcedConsent {
	var list []SourcedConsent
	for _, r := range b.rules {
		if r.Procedure == nil {
			continue
		}
		for i := range r.Procedure.Consents {
			k := &r.Procedure.Consents[i]
			list = append(list, SourcedConsent{k, r.Clause(k.Cite)})
		}
	}
	return list
}

// OnPower is the moment at which what comes of a power follows.
const OnPower = "power"

// powers checks what a procedure lets people do beside playing.
func (c *checker) powers(field string, list []Power) {
	c.most(field, len(list), MostClauses, "powers")
	for i := range list {
		p, at := &list[i], fmt.Sprintf("%s[%d]", field, i)
		c.called(at+".name", p.Name, func(j int) string { return list[j].Name }, i)
		if p.Name == EndsOnSurrender || p.Name == EndsOnLimit || p.Name == OnRefused || p.Name == Over {
			c.fault(at+".name", "%q is the name of another moment at which games end", p.Name)
		}
		if _, taken := Sought[p.Name]; taken {
			c.fault(at+".name", "%q is the name of another input", p.Name)
		}
		if p.By != "" && p.By != "player" && p.By != "side" {
			c.office(at+".by", p.By)
		}
		if p.On != "" {
			c.word(at+".on", p.On, "side", "piece", "square", "play")
			if p.On == "play" && p.By != "side" {
				c.fault(at+".on", "the power does not belong to a side: write by: side")
			}
		}
		c.notNegative(at+".notice", p.Notice)
		v := OccasionVocabulary(c.resolver(at, new(Piece)))
		c.astray(at+".when", p.When, v, "it", "place")
		if p.When != "" {
			if f := c.formula(at+".when", p.When, v, formula.Bool); f != nil {
				c.meant(at+".when", p, f)
				if holds, known := f.Const(); known && holds == 0 {
					c.doubt(at+".when", "condition is never true: nobody has the power")
				}
			}
		}
		if p.Amount != "" {
			if f := c.formula(at+".amount", p.Amount, v, formula.Number); f != nil {
				c.meant(at+".amount", p, f)
				if f.Uses("amount") {
					c.fault(at+".amount", "this is the greatest amount: it cannot use the amount given")
				}
				if f.Range(func(string, []string) formula.Range { return formula.Anything() }).High < 1 {
					c.doubt(at+".amount", "this is the greatest amount, and always below 1: nobody can use the power")
				}
			}
		}
		if p.Sealed != "" {
			if f := c.formula(at+".sealed", p.Sealed, v, formula.Bool); f != nil {
				for _, word := range []string{"amount", "actor", "other", "to"} {
					if f.Uses(word) {
						c.fault(at+".sealed", "%s is not known while it is sealed", word)
					}
				}
				if _, known := f.Const(); known {
					c.fault(at+".sealed", "seals are accepted while this holds and opened when it no longer does: it must be able to change")
					c.hint(`any(sides, not it.player.sealed("%s"))`, p.Name)
				}
			}
		}
		if len(p.Do) == 0 && !slices.ContainsFunc(c.merged.Ends, func(e End) bool { return e.On == p.Name }) {
			c.fault(at+".do", "missing: what the power does")
		}
		c.undrawn(at, p.Do)
		e := &Consequence{On: OnPower}
		if p.By == "side" {
			e.Of = "side"
		}
		for j := range p.Do {
			effect := fmt.Sprintf("%s.do[%d]", at, j)
			c.provision(effect, e, &p.Do[j], v)
			c.astrayIn(effect, &p.Do[j], v)
			c.aims(fmt.Sprintf("%s.do[%d]", at, j), p, &p.Do[j])
		}
	}
}

// aims doubts effects on a target that the power does not have.
func (c *checker) aims(at string, p *Power, d *Doing) {
	words := []string{d.Lift, d.Destroy, d.Convert, d.Become, d.Crown, d.Uncrown, d.Move, d.Swap, d.Exchange, d.Payer, d.Payee, string(d.On)}
	if d.Bind+d.Release+d.Exchange != "" && d.Other == "" {
		words = append(words, "other") // without a formula the other side is the target
	}
	for _, word := range words {
		if word == d.Exchange && d.Other != "" {
			continue // the word of the effect, whatever the side
		}
		if on := targets[word]; on != "" && p.On != on {
			c.doubt(at, "no effect: %s is the target of a power on a %s", word, on)
			c.hint("on: %s", on)
			return
		}
	}
}

// targets are the words for what a power is done to, with the kind of target.
var targets = map[string]string{"other": "side", "actor": "piece", "to": "square"}

// meant refuses words about what a power is not done to.
func (c *checker) meant(field string, p *Power, f *formula.Formula) {
	for word, on := range targets {
		if p.On != on && f.Uses(word) {
			c.fault(field, "%s is the target of a power on a %s: write on: %s", word, on, on)
		}
	}
	if p.Amount == "" && f.Uses("amount") {
		c.fault(field, "the power takes no amount: write amount: and the greatest one")
	}
	if p.By != "side" && f.Uses("side") {
		c.fault(field, "the power does not belong to a side: write by: side")
	}
}

// office asks for an office that some rule has.
func (c *checker) office(field, name string) {
	list := []string{"player", "side"}
	for _, o := range c.merged.Offices {
		if o.Name == name {
			return
		}
		list = append(list, o.Name)
	}
	c.fault(field, "%v", names.Unknown("office", name, list))
}

// consents checks what has effect only when others agree.
func (c *checker) consents(field string, list []Consent) {
	c.most(field, len(list), MostClauses, "consents")
	words := slices.Sorted(maps.Keys(Sought))
	for _, p := range c.merged.Powers {
		words = append(words, p.Name)
	}
	for i := range list {
		k, at := &list[i], fmt.Sprintf("%s[%d]", field, i)
		if len(k.To) == 0 {
			c.fault(at+".to", "missing: what requires consent, such as enact, amend, repeal or buy")
		}
		for j, word := range k.To {
			to := fmt.Sprintf("%s.to[%d]", at, j)
			if c.word(to, word, words...); !slices.Contains(words, word) && c.problems[len(c.problems)-1].Hint == "" {
				c.hint("or the name of a power: no rule declares one of this name under powers")
			}
			if word == OfPlay && c.merged.Together != nil {
				c.fault(to, "plays that are given together cannot wait for the consent of others")
			}
		}
		c.notNegative(at+".days", k.Days)
		c.notNegative(at+".secret", k.Secret)
		if k.Secret > 0 && k.Days == 0 {
			c.fault(at+".secret", "days is also required: secret is how many days seals are accepted, days how many they may be opened after that")
		}
		v := OccasionVocabulary(c.resolver(at, new(Piece)).unchosen(true))
		if k.When != "" {
			if f := c.formula(at+".when", k.When, v, formula.Bool); f != nil && f.Uses("who") {
				c.fault(at+".when", "who is each player who may be asked: allowed only with of")
			}
		}
		if k.Of != "" {
			if f := c.formula(at+".of", k.Of, v, formula.Bool); f != nil && !f.Uses("who") {
				c.doubt(at+".of", "the condition does not use who: it holds for every player or for none")
			}
		}
		if k.Needs != "" {
			if f := c.formula(at+".needs", k.Needs, AnswerVocabulary(), formula.Bool); f != nil {
				_, constant := f.Const() // "false" forbids it
				if !constant && !answerable(f) {
					c.doubt(at+".needs", "no answers of up to %d players satisfy this", mostAnswers)
					c.hint("yes + no + silent is asked")
				}
			}
		}
	}
}

// mostAnswers bounds the answers that are tried.
const mostAnswers = 16

// answerable reports whether what a matter needs is met by some answers of up to so many players.
func answerable(f *formula.Formula) bool {
	for asked := range mostAnswers + 1 {
		for yes := range asked + 1 {
			for no := range asked - yes + 1 {
				if f.Holds(answers{AnswersYes: float64(yes), AnswersNo: float64(no), AnswersSilent: float64(asked - yes - no), AnswersAsked: float64(asked)}) {
					return true
				}
			}
		}
	}
	return false
}

// answers are how many have said what.
type answers [AnswersAsked + 1]float64

func (a answers) Var(i int) float64           { return a[i] }
func (a answers) Call(int, []float64) float64 { return 0 }

// marks checks which squares get or lose a state; v is of moments of pieces, where a formula may name the square.
func (c *checker) marks(at, verb string, d *Doing, v *formula.Vocabulary, on ...string) {
	name := d.Mark + d.Unmark
	c.called(at+"."+verb, name, nil, 0)
	switch {
	case d.On != "" && d.Where != "":
		c.fault(at+".where", "use either on, which names a square, or where, which tests each square")
	case d.On == "" && d.Where == "":
		c.fault(at+".on", "missing square: %s, or where, which tests place", strings.Join(on, ", "))
	case d.On != "" && !slices.Contains(on, string(d.On)):
		c.thing(at+".on", d.On, v, SortSquare)
	}
	if d.To == "" {
		return
	}
	if verb == "unmark" {
		c.fault(at+".to", "not allowed with unmark")
		c.hint("mark: %s, to: 0 removes the state as well", name)
		return
	}
	if f := c.formula(at+".to", d.To, v, formula.Number); f != nil && !f.Range(c.counts).MultipleOf(1) {
		c.fault(at+".to", "expected a whole number for the state: this may be a fraction")
		c.hint("round it with floor(…) or ceil(…)")
	}
}

// counts says of a word that stands for a number whether it is whole: dates, turns, amounts and counters are; money, values and quantities may not be.
func (c *checker) counts(name string, _ []string) formula.Range {
	fractions := []string{"assets", "value", "W", "used"}
	if slices.Contains(fractions, name) || slices.ContainsFunc(c.merged.Quantities, func(q Quantity) bool { return q.Name == name }) {
		return formula.Anything()
	}
	return formula.Between(-formula.Bound, formula.Bound)
}
