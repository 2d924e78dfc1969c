package amendment

import (
	"cmp"
	"slices"
	"strings"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/rules"
	"adjudicate/rules/formula"
	"adjudicate/rules/movement"
	"adjudicate/rules/turns"
)

// Play is one atomic play that is legal on the board as it stands, as far as board and
// definitions decide: whose turn it is and what a turn may hold is not asked.
type Play struct {
	Side   string `json:"side"`
	Kind   string `json:"kind"` // "move", "capture", "shot", a declared kind of move, that of rules.ExitWord, "swap", "placement", or an action's name
	Piece  string `json:"piece"`
	Type   string `json:"type"`
	From   string `json:"from,omitempty"` // "" for a placement
	To     string `json:"to"`             // where the piece then is, or what an action is done to
	Victim string `json:"victim,omitempty"`
	At     string `json:"at,omitempty"`   // the victim's square if the piece does not end there
	Also   string `json:"also,omitempty"` // whom it captures before, on its way, in order

	Declared bool `json:"-"` // Kind is a kind of move that rules declare
}

// String writes the play in few words: "Rook R1 a5-a9", "Camel C1 d4xe7 (R2)".
func (p *Play) String() string {
	who := p.Type + " " + p.Piece + " "
	switch p.Kind {
	case "move":
		return who + p.From + "-" + p.To
	case "placement":
		return who + "placed on " + p.To
	case "capture":
		who += p.From + "x" + p.To + " (" + p.Victim
	default:
		who += p.Kind + " " + p.From + "-" + p.To
		if p.Victim == "" {
			return who
		}
		who += " (" + p.Victim
	}
	if p.At != "" {
		who += " on " + p.At
	}
	if p.Also != "" {
		who += ", and " + p.Also + " on its way"
	}
	return who + ")"
}

// A standing is what a judge's game comes to at one moment.
type standing struct {
	judge    *aggregate.Judge
	book     *rules.Rulebook
	readings map[string]string
	broken   bool // the rules in force cannot be applied to a board
	sides    []sideStanding
	prices   []price
}

type sideStanding struct {
	name      string
	weight    events.Half
	checkedBy []string
	shapes    []string
	plays     []Play
}

type price struct {
	typ   string
	sold  bool
	open  bool // no side is there of which the price could be asked
	price events.Half
	terms string // further ones, as written, after the formula of a price that asks of the game
}

// Readings returns the readings that hold in a game, complete.
func Readings(s *aggregate.State) (map[string]string, error) {
	register, err := s.Register()
	if err != nil || register == nil {
		return nil, err
	}
	adopted := map[string]string{}
	for _, r := range s.Readings() {
		adopted[r.Entry] = r.Reading
	}
	return register.Complete(adopted)
}

// standingOf analyses a judge's game.
func standingOf(j *aggregate.Judge) (*standing, error) {
	book, err := j.State().Rulebook()
	if err != nil {
		return nil, err
	}
	st := &standing{judge: j, book: book}
	if st.readings, err = Readings(j.State()); err != nil {
		return nil, err
	}
	pos := j.Position()
	if pos == nil {
		st.broken = true
		for side := range j.State().Sides() {
			st.sides = append(st.sides, sideStanding{name: side.Name})
		}
		return st, nil
	}
	an, left := j.Analysis(), turns.LeftBy(book, pos)
	for side := range j.State().Sides() {
		id, ok := j.SideID(side.Name)
		if !ok {
			continue
		}
		out := sideStanding{name: side.Name, weight: an.Weight(id)}
		for _, p := range an.CheckedBy(id) {
			out.checkedBy = append(out.checkedBy, j.PieceName(p))
		}
		out.shapes = st.shapes(an, id)
		out.plays = st.plays(pos, an, left, side.Name, id)
		st.sides = append(st.sides, out)
	}
	st.sell(pos)
	return st, nil
}

// vocabulary is that of formulas about a side, with readings.
func (st *standing) vocabulary(vars ...string) *formula.Vocabulary {
	v := &formula.Vocabulary{
		Funcs:  []formula.Func{{Name: "reading", Args: []formula.Kind{formula.Text}, Result: formula.Text}},
		Static: func(_ string, args []string) (string, bool) { r, ok := st.readings[args[0]]; return r, ok },
	}
	for _, name := range vars {
		v.Vars = append(v.Vars, formula.Var{Name: name})
	}
	return v
}

// amounts is the environment of a formula that calls nothing.
type amounts []float64

func (a amounts) Var(i int) float64           { return a[i] }
func (a amounts) Call(int, []float64) float64 { return 0 }

// shapes returns the composed plays that a side may make, of the first line of `plays` whose condition
// holds.
func (st *standing) shapes(an *movement.Analysis, id movement.SideID) []string {
	lines := st.judge.Law().Shapes(id, an.Weight(id), an.Counting(id))
	if n := len(lines); n > 0 && lines[n-1].First {
		return lines[n-1].Plays
	}
	return nil
}

