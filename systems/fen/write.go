package fen

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"adjudicate/rules"
	"adjudicate/rules/movement"
	"adjudicate/systems"
)

// Write returns the position in one line.
func (at *Position) Write() (string, error) { return at.Placed.Write(at.System) }

// Write returns the position of a system in one line.
func (at *Placed) Write(sys *systems.System) (string, error) {
	w := &writing{sys: sys, p: at.Board, rs: at.Board.Ruleset()}
	if err := w.letters(); err != nil {
		return "", err
	}
	board, err := w.board()
	if err != nil {
		return "", err
	}
	fields := []string{board, [...]string{"w", "b"}[at.Side], w.rights(), w.passed()}
	if most := sys.FEN.Checks; most > 0 {
		fields = append(fields, fmt.Sprintf("%d+%d", most-w.p.Checks(0), most-w.p.Checks(1)))
	}
	return strings.Join(append(fields, strconv.Itoa(at.Quiet), strconv.Itoa(max(at.Number, 1))), " "), nil
}

type writing struct {
	sys *systems.System
	rs  *movement.Ruleset
	p   *movement.Position
	of  []string // the upper-case letter of each type; empty: none of its own
}

// letters finds the letter of each type: as the manifest says, else the glyph.
func (w *writing) letters() error {
	f := w.sys.FEN
	if f == nil || len(w.sys.Sides) != 2 {
		return fmt.Errorf("%s is no system of two sides whose positions are written in one line", w.sys.Name)
	}
	w.of = make([]string, w.rs.Types())
	taken := map[string]bool{}
	for letter, name := range f.Letters {
		if t, ok := w.rs.Type(name); ok && (w.of[t] == "" || letter < w.of[t]) {
			w.of[t] = letter
		}
		taken[letter] = true
	}
	for i := range w.of {
		letter := strings.ToUpper(w.rs.Glyph(movement.TypeID(i)))
		if w.of[i] != "" || taken[letter] || len([]rune(letter)) != 1 || strings.ToLower(letter) == letter {
			continue
		}
		w.of[i], taken[letter] = letter, true
	}
	return nil
}

func (w *writing) board() (string, error) {
	var b strings.Builder
	run := 0
	flush := func() {
		if run > 0 {
			b.WriteString(strconv.Itoa(run))
		}
		run = 0
	}
	for rank := w.rs.Ranks() - 1; rank >= 0; rank-- {
		for file := range w.rs.Files() {
			sq, ok := w.rs.Square(rules.SquareName(file, rank))
			switch {
			case !ok || w.p.ClosedAt(sq):
				flush()
				b.WriteByte('*')
			case w.p.At(sq) == movement.NoPiece, w.p.Where(w.p.At(sq)) != sq: // it is covered by a piece beside it
				run++
			default:
				flush()
				text, err := w.stack(sq)
				if err != nil {
					return "", err
				}
				b.WriteString(text)
			}
		}
		flush()
		if rank > 0 {
			b.WriteByte('/')
		}
	}
	held, err := w.holdings()
	if err != nil {
		return "", err
	}
	if held != "" || strings.Contains(w.sys.FEN.Start, "[") {
		b.WriteString("[" + held + "]")
	}
	return b.String(), nil
}

// stack writes what stands on a square: a piece, or several in parentheses, the lowest first.
func (w *writing) stack(sq movement.Square) (string, error) {
	list := w.p.AllAt(sq, nil)
	if len(list) == 1 {
		return w.man(list[0], 0)
	}
	if slices.Sort(list); w.rs.Ordered() {
		slices.SortFunc(list, func(a, b movement.PieceID) int {
			if w.p.Above(a, b) {
				return 1
			}
			return -1
		})
	}
	var b strings.Builder
	for i, id := range list {
		text, err := w.man(id, i)
		if err != nil {
			return "", err
		}
		b.WriteString(text)
	}
	return "(" + b.String() + ")", nil
}

// man writes a piece above so many others.
func (w *writing) man(id movement.PieceID, below int) (string, error) {
	typ := w.p.TypeOf(id)
	if w.p.CountersOf(id) != w.rs.Raised(typ, below) {
		return "", fmt.Errorf("a %s on %s has counters, of which no line tells", w.rs.TypeName(typ), w.rs.SquareName(w.p.Where(id)))
	}
	text := w.of[typ]
	if _, _, base := w.p.Marks(id); base != movement.NoType {
		letter := w.of[base]
		switch f := w.sys.FEN; {
		case letter != "" && f.Promoted[letter] == w.rs.TypeName(typ):
			text = "+" + letter
		case text != "" && f.Base == w.rs.TypeName(base):
			text += "~"
		}
	}
	if text == "" {
		return "", fmt.Errorf("the type %s has no letter of its own: fen.letters of %s gives it one", w.rs.TypeName(typ), w.sys.Name)
	}
	if w.p.Owner(id) == 1 {
		text = strings.ToLower(text)
	}
	return text, nil
}

