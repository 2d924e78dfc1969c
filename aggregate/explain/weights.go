package explain

import (
	"fmt"
	"slices"
	"strings"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/rules"
	"adjudicate/rules/formula"
	"adjudicate/rules/keys"
	"adjudicate/rules/movement"
)

// A SideAccount is what a side weighs, piece by piece.
type SideAccount struct {
	Side     string         `json:"side"`
	Weight   events.Half    `json:"weight"`
	Weighs   bool           `json:"weighs"` // the condition without which a side weighs nothing
	When     string         `json:"when"`   // that condition
	Rule     string         `json:"rule"`   // what one piece adds
	Mobility string         `json:"mobility_rule"`
	Clause   string         `json:"clause"`
	Readings []string       `json:"readings,omitempty"`
	Pieces   []PieceAccount `json:"pieces"`
}

// A PieceAccount is what one on-board piece adds to its side's Weight.
type PieceAccount struct {
	ID         string      `json:"id"`
	Type       string      `json:"type"`
	At         string      `json:"at"`
	Clause     string      `json:"clause"` // of its definition
	Value      events.Half `json:"value"`
	ValueRule  string      `json:"value_rule"`
	Mobility   events.Half `json:"mobility"`
	Moves      []Counted   `json:"moves"`
	Exits      []Counted   `json:"@exits,omitempty"` // where they count
	Least      int         `json:"least"`
	Greatest   int         `json:"greatest"`
	Declared   bool        `json:"declared,omitempty"` // Least and Greatest are those of the type
	Branch     string      `json:"branch"`             // the part of the rule that applies
	Attacks    []Target    `json:"attacks"`
	ForAttacks events.Half `json:"for_attacks"` // what attacking adds
	Defends    []Target    `json:"defends"`
	ForDefends events.Half `json:"for_defends"`
	Adds       events.Half `json:"adds"`
	Counts     bool        `json:"counts"` // for play shapes
}

// MarshalJSON writes the fields under the names by which others know them.
func (a PieceAccount) MarshalJSON() ([]byte, error) {
	type plain PieceAccount
	return keys.Marshal(plain(a))
}

// Counted is a move that Mobility counts, with its distance.
type Counted struct {
	To       string `json:"to"`
	Distance int    `json:"distance"`
}

// Target is a piece that another one attacks or defends.
type Target struct {
	ID   string   `json:"id"`
	Type string   `json:"type"`
	Side string   `json:"side"`
	At   string   `json:"at"`
	Path []string `json:"path,omitempty"` // of the attack
}

// Weights accounts for the Weights of all sides, in the order of their creation; none if
// the rules in force cannot be applied.
func Weights(j *aggregate.Judge) []SideAccount {
	var out []SideAccount
	if j.Analysis() == nil {
		return nil
	}
	for s := range j.State().Sides() {
		if id, ok := j.SideID(s.Name); ok {
			out = append(out, weigh(j, id))
		}
	}
	return out
}

// weigh accounts for the Weight of one side. The judge's rules must be such as can be
// applied.
func weigh(j *aggregate.Judge, side movement.SideID) SideAccount {
	b := boardOf(j)
	an := j.Analysis()
	out := SideAccount{
		Side: j.SideName(side), Weight: an.Weight(side), Weighs: an.Weighs(side),
		Clause: b.law.Section("weights"), Pieces: []PieceAccount{},
	}
	for _, entry := range []string{"mobility-range", "mobility-check", rules.DecidedBy("exit-counts"), "defends-as", "own-king-defended", "attack-pins"} {
		if r := b.law.Reading(entry); r != "" {
			out.Readings = append(out.Readings, r)
		}
	}
	if w := b.law.Procedure().Weights; w != nil {
		out.When, out.Rule, out.Mobility = string(w.When), string(w.Piece), string(w.Mobility)
	}
	for i := range b.pos.Pieces() {
		if id := movement.PieceID(i); b.pos.Where(id) != movement.Off && b.pos.Owner(id) == side {
			out.Pieces = append(out.Pieces, b.account(an, id, out.Mobility))
		}
	}
	return out
}

