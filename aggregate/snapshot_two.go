package aggregate

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"adjudicate/events"
)

// Version 2 of a written state listed every lot with its result, or the first ones by how many of those drawn before it kept; each title apart; and
// every side that ever was. Ledgers keep such texts: the states that editions close with, and the notes of earlier programs.

// versionTwo is what version 2 wrote otherwise.
type versionTwo struct {
	Titles   []titleTwo        `json:"titles,omitempty"`
	LotsKept int               `json:"lots_kept,omitempty"` // the first of those that stood before
	Lots     []events.LotDrawn `json:"lots,omitempty"`
}

type titleTwo struct {
	Player string `json:"player"`
	Hand   int    `json:"hand"`
	Title  string `json:"title"`
}

// mixed reports whether a text has what its version does not write.
func (v *snapshot) mixed() bool {
	two, behind := v.Titles != nil || v.LotsKept != 0 || v.Lots != nil, v.Same != nil || v.Runs != nil
	switch v.Version {
	case snapshotVersion:
		return two || behind
	case behindVersion:
		return two
	}
	return behind || v.Won != nil || v.Drawn != nil || v.Entered != nil
}

// restoreTwo takes from a text of version 2 what it wrote otherwise. What it refers to is taken from s.
func (n *State) restoreTwo(v *snapshot, s *State) error {
	for _, t := range v.Titles {
		n.titles = append(n.titles, Title{t.Player, t.Title, t.Hand})
	}
	for _, sd := range v.Sides {
		n.noteEntry(sd.Name)
	}
	return n.keepLots(v.LotsKept, v.Lots, s)
}

// keepLots makes the lots of n the first ones of s, and more.
func (n *State) keepLots(first int, more []events.LotDrawn, s *State) error {
	count := s.drawn.size()
	if first < 0 || first > count {
		return fmt.Errorf("%w: it refers to %d lots, there are %d", ErrSnapshot, first, count)
	}
	unordered := count - len(s.lots) // the lots before s.lots
	switch {
	case first >= unordered:
		n.drawn = s.drawn
		for _, label := range s.lots[first-unordered:] {
			n.drawn = n.drawn.without(label)
		}
		n.lots = slices.Clone(s.lots[:first-unordered])
	case first == 0: // of none
	default:
		again := 0
		for i := range more {
			if s.drawn.has(more[i].Draw) {
				again++
			}
		}
		if first+again < count {
			return fmt.Errorf("%w: it refers to the first %d lots", ErrForgotten, first)
		}
		n.drawn = s.drawn // none is left out
		for i := range more {
			n.drawn = n.drawn.with(more[i].Draw)
		}
		return nil
	}
	for i := range more {
		n.noteDraw(more[i].Draw)
	}
	return nil
}

// Renewed is a state written by Snapshot(nil), or by that of an engine of before, as this one writes it. An error wraps [ErrSnapshot].
func Renewed(text []byte) ([]byte, error) {
	if bytes.HasPrefix(text, present) {
		return text, nil
	}
	s := NewState()
	if err := s.Restore(text); err != nil {
		return nil, err
	}
	return s.Snapshot(nil)
}

// present is what texts of this version begin with.
var present = fmt.Appendf(nil, `{"version":%d`, snapshotVersion)

// StandsFor reports whether a state as it was written behind s, read back as restored (nil if it cannot be), is the one that this engine writes now, but for what
// engines of before did not keep: what has to be signed, which array the game began with, what pieces have been through, at first how many turns there were, and what rules ask
// of the past in games without an array.
func (s *State) StandsFor(written []byte, restored *State, now []byte) bool {
	if !bytes.HasPrefix(written, present) {
		if restored == nil {
			return false
		}
		if IsBehind(written) {
			if again, err := restored.Behind(s); err != nil || !bytes.Equal(again, written) {
				return false // no engine writes that so
			}
		}
		var err error
		if written, err = restored.Snapshot(s); err != nil {
			return false
		}
	}
	if IsBehind(now) {
		n := s.Clone()
		if n.Restore(now) != nil {
			return false
		}
		var err error
		if now, err = n.Snapshot(s); err != nil {
			return false
		}
	}
	if bytes.Equal(written, now) {
		return true
	}
	var was, is snapshot
	if json.Unmarshal(written, &was) != nil || json.Unmarshal(now, &is) != nil {
		return false
	}
	if was.Signing == nil {
		is.Signing = nil
	}
	if was.Array == nil {
		is.Array = nil
	}
	if !was.Past {
		if is.Laid != nil && is.Laid.Kept && (was.Laid == nil || !was.Laid.Kept) {
			is.forget()
		}
		is.forgetPast()
		if was.Turns == 0 {
			is.Turns = 0
		}
	}
	a, errA := json.Marshal(was)
	b, errB := json.Marshal(is)
	return errA == nil && errB == nil && bytes.Equal(a, b)
}
