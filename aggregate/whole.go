package aggregate

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"adjudicate/events"
	"adjudicate/notation"
	"adjudicate/rules"
	"adjudicate/rules/formula"
	"adjudicate/rules/movement"
	"adjudicate/rules/turns"
)

// Games of whole turns. Where a game began with an array and no rule says of which atomic plays a play is put together (section
// plays), a play is one turn of package rules/turns: an act with what its maker chooses besides. That package, which counts the
// sequences of play of a system, then says here as well what may be done; what an act does to the board says rules/movement. This
// file gives both the game that a ledger holds: what the conditions of its rules ask beyond the board.
//
//	text ──notation──► items ──turnOf──► movement.Ply, choices ──turns.Try──► objections: faults
//	                                                           ──movement.Tell──► changes: outcomes

// compileTurns prepares the game of whole turns, where the rules are those of one.
func (l *law) compileTurns() (err error) {
	if l.ruleset.Types() == 0 || !l.arrayed && len(l.proc.Choices) == 0 &&
		!slices.ContainsFunc(l.ends, func(e endLaw) bool { return e.Unless != "" }) &&
		!slices.ContainsFunc(l.duties, func(d duty) bool { return d.Replies() }) && !l.book.MakesPlays() {
		return nil
	}
	if l.turns, err = turns.Compile(l.book, l.ruleset, &world{l: l}); err != nil {
		return err
	}
	l.whole = l.isWhole()
	return nil
}

// pastAsked is who asks whether pieces have moved or were placed, more than a mode asks by which another piece goes along.
type pastAsked struct {
	all bool            // a procedure, of any piece
	any map[string]bool // definitions, by type: of any piece
	own map[string]bool // definitions, by type: of the piece itself
}

// asked finds what formulas ask of the past of pieces and of the states of squares, by which positions of the same pieces differ.
func (l *law) asked() (marks pastAsked, states []string) {
	marks.any, marks.own = map[string]bool{}, map[string]bool{}
	written := func(part any) []byte {
		text, err := json.Marshal(part)
		marks.all = marks.all || err != nil
		for _, m := range stateAsked().FindAllSubmatch(text, -1) {
			states = append(states, string(m[1]))
		}
		return text
	}
	for _, r := range l.book.Rules() {
		marks.all = pastOf().Match(written(r.Procedure)) || marks.all
	}
	for _, d := range l.book.Pieces() {
		p := *d.Piece
		p.Modes = slices.DeleteFunc(slices.Clone(p.Modes), func(m rules.Mode) bool { return m.Carries != nil && !m.Carries.Chosen() })
		for _, m := range pastOf().FindAllSubmatch(written(p), -1) {
			if string(m[1]) == "self" {
				marks.own[p.Name] = true
			} else {
				marks.any[p.Name] = true
			}
		}
		for _, m := range d.Piece.Modes {
			for _, leg := range m.Legs {
				states = append(states, leg.Slides...)
			}
		}
	}
	return marks, states
}

// pastOf finds whose past a formula asks for, as it stands in JSON.
var pastOf = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`([A-Za-z_]*)\.(?:moved|placed)\b`) })