func (b *board) account(an *movement.Analysis, id movement.PieceID, rule string) PieceAccount {
	a := an.Account(id)
	t := b.pos.TypeOf(id)
	out := PieceAccount{
		ID: b.id(id), Type: b.typ(id), At: b.at(id), Clause: b.law.Type(t).Clause,
		Value: a.Value, ValueRule: string(b.rs.Def(t).Value), Mobility: a.Mobility,
		Least: a.Least, Greatest: a.Greatest, Declared: a.Declared, Adds: a.Adds,
		ForAttacks: a.ForAttacks, ForDefends: a.ForDefends, Counts: an.Counts(id),
		Moves: []Counted{}, Attacks: []Target{}, Defends: []Target{},
	}
	for _, m := range a.Moves {
		out.Moves = append(out.Moves, Counted{b.rs.SquareName(m.To), m.Distance})
	}
	for _, m := range a.Exits {
		out.Exits = append(out.Exits, Counted{b.rs.SquareName(m.To), m.Distance})
	}
	if n := len(out.Moves) + len(out.Exits); n > 0 {
		out.Branch = branch(rule, n, a.Least, a.Greatest)
	} else {
		out.Branch = "no moves"
	}
	for _, w := range a.Attacks {
		for _, x := range w.Victims() {
			if b.pos.Owner(x) == b.pos.Owner(id) || slices.ContainsFunc(out.Attacks, func(t Target) bool { return t.ID == b.id(x) }) {
				continue
			}
			target := b.target(x)
			if way, ok := b.pos.AttackPath(id, x); ok {
				target.Path = b.squares(way.Path)
			}
			out.Attacks = append(out.Attacks, target)
		}
	}
	for _, x := range a.Defends {
		out.Defends = append(out.Defends, b.target(x))
	}
	return out
}

func (b *board) target(id movement.PieceID) Target {
	return Target{ID: b.id(id), Type: b.typ(id), Side: b.side(id), At: b.at(id)}
}

// branch says which part of a rule of the form "condition ? one : other" applies, the
// condition with its numbers; a rule of another form is said as it is.
func branch(rule string, moves, least, greatest int) string {
	cond, rest, ok := cutOutside(rule, '?')
	yes, no, both := cutOutside(rest, ':')
	if !ok || !both {
		return rule
	}
	v := &formula.Vocabulary{Vars: []formula.Var{{Name: "moves"}, {Name: "least"}, {Name: "greatest"}}}
	f, err := formula.Compile(cond, v, formula.Bool)
	if err != nil {
		return rule
	}
	if f.Holds(numbers{float64(moves), float64(least), float64(greatest)}) {
		return fmt.Sprintf("%s: %s", cond, yes)
	}
	return fmt.Sprintf("not %s: %s", cond, branch(no, moves, least, greatest))
}

// cutOutside cuts a formula at the first sign that stands in no brackets or quotes.
func cutOutside(text string, sign rune) (before, after string, ok bool) {
	depth, quote := 0, rune(0)
	for i, c := range text {
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '(' || c == '[':
			depth++
		case c == ')' || c == ']':
			depth--
		case c == sign && depth == 0:
			return strings.TrimSpace(text[:i]), strings.TrimSpace(text[i+1:]), true
		}
	}
	return text, "", false
}

// numbers are the variables of a formula by place.
type numbers []float64

// Var implements formula.Env.
func (n numbers) Var(i int) float64 { return n[i] }

// Call implements formula.Env; these formulas call nothing.
func (n numbers) Call(int, []float64) float64 { return 0 }

// Sum is what the pieces add together.
func (s *SideAccount) Sum() events.Half {
	var sum events.Half
	for i := range s.Pieces {
		sum += s.Pieces[i].Adds
	}
	return sum
}

// weighed tells a side's account as a node.
func weighed(s SideAccount) *Node {
	n := fact(fmt.Sprintf("%s weighs %v: the sum of %s", s.Side, s.Weight, s.Rule)).by(s.Clause)
	if !s.Weighs {
		n.Text = fmt.Sprintf("%s weighs %v, since this is false: %s", s.Side, s.Weight, s.When)
	}
	for i := range s.Pieces {
		p := &s.Pieces[i]
		text := fmt.Sprintf("%s %s on %s adds %v: value %v, mobility %v", p.Type, p.ID, p.At, p.Adds, p.Value, p.Mobility)
		if p.ForAttacks != 0 {
			text += fmt.Sprintf(", %v for attacking %s", p.ForAttacks, targets(p.Attacks))
		}
		if p.ForDefends != 0 {
			text += fmt.Sprintf(", %v for defending %s", p.ForDefends, targets(p.Defends))
		}
		n.add(fact(text).by(p.Clause).of(p.ID).at(p.At))
	}
	return n
}

func targets(list []Target) string {
	words := make([]string, len(list))
	for i, t := range list {
		words[i] = t.Type + " " + t.ID
	}
	return enumerated(words)
}
