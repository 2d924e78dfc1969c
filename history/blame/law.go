package blame

import (
	"fmt"
	"strings"
	"time"

	"adjudicate/aggregate"
	"adjudicate/events"
)

// Origin is how a revision of a rule or a reading came to hold.
type Origin struct {
	Sequence uint64    `json:"sequence"` // of the input that brought it
	Recorded time.Time `json:"recorded"`
	Actor    string    `json:"actor,omitempty"`    // who brought it; of what others have agreed to, who proposed it
	Proposed uint64    `json:"proposed,omitempty"` // the sequence of the input that proposed it, of what others have agreed to
	What     string    `json:"what"`               // "enacted", "amended", "adopted", "added"
	Of       string    `json:"of"`                 // "12.5/6", "gess-adjacent=no"
	Opening  bool      `json:"opening,omitempty"`  // it was there from the beginning
	Outcome  uint64    `json:"outcome"`            // the sequence of the outcome that says so
	Replaces string    `json:"replaces,omitempty"` // what held before, "12.5/5"
	Change   string    `json:"change,omitempty"`   // what an adopted edition has to do with the input, as Changed tells it
}

// Changed tells what an adopted edition has to do with an input, as "inserted by change 2.1"; "" for an
// input as it was recorded.
type Changed func(input *events.Envelope) string

// Law knows how everything that holds, or has held, came to hold. It is folded along with a
// history, and answers for the point that it has reached.
type Law struct {
	Changed Changed // may be nil

	input   events.Envelope
	started bool                       // something other than the enactment of the first rules has happened
	waits   map[string]events.Envelope // what has been proposed, by matter
	taken   *events.Envelope           // of those, what takes effect by the input
	origins map[string]*Origin
	inForce map[string]string // rule or entry → what holds of it
	list    []*Origin
}

// NewLaw returns the law before the first event.
func NewLaw() *Law {
	return &Law{origins: map[string]*Origin{}, inForce: map[string]string{}, waits: map[string]events.Envelope{}}
}

// Fold takes the next event.
func (l *Law) Fold(e *events.Envelope) {
	if events.IsInput(e.Payload.Kind()) {
		l.taken = nil
	}
	switch p := e.Payload.(type) {
	case events.MatterOpened:
		proposed := l.input
		proposed.Actor = p.Player
		l.waits[p.Matter] = proposed
	case events.MatterClosed:
		if proposed, ok := l.waits[p.Matter]; ok && p.How == aggregate.MatterTaken {
			l.taken = &proposed
		}
	case events.GameOpened, events.RuleEnacted:
		l.input = *e
	case events.RulePutInForce:
		what := "amended"
		if p.Revision == 0 || l.inForce[p.Number] == "" {
			what = "enacted"
		}
		l.note(e, what, p.Number, fmt.Sprintf("%s/%d", p.Number, p.Revision))
	case events.ReadingInForce:
		l.note(e, "adopted", p.Entry, p.Entry+"="+p.Reading)
	case events.EntryRegistered:
		l.note(e, "added", p.Entry, p.Entry+"="+p.InForce)
	case events.RuleOutOfForce:
		delete(l.inForce, p.Number)
	default:
		if events.IsInput(p.Kind()) {
			l.input, l.started = *e, true
		}
	}
}

func (l *Law) note(e *events.Envelope, what, thing, holds string) {
	o := &Origin{Sequence: l.input.Sequence, Recorded: l.input.Recorded, Actor: l.input.Actor, What: what, Of: holds,
		Opening: !l.started, Outcome: e.Sequence, Replaces: l.inForce[thing]}
	if l.taken != nil {
		o.Actor, o.Proposed = l.taken.Actor, l.taken.Sequence
	}
	if l.Changed != nil && l.input.Payload != nil {
		o.Change = l.Changed(&l.input)
		o.Opening = o.Opening && o.Change == ""
	}
	l.origins[holds], l.inForce[thing] = o, holds
	l.list = append(l.list, o)
}

// Clause returns how the revision came into force that a clause names, as "12.2/3 §6.C".
func (l *Law) Clause(clause string) (*Origin, bool) {
	revision, _, _ := strings.Cut(clause, " ")
	o, ok := l.origins[revision]
	return o, ok
}

// Reading returns how a reading came to hold, as "gess-adjacent=no"; ok is false for one that holds
// by default.
func (l *Law) Reading(reading string) (*Origin, bool) {
	o, ok := l.origins[reading]
	return o, ok
}

// Grounds is what something rests on: clauses and readings, and whatever brought those about that
// were not there from the beginning.
type Grounds struct {
	Clauses  []string  `json:"clauses"`
	Readings []string  `json:"readings"`
	Because  []*Origin `json:"because"`
}

// Grounds looks up what a basis names.
func (l *Law) Grounds(bases ...events.Basis) Grounds {
	g := Grounds{Clauses: []string{}, Readings: []string{}, Because: []*Origin{}}
	for _, b := range bases {
		for _, c := range b.Clauses {
			g.Clauses = once(g.Clauses, c)
			o, ok := l.Clause(c)
			g.because(o, ok)
		}
		for _, r := range b.Readings {
			g.Readings = once(g.Readings, r)
			o, ok := l.Reading(r)
			g.because(o, ok)
		}
	}
	return g
}

func (g *Grounds) because(o *Origin, ok bool) {
	if !ok || o.Opening {
		return
	}
	for _, have := range g.Because {
		if have == o {
			return
		}
	}
	g.Because = append(g.Because, o)
}

func once(list []string, s string) []string {
	for _, have := range list {
		if have == s {
			return list
		}
	}
	return append(list, s)
}
