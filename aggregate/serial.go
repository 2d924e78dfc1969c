package aggregate

import "strconv"

// Piece ids are a glyph and a serial number: the third Rook that ever came into being is
// R3, whatever it was promoted to and whoever owns it. Serial numbers are never reused.

// serialPrefix is what the ids of a glyph begin with. Digits get a dot, so that the number
// after it can be told from the glyph.
func serialPrefix(glyph string) string {
	if glyph != "" && glyph[len(glyph)-1] >= '0' && glyph[len(glyph)-1] <= '9' {
		return glyph + "."
	}
	return glyph
}

// splitSerial cuts an id into prefix and number; the number is 0 if there is none.
func splitSerial(id string) (string, int) {
	cut := len(id)
	for cut > 0 && id[cut-1] >= '0' && id[cut-1] <= '9' {
		cut--
	}
	n, err := strconv.Atoi(id[cut:])
	if err != nil {
		return id, 0
	}
	return id[:cut], n
}

func (s *State) countSerial(id string) {
	prefix, n := splitSerial(id)
	if n == 0 {
		return
	}
	for i := range s.serials {
		if s.serials[i].prefix == prefix {
			s.serials[i].highest = max(s.serials[i].highest, n)
			return
		}
	}
	s.serials = append(s.serials, serial{prefix, n})
}

// NextPieceID returns the id that the next new piece with this glyph gets.
func (s *State) NextPieceID(glyph string) string {
	prefix := serialPrefix(glyph)
	n := 0
	for i := range s.serials {
		if s.serials[i].prefix == prefix {
			n = s.serials[i].highest
		}
	}
	for {
		n++
		id := prefix + strconv.Itoa(n)
		// An id that was not formed this way may be in use.
		if _, taken := s.pieceIdx.find(hashName(id), func(i int) bool { return s.pieces[i].id == id }); !taken {
			return id
		}
	}
}
