package rules

// Expr is a formula or condition of the rule-definition language, as written. Package
// formula parses it; the vocabulary depends on the field it stands in.
type Expr string

// Rule is one rule of a rulebook at one revision. Prose is not needed for play.
type Rule struct {
	Number    string      `json:"number"`   // "1230.5"
	Revision  int         `json:"revision"` // 0 when enacted, +1 an amendment
	Title     string      `json:"title"`
	Author    string      `json:"author,omitempty"`
	Note      string      `json:"note,omitempty"`
	Until     string      `json:"until,omitempty"` // a date, "1998-12-24", at whose beginning the rule lapses; what it amended is then in force again
	While     Expr        `json:"while,omitempty"` // a condition that is asked after each input: while it does not hold the rule is in the book and without force
	Set       Assignments `json:"set,omitempty"`   // instead of a whole text: single fields of the text in force by their paths, {piece.value: 4}; nothing (~) takes a field away
	Piece     *Piece      `json:"piece,omitempty"`
	Procedure *Procedure  `json:"procedure,omitempty"`
}

// Piece is a piece definition: one type, its moves, its value, its glyph and whatever
// else 1230.1 §3 lets a PartyChessPieceDef rule say.
type Piece struct {
	Name        string     `json:"name"`
	Glyph       string     `json:"glyph"` // one printable character other than a space, of any script, or two letters or digits of which the second is no x
	Value       Expr       `json:"value"` // a multiple of ½: "9", "max(6, floor(1.5 * count('Locust')))"
	Royal       bool       `json:"royal,omitempty"`
	Limit       int        `json:"limit,omitempty"`       // instance limit a side; 0 is none
	OnBoard     int        `json:"on_board,omitempty"`    // the most that a side places on the board; 0 is none
	CountsAs    []string   `json:"counts_as,omitempty"`   // types towards whose limits it counts as well
	CountsIn    string     `json:"counts_in,omitempty"`   // "board": towards their limits of the board alone
	CiteLimit   string     `json:"cite_limit,omitempty"`  // where the limits stand
	Description string     `json:"description,omitempty"` // what it looks like, in prose
	Compound    *Compound  `json:"compound,omitempty"`    // instead of a value and modes: the types of which it is put together
	Combines    *Combining `json:"combines,omitempty"`    // what it may be a part of, and what it gives
	Counters    []Counter  `json:"counters,omitempty"`
	Regions     []Region   `json:"regions,omitempty"`

	Betza    string `json:"betza,omitempty"`    // short for modes, in Betza notation: "mRcpR"; they are written out when the rule is read, before those under modes
	Confined string `json:"confined,omitempty"` // short for land: in("…") in each mode: the name of a region on whose squares alone it may land
	Modes    []Mode `json:"modes,omitempty"`
	Special  []Mode `json:"special,omitempty"` // the special move (1230.2 §6.D)

	Borrows  *Borrowing `json:"borrows,omitempty"` // what it makes of loans
	Grants   []Grant    `json:"grants,omitempty"`  // what it lends to others
	Immune   []Immunity `json:"immune,omitempty"`  // what it protects, and from whom
	Mobility *Span      `json:"mobility,omitempty"`

	Placement  *Placement  `json:"placement,omitempty"`
	Promotion  []Promotion `json:"promotion,omitempty"`
	Purchase   *Purchase   `json:"purchase,omitempty"`
	OnCapture  []Effect    `json:"on_capture,omitempty"`  // of the captor, after its capture
	OnCaptured []Effect    `json:"on_captured,omitempty"` // of the victim, after its own capture (1230.1 §3.H)
	Reacts     []Reaction  `json:"reacts,omitempty"`      // to what happens to others

	Consequences []Consequence `json:"consequences,omitempty"` // what follows at moments of the piece and of others

	Denies    []Denial `json:"denies,omitempty"`    // what pieces near it may not do
	Actions   []Action `json:"actions,omitempty"`   // what it does to others without moving
	Duties    []Duty   `json:"duties,omitempty"`    // what pieces of the type may not do, or must
	Immovable bool     `json:"immovable,omitempty"` // it is meant never to move

	Fields  []Field      `json:"fields,omitempty"`  // what lies on the squares between two pieces
	Resists []Resistance `json:"resists,omitempty"` // captures that can be tried on it and have no effect
	Shares  Expr         `json:"shares,omitempty"`  // how many pieces at most stand on a square on which it is one; without it a square holds one piece
	Pack    *Pack        `json:"pack,omitempty"`    // with whom it moves as one
	Covers  [][]int      `json:"covers,omitempty"`  // the squares that it stands on, as files to the right and ranks up from its place, which is one of them: [[0, 0], [0, 1]]; without it one square
}

