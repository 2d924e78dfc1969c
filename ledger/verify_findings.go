package ledger

import (
	"cmp"
	"fmt"
	"slices"

	"adjudicate/events"
)

// mostDifferences is how many differences are listed, and of how many rulings of other engines it is said what differs: of a ledger in
// which everything differs the rest would fill the memory and tell nobody more.
const mostDifferences = 10_000

// findings lists what is found of a ledger or of a stretch of it, in order.
type findings struct {
	engine      string // that verifies
	differences []Difference
	more        int // further differences
	otherwise   []Otherwise
	unexplained []disputed // rulings of other engines

	counted bool // so much was found before that no difference of here will be listed
}

func (f *findings) differ(sequence uint64, what, format string, args ...any) {
	if f.counted || len(f.differences) == mostDifferences {
		f.more++
		return
	}
	f.differences = append(f.differences, Difference{sequence, what, fmt.Sprintf(format, args...)})
}

// ruledOtherwise notes that an input was ruled on by an engine otherwise than now; event is the
// one that differs. Reason is why, if that is known.
func (f *findings) ruledOtherwise(in *events.Envelope, event uint64, engine, reason, format string, args ...any) {
	o := Otherwise{Sequence: in.Sequence, Engine: engine, Reason: reason}
	if engine == f.engine {
		f.differ(event, DiffersOutcomes, format, args...)
		return
	}
	if !f.counted && len(f.otherwise)+len(f.unexplained) < mostDifferences {
		o.Text = fmt.Sprintf(format, args...)
	}
	if reason != "" {
		f.otherwise = append(f.otherwise, o)
		return
	}
	o.Reason = "a checkpoint covers it"
	f.unexplained = append(f.unexplained, disputed{o, event})
}

// differing is how many differences there are, or may turn out to be.
func (f *findings) differing() int { return len(f.differences) + f.more + len(f.unexplained) }

// none reports whether nothing was found.
func (f *findings) none() bool { return f.differing()+len(f.otherwise) == 0 }

// A place is where in the lists of a verifier stands what is found of an act.
type place struct {
	at                                  uint64 // the act
	differences, otherwise, unexplained int
	found                               *findings
}

// here is the place of what is found of an act from now on.
func (f *findings) here(at uint64) place {
	return place{at: at, differences: len(f.differences), otherwise: len(f.otherwise), unexplained: len(f.unexplained)}
}

// insert puts what was found elsewhere among the rest, where it belongs.
func (f *findings) insert(places []place) {
	slices.SortStableFunc(places, func(a, b place) int { return cmp.Compare(a.at, b.at) })
	f.differences = inserted(f.differences, places, func(p *place) (int, []Difference) { return p.differences, p.found.differences })
	f.otherwise = inserted(f.otherwise, places, func(p *place) (int, []Otherwise) { return p.otherwise, p.found.otherwise })
	f.unexplained = inserted(f.unexplained, places, func(p *place) (int, []disputed) { return p.unexplained, p.found.unexplained })
	for i := range places {
		f.more += places[i].found.more
	}
	if n := len(f.differences); n > mostDifferences {
		f.differences, f.more = f.differences[:mostDifferences], f.more+n-mostDifferences
	}
}

// inserted returns a list with those of places in it, each at an index of the list as it was.
func inserted[T any](list []T, places []place, of func(*place) (int, []T)) (out []T) {
	done := 0
	for i := range places {
		at, found := of(&places[i])
		if len(found) > 0 {
			out = append(append(out, list[done:at]...), found...)
			done = at
		}
	}
	if done == 0 && len(out) == 0 {
		return list
	}
	return append(out, list[done:]...)
}

// A disputed ruling is one of another engine that nothing explains.
type disputed struct {
	Otherwise
	event uint64
}

// explain ends with what another engine is said to have ruled: what a checkpoint that a known key has signed stands for, up to an event,
// was ruled so, and anything else may have been written by anybody.
func (f *findings) explain(signed int64) {
	for _, d := range f.unexplained {
		if int64(d.event) <= signed {
			f.otherwise = append(f.otherwise, d.Otherwise)
			continue
		}
		f.differ(d.event, DiffersOutcomes, "%s\nit names engine %q, for which no such ruling is known, and no checkpoint signed by a known key covers it", d.Text, d.Engine)
	}
	f.unexplained = nil
}
