package events

import (
	"encoding/json"
	"time"
)

// Outcome payloads record what the rules made of an input. State is a fold of them
// alone: no rule engine is needed to see what was ruled.

// LedgerOpened begins the state of a game.
type LedgerOpened struct {
	Game     string          `json:"game"`               // a name for people
	System   string          `json:"system"`             // which rules the game is played by
	Text     string          `json:"text,omitempty"`     // hash of the system's text, "sha256:…"; left out in format 1
	Seed     string          `json:"seed"`               // 64 hex digits, for lots that no one supplied
	Files    int             `json:"files,omitempty"`    // in format 1: the width of the board of the system's own rulebook
	Ranks    int             `json:"ranks,omitempty"`    // in format 1: its height
	Format   int             `json:"format,omitempty"`   // of the ledger; left out in format 1
	Words    []Word          `json:"words,omitempty"`    // what the game calls things
	Register []RegisterEntry `json:"register,omitempty"` // the interpretation register; in format 1 that of the system
}

// EntryRegistered adds an entry to the interpretation register.
type EntryRegistered struct {
	Entry    string            `json:"entry"`    // its id, "echo-captures"
	Clause   string            `json:"clause"`   // "1230.10 §2"
	Question string            `json:"question"` // a sentence for people
	Readings []RegisterReading `json:"readings"` // at least two
	Default  string            `json:"default"`  // the reading that holds where none is adopted
	InForce  string            `json:"in_force"` // the reading that holds from here on
}

// RulePutInForce says that from here on the rule holds at this revision.
type RulePutInForce struct {
	Number   string          `json:"number"`   // the rule's number, "1230.5"
	Revision int             `json:"revision"` // of the rule: 0 when enacted, one more with each amendment
	Rule     json.RawMessage `json:"rule"`     // the rule, complete

	// Until is when the rule lapses, of one that does: what it replaced is then in force again.
	Until *time.Time `json:"until,omitempty"`

	// Inventor is the player whose invention the rule is, and Invented when it was made.
	Inventor string     `json:"inventor,omitempty"`
	Invented *time.Time `json:"invented,omitempty"`
}

// CalendarReached says up to when the rules have answered the days and months that came.
type CalendarReached struct {
	At time.Time `json:"at"` // the moment reached
}

// RuleDormant says that a rule in the book has no force from here on, or has it again: the condition
// under which it has any has changed.
type RuleDormant struct {
	Number  string `json:"number"`  // the rule's number, "1230.5"
	Dormant bool   `json:"dormant"` // false: it has force again
}

// RuleOutOfForce says that the rule no longer applies.
type RuleOutOfForce struct {
	Number string `json:"number"` // the rule's number, "1230.5"
}

// ReadingInForce says which reading of a register entry holds from here on.
type ReadingInForce struct {
	Entry   string `json:"entry"`   // of the interpretation register, "king-step"
	Reading string `json:"reading"` // one of the entry's readings, "adjacent"
}

// Ruled is the ruling on one input: its verdict with everything it rests on.
type Ruled struct {
	Verdict  string  `json:"verdict"`          // "accepted", "rejected", "stands", "replaced" or "void"
	Subject  string  `json:"subject"`          // the kind of the input ruled on
	Side     string  `json:"side,omitempty"`   // a side's name
	Play     string  `json:"play,omitempty"`   // the play as executed, in canonical notation
	Shape    string  `json:"shape,omitempty"`  // the play shape that made it legal, such as "Move, Placement"
	Faults   []Fault `json:"faults,omitempty"` // why it is rejected: all reasons
	Facts    []Fact  `json:"facts,omitempty"`  // what the ruling found
	Rulebook string  `json:"rulebook"`         // hash of the rulebook in force, "sha256:…"
	Engine   string  `json:"engine"`           // version of the engine that ruled
}

// The verdicts on an input as it happens. Those on a play that is ruled on again are others.
const (
	Accepted = "accepted"
	Rejected = "rejected"
)