// InBoard as Piece.CountsIn is towards limits of the board alone.
const InBoard = "board"

// Counter is a number that a piece carries for its whole life.
type Counter struct {
	Name    string `json:"name"`
	Initial int    `json:"initial"`
	Most    int    `json:"most,omitempty"` // over Most it becomes Over; 0 is no bound
	Over    int    `json:"over,omitempty"`
}

// Region is a named set of squares: squares ("j10"), rectangles ("f6-o15"), files
// ("file a") and ranks ("rank 20"). "edge" and "corner" are always defined: squares that end
// the board in some direction along a file or rank, and in two at right angles.
type Region struct {
	Name    string              `json:"name"`
	Squares []string            `json:"squares,omitempty"` // for every side
	Of      map[string][]string `json:"of,omitempty"`      // besides, for the pieces of this side alone
	When    Expr                `json:"when,omitempty"`    // about readings alone; of several of one name that holds whose condition does
}

// Mode is one way to move or capture: a path of legs under a condition.
type Mode struct {
	For     []string `json:"for,omitempty"`     // of move, capture, shot, scratch, swap, own (captures a friend where the path ends); empty: move and capture
	When    Expr     `json:"when,omitempty"`    // about the piece and the board
	Legs    []Leg    `json:"legs,omitempty"`    //
	As      *As      `json:"as,omitempty"`      // instead of legs: another type's modes
	Victim  []string `json:"victim,omitempty"`  // captures, or swaps with, only these types
	Spares  []string `json:"spares,omitempty"`  // never captures, or swaps with, these types
	Victims Expr     `json:"victims,omitempty"` // it captures each opposing piece of which this holds (victim) once it has landed on an empty square
	Takes   string   `json:"takes,omitempty"`   // where the captured piece stands: "landing" (default), "behind" the square left, "hopped" over; "passing": it lands on a square that the last play of an exposed mode passed, and captures the piece which passed it
	Exposed bool     `json:"exposed,omitempty"` // in the next play the piece can be captured on the squares that it passed, by modes that take passing
	Becomes []string `json:"becomes,omitempty"` // a move or capture by it makes the piece one of these types
	Carries *Carry   `json:"carries,omitempty"` // instead of legs: it goes to a square and another piece goes along
	Origin  string   `json:"origin,omitempty"`  // "allowed": its paths lead over its own square as over an empty one; "move": and a move may end there; "pass": and one that does is a Pass
	Onto    string   `json:"onto,omitempty"`    // "empty": the landing square must be empty by the move itself, so that nothing that copies the move captures with it
	Land    Expr     `json:"land,omitempty"`    // about the landing square
	After   Expr     `json:"after,omitempty"`   // about the board after the move
	Cite    string   `json:"cite,omitempty"`    // "§2"

	Kind string `json:"kind,omitempty"` // of its captures, which some pieces resist: "weapon"
	Full bool   `json:"full,omitempty"` // a path that takes on its way goes on as long as it can take
}

