package aggregate

import "slices"

// A side that has left can be entered again under its name, as a new one. Of one that has left its name is remembered, and
// no more than that once no piece is left that it had: in a long game many come and go. A state that is written down
// leaves out such sides whether they have been cleared away or not.

// clearAt is how many sides may leave before those without pieces are cleared away.
const clearAt = 32

// noteEntry notes that a side has entered.
func (s *State) noteEntry(name string) {
	if !slices.Contains(s.entered, name) {
		s.entered = append(s.entered[:len(s.entered):len(s.entered)], name)
	}
}

// remaining returns where each side is among those that are in the game or have a piece, destroyed or not; -1 for others. How
// many there are comes second.
func (s *State) remaining() (places []int32, n int) {
	places = make([]int32, len(s.sides))
	for i := range places {
		places[i] = -1
		if !s.sides[i].gone {
			places[i] = 0
		}
	}
	for i := range s.pieces {
		places[s.pieces[i].side] = 0
	}
	for i := range places {
		if places[i] == 0 {
			places[i] = int32(n)
			n++
		}
	}
	return places, n
}

// Tidy clears away what remaining leaves out, once many sides have left, and reports whether it did. It changes the indices of sides, which
// whoever decides on an input holds on to: so it is for between two of them, where it need not be.
func (s *State) Tidy() bool {
	if s.left < clearAt {
		return false
	}
	s.left = 0
	places, n := s.remaining()
	if n == len(s.sides) {
		return false
	}
	s.unequal.forget()
	kept := s.sides[:0]
	for i := range s.sides {
		if places[i] >= 0 {
			kept = append(kept, s.sides[i])
		}
	}
	clear(s.sides[len(kept):])
	s.sides = kept
	for i := range s.pieces {
		s.pieces[i].side = places[s.pieces[i].side]
	}
	return true
}

// clearSides tidies the state, between two inputs.
func (t *table) clearSides() {
	if t.state.Tidy() {
		t.laid = nil
		t.changed()
	}
}
