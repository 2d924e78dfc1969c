package events

import (
	"encoding/json"
	"time"
)

// Payload is the typed content of one event. Every payload is a plain value:
// it holds no pointers into a state and can be compared with cmp.Diff.
type Payload interface {
	// Kind is the wire name without its version, such as "play-submitted".
	Kind() string
}

// Input payloads record what people did. They are ruled on, never folded
// into board state directly.

// GameOpened opens a ledger. It contains the interpretation register; the rulebook follows as
// RuleEnacted inputs, and the ledger needs nothing else.
type GameOpened struct {
	Game     string          `json:"game"`               // a name for people, such as "Hand 3"
	System   string          `json:"system"`             // the id of the game system, "chess"
	Text     string          `json:"text,omitempty"`     // hash of the system's text, "sha256:…"; left out in format 1
	Seed     string          `json:"seed"`               // 64 hex digits, from which every lot that nobody supplied is derived
	Note     string          `json:"note,omitempty"`     // free text
	Zone     string          `json:"zone,omitempty"`     // the time zone of the game, "Europe/London"; UTC if left out
	Format   int             `json:"format,omitempty"`   // the format of the ledger; left out in format 1
	Words    []Word          `json:"words,omitempty"`    // what the game calls things
	Register []RegisterEntry `json:"register,omitempty"` // the interpretation register; in format 1 that of the system
}

// Word is what a game calls one thing.
type Word struct {
	Thing string `json:"thing"` // as the program calls it
	Word  string `json:"word"`  // as the game does
}

// RegisterEntry is an entry of the interpretation register: a point where the rules can be
// read in more than one way.
type RegisterEntry struct {
	Entry    string            `json:"entry"`    // its id, "echo-captures"
	Clause   string            `json:"clause"`   // "12.10 §2"
	Question string            `json:"question"` // a sentence for people
	Readings []RegisterReading `json:"readings"` // at least two
	Default  string            `json:"default"`  // the reading used unless another is adopted
	InForce  string            `json:"in_force"` // the reading used from here on
}

// RegisterReading is one way to read a point.
type RegisterReading struct {
	Reading string `json:"reading"` // its id, "as-moves"
	Text    string `json:"text"`    // what it means
}

// RuleEnacted brings a rule into force. Rule is the rule's complete canonical JSON.
type RuleEnacted struct {
	Number string          `json:"number"` // the rule's number, "12.5"
	Rule   json.RawMessage `json:"rule"`   // the rule, complete
}

// RuleAmended replaces a rule in force by its next revision, complete in Rule.
type RuleAmended struct {
	Number string          `json:"number"` // the rule's number, "12.5"
	Rule   json.RawMessage `json:"rule"`   // the rule, complete
}

// RuleRepealed takes a rule out of force.
type RuleRepealed struct {
	Number string `json:"number"` // the rule's number, "12.5"
}

// InterpretationAdopted chooses a reading of an entry of the interpretation register.
type InterpretationAdopted struct {
	Entry   string `json:"entry"`            // of the interpretation register, "king-step"
	Reading string `json:"reading"`          // one of the entry's readings, "adjacent"
	Reason  string `json:"reason,omitempty"` // free text
}

// InterpretationAdded adds an entry to the interpretation register of a running game.
type InterpretationAdded struct {
	Entry    string            `json:"entry"`            // its id, new to the register
	Clause   string            `json:"clause"`           // "12.10 §2"
	Question string            `json:"question"`         // a sentence for people
	Readings []RegisterReading `json:"readings"`         // at least two
	Default  string            `json:"default"`          // the reading used unless another is adopted
	InForce  string            `json:"in_force"`         // the reading used from here on
	Reason   string            `json:"reason,omitempty"` // free text
}

// OfficeFilled appoints a player to an office that the rules declare.
type OfficeFilled struct {
	Office string `json:"office"` // its name in the rules, "umpire"
	Player string `json:"player"` // a player's name
}

// OfficeVacated removes the holder of an office, which may suspend the game.
type OfficeVacated struct {
	Office string `json:"office"` // its name in the rules, "umpire"
}

// PlayerRegistered registers a player under the name used in the game. All other data of the
// player are kept beside the ledger.
type PlayerRegistered struct {
	Player    string   `json:"player"`              // a player's name
	Addresses []string `json:"addresses,omitempty"` // mail addresses, in old ledgers only
}