// stateAsked finds the state in a formula such as it.marked("frozen") or it.mark("fuse"), as it stands in JSON.
var stateAsked = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\.mark(?:ed|_side)?\(\s*(?:\\"|')([^"'\\]*)`) })

// world is what a ledger holds beyond the board.
type world struct {
	l *law
	t *table
}

// Resolver implements turns.World.
func (w *world) Resolver() rules.Resolver { return w.l.resolver() }

// Scene implements turns.World.
func (w *world) Scene(a turns.Asked) formula.Env {
	w.t.changed() // the board is tried on
	return &dutyScene{scene{t: w.t, at: w.t.at, self: a.Self, victim: a.Victim, mover: int(a.Mover), from: a.From, to: a.To, take: a.Take, it: a.It}}
}

// turns returns the game over the board as it stands: nil in a game that began without an array, unless its rules ask what a side could play.
func (t *table) turns() *turns.Game {
	if t.law.turns == nil {
		return nil
	}
	if t.game == nil || t.gameOf != t.pos || t.gameLaw != t.law {
		t.game, t.gameOf, t.gameLaw = t.law.turns.On(t.pos, &world{l: t.law, t: t}), t.pos, t.law
		if t.sparing {
			t.game.Sparing()
		}
		if t.answering {
			t.game.Answering()
		}
	}
	return t.game
}

// whole reports whether a play is to be judged as a turn: not what neither moves nor places anything by rules of its own.
func (p *play) whole() bool {
	if p.d.law().inKind(&p.steps[0].item) != "" {
		return false
	}
	switch k := p.steps[0].item.Kind; k {
	case notation.Surrender, notation.Exit, notation.Off, notation.Action:
		return false
	default:
		return !k.Declared()
	}
}

// over ends the game where an end of the rules that is asked of nobody holds after a play of a side.
func (d *decision) over(mover string) bool {
	d.now.promised = d.playsNext
	end, _, over := d.now.turns().Over(d.sideID(mover))
	d.now.promised = ""
	if !over {
		return false
	}
	for i := range d.law().ends {
		if e := &d.law().ends[i]; e.End == end {
			d.endWith(e, mover)
			return true
		}
	}
	return false
}

// checksGiven returns how many checks a side has given, the one of its present play included; 0 where nobody remembers.
func (d *decision) checksGiven(side string) int {
	i := d.sideID(side)
	if i < 0 || !d.state().laid.kept || d.now.laid == nil {
		return 0
	}
	n := d.state().sides[i].given
	for o := range d.state().sides {
		if movement.SideID(o) != i && !d.state().sides[o].gone && d.now.pos.InCheck(movement.SideID(o)) {
			return n + 1
		}
	}
	return n
}

// checksInRow returns how many plays of a side in a row have given check, the present one included, by which it has given so many; 0
// where no rule asks.
func (d *decision) checksInRow(side string, given int) int {
	i := d.sideID(side)
	if i < 0 || !d.law().streaks || given <= d.state().sides[i].given {
		return 0
	}
	return d.state().sides[i].checking + 1
}

// position stands for the position in which a side's turn begins, where an end asks how often there was the same.
func (d *decision) position(next string) string {
	if i := d.sideID(next); i >= 0 && d.law().repeats {
		return d.now.position(i)
	}
	return ""
}

// repetitions returns how often there was the position that a play of mover leaves, this time included.
func (t *table) repetitions(mover movement.SideID) int {
	if mover < 0 {
		return 1
	}
	next, _ := t.nextAfter(mover)
	return t.state.Reached(t.position(next)) + 1
}

// occurrences returns how often there was the position as it stands, at the beginning of the turn that runs.
func (t *table) occurrences() int {
	next, ok := t.state.findSide(t.state.ToPlay())
	if !ok {
		return 1
	}
	return max(1, t.state.Reached(t.position(movement.SideID(next))))
}

// recurrence returns how many turns ago there was first the position that a play of mover leaves, 0 if it is there for the first time.
func (t *table) recurrence(mover movement.SideID) int {
	if mover < 0 {
		return 0
	}
	next, _ := t.nextAfter(mover)
	return t.state.Since(t.position(next))
}

// recurred is recurrence of the position as it stands, at the beginning of the turn that runs.
func (t *table) recurred() int {
	next, ok := t.state.findSide(t.state.ToPlay())
	if !ok {
		return 0
	}
	return max(0, t.state.Since(t.position(movement.SideID(next)))-1)
}

// quiet returns how many plays have been made since the last capture and since the last play of a type.
func (t *table) quiet(typ movement.TypeID) int {
	if int(typ) >= t.law.ruleset.Types() {
		return t.state.Quiet()
	}
	return t.state.Quiet(t.law.ruleset.TypeName(typ))
}

// position sums up a position in which a side is to play, and whoever is to play at other tables. Two are the same if the same pieces stand on the same squares and lie in
// the same holdings, and the sides can do the same (FIDE 9.2.3): what the last play passed counts if it can be captured there, what
// pieces have been through counts where a rule of some piece that there is asks for it, of castling while the right lasts; their counters count, the states of squares
// for which some rule asks, how far the side has come with its plays in a row, and where pieces can go, if that depends on more than the board.
func (t *table) position(next movement.SideID) string {
	steps := 0
	if t.law.ruleset.Steps() {
		steps = t.pos.StepsOf(next)
	}
	return t.positionOf(next, steps)
}

// positionOf is position where the side to play has come so far with its plays in a row.
func (t *table) positionOf(next movement.SideID, steps int) string {
	p := t.pos
	var b bytes.Buffer
	if len(t.state.benches) == 0 {
		fmt.Fprintf(&b, "%d ", next)
	}
	for k := range t.state.benches {
		side := t.state.benches[k].toPlay
		if k == t.state.bench {
			side = t.sideName(next)
		}
		fmt.Fprintf(&b, "%q ", side)
	}
	if steps > 0 {
		fmt.Fprintf(&b, "%d steps ", steps)
	}
	held := map[string]int{}
	asked := t.law.marks.all
	for i := range p.Pieces() {
		id := movement.PieceID(i)
		if p.Gone(id) || !t.stands(i) {
			continue
		}
		asked = asked || t.law.marks.any[t.law.ruleset.TypeName(p.TypeOf(id))]
		if p.Where(id) == movement.Off {
			held[fmt.Sprintf("%d.%d", p.Owner(id), p.TypeOf(id))+t.counted(id)]++
		}
	}
	var keys []string
	for k, n := range held {
		keys = append(keys, fmt.Sprintf("%s:%d", k, n))
	}
	slices.Sort(keys)
	fmt.Fprintf(&b, "%v", keys)
	for _, sq := range t.law.ruleset.Squares() {
		switch id := p.At(sq); {
		case p.ClosedAt(sq):
			b.WriteByte('*')
		case id == movement.NoPiece, p.Where(id) != sq && t.law.ruleset.Wide(): // it stands elsewhere, and covers the square
			b.WriteByte('/')
		default:
			b.WriteString(t.summed(sq, asked))
			b.WriteByte('/')
		}
	}
	if by, squares := p.Passing(); by != movement.NoPiece && t.canTakePassing(next, by) {
		for _, sq := range squares {
			b.WriteString(t.law.ruleset.SquareName(sq))
		}
	}
	for _, sq := range t.law.ruleset.Squares() {
		for _, state := range p.StatesOf(sq) {
			if slices.Contains(t.law.states, state) {
				fmt.Fprintf(&b, " %s=%s", t.law.ruleset.SquareName(sq), state)
				if number, side := p.MarkOn(sq, state); number > 1 || side != movement.NoSide {
					fmt.Fprintf(&b, ":%d:%d", number, side)
				}
			}
		}
	}
	if t.law.ruleset.Changes() {
		t.ways(&b)
	}
	sum := sha256.Sum256(b.Bytes())
	return hex.EncodeToString(sum[:12])
}

// summed sums up what stands on a square, from the top down where pieces are ordered; asked is whether some rule asks for the past of all.
func (t *table) summed(sq movement.Square, asked bool) string {
	p := t.pos
	var list []string
	for _, id := range p.AllAt(sq, nil) {
		text := fmt.Sprintf("%d.%d", p.Owner(id), p.TypeOf(id)) + t.counted(id)
		if moved, placed, base := p.Marks(id); asked || t.law.marks.own[t.law.ruleset.TypeName(p.TypeOf(id))] {
			text += fmt.Sprintf(",%t%t%d", moved, placed, base)
		}
		for _, with := range p.GoesWith(id) {
			text += "+" + t.law.ruleset.SquareName(p.Where(with))
		}
		list = append(list, text)
	}
	if !p.Ruleset().Ordered() {
		slices.Sort(list)
	}
	return strings.Join(list, "&")
}

// ways writes where the pieces on the board could go and what they could capture, where that depends on more than the board.
func (t *table) ways(b *bytes.Buffer) {
	for _, sq := range t.law.ruleset.Squares() {
		for _, id := range t.pos.AllAt(sq, nil) {
			t.doables(id, func(d *doable) bool {
				fmt.Fprintf(b, " %d.%s.%d.%d", sq, d.act, d.to, d.shown)
				return true
			})
		}
	}
}

// counted writes the counters of a piece that its definition has, if there are some. Those that a procedure gives to all pieces are
// records, such as of who was chased.
func (t *table) counted(id movement.PieceID) string {
	var b strings.Builder
	counters := t.pos.CountersOf(id)
	for i := range t.law.ruleset.Def(t.pos.TypeOf(id)).Counters {
		fmt.Fprintf(&b, ",%d", counters[i])
	}
	return b.String()
}

// canTakePassing reports whether a side can capture a piece on a square that it passed.
func (t *table) canTakePassing(s movement.SideID, by movement.PieceID) bool {
	g := t.turns()
	if g == nil {
		return t.takesPassing(s, by)
	}
	for _, ply := range g.Acts(s) {
		if ply.Play == movement.Capture && ply.Take.Victim == by && ply.Take.At != ply.Take.To && t.pos.At(ply.To) == movement.NoPiece &&
			len(g.Try(s, &ply, nil, false)) == 0 {
			return true
		}
	}
	return false
}

// takesPassing is canTakePassing where plays are put together of acts.
func (t *table) takesPassing(s movement.SideID, by movement.PieceID) bool {
	for _, id := range slices.Clone(t.pos.OnBoard()) {
		if t.pos.Owner(id) != s {
			continue
		}
		for _, w := range t.pos.TakingsOf(id, nil) {
			if w.Victim == by && w.At != w.To && t.pos.LegalTaking(id, w) {
				return true
			}
		}
	}
	return false
}

// emitChosen emits what was chosen beside an act.
func (p *play) emitChosen(b *events.Basis, list []turns.Chosen) {
	d := p.d
	rs := d.law().ruleset
	for _, c := range list {
		if c.Name != "" {
			continue // formulas knew it while the act was made
		}
		if c.Destroys {
			d.emit(b, events.PieceDestroyed{Piece: d.now.pieceName(d.now.pos.At(c.Square)), Why: events.WhyEffect})
			continue
		}
		if c.Piece != movement.NoPiece {
			d.emit(b, events.PiecePlaced{Piece: d.now.pieceName(c.Piece), At: rs.SquareName(c.Square), Chosen: true})
			continue
		}
		if d.now.turns().Opens() {
			for _, sq := range slices.Clone(d.state().laid.closed) {
				d.emit(b, events.SquareClosed{Square: sq, Open: true})
			}
		}
		d.emit(b, events.SquareClosed{Square: rs.SquareName(c.Square)})
	}
}
