package generate

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"adjudicate/aggregate"
	"adjudicate/events"
)

// Counts is what a generated game consists of.
type Counts struct {
	Inputs, Plays, Accepted int            // Accepted are plays
	Taken                   map[string]int // accepted inputs, by kind
	Refused                 map[string]int // rejected inputs, by kind
	Faults                  map[string]int // of rejected plays, by code
	Outcomes                map[string]int // by kind

	boards, pieces int // boards looked at after plays, and the pieces on them
}

// NewCounts returns counts of nothing.
func NewCounts() *Counts {
	return &Counts{Taken: map[string]int{}, Refused: map[string]int{}, Faults: map[string]int{}, Outcomes: map[string]int{}}
}

// Ruled counts an input with its ruling.
func (c *Counts) Ruled(p events.Payload, r events.Ruled) {
	c.Inputs++
	accepted := r.Verdict == aggregate.Accepted
	if accepted {
		c.Taken[p.Kind()]++
	} else {
		c.Refused[p.Kind()]++
	}
	if _, ok := p.(events.PlaySubmitted); !ok {
		return
	}
	c.Plays++
	if accepted {
		c.Accepted++
	}
	for _, f := range r.Faults {
		c.Faults[f.Code]++
	}
}

// board looks at a board now and then.
func (c *Counts) board(j *aggregate.Judge) {
	if c.Inputs%16 == 0 && j.State().Started() && j.Position() != nil {
		c.boards++
		c.pieces += len(j.Position().OnBoard())
	}
}

// Density is how many pieces stood on the board on average.
func (c *Counts) Density() float64 {
	if c.boards == 0 {
		return 0
	}
	return float64(c.pieces) / float64(c.boards)
}

// String lists the counts, a line each kind.
func (c *Counts) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d inputs; %d plays, %d accepted; %.0f pieces on the board\n", c.Inputs, c.Plays, c.Accepted, c.Density())
	for _, part := range []struct {
		title string
		of    map[string]int
	}{{"accepted", c.Taken}, {"rejected", c.Refused}, {"fault", c.Faults}, {"outcome", c.Outcomes}} {
		for _, k := range slices.Sorted(maps.Keys(part.of)) {
			fmt.Fprintf(&b, "%-8s %7d %s\n", part.title, part.of[k], k)
		}
	}
	return b.String()
}
