package rules

import (
	"slices"

	"adjudicate/rules/keys"
)

// Expr is a formula or condition of the rule-definition language, as written. Package
// formula parses it; the vocabulary depends on the field it stands in.
type Expr string

// Rule is one rule of a rulebook at one revision.
type Rule struct {
	Number    string      `json:"number"`              // for example "12.5"
	Revision  int         `json:"revision"`            // 0 when the rule is enacted, one more with each amendment
	Title     string      `json:"title"`               // in a few words
	Author    string      `json:"author,omitempty"`    // author of the text
	Note      string      `json:"note,omitempty"`      // prose, without effect
	Until     string      `json:"until,omitempty"`     // the date, such as "1998-12-24", at the beginning of which the rule lapses; the text that it amended is then in force again
	While     Expr        `json:"while,omitempty"`     // condition, evaluated after each input; while it does not hold, the rule stays in the rulebook without effect
	Set       Assignments `json:"set,omitempty"`       // instead of the whole text, the fields to change, by path: {piece.value: 4}; ~ removes a field
	Piece     *Piece      `json:"piece,omitempty"`     // the type of piece that the rule defines
	Procedure *Procedure  `json:"procedure,omitempty"` // the sections of the procedure that the rule defines
}

// Piece defines one type of piece: its name, glyph and value, how it moves and captures, and
// what else is particular to it.
type Piece struct {
	Name        string     `json:"name"`                  // name of the type
	Glyph       string     `json:"glyph"`                 // one printable character of any script, not a space, or two letters or digits of which the second is not x
	Value       Expr       `json:"value"`                 // a multiple of ½: "9", "max(6, floor(1.5 * count('Locust')))"
	Royal       bool       `json:"royal,omitempty"`       // an attack on it is check, and its capture the fall of a King
	Limit       int        `json:"limit,omitempty"`       // the most instances that a side may have; 0 is no limit
	OnBoard     int        `json:"on_board,omitempty"`    // the most that a side may have on the board by placing them; 0 is no limit
	CountsAs    []string   `json:"counts_as,omitempty"`   // other types toward whose limits it also counts
	CountsIn    string     `json:"counts_in,omitempty"`   // "board": with `counts_as`, only toward the limits on the board
	CiteLimit   string     `json:"cite_limit,omitempty"`  // clause that states the limits
	Description string     `json:"description,omitempty"` // what the piece looks like, in prose
	Compound    *Compound  `json:"compound,omitempty"`    // replaces `value` and `modes`: the types of which this one is composed
	Combines    *Combining `json:"combines,omitempty"`    // which compounds it may be part of, and what it contributes
	Counters    []Counter  `json:"counters,omitempty"`    // numbers that each piece of the type carries
	Regions     []Region   `json:"regions,omitempty"`     // named sets of squares, for formulas of this definition

	Betza    string  `json:"betza,omitempty"`    // modes in Betza notation: "mRcpR"; when the rule is read they are expanded and put before those of `modes`
	Confined string  `json:"confined,omitempty"` // name of a region that no mode may leave: short for `land: in("…")` in each mode
	Modes    []Mode  `json:"modes,omitempty"`    // how it moves and captures
	Kinds    []Moves `json:"kinds,omitempty"`    // its moves of kinds that a procedure declares

	OlderKind []Mode `json:"@older_kind,omitempty"` // earlier form of `kinds`: the modes of one kind

	Borrows  *Borrowing `json:"borrows,omitempty"`  // how it may use modes that other pieces lend it
	Grants   []Grant    `json:"grants,omitempty"`   // modes that it lends to other pieces
	Immune   []Immunity `json:"immune,omitempty"`   // which pieces it protects, and from what
	Mobility *Span      `json:"mobility,omitempty"` // the declared range of its moves

	Placement  *Placement  `json:"placement,omitempty"`   // where it may be placed
	Promotion  []Promotion `json:"promotion,omitempty"`   // how it changes its type
	Purchase   *Purchase   `json:"purchase,omitempty"`    // terms of buying it, in addition to those of `buying`
	OnCapture  []Effect    `json:"on_capture,omitempty"`  // effects of a capture by this piece
	OnCaptured []Effect    `json:"on_captured,omitempty"` // effects when this piece is captured
	Reacts     []Reaction  `json:"reacts,omitempty"`      // changes to its counters when another piece is captured

	Consequences []Consequence `json:"consequences,omitempty"` // what follows at moments of this piece and of others

	Denies    []Denial `json:"denies,omitempty"`    // what nearby pieces may not do
	Actions   []Action `json:"actions,omitempty"`   // what it can do to others without moving
	Duties    []Duty   `json:"duties,omitempty"`    // what pieces of the type must or must not do
	Immovable bool     `json:"immovable,omitempty"` // it never moves by itself, and needs no modes

	Fields  []Field      `json:"fields,omitempty"`  // what fills the squares between it and another such piece
	Resists []Resistance `json:"resists,omitempty"` // captures that have no effect on it
	Shares  Expr         `json:"shares,omitempty"`  // the most pieces on a square where it stands; without it, one
	Pack    *Pack        `json:"pack,omitempty"`    // the pieces with which it can move as one
	Covers  [][]int      `json:"covers,omitempty"`  // the squares that it covers, each as files to the right and ranks up from its place, which must be among them: [[0, 0], [0, 1]]; without it, one square
	Faces   Words        `json:"faces,omitempty"`   // with `covers`, which counts to the right and ahead then: ahead is north turned to the right, by quarters: "heading", as the piece's side is headed; the name of a counter of the piece, as many as it says; or both
}

