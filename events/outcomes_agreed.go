package events

import (
	"encoding/json"
	"time"
)

// Outcomes that concern several players: matters that wait for answers, plays made together, bonds.

// MatterOpened is an input without effect until it has been answered or its time has come.
type MatterOpened struct {
	Matter string          `json:"matter"`           // "matter-1"
	Player string          `json:"player,omitempty"` // who brought it forward, if that is known
	Wants  string          `json:"wants"`            // the type of the input, "purchase-requested.v1"
	Input  json.RawMessage `json:"input"`            // the input
	Asks   []Asking        `json:"asks,omitempty"`   // the questions, all of which must be answered favourably
	Closes *time.Time      `json:"closes,omitempty"` // until when answers are accepted
	Effect *time.Time      `json:"effect,omitempty"` // when it takes effect, if all have agreed by then
	Answer []string        `json:"answer,omitempty"` // players who agreed by bringing it forward
	Firm   bool            `json:"firm,omitempty"`   // it cannot be withdrawn
	Victim string          `json:"victim,omitempty"` // of a play: the id of the first piece that an act of it captures
	Seals  *time.Time      `json:"seals,omitempty"`  // answers are sealed until then or until all are in, and then opened
}

// Asking is a question about a matter.
type Asking struct {
	Clause  string   `json:"clause"`            // the clause that asks it
	Players []string `json:"players,omitempty"` // who is asked
	Needs   string   `json:"needs"`             // a formula of the numbers yes, no, silent and asked: when the answers are favourable
	Awaits  bool     `json:"awaits,omitempty"`  // all answers are awaited, also when they can no longer change the result
}

// RoundBegan begins a round: several sides play at once. Each play is kept until all are in; then they are made
// together. Until then it is no side's turn.
type RoundBegan struct {
	Sides []string `json:"sides"` // in order of play
}

// PlayKept is a side's play in a round, or the seal of it.
type PlayKept struct {
	Side string `json:"side"`           // a side's name
	Play string `json:"play,omitempty"` // as written; left out while sealed
	Seal string `json:"seal,omitempty"` // 64 hex digits
}

// RoundEnded ends a round, after the outcomes of its plays.
type RoundEnded struct {
	How string `json:"how"` // "made", "conflict" (the plays obstruct each other), "hopeless" (all possible plays do) or "changed" (the sides of the round have changed)
}

// MatterAnswered is an answer that counts.
type MatterAnswered struct {
	Matter string `json:"matter"` // "matter-1"
	Player string `json:"player"` // who answers
	Yes    bool   `json:"yes"`    // whether they agree
}

// SealKept keeps the seal of an answer to a matter or of the use of a power, or records that it was opened. Without a seal the
// player's is dropped.
type SealKept struct {
	About  string `json:"about"`            // "matter-1", or the name of a power in the rules
	Player string `json:"player"`           // whose seal it is
	Seal   string `json:"seal,omitempty"`   // 64 hex digits
	Opened bool   `json:"opened,omitempty"` // it has been opened
}

// MatterClosed ends a matter. If it was taken, the outcomes of its input follow.
type MatterClosed struct {
	Matter string `json:"matter"` // "matter-1"
	How    string `json:"how"`    // "taken" (it takes effect), "refused", "withdrawn", "void" (its input is no longer legal) or "lapsed"
}

// MomentKept says that a play begins which can be taken back: the state as it stands is kept, beside those before it.
type MomentKept struct {
	Most int `json:"most"` // how many are kept, this one included
}

// PieceRestored is a destroyed piece that is there again, off the board, since plays are taken back.
type PieceRestored struct {
	Piece    string    `json:"piece"`              // the piece's id
	Type     string    `json:"type"`               // its type
	Side     string    `json:"side"`               // whose it is
	Counters []Counter `json:"counters,omitempty"` // its counters
	Base     string    `json:"base,omitempty"`     // its type before it was promoted, if it was
}

// PlayTakenBack takes back the last plays. The outcomes before it say what pieces, squares, accounts and sides are again; what else plays leave behind is as it was
// when the first of them was made, too.
type PlayTakenBack struct {
	Plays int `json:"plays"` // how many
}

// TurnPromised says who plays next once the present turn has ended, by an effect that follows of no play of that turn.
type TurnPromised struct {
	Side string `json:"side"` // the side
}

// BondSet creates a bond between two sides, or dissolves it.
type BondSet struct {
	Bond string `json:"bond"` // its name in the rules, "truce"
	Side string `json:"side"` // one of the two
	With string `json:"with"` // the other
	On   bool   `json:"on"`   // whether they are bound from here on
}