// Carry is another piece that goes along in the same play, as in castling. Both go straight; every square
// on their ways, the last included, is empty but for the two themselves.
type Carry struct {
	Piece Expr     `json:"piece"`          // which one: "first(mover.pieces, it.type == 'Rook' and not it.moved)"
	To    []string `json:"to,omitempty"`   // where the piece itself goes: squares as in Region, or names of regions; on its own rank or file
	Onto  []string `json:"onto,omitempty"` // where the other one goes: the first of these squares that lies on its own rank or file
	Safe  bool     `json:"safe,omitempty"` // no square that the piece leaves, passes or reaches is attacked
}

// Leg is a straight part of a path: directions, numbers of steps, and what it passes.
type Leg struct {
	Dir     Words          `json:"dir,omitempty"`      // north, …, orthogonal, diagonal, all, horizontal, vertical; forward, left, …, as the side is headed; turn90, turn45, same, anywhere
	Leap    []int          `json:"leap,omitempty"`     // instead of Dir: [3, 1] and all its mirror images as one step
	Leaps   [][]int        `json:"leaps,omitempty"`    // instead of Dir: single leaps, [right, forward] as the side is headed: [[-1, 2], [1, 2]]
	Toward  string         `json:"toward,omitempty"`   // instead of Dir: along the line to the friendly piece of this type, short of it
	Within  int            `json:"within,omitempty"`   // with Toward: at most this far away
	N       Expr           `json:"n,omitempty"`        // steps: "2", "1..10", "[3, 5]", "edge", "4 - d1"; default 1
	Pass    string         `json:"pass,omitempty"`     // "empty" (default), "any", "half": exactly one piece, midway; "no-friend": nothing anywhere between that is friendly (with Toward)
	Hop     string         `json:"hop,omitempty"`      // "over": exactly one piece passed, then on; "next": lands right behind the one piece; "2", "1..3": so many pieces
	Over    []string       `json:"over,omitempty"`     // with Hop: it hops over pieces of these types only
	NotOver []string       `json:"not_over,omitempty"` // with Hop: never over pieces of these types
	At      map[int]string `json:"at,omitempty"`       // step → "empty" or "occupied"
	ZeroOK  bool           `json:"zero_ok,omitempty"`  // a leg of no steps is allowed
	Takes   bool           `json:"takes,omitempty"`    // an opposing piece where it ends is captured on the way
	Spares  []string       `json:"spares,omitempty"`   // with Takes: not pieces of these types, unless the path ends there
	Repeat  int            `json:"repeat,omitempty"`   // this leg and those after it are walked up to so many times in all
	Comment string         `json:"comment,omitempty"`
	Through []string       `json:"through,omitempty"` // names of regions: what stands on their squares is not in its way
	Slides  []string       `json:"slides,omitempty"`  // states of squares: from an empty square in one of them it goes on in its direction by itself, and sets out on no further leg
}

// As lends the modes of another type to this piece, on its own square and for its own side.
type As struct {
	Type     string `json:"type,omitempty"` // a fixed type,
	Who      string `json:"who,omitempty"`  // or "victim" (the type of what is captured) or "last" (the type its side moved last)
	Captures string `json:"captures,omitempty"`
	// Captures with Who "last": "moves" captures wherever the type could move, "piece" as the type captures.
	Same string `json:"same,omitempty"`
	// Same with Who "last": when the piece last moved was itself of this type, "resolved" takes what it moved as, "none" nothing.
	Counters string `json:"counters,omitempty"`
	// Counters with Who "victim": "victim" uses the victim's own, "initial" the type's initial ones.
	Loans bool `json:"loans,omitempty"`
	// Loans with Who "victim": also by the loans that the victim's own side gives the victim.
}

// Borrowing qualifies what loans do for this type.
type Borrowing struct {
	Capture Expr `json:"capture"` // whether a loan also captures
}

// Grant lends modes to other pieces.
type Grant struct {
	To     string `json:"to"`     // "friend"
	Within int    `json:"within"` // distance
	Modes  []Mode `json:"modes,omitempty"`
	Cite   string `json:"cite,omitempty"`
}

