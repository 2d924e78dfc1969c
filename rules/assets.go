package rules

import (
	"fmt"
	"slices"
	"strings"

	"adjudicate/rules/formula"
	"adjudicate/rules/names"
)

// Money is the asset that is paid if a rule names none.
const Money = "money"

// An Asset is anything that an account can hold a number of: money, gems, points.
type Asset struct {
	Name   string `json:"name"`             // its name in accounts and formulas: "gems"
	Of     string `json:"of,omitempty"`     // who may hold it: "account", any name (the default); "player"; or "side"
	Halves bool   `json:"halves,omitempty"` // halves can be transferred
	One    string `json:"one,omitempty"`    // phrase for one: "a gem"
	Many   string `json:"many,omitempty"`   // phrase for several: "gems"
	Most   int    `json:"most,omitempty"`   // the most that anybody can hold; anything beyond is lost
	Cite   string `json:"cite,omitempty"`
}

// An End says when a hand or the game ends, and who wins it.
type End struct {
	When      Expr   `json:"when"`                // condition
	Unless    Expr   `json:"unless,omitempty"`    // without `of`: the game continues if the next side (mover) has a legal play after which this holds
	Winner    string `json:"winner,omitempty"`    // without `of`: "mover", "other" (the only other side) or the name of a side; without it nobody wins
	Of        string `json:"of,omitempty"`        // "player" or "side": evaluated for each, who wins if it holds; without it, evaluated once after each play
	Surrender bool   `json:"surrender,omitempty"` // evaluated when a side surrenders instead of after plays; the same as `on: surrender`
	On        string `json:"on,omitempty"`        // when it is evaluated for a side (mover) instead of after plays: "surrender"; "limit", when the limit of its turn expires, replacing the default play; "refused", when a play of it has been refused that the rules forbid; or the name of a power, when the side uses it. "over", with `then: new-hand`: when any end would close the game (no mover): while it holds the game goes on with another hand
	Anytime   bool   `json:"anytime,omitempty"`   // with `surrender`: a side may surrender on another side's turn
	Uncounted bool   `json:"uncounted,omitempty"` // perft, which counts sequences of plays, continues past this end
	Counts    string `json:"counts,omitempty"`    // with `of`: the asset that held, most and total count

	Several  Expr     `json:"several,omitempty"`  // if the condition holds for several who hold equally much: whether all win; otherwise nobody does
	Title    string   `json:"title,omitempty"`    // the title that the winner receives
	Then     string   `json:"then,omitempty"`     // "over" (the default): no play is accepted any more; "new-hand": the consequences of "hand-ends" follow, and the game continues
	Readings []string `json:"readings,omitempty"` // entries of the register on which it rests
	Tied     []string `json:"tied,omitempty"`     // entries on which it also rests if several hold equally much
	Cite     string   `json:"cite,omitempty"`
}

// Moments at which an end is asked of a side, besides the names of powers.
const (
	EndsOnSurrender = "surrender"
	EndsOnLimit     = "limit"
)

// Asked is the moment at which an end is asked; "" is after each play.
func (e *End) Asked() string {
	if e.Surrender {
		return EndsOnSurrender
	}
	return e.On
}

// What comes after an end.
const (
	NewHand = "new-hand"
	Over    = "over"
)

// Moments of sides that assets, ends and pieces have to do with.
const (
	OnEnters        = "enters"         // a side has come into the game
	OnLeaves        = "leaves"         // a side is about to leave it, with all its pieces
	OnRoyalCaptured = "royal-captured" // a royal piece of the side has been captured in the play, which is over; the other is its captor's side
	OnStruck        = "struck"         // an action of a piece of the side was done to a piece, whose side is the other
	OnHandEnds      = "hand-ends"      // of the game: a hand has been won; the others are the winners
)

// SourcedConsequence is a consequence of a procedure with the clauses that it rests on.
type SourcedConsequence struct {
	*Consequence
	Clauses []string // "12.90/0 §1"
}

// SourcedEnd is an end with the clause in which it stands.
type SourcedEnd struct {
	*End
	Clause string
}

