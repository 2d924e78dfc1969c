package fen

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"adjudicate/rules"
	"adjudicate/rules/movement"
	"adjudicate/rules/turns"
	"adjudicate/systems"
)

// Position is a position of a system with all its rules.
type Position struct {
	System *systems.System
	Game   *turns.Game
	Placed
}

// Placed is what a position of one line says.
type Placed struct {
	Board  *movement.Position
	Side   movement.SideID // whose turn it is
	Quiet  int             // turns since the last capture or turn of a type of the letter P
	Number int             // of the move, from 1
}

// Error is a fault in a position of one line.
type Error struct {
	Column int // from 1
	Reason string
}

func (e *Error) Error() string { return fmt.Sprintf("fen, column %d: %s", e.Column, e.Reason) }

// Read is Place with the rules of turns that a position alone answers; a system whose rules ask for more, as for the date, is refused.
func Read(sys *systems.System, text string) (*Position, error) {
	at, err := Place(sys, text)
	if err != nil {
		return nil, err
	}
	g, err := turns.New(sys.Book, at.Board)
	if err != nil {
		return nil, err
	}
	return &Position{Placed: *at, System: sys, Game: g}, nil
}

// Place sets up a position of a system that is written in one line, as its manifest says; without a text its opening array. Errors
// about the text are *Error.
func Place(sys *systems.System, text string) (*Placed, error) {
	switch {
	case len(sys.Sides) != 2:
		return nil, fmt.Errorf("%s has %d sides in its system.yaml: positions of two sides are written in one line", sys.Name, len(sys.Sides))
	case sys.FEN == nil:
		return nil, fmt.Errorf("%s does not say how its positions are written in one line: its system.yaml has no fen", sys.Name)
	}
	text = cmp.Or(text, sys.FEN.Start)
	rs, err := Ruleset(sys)
	if err != nil {
		return nil, err
	}
	p := rs.NewPosition()
	for _, name := range sys.Sides {
		p.AddSide(name)
	}
	r := &reading{sys: sys, rs: rs, p: p}
	r.split(text)
	first, err := r.read()
	if err != nil {
		return nil, err
	}
	out := &Placed{Board: p, Side: first}
	out.Quiet, out.Number, err = r.clocks()
	if err != nil {
		return nil, err
	}
	return out, nil
}

// Ruleset compiles the rules of a system, each entry of its register read by default.
func Ruleset(sys *systems.System) (*movement.Ruleset, error) {
	readings, err := sys.Register.Complete(nil)
	if err != nil {
		return nil, err
	}
	for _, bad := range sys.Book.Invalid() {
		if !bad.InTurns() {
			return nil, fmt.Errorf("rule %s: %s", bad.Rule.Number, bad.Why)
		}
	}
	return movement.Compile(sys.Book, readings)
}

const mostTurns = 1_000_000 // turns that a clock of a FEN counts

// clocks reads the last two fields, which may be missing.
func (r *reading) clocks() (quiet, number int, err error) {
	var counts []int
	for i, field := range r.fields {
		if i < 4 {
			continue
		}
		if strings.Trim(field, "0123456789") == "" && len(field) > len("1000000") {
			return 0, 0, r.fail(len(strings.Join(r.fields[:i], " "))+2-r.short, "expected a number of at most %d turns", mostTurns)
		}
		if n, err := strconv.Atoi(field); err == nil && n >= 0 && !strings.Contains(field, "+") {
			counts = append(counts, n)
		}
	}
	if len(counts) < 2 {
		return 0, 1, nil
	}
	return counts[0], max(counts[1], 1), nil
}

// reading reads a FEN of a system.
type reading struct {
	sys    *systems.System
	rs     *movement.Ruleset
	p      *movement.Position
	fields []string
	short  int // characters that the text lacks before its numbers, of fields that it leaves out
}

