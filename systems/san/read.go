package san

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"adjudicate/rules"
	"adjudicate/rules/movement"
	"adjudicate/rules/turns"
)

// Read returns the legal turn that a text means, with its text as Moves gives it. Errors are *SyntaxError, *AmbiguousError
// or *IllegalError.
func (s *Scene) Read(text string) (Move, error) {
	if len(text) > longest {
		return Move{}, &SyntaxError{text[:longest], longest + 1, "the end of the turn"}
	}
	found, patterns, far, want := s.find(text)
	switch {
	case len(patterns) == 0 && len(found) == 0:
		return Move{}, &SyntaxError{text, utf8.RuneCountInString(text[:far]) + 1, want}
	case len(found) == 0:
		return Move{}, s.illegal(text, patterns)
	case len(found) > 1:
		return Move{}, &AmbiguousError{text, s.written(found)}
	}
	m := *found[0]
	m.Text = s.Write(found[0])
	return m, nil
}

// Write returns the text of a legal turn of the scene, with its mark of check. The turn is made and taken back.
func (s *Scene) Write(m *Move) (text string) {
	i := 0
	s.Game.Each(s.Side, func(*turns.Turn) bool {
		if i == m.index {
			text = s.short(m) + s.mark()
		}
		i++
		return i <= m.index
	})
	return text
}

// find returns the legal turns that a text may mean, the ways to read it, and else how far it could be read.
func (s *Scene) find(text string) (found []*Move, patterns []pattern, far int, want string) {
	moves := s.legal()
	plain := strings.TrimSpace(text)
	for i := range moves {
		if strings.EqualFold(moves[i].Words, plain) {
			return []*Move{&moves[i]}, nil, 0, ""
		}
	}
	patterns, far, want = s.names.patterns(text)
	for i := range patterns {
		if found = s.matching(&patterns[i]); len(found) > 0 {
			break
		}
	}
	return found, patterns, far, want
}

// matching returns the legal turns that a pattern fits, of those that fit the ones that fit best.
func (s *Scene) matching(w *pattern) (found []*Move) {
	moves := s.legal()
	for i := range moves {
		if m := &moves[i]; s.fits(w, &m.Act) && s.chose(w, m) {
			found = append(found, m)
		}
	}
	prefer := func(better func(m *Move) bool) {
		if kept := slices.DeleteFunc(slices.Clone(found), func(m *Move) bool { return !better(m) }); len(kept) > 0 {
			found = kept
		}
	}
	prefer(func(m *Move) bool { return w.becomes != movement.NoType || m.Becomes == movement.NoType })
	prefer(func(m *Move) bool { return w.castle != "" || !m.Partner })
	prefer(func(m *Move) bool { return w.takes == (m.Play == movement.Capture) })
	prefer(func(m *Move) bool { return len(w.chosen) > 0 || len(m.Chosen) == 0 })
	return found
}

// fits reports whether an act is what a pattern says, its choices aside.
func (s *Scene) fits(w *pattern, m *Act) bool {
	rs := s.names.rs
	switch {
	case w.pass:
		return m.Play == movement.Pass
	case m.Play == movement.Pass:
		return false
	case w.castle != "":
		full := &Move{Act: *m}
		name, ok := s.castling(full)
		return ok && name == w.castle
	case w.place != (m.Play == movement.Placement), w.typ != movement.NoType && w.typ != m.Type,
		w.becomes != movement.NoType && w.becomes != m.Becomes:
		return false
	case w.unsaid && (w.file == "" || w.rank == "") && len(s.names.silent) > 0 && !s.names.isSilent(m.Type):
		return false
	case w.partner != [2]movement.Square{} && (!m.Partner || m.Between != w.partner):
		return false
	case w.shot:
		return m.Play == movement.Capture && m.To == m.From && m.Taken == w.to && s.comes(w, m)
	case m.Play == movement.Placement:
		return m.To == w.to
	}
	if w.toFile != "" {
		to := rs.SquareName(m.To)
		return m.Play == movement.Capture && strings.TrimRight(to, "0123456789") == w.toFile && s.comes(w, m)
	}
	beside := m.Partner && w.to == m.Between[0] && s.castles(&Move{Act: *m}) && w.file+w.rank == rs.SquareName(m.From)
	return (m.To == w.to || beside) && s.comes(w, m)
}

// comes reports whether the piece comes from where a pattern says.
func (s *Scene) comes(w *pattern, m *Act) bool {
	from := s.names.rs.SquareName(m.From)
	file := strings.TrimRight(from, "0123456789")
	return (w.file == "" || w.file == file) && (w.rank == "" || w.rank == from[len(file):])
}

// chose reports whether a turn has the choices that a pattern tells.
func (s *Scene) chose(w *pattern, m *Move) bool {
	if len(w.chosen) == 0 {
		return true
	}
	if len(w.chosen) != len(m.Chosen) {
		return false
	}
	for i, c := range w.chosen {
		have := m.Chosen[i]
		if c.Name != have.Name || !strings.EqualFold(strings.Trim(c.Called, `"`), strings.Trim(have.Called, `"`)) || c.Destroys != have.Destroys {
			return false
		}
		if c.Name == "" && (c.Type != have.Type || c.Square != movement.Off && c.Square != have.Square) {
			return false
		}
	}
	return true
}

