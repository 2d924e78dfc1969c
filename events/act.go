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

// Events returns the input and its outcomes in one list.
func (a *Act) Events() []Envelope {
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
			if !IsInput(e.Payload.Kind()) {
				if open == nil {
					open = &Act{}
				}
				open.Outcomes = append(open.Outcomes, e)
				continue
			}
			if open != nil && !yield(open, nil) {
				return
			}
			open = &Act{Input: e}
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
// same rule, the same revision if one is named, the same section or one within it. "1230.2 §6"
// covers "1230.2/49 §6.C".
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