// plays lists the legal atomic plays of a side, of moves and captures those that duties leave it.
func (st *standing) plays(pos *movement.Position, an *movement.Analysis, left turns.Left, side string, id movement.SideID) []Play {
	var out []Play
	may := func(other bool) bool {
		a, ok := st.judge.Law().MayAttack(id, an.Weight(id), an.Counting(id), pos.OnBoardOf(id), other)
		return ok && a.Holds()
	}
	rs := pos.Ruleset()
	for pc := range st.judge.State().PiecesOf(side) {
		p, ok := st.judge.PieceID(pc.ID)
		if _, known := rs.Type(pc.Type); !ok || !known {
			continue
		}
		base := Play{Side: side, Piece: pc.ID, Type: pc.Type, From: pc.At}
		if pos.Where(p) == movement.Off {
			if st.book.Procedure().Placing == nil {
				continue
			}
			base.Kind = "placement"
			for _, sq := range pos.Placements(p, may) {
				out = append(out, base.to(rs, sq))
			}
			continue
		}
		out = append(out, st.ofPiece(pos, an, left, p, base)...)
	}
	slices.SortStableFunc(out, comparePlays)
	return out
}

func (p Play) to(rs *movement.Ruleset, sq movement.Square) Play {
	p.To = rs.SquareName(sq)
	return p
}

// ofPiece lists the legal plays of a piece on the board.
func (st *standing) ofPiece(pos *movement.Position, an *movement.Analysis, left turns.Left, p movement.PieceID, base Play) []Play {
	var out []Play
	rs, side := pos.Ruleset(), pos.Owner(p)
	squares := func(kind string, list []movement.Square) {
		base.Kind = kind
		for _, sq := range list {
			if kind == rules.ExitWord() || pos.LegalMove(p, sq) && (base.Declared || left.Move(side, p, sq)) {
				out = append(out, base.to(rs, sq))
			}
		}
	}
	squares("move", slices.Clone(an.Moves(p)))
	squares("swap", pos.SwapsOf(p, nil))
	for _, kind := range st.book.Procedure().KindNames() {
		if k, declared := rs.Kind(kind); declared {
			base.Declared = true
			squares(kind, pos.MovesOfKind(p, k, nil))
			base.Declared = false
		}
	}
	squares(rules.ExitWord(), slices.Clone(an.Exits(p)))
	for _, t := range append(slices.Clone(an.Takings(p)), an.OwnTakings(p)...) {
		if !pos.LegalTaking(p, t) || !left.Capture(side, p, t) {
			continue
		}
		play := base.to(rs, t.To)
		play.Kind, play.Victim = "capture", st.judge.PieceName(t.Victim)
		if t.To == pos.Where(p) {
			play.Kind = "shot"
		}
		if t.At != t.To {
			play.At = rs.SquareName(t.At)
		}
		var over []string
		for _, x := range t.Over() {
			over = append(over, st.judge.PieceName(x))
		}
		play.Also = strings.Join(over, ", ")
		out = append(out, play)
	}
	for i, a := range rs.Def(pos.TypeOf(p)).Actions {
		for _, x := range pos.ActionTargets(p, i, nil) {
			play := base.to(rs, pos.Where(x))
			play.Kind, play.Victim = a.Name, st.judge.PieceName(x)
			out = append(out, play)
		}
	}
	return out
}

func comparePlays(a, b Play) int {
	return cmp.Or(strings.Compare(a.Piece, b.Piece), strings.Compare(a.Kind, b.Kind), strings.Compare(a.To, b.To),
		strings.Compare(a.Victim, b.Victim), strings.Compare(a.At, b.At), strings.Compare(a.Also, b.Also))
}

// sell works out what each type costs: by the general price of its value now, and its own
// fee where that is a number. A price that asks of more than the value is that of the first side in play, and the formula is told with it.
func (st *standing) sell(pos *movement.Position) {
	rs, buying := pos.Ruleset(), st.book.Procedure().Buying
	for i := range rs.Types() {
		t := movement.TypeID(i)
		def := rs.Def(t)
		p := price{typ: def.Name, sold: buying != nil && !slices.Contains(buying.Except, def.Name)}
		value := float64(pos.ValueOf(t)) / 2
		var general, fee float64
		side, hangs := "", false
		if p.sold {
			if f, err := formula.Compile(string(buying.Price), st.vocabulary("value"), formula.Number); err == nil {
				general = f.Eval(amounts{value})
			} else {
				side, general = st.priced(def.Name)
				hangs = true
			}
		}
		if own := def.Purchase; own != nil {
			p.sold = p.sold && !own.Forbidden
			p.terms = string(own.When)
			if own.Fee != "" {
				f, err := formula.Compile(string(own.Fee), st.vocabulary("value"), formula.Number)
				if err == nil {
					fee = f.Eval(amounts{value})
				} else if p.terms == "" {
					p.terms = "plus " + string(own.Fee)
				} else {
					p.terms += ", plus " + string(own.Fee)
				}
			}
		}
		if hangs {
			p.terms = strings.TrimSuffix(string(buying.Price)+", "+p.terms, ", ")
		}
		if hangs && side != "" {
			p.terms = "for " + side + ": " + p.terms
		}
		if p.price = aggregate.Payable(general, fee); !p.sold {
			p.terms = ""
		}
		p.open = hangs && side == ""
		st.prices = append(st.prices, p)
	}
}

// priced returns the general price of a type for the first side in play, which is empty if there is none.
func (st *standing) priced(typ string) (side string, general float64) {
	for s := range st.judge.State().Sides() {
		if terms, ok := st.judge.Buying(s.Name, typ, s.Player); ok {
			return s.Name, terms.Price.Result
		}
	}
	return "", 0
}

func (st *standing) side(name string) *sideStanding {
	for i := range st.sides {
		if st.sides[i].name == name {
			return &st.sides[i]
		}
	}
	return &sideStanding{name: name}
}
