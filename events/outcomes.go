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
	System   string          `json:"system"`             // the id of the game system, "chess"
	Text     string          `json:"text,omitempty"`     // hash of the system's text, "sha256:…"; left out in format 1
	Seed     string          `json:"seed"`               // 64 hex digits, from which every lot that nobody supplied is derived
	Files    int             `json:"files,omitempty"`    // in format 1: the width of the board of the system's own rulebook
	Ranks    int             `json:"ranks,omitempty"`    // in format 1: its height
	Format   int             `json:"format,omitempty"`   // the format of the ledger; left out in format 1
	Words    []Word          `json:"words,omitempty"`    // what the game calls things
	Register []RegisterEntry `json:"register,omitempty"` // the interpretation register; in format 1 that of the system
}

// EntryRegistered adds an entry to the interpretation register.
type EntryRegistered struct {
	Entry    string            `json:"entry"`    // its id, "echo-captures"
	Clause   string            `json:"clause"`   // "12.10 §2"
	Question string            `json:"question"` // a sentence for people
	Readings []RegisterReading `json:"readings"` // at least two
	Default  string            `json:"default"`  // the reading used unless another is adopted
	InForce  string            `json:"in_force"` // the reading used from here on
}

// RulePutInForce puts a rule into force at this revision.
type RulePutInForce struct {
	Number   string          `json:"number"`   // the rule's number, "12.5"
	Revision int             `json:"revision"` // of the rule: 0 when enacted, one more with each amendment
	Rule     json.RawMessage `json:"rule"`     // the rule, complete

	// Until is when the rule lapses, if it does: what it replaced is then in force again.
	Until *time.Time `json:"until,omitempty"`

	Inventor string     `json:"inventor,omitempty"` // the player who invented the rule, if known
	Invented *time.Time `json:"invented,omitempty"` // when it was invented
}

// CalendarReached records the moment up to which the rules have responded to days and months.
type CalendarReached struct {
	At time.Time `json:"at"` // the moment reached
}

// TablesSet says who sits at which table: the sides at one take turns among themselves. With one table there are none.
type TablesSet struct {
	Tables []TableOrder `json:"tables"` // each with its sides
}

// TableOrder is a table.
type TableOrder struct {
	Order []string `json:"order"` // its sides, who is next first
}

// TableTurned says of which table what follows is: its order, its turn, its limit.
type TableTurned struct {
	Table int `json:"table"` // 1, 2, …
}

// RuleDecreed is what an effect says of a rule's force. What that makes of the law RuleDormant says.
type RuleDecreed struct {
	Number string `json:"number"` // the rule's number
	Force  string `json:"force"`  // "enforced" or "suspended"
}

// RuleDormant makes a rule dormant, or active again: its condition (while) has become false or
// true.
type RuleDormant struct {
	Number  string `json:"number"`  // the rule's number, "12.5"
	Dormant bool   `json:"dormant"` // false: it is active again
}

// RuleOutOfForce takes a rule out of force.
type RuleOutOfForce struct {
	Number string `json:"number"` // the rule's number, "12.5"
}

// ReadingInForce adopts a reading of a register entry.
type ReadingInForce struct {
	Entry   string `json:"entry"`   // of the interpretation register, "king-step"
	Reading string `json:"reading"` // one of the entry's readings, "adjacent"
}

// Ruled is the ruling on an input: the verdict and its reasons.
type Ruled struct {
	Verdict  string  `json:"verdict"`          // "accepted", "rejected", "stands", "replaced" or "void"
	Subject  string  `json:"subject"`          // the kind of the input ruled on
	Side     string  `json:"side,omitempty"`   // a side's name
	Play     string  `json:"play,omitempty"`   // the play as executed, in canonical notation
	Shape    string  `json:"shape,omitempty"`  // the play shape that made it legal, such as "Move, Placement"
	Faults   []Fault `json:"faults,omitempty"` // all reasons why it is rejected
	Facts    []Fact  `json:"facts,omitempty"`  // what else the ruling found
	Rulebook string  `json:"rulebook"`         // hash of the rulebook in force, "sha256:…"
	Engine   string  `json:"engine"`           // version of the engine that ruled
}

// The verdicts on an input as it happens. Those on a play that is ruled on again are others.
const (
	Accepted = "accepted"
	Rejected = "rejected"
)

