package report

import (
	"time"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/internal/term"
)

// Idle says that nothing is due.
type Idle struct {
	At       time.Time        `json:"at"`
	Due      []string         `json:"due"`             // empty
	Sequence uint64           `json:"sequence"`        // of the last event
	Limit    *events.LimitSet `json:"limit,omitempty"` // that runs
	Standing *Standing        `json:"standing"`
	ffa      events.FreeForAllSet
}

// NothingDue answers a tick when nothing is due.
func NothingDue(s *aggregate.State, head uint64, at time.Time) *Idle {
	v := &Idle{At: at, Due: []string{}, Sequence: head, Standing: StandingOf(s, head), ffa: s.FreeForAll()}
	if limit, ok := s.Limit(); ok {
		v.Limit = &limit
	}
	return v
}

// Print writes it as text.
func (v *Idle) Print(p *term.Page) {
	p.Line("Nothing is due at %s; nothing was written.", deadline(v.At))
	if v.Limit != nil && v.ffa.State != aggregate.FreeForAllRunning {
		p.Line("The time limit of %s expires at %s.", v.Limit.Side, deadline(v.Limit.Expires))
	}
	switch v.ffa.State {
	case aggregate.FreeForAllAnnounced:
		p.Line("The Free For All begins at %s.", deadline(v.ffa.Starts))
	case aggregate.FreeForAllRunning:
		p.Line("The Free For All ends at %s.", deadline(v.ffa.Ends))
	}
}