// MarshalJSON writes the fields under the names by which others know them.
func (p Piece) MarshalJSON() ([]byte, error) {
	type plain Piece
	return keys.Marshal(plain(p))
}

// InBoard as Piece.CountsIn is towards limits of the board alone.
const InBoard = "board"

// Counter is a whole number that a piece carries as long as it exists.
type Counter struct {
	Name    string `json:"name"`           // a variable in the formulas of the definition
	Initial int    `json:"initial"`        // its value when the piece is created
	Most    int    `json:"most,omitempty"` // a value above this becomes `over`; 0 is no maximum
	Over    int    `json:"over,omitempty"` // the value that it then becomes
}

// Region is a named set of squares, listed as single squares ("j10"), rectangles ("f6-o15"),
// files ("file a") and ranks ("rank 20"). Two regions are predefined: "edge", the squares
// where the board ends in a direction along a file or rank, and "corner", those where it ends
// in two such directions at right angles.
type Region struct {
	Name    string              `json:"name"`              // for example "home"
	Squares []string            `json:"squares,omitempty"` // for every side
	Of      map[string][]string `json:"of,omitempty"`      // additional squares for one side only, by its name
	When    Expr                `json:"when,omitempty"`    // condition on readings: the region is this one while it holds; several regions may have one name if each has a condition
}

// UseExit is what a mode is for by which its piece leaves the board.
const UseExit = "exit"

// IsExit reports whether that is what a mode is for, in one of its spellings.
func IsExit(use string) bool { return use == UseExit || use == older.Exit }

// modeUses are what a mode may be for.
func modeUses() []string {
	return []string{"move", "capture", "shot", UseExit, "swap", "own", older.Exit}
}

// OnlyCaptures reports whether a piece of the type captures by its own modes, and goes nowhere by them without.
func (p *Piece) OnlyCaptures() bool {
	return len(p.Modes) > 0 && p.Betza == "" && !slices.ContainsFunc(p.Modes, func(m Mode) bool {
		return m.Mode != "" || m.As != nil || len(m.For) == 0 || slices.ContainsFunc(m.For, func(f string) bool { return f != "capture" && f != "shot" && f != "own" })
	})
}

// ExitMark is the word by which a definition calls a mode that leaves the board, where it is the general one; "" if it is an older one, or if
// there is no such mode.
func (p *Piece) ExitMark() string {
	if slices.ContainsFunc(p.Modes, func(m Mode) bool { return slices.Contains(m.For, UseExit) }) {
		return UseExit
	}
	return ""
}