// Fault is a reason why an input is rejected.
type Fault struct {
	Code           string   `json:"code"`                     // stable, kebab-case: "path-blocked"
	Clause         string   `json:"clause"`                   // "12.5/5 §2"
	Message        string   `json:"message"`                  // a sentence for people
	Interpretation string   `json:"interpretation,omitempty"` // "gess-adjacent=no"
	At             int      `json:"at,omitempty"`             // 1-based: which atomic play
	Squares        []string `json:"squares,omitempty"`        // the squares concerned
	Pieces         []string `json:"pieces,omitempty"`         // ids of the pieces concerned
}

// Fact is something that the ruling found or rests on.
type Fact struct {
	Code           string   `json:"code"`                     // stable, kebab-case
	Clause         string   `json:"clause,omitempty"`         // rule, revision and section
	Message        string   `json:"message"`                  // a sentence for people
	Interpretation string   `json:"interpretation,omitempty"` // the reading it rests on, "gess-adjacent=no"
	Squares        []string `json:"squares,omitempty"`        // the squares concerned
	Pieces         []string `json:"pieces,omitempty"`         // ids of the pieces concerned
}

// OfficeHeld changes the holder of an office. The rules decide whether the game is suspended
// while it is vacant.
type OfficeHeld struct {
	Office string `json:"office"`           // its name in the rules, "umpire"
	Player string `json:"player,omitempty"` // left out if it is vacant
}

// PlayerKnown is a player's standing.
type PlayerKnown struct {
	Player    string   `json:"player"`              // a player's name
	Addresses []string `json:"addresses,omitempty"` // mail addresses, in old ledgers only
	Status    string   `json:"status"`              // "active" or "vacation"
	Key       string   `json:"key,omitempty"`       // the public key by which they sign, if any
}

// SignaturesSet requires plays, or all that players enter, to be signed from here on, or no longer.
type SignaturesSet struct {
	On      bool `json:"on"`                // whether signatures of plays are required
	Entries bool `json:"entries,omitempty"` // with on: whether those of the other entries of players are, too
}

// SideEntered is a side that enters the game.
type SideEntered struct {
	Side       string   `json:"side"`                 // a side's name
	Player     string   `json:"player"`               // a player's name
	Attributes []string `json:"attributes,omitempty"` // its attributes, as the rules declare them: "asleep"
}

// SideLeft is a side that leaves the game and the order of play.
type SideLeft struct {
	Side string `json:"side"` // a side's name
}

// SideHeld is a change of the player who holds a side.
type SideHeld struct {
	Side   string `json:"side"`   // a side's name
	Player string `json:"player"` // a player's name
}

// SideAttributeSet gives a side an attribute, or takes it away.
type SideAttributeSet struct {
	Side      string `json:"side"`      // a side's name
	Attribute string `json:"attribute"` // as the rules declare it, "asleep"
	On        bool   `json:"on"`        // whether the side has it from here on
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
	Piece    string    `json:"piece"`              // its id, "R1", never used again in the ledger
	Type     string    `json:"type"`               // the name of a piece type
	Side     string    `json:"side"`               // a side's name
	Counters []Counter `json:"counters,omitempty"` // those of the piece
	Base     string    `json:"base,omitempty"`     // its original type, of a piece that has been promoted before
}

// Counter is one named counter of a piece.
type Counter struct {
	Name  string `json:"name"`  // the counter's name, "Hn"
	Value int    `json:"value"` // its value
}

// PieceMoved is a piece going from one square to another by a Move, a Capture or a move of a declared kind.
type PieceMoved struct {
	Piece string `json:"piece"` // a piece's id, "R1"
	From  string `json:"from"`  // the square left
	To    string `json:"to"`    // the square reached
}

// PiecePlaced is a piece coming from the holding to a square.
type PiecePlaced struct {
	Piece string `json:"piece"`           // a piece's id, "R1"
	At    string `json:"at"`              // the square it is placed on
	Moved bool   `json:"moved,omitempty"` // in an array: it counts as having moved

	// Chosen marks a placement chosen with an act of another piece.
	Chosen bool `json:"chosen,omitempty"`
}

// PieceCaptured is a piece going from its square to the captor's holding.
type PieceCaptured struct {
	Piece string `json:"piece"` // a piece's id, "R1"
	At    string `json:"at"`    // the square it was captured on
	By    string `json:"by"`    // the capturing piece
	Side  string `json:"side"`  // its new owner, the captor's side
}

