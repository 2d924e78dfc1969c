package rules

import (
	"slices"
	"strconv"
	"strings"

	"adjudicate/events"
	"adjudicate/rules/keys"
)

// Sections that existed before format 2, all of one game. Stored rules that use them keep their bytes and
// their hash; they are read as assets, ends and consequences. Nothing else in this program knows them.

// Draft says what a new side receives.
type Draft struct {
	Given  []string `json:"given,omitempty"`  // types of the pieces created at once: [King]
	Count  int      `json:"count"`            // how many pieces the side may choose
	Budget Expr     `json:"budget"`           // the most that they may be worth together
	Except []string `json:"except,omitempty"` // types that may not be chosen
	Cite   string   `json:"cite,omitempty"`
}

// RoyalFall says what the capture of a royal piece entails.
type RoyalFall struct {
	Payment    Expr   `json:"payment"`    // of money, the loser's balance: "min(100, money)"
	Owed       Expr   `json:"owed"`       // the amount owed: "100"; whoever pays less gets one of events.UsualAssets.Short
	Recreate   bool   `json:"recreate"`   // the loser receives a new piece of the type
	Surrenders bool   `json:"surrenders"` // the loser surrenders
	Cite       string `json:"cite,omitempty"`
}

// Marking says how the asset by which hands are won is given.
type Marking struct {
	RoyalCapture int    `json:"royal_capture"` // how many the captor's player receives
	Surrender    int    `json:"surrender"`     // how many each player receives whose pieces gave check
	Cite         string `json:"cite,omitempty"`
}

// Winning says when a hand ends, and what follows.
type Winning struct {
	When           Expr   `json:"when"`         // condition, evaluated for each player: of held, most (1 if nobody else has as many), total (of players not on vacation) and sides
	Title          string `json:"title"`        // the title that the winner receives
	Award          string `json:"award"`        // asset that the winner receives
	AwardAgain     string `json:"award_again"`  // asset that the winner receives instead if they already have it
	Points         int    `json:"points"`       // how many points the winner receives
	KeepPieces     int    `json:"keep_pieces"`  // how many pieces a side keeps off-board: 15
	Compensation   Expr   `json:"compensation"` // paid for each piece destroyed, of value
	FreePieces     Expr   `json:"free_pieces"`  // how many pieces a side may choose, of owned (its off-board pieces): "6 - owned"
	FreeBudget     Expr   `json:"free_budget"`  // the most that they may be worth together: "30 - 5*owned"
	Cite           string `json:"cite,omitempty"`
	CiteAftermath  string `json:"cite_aftermath,omitempty"`   // section about what follows
	CiteMarks      string `json:"@cite_marks,omitempty"`      // section about the marks after a hand
	CiteBoard      string `json:"cite_board,omitempty"`       // section about the pieces on the board after a hand
	CiteExcess     string `json:"cite_excess,omitempty"`      // section about pieces in excess of `keep_pieces`
	CiteFreePieces string `json:"cite_free_pieces,omitempty"` // section about the pieces that sides may choose
}

// MarshalJSON writes the fields under the names by which others know them.
func (w Winning) MarshalJSON() ([]byte, error) {
	type plain Winning
	return keys.Marshal(plain(w))
}

// consequences are what a draft stands for.
func (d *Draft) consequences() []Consequence {
	c := Consequence{On: OnEnters, Cite: d.Cite}
	for _, typ := range d.Given {
		c.Do = append(c.Do, Doing{Create: typ})
	}
	c.Do = append(c.Do, Doing{Allot: number(d.Count), Budget: d.Budget.naming("sides", "count(sides)"), Except: d.Except})
	return []Consequence{c}
}

// consequences are what the fall of a royal piece stands for.
func (f *RoyalFall) consequences() []Consequence {
	c := Consequence{On: OnRoyalCaptured, Cite: f.Cite, Readings: []string{"king-capture-sweep", "captured-king"}}
	if f.Surrenders {
		c.Do = append(c.Do, Doing{Surrender: "side"})
	}
	money := `max(0, assets(side, "money"))`
	if f.Payment != "" {
		c.Do = append(c.Do, Doing{Pay: f.Payment.naming("money", money), Payer: "side", Payee: "other", Debt: true,
			Owed: f.Owed.naming("money", money), Short: events.Usual().Short, Why: "king-capture"})
	}
	if f.Recreate {
		c.Do = append(c.Do, Doing{Create: "actor"})
	}
	return []Consequence{c}
}

// consequences are what the awards stand for; also are clauses on the fall of a royal piece.
func (k *Marking) consequences(also []string) []Consequence {
	given := func(n int, why string) []Doing {
		return slices.Repeat([]Doing{{Pay: "1", Asset: events.Usual().Marks, Payee: "other", Why: why}}, max(0, n))
	}
	list := []Consequence{{On: OnRoyalCaptured, Cite: k.Cite, Also: also, Do: given(k.RoyalCapture, "king-capture")}}
	for _, made := range []struct {
		when     Expr
		readings []string
	}{
		{`not how("default") and not how("notified")`, nil},
		{`how("default")`, []string{"default-surrender=yes"}},
		{`how("notified")`, []string{"notified-surrender=yes"}},
	} {
		list = append(list, Consequence{On: "surrenders", Of: "other", Cite: k.Cite, When: made.when, Readings: made.readings, Do: given(k.Surrender, "surrender")})
	}
	return list
}

