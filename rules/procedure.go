package rules

import "adjudicate/rules/keys"

// Procedure holds the sections of a procedural rule: its numbers and choices, as data. The
// procedures of all rules are merged in order of rule number; unless noted, only one rule may
// have a given section.
//
// Formulas of several sections use these names: W (a side's Weight), n (the number of its
// on-board pieces that count), pieces (the number of all its on-board pieces), owned (of its
// pieces on-board and off), value (the value of a piece), sides (the number of sides).
type Procedure struct {
	Board          *Board           `json:"board,omitempty"`            // size and shape of the board
	Conditions     []NamedCondition `json:"conditions,omitempty"`       // named conditions, for piece definitions
	OlderOffice    *OlderOffice     `json:"office,omitempty"`           // earlier form of `offices`
	Capturing      *Capturing       `json:"capturing,omitempty"`        // what becomes of captured pieces
	Defining       *Defining        `json:"defining,omitempty"`         // what a piece definition needs, and the clauses about it
	Compounds      *Compounds       `json:"compounds,omitempty"`        // types composed of others
	Buying         *Buying          `json:"buying,omitempty"`           // buying and destroying pieces
	Draft          *Draft           `json:"draft,omitempty"`            // earlier form of `consequences`: what a new side receives
	Weights        *Weights         `json:"weights,omitempty"`          // how Weights are computed
	Plays          *Plays           `json:"plays,omitempty"`            // which plays are allowed
	Placing        *Placing         `json:"placing,omitempty"`          // limits of Placements
	OlderKinds     *OlderKind       `json:"@older_kinds,omitempty"`     // earlier form of `kinds`: what one kind of move costs
	Checks         *Checks          `json:"checks,omitempty"`           // check, and what it requires
	OlderOrder     *OlderOrder      `json:"@older_order,omitempty"`     // earlier form of `order`
	OlderClock     *OlderClock      `json:"time,omitempty"`             // earlier form of `clock`
	OlderAutomatic *OlderAutomatic  `json:"@older_automatic,omitempty"` // earlier form of `automatic`
	RoyalFall      *RoyalFall       `json:"royal_fall,omitempty"`       // earlier form of `consequences`: what the capture of a royal piece entails
	OlderStage     *OlderStage      `json:"@older_stage,omitempty"`     // earlier form of `stages`
	Marking        *Marking         `json:"@marking,omitempty"`         // earlier form of `consequences`: how one asset is won
	Winning        *Winning         `json:"winning,omitempty"`          // earlier form of `ends` and `consequences`
	Reach          *Reach           `json:"reach,omitempty"`            // how long an event can be disputed

	Attributes []Attribute `json:"attributes,omitempty"` // what may be true of a side; several rules may have some
	Offices    []Office    `json:"offices,omitempty"`    // offices that players hold; several rules may have some
	Order      *Order      `json:"order,omitempty"`      // who plays next
	Clock      *Clock      `json:"clock,omitempty"`      // time limits
	Automatic  *Automatic  `json:"automatic,omitempty"`  // automatic plays
	Stages     []Stage     `json:"stages,omitempty"`     // periods in which other terms hold; several rules may have some
	Together   *Together   `json:"together,omitempty"`   // simultaneous plays

	Passing      *Passing      `json:"passing,omitempty"`      // when a side may pass
	Assets       []Asset       `json:"assets,omitempty"`       // what accounts can hold; several rules may have some
	Ends         []End         `json:"ends,omitempty"`         // how a hand or the game ends; several rules may have some
	Choices      []Choice      `json:"choices,omitempty"`      // what a side chooses in addition to its act; several rules may have some
	Consequences []Consequence `json:"consequences,omitempty"` // what follows at moments of any piece, of sides and of the game; several rules may have some
	Sharing      *Sharing      `json:"sharing,omitempty"`      // captures on squares that hold several pieces
	Duties       []Duty        `json:"duties,omitempty"`       // what is forbidden or required; several rules may have some
	Quantities   []Quantity    `json:"quantities,omitempty"`   // named numbers, truth values and things; several rules may have some
	Limits       []Limit       `json:"limits,omitempty"`       // how many pieces of a set there may be; several rules may have some
	Counters     []Counter     `json:"counters,omitempty"`     // counters that every piece has, starting at 0; several rules may have some
	Powers       []Power       `json:"powers,omitempty"`       // what players may do besides playing; several rules may have some
	Consents     []Consent     `json:"consents,omitempty"`     // what needs the agreement of others; several rules may have some
	Sight        []Sight       `json:"sight,omitempty"`        // what sides may see of the board; several rules may have some
	Modes        []NamedMode   `json:"modes,omitempty"`        // modes that definitions use by name; several rules may have some
	Kinds        []Kind        `json:"kinds,omitempty"`        // kinds of moves beside the ordinary ones; several rules may have some
	Chances      []Chance      `json:"chances,omitempty"`      // acts of which a lot decides whether they succeed; several rules may have some
}