// PlayerStatusChanged records that a player became active or went on vacation.
type PlayerStatusChanged struct {
	Player string `json:"player"` // a player's name
	Status string `json:"status"` // "active" or "vacation"
}

// KeyRegistered registers the public key by which a player signs plays, or withdraws it. The player signs it: with the key
// in force, else with the new one.
type KeyRegistered struct {
	Player    string `json:"player"`              // a player's name
	Key       string `json:"key,omitempty"`       // as ssh-keygen writes it, without a comment: "ssh-ed25519 AAAA…"; left out: the key is withdrawn
	Seen      uint64 `json:"seen,omitempty"`      // the last event that the player had seen, which the signature covers
	Signature string `json:"signature,omitempty"` // in base64; left out when somebody else withdraws the key
}

// SignaturesDemanded requires plays, or all that players enter, to be signed by their players from here on, or no longer.
type SignaturesDemanded struct {
	On      bool `json:"on"`                // whether signatures of plays are required
	Entries bool `json:"entries,omitempty"` // with on: whether those of the other entries of players are, too
}

// SideCreated brings a side into the game and names the player who holds it.
type SideCreated struct {
	Side       string   `json:"side"`                 // a side's name
	Player     string   `json:"player"`               // a player's name
	Attributes []string `json:"attributes,omitempty"` // its attributes, as the rules declare them: "asleep"
}

// SideRemoved takes a side and its pieces out of the game.
type SideRemoved struct {
	Side string `json:"side"` // a side's name
}

// SideTransferred hands a side to another player.
type SideTransferred struct {
	Side   string `json:"side"`   // a side's name
	Player string `json:"player"` // a player's name
}

// AttributeChanged gives a side an attribute, or takes it away.
type AttributeChanged struct {
	Side      string `json:"side"`      // a side's name
	Attribute string `json:"attribute"` // as the rules declare it, "asleep"
	On        bool   `json:"on"`        // whether the side has it from here on
}

// ArraySet sets up an array and starts the game from it: the sides, the squares of their pieces, and the rest of the
// position. The board must be empty and the game not started.
type ArraySet struct {
	Sides  []ArraySide  `json:"sides"`            // in the order in which they play
	First  string       `json:"first,omitempty"`  // the side that plays first; left out: the first of sides
	Pieces []ArrayPiece `json:"pieces"`           // in the order in which they are created
	Closed []string     `json:"closed,omitempty"` // squares that no piece can enter or pass
	Passed []string     `json:"passed,omitempty"` // squares passed by the piece of the last play, on which it can be captured
	Passer string       `json:"passer,omitempty"` // the square of that piece
	Quiet  int          `json:"quiet,omitempty"`  // plays since the last capture, or since the last play of a piece type that counts like a capture
}

// ArraySide is a side of an array.
type ArraySide struct {
	Side   string `json:"side"`             // a side's name
	Player string `json:"player"`           // a player's name; a new one is registered
	Checks int    `json:"checks,omitempty"` // how many checks it has given
}

// ArrayPiece is a piece of an array.
type ArrayPiece struct {
	Type  string `json:"type"`            // the name of a piece type
	Side  string `json:"side"`            // a side's name
	At    string `json:"at,omitempty"`    // its square; left out: in the holding
	Moved bool   `json:"moved,omitempty"` // it counts as having moved
	Base  string `json:"base,omitempty"`  // what it was before it was promoted
}

// GameStarted ends the preparations: the first order of play is determined.
type GameStarted struct{}

// PiecesChosen is a draft: the free pieces of a new side, or those due
// after a hand. Types names a type once for each piece of it.
type PiecesChosen struct {
	Side  string   `json:"side"`  // a side's name
	Types []string `json:"types"` // names of piece types, one for each piece
}

// PurchaseRequested buys a new piece for Side; the account Buyer pays.
type PurchaseRequested struct {
	Side  string `json:"side"`  // a side's name
	Type  string `json:"type"`  // the name of a piece type
	Buyer string `json:"buyer"` // the account that pays
}

// DestructionRequested destroys a piece for compensation.
type DestructionRequested struct {
	Side  string `json:"side"`  // a side's name
	Piece string `json:"piece"` // a piece's id, "R1"
}

// MostPlay is the greatest length of the text of a submitted play, in bytes: far longer than any legal play.
const MostPlay = 16 << 10

