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
	stage    events.StageSet  // that is announced or runs
	called   string           // the stage
}

// NothingDue answers a tick when nothing is due.
func NothingDue(s *aggregate.State, head uint64, at time.Time) *Idle {
	v := &Idle{At: at, Due: []string{}, Sequence: head, Standing: StandingOf(s, head), stage: s.Pending(), called: s.Speaker().Stage(s.Pending().Stage)}
	if limits := s.Limits(); len(limits) > 0 {
		v.Limit = &limits[0]
	}
	return v
}

// Print writes it as text.
func (v *Idle) Print(p *term.Page) {
	p.Line("Nothing is due at %s; nothing was written.", deadline(v.At))
	if v.Limit != nil && !(v.stage.Free && v.stage.State == aggregate.StageRunning) {
		p.Line("The time limit of %s expires at %s.", v.Limit.Side, deadline(v.Limit.Expires))
	}
	switch v.stage.State {
	case aggregate.StageAnnounced:
		p.Line("The %s begins at %s.", v.called, deadline(v.stage.Starts))
	case aggregate.StageRunning:
		if v.stage.Ends.IsZero() {
			break // by a condition
		}
		p.Line("The %s ends at %s.", v.called, deadline(v.stage.Ends))
	}
}
