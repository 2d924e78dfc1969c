package aggregate

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
)

// Which lots have been drawn is asked of a label ("has hand:Red:7 been drawn?"), in ledgers of format 1 of a purpose ("how many?"), and never
// what a lot came to: that stands in the stream, and what followed from it on the board. So a state holds the labels as runs of numbers
// behind what they begin with. There is a run for each purpose, and another wherever an edition leaves a lot out that another one has drawn:
// their size follows the number of purposes, not that of lots.

// labelled are the labels that begin alike: that text and a number of one of some runs, or, without runs, the text alone.
type labelled struct {
	by   string
	runs []run // ascending, with gaps between them
}

// run is the numbers from first to last, from 1 on.
type run struct{ first, last int }

// labels is a set of labels, sorted by text, one without numbers first. It is replaced, never written in place.
type labels []labelled

// numbered cuts a label into text and number, if it is written as the two would be.
func numbered(label string) (by string, n int, ok bool) {
	by, n = splitLabel(label)
	return by, n, n > 0 && by+strconv.Itoa(n) == label
}

// search finds a text without numbers (alone), or with them.
func (l labels) search(by string, alone bool) (int, bool) {
	return slices.BinarySearchFunc(l, by, func(x labelled, by string) int {
		if c := cmp.Compare(x.by, by); c != 0 || (x.runs == nil) == alone {
			return c
		}
		if alone {
			return 1
		}
		return -1
	})
}

// has reports whether a label is in the set.
func (l labels) has(label string) bool {
	by, n, ok := numbered(label)
	if !ok {
		_, found := l.search(label, true)
		return found
	}
	i, found := l.search(by, false)
	return found && holds(l[i].runs, n)
}

// holds reports whether a number is in one of some runs.
func holds(runs []run, n int) bool {
	i, found := place(runs, n)
	return found || i < len(runs) && runs[i].first <= n
}

// place finds the run that ends at a number or behind it.
func place(runs []run, n int) (int, bool) {
	return slices.BinarySearchFunc(runs, n, func(r run, n int) int { return cmp.Compare(r.last, n) })
}

// with returns the set with a label.
func (l labels) with(label string) labels {
	if l.has(label) {
		return l
	}
	by, n, ok := numbered(label)
	if !ok {
		i, _ := l.search(label, true)
		return slices.Insert(slices.Clone(l), i, labelled{by: label})
	}
	i, found := l.search(by, false)
	if !found {
		return slices.Insert(slices.Clone(l), i, labelled{by, []run{{n, n}}})
	}
	l = slices.Clone(l)
	l[i].runs = adding(l[i].runs, n)
	return l
}

// adding returns runs with a number that none of them holds.
func adding(runs []run, n int) []run {
	runs = slices.Clone(runs)
	i, _ := place(runs, n)
	before, behind := i > 0 && runs[i-1].last == n-1, i < len(runs) && runs[i].first == n+1
	switch {
	case before && behind:
		runs[i-1].last = runs[i].last
		return slices.Delete(runs, i, i+1)
	case before:
		runs[i-1].last = n
	case behind:
		runs[i].first = n
	default:
		runs = slices.Insert(runs, i, run{n, n})
	}
	return runs
}

// without returns the set without a label that it has.
func (l labels) without(label string) labels {
	by, n, ok := numbered(label)
	i, found := l.search(by, false)
	if !ok {
		i, found = l.search(label, true)
	}
	if !found {
		return l
	}
	l = slices.Clone(l)
	if ok {
		l[i].runs = lacking(l[i].runs, n)
	}
	if len(l[i].runs) == 0 {
		l = slices.Delete(l, i, i+1)
	}
	return l
}

// lacking returns runs without a number.
func lacking(runs []run, n int) []run {
	i, _ := place(runs, n)
	if i == len(runs) || runs[i].first > n {
		return runs
	}
	var left []run
	if r := runs[i]; r.first < n {
		left = append(left, run{r.first, n - 1})
	}
	if r := runs[i]; r.last > n {
		left = append(left, run{n + 1, r.last})
	}
	return slices.Concat(runs[:i], left, runs[i+1:])
}

// size is how many labels there are that begin with a text.
func (x *labelled) size() int {
	if x.runs == nil {
		return 1
	}
	n := 0
	for _, r := range x.runs {
		n += r.last - r.first + 1
	}
	return n
}

func (l labels) size() int {
	n := 0
	for i := range l {
		n += l[i].size()
	}
	return n
}

// of counts the labels for a purpose: what stands before the last colon.
func (l labels) of(purpose string) int {
	n := 0
	for i := range l {
		if before, _, ok := cutLast(l[i].by, ":"); ok && before == purpose {
			n += l[i].size()
		}
	}
	return n
}

// all yields the labels, sorted by text and then by number.
func (l labels) all() iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, x := range l {
			if x.runs == nil && !yield(x.by) {
				return
			}
			for _, r := range x.runs {
				for n := r.first; n <= r.last; n++ {
					if !yield(x.by + strconv.Itoa(n)) {
						return
					}
				}
			}
		}
	}
}

// labelsSnapshot is labels that begin alike as snapshots have them: the runs as writeRuns writes them, "" for the text alone.
type labelsSnapshot struct {
	By      string `json:"by"`
	Numbers string `json:"numbers,omitempty"`
}

func (l labels) snapshot() []labelsSnapshot {
	var out []labelsSnapshot
	for _, x := range l {
		out = append(out, labelsSnapshot{x.by, writeRuns(x.runs)})
	}
	return out
}

// readLabels reads what snapshot writes, and nothing else.
func readLabels(list []labelsSnapshot) (labels, error) {
	var out labels
	for _, x := range list {
		runs, err := readRuns(x.Numbers)
		if err != nil {
			return nil, fmt.Errorf("%w: labels %q: %w", ErrSnapshot, x.By, err)
		}
		if i, found := out.search(x.By, runs == nil); found || i < len(out) {
			return nil, fmt.Errorf("%w: labels %q are out of order", ErrSnapshot, x.By)
		}
		if by, _, _ := numbered(x.By + "1"); runs == nil && isNumbered(x.By) || runs != nil && by != x.By {
			return nil, fmt.Errorf("%w: labels %q are not cut before their number", ErrSnapshot, x.By)
		}
		out = append(out, labelled{x.By, runs})
	}
	return out, nil
}

func isNumbered(label string) bool {
	_, _, ok := numbered(label)
	return ok
}

// writeRuns writes runs: "1-3,7".
func writeRuns(runs []run) string {
	var b strings.Builder
	for i, r := range runs {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(strconv.Itoa(r.first))
		if r.last > r.first {
			b.WriteString("-" + strconv.Itoa(r.last))
		}
	}
	return b.String()
}

// readRuns reads what writeRuns writes, and nothing else.
func readRuns(text string) ([]run, error) {
	if text == "" {
		return nil, nil
	}
	var runs []run
	before := 0
	for part := range strings.SplitSeq(text, ",") {
		first, last, two := strings.Cut(part, "-")
		if !two {
			last = first
		}
		a, errA := strconv.Atoi(first)
		b, errB := strconv.Atoi(last)
		runs = append(runs, run{a, b})
		if errA != nil || errB != nil || a < 1 || before > 0 && a-1 <= before || two && b <= a {
			return nil, fmt.Errorf("invalid runs of numbers %q", text)
		}
		before = b
	}
	if writeRuns(runs) != text {
		return nil, fmt.Errorf("invalid runs of numbers %q", text)
	}
	return runs, nil
}