// Fault is one reason why an input is rejected.
type Fault struct {
	Code           string   `json:"code"`                     // stable, kebab-case: "path-blocked"
	Clause         string   `json:"clause"`                   // "1230.5/5 §2"
	Message        string   `json:"message"`                  // a sentence for people
	Interpretation string   `json:"interpretation,omitempty"` // "gess-adjacent=no"
	At             int      `json:"at,omitempty"`             // 1-based: which atomic play
	Squares        []string `json:"squares,omitempty"`        // the squares concerned
	Pieces         []string `json:"pieces,omitempty"`         // ids of the pieces concerned
}

// Fact is one thing the ruling found and rests on.
type Fact struct {
	Code           string   `json:"code"`                     // stable, kebab-case
	Clause         string   `json:"clause,omitempty"`         // rule, revision and section
	Message        string   `json:"message"`                  // a sentence for people
	Interpretation string   `json:"interpretation,omitempty"` // the reading it rests on, "gess-adjacent=no"
	Squares        []string `json:"squares,omitempty"`        // the squares concerned
	Pieces         []string `json:"pieces,omitempty"`         // ids of the pieces concerned
}

// OfficeHeld says who holds an office from here on. Whether the game is suspended while nobody
// does is for the rules to say.
type OfficeHeld struct {
	Office string `json:"office"`           // as the rules call it, "umpire"
	Player string `json:"player,omitempty"` // left out if it is vacant
}

// PlayerKnown is a player's standing.
type PlayerKnown struct {
	Player    string   `json:"player"`              // a player's name
	Addresses []string `json:"addresses,omitempty"` // mail addresses, in old ledgers only
	Status    string   `json:"status"`              // "active" or "vacation"
	Key       string   `json:"key,omitempty"`       // by which they sign; left out: none
}

// SignaturesSet says whether plays have to be signed from here on.
type SignaturesSet struct {
	On bool `json:"on"` // whether they have to be
}

// SideEntered is a side that has come into being.
type SideEntered struct {
	Side       string   `json:"side"`                 // a side's name
	Player     string   `json:"player"`               // a player's name
	Attributes []string `json:"attributes,omitempty"` // what is true of it, by the names that the rules declare
}

// SideLeft is a side that is gone from the game and from the order.
type SideLeft struct {
	Side string `json:"side"` // a side's name
}

// SideHeld names the player of a side.
type SideHeld struct {
	Side   string `json:"side"`   // a side's name
	Player string `json:"player"` // a player's name
}

// SideAttributeSet says that something is true of a side from here on, or is no longer.
type SideAttributeSet struct {
	Side      string `json:"side"`      // a side's name
	Attribute string `json:"attribute"` // by the name that the rules declare, "warm"
	On        bool   `json:"on"`        // whether it is true now
}

// AllotmentSet gives a side the right to choose pieces: at most Count of total value at most
// Budget. Count 0 ends the right.
type AllotmentSet struct {
	Side   string `json:"side"`   // a side's name
	Count  int    `json:"count"`  // how many pieces at most
	Budget Half   `json:"budget"` // their total value at most
}

// PieceCreated is a new piece, off-board in the side's holding.
type PieceCreated struct {
	Piece    string    `json:"piece"`              // unique in the ledger for ever: "R1"
	Type     string    `json:"type"`               // the name of a piece type
	Side     string    `json:"side"`               // a side's name
	Counters []Counter `json:"counters,omitempty"` // those of the piece
	Base     string    `json:"base,omitempty"`     // of a piece that has been promoted already, the type that it was at first
}

// Counter is one named counter of a piece.
type Counter struct {
	Name  string `json:"name"`  // the counter's name, "Hn"
	Value int    `json:"value"` // its value
}

// PieceMoved goes from square to square by a Move, a Capture or a Special.
type PieceMoved struct {
	Piece string `json:"piece"` // a piece's id, "R1"
	From  string `json:"from"`  // the square left
	To    string `json:"to"`    // the square reached
}

// PiecePlaced comes from the holding to a square.
type PiecePlaced struct {
	Piece string `json:"piece"`           // a piece's id, "R1"
	At    string `json:"at"`              // the square it comes to
	Moved bool   `json:"moved,omitempty"` // it counts as having moved, in an array

	// Chosen says that it is placed beside an act of another piece.
	Chosen bool `json:"chosen,omitempty"`
}

