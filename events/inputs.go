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

// GameOpened opens a ledger. The rulebook follows as RuleEnacted inputs; with them the ledger
// needs nothing else: the register that its rules are read with stands here.
type GameOpened struct {
	Game     string          `json:"game"`               // a name for people, such as "Hand 3"
	System   string          `json:"system"`             // "partychess"
	Text     string          `json:"text,omitempty"`     // hash of the system's text, "sha256:…"; left out in format 1
	Seed     string          `json:"seed"`               // 64 hex digits; every drawn lot that no one supplied derives from it
	Note     string          `json:"note,omitempty"`     // free text
	Zone     string          `json:"zone,omitempty"`     // the time zone in which people speak of the game, "Europe/London"; UTC if left out
	Format   int             `json:"format,omitempty"`   // of the ledger; left out in format 1
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
	Clause   string            `json:"clause"`   // "1230.10 §2"
	Question string            `json:"question"` // a sentence for people
	Readings []RegisterReading `json:"readings"` // at least two
	Default  string            `json:"default"`  // the reading that holds where none is adopted
	InForce  string            `json:"in_force"` // the reading that holds from here on
}

// RegisterReading is one way to read a point.
type RegisterReading struct {
	Reading string `json:"reading"` // its id, "as-moves"
	Text    string `json:"text"`    // what it means
}

// RuleEnacted brings a rule into force. Rule is the rule's complete canonical JSON.
type RuleEnacted struct {
	Number string          `json:"number"` // the rule's number, "1230.5"
	Rule   json.RawMessage `json:"rule"`   // the rule, complete
}

// RuleAmended replaces a rule in force by its next revision, complete in Rule.
type RuleAmended struct {
	Number string          `json:"number"` // the rule's number, "1230.5"
	Rule   json.RawMessage `json:"rule"`   // the rule, complete
}

// RuleRepealed takes a rule out of force.
type RuleRepealed struct {
	Number string `json:"number"` // the rule's number, "1230.5"
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
	Clause   string            `json:"clause"`           // "1230.10 §2"
	Question string            `json:"question"`         // a sentence for people
	Readings []RegisterReading `json:"readings"`         // at least two
	Default  string            `json:"default"`          // the reading that holds where none is adopted
	InForce  string            `json:"in_force"`         // the reading that holds from here on
	Reason   string            `json:"reason,omitempty"` // free text
}

// OfficeFilled puts a player into an office that the rules have.
type OfficeFilled struct {
	Office string `json:"office"` // as the rules call it, "umpire"
	Player string `json:"player"` // a player's name
}

// OfficeVacated leaves an office empty, which may suspend the game.
type OfficeVacated struct {
	Office string `json:"office"` // as the rules call it, "umpire"
}

// PlayerRegistered registers a player under the name used in the game. Everything else about
// the player is kept beside the ledger.
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
	Key       string `json:"key,omitempty"`       // as ssh-keygen writes it, without a comment: "ssh-ed25519 AAAA…"; left out: none is in force from here on
	Seen      uint64 `json:"seen,omitempty"`      // the last event that the player had seen, which the signature covers
	Signature string `json:"signature,omitempty"` // in base64; left out: somebody else withdraws the key
}

// SignaturesDemanded says whether plays count from here on only if their players have signed them.
type SignaturesDemanded struct {
	On bool `json:"on"` // whether they have to be signed
}