// Mode is one way to move or capture: a path of legs, and the conditions under which the piece may take it.
type Mode struct {
	For     []string `json:"for,omitempty"`     // any of move, capture, shot, exit (it may go there and then leaves the board), swap and own (captures a friend on the landing square); default: move and capture
	When    Expr     `json:"when,omitempty"`    // condition on the piece and the board
	Legs    []Leg    `json:"legs,omitempty"`    // the path, in order
	As      *As      `json:"as,omitempty"`      // replaces `legs`: another type's modes
	Victim  []string `json:"victim,omitempty"`  // the only types that it captures or swaps with
	Spares  []string `json:"spares,omitempty"`  // types that it never captures or swaps with
	Victims Expr     `json:"victims,omitempty"` // condition on each opposing piece (victim): once the piece has landed on an empty square, it captures all for which this holds
	Takes   string   `json:"takes,omitempty"`   // where the captured piece stands: "landing" (the default); "behind" the square left; "hopped" over; "passing": it has just passed the landing square by an exposed mode
	Exposed bool     `json:"exposed,omitempty"` // until its next play, a piece that moved by this mode can be captured on a square that it passed, by a mode with `takes: passing`
	Becomes []string `json:"becomes,omitempty"` // types, one of which the piece becomes when it moves or captures by this mode
	Carries *Carry   `json:"carries,omitempty"` // another piece goes with it: replaces `legs`, unless it has `any`
	Origin  string   `json:"origin,omitempty"`  // the piece's own square: "allowed", its path may cross it; "move", the path may also end there; "pass", the same, and such a move is a Pass
	Onto    string   `json:"onto,omitempty"`    // "empty": the landing square must be empty, also for a type that captures as this one moves
	Land    Expr     `json:"land,omitempty"`    // condition on the landing square
	After   Expr     `json:"after,omitempty"`   // condition on the board after the move
	Cite    string   `json:"cite,omitempty"`    // for example "§2"

	Mode string `json:"mode,omitempty"` // a mode that a procedure defines by this name in its section `modes`: replaces everything but `when` and `land`, which must hold too, and `cite`
	By   string `json:"-"`              // the rule and revision that define it by name, if those are to be cited

	Kind string `json:"kind,omitempty"` // the kind of its captures, which some pieces resist: "weapon"
	Full bool   `json:"full,omitempty"` // a path that captures on its way must continue while it can capture

	Onward bool `json:"onward,omitempty"` // with `full`: of several squares behind a piece that it hops over, it may end a leg only on those from which it can go on capturing, if there are any
	Clears bool `json:"clears,omitempty"` // what a path hops over and captures leaves the board at once: the path may cross its square
}

// Carry moves a second piece in the same play: one that a formula finds, as in castling, or any that the player
// chooses, of either side, which the piece pushes ahead of it or draws behind it. With `piece` both go in straight lines; every square
// that they cross or reach must be empty, apart from the two themselves. With `any` the piece goes by the legs of the mode.
type Carry struct {
	Piece Expr     `json:"piece,omitempty"` // which piece: "first(mover.pieces, it.type == 'Rook' and not it.moved)"
	To    []string `json:"to,omitempty"`    // where the moving piece goes, on its own rank or file: squares, written as in `regions`, or names of regions
	Onto  []string `json:"onto,omitempty"`  // where the other piece goes: the first of these squares that is on its own rank or file
	Safe  bool     `json:"safe,omitempty"`  // no square that the moving piece leaves, passes or reaches may be attacked

	Row   Words `json:"row,omitempty"`   // instead of `piece` and `any`: a row of pieces goes along, each by the same step: "ahead", the unbroken line in the direction of the step; "behind", what stands in an unbroken line behind the piece, as many as the player chooses; or directions beside it, such as [north, east], and the player chooses how many
	When  Expr  `json:"when,omitempty"`  // with `row`: condition on the set of all that go, the piece included (row): "count(row) <= 3"
	Off   Expr  `json:"off,omitempty"`   // with `row: ahead`: condition on the last piece of the row (victim), if there is no square behind it: it is captured; otherwise the row does not move
	Meets Expr  `json:"meets,omitempty"` // with `row: behind`: condition on a piece (victim) on the square to which the first one goes: it is captured; without it that square is empty

	Any    Expr  `json:"any,omitempty"`    // instead of `piece`, `to` and `onto`: condition on a piece (victim) of any side that can go along; the player chooses among several: "victim.side != mover and victim.value < self.value"
	Ahead  []Leg `json:"ahead,omitempty"`  // with `any`: the piece goes to the square of the other one, which goes on first, by these legs, to an empty square
	Behind []Leg `json:"behind,omitempty"` // with `any`: the piece goes to an empty square, and the other one then goes, by these legs, to the square that it left
}

// Chosen reports whether the player chooses which piece goes along.
func (g *Carry) Chosen() bool {
	return g != nil && (g.Any != "" || g.Row != "" || len(g.Ahead)+len(g.Behind) > 0)
}

// RowBehind as Carry.Row is a row that ends behind the piece.
const RowBehind = "behind"

// RowAhead as Carry.Row is the row before the piece.
const RowAhead = "ahead"

