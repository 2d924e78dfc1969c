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
	list     listing
	inserted map[string]*Subject // entries that editions have put in, by their addresses
	restated []restatement       // of adoptions, in order
	next     *Subject            // an entry put in, whose ruling comes next,
	nextOf   int                 // else that of this one of the list, from 1; 0: nobody's
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
		switch {
		case x.next != nil:
			x.next.Verdict = x.ruled(x.next, p.Verdict)
		case x.nextOf > 0:
			x.rule(x.nextOf-1, p.Verdict)
		}
		x.next, x.nextOf = nil, 0
		return
	case events.EditionBegun:
		x.begin(p.Edition, p.Base)
		return
	case events.InputRestated:
		x.next, x.nextOf = x.restates(p)
		switch {
		case x.next != nil:
			x.restated = append(x.restated, restatement{e.Sequence, x.next.Sequence, x.next.Address})
		case x.nextOf > 0:
			x.restated = append(x.restated, restatement{e.Sequence, x.list.at(x.nextOf - 1).Sequence, ""})
		}
		if p.Standing == "withdrawn" {
			x.next, x.nextOf = nil, 0
		}
		return
	case events.InputsRestated:
		x.refers(p)
		x.restated = append(x.restated, restatement{from: e.Sequence}) // it is about several entries
		return
	case events.StateRestated:
		x.restated, x.begun = append(x.restated, restatement{from: e.Sequence}), 0
		return
	case events.EditionAdopted:
		x.adopts(p.Changes)
	}
	if kind := e.Payload.Kind(); events.IsInput(kind) {
		x.list.add(e.Sequence, e.Recorded, kind)
		x.next, x.nextOf = nil, x.list.n
	}
}

// rule notes a verdict on an entry of the list.
func (x *inputs) rule(i int, verdict string) {
	if x.begun != 0 {
		s := x.list.at(i)
		x.ruled(&s, verdict)
	}
	x.list.rule(i, verdict)
}

// ruled notes a verdict on an entry, as it is recorded or in the edition that restates it, and returns it.
func (x *inputs) ruled(s *Subject, verdict string) string {
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
	return verdict
}

// refers notes the verdicts that inputs have where an edition refers to what they had before. What it refers to has been applied; where it has not, verifying
// the ledger tells.
func (x *inputs) refers(p events.InputsRestated) {
	x.next, x.nextOf = nil, 0
	for _, in := range p.Inputs {
		i := x.at(in.Input)
		if i == 0 {
			continue
		}
		s := x.list.at(i - 1)
		verdict := s.Verdict
		if v := x.verdicts[entryAt{sequence: in.Input}]; v != nil {
			verdict = v.first
			for _, r := range v.restated {
				if r.edition == in.As {
					verdict = r.verdict
				}
			}
		}
		x.rule(i-1, verdict)
	}
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
		verdict := v.first
		for _, r := range v.restated {
			if line[r.edition] {
				verdict = r.verdict
			}
		}
		if at.address == "" {
			if i := x.at(at.sequence); i > 0 {
				x.list.rule(i-1, verdict)
			}
		} else if s := x.inserted[at.address]; s != nil {
			s.Verdict = verdict
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
		} else if i := x.at(c.Input); i > 0 {
			s.At = x.list.at(i - 1).At
		}
		x.inserted[c.ID] = s
	}
}

// restates is the entry that a restatement is about: one put in, or else one of the list, from 1.
func (x *inputs) restates(p events.InputRestated) (*Subject, int) {
	switch {
	case p.Address != "":
		return x.inserted[p.Address], 0
	case p.Standing == "inserted" || p.Standing == "withdrawn":
		return x.inserted[p.Change], 0
	}
	return nil, x.at(p.Input)
}

// at is the place in the list of the input of a sequence, from 1; 0 if there is none.
func (x *inputs) at(sequence uint64) int {
	if i := x.list.upTo(sequence); i > 0 && x.list.at(i-1).Sequence == sequence {
		return i
	}
	return 0
}

// Input returns the entry that an event belongs to, as the input itself or as an outcome of
// it; what an adopted edition restates belongs to the entry that it answers. It answers for
// every sequence up to that of the last input applied, and beyond.
func (d *Docket) Input(sequence uint64) (Subject, bool) {
	x := &d.inputs
	if i := sort.Search(len(x.restated), func(i int) bool { return x.restated[i].from > sequence }); i > 0 {
		if r := x.restated[i-1]; r.address != "" {
			return d.Entry(0, r.address)
		} else if i := x.at(r.input); i > 0 {
			return x.list.at(i - 1), true
		}
	}
	i := x.list.upTo(sequence)
	if sequence == 0 || i == 0 {
		return Subject{}, false
	}
	return x.list.at(i - 1), true
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
