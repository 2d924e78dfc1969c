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
		if !was.state.extends(s) {
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

// extends reports whether whatever a text by which s was restored may refer to is in o as it is in s.
func (s *State) extends(o *State) bool {
	if len(o.lots) < len(s.lots) || !sameList(s.register, o.register) && !reflect.DeepEqual(s.register, o.register) {
		return false
	}
	for i := range s.lots {
		if !sameLot(&s.lots[i], &o.lots[i]) {
			return false
		}
	}
	return slices.EqualFunc(s.rules, o.rules, RuleInForce.Same)
}
