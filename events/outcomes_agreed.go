package events

import (
	"encoding/json"
	"time"
)

// What several have to say something to: matters that wait for answers, plays made together, bonds.

// MatterOpened is an input that has no effect yet: it waits for answers or for its time.
type MatterOpened struct {
	Matter string          `json:"matter"`           // "matter-1"
	Player string          `json:"player,omitempty"` // who brought it forward, if that is known
	Wants  string          `json:"wants"`            // wire type of the input, "purchase-requested.v1"
	Input  json.RawMessage `json:"input"`            // the input
	Asks   []Asking        `json:"asks,omitempty"`   // all of them have to agree
	Closes *time.Time      `json:"closes,omitempty"` // when answers end
	Effect *time.Time      `json:"effect,omitempty"` // when it takes effect, if everybody has agreed by then
	Answer []string        `json:"answer,omitempty"` // players who agree by bringing it forward
	Firm   bool            `json:"firm,omitempty"`   // who brought it forward cannot take it back
	Seals  *time.Time      `json:"seals,omitempty"`  // answers are sealed until then, or until all have come, and opened after that
}

// Asking is one question about a matter.
type Asking struct {
	Clause  string   `json:"clause"`            // which asks
	Players []string `json:"players,omitempty"` // who is asked
	Needs   string   `json:"needs"`             // a formula of yes, no, silent and asked
}

// RoundBegan says that plays of several sides are asked for at once. Each is kept until all have come; then they are
// made together. It is no side's turn until then.
type RoundBegan struct {
	Sides []string `json:"sides"` // in the order in which they stand
}

// PlayKept is a side's play in a round, or what it has sealed one with.
type PlayKept struct {
	Side string `json:"side"`           // a side's name
	Play string `json:"play,omitempty"` // as written; left out while it is sealed
	Seal string `json:"seal,omitempty"` // SHA-256 of what opens it, 64 hex digits
}

// RoundEnded ends a round. What the plays did stands before it, and what follows of its end behind it.
type RoundEnded struct {
	How string `json:"how"` // "made", "conflict": the plays were in each other's way, "hopeless": no plays would not have been, "changed": the round is about other sides now
}

// MatterAnswered is an answer that counts.
type MatterAnswered struct {
	Matter string `json:"matter"` // "matter-1"
	Player string `json:"player"` // who answers
	Yes    bool   `json:"yes"`    // they agree
}

// SealKept is what somebody has sealed an answer to a matter with, or the use of a power; or that it has been opened. Without a seal the
// player's is kept no longer.
type SealKept struct {
	About  string `json:"about"`            // "matter-1", or the power as the rules call it
	Player string `json:"player"`           // whose it is
	Seal   string `json:"seal,omitempty"`   // 64 hex digits
	Opened bool   `json:"opened,omitempty"` // what was sealed has been told
}

// MatterClosed ends a matter. If it was taken, what it brings about follows.
type MatterClosed struct {
	Matter string `json:"matter"` // "matter-1"
	How    string `json:"how"`    // "taken", "refused", "withdrawn", "void" or "lapsed"
}

// BondSet binds two sides to each other by a name that rules have, or looses them.
type BondSet struct {
	Bond string `json:"bond"` // as the rules call it, "truce"
	Side string `json:"side"` // one of the two
	With string `json:"with"` // the other
	On   bool   `json:"on"`   // they are bound
}