// Leg is a straight part of a path: its direction, its number of steps, and what it may pass.
type Leg struct {
	Dir     Words          `json:"dir,omitempty"`      // north, …, orthogonal, diagonal, all, horizontal, vertical; relative to the side's heading: forward, left, …; relative to the previous leg: same, turn45, turn90, …; or anywhere
	Leap    []int          `json:"leap,omitempty"`     // replaces `dir`: [3, 1] is one step of three squares and one at right angles, in all mirror images
	Leaps   [][]int        `json:"leaps,omitempty"`    // replaces `dir`: single leaps, each [right, forward] as the side is headed: [[-1, 2], [1, 2]]
	Toward  string         `json:"toward,omitempty"`   // replaces `dir`: along a line to the friendly piece of this type, short of it
	Within  int            `json:"within,omitempty"`   // with `toward`: the greatest distance to that piece
	N       Expr           `json:"n,omitempty"`        // number of steps: "2", "1..10", "[3, 5]", "edge", "4 - d1"; default 1
	Pass    string         `json:"pass,omitempty"`     // which pieces may stand between: "empty", none (the default); "any"; "half", exactly one, midway; "no-friend", with `toward`: none, and no friend between the piece and the one it goes toward
	Hop     string         `json:"hop,omitempty"`      // the pieces it goes over: "over", exactly one; "next", exactly one, directly before the landing square; "onto", up to the square of the first one, from which the next leg goes on; "2" or "1..3", that many
	Over    []string       `json:"over,omitempty"`     // with `hop`: the only types that it hops over
	NotOver []string       `json:"not_over,omitempty"` // with `hop`: types that it never hops over
	At      map[int]string `json:"at,omitempty"`       // for single steps, by number: "empty" or "occupied"
	ZeroOK  bool           `json:"zero_ok,omitempty"`  // the leg may have no steps
	Takes   bool           `json:"takes,omitempty"`    // an opposing piece where this leg ends is captured, and the path may continue
	Spares  []string       `json:"spares,omitempty"`   // with `takes`: types that are captured only where the path ends
	Repeat  int            `json:"repeat,omitempty"`   // how often at most the path follows this leg and those after it
	When    Expr           `json:"when,omitempty"`     // condition asked in each direction of a later leg where the path turns into it: of `via`, the square where it turns, what stands there (victim), the square before (from), the next one (to), and `turn`, by how many eighths it turns to the right
	Splits  bool           `json:"splits,omitempty"`   // of a shot: the path goes on in every direction of this leg, and of those after it, at once; it captures what its branches end on
	Comment string         `json:"comment,omitempty"`  // prose, without effect
	Through []string       `json:"through,omitempty"`  // names of regions: pieces on their squares do not block it
	Slides  []string       `json:"slides,omitempty"`   // states of squares: a leg that ends on an empty square in one of these states continues in its direction, and no further leg follows
}

// HopOnto as Leg.Hop ends the leg on the first piece that it meets: the next leg says where the path goes beyond it.
const HopOnto = "onto"

// As lets a piece move or capture as another type would from its square and for its side.
type As struct {
	Type     string `json:"type,omitempty"`     // always this type
	Who      string `json:"who,omitempty"`      // or "victim", the type of the piece to be captured, or "last", the type that its side moved last
	Piece    Expr   `json:"piece,omitempty"`    // or the type of the piece that this formula yields, with its counters: "self.next('backward').piece"
	Instead  bool   `json:"instead,omitempty"`  // with `piece`: while there is such a piece, the modes with legs of this definition do not apply
	Captures string `json:"captures,omitempty"` // with `who: last`: "moves", it captures wherever that type could move; "piece", as that type captures
	Same     string `json:"same,omitempty"`     // with `who: last`, if the piece moved last was of this same type: "resolved", the type that it moved as; "none", nothing
	Counters string `json:"counters,omitempty"` // with `who: victim`: "victim", the counters of the victim; "initial", the initial ones of its type
	Loans    bool   `json:"loans,omitempty"`    // with `who: victim`: also by the modes that the victim's own side lends it
}

// Borrowing says how a type may use modes that others lend it.
type Borrowing struct {
	Capture Expr `json:"capture"` // condition on readings: whether it may capture by a mode that is lent to it
}

// Grant lends modes to friends nearby.
type Grant struct {
	To     string `json:"to"`              // "friend"
	Within int    `json:"within"`          // the greatest distance to the borrower
	Modes  []Mode `json:"modes,omitempty"` // the modes lent
	Cite   string `json:"cite,omitempty"`
}