// split finds the fields of a text. Where only the board is given the first side plays; where numbers follow on the side to play, as shogi
// writes positions, or on the rights, what is missing is left out.
func (r *reading) split(text string) {
	r.fields = strings.Fields(text)
	if len(r.fields) == 1 {
		r.fields = append(r.fields, "w")
	}
	for at := 2; at < 4 && at < len(r.fields); at++ {
		if strings.Trim(r.fields[at], "0123456789") == "" {
			r.fields = slices.Insert(r.fields, at, "-")
			r.short += len("- ")
		}
	}
}

func (r *reading) fail(column int, format string, args ...any) error {
	return &Error{column, fmt.Sprintf(format, args...)}
}

func (r *reading) read() (movement.SideID, error) {
	if len(r.fields) < 2 {
		return 0, r.fail(1, "expected the board and then w or b")
	}
	if err := r.board(r.fields[0]); err != nil {
		return 0, err
	}
	var first movement.SideID
	at := len(r.fields[0]) + 2
	switch r.fields[1] {
	case "w":
	case "b":
		first = 1
	default:
		return 0, r.fail(at, "%q is not w or b", r.fields[1])
	}
	at += 2
	if len(r.fields) > 2 && r.sys.FEN.Rights != nil {
		if err := r.rights(r.fields[2], at); err != nil {
			return 0, err
		}
	}
	if len(r.fields) > 3 {
		if err := r.passed(r.fields[3], 1-first, at+len(r.fields[2])+1); err != nil {
			return 0, err
		}
	}
	return first, r.checks()
}

// board reads the placement of the pieces, and the holdings: in brackets, or as one rank more.
func (r *reading) board(text string) error {
	board, holding, _ := strings.Cut(text, "[")
	rows := strings.Split(strings.TrimSuffix(board, "/"), "/")
	if len(rows) == r.rs.Ranks()+1 && holding == "" {
		holding = rows[len(rows)-1]
		rows = rows[:len(rows)-1]
	}
	if len(rows) != r.rs.Ranks() {
		return r.fail(1, "%d ranks: expected %d", len(rows), r.rs.Ranks())
	}
	at := 1
	for i, row := range rows {
		file := 0
		for j := 0; j < len(row); {
			c := row[j]
			switch {
			case c >= '0' && c <= '9':
				n := j
				for n < len(row) && row[n] >= '0' && row[n] <= '9' {
					n++
				}
				run, err := strconv.Atoi(row[j:n])
				if err != nil || run < 1 {
					return r.fail(at+j, "a run of no squares")
				}
				file += run
				j = n
			case c == '*':
				if sq, ok := r.rs.Square(rules.SquareName(file, r.rs.Ranks()-1-i)); ok {
					r.p.Close(sq)
				}
				file++
				j++
			default:
				sq, ok := r.rs.Square(rules.SquareName(file, r.rs.Ranks()-1-i))
				if !ok {
					return r.fail(at+j, "no square of the board")
				}
				n, err := r.stack(row[j:], at+j, sq)
				if err != nil {
					return err
				}
				file++
				j += n
			}
		}
		if file != r.rs.Files() {
			return r.fail(at, "rank %d has %d squares: expected %d", r.rs.Ranks()-i, file, r.rs.Files())
		}
		at += len(row) + 1
	}
	for j := 0; j < len(holding) && holding[j] != ']'; {
		if holding[j] == '-' {
			j++
			continue
		}
		m, n, err := r.man(holding[j:], at+j)
		if err != nil {
			return err
		}
		r.p.Mark(r.p.AddPiece(m.typ, m.side), false, false, m.base)
		j += n
	}
	return nil
}

// stack reads what stands on a square: a piece, or several in parentheses, the lowest first.
func (r *reading) stack(text string, at int, sq movement.Square) (n int, err error) {
	if text[0] != '(' {
		return r.stand(text, at, sq)
	}
	for n = 1; n < len(text) && text[n] != ')'; {
		m, err := r.stand(text[n:], at+n, sq)
		if err != nil {
			return n, err
		}
		n += m
	}
	switch {
	case n == len(text):
		return n, r.fail(at, "a ) is missing behind the pieces of a square")
	case n == 1:
		return n, r.fail(at, "no piece stands between ( and )")
	}
	return n + 1, nil
}

