package report

import (
	"fmt"
	"strings"

	"adjudicate/history/compare"
	"adjudicate/history/readjudicate"
)

// mostFollowed is of how many inputs that differ it is found out what they follow from, to tell who relied on what falls: of a long game the stakes
// would otherwise take as much memory as a full comparison.
const mostFollowed = 10_000

// A relying finds the plays that were made relying on what falls, of a run that it watches.
type relying struct {
	collect *compare.Collector
	seen    int
}

func newRelying() *relying {
	r := &relying{collect: compare.NewCollector(nil)}
	r.collect.Packed, r.collect.Weighs = true, false // nothing else is told of what differs
	return r
}

// Watch takes an input that differs.
func (r *relying) Watch(s *readjudicate.Step) error {
	if r.seen++; r.seen > mostFollowed {
		return nil
	}
	return r.collect.Watch(s)
}

// found lists the plays.
func (r *relying) found(c *readjudicate.Candidate) ([]compare.Relied, error) {
	report, err := r.collect.Report(c.Before, c.After)
	if err != nil {
		return nil, err
	}
	return report.Relied, nil
}

// relianceWords tells which plays were made by people who could see what falls, "" if that was recorded of none.
func relianceWords(list []compare.Relied) string {
	var could, not []uint64
	unknown := 0
	for _, r := range list {
		switch {
		case r.Could:
			could = append(could, r.Input)
		case r.Seen != 0:
			not = append(not, r.Input)
		default:
			unknown++
		}
	}
	if len(could)+len(not) == 0 {
		return ""
	}
	var parts []string
	if len(could) > 0 {
		parts = append(parts, "#"+strings.Join(numberWords(could), ", #")+" relying on what is undone")
	}
	if len(not) > 0 {
		parts = append(parts, "#"+strings.Join(numberWords(not), ", #")+" before their authors could see it")
	}
	if unknown > 0 {
		parts = append(parts, fmt.Sprintf("of %s it is not recorded", Counted(unknown, "play")))
	}
	return strings.Join(parts, "; ")
}