// Immunity protects a piece or its friends from certain types.
type Immunity struct {
	Who     string   `json:"who"`               // "self" or "friend"
	Beside  string   `json:"beside,omitempty"`  // with `who: friend`: "orthogonal", "diagonal" or "all" neighbours
	From    []string `json:"from,omitempty"`    // the types that it protects from; default: all
	Acting  bool     `json:"acting,omitempty"`  // it also protects from pieces that act as one of these types
	When    Expr     `json:"when,omitempty"`    // condition on the protecting piece
	Against []string `json:"against,omitempty"` // any of capture (the default; includes actions), effects (of consequences of these types) and fields (it may stand in them)
	Cite    string   `json:"cite,omitempty"`
}

// What immunities are against.
const (
	AgainstCapture = "capture"
	AgainstEffects = "effects"
	AgainstFields  = "fields"
)

// Span is the declared range of the distances that a type can move.
type Span struct {
	Least    int  `json:"least"`    // the least distance
	Greatest Expr `json:"greatest"` // the greatest distance
}

// Placement limits where a piece may be placed.
type Placement struct {
	In   []string `json:"in,omitempty"`   // squares, written as in `regions`, or names of regions
	When Expr     `json:"when,omitempty"` // condition on the piece and the square `to`, which also counts as the piece's own square
	Free bool     `json:"free,omitempty"` // the side can place any number of them, without holding any
	Cite string   `json:"cite,omitempty"`
}

// OnTheWay is the timing of a promotion in the midst of a capture of several pieces: from there the piece goes on as the new type
// does.
const OnTheWay = "on-the-way"

// Promotion is one way in which a piece changes its type.
type Promotion struct {
	On     string         `json:"on"`               // "reach": it arrives on a square of `in`; "leave": it moves from one; "own-play": directly after a Move or Capture of its side; "capture": with its capture; "placed": by its Placement; "stay": where it stands, as a play of its own
	In     []string       `json:"in,omitempty"`     // with "reach" and "leave", optionally with "stay": squares, written as in `regions`, or names of regions
	When   Expr           `json:"when,omitempty"`   // further condition
	To     string         `json:"to"`               // "any"; "victim", the type that it captured; "base", its type before its promotion; "mirror", the type of the two friends that `mirror(…)` found
	Types  []string       `json:"types,omitempty"`  // with `to: any`: the types that it may become; default: all
	Except []string       `json:"except,omitempty"` // types that it may not become
	Most   map[string]int `json:"most,omitempty"`   // by type: it may become this type only while its side has fewer than this number on the board
	Forced bool           `json:"forced,omitempty"` // it must be promoted; otherwise it may
	Timing string         `json:"timing"`           // "at-once", before consequences follow; "end-of-turn"; "on-the-way": at once, and a capture of several pieces goes on as the new type
	Cite   string         `json:"cite,omitempty"`
}

// Purchase adds to the terms on which a type is bought.
type Purchase struct {
	Forbidden bool   `json:"forbidden,omitempty"` // the type cannot be bought
	Fee       Expr   `json:"fee,omitempty"`       // paid in addition to the price
	When      Expr   `json:"when,omitempty"`      // condition on the buyer and the side
	Cite      string `json:"cite,omitempty"`
}

// Effect is an additional result of a capture.
type Effect struct {
	Destroy string   `json:"destroy,omitempty"` // "self"; "captor", in `on_captured`; or "around": the pieces near the square where the captor ends, in `on_captured` near the victim's
	Within  int      `json:"within,omitempty"`  // with `destroy: around`: the greatest distance; default 1
	Who     string   `json:"who,omitempty"`     // with `destroy: around`: "enemy", "friend" or "all" (the default); royal pieces are never destroyed
	Spares  []string `json:"spares,omitempty"`  // with `destroy: around`: types that are not destroyed
	Set     string   `json:"set,omitempty"`     // the counter to set
	To      Expr     `json:"to,omitempty"`      // with `set`: its new value
	Cite    string   `json:"cite,omitempty"`
}

// Reaction sets a counter of a piece when another piece is captured near it.
type Reaction struct {
	Of     string `json:"of"`               // whose capture: "friend", "enemy" or "all", as seen from the reacting piece
	Within int    `json:"within,omitempty"` // the greatest distance of the captured piece; default 1
	Set    string `json:"set"`              // the counter of the reacting piece to set
	To     Expr   `json:"to"`               // its new value
	Cite   string `json:"cite,omitempty"`
}

