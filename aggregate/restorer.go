package aggregate

import (
	"bytes"
	"reflect"
	"slices"
)

// A Restorer restores one state after another, as State.Restore does, and reads a text that it has read lately only once: where histories branch
// off and come together again, many of them end alike. The zero Restorer is ready. It is not safe for concurrent use.
type Restorer struct {
	list []restored // the last one used first
}

type restored struct {
	text  []byte
	state *State
}

// mostRestored is how many states a Restorer remembers.
const mostRestored = 32

// Restore makes s what a Snapshot says, which is not to be changed afterwards.
func (r *Restorer) Restore(s *State, text []byte) error {
	for i, was := range r.list {
		if !bytes.Equal(was.text, text) {
			continue
		}
		if !was.extends(s) {
			break
		}
		r.list = slices.Insert(slices.Delete(r.list, i, i+1), 0, was)
		n := was.state.Clone()
		n.lawEpoch, n.repacked = s.lawEpoch+1, s.repacked+1
		n.shareLaw(s)
		*s = *n
		return nil
	}
	if err := s.Restore(text); err != nil {
		return err
	}
	r.list = slices.Insert(r.list[:min(len(r.list), mostRestored-1)], 0, restored{text, s.Clone()})
	return nil
}

// extends reports whether whatever the text by which r was restored may refer to is in o as it is in r.
func (r *restored) extends(o *State) bool {
	s := r.state
	if !sameList(s.register, o.register) && !reflect.DeepEqual(s.register, o.register) {
		return false
	}
	if !bytes.HasPrefix(r.text, present) && !s.orderedWithin(o) {
		return false
	}
	return slices.EqualFunc(s.rules, o.rules, RuleInForce.Same)
}

// orderedWithin reports whether the lots of s are the first ones of o.
func (s *State) orderedWithin(o *State) bool {
	return s.drawn.size() == len(s.lots) && o.drawn.size() == len(o.lots) && len(s.lots) <= len(o.lots) && slices.Equal(s.lots, o.lots[:len(s.lots)])
}
