package ledger

import (
	"bytes"
	"encoding/json"

	"adjudicate/aggregate"
	"adjudicate/events"
)

// closings remember how the states that editions close with are written. Editions like earlier ones close with the states of these (readjudicate.Tree), and one that
// stands just behind another has its state before it: so what an edition closes with is often written behind the same state as before.
//
// Which state that is is known only where the edition before has been found to close, to the letter, with what it was recorded with, and nothing stands between them.
type closings struct {
	last  *aggregate.State // that the edition made last closes with; nil: what was recorded is not that, or it is not known
	at    uint64           // the event that says so
	texts map[stateBefore]map[*aggregate.State]json.RawMessage
	n     int
}

// stateBefore is one that others are written behind, in one of two ways.
type stateBefore struct {
	*aggregate.State
	whole bool
}

// mostClosings is how many texts are remembered.
const mostClosings = 1 << 8

// behind returns what is remembered of states behind the one before an adoption, nil if it is not known which one that is.
func (c *closings) behind(adopted uint64, whole bool) map[*aggregate.State]json.RawMessage {
	if c.last == nil || c.at != adopted-1 {
		return nil
	}
	if c.n++; c.texts == nil || c.n > mostClosings {
		c.texts, c.n = map[stateBefore]map[*aggregate.State]json.RawMessage{}, 1
	}
	key := stateBefore{c.last, whole}
	if c.texts[key] == nil {
		c.texts[key] = map[*aggregate.State]json.RawMessage{}
	}
	return c.texts[key]
}

// made takes an adoption that was made again, the state that it closes with, and what was recorded.
func (c *closings) made(a *adoption, after *aggregate.State, recorded []events.Envelope) {
	c.last = nil
	if len(recorded) == 0 {
		return
	}
	end := &recorded[len(recorded)-1]
	was, okA := end.Payload.(events.StateRestated)
	is, okB := a.list[len(a.list)-1].Payload.(events.StateRestated)
	if okA && okB && bytes.Equal(was.State, is.State) {
		c.last, c.at = after, end.Sequence
	}
}