// Consequence has effects at a moment. In a definition it applies to each piece of the type, which is
// self; in a procedure it applies to every piece.
type Consequence struct {
	On   string  `json:"on"`             // the moment. Of a piece: "moved", "placed", "attacks" (with a capture, resisted or not), "captures", "captured", "removed" (it leaves the board by a capture, an effect or a move off it), "landed" (it arrives on a square by any act), "passed" (each square between start and end of a straight move), "acts" (an action was done, to each piece). In a procedure also of a side: "enters", "leaves", "turn-starts", "turn-ends", "limit" (the limit of its turn has expired; before ends and default plays), "refused" (a play of it has been refused, or what `to` names), "passes", "surrenders", "buys", "royal-captured", "struck"; of every side: "day", "month" (at its beginning); of the game: "hand-ends"; of the rule itself: "enacted", "repealed"; of what is done beside playing, after it: "enacts", "amends", "repeals", "adopts", "destroys", "chooses", "transfers", "hands-over", "appoints"
	Of   string  `json:"of,omitempty"`   // in a definition, whose moments: of the piece itself, "self" (the default), or of other pieces, "friend", "enemy" or "all". In a procedure, "other": once for each side that brought the moment about; at "hand-ends" also "side": once for each side; at "refused" "all": also after what is no try of something forbidden, such as plays out of turn, or what others have not agreed to
	When Expr    `json:"when,omitempty"` // condition
	Do   []Doing `json:"do,omitempty"`   // the effects, in order; each sees the result of the one before it
	Cite string  `json:"cite,omitempty"`

	Also     []string `json:"also,omitempty"`     // clauses of other rules on which it also rests: "12.2 §8"
	To       []string `json:"to,omitempty"`       // at "refused": what has been refused, in the words of consents: any of play (the default), buy, destroy, choose, transfer, enact, …, and names of powers
	Unless   Expr     `json:"unless,omitempty"`   // at "turn-ends": it does not apply if the next side (mover) has a legal play after which this holds
	Readings []string `json:"readings,omitempty"` // entries of the register on which it rests; with "entry=reading" it applies under that reading only
}