// Immunity says that some pieces cannot be captured by some types.
type Immunity struct {
	Who     string   `json:"who"`              // "self" or "friend"
	Beside  string   `json:"beside,omitempty"` // with "friend": "orthogonal", "diagonal" or "all" neighbours
	From    []string `json:"from,omitempty"`   // types; empty: everything
	Acting  bool     `json:"acting,omitempty"` // also pieces that act as such a type
	When    Expr     `json:"when,omitempty"`
	Against []string `json:"against,omitempty"` // of capture (so too if left out; actions among them), effects (consequences of pieces of these types), fields (what lies between two pieces stops it not)
	Cite    string   `json:"cite,omitempty"`
}

// What immunities are against.
const (
	AgainstCapture = "capture"
	AgainstEffects = "effects"
	AgainstFields  = "fields"
)

// Span is the declared least and greatest distance of a type's moves.
type Span struct {
	Least    int  `json:"least"`
	Greatest Expr `json:"greatest"`
}

// Placement limits where a piece may be placed.
type Placement struct {
	In   []string `json:"in,omitempty"`   // squares as in Region, or names of regions
	When Expr     `json:"when,omitempty"` // about the piece and the square to; its own square is to as well
	Free bool     `json:"free,omitempty"` // its side has as many of them as it places
	Cite string   `json:"cite,omitempty"`
}

// Promotion is one way to change type.
type Promotion struct {
	On     string         `json:"on"`               // "reach" (a square of In), "leave" (it moved from one), "own-play" (its side has just moved or captured), "capture", "placed" (by its Placement), "stay" (where it stands, as a play of its own)
	In     []string       `json:"in,omitempty"`     // with "reach" and "leave", perhaps with "stay": squares as in Region, or names of regions
	When   Expr           `json:"when,omitempty"`   // a further condition
	To     string         `json:"to"`               // "any", "victim", "base" (what it was before its promotion) or "mirror"
	Types  []string       `json:"types,omitempty"`  // with to: any, the types that it may become; empty: every one
	Except []string       `json:"except,omitempty"` // types it may not become
	Most   map[string]int `json:"most,omitempty"`   // of these types only while its side has fewer than so many on the board
	Forced bool           `json:"forced,omitempty"` // it must be promoted
	Timing string         `json:"timing"`           // "at-once" or "end-of-turn"
	Cite   string         `json:"cite,omitempty"`
}

// Purchase adds to the terms on which a type is bought (1230.1 §3.J).
type Purchase struct {
	Forbidden bool   `json:"forbidden,omitempty"`
	Fee       Expr   `json:"fee,omitempty"`  // on top of the price
	When      Expr   `json:"when,omitempty"` // what must hold of the buyer and the side
	Cite      string `json:"cite,omitempty"`
}

// Effect is something that happens besides a capture.
type Effect struct {
	Destroy string   `json:"destroy,omitempty"` // "self"; "captor" of this piece; or "around": what stands near the captor's last square, in on_captured near the victim's
	Within  int      `json:"within,omitempty"`  // with "around": up to this distance; default 1
	Who     string   `json:"who,omitempty"`     // with "around": "enemy", "friend" or "all" (default); royal pieces are spared
	Spares  []string `json:"spares,omitempty"`  // with "around": types that are spared as well
	Set     string   `json:"set,omitempty"`     // a counter,
	To      Expr     `json:"to,omitempty"`      // and its new value
	Cite    string   `json:"cite,omitempty"`
}

// Reaction is what happens to a piece when another one is captured near it.
type Reaction struct {
	Of     string `json:"of"`               // whose capture: "friend", "enemy" or "all", as seen from the reacting piece
	Within int    `json:"within,omitempty"` // distance of the captured piece; default 1
	Set    string `json:"set"`              // a counter of the reacting piece,
	To     Expr   `json:"to"`               // and its new value
	Cite   string `json:"cite,omitempty"`
}

