package san

import (
	"strings"

	"adjudicate/rules/movement"
)

// The texts of castling to either side.
const (
	castleRight = "O-O"
	castleLeft  = "O-O-O"
)

// short is the text of a legal turn without the mark of check: the first form that reads as the turn.
func (s *Scene) short(m *Move) string {
	if m.Text != "" {
		return m.Text
	}
	for _, text := range s.forms(m) {
		if found, _, _, _ := s.find(text); len(found) == 1 && found[0].index == m.index {
			m.Text = text
			return text
		}
	}
	m.Text = m.Words
	return m.Text
}

// forms lists the ways to write a turn, the shortest first.
func (s *Scene) forms(m *Move) (out []string) {
	rs := s.names.rs
	if m.Play == movement.Pass {
		return nil
	}
	chosen, tail := s.chosen(m), s.tail(m)
	if m.Play == movement.Placement {
		return s.each(s.names.of[m.Type]+"@"+rs.SquareName(m.To)+tail, chosen)
	}
	if name, ok := s.castling(m); ok {
		out = s.each(name, chosen)
	}
	head, from := s.names.prefix(m.Type), rs.SquareName(m.From)
	file := strings.TrimRight(from, "0123456789")
	if m.From == m.To && m.Play != movement.Capture {
		return append(out, s.each(head+from+tail, chosen)...)
	}
	for _, origin := range s.origins(m, file, from[len(file):]) {
		out = append(out, s.each(head+origin+s.target(m)+tail, chosen)...)
	}
	return out
}

// origins lists what may be said of where the piece comes from. Of those that are no longer than needed, it is the file that a capture
// without a letter has.
func (s *Scene) origins(m *Move, file, rank string) []string {
	if s.names.isSilent(m.Type) {
		if m.Play == movement.Capture {
			return []string{file, file + rank}
		}
		return []string{"", file, file + rank}
	}
	return []string{"", file, rank, file + rank}
}

// target is where a piece goes, and what it takes.
func (s *Scene) target(m *Move) string {
	to := s.names.rs.SquareName(m.To)
	switch {
	case m.Play != movement.Capture:
		return to
	case m.To == m.From:
		return "x" + s.names.rs.SquareName(m.Taken) + "(shot)"
	}
	return "x" + to
}

func (s *Scene) tail(m *Move) string {
	if m.Becomes == movement.NoType {
		return ""
	}
	return "=" + strings.TrimSpace(s.names.of[m.Becomes])
}

// each adds the choices to a text: shortest first.
func (s *Scene) each(text string, chosen []string) []string {
	if len(chosen) == 0 {
		return []string{text}
	}
	var out []string
	for _, c := range chosen {
		out = append(out, text+c)
	}
	return out
}

// chosen writes what was chosen besides, without the squares of what is placed, and with them.
func (s *Scene) chosen(m *Move) []string {
	if len(m.Chosen) == 0 {
		return nil
	}
	var brief, full strings.Builder
	placed := false
	for _, c := range m.Chosen {
		var same string
		at := ""
		switch {
		case c.Name != "":
			same = c.Name + ":" + quotedIf(c.Called, `/;"+#!?`)
		case c.Destroys:
			same = "x" + s.names.rs.SquareName(c.Square)
		default:
			at = s.names.rs.SquareName(c.Square)
			if c.Type == movement.NoType {
				same = at
			}
		}
		if same != "" {
			brief.WriteString("/" + same)
			full.WriteString("/" + same)
			continue
		}
		placed = true
		letter := strings.TrimSpace(s.names.of[c.Type])
		brief.WriteString("/" + letter)
		full.WriteString("/" + letter + at)
	}
	if !placed {
		return []string{full.String()}
	}
	return []string{brief.String(), full.String()}
}

// castling names the turn of a royal piece which takes a partner along that stands on its rank.
func (s *Scene) castling(m *Move) (name string, ok bool) {
	if !s.castles(m) {
		return "", false
	}
	if s.right(m) {
		return castleRight, true
	}
	return castleLeft, true
}

// castles reports whether a turn is castling.
func (s *Scene) castles(m *Move) bool {
	if !m.Partner || m.Between[0] == movement.Off { // two that change places
		return false
	}
	for _, k := range s.names.kings {
		if k == m.Type {
			a, b := s.names.rs.SquareName(m.From), s.names.rs.SquareName(m.Between[0])
			return strings.TrimLeft(a, letters) == strings.TrimLeft(b, letters)
		}
	}
	return false
}

const letters = "abcdefghijklmnopqrstuvwxyz"

// right reports whether the partner stands right of the piece. Squares are ordered by file, then rank.
func (s *Scene) right(m *Move) bool { return m.Between[0] > m.From }