// Doing is one effect. It has exactly one field that names the effect, such as `destroy`; the others
// qualify it. The value of `destroy`, `capture`, `lift`, `convert`, `become`, `move`, `push` and `swap` is whom it affects:
// "self", "actor" (the piece that the moment is about), "captor", or "pieces", all on the board.
// Royal pieces are affected only by `set`, `move`, `place`, `swap` and `uncrown`, and at moments of sides by `lift`.
type Doing struct {
	Destroy   string `json:"destroy,omitempty"`   // they cease to exist; or "holdings": pieces off-board, see `beyond`
	Capture   string `json:"capture,omitempty"`   // they leave the board and go to the holding of self's side, or of `side`
	Lift      string `json:"lift,omitempty"`      // they leave the board and go to their own side's holding
	Convert   string `json:"convert,omitempty"`   // they stay where they are and belong to self's side, or to `side`
	Become    string `json:"become,omitempty"`    // they change to `type`
	Move      string `json:"move,omitempty"`      // they move, one after the other, each to the square `on`, if that is empty
	Push      string `json:"push,omitempty"`      // they move one square straight away from self, if that is empty
	Swap      string `json:"swap,omitempty"`      // it changes places with self, or with what stands on the square `on`; at moments of sides always with what stands there
	Set       string `json:"set,omitempty"`       // the counter to set to the value `to`: of self, at moments of sides or with `where` of the pieces for which that holds
	Close     string `json:"close,omitempty"`     // "from", "to", "at" or a formula: this square is closed, if it is empty; no piece can stand on it or pass over it. Or "squares": every empty square (place) for which `where` holds
	Create    string `json:"create,omitempty"`    // type of a new piece of self's side, or of `side`, on the square `on`, if that is empty, or without `on` in its holding; or a piece or formula that yields the type: "victim", "actor.type"
	Next      string `json:"next,omitempty"`      // who plays next: "side" with `side`; at moments of pieces "mover" or "owner" (the side that owns the piece, or owned it), at those of sides "side"
	Mark      string `json:"mark,omitempty"`      // name of the state given to the square `on`, or to every square (place) for which `where` holds
	Attribute string `json:"attribute,omitempty"` // the attribute given to the side; another side loses it if too many would have it
	Unmark    string `json:"unmark,omitempty"`    // name of the state removed from these squares
	Strip     string `json:"strip,omitempty"`     // the attribute taken from the side
	Bind      string `json:"bind,omitempty"`      // name of the bond made between the side and `other`
	Release   string `json:"release,omitempty"`   // name of the bond ended between the side and `other`
	Entrust   string `json:"entrust,omitempty"`   // "side": the side gets the player `holder`
	Exchange  string `json:"exchange,omitempty"`  // "other": the side and `other` change hands: each gets the other's player
	Unseal    string `json:"unseal,omitempty"`    // the power whose seals are forgotten
	Lapse     string `json:"lapse,omitempty"`     // the power whose uses lapse, if they await an answer of the side's player
	Crown     string `json:"crown,omitempty"`     // they change to `type`, which is royal
	Uncrown   string `json:"uncrown,omitempty"`   // those of them that are royal change to `type`, which is not
	Place     string `json:"place,omitempty"`     // "holdings": pieces of the holding of self's side, or of `side`, come to the square `on`, one after the other, if that is empty
	Appoint   string `json:"appoint,omitempty"`   // the office that `holder` gets, if that is an active player
	Dismiss   string `json:"dismiss,omitempty"`   // the office that nobody holds any longer

	Pay   Expr     `json:"pay,omitempty"`   // how much of `asset` is transferred from `payer` to `payee`, at most what a side or player has: a named account pays in full, and owes what it lacks
	Asset string   `json:"asset,omitempty"` // with `pay`; default "money"
	Payer string   `json:"payer,omitempty"` // with `pay`: "side", its player; at moments of pieces "mover" or "owner", the players of those sides; a formula with a dot or brackets that yields a side or a player, such as "actor.side"; or an account such as Treasury. Without it the amount is created
	Payee string   `json:"payee,omitempty"` // with `pay`: who receives it, in the same words. Without it the amount is removed
	Lot   Expr     `json:"lot,omitempty"`   // how many of the targets are affected, drawn by lot; with `play` 1: which of several plays is made
	Draw  []string `json:"draw,omitempty"`  // names, one of which is drawn by lot; later effects test it by `drawn("…")`

	When  Expr   `json:"when,omitempty"`  // asked just before the effect: it is made only if this holds
	Where Expr   `json:"where,omitempty"` // which pieces (it) are affected; with `mark`, `unmark` and `close` which squares (place); with `play` which plays (self, from, to, victim)
	Type  string `json:"type,omitempty"`  // with `become`, `crown` and `uncrown`: a type, or a piece or formula that yields one: "victim", "it.type"
	To    Expr   `json:"to,omitempty"`    // with `set`: the new value; with `mark`: the number of the state, 0 removes it
	On    Expr   `json:"on,omitempty"`    // with `move`, `place`, `swap`, `create`, `mark` and `unmark`: the square, "from" (where the act began), "to" (where it ended), "at" (where the moment occurs) or any formula that yields one; at moments of sides with `create` the name of a region, or "squares": each empty one (place) for which `where` holds, or as many of them as `lot` draws; with `move`, `place` and `swap` of the piece (it) that moves, with `move` or "along": by as many files and ranks as the act
	Side  Expr   `json:"side,omitempty"`  // a formula that yields the side concerned: with `capture`, `convert`, `create`, `place`, `attribute`, `strip`, `bind`, `release`, `exchange`, `entrust`, `surrender`, `next`, `lapse` and `allot`. The default is at moments of sides side, at those of pieces self's side for effects on pieces and the side that acts for the others. With `mark` the side that the state then belongs to
	Join  bool   `json:"join,omitempty"`  // with `move`, `push`, `place` and `create`: a square need not be empty where they may stand with what is there, as the types share squares
	Other Expr   `json:"other,omitempty"` // with `bind`, `release` and `exchange`: a formula that yields the other side; required at moments of pieces

	Holder Expr `json:"holder,omitempty"` // with `appoint` and `entrust`: a formula that yields a player, or a side, whose player is meant; default: the side that acts, at moments of sides the side concerned

	// At moments of sides and of the game only.

	Why       string   `json:"why,omitempty"`       // the reason recorded in the ledger; default "rule"
	Debt      bool     `json:"debt,omitempty"`      // with `pay`: the payer pays in full and may go into debt
	Owed      Expr     `json:"owed,omitempty"`      // with `pay`: the amount owed; whoever pays less gets one of `short`
	Short     string   `json:"short,omitempty"`     // with `owed`: an asset
	Again     string   `json:"again,omitempty"`     // with `pay`: an asset that replaces what the payee already has of the one paid, up to the same amount
	Clear     string   `json:"clear,omitempty"`     // the asset of which all accounts become 0; at all moments
	Surrender string   `json:"surrender,omitempty"` // "side": all its pieces leave the board, as its most recent play; at all moments
	Allot     Expr     `json:"allot,omitempty"`     // how many pieces the side may choose
	Budget    Expr     `json:"budget,omitempty"`    // with `allot`: the most that they may be worth together
	Except    []string `json:"except,omitempty"`    // with `allot`: types that it may not choose
	Keep      Expr     `json:"keep,omitempty"`      // with `allot`: whether what is left of the right with which the side entered is kept where it is worth more
	Rests     []string `json:"rests,omitempty"`     // with `keep`: entries of the register on which this rests
	Beyond    Expr     `json:"beyond,omitempty"`    // with `destroy: holdings`: how many pieces a side keeps off-board; a lot decides which of the others are destroyed
	Refund    Expr     `json:"refund,omitempty"`    // with `destroy: holdings`: what the player is paid for each piece (it)

	Open    string `json:"open,omitempty"`    // the reverse of `close`, with the same words: these squares, if they were closed, are open again
	Enforce string `json:"enforce,omitempty"` // number of a rule for which `enforced` holds from now on, and that is not suspended; at moments of sides
	Suspend string `json:"suspend,omitempty"` // number of a rule that is without force until an effect enforces it
	Repeal  string `json:"repeal,omitempty"`  // number of a rule that is out of force

	Enter    string   `json:"enter,omitempty"`    // name of a side that comes into the game, held by the player `holder`; nothing happens while a side has that name; at moments of sides
	Having   []string `json:"having,omitempty"`   // with `enter`: attributes that it has from the start
	Leave    string   `json:"leave,omitempty"`    // "side": it leaves the game with its pieces, once all else has been done; at moments of sides
	Takeback Expr     `json:"takeback,omitempty"` // how many of the last plays are taken back, 1 to 8: the game is as it was when the first of them was made; in powers

	Lay    string `json:"lay,omitempty"`     // "array": the array with which the game began is set up anew; "bare": nothing is, and later effects create what stands on the board then. Who played first in the game plays next; at moments of sides and of the game
	Pass   string `json:"pass,omitempty"`    // "side": if it is its turn, that ends with a Pass once all else has been done; at moments of sides
	Play   string `json:"play,omitempty"`    // "side": if it is its turn, a legal play of it is made once all else has been done: of those for which `where` holds the one with the least number `first`, of equals one drawn by `lot`; at moments of sides
	AtOnce bool   `json:"at_once,omitempty"` // with `move: pieces`: each of them goes from where it stood before the first moved, to where it would have gone then; none goes to a square that another one keeps or goes to
	First  Expr   `json:"first,omitempty"`   // with an effect on pieces: a number of each of them (it), asked before the first changes: the least goes first, of equals the oldest; with `play` a number of each play
}

