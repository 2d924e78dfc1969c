package events

import (
	"encoding/json"
	"time"
)

// Outcomes of editions and of disputes.

// EditionBegun begins the restatements of an adopted edition.
type EditionBegun struct {
	Edition  int    `json:"edition"`        // its number
	Base     int    `json:"base"`           // the edition it was made from
	From     uint64 `json:"from,omitempty"` // the first input that differs, if any
	Restated int    `json:"restated"`       // the number of inputs restated
	Flipped  int    `json:"flipped"`        // the number of those with a different verdict
}

// InputRestated precedes the outcomes that an input has in an adopted edition, which end at
// the next InputRestated, InputsRestated or StateRestated.
type InputRestated struct {
	Input    uint64 `json:"input"`             // the input; of an inserted input, the one that it precedes
	Change   string `json:"change,omitempty"`  // the change that inserted, corrected, voided or ruled on it
	Address  string `json:"address,omitempty"` // for an input that another change inserted: the id of that change
	Standing string `json:"standing"`          // "recorded", "inserted", "corrected" or "withdrawn" (an inserted input that the edition no longer contains)
}

// InputsRestated says of inputs that no change of an adopted edition is about that they have in it outcomes which they have had before, and which are not
// repeated. They stand behind the input itself, up to the next input, where as is 1; else behind the InputRestated of that input in the adoption of edition as,
// which is an earlier one and states them itself: a reference never leads to another one.
type InputsRestated struct {
	Inputs []InputStated `json:"inputs"` // in ascending order; 1,024 at most
}

// InputStated says where the outcomes of an input are stated.
type InputStated struct {
	Input uint64 `json:"input"` // the input
	As    int    `json:"as"`    // the edition that states them; 1: they are those first recorded
}

// StateRestated ends an adoption. The fold goes on from State, the fold of the edition's outcomes.
type StateRestated struct {
	Edition int             `json:"edition"` // its number
	State   json.RawMessage `json:"state"`   // as the program writes it
}

// DisputeEntered is a dispute on the docket.
type DisputeEntered struct {
	Dispute string `json:"dispute"`           // its number: "D1", "D2", …
	About   string `json:"about"`             // "ruling", "reading" or "clause"
	By      string `json:"by"`                // the player who opened it
	Judge   string `json:"judge,omitempty"`   // the player who is to rule on it
	Grounds string `json:"grounds"`           // free text
	Input   uint64 `json:"input,omitempty"`   // the input whose ruling is disputed, or from which a reading is claimed
	Address string `json:"address,omitempty"` // for an input that an edition inserted before that one: the id of the change, "2.1"
	Subject string `json:"subject,omitempty"` // the kind of that input
	Ruling  string `json:"ruling,omitempty"`  // the verdict on it when the dispute was opened
	Entry   string `json:"entry,omitempty"`   // of the interpretation register
	Reading string `json:"reading,omitempty"` // the reading of the entry that is claimed
	Clause  string `json:"clause,omitempty"`  // the clause that is disputed, or that the dispute rests on
}

// ArgumentEntered is an argument in a dispute.
type ArgumentEntered struct {
	Dispute string `json:"dispute"` // "D1"
	By      string `json:"by"`      // the player who argues
	Text    string `json:"text"`    // the argument
}

// VerdictEntered is a judge's verdict in a dispute. It does not change history by itself: an
// edition that includes its changes does.
type VerdictEntered struct {
	Dispute    string   `json:"dispute"`              // "D1"
	Judge      string   `json:"judge"`                // the player who ruled
	Verdict    string   `json:"verdict"`              // "sustained", "overturned", "stands" or "undecided"
	Effect     string   `json:"effect"`               // "illegal", "stands", "void", "reopen", "rewind", "reading" or "none"
	Reasons    string   `json:"reasons"`              // free text
	Precedents []string `json:"precedents,omitempty"` // the precedents that it rests on: "P1"
	Changes    []Change `json:"changes,omitempty"`    // the changes for an edition that applies it
}

// InputMarked marks an input with the effect of a verdict that its ruling does not show.
type InputMarked struct {
	Input   uint64 `json:"input"`             // the input
	Address string `json:"address,omitempty"` // for an input that an edition inserted before that one: the id of the change, "2.1"
	Mark    string `json:"mark"`              // "stands-though-illegal"
	Dispute string `json:"dispute"`           // the dispute of that verdict
}

// PrecedentSet makes a verdict a precedent, which later verdicts can rest on.
type PrecedentSet struct {
	Precedent string   `json:"precedent"` // its number: "P1", "P2", …
	Dispute   string   `json:"dispute"`   // the dispute in which it was set
	Clauses   []string `json:"clauses"`   // the clauses that it is about: "12.2 §6.C"
}

// DisputeReopened puts a dispute back on the docket: its verdict and the precedent that it
// set are no longer valid.
type DisputeReopened struct {
	Dispute string `json:"dispute"`          // "D1"
	By      string `json:"by"`               // the player who retracted the verdict
	Reason  string `json:"reason,omitempty"` // free text
}

// JudgeSeated changes the judge of a dispute.
type JudgeSeated struct {
	Dispute string `json:"dispute"`          // "D1"
	Judge   string `json:"judge,omitempty"`  // the player who is to rule; left out: nobody
	Left    string `json:"left,omitempty"`   // the judge until now
	How     string `json:"how"`              // "assigned", "recused" or "removed"
	By      string `json:"by"`               // the player who assigned or removed
	Reason  string `json:"reason,omitempty"` // free text
}

// HearingOpened sets the deadline for arguments in a dispute.
type HearingOpened struct {
	Dispute string    `json:"dispute"` // "D1"
	Until   time.Time `json:"until"`   // the deadline
}

// AppealEntered puts a dispute back on the docket, before another judge: its verdict is
// under appeal, and the precedent that it set may not be cited.
type AppealEntered struct {
	Dispute string `json:"dispute"`         // "D1"
	By      string `json:"by"`              // the player who appeals
	Grounds string `json:"grounds"`         // free text
	Judge   string `json:"judge,omitempty"` // the player who is to rule now
}

// DisputeClosed takes a dispute off the docket.
type DisputeClosed struct {
	Dispute string `json:"dispute"`          // "D1"
	How     string `json:"how"`              // "ruled" or "withdrawn"
	By      string `json:"by"`               // the judge, or the player who withdrew it
	Reason  string `json:"reason,omitempty"` // why it was withdrawn: free text
}