// MarshalJSON writes the fields under the names by which others know them.
func (p Procedure) MarshalJSON() ([]byte, error) {
	type plain Procedure
	return keys.Marshal(plain(p))
}

// Board is the size and the shape of the board.
type Board struct {
	Files   int               `json:"files"`             // at most 64
	Ranks   int               `json:"ranks"`             // at most 64
	Closed  []string          `json:"closed,omitempty"`  // squares that are not part of the board, written as in `regions`
	Wrap    string            `json:"wrap,omitempty"`    // "files": the last file is followed by the first; "ranks": the last rank by the first; "both"
	Regions []Region          `json:"regions,omitempty"` // regions that every definition can use
	Heading map[string]string `json:"heading,omitempty"` // the forward direction of each side, by its name; "others" is for sides not named
	Cite    string            `json:"cite,omitempty"`

	Neighbours Words `json:"neighbours,omitempty"` // the directions in which pieces are linked, each with its opposite: "orthogonal" (the default), "all", or a list; [orthogonal, northwest, southeast] makes a board of hexagons
}

// Linked returns the compass directions in which pieces are linked, from 0 for north clockwise.
func (b *Board) Linked() []int {
	if b == nil || b.Neighbours == "" {
		return dirs("orthogonal")
	}
	absolute, _, _ := Directions(b.Neighbours)
	return absolute
}

// Around reports whether files, and ranks, lead around the board.
func (b *Board) Around() (files, ranks bool) {
	return b.Wrap == "files" || b.Wrap == "both", b.Wrap == "ranks" || b.Wrap == "both"
}

// NamedCondition is a condition that piece definitions use by name, such as defensive.
type NamedCondition struct {
	Name string `json:"name"` // how definitions refer to it
	When Expr   `json:"when"` // the condition
	Cite string `json:"cite,omitempty"`
}

// A Quantity is a named number, truth value or thing: of a thing, as in mover.strength or mover.partner, or of the game.
type Quantity struct {
	Name string `json:"name"`         // how formulas refer to it
	Of   string `json:"of,omitempty"` // piece, square, side, type or player, which is `self` in `is`; without it, of the game
	Is   Expr   `json:"is"`           // formula or condition
	Cite string `json:"cite,omitempty"`

	In *Rule `json:"-"` // the rule in which it stands, in a merged procedure
}

// Capturing says where captured pieces go, and cites the general rule of captures:
// a piece captures by moving onto an opposing piece, never a friendly one. Definitions may differ.
type Capturing struct {
	Goes    string   `json:"goes,omitempty"`    // where a captured piece goes: "holding", that of the captor's side (the default); "owner", that of its own side; "gone", nowhere
	As      string   `json:"as,omitempty"`      // "base": a promoted piece goes there as the type that it was before
	Neutral []string `json:"neutral,omitempty"` // sides whose pieces are neither friends nor enemies of anybody and cannot be captured
	Cite    string   `json:"cite"`              // clause that forbids capturing friends
	When    Expr     `json:"when,omitempty"`    // condition: while it does not hold, `goes` is ignored and the captor's side holds the piece
	Vain    Expr     `json:"vain,omitempty"`    // condition: while it holds, a piece that always resists a capture cannot be captured so
}

// Passing says when a side may pass, in addition to what the section `plays` allows.
type Passing struct {
	When Expr   `json:"when,omitempty"` // condition on the side (mover); default: always
	Cite string `json:"cite,omitempty"`
}