// Denial forbids nearby pieces to do what they otherwise could.
type Denial struct {
	To     string   `json:"to"`               // "enemy", "friend" or "all"
	Within int      `json:"within,omitempty"` // the greatest distance; default 1
	Types  []string `json:"types,omitempty"`  // the types concerned; default: all
	Deny   []string `json:"deny,omitempty"`   // any of move, capture and the names of declared kinds of moves
	When   Expr     `json:"when,omitempty"`   // condition on the denying piece
	Cite   string   `json:"cite,omitempty"`
}

// Action is an atomic play by which a piece affects others without moving. It counts as a
// Move of the piece. A piece within reach of an action is not attacked by it. A royal piece
// that an action destroys or captures counts as captured by the actor's side; no side can do
// this to its own royal piece.
type Action struct {
	Name    string   `json:"name"`              // one word, for the notation
	Legs    []Leg    `json:"legs,omitempty"`    // what it reaches
	Who     string   `json:"who"`               // "enemy", "friend" or "all"
	Spares  []string `json:"spares,omitempty"`  // types that it cannot affect
	Breaks  []string `json:"breaks,omitempty"`  // types that it affects even if they are protected
	Leaves  []string `json:"leaves,omitempty"`  // types that it leaves unchanged; consequences of the moments "acts" and "struck" still follow
	Neutral Expr     `json:"neutral,omitempty"` // condition on readings: it also affects pieces of neutral sides
	Royal   bool     `json:"royal,omitempty"`   // it also affects royal pieces
	Most    int      `json:"most,omitempty"`    // the most targets at once; 0 is no limit
	Effect  string   `json:"effect"`            // "destroy", "capture" or "lift" (off the board, same owner)
	When    Expr     `json:"when,omitempty"`    // condition on the piece and the board
	Cite    string   `json:"cite,omitempty"`
}