// PieceCaptured leaves its square for the captor's holding.
type PieceCaptured struct {
	Piece string `json:"piece"` // a piece's id, "R1"
	At    string `json:"at"`    // the square that it was captured on
	By    string `json:"by"`    // the capturing piece
	Side  string `json:"side"`  // the captor's, its new owner
}

// PieceLifted leaves the board for its own owner's holding: a scratch, a surrender,
// an invalid definition, the end of a hand.
type PieceLifted struct {
	Piece string `json:"piece"` // a piece's id, "R1"
	From  string `json:"from"`  // the square left
	Why   string `json:"why"`   // "scratch", "surrender", "definition", "hand"
}

// SquareClosed says that nothing stands on a square any more or goes over it, or that it is open again.
type SquareClosed struct {
	Square string `json:"square"`         // a square
	Open   bool   `json:"open,omitempty"` // it is open again
}

// ArrayLaid says that the game begins from an array. From here on the state remembers which pieces have moved, what
// they were before they were promoted, and what the play before has passed.
type ArrayLaid struct {
	Passer string   `json:"passer,omitempty"` // the piece of the play before the array, if it can be captured on squares that it passed
	Passed []string `json:"passed,omitempty"` // those squares
	Quiet  int      `json:"quiet,omitempty"`  // plays since the last capture, and since the last play of any piece that counts like one
	Given  []Given  `json:"given,omitempty"`  // checks given before, by sides that have given any
}

// Given is how many checks a side has given.
type Given struct {
	Side   string `json:"side"`   // a side's name
	Checks int    `json:"checks"` // how many
}

// PieceConverted changes its owner where it stands, or off-board: an effect of a rule.
type PieceConverted struct {
	Piece string `json:"piece"` // a piece's id, "R1"
	Side  string `json:"side"`  // its new owner
}

// PieceDestroyed ceases to exist.
type PieceDestroyed struct {
	Piece string `json:"piece"` // a piece's id, "R1"
	Why   string `json:"why"`   // "kamikaze"-like effects: "effect"; "excess", "owner", "king", "hand"
}

// PiecePromoted changes type; Counters are those it has afterwards.
type PiecePromoted struct {
	Piece    string    `json:"piece"`              // a piece's id, "R1"
	Type     string    `json:"type"`               // the name of a piece type
	Counters []Counter `json:"counters,omitempty"` // those of the piece
	Base     string    `json:"base,omitempty"`     // the type that it was at first, where a promotion is remembered
}

// CounterChanged is a counter's new value.
type CounterChanged struct {
	Piece string `json:"piece"` // a piece's id, "R1"
	Name  string `json:"name"`  // the counter's name, "Hn"
	Value int    `json:"value"` // its value
}

// AtomicPlayed is an executed atomic play. It is the side's most recent one from here on.
type AtomicPlayed struct {
	Side     string    `json:"side"`               // a side's name
	Play     string    `json:"play"`               // "move", "capture", "placement", "special", "pass", "surrender"
	Piece    string    `json:"piece,omitempty"`    // a piece's id, "R1"
	Type     string    `json:"type,omitempty"`     // the piece's type when it was made
	As       string    `json:"as,omitempty"`       // what a copying piece moved as
	Counters []Counter `json:"counters,omitempty"` // those of the piece (or of what it moved as)
	How      string    `json:"how"`                // "submitted", "default", "automatic", "king-captured", "notified"
	With     string    `json:"with,omitempty"`     // the piece that went along, as in castling
	Passed   []string  `json:"passed,omitempty"`   // squares that the piece passed, on which it can be captured by the next play
}

// PlayEnded closes a side's play, after all its atomic plays.
type PlayEnded struct {
	Side     string `json:"side"`               // a side's name
	How      string `json:"how"`                // as in AtomicPlayed
	Early    bool   `json:"early,omitempty"`    // check to another side ended the turn before the rest
	Defaults int    `json:"defaults,omitempty"` // default plays in a row, this one included
	// when the play was made, where that counts in a later stage
	At *time.Time `json:"at,omitempty"`

	// Expired is when the time limit had expired, of a default play that nobody recorded before
	// the next input came.
	Expired *time.Time `json:"expired,omitempty"`

	// Checks is how many checks the side has given so far, in a game that began with an array.
	Checks int `json:"checks,omitempty"`

	// Checking is how many plays of the side in a row have given check, this one included, where rules ask for it.
	Checking int `json:"checking,omitempty"`
}

