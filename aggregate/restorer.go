package aggregate

import (
	"bytes"
	"reflect"
	"slices"

	"adjudicate/events"
)

// A Restorer restores one state after another, as State.Restore does, and reads a text that it has read lately only once: where histories branch
// off and come together again, many of them end alike. A text of version 4 is one that it has read where it stands behind the same state, which is known
// where that is what it has restored last. The zero Restorer is ready. It is not safe for concurrent use.
type Restorer struct {
	list []restored // the last one used first
	last *State     // of the list, which the state is that was restored last until somebody changes it; nil: none
}

type restored struct {
	text   []byte
	behind *State // of version 4: the state before, as it stands in the list; nil: it is not known which one that was
	state  *State
}

// mostRestored is how many texts a Restorer remembers.
const mostRestored = 64

// Changed tells that an event has been applied to the state restored last.
func (r *Restorer) Changed(p events.Payload) {
	if events.About(p)&^(events.PartRuling|events.PartEditions) != 0 { // of these a state knows nothing
		r.last = nil
	}
}

// Restored is the state that was restored last, nil if it has been changed since. Nobody may write to it.
func (r *Restorer) Restored() *State { return r.last }

// Restore makes s, which is what it has restored before but for what Changed was told of, what a Snapshot says, which is not to be changed afterwards.
func (r *Restorer) Restore(s *State, text []byte) error {
	now := restored{text: text}
	if IsBehind(text) {
		now.behind = r.last
	}
	r.last = nil
	for i := range r.list {
		was := r.list[i]
		if !bytes.Equal(was.text, text) || was.behind != now.behind {
			continue
		}
		if IsBehind(text) && now.behind == nil || !IsBehind(text) && !was.extends(s) {
			break
		}
		r.list = slices.Insert(slices.Delete(r.list, i, i+1), 0, was)
		before := State{rules: s.rules, readings: s.readings, register: s.register, repacked: s.repacked}
		s.copyFrom(was.state)
		s.repacked = before.repacked + 1
		s.shareLaw(&before)
		r.last = was.state
		return nil
	}
	if err := s.Restore(text); err != nil {
		return err
	}
	if now.state = s.Clone(); IsBehind(text) {
		i := slices.IndexFunc(r.list, func(o restored) bool { return o.state.writtenAs(s) })
		if i >= 0 {
			now.state = r.list[i].state
		}
	}
	r.last, r.list = now.state, slices.Insert(r.list[:min(len(r.list), mostRestored-1)], 0, now)
	return nil
}

// writtenAs reports whether two states are written down alike.
func (s *State) writtenAs(o *State) bool {
	return s.turns == o.turns && s.toPlay == o.toPlay && s.captor == o.captor && slices.Equal(s.weights, o.weights) && s.SameLaw(o) &&
		alike(reflect.ValueOf(s.written(s)).Elem(), reflect.ValueOf(o.written(o)).Elem())
}

// extends reports whether whatever the text by which r was restored may refer to is in o as it is in r.
func (r *restored) extends(o *State) bool {
	s := r.state
	if !sameList(s.register, o.register) && !slices.EqualFunc(s.register, o.register, sameEntry) {
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
