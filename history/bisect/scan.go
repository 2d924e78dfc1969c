package bisect

import (
	"fmt"
	"iter"

	"adjudicate/events"
	"adjudicate/history/blame"
	"adjudicate/history/condition"
)

// History is events in the order in which they hold.
type History = iter.Seq2[events.Envelope, error]

// Turn is a point of a history at which a condition becomes true or false.
type Turn struct {
	Holds    bool             // what it became
	Event    events.Envelope  // the outcome that turned it; the zero one if it holds before the first
	Input    *events.Envelope // the input that it is an outcome of; nil if the history does not have it
	Change   string           // what an adopted edition has to do with that input, as Options.Changed tells it
	Ruling   *events.Ruled    // on that input; nil if there is none
	Grounds  blame.Grounds    // what the outcome rests on
	Ruled    blame.Grounds    // what the whole ruling rests on
	Types    map[string]string
	Outcomes []events.Envelope // of the input up to and with the event
	Was      []condition.Value // what the condition asks for, before the input
	Is       []condition.Value // and after it (after the event, if every event counts)
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
			in := e
			s.input, s.entry, s.at = &in, s.entry[:0], -1
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

	input *events.Envelope
	entry []events.Envelope // its outcomes so far
	was   bool              // whether it held when the input came (at the last event, if every one counts)
	now   bool              // whether it held after the last outcome that it was asked after
	at    int               // the outcome of the entry that turned it last, -1 for none
	asked bool              // it has been asked since values were kept

	types map[string]string // of every piece; never iterated
}

func (s *scan) outcome(e *events.Envelope) {
	if piece, typ := events.Typed(e.Payload); piece != "" {
		s.types[piece] = typ
	}
	if s.at < 0 {
		s.now = s.was
	}
	s.entry = append(s.entry, *e)
	s.w.Fold(e.Payload)
	if !s.w.Stale() {
		return
	}
	s.asked = true
	if holds := s.w.Holds(); holds != s.now {
		s.now, s.at = holds, len(s.entry)-1
	}
	if s.o.Every {
		s.end()
	}
}

// end tells of what the entry, or the event, has turned.
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
	t := &Turn{Holds: s.now, Event: s.entry[s.at], Input: s.input, Was: s.w.Kept(), Is: s.w.Values(),
		Outcomes: append([]events.Envelope(nil), s.entry[:s.at+1]...), Types: map[string]string{}}
	var bases []events.Basis
	for i := range s.entry {
		e := &s.entry[i]
		bases = append(bases, e.Basis)
		if r, ok := e.Payload.(events.Ruled); ok && t.Ruling == nil {
			t.Ruling = &r
		}
		for _, id := range blame.PiecesOf(e.Payload) {
			t.Types[id] = s.types[id]
		}
	}
	if s.o.Changed != nil && s.input != nil {
		t.Change = s.o.Changed(s.input)
	}
	basis := t.Event.Basis
	if basis.Empty() && len(s.entry) > 0 {
		basis = s.entry[0].Basis
	}
	t.Grounds, t.Ruled = s.law.Grounds(basis), s.law.Grounds(bases...)
	return t
}