// consequences are what follows where a hand ends.
func (w *Winning) consequences() (list []Consequence) {
	add := func(of, cite string, readings []string, do ...Doing) {
		list = append(list, Consequence{On: OnHandEnds, Of: of, Cite: cite, Readings: readings, Do: do})
	}
	reward := func(payee string) (do []Doing) {
		if w.Award != "" {
			do = append(do, Doing{Pay: "1", Asset: w.Award, Payee: payee, Again: w.AwardAgain, Why: "hand"})
		}
		if w.Points != 0 {
			do = append(do, Doing{Pay: number(w.Points), Asset: events.Usual().Points, Payee: payee, Why: "hand"})
		}
		return do
	}
	after := first(w.CiteAftermath, w.Cite)
	add("other", after, []string{"chess-champ=winner"}, reward("other")...)
	add("", after, []string{"chess-champ=office"}, reward("holder of "+events.Usual().Titles)...)
	add("", w.CiteMarks, nil, Doing{Clear: events.Usual().Marks})
	add("", w.CiteBoard, nil, Doing{Lift: "pieces", Why: "hand"})
	add("side", w.CiteExcess, nil, Doing{Destroy: "holdings", Beyond: number(w.KeepPieces), Refund: w.Compensation.naming("value", "it.value"), Why: "hand"})
	owned := "count(side.holdings)"
	add("side", first(w.CiteFreePieces, w.Cite), nil, Doing{Allot: w.FreePieces.naming("owned", owned), Budget: w.FreeBudget.naming("owned", owned),
		Keep: `reading("unused-draft") != "replaced"`, Rests: []string{"unused-draft"}})
	return list
}

// end is the end of a hand.
func (w *Winning) end() End {
	return End{When: w.When.naming(events.Usual().Marks, "held").naming("leader", "most"), Of: "player", Counts: events.Usual().Marks, Title: w.Title, Then: NewHand,
		Several: `reading("tied-winners") == "each"`, Tied: []string{"tied-winners"}, Readings: []string{"win-majority", "bracketed-text"}, Cite: w.Cite}
}

// older are the consequences that the older sections of a rulebook stand for, in the order in which they came about.
func (b *Rulebook) older() (list []SourcedConsequence) {
	p := b.judge().merged
	add := func(section string, more []Consequence) {
		for i := range more {
			if len(more[i].Do) == 0 {
				continue
			}
			list = append(list, SourcedConsequence{&more[i], b.clauses(b.Source(section), &more[i])})
		}
	}
	if p.Draft != nil {
		add("draft", p.Draft.consequences())
	}
	if p.RoyalFall != nil {
		add("royal_fall", p.RoyalFall.consequences())
	}
	if p.Marking != nil {
		add(older.Marking, p.Marking.consequences(b.falls()))
	}
	if p.Winning != nil {
		add("winning", p.Winning.consequences())
	}
	return list
}

// falls are the clauses on the fall of a royal piece, as a rule names them.
func (b *Rulebook) falls() []string {
	if f := b.judge().merged.RoyalFall; f != nil {
		number, _, _ := strings.Cut(b.Source("royal_fall"), "/")
		return []string{strings.TrimSpace(number + " " + f.Cite)}
	}
	for _, r := range b.rules {
		if r.Procedure == nil {
			continue
		}
		for _, c := range r.Procedure.Consequences {
			if c.On == OnRoyalCaptured && slices.ContainsFunc(c.Do, func(d Doing) bool { return d.Surrender != "" }) {
				return []string{strings.TrimSpace(r.Number + " " + c.Cite)}
			}
		}
	}
	return nil
}

// olderEnds are the ends that the older sections of a rulebook stand for.
func (b *Rulebook) olderEnds() []SourcedEnd {
	w := b.judge().merged.Winning
	if w == nil {
		return nil
	}
	e := w.end()
	source := b.Source("winning")
	return []SourcedEnd{{&e, strings.TrimSpace(source + " " + w.Cite)}}
}

// olderAssets are those that there were where no rule declared any.
var olderAssets = []Asset{{Name: Money, Halves: true}, {Name: events.Usual().Points, Halves: true}, {Name: events.Usual().Marks}, {Name: events.Usual().Titles}}

func number(n int) Expr { return Expr(strconv.Itoa(n)) }

func first(texts ...string) string {
	for _, t := range texts {
		if t != "" {
			return t
		}
	}
	return ""
}

// naming puts other words in the place of a variable. An attribute, a function, a set that a quantifier
// ranges over and a text of that name stay what they are.
func (e Expr) naming(variable, words string) Expr {
	var out strings.Builder
	quote, before, opened := byte(0), byte(0), ""
	word := func(c byte) bool {
		return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
	}
	for s := string(e); s != ""; {
		c := s[0]
		if quote != 0 || !word(c) {
			switch {
			case quote == 0 && (c == '"' || c == '\''):
				quote = c
			case quote == c:
				quote = 0
			}
			if c != ' ' {
				if c != '(' {
					opened = ""
				}
				before = c
			}
			out.WriteByte(c)
			s = s[1:]
			continue
		}
		n := 1
		for n < len(s) && word(s[n]) {
			n++
		}
		name, rest := s[:n], strings.TrimLeft(s[n:], " ")
		ranged := before == '(' && slices.Contains([]string{"count", "any", "all", "sum", "least", "greatest", "first"}, opened)
		if name == variable && before != '.' && !strings.HasPrefix(rest, "(") && !ranged {
			out.WriteString(words)
		} else {
			out.WriteString(name)
		}
		opened, before, s = name, 'a', s[n:]
	}
	return Expr(out.String())
}