// written returns turns with their texts, for a list.
func (s *Scene) written(found []*Move) (out []Move) {
	for _, m := range found {
		out = append(out, Move{Act: m.Act, Words: m.Words, Text: s.short(m), index: m.index})
	}
	return out
}

// illegal says why no legal turn is meant.
func (s *Scene) illegal(text string, patterns []pattern) error {
	e := &IllegalError{Text: text}
	for i := range patterns {
		w := &patterns[i]
		if len(w.chosen) > 0 && slices.ContainsFunc(s.legal(), func(m Move) bool { return s.fits(w, &m.Act) }) { // as an act it is legal
			e.Against, e.Near = "nothing like that can be chosen with it", s.nearest(w)
			return e
		}
	}
	p := s.Game.Position
	plies := slices.DeleteFunc(p.PlacementsOf(s.Side, p.Plies(s.Side, nil)), func(ply movement.Ply) bool { return ply.Apart() })
	for i := range patterns {
		for j := range plies {
			act := s.ply(&plies[j])
			if !s.fits(&patterns[i], &act) {
				continue
			}
			if len(e.Tried) == 0 {
				e.Against = s.against(&plies[j])
			}
			e.Tried = append(e.Tried, act)
		}
		if len(e.Tried) > 0 {
			break
		}
	}
	if len(e.Tried) == 0 {
		e.Against = s.nobody(&patterns[0])
		e.Tried = s.guess(&patterns[0])
	}
	e.Near = s.nearest(&patterns[0])
	return e
}

// guess returns what a pattern asks of the piece that is nearest to doing it: to go where it cannot go.
func (s *Scene) guess(w *pattern) []Act {
	p, rs := s.Game.Position, s.names.rs
	if w.pass || w.place || w.toFile != "" {
		return nil
	}
	var out []Act
	best := 0
	for _, id := range p.OnBoard() {
		a := Act{Play: movement.Move, Type: p.TypeOf(id), From: p.Where(id), To: w.to, Becomes: w.becomes}
		file, rank := rs.Place(a.From)
		if w.castle != "" {
			to, ok := rs.Square(rules.SquareName(file+map[string]int{castleRight: 2, castleLeft: -2}[w.castle], rank))
			if !ok || !slices.Contains(s.names.kings, a.Type) {
				continue
			}
			a.To = to
		}
		if p.Owner(id) != s.Side || w.typ != movement.NoType && w.typ != a.Type || !s.comes(w, &a) || a.To == a.From ||
			w.unsaid && w.file+w.rank == "" && len(s.names.silent) > 0 && !s.names.isSilent(a.Type) {
			continue
		}
		if x := p.At(a.To); x != movement.NoPiece && p.Owner(x) != s.Side {
			a.Play, a.Taken = movement.Capture, a.To
		}
		toFile, toRank := rs.Place(a.To)
		far := (file-toFile)*(file-toFile) + (rank-toRank)*(rank-toRank)
		if out == nil || far < best || far == best && a.From < out[0].From {
			out, best = []Act{a}, far
		}
	}
	return out
}

// against says what an act breaks that a piece could make.
func (s *Scene) against(ply *movement.Ply) string {
	u := s.Game.Position.Do(ply)
	defer u.Back()
	if s.Game.Checked(s.Side) {
		return fmt.Sprintf("%s would be in check", s.Game.Position.SideName(s.Side))
	}
	return "the rules forbid it here"
}

// nobody says what kind of piece cannot do what a pattern says.
func (s *Scene) nobody(w *pattern) string {
	p := s.Game.Position
	side := p.SideName(s.Side)
	typ := w.typ
	if w.unsaid && len(s.names.silent) > 0 && (w.file == "" || w.rank == "") {
		typ = s.names.silent[0]
	}
	what := "piece"
	if typ != movement.NoType {
		what = s.names.rs.TypeName(typ)
	}
	switch {
	case w.castle != "":
		return fmt.Sprintf("%s cannot castle so", side)
	case w.pass:
		return fmt.Sprintf("%s may not pass", side)
	case w.place:
		return fmt.Sprintf("%s cannot place a %s there", side, what)
	}
	return fmt.Sprintf("no %s of %s can do that", what, side)
}

// nearest returns the legal turns that have most in common with what a pattern says.
func (s *Scene) nearest(w *pattern) []Move {
	moves := s.legal()
	best := 0
	var found []*Move
	for i := range moves {
		m := &moves[i]
		n := 0
		for _, like := range []struct {
			yes    bool
			weight int
		}{
			{w.castle != "" && m.Partner, 4},
			{w.castle == "" && !w.pass && m.To == w.to && m.To != movement.Off, 4},
			{w.typ != movement.NoType && w.typ == m.Type, 3},
			{w.unsaid && s.names.isSilent(m.Type), 2},
			{w.place && m.Play == movement.Placement, 2},
			{w.file+w.rank != "" && s.comes(w, &m.Act), 2},
			{w.becomes != movement.NoType && m.Becomes == w.becomes, 1},
			{w.takes && m.Play == movement.Capture, 1},
		} {
			if like.yes {
				n += like.weight
			}
		}
		if n > best {
			best, found = n, found[:0]
		}
		if n == best {
			found = append(found, m)
		}
	}
	list := s.written(found)
	slices.SortFunc(list, func(a, b Move) int { return strings.Compare(a.Text, b.Text) })
	return list
}