// PieceLifted is a piece going from the board to the holding of its own side.
type PieceLifted struct {
	Piece string `json:"piece"` // a piece's id, "R1"
	From  string `json:"from"`  // the square left
	Why   string `json:"why"`   // "surrender", "definition" (no longer valid), the word of a mode by which it leaves the board, "effect", or a reason that a rule gives: "hand"
}

// SquareClosed closes a square, so that no piece can enter or pass it, or opens it again.
type SquareClosed struct {
	Square string `json:"square"`         // a square
	Open   bool   `json:"open,omitempty"` // it is open again
}

// ArrayLaid is the beginning of a game from an array. From here on the state contains which pieces have moved, their
// types before promotion, and the squares passed by the last play.
type ArrayLaid struct {
	Passer string   `json:"passer,omitempty"` // the piece of the last play before the array, if it can be captured on squares that it passed
	Passed []string `json:"passed,omitempty"` // those squares
	Quiet  int      `json:"quiet,omitempty"`  // plays since the last capture, and since the last play of any piece that counts like one
	Given  []Given  `json:"given,omitempty"`  // checks given before the array, of sides that have given any
}

// Given is the number of checks that a side has given.
type Given struct {
	Side   string `json:"side"`   // a side's name
	Checks int    `json:"checks"` // how many
}

// PieceConverted is a piece changing its owner on its square, or off-board.
type PieceConverted struct {
	Piece string `json:"piece"` // a piece's id, "R1"
	Side  string `json:"side"`  // its new owner
}

// PieceDestroyed is a piece ceasing to exist.
type PieceDestroyed struct {
	Piece string `json:"piece"` // a piece's id, "R1"
	Why   string `json:"why"`   // "effect", "excess", "owner" (at the owner's request), "king", the word for a side (its side has left), or a reason that a rule gives: "hand"
}

// PiecePromoted is a piece changing its type; Counters are those it has afterwards.
type PiecePromoted struct {
	Piece    string    `json:"piece"`              // a piece's id, "R1"
	Type     string    `json:"type"`               // the name of a piece type
	Counters []Counter `json:"counters,omitempty"` // those of the piece
	Base     string    `json:"base,omitempty"`     // its original type, in games that remember it
}

// CounterChanged is a counter's new value.
type CounterChanged struct {
	Piece string `json:"piece"` // a piece's id, "R1"
	Name  string `json:"name"`  // the counter's name, "Hn"
	Value int    `json:"value"` // its value
}

// AtomicPlayed is an executed atomic play, from here on the side's most recent one.
type AtomicPlayed struct {
	Side     string    `json:"side"`               // a side's name
	Play     string    `json:"play"`               // "move", "capture", "placement", "pass", "surrender", or a declared kind of move
	Piece    string    `json:"piece,omitempty"`    // a piece's id, "R1"
	Type     string    `json:"type,omitempty"`     // the piece's type when it was played
	As       string    `json:"as,omitempty"`       // the type that a copying piece moved as
	Counters []Counter `json:"counters,omitempty"` // those of the piece (or of what it moved as)
	How      string    `json:"how"`                // "submitted", "default", "automatic", "spur", "conflict", "king-captured" or "notified"
	With     string    `json:"with,omitempty"`     // the piece that moved with it, as in castling
	Passed   []string  `json:"passed,omitempty"`   // squares passed, on which the next play can capture the piece
}

// PlayEnded ends a side's play, after all its atomic plays.
type PlayEnded struct {
	Side     string `json:"side"`               // a side's name
	How      string `json:"how"`                // as in AtomicPlayed
	Early    bool   `json:"early,omitempty"`    // a check to another side ended the turn before the rest of the play
	Defaults int    `json:"defaults,omitempty"` // default plays in a row, this one included
	// At is when the play was made, in games with a stage that depends on it.
	At *time.Time `json:"at,omitempty"`

	// Expired is when the time limit expired, of a default play that was only recorded with
	// the next input.
	Expired *time.Time `json:"expired,omitempty"`

	// Play is the play as it was executed, of one that a rule made for the side.
	Play string `json:"play,omitempty"`

	// Checks is the number of checks that the side has given so far, in a game that began with an array.
	Checks int `json:"checks,omitempty"`

	// Checking is the number of consecutive plays of the side that gave check, this one included, where rules ask for it.
	Checking int `json:"checking,omitempty"`

	// Steps is how far the side has come with its plays in a row, this one included, where rules ask for it.
	Steps int `json:"steps,omitempty"`
}

