package dispute

import (
	"sort"
	"strings"
	"time"

	"adjudicate/events"
)

// A Subject is an entry of a history that somebody may dispute.
type Subject struct {
	Sequence uint64    // of the input; of one that an edition has put in, of the input just before which it stands
	Address  string    // of an entry that an edition has put in: "2.1"
	Kind     string    // "play-submitted"
	At       time.Time // when it was recorded; of one put in, its moment
	Verdict  string    // on it, in the newest edition; of an entry that is gone it says nothing
	Gone     bool      // the newest edition no longer has it
}

// An entryAt is the sequence or the address of an entry that editions restate.
type entryAt struct {
	sequence uint64
	address  string
}

// verdicts are those on an entry: when it was recorded, and of the editions that restate it, the oldest first.
type verdicts struct {
	first    string
	restated []restatedAs
}

type restatedAs struct {
	edition int
	verdict string
}

// Name is how messages name it: "event 194", "entry 2.1".
func (s *Subject) Name() string { return called(s.Sequence, s.Address) }

// inputs is what a docket knows of all inputs of the ledger: enough to say what an event is
// and how it was ruled on, and no more.
type inputs struct {
	list     []Subject
	inserted map[string]*Subject // entries that editions have put in, by their addresses
	restated []restatement       // of adoptions, in order
	next     *Subject            // whose ruling comes next; nil: nobody's
	verdicts map[entryAt]*verdicts
	bases    []int // of the editions, from the second one on
	begun    int   // the edition whose restatements come; 0: none
}

// restatement says that from an event on outcomes answer an entry; input 0: none any more.
type restatement struct {
	from, input uint64
	address     string
}

// apply notes inputs, rulings on them, and where an adoption restates them.
func (x *inputs) apply(e *events.Envelope) {
	switch p := e.Payload.(type) {
	case events.Ruled:
		if x.next != nil {
			x.ruled(x.next, p.Verdict)
			x.next = nil
		}
		return
	case events.EditionBegun:
		x.begin(p.Edition, p.Base)
		return
	case events.InputRestated:
		x.next = x.restates(p)
		if x.next != nil {
			x.restated = append(x.restated, restatement{e.Sequence, x.next.Sequence, x.next.Address})
		}
		if p.Standing == "withdrawn" {
			x.next = nil
		}
		return
	case events.StateRestated:
		x.restated, x.begun = append(x.restated, restatement{from: e.Sequence}), 0
		return
	case events.EditionAdopted:
		x.adopts(p.Changes)
	}
	if kind := e.Payload.Kind(); events.IsInput(kind) {
		x.list = append(x.list, Subject{Sequence: e.Sequence, Kind: kind, At: e.Recorded})
		x.next = &x.list[len(x.list)-1]
	}
}

// ruled notes a verdict on an entry, as it is recorded or in the edition that restates it.
func (x *inputs) ruled(s *Subject, verdict string) {
	if x.begun != 0 {
		if x.verdicts == nil {
			x.verdicts = map[entryAt]*verdicts{}
		}
		at := entryAt{s.Sequence, s.Address}
		v := x.verdicts[at]
		if v == nil {
			v = &verdicts{first: s.Verdict}
			x.verdicts[at] = v
		}
		v.restated = append(v.restated, restatedAs{x.begun, verdict})
	}
	s.Verdict = verdict
}

// begin goes on from the edition that another one is made from: what editions restate that it does not descend from does not hold in it.
func (x *inputs) begin(edition, base int) {
	x.begun = edition
	for len(x.bases) < edition-1 {
		x.bases = append(x.bases, base)
	}
	if base == edition-1 {
		return
	}
	line := map[int]bool{}
	for one := edition; one > 1; one = x.bases[one-2] {
		line[one] = true
	}
	for at, v := range x.verdicts {
		s := x.inserted[at.address]
		if at.address == "" {
			s = x.at(at.sequence)
		}
		if s == nil {
			continue
		}
		s.Verdict = v.first
		for _, r := range v.restated {
			if line[r.edition] {
				s.Verdict = r.verdict
			}
		}
	}
}

// adopts notes the entries that an edition puts in.
func (x *inputs) adopts(changes []events.Change) {
	for _, s := range x.inserted {
		s.Gone = true
	}
	for i := range changes {
		c := &changes[i]
		if c.What != "insert" {
			continue
		}
		if s := x.inserted[c.ID]; s != nil {
			s.Gone = false
			continue
		}
		if x.inserted == nil {
			x.inserted = map[string]*Subject{}
		}
		kind, _, _ := strings.Cut(c.Type, ".")
		s := &Subject{Sequence: c.Input, Address: c.ID, Kind: kind}
		if c.At != nil {
			s.At = *c.At
		} else if at := x.at(c.Input); at != nil {
			s.At = at.At
		}
		x.inserted[c.ID] = s
	}
}

// restates is the entry that a restatement is about.
func (x *inputs) restates(p events.InputRestated) *Subject {
	switch {
	case p.Address != "":
		return x.inserted[p.Address]
	case p.Standing == "inserted" || p.Standing == "withdrawn":
		return x.inserted[p.Change]
	}
	return x.at(p.Input)
}

// at is the input of a sequence.
func (x *inputs) at(sequence uint64) *Subject {
	i := sort.Search(len(x.list), func(i int) bool { return x.list[i].Sequence >= sequence })
	if i == len(x.list) || x.list[i].Sequence != sequence {
		return nil
	}
	return &x.list[i]
}

// Input returns the entry that an event belongs to, as the input itself or as an outcome of
// it; what an adopted edition restates belongs to the entry that it answers. It answers for
// every sequence up to that of the last input applied, and beyond.
func (d *Docket) Input(sequence uint64) (Subject, bool) {
	x := &d.inputs
	if i := sort.Search(len(x.restated), func(i int) bool { return x.restated[i].from > sequence }); i > 0 {
		if r := x.restated[i-1]; r.address != "" {
			return d.Entry(0, r.address)
		} else if s := x.at(r.input); s != nil {
			return *s, true
		}
	}
	i := sort.Search(len(x.list), func(i int) bool { return x.list[i].Sequence > sequence })
	if sequence == 0 || i == 0 {
		return Subject{}, false
	}
	return x.list[i-1], true
}

// Entry returns the entry that an edition inserted at an address or, if the address is empty, the
// input to which the event belongs. The bool reports whether there is one.
func (d *Docket) Entry(sequence uint64, address string) (Subject, bool) {
	if d.source != nil {
		return d.source.Entry(sequence, address)
	}
	if address == "" {
		return d.Input(sequence)
	}
	if s := d.inputs.inserted[address]; s != nil {
		return *s, true
	}
	return Subject{}, false
}