// ChecksChanged lists every side now in check. It is recorded when the list differs from before.
type ChecksChanged struct {
	Checks []Check `json:"checks"` // one entry a side in check
}

// Check is one side in check and the pieces that give it.
type Check struct {
	Side string   `json:"side"` // a side's name
	By   []string `json:"by"`   // ids of the pieces that give check
}

// OrderChanged is the whole order of play.
type OrderChanged struct {
	Order []string `json:"order"` // sides, the one to play first
}

// TurnBegan says whose turn it is. Skipped names the sides passed over.
type TurnBegan struct {
	Side    string   `json:"side"`              // a side's name
	Skipped []string `json:"skipped,omitempty"` // sides passed over

	// Position stands for the position in which the turn begins, where rules ask how often there was the same.
	Position string `json:"position,omitempty"`
}

// LimitSet is the moment at which the running turn ends by default.
type LimitSet struct {
	Side    string    `json:"side"`    // a side's name
	From    time.Time `json:"from"`    // the announcement
	Expires time.Time `json:"expires"` // when the default play is due
}

// WeightsPosted lists every side's Weight, in the order of the sides' creation.
type WeightsPosted struct {
	Weights []Weight `json:"weights"` // one entry a side
}

// Weight is what one side weighs.
type Weight struct {
	Side   string `json:"side"`   // a side's name
	Weight Half   `json:"weight"` // an exact multiple of ½
}

// AssetChanged is a change of how much somebody has of an asset.
type AssetChanged struct {
	Account  string `json:"account"`            // a player, a side, an organisation or "Treasury"
	Asset    string `json:"asset"`              // as in TransactionRecorded
	Change   Half   `json:"change"`             // what was added; negative if taken
	Replaces string `json:"replaces,omitempty"` // an asset of which as much has turned into this one
	Why      string `json:"why"`                // "purchase", "destruction", "transaction", "special", or what a rule calls it
}

// AssetsCleared takes an asset from whoever has any of it.
type AssetsCleared struct {
	Asset string `json:"asset"` // as in TransactionRecorded
}

// EndDeclared ends a hand, or the game.
type EndDeclared struct {
	Player string `json:"player"`         // who wins; "" if nobody does
	Hand   int    `json:"hand"`           // 1, 2, …
	Title  string `json:"title"`          // the title won
	Over   bool   `json:"over,omitempty"` // nothing is played any more
}

// LotDrawn is a random determination, recorded for ever.
type LotDrawn struct {
	Draw   string   `json:"draw"`   // identity: "play-list:start", "excess:Red:Guard:17"
	Among  []string `json:"among"`  // what it was drawn from, in order
	Result []string `json:"result"` // what was drawn, in order
	Source string   `json:"source"` // "seed", what LotSupplied named, or "recorded": in another edition the result recorded of the same draw of the same input
}

// StageSet is a stage of the game announced, changed, begun or ended.
type StageSet struct {
	Stage      string    `json:"stage"`                // as the rules call it, "free-for-all"
	State      string    `json:"state"`                // "announced", "running", "cancelled", "over"
	Starts     time.Time `json:"starts"`               // when it begins
	Ends       time.Time `json:"ends"`                 // when it is over
	Objections []string  `json:"objections,omitempty"` // sides that objected
	Free       bool      `json:"free,omitempty"`       // while it runs it is nobody's turn: whoever may plays at any time
}

// StartDone marks that the first order of play is made and the game runs.
type StartDone struct{}

// SquareMarked gives a square a state by a name that rules have, or takes it away.
type SquareMarked struct {
	Square string `json:"square"` // "e4"
	Mark   string `json:"mark"`   // as the rules call it, "frozen"
	On     bool   `json:"on"`     // it has the state
}