// ChecksChanged lists every side in check. It is recorded whenever the list changes.
type ChecksChanged struct {
	Checks []Check `json:"checks"` // one for each side in check
}

// Check is a side in check and the pieces that give it.
type Check struct {
	Side string   `json:"side"` // a side's name
	By   []string `json:"by"`   // ids of the pieces that give check
}

// OrderChanged is the whole order of play.
type OrderChanged struct {
	Order []string `json:"order"` // the sides, from the one that plays first
}

// TurnBegan begins a side's turn.
type TurnBegan struct {
	Side    string   `json:"side"`              // a side's name
	Skipped []string `json:"skipped,omitempty"` // sides passed over

	// Position identifies the position in which the turn begins, where rules ask how often it has occurred.
	Position string `json:"position,omitempty"`
}

// LimitSet sets the time limit of the running turn.
type LimitSet struct {
	Side    string    `json:"side"`    // a side's name
	From    time.Time `json:"from"`    // the announcement
	Expires time.Time `json:"expires"` // when the default play is due
}

// WeightsPosted lists the Weight of every side, in the order in which the sides were created.
type WeightsPosted struct {
	Weights []Weight `json:"weights"` // one for each side
}

// Weight is the Weight of a side.
type Weight struct {
	Side   string `json:"side"`   // a side's name
	Weight Half   `json:"weight"` // an exact multiple of ½
}

// AssetChanged is a change of the amount of an asset in an account.
type AssetChanged struct {
	Account  string `json:"account"`            // a player, a side, an organisation or "Treasury"
	Asset    string `json:"asset"`              // as in TransactionRecorded
	Change   Half   `json:"change"`             // the amount added; negative if taken away
	Replaces string `json:"replaces,omitempty"` // another asset of which the same amount was turned into this one
	Why      string `json:"why"`                // "purchase", "destruction", "transaction", "surrender", "rule", a declared kind of move, or a reason that a rule gives
}

// AssetsCleared removes an asset from every account.
type AssetsCleared struct {
	Asset string `json:"asset"` // as in TransactionRecorded
}

// EndDeclared ends a hand, or the game.
type EndDeclared struct {
	Player string `json:"player"`         // the winner; "" if there is none
	Hand   int    `json:"hand"`           // 1, 2, …
	Title  string `json:"title"`          // the title won
	Over   bool   `json:"over,omitempty"` // the game is over
}

// LotDrawn is the result of a draw by lot.
type LotDrawn struct {
	Draw   string   `json:"draw"`   // identity: "order:start", "excess:Red:Guard:17"
	Among  []string `json:"among"`  // what it was drawn from, in order
	Result []string `json:"result"` // what was drawn, in order
	Source string   `json:"source"` // "seed", the source named by LotSupplied, or "recorded": in another edition, the recorded result of the same draw of the same input
}

// StageSet is a stage of the game that is announced, changed, begun or ended.
type StageSet struct {
	Stage      string    `json:"stage"`                // its name in the rules, "truce"
	State      string    `json:"state"`                // "announced", "running", "cancelled" or "over"
	Starts     time.Time `json:"starts"`               // when it begins
	Ends       time.Time `json:"ends"`                 // when it ends
	Objections []string  `json:"objections,omitempty"` // sides that objected
	Free       bool      `json:"free,omitempty"`       // while it runs there are no turns: sides play at any time
}

// StartDone is the start of the game, after the first order of play was determined.
type StartDone struct{}

// SquareMarked marks a square, or removes the mark.
type SquareMarked struct {
	Square string `json:"square"` // "e4"
	Mark   string `json:"mark"`   // its name in the rules, "frozen"
	On     bool   `json:"on"`     // whether the square has it from here on

	Number int    `json:"number,omitempty"` // its number, if not 1
	Side   string `json:"side,omitempty"`   // the side that it belongs to, if any
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
func (InputsRestated) Kind() string   { return "inputs-restated" }
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
func (TurnPromised) Kind() string     { return "turn-promised" }
func (RuleDecreed) Kind() string      { return "rule-decreed" }
func (TablesSet) Kind() string        { return "tables-set" }
func (TableTurned) Kind() string      { return "table-turned" }
func (MomentKept) Kind() string       { return "moment-kept" }
func (PieceRestored) Kind() string    { return "piece-restored" }
func (PlayTakenBack) Kind() string    { return "play-taken-back" }
