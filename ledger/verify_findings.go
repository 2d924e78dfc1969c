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

// mostFurther is how many rulings of other engines that nothing explains are named, without what differs, behind those that are listed and
// up to each checkpoint: if it does not hold, these tell where the differences begin.
const mostFurther = 20

// findings lists what is found of a ledger or of a stretch of it, in order, the first of each list. The others are counted: as
// many as there may be take no more memory.
type findings struct {
	engine        string  // that verifies
	signed        []int64 // sizes of the checkpoints that may stand for rulings, ascending
	before        shown   // elsewhere, before all that is found here
	differences   []Difference
	more          int // further differences
	otherwise     []Otherwise
	moreOtherwise int
	unexplained   []disputed // rulings of other engines
	further       []covered  // the same that are not listed, up to each of signed and behind all of them; nil for none
}

// shown is how many are listed.
type shown struct{ differences, otherwise, unexplained int }

// covered is rulings that one checkpoint may stand for.
type covered struct {
	n     int
	first []disputed
}

// apart returns findings of which so many are listed before.
func (f *findings) apart(before shown) findings {
	return findings{engine: f.engine, signed: f.signed, before: before}
}

func (f *findings) listed() shown {
	return shown{len(f.differences), len(f.otherwise), len(f.unexplained)}
}

func (l *shown) add(o shown) {
	l.differences, l.otherwise, l.unexplained = l.differences+o.differences, l.otherwise+o.otherwise, l.unexplained+o.unexplained
}

func (f *findings) differ(sequence uint64, what, format string, args ...any) {
	if f.before.differences+len(f.differences) >= mostDifferences {
		f.more++
		return
	}
	f.differences = append(f.differences, Difference{sequence, what, fmt.Sprintf(format, args...)})
}

// ruledOtherwise notes that an input was ruled on by an engine otherwise than now; event is the
// one that differs. Reason is why, if that is known.
func (f *findings) ruledOtherwise(in *events.Envelope, event uint64, engine, reason, format string, args ...any) {
	o := Otherwise{Sequence: in.Sequence, Engine: engine, Reason: reason}
	switch {
	case engine == f.engine:
		f.differ(event, DiffersOutcomes, format, args...)
	case reason != "" && f.before.otherwise+len(f.otherwise) >= mostDifferences:
		f.moreOtherwise++
	case reason != "":
		o.Text = fmt.Sprintf(format, args...)
		f.otherwise = append(f.otherwise, o)
	case f.before.unexplained+len(f.unexplained) >= mostDifferences:
		f.leave(disputed{o, event})
	default:
		o.Text = fmt.Sprintf(format, args...)
		f.unexplained = append(f.unexplained, disputed{o, event})
	}
}

// leave counts a ruling that is not listed.
func (f *findings) leave(d disputed) {
	at, _ := slices.BinarySearch(f.signed, int64(d.event))
	f.tally(at, covered{1, []disputed{d}})
}

// tally counts rulings up to one of the checkpoints, or behind all of them.
func (f *findings) tally(at int, c covered) {
	if f.further == nil {
		f.further = make([]covered, len(f.signed)+1)
	}
	all := &f.further[at]
	all.n += c.n
	all.first = append(all.first, c.first[:min(len(c.first), mostFurther-len(all.first))]...)
}

// differing is how many differences there are, or may turn out to be.
func (f *findings) differing() int {
	n := len(f.differences) + f.more + len(f.unexplained)
	for i := range f.further {
		n += f.further[i].n
	}
	return n
}

// none reports whether nothing was found.
func (f *findings) none() bool { return f.differing()+len(f.otherwise)+f.moreOtherwise == 0 }

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
		found := places[i].found
		f.more += found.more
		f.moreOtherwise += found.moreOtherwise
		for at := range found.further {
			f.tally(at, found.further[at])
		}
	}
	f.bound()
}

// bound counts what is listed beyond what is to be.
func (f *findings) bound() {
	if n := len(f.differences); n > mostDifferences {
		f.differences, f.more = f.differences[:mostDifferences], f.more+n-mostDifferences
	}
	if n := len(f.otherwise); n > mostDifferences {
		f.otherwise, f.moreOtherwise = f.otherwise[:mostDifferences], f.moreOtherwise+n-mostDifferences
	}
	if len(f.unexplained) > mostDifferences {
		for _, d := range f.unexplained[mostDifferences:] {
			f.leave(d)
		}
		f.unexplained = f.unexplained[:mostDifferences]
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
	unsigned := func(d *disputed) {
		f.differ(d.event, DiffersOutcomes, "%s\nit names engine %q, for which no such ruling is known, and no checkpoint signed by a known key covers it", d.Text, d.Engine)
	}
	for i := range f.unexplained {
		if d := &f.unexplained[i]; int64(d.event) > signed {
			unsigned(d)
		} else {
			d.Reason = "a checkpoint covers it"
			f.otherwise = append(f.otherwise, d.Otherwise)
		}
	}
	for at, c := range f.further {
		if at < len(f.signed) && f.signed[at] <= signed {
			f.moreOtherwise += c.n
			continue
		}
		for i := range c.first {
			unsigned(&c.first[i])
		}
		f.more += c.n - len(c.first)
	}
	f.unexplained, f.further = nil, nil
	f.bound()
}