// Consequence is what follows at a moment. In a definition it is about the pieces of the type, each
// of which is "self"; in a procedure about every piece.
type Consequence struct {
	On   string  `json:"on"`             // the moment: "moved", "placed", "attacks" (with a capture, resisted or not), "captures", "captured", "removed" (in whatever way it leaves the board), "landed" (on a square, by whatever act) or "passed" (each square between, of a Move, Capture or special move that goes straight); in a procedure also of a side, "passes", "surrenders", "buys", "turn-starts" or "turn-ends", or of every side, "day" or "month" (at its first beginning); "enacted" or "repealed", of the rule itself in which it stands
	Of   string  `json:"of,omitempty"`   // in a definition, whose moment: "self" (default), or of another piece: "friend", "enemy" or "all"; in a procedure "other": of each who brought it about, one after the other; at "hand-ends" also "side": of each side
	When Expr    `json:"when,omitempty"` // what must hold
	Do   []Doing `json:"do,omitempty"`   // in this order; each sees what the one before it left
	Cite string  `json:"cite,omitempty"`

	Also     []string `json:"also,omitempty"`     // clauses of other rules that it rests on as well: "1230.2 §8"
	Unless   Expr     `json:"unless,omitempty"`   // at "turn-ends": it follows only if the next side has no legal play after which this holds, of which it is the mover
	Readings []string `json:"readings,omitempty"` // entries of the register that it rests on; "entry=reading": it follows under that reading alone
}

// Doing is one effect: what becomes of some pieces. Exactly one of destroy, capture, lift, convert,
// become, move, push, swap, set, close, create, next and pay stands in it, or, at a moment of a side, of pay, draw and next. Whom it is done to is "self", "actor" (whose
// moment it is), "captor", or "pieces": all on the board. Royal pieces are spared, but by set, move and swap.
type Doing struct {
	Destroy   string `json:"destroy,omitempty"`   // they cease to exist
	Capture   string `json:"capture,omitempty"`   // they leave the board for the holding of self's side
	Lift      string `json:"lift,omitempty"`      // they leave the board for their own side's holding
	Convert   string `json:"convert,omitempty"`   // they stay and belong to self's side
	Become    string `json:"become,omitempty"`    // they are of Type from then on
	Move      string `json:"move,omitempty"`      // it goes to the square On, if that is empty
	Push      string `json:"push,omitempty"`      // they go one square straight away from self, if that is empty
	Swap      string `json:"swap,omitempty"`      // it changes places with self
	Set       string `json:"set,omitempty"`       // a counter of self gets the value To
	Close     string `json:"close,omitempty"`     // the square of that word, "from", "to" or "at", is closed if it is empty: nothing stands on it or passes it
	Create    string `json:"create,omitempty"`    // a piece of this type stands on the square On, if that is empty, for self's side
	Next      string `json:"next,omitempty"`      // who plays next: "mover", "owner" (whose piece it is or was), or "side" at a moment of a side
	Mark      string `json:"mark,omitempty"`      // squares get the state of that name: the square On, or those of which where holds (place)
	Attribute string `json:"attribute,omitempty"` // the side that acts has this attribute from then on; of one that so many sides may have at most, others have it no longer
	Unmark    string `json:"unmark,omitempty"`    // and lose it
	Strip     string `json:"strip,omitempty"`     // at a moment of a side: it has this attribute no longer
	Bind      string `json:"bind,omitempty"`      // at a moment of a side, side and other are bound to each other by that name
	Release   string `json:"release,omitempty"`   // and loosed
	Unseal    string `json:"unseal,omitempty"`    // at a moment of a side: seals on the power of that name are kept no longer
	Lapse     string `json:"lapse,omitempty"`     // at a moment of a side: what waits for the answer of its player, by the power of that name, comes to nothing

	Pay   Expr     `json:"pay,omitempty"`   // an amount of Asset goes from Payer, as far as a player has it, to Payee
	Asset string   `json:"asset,omitempty"` // with pay; "money" if left out
	Payer string   `json:"payer,omitempty"` // with pay: "side", its player (at moments of pieces "mover" or "owner", theirs), or an account such as Treasury; nobody: it is given
	Payee string   `json:"payee,omitempty"` // the same of who receives it; nobody: it is gone
	Lot   Expr     `json:"lot,omitempty"`   // at a moment of a side: of those that it would be done to, so many, drawn by lot
	Draw  []string `json:"draw,omitempty"`  // one of these names is drawn by lot; drawn(…) of later effects asks which

	Where Expr   `json:"where,omitempty"` // of whom, each of them being "it"; with mark and unmark of which squares, each being "place"
	Type  string `json:"type,omitempty"`  // with become: a type, or "victim" for that of what was captured
	To    Expr   `json:"to,omitempty"`    // with set
	On    string `json:"on,omitempty"`    // with move, create, mark and unmark: "from" (where the actor started), "to" (where it ended) or "at" (where the moment is); with move also "along": as far as the act went

	// What follows belongs to moments of sides and of the game.

	Why       string   `json:"why,omitempty"`       // what the ledger calls the reason; "rule" if left out
	Debt      bool     `json:"debt,omitempty"`      // with pay: who pays parts with all of it, and may owe the rest
	Owed      Expr     `json:"owed,omitempty"`      // with pay: whoever pays less gets one of Short
	Short     string   `json:"short,omitempty"`     // an asset
	Again     string   `json:"again,omitempty"`     // with pay: where the payee has some already, as much of that turns into this asset instead
	Clear     string   `json:"clear,omitempty"`     // nobody has any of this asset any more
	Surrender string   `json:"surrender,omitempty"` // "side": all its pieces leave the board, as its most recent play
	Allot     Expr     `json:"allot,omitempty"`     // so many pieces the side may choose
	Budget    Expr     `json:"budget,omitempty"`    // with allot: what they are worth together, at most
	Except    []string `json:"except,omitempty"`    // with allot: types that it may not choose
	Keep      Expr     `json:"keep,omitempty"`      // with allot: whether what is left of the right that a side entered with stays where it is worth more
	Rests     []string `json:"rests,omitempty"`     // with keep: entries of the register that this rests on
	Beyond    Expr     `json:"beyond,omitempty"`    // with destroy: holdings, how many a side keeps; which go is drawn by lot
	Refund    Expr     `json:"refund,omitempty"`    // with destroy: holdings, what its player is paid for each (it)
}