// PlaySubmitted is a message with a play. Text is the play as written (docs/notation.md).
type PlaySubmitted struct {
	Side    string     `json:"side"`              // a side's name
	Text    string     `json:"text"`              // the play as written
	Sent    *time.Time `json:"sent,omitempty"`    // when the player sent it, if known
	Message string     `json:"message,omitempty"` // the id of the mail: another mail with this id is the same play
	Seen    uint64     `json:"seen,omitempty"`    // the last event that the player could have seen, if known
	Edition int        `json:"edition,omitempty"` // with seen: the edition that was current then
	Clock   string     `json:"clock,omitempty"`   // with sent, of a mail: the clock that sent is from, "date" (the Date of the mail), "server" (that received it) or "command" (that read it)
	Dated   *time.Time `json:"dated,omitempty"`   // with clock: the Date of the mail, if sent is another moment

	Signature string `json:"signature,omitempty"` // the player's signature in base64, over game, seen, side and text; left out if not signed
}

// Clocks by which a mail counts as sent.
const (
	ClockDate    = "date"
	ClockServer  = "server"
	ClockCommand = "command"
)

// StateAnnounced is the umpire's announcement from which the time limit runs.
// The moment is the event's recorded time.
type StateAnnounced struct {
	Note string `json:"note,omitempty"` // free text
}

// LimitExtended changes the length of the running time limit.
type LimitExtended struct {
	Length int `json:"length"` // from the announcement, in the clock's unit
}

// TimePassed states that its recorded moment has been reached: whatever is due by then
// happens.
type TimePassed struct{}

// StageAnnounced announces a stage of the game, of those that begin by announcement.
type StageAnnounced struct {
	Stage  string `json:"stage"`  // its name in the rules, "truce"
	Length int    `json:"length"` // its length, in the stage's unit
}

// StageObjected records a side's objection to an announced stage.
type StageObjected struct {
	Stage string `json:"stage"` // its name in the rules, "truce"
	Side  string `json:"side"`  // the side whose player objects
}

// StageCorrected changes the length of an announced stage after an objection.
type StageCorrected struct {
	Stage  string `json:"stage"`  // its name in the rules, "truce"
	Length int    `json:"length"` // its length, in the stage's unit
}

// TransactionRecorded is a change to an account that the game does not make itself.
type TransactionRecorded struct {
	Account string `json:"account"`        // a player, an organisation or "Treasury"
	Asset   string `json:"asset"`          // "money", or another asset of the rules
	Amount  Half   `json:"amount"`         // may be negative
	Note    string `json:"note,omitempty"` // free text
}

// LotSupplied gives the result of a draw that was made elsewhere, such as on a dice server.
// The next draw of that identity uses it up.
type LotSupplied struct {
	Draw   string   `json:"draw"`             // which draw, "order:start"
	Result []string `json:"result"`           // what was drawn, in order
	Source string   `json:"source,omitempty"` // who or what drew it
}

// EditionAdopted makes another edition of the history the current one. Its outcomes restate
// what differs from the edition it was made from; they are in effective order, and their
// effective point is the sequence of the input whose outcomes they are.
type EditionAdopted struct {
	Edition int      `json:"edition"`           // its number, one more than the newest; the history as first recorded is 1
	Base    int      `json:"base"`              // the edition it was made from
	Changes []Change `json:"changes,omitempty"` // all its changes, in effective order
	Policy  string   `json:"policy"`            // what happens to plays that become illegal: "default-play", "void", "reopen", "rewind", "stands" or "halt"
	Head    uint64   `json:"head"`              // the last event it takes into account
	Digest  string   `json:"digest"`            // of what it restates, "sha256:…"
	Reason  string   `json:"reason,omitempty"`  // free text
}