func (LedgerOpened) Kind() string     { return "ledger-opened" }
func (EntryRegistered) Kind() string  { return "entry-registered" }
func (RulePutInForce) Kind() string   { return "rule-put-in-force" }
func (CalendarReached) Kind() string  { return "calendar-reached" }
func (RuleDormant) Kind() string      { return "rule-dormant" }
func (RuleOutOfForce) Kind() string   { return "rule-out-of-force" }
func (ReadingInForce) Kind() string   { return "reading-in-force" }
func (Ruled) Kind() string            { return "ruled" }
func (OfficeHeld) Kind() string       { return "office-held" }
func (PlayerKnown) Kind() string      { return "player-known" }
func (SignaturesSet) Kind() string    { return "signatures-set" }
func (SideEntered) Kind() string      { return "side-entered" }
func (SideLeft) Kind() string         { return "side-left" }
func (SideHeld) Kind() string         { return "side-held" }
func (SideAttributeSet) Kind() string { return "side-attribute-set" }
func (AllotmentSet) Kind() string     { return "allotment-set" }
func (PieceCreated) Kind() string     { return "piece-created" }
func (PieceMoved) Kind() string       { return "piece-moved" }
func (PiecePlaced) Kind() string      { return "piece-placed" }
func (PieceCaptured) Kind() string    { return "piece-captured" }
func (PieceLifted) Kind() string      { return "piece-lifted" }
func (SquareClosed) Kind() string     { return "square-closed" }
func (ArrayLaid) Kind() string        { return "array-laid" }
func (PieceConverted) Kind() string   { return "piece-converted" }
func (PieceDestroyed) Kind() string   { return "piece-destroyed" }
func (PiecePromoted) Kind() string    { return "piece-promoted" }
func (CounterChanged) Kind() string   { return "counter-changed" }
func (AtomicPlayed) Kind() string     { return "atomic-played" }
func (PlayEnded) Kind() string        { return "play-ended" }
func (ChecksChanged) Kind() string    { return "checks-changed" }
func (OrderChanged) Kind() string     { return "order-changed" }
func (TurnBegan) Kind() string        { return "turn-began" }
func (LimitSet) Kind() string         { return "limit-set" }
func (WeightsPosted) Kind() string    { return "weights-posted" }
func (AssetChanged) Kind() string     { return "asset-changed" }
func (AssetsCleared) Kind() string    { return "assets-cleared" }
func (EndDeclared) Kind() string      { return "end-declared" }
func (LotDrawn) Kind() string         { return "lot-drawn" }
func (StageSet) Kind() string         { return "stage-set" }
func (StartDone) Kind() string        { return "start-done" }
func (EditionBegun) Kind() string     { return "edition-begun" }
func (InputRestated) Kind() string    { return "input-restated" }
func (StateRestated) Kind() string    { return "state-restated" }
func (DisputeEntered) Kind() string   { return "dispute-entered" }
func (ArgumentEntered) Kind() string  { return "argument-entered" }
func (VerdictEntered) Kind() string   { return "verdict-entered" }
func (InputMarked) Kind() string      { return "input-marked" }
func (PrecedentSet) Kind() string     { return "precedent-set" }
func (DisputeClosed) Kind() string    { return "dispute-closed" }
func (DisputeReopened) Kind() string  { return "dispute-reopened" }
func (JudgeSeated) Kind() string      { return "judge-seated" }
func (HearingOpened) Kind() string    { return "hearing-opened" }
func (AppealEntered) Kind() string    { return "appeal-entered" }
func (MatterOpened) Kind() string     { return "matter-opened" }
func (RoundBegan) Kind() string       { return "round-began" }
func (PlayKept) Kind() string         { return "play-kept" }
func (RoundEnded) Kind() string       { return "round-ended" }
func (MatterAnswered) Kind() string   { return "matter-answered" }
func (SealKept) Kind() string         { return "seal-kept" }
func (MatterClosed) Kind() string     { return "matter-closed" }
func (BondSet) Kind() string          { return "bond-set" }
func (SquareMarked) Kind() string     { return "square-marked" }