// SideCreated brings a side into the game and names the player who holds it.
type SideCreated struct {
	Side       string   `json:"side"`                 // a side's name
	Player     string   `json:"player"`               // a player's name
	Attributes []string `json:"attributes,omitempty"` // what is true of it, by the names that the rules declare
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

// AttributeChanged records that something is true of a side from here on, or is no longer.
type AttributeChanged struct {
	Side      string `json:"side"`      // a side's name
	Attribute string `json:"attribute"` // by the name that the rules declare, "warm"
	On        bool   `json:"on"`        // whether it is true now
}

// ArraySet sets an array up and starts the game from it: the sides that play, where their pieces stand, and what a
// position holds besides. The board must be empty and the game not started.
type ArraySet struct {
	Sides  []ArraySide  `json:"sides"`            // in the order in which they play
	First  string       `json:"first,omitempty"`  // the side that plays first; left out: the first of sides
	Pieces []ArrayPiece `json:"pieces"`           // in the order in which they are created
	Closed []string     `json:"closed,omitempty"` // squares on which nothing stands and over which nothing goes
	Passed []string     `json:"passed,omitempty"` // squares that the piece of the play before has passed, on which it can be captured
	Passer string       `json:"passer,omitempty"` // where that piece stands
	Quiet  int          `json:"quiet,omitempty"`  // plays made since the last capture, and since the last play of any piece that counts like one
}

// ArraySide is a side of an array.
type ArraySide struct {
	Side   string `json:"side"`             // a side's name
	Player string `json:"player"`           // a player's name; who is not known becomes so
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

// GameStarted closes the preparations: the first order of play is made.
type GameStarted struct{}

// PiecesChosen is a draft: the free pieces of a new side, or those due
// after a hand. Types repeat for several of one type.
type PiecesChosen struct {
	Side  string   `json:"side"`  // a side's name
	Types []string `json:"types"` // names of piece types, one for each piece
}

// PurchaseRequested buys one new piece for Side, paid by the account Buyer.
type PurchaseRequested struct {
	Side  string `json:"side"`  // a side's name
	Type  string `json:"type"`  // the name of a piece type
	Buyer string `json:"buyer"` // the account that pays
}

// DestructionRequested destroys one piece for compensation.
type DestructionRequested struct {
	Side  string `json:"side"`  // a side's name
	Piece string `json:"piece"` // a piece's id, "R1"
}

// MostPlay is how long the text of a play may be where one is taken, in bytes: far longer than any that can be made.
const MostPlay = 16 << 10

// PlaySubmitted is one message with a play. Text is the play as written, in the
// project's notation.
type PlaySubmitted struct {
	Side    string     `json:"side"`              // a side's name
	Text    string     `json:"text"`              // the play as written
	Sent    *time.Time `json:"sent,omitempty"`    // when the player sent it, if known
	Message string     `json:"message,omitempty"` // the mail's Message-ID: a repeat is the same play
	Seen    uint64     `json:"seen,omitempty"`    // the last event that its author could have seen, if known
	Edition int        `json:"edition,omitempty"` // with seen: the edition that was current then
	Clock   string     `json:"clock,omitempty"`   // with sent, of a mail: the clock that says so, "date" (the mail's own Date), "server" (that received it) or "command" (that took it in)
	Dated   *time.Time `json:"dated,omitempty"`   // with clock: the mail's Date, if that is not when it counts as sent

	Signature string `json:"signature,omitempty"` // the player's, in base64, over game, seen, side and text; left out: not signed
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

// LimitExtended sets the length of the running time limit.
type LimitExtended struct {
	Length int `json:"length"` // after the announcement, in the clock's unit
}

// TimePassed states that the moment of its recording has come: whatever the passing of
// time made due by then happens.
type TimePassed struct{}

// StageAnnounced announces a stage of the game that begins by announcement.
type StageAnnounced struct {
	Stage  string `json:"stage"`  // as the rules call it, "free-for-all"
	Length int    `json:"length"` // how long it is to last, in the stage's unit
}

// StageObjected records one side's objection to a stage that is announced.
type StageObjected struct {
	Stage string `json:"stage"` // as the rules call it, "free-for-all"
	Side  string `json:"side"`  // whose player objects
}

// StageCorrected announces another length of a stage after an objection.
type StageCorrected struct {
	Stage  string `json:"stage"`  // as the rules call it, "free-for-all"
	Length int    `json:"length"` // how long it is to last, in the stage's unit
}

// TransactionRecorded is an outside change to an account: money, Benefyts and whatever else the game does not make itself.
type TransactionRecorded struct {
	Account string `json:"account"`        // a player, an organisation or "Treasury"
	Asset   string `json:"asset"`          // "money", "benefyts", "swingpoints", "knives", "titles", "cardigans", "badges"
	Amount  Half   `json:"amount"`         // may be negative
	Note    string `json:"note,omitempty"` // free text
}

// LotSupplied gives the result of a draw that the umpire made elsewhere (a dice server).
// It is consumed by the next draw of that identity.
type LotSupplied struct {
	Draw   string   `json:"draw"`             // which draw, "play-list:start"
	Result []string `json:"result"`           // what was drawn, in order
	Source string   `json:"source,omitempty"` // who drew it
}

// EditionAdopted makes another edition of the history the one that holds from here on. Its
// outcomes restate what differs from the edition it was made from; they stand in effective
// order and carry the sequence of the input that they answer as their effective point.
type EditionAdopted struct {
	Edition int      `json:"edition"`           // its number, one more than the newest; the history as first recorded is 1
	Base    int      `json:"base"`              // the edition it was made from
	Changes []Change `json:"changes,omitempty"` // all that hold in it, in effective order
	Policy  string   `json:"policy"`            // what becomes of plays that lose their legality: "default-play", "void", "reopen", "rewind", "stands", "halt"
	Head    uint64   `json:"head"`              // the last event that it takes into account
	Digest  string   `json:"digest"`            // of what it restates, "sha256:…"
	Reason  string   `json:"reason,omitempty"`  // free text
}

// Change is one thing that an edition has otherwise than the inputs as they were recorded.
type Change struct {
	ID      string          `json:"id"`                // unique in the ledger: the edition that brought it and a number, "2.1"
	What    string          `json:"what"`              // "insert", "correct", "void" or "rule"
	Input   uint64          `json:"input"`             // the input concerned; an inserted one comes just before it
	Address string          `json:"address,omitempty"` // of an entry that another change inserted, just before that input: that change's id
	Type    string          `json:"type,omitempty"`    // of Payload, "rule-amended.v1"
	Payload json.RawMessage `json:"payload,omitempty"` // the inserted or corrected input
	At      *time.Time      `json:"at,omitempty"`      // the moment of an inserted input, by default that of the one before it; of a corrected one, if that was wrong
	Actor   string          `json:"actor,omitempty"`   // who made an inserted input
	Remedy  string          `json:"remedy,omitempty"`  // of "rule": "illegal", "stands", "default-play", "void", "reopen" or "rewind"
	Clause  string          `json:"clause,omitempty"`  // what the ruling rests on
	Reason  string          `json:"reason,omitempty"`  // free text
	Dispute string          `json:"dispute,omitempty"` // the dispute that it settles, "D1"
	Due     bool            `json:"due,omitempty"`     // nobody made it: the inserted input is what had become due in that history
}

// DisputeOpened says that a player doubts something: the ruling on an event, as what an entry
// of the interpretation register is read from an event on, or what a clause means.
type DisputeOpened struct {
	By      string `json:"by"`                // the player who doubts
	Grounds string `json:"grounds"`           // why: free text
	Judge   string `json:"judge,omitempty"`   // the player who is to rule on it
	Event   uint64 `json:"event,omitempty"`   // the input whose ruling is doubted, or one of its outcomes
	Address string `json:"address,omitempty"` // instead of event or from: an entry that an edition inserted, "2.1"
	Entry   string `json:"entry,omitempty"`   // of the interpretation register
	Reading string `json:"reading,omitempty"` // as what the entry ought to be read
	From    uint64 `json:"from,omitempty"`    // the event from which on it ought to be
	Clause  string `json:"clause,omitempty"`  // what the doubt is about, or rests on: "1230.2 §6.C"
}

// DisputeArgued adds an argument to an open dispute.
type DisputeArgued struct {
	Dispute string `json:"dispute"` // "D1"
	By      string `json:"by"`      // the player who argues
	Text    string `json:"text"`    // the argument
}

// DisputeRuled is a judge's verdict on an open dispute, with what is to come of it.
type DisputeRuled struct {
	Dispute    string   `json:"dispute"`              // "D1"
	Judge      string   `json:"judge"`                // the player who rules
	Verdict    string   `json:"verdict"`              // "sustained", "overturned", "stands" or "undecided"
	Reasons    string   `json:"reasons"`              // free text
	Effect     string   `json:"effect,omitempty"`     // "illegal", "stands", "void", "reading" or "none"; empty: what the verdict brings by itself
	Entry      string   `json:"entry,omitempty"`      // with "reading": the entry adopted, if not the one in dispute
	Reading    string   `json:"reading,omitempty"`    // with "reading": as what it is read
	From       uint64   `json:"from,omitempty"`       // with "reading": the event from which on it is
	Address    string   `json:"address,omitempty"`    // instead of from: an entry that an edition inserted, "2.1"
	Clauses    []string `json:"clauses,omitempty"`    // what the verdict is about and others may rest on
	Precedents []string `json:"precedents,omitempty"` // what it rests on itself: "P1"
}

// VerdictRetracted takes back the verdict on a dispute, which is open again.
type VerdictRetracted struct {
	Dispute string `json:"dispute"`          // "D1"
	By      string `json:"by"`               // the player who ruled
	Reason  string `json:"reason,omitempty"` // for the record
}

// JudgeNamed gives an open dispute a judge or, without one, takes the judge off it; a judge who
// does so steps back for good.
type JudgeNamed struct {
	Dispute string `json:"dispute"`          // "D1"
	By      string `json:"by"`               // the player who says so
	Judge   string `json:"judge,omitempty"`  // the player who is to rule; empty: nobody
	Reason  string `json:"reason,omitempty"` // for the record
}

// HearingSet says until when arguments are heard in an open dispute.
type HearingSet struct {
	Dispute string    `json:"dispute"` // "D1"
	By      string    `json:"by"`      // the player who says so
	Until   time.Time `json:"until"`   // the deadline
}

// VerdictAppealed takes a verdict to another judge, who rules on the dispute anew.
type VerdictAppealed struct {
	Dispute string `json:"dispute"`         // "D1"
	By      string `json:"by"`              // the player who appeals
	Grounds string `json:"grounds"`         // why
	Judge   string `json:"judge,omitempty"` // the player who is to rule now
}

// DisputeWithdrawn ends an open dispute without a verdict.
type DisputeWithdrawn struct {
	Dispute string `json:"dispute"`          // "D1"
	By      string `json:"by"`               // the player who withdraws it
	Reason  string `json:"reason,omitempty"` // free text
}

// PowerUsed is what somebody does by a power that a rule gives: a decree, a pact, a demand.
type PowerUsed struct {
	Power  string `json:"power"`            // as the rules call it, "truce"
	Player string `json:"player"`           // who does it
	Side   string `json:"side,omitempty"`   // for which side, if the power is one of sides
	On     string `json:"on,omitempty"`     // what it is done to: a side, a player, a piece's id, a square
	Amount int    `json:"amount,omitempty"` // that is named with it: a bid; 0: none
	Seal   string `json:"seal,omitempty"`   // of what is told later, in place of On and Amount
	Salt   string `json:"salt,omitempty"`   // which opens the seal, together with the rest
}

// AnswerGiven says whether a player agrees to a matter. Whoever brought a matter forward takes it back by a no.
type AnswerGiven struct {
	Matter string `json:"matter"`         // "matter-1"
	Player string `json:"player"`         // who answers
	Yes    bool   `json:"yes"`            // they agree
	Seal   string `json:"seal,omitempty"` // of the answer, which is told later
	Salt   string `json:"salt,omitempty"` // which opens the seal, together with the answer
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