// Choice lets a side choose something in addition to its act, in the same play: a square to close, or a
// piece to place or destroy. Different choices are different plays. Several entries are chosen in order.
type Choice struct {
	After    []string `json:"after,omitempty"`    // the acts that it follows: any of move (one of a declared kind, too), capture, placement, pass and the names of declared kinds of moves; default: all
	When     Expr     `json:"when,omitempty"`     // condition on self, from, to and mover, evaluated before the act
	Name     string   `json:"name,omitempty"`     // with `of`: what formulas of the same play call what the side chooses, and plays write before it: "ally: Blue"
	Of       string   `json:"of,omitempty"`       // with `name`: what the side chooses before the act is made: a square, piece (on the board), side, type or number
	Least    Expr     `json:"least,omitempty"`    // with `of: number`: the least number that can be chosen; default: 0
	Most     Expr     `json:"most,omitempty"`     // with `of: number`: the greatest number, at most 99 more than the least
	Each     string   `json:"each,omitempty"`     // with `of: number`: "passed", such a number for each square that the act passes, in order, together at most `most`; plays write "drops: 2, 1"
	Close    bool     `json:"close,omitempty"`    // the side chooses a square, which is closed: no piece can stand on it or pass over it
	Opens    bool     `json:"opens,omitempty"`    // with `close`: all squares closed before are opened
	Place    string   `json:"place,omitempty"`    // the side chooses a piece of its holding and places it: "from", where the act began; "carried", where the carried piece began; or "either"
	Destroy  bool     `json:"destroy,omitempty"`  // the side chooses a piece on the board, not a royal one, and it ceases to exist; if `where` holds for none, nothing is chosen
	Where    Expr     `json:"where,omitempty"`    // condition on what is chosen (it)
	Optional bool     `json:"optional,omitempty"` // the side may choose nothing
	Instead  bool     `json:"instead,omitempty"`  // the choice may also be made without an act
	Cite     string   `json:"cite,omitempty"`

	In *Rule `json:"-"` // the rule in which it stands, in a merged procedure
}

// A Sight lets a side see squares, or the types of pieces.
type Sight struct {
	See  string `json:"see"`  // "squares", with what stands on them; "types" of pieces; "holdings", pieces off the board; or "assets" of accounts
	When Expr   `json:"when"` // condition on the side that looks (mover) and the square or piece (it), or whose account it is (side, player)
	Cite string `json:"cite,omitempty"`
}

// A Limit says how many pieces of a set a side, or all sides together, may have, and what happens to those in excess.
type Limit struct {
	Of     string `json:"of,omitempty"`     // "side", each side (the default), or "all", all sides together
	Among  string `json:"among,omitempty"`  // pieces on the "board" (the default), in the "holding", or "both"
	Where  Expr   `json:"where,omitempty"`  // condition on each piece (it) and its side (mover): which pieces count; default: all
	Counts Expr   `json:"counts,omitempty"` // of the same: as how many each counts; default: 1
	Most   Expr   `json:"most"`             // how many there may be, for the side (mover)
	Beyond string `json:"beyond,omitempty"` // what happens to those in excess: they are "destroyed", or "lifted" off the board. Without it they stay, and no act may increase the excess
	First  Expr   `json:"first,omitempty"`  // a number of each piece (it): the least goes first; among equals one that is off-board, then by lot
	Cite   string `json:"cite,omitempty"`
}

// Defining says what a valid piece definition needs, and cites what happens to pieces
// that no rule defines any longer and to pieces in excess of an instance limit.
type Defining struct {
	Cite          string `json:"cite,omitempty"`           // clause that says what a definition is
	CiteUndefined string `json:"cite_undefined,omitempty"` // clause about pieces on the board that no rule defines any longer
	CiteExcess    string `json:"cite_excess,omitempty"`    // clause about pieces in excess of a limit

	Description Expr   `json:"description,omitempty"`   // condition on readings: a definition must describe the piece
	Prefix      Expr   `json:"prefix,omitempty"`        // condition on readings: no glyph of two characters may begin with a character that is itself a glyph
	Unsound     Expr   `json:"unsound,omitempty"`       // condition on readings: a definition that is invalid for another reason still reserves its glyph against rules of higher numbers
	Undescribed Expr   `json:"undescribed,omitempty"`   // condition on readings: so does a definition that lacks only a description
	CiteOnBoard string `json:"cite_on_board,omitempty"` // clause about the limits on the board
	CiteBreach  string `json:"cite_breach,omitempty"`   // clause by which a change of the rules is invalid if a side would then have more pieces on the board than a limit allows; without it, such changes are valid
}