// Consequences returns the consequences that the procedures of a rulebook state, in the order of their rules.
func (b *Rulebook) Consequences() []SourcedConsequence { return slices.Clone(b.consequences()) }

// consequences are those of Consequences, found once: they are asked for at every moment of a game.
func (b *Rulebook) consequences() []SourcedConsequence {
	b.stated.Do(func() {
		for _, r := range b.rules {
			if r.Procedure == nil {
				continue
			}
			for i := range r.Procedure.Consequences {
				c := &r.Procedure.Consequences[i]
				b.states = append(b.states, SourcedConsequence{c, b.clauses(r.Clause(""), c)})
			}
		}
		b.states = append(b.states, b.older()...)
	})
	return b.states
}

// clauses are what a consequence in a rule rests on.
func (b *Rulebook) clauses(source string, c *Consequence) []string {
	list := []string{strings.TrimSpace(source + " " + c.Cite)}
	for _, clause := range c.Also {
		number, place, _ := strings.Cut(clause, " ")
		list = append(list, b.Cite(number, place))
	}
	return list
}

// Answers returns the consequences at a moment.
func (b *Rulebook) Answers(on string) []SourcedConsequence {
	var list []SourcedConsequence
	for _, c := range b.consequences() {
		if c.On == on {
			list = append(list, c)
		}
	}
	return list
}

// Ends returns the ends that the procedures of a rulebook state, in the order of their rules.
func (b *Rulebook) Ends() []SourcedEnd {
	var list []SourcedEnd
	for _, r := range b.rules {
		if r.Procedure == nil {
			continue
		}
		for i := range r.Procedure.Ends {
			e := &r.Procedure.Ends[i]
			list = append(list, SourcedEnd{e, r.Clause(e.Cite)})
		}
	}
	return append(list, b.olderEnds()...)
}

// Assets returns the assets that there are: those that rules declare, and those that they name besides.
func (b *Rulebook) Assets() []Asset {
	var list []Asset
	for _, r := range b.rules {
		if r.Procedure != nil {
			list = append(list, r.Procedure.Assets...)
		}
	}
	if p := b.Procedure(); len(list) == 0 || p.Marking != nil || p.Winning != nil {
		for _, a := range olderAssets {
			if !slices.ContainsFunc(list, func(x Asset) bool { return x.Name == a.Name }) {
				list = append(list, a)
			}
		}
	}
	add := func(names ...string) {
		for _, name := range names {
			if name != "" && !slices.ContainsFunc(list, func(a Asset) bool { return a.Name == name }) {
				list = append(list, Asset{Name: name})
			}
		}
	}
	for _, k := range b.Procedure().Kinds {
		add(k.Asset)
	}
	for _, c := range b.consequences() {
		for i := range c.Do {
			add(c.Do[i].Asset, c.Do[i].Again, c.Do[i].Clear, c.Do[i].Short)
		}
	}
	for _, e := range b.Ends() {
		add(e.Counts)
	}
	return list
}

// EndVars are the variables of an end that is asked of each player, or side.
var EndVars = []string{"held", "most", "total", "sides"}

// assets checks the assets that a rule declares.
func (c *checker) assets(field string, list []Asset) {
	c.most(field, len(list), MostNamed, "assets")
	var taken []string
	for i, a := range list {
		at := fmt.Sprintf("%s[%d]", field, i)
		switch {
		case strings.TrimSpace(a.Name) == "":
			c.fault(at+".name", "missing name of the asset")
		case slices.Contains(taken, a.Name):
			c.fault(at+".name", "asset %s is listed twice", a.Name)
		}
		taken = append(taken, a.Name)
		if a.Of != "" {
			c.word(at+".of", a.Of, "account", "player", "side")
		}
		c.notNegative(at+".most", a.Most)
	}
}