// holdings writes the pieces off the board, by side and in the order of the types.
func (w *writing) holdings() (string, error) {
	var ids []movement.PieceID
	for i := range w.p.Pieces() {
		if id := movement.PieceID(i); w.p.Where(id) == movement.Off && !w.p.Gone(id) {
			ids = append(ids, id)
		}
	}
	slices.SortStableFunc(ids, func(a, b movement.PieceID) int {
		if n := int(w.p.Owner(a)) - int(w.p.Owner(b)); n != 0 {
			return n
		}
		return int(w.p.TypeOf(a)) - int(w.p.TypeOf(b))
	})
	var b strings.Builder
	for _, id := range ids {
		text, err := w.man(id, 0)
		if err != nil {
			return "", err
		}
		b.WriteString(text)
	}
	return b.String(), nil
}

// rights writes which pieces have not moved, so that reading marks them.
func (w *writing) rights() string {
	f := w.sys.FEN.Rights
	if f == nil {
		return "-"
	}
	named, _, _ := strings.Cut(strings.Join(strings.Fields(w.sys.FEN.Start)[2:3], ""), " ")
	files := named != "-" && !strings.ContainsAny(named, "KQkq")
	var b strings.Builder
	for side := range movement.SideID(2) {
		text := w.rightsOf(f, side, files)
		if side == 1 {
			text = strings.ToLower(text)
		}
		b.WriteString(text)
	}
	if b.Len() == 0 {
		return "-"
	}
	return b.String()
}

func (w *writing) rightsOf(f *systems.Rights, side movement.SideID, files bool) string {
	rank := f.Ranks[w.sys.Sides[side]]
	on := func(file int) (id movement.PieceID, typ string, still bool) {
		sq, ok := w.rs.Square(rules.SquareName(file, rank-1))
		if !ok {
			return movement.NoPiece, "", false
		}
		if id = w.p.At(sq); id == movement.NoPiece || w.p.Owner(id) != side {
			return movement.NoPiece, "", false
		}
		moved, placed, base := w.p.Marks(id)
		return id, w.rs.TypeName(w.p.TypeOf(id)), !moved && (!placed || f.Placed) && base == movement.NoType
	}
	king, ready := -1, false
	for file := range w.rs.Files() {
		if _, typ, still := on(file); f.King != "" && typ == f.King {
			king, ready = file, still
		}
	}
	var short, long, others string
	told := map[int]bool{}
	if ready {
		for i, at := range w.outermost(f, king, on) {
			if _, typ, still := on(at); at < 0 || !still || !slices.Contains(f.Partners, typ) {
				continue
			}
			told[at], told[king] = true, true
			switch name := strings.ToUpper(rules.SquareName(at, 0)[:1]); {
			case files:
				others += name
			case i == 0:
				short = "K"
			default:
				long = "Q"
			}
		}
	}
	for file := range w.rs.Files() {
		_, typ, still := on(file)
		if told[file] || !still || f.Files != "pieces" && !(ready && slices.Contains(f.Partners, typ)) {
			continue
		}
		others += strings.ToUpper(rules.SquareName(file, 0)[:1])
	}
	return short + long + others
}

// outermost returns the files of the partners that K and Q mean, or -1.
func (w *writing) outermost(f *systems.Rights, king int, on func(int) (movement.PieceID, string, bool)) [2]int {
	out := [2]int{-1, -1}
	for file := range w.rs.Files() {
		if _, typ, _ := on(file); !slices.Contains(f.Partners, typ) {
			continue
		}
		if file > king {
			out[0] = file
		} else if out[1] < 0 && file < king {
			out[1] = file
		}
	}
	if f.Short != "" {
		out[0] = int(f.Short[0] - 'a')
	}
	if f.Long != "" {
		out[1] = int(f.Long[0] - 'a')
	}
	return out
}

// passed writes the squares on which the piece can be captured that moved last, and its own if reading would not find it.
func (w *writing) passed() string {
	by, squares := w.p.Passing()
	if by == movement.NoPiece {
		return "-"
	}
	var b strings.Builder
	for _, sq := range squares {
		b.WriteString(w.rs.SquareName(sq))
	}
	r := &reading{sys: w.sys, rs: w.rs, p: w.p}
	if r.beyond(squares[0], w.p.Owner(by)) != by {
		b.WriteString(w.rs.SquareName(w.p.Where(by)))
	}
	return b.String()
}
