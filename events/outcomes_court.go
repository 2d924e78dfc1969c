package events

import (
	"encoding/json"
	"time"
)

// What editions restate, and what disputes come to.

// EditionBegun opens the restatements of an adopted edition.
type EditionBegun struct {
	Edition  int    `json:"edition"`        // its number
	Base     int    `json:"base"`           // the edition it was made from
	From     uint64 `json:"from,omitempty"` // the first input that differs; 0 if none does
	Restated int    `json:"restated"`       // how many inputs are restated
	Flipped  int    `json:"flipped"`        // how many of them have another verdict
}

// InputRestated heads the outcomes that one input has in an adopted edition: those that
// follow it up to the next InputRestated or StateRestated.
type InputRestated struct {
	Input    uint64 `json:"input"`             // the input; the one that an inserted input precedes
	Change   string `json:"change,omitempty"`  // the change that inserted, corrected, voided or ruled on it
	Address  string `json:"address,omitempty"` // of an entry that another change inserted: that change's id
	Standing string `json:"standing"`          // "recorded", "inserted", "corrected" or "withdrawn" (an inserted one that is no longer)
}

// StateRestated closes an adoption: State is what the edition's outcomes add up to, so that
// the fold goes on from there.
type StateRestated struct {
	Edition int             `json:"edition"` // its number
	State   json.RawMessage `json:"state"`   // as aggregate.State writes it
}

// DisputeEntered is a dispute on the docket.
type DisputeEntered struct {
	Dispute string `json:"dispute"`           // its number: "D1", "D2", …
	About   string `json:"about"`             // "ruling", "reading" or "clause"
	By      string `json:"by"`                // the player who opened it
	Judge   string `json:"judge,omitempty"`   // the player who is to rule on it
	Grounds string `json:"grounds"`           // why
	Input   uint64 `json:"input,omitempty"`   // whose ruling is doubted, or from which on a reading is to hold
	Address string `json:"address,omitempty"` // of an entry that an edition inserted just before that input: "2.1"
	Subject string `json:"subject,omitempty"` // the kind of that input
	Ruling  string `json:"ruling,omitempty"`  // the verdict on it when the dispute was opened
	Entry   string `json:"entry,omitempty"`   // of the interpretation register
	Reading string `json:"reading,omitempty"` // as what the entry ought to be read
	Clause  string `json:"clause,omitempty"`  // what the doubt is about, or rests on
}

// ArgumentEntered is an argument in a dispute.
type ArgumentEntered struct {
	Dispute string `json:"dispute"` // "D1"
	By      string `json:"by"`      // the player who argues
	Text    string `json:"text"`    // the argument
}

// VerdictEntered is what a judge has ruled in a dispute. It changes no history by itself: an
// edition does that takes its changes up.
type VerdictEntered struct {
	Dispute    string   `json:"dispute"`              // "D1"
	Judge      string   `json:"judge"`                // the player who ruled
	Verdict    string   `json:"verdict"`              // "sustained", "overturned", "stands" or "undecided"
	Effect     string   `json:"effect"`               // "illegal", "stands", "void", "reading" or "none"
	Reasons    string   `json:"reasons"`              // free text
	Precedents []string `json:"precedents,omitempty"` // what it rests on: "P1"
	Changes    []Change `json:"changes,omitempty"`    // what an edition is to have otherwise
}

// InputMarked marks an input of which a verdict holds something that its ruling does not say.
type InputMarked struct {
	Input   uint64 `json:"input"`             // the input
	Address string `json:"address,omitempty"` // of an entry that an edition inserted just before that input: "2.1"
	Mark    string `json:"mark"`              // "stands-though-illegal"
	Dispute string `json:"dispute"`           // the dispute in which that was ruled
}

// PrecedentSet says that later rulings may rest on a verdict.
type PrecedentSet struct {
	Precedent string   `json:"precedent"` // its number: "P1", "P2", …
	Dispute   string   `json:"dispute"`   // the dispute in which it was set
	Clauses   []string `json:"clauses"`   // what it is about: "1230.2 §6.C"
}

// DisputeReopened puts a dispute back on the docket: its verdict and the precedent that it
// set hold no longer.
type DisputeReopened struct {
	Dispute string `json:"dispute"`          // "D1"
	By      string `json:"by"`               // the player who took the verdict back
	Reason  string `json:"reason,omitempty"` // for the record
}

// JudgeSeated says who is to rule on a dispute from here on.
type JudgeSeated struct {
	Dispute string `json:"dispute"`          // "D1"
	Judge   string `json:"judge,omitempty"`  // the player who is to rule; empty: nobody
	Left    string `json:"left,omitempty"`   // the player who was to rule until now
	How     string `json:"how"`              // "assigned", "recused" or "removed"
	By      string `json:"by"`               // the player who said so
	Reason  string `json:"reason,omitempty"` // for the record
}

// HearingOpened says until when arguments are heard in a dispute.
type HearingOpened struct {
	Dispute string    `json:"dispute"` // "D1"
	Until   time.Time `json:"until"`   // the deadline
}

// AppealEntered puts a dispute back on the docket, before another judge: its verdict is
// under appeal, and the precedent that it set may not be cited.
type AppealEntered struct {
	Dispute string `json:"dispute"`         // "D1"
	By      string `json:"by"`              // the player who appeals
	Grounds string `json:"grounds"`         // why
	Judge   string `json:"judge,omitempty"` // the player who is to rule now
}

// DisputeClosed takes a dispute off the docket.
type DisputeClosed struct {
	Dispute string `json:"dispute"`          // "D1"
	How     string `json:"how"`              // "ruled" or "withdrawn"
	By      string `json:"by"`               // the player who did that
	Reason  string `json:"reason,omitempty"` // of a withdrawal: free text
}