// Change is one difference between an edition and the recorded inputs.
type Change struct {
	ID      string          `json:"id"`                // unique in the ledger: the edition that introduced it and a number, "2.1"
	What    string          `json:"what"`              // "insert", "correct", "void" or "rule"
	Input   uint64          `json:"input"`             // the input concerned; an inserted one precedes it
	Address string          `json:"address,omitempty"` // for an input that another change inserted before that one: the id of that change
	Type    string          `json:"type,omitempty"`    // the type of payload, "rule-amended.v1"
	Payload json.RawMessage `json:"payload,omitempty"` // the inserted or corrected input
	At      *time.Time      `json:"at,omitempty"`      // the moment of an inserted input, by default that of the one before it; or the corrected moment
	Actor   string          `json:"actor,omitempty"`   // who made an inserted input
	Remedy  string          `json:"remedy,omitempty"`  // with "rule": "illegal", "stands", "default-play", "void", "reopen" or "rewind"
	Clause  string          `json:"clause,omitempty"`  // the clause that the ruling rests on
	Reason  string          `json:"reason,omitempty"`  // free text
	Dispute string          `json:"dispute,omitempty"` // the dispute whose verdict it applies, "D1"
	Due     bool            `json:"due,omitempty"`     // the inserted input has no author: it records what had become due in that history
}

// DisputeOpened disputes the ruling on an event, the reading of an entry of the interpretation
// register from an event on, or the meaning of a clause.
type DisputeOpened struct {
	By      string `json:"by"`                // the player who opens it
	Grounds string `json:"grounds"`           // free text
	Judge   string `json:"judge,omitempty"`   // the player who is to rule on it
	Event   uint64 `json:"event,omitempty"`   // the input whose ruling is disputed, or one of its outcomes
	Address string `json:"address,omitempty"` // instead of event or from: an input that an edition inserted, "2.1"
	Entry   string `json:"entry,omitempty"`   // of the interpretation register
	Reading string `json:"reading,omitempty"` // the reading of the entry that is claimed
	From    uint64 `json:"from,omitempty"`    // the event from which it is claimed
	Clause  string `json:"clause,omitempty"`  // the clause that is disputed, or that the dispute rests on: "12.2 §6.C"
}

// DisputeArgued adds an argument to an open dispute.
type DisputeArgued struct {
	Dispute string `json:"dispute"` // "D1"
	By      string `json:"by"`      // the player who argues
	Text    string `json:"text"`    // the argument
}

// DisputeRuled is a judge's verdict on an open dispute, with its effect.
type DisputeRuled struct {
	Dispute    string   `json:"dispute"`              // "D1"
	Judge      string   `json:"judge"`                // the player who rules
	Verdict    string   `json:"verdict"`              // "sustained", "overturned", "stands" or "undecided"
	Reasons    string   `json:"reasons"`              // free text
	Effect     string   `json:"effect,omitempty"`     // "illegal", "stands", "void", "reopen", "rewind", "reading" or "none"; left out: the verdict's default (docs/disputes.md)
	Entry      string   `json:"entry,omitempty"`      // with "reading": the entry adopted, if not the one in dispute
	Reading    string   `json:"reading,omitempty"`    // with "reading": the reading adopted
	From       uint64   `json:"from,omitempty"`       // with "reading": the event from which it is adopted
	Address    string   `json:"address,omitempty"`    // instead of from: an input that an edition inserted, "2.1"
	Clauses    []string `json:"clauses,omitempty"`    // the clauses for which it sets a precedent
	Precedents []string `json:"precedents,omitempty"` // the precedents that it rests on: "P1"
}

// VerdictRetracted retracts the verdict on a dispute, which is open again.
type VerdictRetracted struct {
	Dispute string `json:"dispute"`          // "D1"
	By      string `json:"by"`               // the player who ruled
	Reason  string `json:"reason,omitempty"` // free text
}

// JudgeNamed assigns a judge to an open dispute or, without a name, removes the judge; judges
// who remove themselves are recused and cannot judge it again.
type JudgeNamed struct {
	Dispute string `json:"dispute"`          // "D1"
	By      string `json:"by"`               // the player who assigns or removes
	Judge   string `json:"judge,omitempty"`  // the player who is to rule; left out: nobody
	Reason  string `json:"reason,omitempty"` // free text
}

// HearingSet sets the deadline for arguments in an open dispute.
type HearingSet struct {
	Dispute string    `json:"dispute"` // "D1"
	By      string    `json:"by"`      // the player who sets it
	Until   time.Time `json:"until"`   // the deadline
}

// VerdictAppealed brings a verdict before another judge, who rules on the dispute anew.
type VerdictAppealed struct {
	Dispute string `json:"dispute"`         // "D1"
	By      string `json:"by"`              // the player who appeals
	Grounds string `json:"grounds"`         // free text
	Judge   string `json:"judge,omitempty"` // the player who is to rule now
}

