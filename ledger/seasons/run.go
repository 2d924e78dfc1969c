package seasons

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/season"
)

// A Judge rules on inputs and keeps the state, as aggregate.Judge does.
//
// A Judge that begins with events behind it, or writes them down itself, has a method Head
// that returns the sequence of the last one. Without it a season is taken to be the whole
// ledger. One that records signatures has a method Entry, which hears of each entry before its inputs. A Judge that a season with disputes runs against rules on those as well, as
// played.Bench does.
type Judge interface {
	Decide(aggregate.Input) aggregate.Decision
	Commit(aggregate.Decision)
	State() *aggregate.State
}

// A Report says how a season ran.
type Report struct {
	File    string
	Results []Result // one an entry
}

// A Result is one entry with the rulings on its inputs, and everything that is not as the
// author expected.
type Result struct {
	Entry       *season.Entry
	Rulings     []events.Ruled
	Differences []string
}

// A timely judge brings about what time has made due before an input. Without it nothing
// becomes due by itself, or the judge sees to it in Decide.
type timely interface {
	BringAbout(in aggregate.Input, last time.Time, told func(aggregate.Input, aggregate.Decision))
}

// Run feeds the inputs of a resolved season to a judge, commits what is decided and
// compares rulings and state with what the author expects. An entry without a verdict is
// expected to be accepted. Run goes on after a difference: the error is only
// season.ErrUnresolved.
func Run(s *season.Season, j Judge) (*Report, error) {
	if _, err := s.Inputs(); err != nil {
		return nil, err
	}
	r := &Report{File: s.File}
	labels := map[string]uint64{}
	var head uint64    // events that the season has come to
	var last time.Time // of the entry before
	lawless := false   // a difference has told that no rule is in force
	for i := range s.Entries {
		e := &s.Entries[i]
		if t, ok := j.(interface{ Entry(*season.Entry) }); ok {
			t.Entry(e)
		}
		res := Result{Entry: e}
		var outcomes []events.Outcome
		for k, payload := range e.Inputs {
			payload = e.ResolveLabel(payload, labels)
			in := aggregate.Input{ID: fmt.Sprintf("season:%d.%d", i+1, k+1), Payload: payload, At: e.At, Actor: e.Actor}
			if t, ok := j.(timely); ok {
				t.BringAbout(in, last, func(_ aggregate.Input, d aggregate.Decision) { head += uint64(1 + len(d.Outcomes)) })
			}
			last = in.At
			d := j.Decide(in)
			res.Rulings = append(res.Rulings, d.Ruling)
			outcomes = append(outcomes, d.Outcomes...)
			j.Commit(d)
			head += uint64(1 + len(d.Outcomes))
			if h, ok := j.(interface{ Head() uint64 }); ok {
				head = h.Head()
			}
			if k == 0 && e.Label != "" {
				labels[e.Label] = head - uint64(len(d.Outcomes))
			}
		}
		res.Differences = append(res.Differences, differences(e.Verdict, res.Rulings, outcomes)...)
		if len(j.State().Rules()) == 0 && len(res.Differences) > 0 && !lawless && unusable(res.Rulings) {
			lawless = true
			res.Differences[0] += fmt.Sprintf(": no rule is in force; the line %q before it enacts those of the system", "rulebook "+j.State().System())
		}
		for _, x := range e.Expect {
			if other := found(x, j.State(), outcomes); other != "" {
				res.Differences = append(res.Differences, fmt.Sprintf("expected %s, found %s", x, other))
			}
		}
		r.Results = append(r.Results, res)
	}
	return r, nil
}

// unusable reports whether an input was rejected because the rules in force cannot be applied.
func unusable(rulings []events.Ruled) bool {
	return slices.ContainsFunc(rulings, func(r events.Ruled) bool {
		return slices.ContainsFunc(r.Faults, func(f events.Fault) bool { return f.Code == aggregate.FaultRulebook })
	})
}

// Plays returns how many plays were submitted, and how many of them were accepted.
func (r *Report) Plays() (submitted, accepted int) {
	for _, res := range r.Results {
		if _, ok := res.Entry.Play(); ok {
			submitted++
			if res.Rulings[0].Verdict == aggregate.Accepted {
				accepted++
			}
		}
	}
	return submitted, accepted
}

// Differences returns the results that hold a difference.
func (r *Report) Differences() []Result {
	var list []Result
	for _, res := range r.Results {
		if len(res.Differences) > 0 {
			list = append(list, res)
		}
	}
	return list
}

// differences compares the rulings on one entry with the expected verdict.
func differences(v *season.Verdict, rulings []events.Ruled, outcomes []events.Outcome) []string {
	want := season.Verdict{Accepted: true}
	if v != nil {
		want = *v
	}
	var list []string
	for i := range rulings {
		r := &rulings[i]
		if (r.Verdict == aggregate.Accepted) != want.Accepted {
			return append(list, fmt.Sprintf("expected %s, %s", &want, ruled(r)))
		}
	}
	cited := citations(rulings, outcomes, want.Accepted)
	for _, clause := range want.Clauses {
		if !slices.ContainsFunc(cited, func(c string) bool { return events.Covers(clause, c) }) {
			list = append(list, fmt.Sprintf("expected %s, which is not cited; %s", clause, cites(rulings, cited)))
		}
	}
	if !want.Accepted && len(want.Clauses) > 0 && !want.Open {
		for _, c := range cited {
			if !slices.ContainsFunc(want.Clauses, func(clause string) bool { return events.Covers(clause, c) }) {
				list = append(list, fmt.Sprintf("also rejected by %s, which was not expected; %s", c, cites(rulings, cited)))
			}
		}
	}
	return list
}

// citations are the clauses that a verdict rests on: those of its faults, or those of its
// facts and of everything that followed.
func citations(rulings []events.Ruled, outcomes []events.Outcome, accepted bool) []string {
	var list []string
	add := func(clause string) {
		for _, have := range list {
			if have == clause {
				return
			}
		}
		list = append(list, clause)
	}
	for _, r := range rulings {
		for _, f := range r.Faults {
			add(f.Clause)
		}
		for _, f := range r.Facts {
			if accepted && f.Clause != "" {
				add(f.Clause)
			}
		}
	}
	for _, o := range outcomes {
		if accepted && o.Basis != nil {
			for _, c := range o.Basis.Clauses {
				add(c)
			}
		}
	}
	return list
}

// ruled describes a ruling in a few words.
func ruled(r *events.Ruled) string {
	if len(r.Faults) == 0 {
		return "ruled " + r.Verdict
	}
	return "ruled " + r.Verdict + ": " + faults(r)
}

// mostFaults is how many faults of a ruling one difference tells.
const mostFaults = 10

func faults(r *events.Ruled) string {
	list := r.Faults[:min(len(r.Faults), mostFaults)]
	texts := make([]string, len(list))
	for i, f := range list {
		why := f.Code
		if f.Clause != "" {
			why = f.Clause + ", " + why
		}
		texts[i] = fmt.Sprintf("%s (%s)", f.Message, why)
	}
	if n := len(r.Faults) - len(list); n > 0 {
		texts = append(texts, fmt.Sprintf("and %d more", n))
	}
	return strings.Join(texts, "; ")
}

func cites(rulings []events.Ruled, cited []string) string {
	for i := range rulings {
		if len(rulings[i].Faults) > 0 {
			return ruled(&rulings[i])
		}
	}
	return "cited are " + strings.Join(cited, ", ")
}