// Buying sets the terms on which players buy and destroy pieces.
type Buying struct {
	Price        Expr     `json:"price"`            // of value, owned, owned_of_type: "1 + 7*value"
	When         Expr     `json:"when"`             // condition, in which pieces, n and W are also known; owned_of_type counts those of the type bought: "owned < 15"
	Payee        string   `json:"payee"`            // the account that is paid, such as "Treasury"
	Except       []string `json:"except,omitempty"` // types that cannot be bought
	Compensation Expr     `json:"compensation"`     // paid for a piece that its owner destroys: "value"
	Cite         string   `json:"cite,omitempty"`
	CiteDestroy  string   `json:"cite_destroy,omitempty"` // clause about destroying one's own piece
}

// Weights says how Weights are computed.
type Weights struct {
	When     Expr   `json:"when"`     // condition on royals, the number of the side's royal pieces on-board: "royals > 0"; otherwise the Weight is 0
	Piece    Expr   `json:"piece"`    // what each piece adds, of value, mobility, attacks and defends (0 or 1): "value + mobility + 5*attacks + 4*defends"
	Mobility Expr   `json:"mobility"` // of moves, least and greatest
	Cite     string `json:"cite,omitempty"`
}

// Plays says which plays are allowed. A single atomic play always is. The first
// shape whose condition holds gives the plays of several acts that are allowed as well.
type Plays struct {
	Counts        Expr    `json:"counts"`           // condition on value: which on-board pieces n counts, "value >= 2"
	Shapes        []Shape `json:"shapes,omitempty"` // the composed plays, in order
	OneOnly       Expr    `json:"one_only"`         // condition on checked, the number of sides in check, under which only single atomic plays are allowed: "checked >= 2"
	Reorder       bool    `json:"reorder"`          // placements followed by moves are read as moves followed by placements
	MoveOnce      bool    `json:"move_once"`        // a piece moves at most once in a play
	CheckEnds     bool    `json:"check_ends"`       // an atomic play that gives check to another side ends the turn
	Cite          string  `json:"cite,omitempty"`
	CiteMove      string  `json:"cite_move,omitempty"`      // clause that defines a Move; those of Placements and of declared kinds of moves stand in sections of their own
	CiteCapture   string  `json:"cite_capture,omitempty"`   // clause that defines a Capture
	CitePass      string  `json:"cite_pass,omitempty"`      // clause that defines a Pass
	CiteSurrender string  `json:"cite_surrender,omitempty"` // clause that defines a Surrender

	Acts []string `json:"acts,omitempty"` // the only acts allowed, except in a stage with its own; default: all
	Full Expr     `json:"full,omitempty"` // condition on the side (mover): a play must be continued while an allowed shape permits a further move or capture
}

// Shape lists composed plays that are allowed while its condition holds.
type Shape struct {
	When  Expr     `json:"when"`            // condition of W, n and pieces
	Plays []string `json:"plays,omitempty"` // each a list of atomic plays in order: "Move, Placement"
	By    []string `json:"by,omitempty"`    // the entry applies to plays by pieces of these types only; other plays are compared with the entries after it
	Of    string   `json:"of,omitempty"`    // "one": all acts by the same piece; "different": each by another piece
	On    string   `json:"on,omitempty"`    // "different": each capture on another square
	Cite  string   `json:"cite,omitempty"`
}

// Placing limits what a Placement may attack.
type Placing struct {
	MayAttack Expr   `json:"may_attack"` // condition of W, pieces, n and other_square: a placement may attack
	Cite      string `json:"cite,omitempty"`

	MayCheck Expr `json:"may_check,omitempty"` // condition of the same: a placement may give check, by a line that it opens or, where it may attack, by itself; default: in games with an array always, else never
	Uncovers Expr `json:"uncovers,omitempty"`  // condition of the same: a placement may not open any other line of attack either
}

// Checks says that there is check, which no play may leave its own side in.
type Checks struct {
	OwnRoyal bool   `json:"own_royal"` // a royal piece is attacked only by sides whose own royal piece is on-board
	Cite     string `json:"cite,omitempty"`
	CiteOwn  string `json:"cite_own,omitempty"` // clause that says so
	Passes   Expr   `json:"passes,omitempty"`   // condition on the side (mover): its Pass may leave it in check, and is then also its default play
}

// Reach limits how far back a dispute or a retroactive change may reach. Older plays stand as
// made. Without this section there is no limit.
type Reach struct {
	Days int    `json:"days"` // how many days back
	Cite string `json:"cite,omitempty"`
}