// stand puts a piece on a square, above what stands there.
func (r *reading) stand(text string, at int, sq movement.Square) (n int, err error) {
	m, n, err := r.man(text, at)
	if err != nil {
		return n, err
	}
	id := r.p.AddPiece(m.typ, m.side)
	below := len(r.p.AllAt(sq, nil))
	if r.rs.Wide() && !r.p.HasRoom(id, sq) || below > 0 && !r.p.Joins(id, sq) {
		return n, r.fail(at, "no room for a %s on %s", r.rs.TypeName(m.typ), r.rs.SquareName(sq))
	}
	r.p.Put(id, sq)
	r.p.Raise(id, below)
	r.p.Mark(id, r.sys.FEN.Rights != nil, false, m.base)
	return n, nil
}

// man is a piece as written.
type man struct {
	typ, base movement.TypeID
	side      movement.SideID
}

// man reads a piece: a letter, with + before it if it is promoted, with ~ behind it if its base is what all are promoted from.
func (r *reading) man(text string, at int) (m man, n int, err error) {
	m.base = movement.NoType
	promoted := text[0] == '+'
	if promoted {
		text, n = text[1:], 1
	}
	if text == "" {
		return m, n, r.fail(at, "a letter is missing behind +")
	}
	sign, size := utf8.DecodeRuneInString(text)
	letter := strings.ToUpper(string(sign))
	if strings.ToLower(letter) == letter {
		return m, n, r.fail(at, "%q is not a piece, a number, * or /", text[:size])
	}
	if letter != text[:size] {
		m.side = 1
	}
	n += size
	m.typ, err = r.letter(letter, r.sys.FEN.Letters, at)
	if promoted && err == nil {
		m.base = m.typ
		name, ok := r.sys.FEN.Promoted[letter]
		if !ok {
			return m, n, r.fail(at, "nothing says what +%s is: fen.promoted of %s", letter, r.sys.Name)
		}
		m.typ, err = r.named(name, at)
	}
	if err == nil && len(text) > size && text[size] == '~' {
		n++
		m.base, err = r.named(r.sys.FEN.Base, at)
	}
	return m, n, err
}

// letter finds the type of an upper-case letter.
func (r *reading) letter(letter string, letters map[string]string, at int) (movement.TypeID, error) {
	if name, ok := letters[letter]; ok {
		return r.named(name, at)
	}
	for t := range r.rs.Types() {
		if id := movement.TypeID(t); strings.EqualFold(r.rs.Glyph(id), letter) {
			return id, nil
		}
	}
	return movement.NoType, r.fail(at, "no type has the letter %s", letter)
}

func (r *reading) named(name string, at int) (movement.TypeID, error) {
	t, ok := r.rs.Type(name)
	if !ok {
		return t, r.fail(at, "no rule defines a type called %q, which %s names under fen", name, r.sys.Name)
	}
	return t, nil
}

// rights reads which pieces have not moved.
func (r *reading) rights(text string, at int) error {
	if text == "-" {
		return nil
	}
	for i := range len(text) {
		c := text[i]
		side := movement.SideID(0)
		if c >= 'a' {
			side, c = 1, c-'a'+'A'
		}
		if c < 'A' || c > 'Z' || !r.right(c, side) {
			return r.fail(at+i, "%q says nothing about a piece that has not moved", text[i])
		}
	}
	return nil
}