// ends checks how a hand, or the game, ends.
func (c *checker) ends(field string, list []End) {
	c.most(field, len(list), MostClauses, "ends")
	for i := range list {
		e, at := &list[i], fmt.Sprintf("%s[%d]", field, i)
		if e.When == "" {
			c.fault(at+".when", "missing condition")
			continue
		}
		r := c.resolver(at+".when", new(Piece))
		v := DutyVocabulary(r)
		if e.Of != "" {
			c.word(at+".of", e.Of, "player", "side")
			if e.Winner != "" || e.Unless != "" {
				c.fault(at+".winner", "the player or side tested wins: winner and unless require an end without of")
			}
			v = EndVocabulary(r)
		}
		c.winner(at+".winner", e)
		f := c.formula(at+".when", e.When, v, formula.Bool)
		if f != nil && e.Unless == "" && e.Asked() == "" && f.Range(func(string, []string) formula.Range { return formula.Anything() }).Always() {
			c.doubt(at+".when", "condition is always true: the game ends after the first play")
		}
		if f != nil && f.Range(func(string, []string) formula.Range { return formula.Anything() }).Never() && !strings.Contains(string(e.When), "reading(") {
			c.doubt(at+".when", "condition is never true: the game never ends so")
		}
		if f != nil && e.Of != "" && e.Counts == "" && (f.Uses("held") || f.Uses("most") || f.Uses("total")) {
			c.doubt(at+".when", "held, most and total say nothing: the end counts no asset")
			c.hint("counts: money")
		}
		if e.Unless != "" {
			c.formula(at+".unless", e.Unless, v, formula.Bool)
		}
		if e.Several != "" {
			c.formula(at+".several", e.Several, v, formula.Bool)
		}
		if e.Then != "" {
			c.word(at+".then", e.Then, NewHand, Over)
		}
		if e.Surrender && e.On != "" {
			c.fault(at+".on", "surrender says when it is asked")
		} else if e.On != "" {
			c.word(at+".on", e.On, append([]string{EndsOnSurrender, EndsOnLimit, OnRefused, Over}, c.merged.powerNames()...)...)
		}
		if e.On == Over && (e.Then != NewHand || e.Winner != "" || e.Title != "") {
			c.fault(at+".on", "over requires then: new-hand, and has neither winner nor title: the game goes on after the end that another entry declares")
		}
		if asked := e.Asked(); asked != "" && (e.Of != "" || e.Unless != "") {
			c.fault(at+"."+map[bool]string{true: "surrender", false: "on"}[e.Surrender], "allowed only in an end without of and unless")
		}
		if e.Anytime && e.Asked() != EndsOnSurrender {
			c.fault(at+".anytime", "allowed only with surrender")
		}
		if e.Of == "" && e.Counts != "" {
			c.fault(at+".counts", "allowed only in an end with of: player or of: side")
		}
	}
}

// winner doubts the name of a winner that is no side, where the rules name the sides.
func (c *checker) winner(at string, e *End) {
	sides, _ := c.sidesNamed()
	meant := map[string]string{"opponent": "other", "opponents": "other", "enemy": "other", "loser": "other", "side": "mover", "player": "mover", "self": "mover", "me": "mover", "who": "mover"}[e.Winner]
	if slices.Contains([]string{"draw", "tie", "remis", "stalemate"}, e.Winner) && !slices.Contains(sides, e.Winner) {
		c.doubt(at, "no side is called %q: nobody wins", e.Winner)
		c.hint("leave winner out for an end that nobody wins")
		return
	}
	if meant != "" && !slices.Contains(sides, e.Winner) {
		c.doubt(at, "no side is called %q: nobody wins", e.Winner)
		c.hint("%s", names.Meant(meant, ""))
		return
	}
	if e.Of != "" || len(sides) == 0 || slices.Contains(append(sides, "", "mover", "other", "nobody", "none"), e.Winner) {
		return
	}
	c.doubt(at, "no side is called %q: nobody wins", e.Winner)
	c.hint("%s", names.Suggest(e.Winner, append(sides, "mover", "other"), ""))
}

// EndVocabulary is the words of an end that is asked of each player, or side:
//
//	held   how many of the asset it has that the end counts
//	most   1 if nobody else has as many
//	total  how many all have, those on vacation left out
//	sides  how many sides there are
//	mover  the side; of a player the first that they hold
func EndVocabulary(r Resolver) *formula.Vocabulary {
	v := &formula.Vocabulary{Vars: ranged(EndVars...)}
	return r.reading(r.World(v))
}
