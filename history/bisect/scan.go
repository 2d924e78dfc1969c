package bisect

import (
	"fmt"
	"iter"
	"slices"

	"adjudicate/events"
	"adjudicate/history/blame"
	"adjudicate/history/condition"
)

// History is events in the order in which they hold.
type History = iter.Seq2[events.Envelope, error]

// Turn is a point of a history at which a condition becomes true or false.
type Turn struct {
	Holds      bool            // what it became
	Event      events.Envelope // the outcome that turned it; the zero one if it holds before the first
	events.Act                 // what it is an outcome of, up to and with it
	Change     string          // what an adopted edition has to do with the input, as Options.Changed tells it
	Grounds    blame.Grounds   // what the outcome rests on
	Whole      blame.Grounds   // what the whole ruling rests on
	Types      map[string]string
	Was        []condition.Value // what the condition asks for, before the input
	Is         []condition.Value // and after it (after the event, if every event counts)
}

// Options qualify a scan.
type Options struct {
	Every   bool          // every event counts, not only what stands when an input's outcomes are all told
	Changed blame.Changed // may be nil
}

// Result is what a scan found when it ended.
type Result struct {
	Holds  bool              // whether the condition holds where the scan ended
	Events int               // how many events were read
	Last   uint64            // the sequence of the last one
	Values []condition.Value // what the condition asks for there
}

// Scan reads a history and tells turn of every point at which the condition becomes true or false,
// in order, until turn returns false. If it holds before the first event, that is the first turn.
func Scan(history History, c *condition.Condition, o Options, turn func(*Turn) bool) (Result, error) {
	s := &scan{w: c.Watch(), law: blame.NewLaw(), o: o, turn: turn, at: -1, types: map[string]string{}}
	s.law.Changed = o.Changed
	s.w.Keep()
	if s.was = s.w.Holds(); s.was {
		s.stopped = !turn(&Turn{Holds: true, Is: s.w.Values()})
	}
	var res Result
	for e, err := range history {
		if err != nil {
			return res, fmt.Errorf("read the history: %w", err)
		}
		if s.stopped {
			break
		}
		res.Events++
		res.Last = e.Sequence
		s.law.Fold(&e)
		if events.IsInput(e.Payload.Kind()) {
			s.end()
			s.act.Clear()
			s.act.Add(e)
			s.at = -1
			continue
		}
		s.outcome(&e)
	}
	if !s.stopped {
		s.end()
	}
	res.Holds, res.Values = s.w.Holds(), s.w.Values()
	return res, nil
}

// scan is a history being read.
type scan struct {
	w       *condition.Watch
	law     *blame.Law
	o       Options
	turn    func(*Turn) bool
	stopped bool

	act   events.Act // the input with its outcomes so far
	was   bool       // whether it held when the input came (at the last event, if every one counts)
	now   bool       // whether it held after the last outcome that it was asked after
	at    int        // the outcome of the act that turned it last, -1 for none
	asked bool       // it has been asked since values were kept

	types map[string]string // of every piece; never iterated
}

func (s *scan) outcome(e *events.Envelope) {
	if piece, typ := events.Typed(e.Payload); piece != "" {
		s.types[piece] = typ
	}
	if s.at < 0 {
		s.now = s.was
	}
	s.act.Add(*e)
	s.w.Fold(e.Payload)
	if !s.w.Stale() {
		return
	}
	s.asked = true
	if holds := s.w.Holds(); holds != s.now {
		s.now, s.at = holds, len(s.act.Outcomes)-1
	}
	if s.o.Every {
		s.end()
	}
}

// end tells of what the act, or the event, has turned.
func (s *scan) end() {
	if s.stopped {
		return
	}
	if s.at >= 0 && s.now != s.was {
		s.was = s.now
		s.stopped = !s.turn(s.made())
	}
	s.at = -1
	if s.asked {
		s.w.Keep()
		s.asked = false
	}
}

func (s *scan) made() *Turn {
	all := s.act.Outcomes
	t := &Turn{Holds: s.now, Event: all[s.at], Act: events.Act{Input: s.act.Input, Outcomes: slices.Clone(all[:s.at+1])},
		Was: s.w.Kept(), Is: s.w.Values(), Types: map[string]string{}}
	var bases []events.Basis
	for i := range all {
		e := &all[i]
		bases = append(bases, e.Basis)
		for _, id := range blame.PiecesOf(e.Payload) {
			t.Types[id] = s.types[id]
		}
	}
	if s.o.Changed != nil && t.Input.Payload != nil {
		t.Change = s.o.Changed(&t.Input)
	}
	basis := t.Event.Basis
	if basis.Empty() {
		basis = all[0].Basis
	}
	t.Grounds, t.Whole = s.law.Grounds(basis), s.law.Grounds(bases...)
	return t
}