// right marks the pieces that a letter means.
func (r *reading) right(c byte, side movement.SideID) bool {
	w := r.sys.FEN.Rights
	rank := w.Ranks[r.sys.Sides[side]]
	on := func(file int) movement.PieceID {
		sq, ok := r.rs.Square(rules.SquareName(file, rank-1))
		if !ok {
			return movement.NoPiece
		}
		if id := r.p.At(sq); id != movement.NoPiece && r.p.Owner(id) == side {
			return id
		}
		return movement.NoPiece
	}
	is := func(id movement.PieceID, types ...string) bool {
		return id != movement.NoPiece && slices.Contains(types, r.rs.TypeName(r.p.TypeOf(id)))
	}
	still := func(id movement.PieceID) { r.p.Mark(id, false, false, movement.NoType) }
	king := -1
	for f := range r.rs.Files() {
		if is(on(f), w.King) {
			king = f
		}
	}
	castle := func(partner int) bool {
		if king < 0 || !is(on(partner), w.Partners...) {
			return false
		}
		still(on(king))
		still(on(partner))
		return true
	}
	if c == 'K' && w.King != "" && king >= 0 {
		if w.Short != "" {
			return castle(int(w.Short[0] - 'a'))
		}
		for f := r.rs.Files() - 1; f > king; f-- {
			if is(on(f), w.Partners...) {
				return castle(f)
			}
		}
		return false
	}
	if c == 'Q' && w.King != "" && king >= 0 {
		if w.Long != "" {
			return castle(int(w.Long[0] - 'a'))
		}
		for f := range king {
			if is(on(f), w.Partners...) {
				return castle(f)
			}
		}
		return false
	}
	f := int(c - 'A')
	if w.Files == "pieces" {
		if id := on(f); id != movement.NoPiece {
			still(id)
			return true
		}
		return false
	}
	return castle(f)
}

// passed reads the squares on which the piece can be captured that a side moved last: those it passed, and perhaps its own.
func (r *reading) passed(text string, side movement.SideID, at int) error {
	if text == "-" || text == "–" {
		return nil
	}
	by := movement.NoPiece
	var squares []movement.Square
	for i := 0; i < len(text); {
		n := i + 1
		for n < len(text) && text[n] >= '0' && text[n] <= '9' {
			n++
		}
		sq, ok := r.rs.Square(text[i:n])
		if !ok {
			return r.fail(at+i, "%q is no square", text[i:n])
		}
		if id := r.p.At(sq); id != movement.NoPiece && r.p.Owner(id) == side {
			by = id
		} else {
			squares = append(squares, sq)
		}
		i = n
	}
	if by == movement.NoPiece && len(squares) > 0 {
		by = r.beyond(squares[0], side)
	}
	if by == movement.NoPiece || len(squares) == 0 {
		return r.fail(at, "%q: no piece of %s has passed that", text, r.sys.Sides[side])
	}
	r.p.SetPassing(by, squares...)
	return nil
}

// beyond finds the piece of a side that has passed a square going forward: the first one from there on.
func (r *reading) beyond(sq movement.Square, side movement.SideID) movement.PieceID {
	for {
		var ok bool
		if sq, ok = r.p.Ahead(sq, side); !ok {
			return movement.NoPiece
		}
		if id := r.p.At(sq); id != movement.NoPiece {
			if r.p.Owner(id) == side {
				return id
			}
			return movement.NoPiece
		}
	}
}

// checks reads how many checks each side has yet to give: "3+3".
func (r *reading) checks() error {
	if r.sys.FEN.Checks == 0 || len(r.fields) < 5 {
		return nil
	}
	for _, field := range r.fields[4:] {
		left, right, ok := strings.Cut(field, "+")
		if !ok {
			continue
		}
		for s, text := range []string{left, right} {
			n, err := strconv.Atoi(text)
			if err != nil || n < 0 || n > r.sys.FEN.Checks {
				return r.fail(1, "%q: expected how many of %d checks each side has yet to give, such as 3+3", field, r.sys.FEN.Checks)
			}
			r.p.SetChecks(movement.SideID(s), r.sys.FEN.Checks-n)
		}
		return nil
	}
	return nil
}