// DisputeWithdrawn ends an open dispute without a verdict.
type DisputeWithdrawn struct {
	Dispute string `json:"dispute"`          // "D1"
	By      string `json:"by"`               // the player who withdraws it
	Reason  string `json:"reason,omitempty"` // free text
}

// PowerUsed exercises a power that a rule grants: a decree, a pact, a demand.
type PowerUsed struct {
	Power  string `json:"power"`            // its name in the rules, "truce"
	Player string `json:"player"`           // who exercises it
	Side   string `json:"side,omitempty"`   // the side for which it is exercised, if the power belongs to sides
	On     string `json:"on,omitempty"`     // its target: a side, a player, a piece's id or a square
	Amount int    `json:"amount,omitempty"` // a number that the power asks for, such as a bid
	Seal   string `json:"seal,omitempty"`   // in place of On and Amount: their seal, 64 hex digits, to be opened later
	Salt   string `json:"salt,omitempty"`   // the secret that opens the seal, together with On and Amount
}

// AnswerGiven is a player's answer to a matter. A no by whoever brought the matter forward withdraws it.
type AnswerGiven struct {
	Matter string `json:"matter"`         // "matter-1"
	Player string `json:"player"`         // who answers
	Yes    bool   `json:"yes"`            // whether they agree
	Seal   string `json:"seal,omitempty"` // in place of yes: the seal of the answer, 64 hex digits, to be opened later
	Salt   string `json:"salt,omitempty"` // the secret that opens the seal, together with yes
}

func (GameOpened) Kind() string            { return "game-opened" }
func (RuleEnacted) Kind() string           { return "rule-enacted" }
func (RuleAmended) Kind() string           { return "rule-amended" }
func (RuleRepealed) Kind() string          { return "rule-repealed" }
func (InterpretationAdopted) Kind() string { return "interpretation-adopted" }
func (InterpretationAdded) Kind() string   { return "interpretation-added" }
func (OfficeFilled) Kind() string          { return "office-filled" }
func (OfficeVacated) Kind() string         { return "office-vacated" }
func (PlayerRegistered) Kind() string      { return "player-registered" }
func (PlayerStatusChanged) Kind() string   { return "player-status-changed" }
func (KeyRegistered) Kind() string         { return "key-registered" }
func (SignaturesDemanded) Kind() string    { return "signatures-demanded" }
func (SideCreated) Kind() string           { return "side-created" }
func (SideRemoved) Kind() string           { return "side-removed" }
func (SideTransferred) Kind() string       { return "side-transferred" }
func (AttributeChanged) Kind() string      { return "attribute-changed" }
func (ArraySet) Kind() string              { return "array-set" }
func (GameStarted) Kind() string           { return "game-started" }
func (PiecesChosen) Kind() string          { return "pieces-chosen" }
func (PurchaseRequested) Kind() string     { return "purchase-requested" }
func (DestructionRequested) Kind() string  { return "destruction-requested" }
func (PlaySubmitted) Kind() string         { return "play-submitted" }
func (StateAnnounced) Kind() string        { return "state-announced" }
func (LimitExtended) Kind() string         { return "limit-extended" }
func (TimePassed) Kind() string            { return "time-passed" }
func (StageAnnounced) Kind() string        { return "stage-announced" }
func (StageObjected) Kind() string         { return "stage-objected" }
func (StageCorrected) Kind() string        { return "stage-corrected" }
func (TransactionRecorded) Kind() string   { return "transaction-recorded" }
func (LotSupplied) Kind() string           { return "lot-supplied" }
func (EditionAdopted) Kind() string        { return "edition-adopted" }
func (DisputeOpened) Kind() string         { return "dispute-opened" }
func (DisputeArgued) Kind() string         { return "dispute-argued" }
func (DisputeRuled) Kind() string          { return "dispute-ruled" }
func (DisputeWithdrawn) Kind() string      { return "dispute-withdrawn" }
func (VerdictRetracted) Kind() string      { return "verdict-retracted" }
func (JudgeNamed) Kind() string            { return "judge-named" }
func (HearingSet) Kind() string            { return "hearing-set" }
func (VerdictAppealed) Kind() string       { return "verdict-appealed" }
func (PowerUsed) Kind() string             { return "power-used" }
func (AnswerGiven) Kind() string           { return "answer-given" }