// Denial forbids pieces near to do what they otherwise could (1230.1 §3.F).
type Denial struct {
	To     string   `json:"to"`               // "enemy", "friend" or "all"
	Within int      `json:"within,omitempty"` // distance; default 1
	Types  []string `json:"types,omitempty"`  // only these types; empty: every type
	Deny   []string `json:"deny,omitempty"`   // of move, capture, special
	When   Expr     `json:"when,omitempty"`   // about the denying piece
	Cite   string   `json:"cite,omitempty"`
}

// Action is an atomic play by which a piece does something to others without moving. It
// counts as a Move of the piece. A piece that an action can reach is not thereby attacked.
// A royal piece that is destroyed or captured by one counts as captured by the actor's side,
// which cannot do so to its own.
type Action struct {
	Name    string   `json:"name"`              // one word, for the notation
	Legs    []Leg    `json:"legs,omitempty"`    // what it reaches
	Who     string   `json:"who"`               // "enemy", "friend" or "all"
	Spares  []string `json:"spares,omitempty"`  // never these types
	Breaks  []string `json:"breaks,omitempty"`  // these types whatever protects them
	Leaves  []string `json:"leaves,omitempty"`  // nothing becomes of these types: they stay, and what follows "struck" follows
	Neutral Expr     `json:"neutral,omitempty"` // about readings: pieces of neutral sides as well
	Royal   bool     `json:"royal,omitempty"`   // royal pieces as well
	Most    int      `json:"most,omitempty"`    // at most so many at once; 0: no bound
	Effect  string   `json:"effect"`            // "destroy", "capture" or "lift" (off-board, same owner)
	When    Expr     `json:"when,omitempty"`
	Cite    string   `json:"cite,omitempty"`
}
