package compare

import (
	"cmp"
	"time"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history/readjudicate"
	"adjudicate/rules/keys"
)

// Report is how two histories differ.
type Report struct {
	First     uint64   `json:"first"`     // the first input that differs; 0 if none does
	Flipped   int      `json:"flipped"`   // inputs of both with another verdict
	Effects   int      `json:"effects"`   // with the same verdict and other effects
	Citations int      `json:"citations"` // that merely rest on other clauses, readings or facts
	Inserted  int      `json:"inserted"`  // that only the second has
	Withdrawn int      `json:"withdrawn"` // that only the first has
	Inputs    []*Input `json:"inputs"`
	Weights   []Weigh  `json:"weights"` // of both, wherever an input that differs posted them; of a packed comparison those of the first inputs, see Weighed
	End       *Compare `json:"end"`     // at the end

	Changes []events.Change `json:"changes"` // of the second history that the first has not
	Search  *Search         `json:"search,omitempty"`
	Relied  []Relied        `json:"relied"` // plays that fell and were made after what fell before them

	After  *aggregate.State `json:"-"` // the ends
	Before *aggregate.State `json:"-"`

	Course *readjudicate.Course `json:"-"` // of the second history, as far as it differs; nil if only one change holds in it
}

// Relied is a play that no longer stands and follows from an entry that fell: whether whoever made it could have seen
// that entry stand.
type Relied struct {
	Input   uint64 `json:"input"`
	On      uint64 `json:"on"`                // the entry that fell
	Seen    uint64 `json:"seen,omitempty"`    // the last event that the play's author could have seen; 0 if that is not recorded
	Edition int    `json:"edition,omitempty"` // that was current then
	Could   bool   `json:"could"`             // they could have seen the entry
}

// Search is how far the changes were sought that each difference rests on.
type Search struct {
	Changes int `json:"changes"` // that can be left out on their own
	Tried   int `json:"tried"`   // histories
	Sizes   int `json:"sizes"`   // every set of up to so many changes was tried
}

// Input is an input that differs.
type Input struct {
	Point    uint64    `json:"input"`            // its sequence; of an inserted one that of the input it precedes
	Address  string    `json:"address"`          // its sequence or, if a change has put it in, that change
	Change   string    `json:"change,omitempty"` // the change that concerns it
	Standing string    `json:"standing"`         // "recorded", "inserted", "corrected", "withdrawn"
	Recorded time.Time `json:"recorded"`
	Actor    string    `json:"actor,omitempty"`
	Differs  string    `json:"differs"` // "verdict", "effects" or "citations"
	Before   *Ruling   `json:"before" null:"never"`
	After    *Ruling   `json:"after" null:"never"`
	Cause    Cause     `json:"cause"`

	Payload events.Payload `json:"-"`
	From    *Input         `json:"-"` // the nearest input that it follows from; nil if a change or the law turned it
	Root    *Input         `json:"-"` // the input with which its chain begins; nil if that is itself
	place   int            // in the report
	sources []source       // what its rulings may rest on that stands otherwise
	seen    sight          // of a play
	brief   bool           // it is packed, and its chain is listed when it is opened
	packed  *pack          // what is packed of it; nil: nothing
	at      int            // in that

	StateA *aggregate.State `json:"-"` // just before it, if the collector keeps boards
	StateB *aggregate.State `json:"-"`
}

// Ruling is an input's ruling in one history, with the outcomes that the other has not.
type Ruling struct {
	Verdict string `json:"verdict,omitempty"` // "" if the input does not stand there
	Play    string `json:"play,omitempty"`
	// Algebraic is the play in algebraic notation, if the words of the game say so.
	Algebraic string `json:"algebraic,omitempty"`

	Faults   []events.Fault   `json:"faults,omitempty"`
	Facts    []events.Fact    `json:"facts,omitempty"`
	Basis    events.Basis     `json:"basis"`
	Only     []events.Payload `json:"-"` // outcomes that only this history has
	OnlyText []string         `json:"only,omitempty"`
}

// Algebraic is the play in algebraic notation: as it was made, else as it would be; "" if neither is.
func (in *Input) Algebraic() string { return cmp.Or(in.Before.Algebraic, in.After.Algebraic) }

// Kinds of causes.
const (
	ByChange = "change" // a change concerns the input itself
	ByLaw    = "law"    // rules or readings that differ decide it
	ByBoard  = "board"  // what earlier inputs left on the board, on the list or in the books
)

// Policy stands among the changes of a cause for another policy: what becomes of a play that falls.
const Policy = "policy"

// Cause is why an input differs.
type Cause struct {
	Kind    string   `json:"kind"`
	Changes []string `json:"changes,omitempty"` // of the edition; Policy, where it has another than the one it was made from
	// Sets are the least sets of changes without any one of which it would not differ, found by ruling again; none as long
	// as nobody has asked. Changes are then those of all sets.
	Sets    [][]string `json:"sets,omitempty"`
	Gone    bool       `json:"gone,omitempty"`    // the change no longer holds
	Law     []string   `json:"law,omitempty"`     // what of rules and readings differs, "12.15/2 → 12.15/3", "gess-adjacent: yes → no"
	Clauses []string   `json:"clauses,omitempty"` // of the rulings, that stand there
	Inputs  []uint64   `json:"inputs,omitempty"`  // earlier ones that differ, and that it follows from
	Pieces  []string   `json:"pieces,omitempty"`  // that stand otherwise
	Turn    bool       `json:"turn,omitempty"`    // whose turn it is is another
	Next    bool       `json:"next,omitempty"`    // whose turn it is is not, but who plays next: by the order, or as promised
	Chain   []uint64   `json:"chain,omitempty"`   // from the first input that a change or the law turned, to this one; of a long one the first and the last
	Steps   int        `json:"steps,omitempty"`   // from that one to this
}

// Weigh is what the sides weigh after an input in both histories.
type Weigh struct {
	Point  uint64          `json:"input"`
	Before []events.Weight `json:"before"`
	After  []events.Weight `json:"after"`
}

// Compare is what differs between two states.
type Compare struct {
	Same     bool                `json:"same"`
	Pieces   []PieceDiff         `json:"pieces"`
	Weights  []Pair[events.Half] `json:"weights"`
	Marks    []Pair[int]         `json:"@marks"`
	Titles   Pair[[]string]      `json:"titles"`
	Balances []Pair[events.Half] `json:"balances"` // "Ann money"
	Order    Pair[[]string]      `json:"@order"`
	ToPlay   Pair[string]        `json:"to_play"`
	Checks   Pair[[]string]      `json:"checks"`
	Law      []string            `json:"law"`
	Hand     Pair[int]           `json:"hand"`
	Status   []Pair[string]      `json:"status"` // of sides, players, the office, the limit, the stage
}

// MarshalJSON writes the fields under the names by which others know them.
func (c Compare) MarshalJSON() ([]byte, error) {
	type plain Compare
	return keys.Marshal(plain(c))
}

// PieceDiff is a piece that stands otherwise; a piece that does not exist has no type.
type PieceDiff struct {
	Piece  string `json:"piece"`
	Before Stand  `json:"before"`
	After  Stand  `json:"after"`
}

// Stand is where a piece is; At is "" off-board.
type Stand struct {
	Type string `json:"type,omitempty"`
	Side string `json:"side,omitempty"`
	At   string `json:"at,omitempty"`

	Counters string `json:"counters,omitempty"` // "Hn 3"
}

// Pair is something in both histories.
type Pair[T any] struct {
	Name   string `json:"name,omitempty"`
	Before T      `json:"before"`
	After  T      `json:"after"`
}
