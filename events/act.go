package events

import (
	"iter"
	"strings"
)

// An Act is one input with everything that the rules made of it: what somebody did, the ruling
// on it, and what came of it. A ledger is a list of acts; so is every history that it holds.
type Act struct {
	Input    Envelope   // without a payload where outcomes stand without their input
	Outcomes []Envelope // the ruling first; none yet where an input has not been ruled on
}

// Ruling returns the ruling on the input, and what it rests on; ok is false if there is none.
func (a *Act) Ruling() (ruling Ruled, basis Basis, ok bool) {
	for i := range a.Outcomes {
		if r, is := a.Outcomes[i].Payload.(Ruled); is {
			return r, a.Outcomes[i].Basis, true
		}
	}
	return Ruled{}, Basis{}, false
}

// Ruled returns the ruling on the input, the zero one if there is none.
func (a *Act) Ruled() Ruled {
	r, _, _ := a.Ruling()
	return r
}

// Decided returns the act of an input and what a judge made of it: each outcome as it is recorded behind the input, but
// without an id. Where nobody has numbered the input they have no numbers either.
func Decided(in Envelope, outcomes []Outcome) (*Act, error) {
	a := &Act{Input: in, Outcomes: make([]Envelope, len(outcomes))}
	for i, o := range outcomes {
		wire, err := Type(o.Payload)
		if err != nil {
			return nil, err
		}
		seq := in.Sequence
		if seq != 0 {
			seq += 1 + uint64(i)
		}
		a.Outcomes[i] = Envelope{Ledger: in.Ledger, Sequence: seq, Type: wire, Recorded: in.Recorded, Effective: seq,
			Actor: in.Actor, Correlation: in.Correlation, Causation: in.ID, Payload: o.Payload}
		if o.Basis != nil {
			a.Outcomes[i].Basis = *o.Basis
		}
	}
	return a, nil
}

// Add puts the next event behind the others: the input of an act that is empty, or an outcome.
func (a *Act) Add(e Envelope) {
	if a.Len() == 0 && IsInput(e.Payload.Kind()) {
		a.Input = e
		return
	}
	a.Outcomes = append(a.Outcomes, e)
}

// Len returns how many events the act is, 0 of an empty one.
func (a *Act) Len() int {
	if a.Input.Payload == nil {
		return len(a.Outcomes)
	}
	return 1 + len(a.Outcomes)
}

// First returns the first event of an act that is not empty.
func (a *Act) First() *Envelope {
	if a.Input.Payload == nil {
		return &a.Outcomes[0]
	}
	return &a.Input
}

// Last returns the last event of an act that is not empty.
func (a *Act) Last() *Envelope {
	if n := len(a.Outcomes); n > 0 {
		return &a.Outcomes[n-1]
	}
	return &a.Input
}

// All yields the input, if there is one, and its outcomes.
func (a *Act) All() iter.Seq[*Envelope] {
	return func(yield func(*Envelope) bool) {
		if a.Input.Payload != nil && !yield(&a.Input) {
			return
		}
		for i := range a.Outcomes {
			if !yield(&a.Outcomes[i]) {
				return
			}
		}
	}
}

// Clear empties an act, which keeps its room.
func (a *Act) Clear() { *a = Act{Outcomes: a.Outcomes[:0]} }

// Events returns the input, if there is one, and its outcomes in one list.
func (a *Act) Events() []Envelope {
	if a.Input.Payload == nil {
		return a.Outcomes
	}
	return append([]Envelope{a.Input}, a.Outcomes...)
}

// Payloads returns the outcomes as Decide yields them, each with what it rests on.
func (a *Act) Payloads() []Outcome {
	list := make([]Outcome, len(a.Outcomes))
	for i := range a.Outcomes {
		list[i].Payload = a.Outcomes[i].Payload
		if !a.Outcomes[i].Basis.Empty() {
			list[i].Basis = &a.Outcomes[i].Basis
		}
	}
	return list
}

// Acts puts events together: an input with all outcomes up to the next input. An act belongs
// to whoever reads it. After an error the acts end; what had been read of the last one is left
// out.
func Acts(list iter.Seq2[Envelope, error]) iter.Seq2[*Act, error] {
	return func(yield func(*Act, error) bool) {
		var open *Act
		for e, err := range list {
			if err != nil {
				yield(nil, err)
				return
			}
			if open != nil && IsInput(e.Payload.Kind()) {
				if !yield(open, nil) {
					return
				}
				open = nil
			}
			if open == nil {
				open = &Act{}
			}
			open.Add(e)
		}
		if open != nil {
			yield(open, nil)
		}
	}
}

// LastAct returns the last act of a list whose last event has the sequence end; nil if it is empty. It
// reads from the end back, as far as it must: read yields the events from a sequence on, or more.
func LastAct(end uint64, read func(from uint64) iter.Seq2[Envelope, error]) (*Act, error) {
	for back := uint64(64); ; back *= 4 {
		from := uint64(1)
		if back < end {
			from = end - back + 1
		}
		var last *Act
		for act, err := range Acts(read(from)) {
			if err != nil {
				return nil, err
			}
			last = act
		}
		if from == 1 || last != nil && last.Input.Payload != nil {
			return last, nil
		}
	}
}

// Covers reports whether a clause that is looked for is one that is cited, or holds it: the
// same rule, the same revision if one is named, the same section or one within it. "12.2 §6"
// covers "12.2/3 §6.C".
func Covers(wanted, cited string) bool {
	wantedRule, wantedSection, _ := strings.Cut(wanted, " ")
	citedRule, citedSection, _ := strings.Cut(cited, " ")
	wantedNumber, wantedRevision, revised := strings.Cut(wantedRule, "/")
	citedNumber, citedRevision, _ := strings.Cut(citedRule, "/")
	if wantedNumber != citedNumber || revised && wantedRevision != citedRevision {
		return false
	}
	rest, ok := strings.CutPrefix(citedSection, wantedSection)
	if !ok || wantedSection == "" || rest == "" {
		return ok
	}
	// §6 holds §6.C and §6a, §6 ii and §6(2), but not §60.
	return rest[0] < '0' || rest[0] > '9'
}
