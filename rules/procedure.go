package rules

// Procedure is the machine-readable part of a procedural rule: every number and every
// choice that the rule makes. A rulebook's procedures are merged in order of rule number;
// each section may stand in one rule only.
//
// Formulas see these names where they make sense: W (a side's Weight), n (its on-board
// pieces that count), pieces (all its on-board pieces), owned (its pieces on-board and
// off), value (a material value), sides, knives, leader.
type Procedure struct {
	Board          *Board           `json:"board,omitempty"`
	Conditions     []NamedCondition `json:"conditions,omitempty"`
	OlderOffice    *OlderOffice     `json:"office,omitempty"` // an earlier form of offices
	Capturing      *Capturing       `json:"capturing,omitempty"`
	Defining       *Defining        `json:"defining,omitempty"`
	Compounds      *Compounds       `json:"compounds,omitempty"`
	Buying         *Buying          `json:"buying,omitempty"`
	Draft          *Draft           `json:"draft,omitempty"`
	Weights        *Weights         `json:"weights,omitempty"`
	Plays          *Plays           `json:"plays,omitempty"`
	Placing        *Placing         `json:"placing,omitempty"`
	Specials       *Specials        `json:"specials,omitempty"`
	Checks         *Checks          `json:"checks,omitempty"`
	OlderOrder     *OlderOrder      `json:"play_list,omitempty"` // an earlier form of order
	OlderClock     *OlderClock      `json:"time,omitempty"`      // an earlier form of clock
	OlderAutomatic *OlderAutomatic  `json:"warmth,omitempty"`    // an earlier form of automatic
	RoyalFall      *RoyalFall       `json:"royal_fall,omitempty"`
	OlderStage     *OlderStage      `json:"free_for_all,omitempty"` // an earlier form of stages
	Knives         *Knives          `json:"knives,omitempty"`
	Winning        *Winning         `json:"winning,omitempty"`
	Reach          *Reach           `json:"reach,omitempty"`

	Attributes []Attribute `json:"attributes,omitempty"` // of sides; several rules may have some
	Offices    []Office    `json:"offices,omitempty"`    // several rules may have some
	Order      *Order      `json:"order,omitempty"`
	Clock      *Clock      `json:"clock,omitempty"`
	Automatic  *Automatic  `json:"automatic,omitempty"`
	Stages     []Stage     `json:"stages,omitempty"` // several rules may have some
	Together   *Together   `json:"together,omitempty"`

	Passing      *Passing      `json:"passing,omitempty"`      // when a side may pass
	Assets       []Asset       `json:"assets,omitempty"`       // what somebody may have any of; several rules may have some
	Ends         []End         `json:"ends,omitempty"`         // how a hand, or the game, ends; several rules may have some
	Choices      []Choice      `json:"choices,omitempty"`      // what a side chooses besides its act; several rules may have some
	Consequences []Consequence `json:"consequences,omitempty"` // what follows at moments of any piece; several rules may have some
	Sharing      *Sharing      `json:"sharing,omitempty"`      // captures on squares that hold several pieces
	Duties       []Duty        `json:"duties,omitempty"`       // what is forbidden, or must be done; several rules may have some
	Quantities   []Quantity    `json:"quantities,omitempty"`   // numbers and truths with a name; several rules may have some
	Limits       []Limit       `json:"limits,omitempty"`       // how many pieces of a set there may be; several rules may have some
	Counters     []Counter     `json:"counters,omitempty"`     // that every piece has, from 0; several rules may have some
	Powers       []Power       `json:"powers,omitempty"`       // what somebody may do beside playing; several rules may have some
	Consents     []Consent     `json:"consents,omitempty"`     // what has effect only when others agree; several rules may have some
}

// Board is the board (1230.1 §1): its size, and what else makes it a graph of squares.
type Board struct {
	Files   int               `json:"files"`
	Ranks   int               `json:"ranks"`
	Closed  []string          `json:"closed,omitempty"`  // squares that there are not, written as in Region
	Wrap    string            `json:"wrap,omitempty"`    // "files": after the last file comes the first; "ranks"; "both"
	Regions []Region          `json:"regions,omitempty"` // that every definition may name
	Heading map[string]string `json:"heading,omitempty"` // where forward is, by the name of the side; "others" for every other side
	Cite    string            `json:"cite,omitempty"`

	Neighbours Words `json:"neighbours,omitempty"` // directions in which pieces are linked, each with its opposite: "orthogonal" (if left out), "all", or a list such as [orthogonal, northwest, southeast] of a board of hexagons
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

// NamedCondition is a condition that piece definitions refer to by its name, such as
// defensive (1230.1 §8).
type NamedCondition struct {
	Name string `json:"name"`
	When Expr   `json:"when"`
	Cite string `json:"cite,omitempty"`
}

// A Quantity is a number or a truth with a name: of a thing, which is asked after a point (mover.strength), or of the game.
type Quantity struct {
	Name string `json:"name"`
	Of   string `json:"of,omitempty"` // piece, square, side, type, player: the thing is self in what it is; empty: of the game
	Is   Expr   `json:"is"`           // a formula or a condition
	Cite string `json:"cite,omitempty"`

	In *Rule `json:"-"` // the rule in which it stands, in a merged procedure
}

// Capturing cites the general rule of captures (1230.1 §4): a piece captures by moving onto
// an opposing piece, never a friendly one. How a type captures is its definition's matter.
type Capturing struct {
	Goes    string   `json:"goes,omitempty"`    // where a captured piece goes: "holding" of the captor's side (default), "owner" (the holding of its own side), "gone"
	As      string   `json:"as,omitempty"`      // "base": a promoted piece goes there as what it was before
	Neutral []string `json:"neutral,omitempty"` // sides whose pieces are nobody's friends or enemies: none captures them
	Cite    string   `json:"cite"`
	When    Expr     `json:"when,omitempty"` // goes holds while this does; else the captor's side holds it
	Vain    Expr     `json:"vain,omitempty"` // while it holds nobody captures what always resists that
}

// Passing says when a side may pass, beside what the section plays allows.
type Passing struct {
	When Expr   `json:"when,omitempty"` // of mover; empty: always
	Cite string `json:"cite,omitempty"`
}

// Choice is what a side chooses besides, in the same play: a square, or a piece of its holding. Each
// choice is another play. Several entries are made one after the other.
type Choice struct {
	After    []string `json:"after,omitempty"`    // acts that it follows: move, capture, placement, pass; empty: each
	When     Expr     `json:"when,omitempty"`     // of self, from, to, mover, asked before the act
	Close    bool     `json:"close,omitempty"`    // a square is chosen, and closed: nothing stands on it or passes it
	Opens    bool     `json:"opens,omitempty"`    // with close: all squares that were closed by then are opened, so that one stays closed
	Place    string   `json:"place,omitempty"`    // a piece of the holding is chosen, and placed: "from" (where the act began), "carried" (where the piece that went along began), "either"
	Destroy  bool     `json:"destroy,omitempty"`  // a piece on the board is chosen, not a royal one, and ceases to exist; if there is none of which where holds nothing is chosen
	Where    Expr     `json:"where,omitempty"`    // of the chosen square, or piece, called it
	Optional bool     `json:"optional,omitempty"` // nothing may be chosen
	Instead  bool     `json:"instead,omitempty"`  // it may also be made without an act before it
	Cite     string   `json:"cite,omitempty"`
}

// A Limit is how many pieces of a set a side, or everybody together, may have, and what becomes of those beyond.
type Limit struct {
	Of     string `json:"of,omitempty"`     // "side" (default): of each side; "all": of all sides together
	Among  string `json:"among,omitempty"`  // of pieces on the "board" (default), in the "holding", "both"
	Where  Expr   `json:"where,omitempty"`  // of each piece, called it, and of its side, mover: whether it counts; empty: each counts
	Counts Expr   `json:"counts,omitempty"` // of the same: as how many it counts; empty: as one
	Most   Expr   `json:"most"`             // of mover: how many there may be
	Beyond string `json:"beyond,omitempty"` // what becomes of what is too many: "destroyed", "lifted" (off the board); empty: nothing goes, and no act may add to what is too many
	First  Expr   `json:"first,omitempty"`  // of it: who goes first, the least number; of equals who is off-board, then by lot
	Cite   string `json:"cite,omitempty"`
}

// Defining cites what a piece definition is (1230.1 §3): what becomes of on-board pieces that
// none defines any longer, and of pieces above an instance limit.
type Defining struct {
	Cite          string `json:"cite,omitempty"`
	CiteUndefined string `json:"cite_undefined,omitempty"`
	CiteExcess    string `json:"cite_excess,omitempty"`

	Description Expr   `json:"description,omitempty"`   // about readings: a definition describes the piece, or is none
	Prefix      Expr   `json:"prefix,omitempty"`        // about readings: no glyph of two characters begins with one that is a glyph
	Unsound     Expr   `json:"unsound,omitempty"`       // about readings: what is no definition keeps its glyph from rules of higher numbers all the same
	Undescribed Expr   `json:"undescribed,omitempty"`   // about readings: so does what lacks a description alone
	CiteOnBoard string `json:"cite_on_board,omitempty"` // limits of the board
	CiteBreach  string `json:"cite_breach,omitempty"`   // with it, no change of the rules is valid by which a side would have more on the board than a limit allows
}

// Buying is the purchase and destruction of pieces (1230.1 §2.D–E).
type Buying struct {
	Price        Expr     `json:"price"`            // of value, owned, owned_of_type, free_for_all (0 or 1, while one runs): "1 + 7*value"
	When         Expr     `json:"when"`             // of the same, pieces, n and W; owned_of_type are those of the type bought: "owned < 15"
	Payee        string   `json:"payee"`            // "Treasury"
	Except       []string `json:"except,omitempty"` // types that are not bought
	Compensation Expr     `json:"compensation"`     // paid for a piece destroyed by its owner: "value"
	Cite         string   `json:"cite,omitempty"`
	CiteDestroy  string   `json:"cite_destroy,omitempty"`
}

// Weights is how Weights are computed (1230.3).
type Weights struct {
	When     Expr   `json:"when"`     // of royals, its royal pieces on-board: "royals > 0"; else the Weight is 0
	Piece    Expr   `json:"piece"`    // of value, mobility, attacks, defends (0 or 1): "value + mobility + 5*attacks + 4*defends"
	Mobility Expr   `json:"mobility"` // of moves, least, greatest
	Cite     string `json:"cite,omitempty"`
}

// Plays is the play shapes (1230.2 §6). Shapes are tried in order; the first whose
// condition holds gives the composed plays allowed beside any single atomic play.
type Plays struct {
	Counts        Expr    `json:"counts"`           // which on-board pieces n counts: "value >= 2"
	Shapes        []Shape `json:"shapes,omitempty"` //
	OneOnly       Expr    `json:"one_only"`         // of checked (sides in check): "checked >= 2"
	Reorder       bool    `json:"reorder"`          // placements-then-moves read as moves-then-placements
	MoveOnce      bool    `json:"move_once"`
	CheckEnds     bool    `json:"check_ends"` // an atomic play that checks another side ends the turn
	Cite          string  `json:"cite,omitempty"`
	CiteMove      string  `json:"cite_move,omitempty"`      // where a Move is defined; Placements and Specials have sections of their own
	CiteCapture   string  `json:"cite_capture,omitempty"`   // where a Capture is
	CitePass      string  `json:"cite_pass,omitempty"`      // where a Pass is
	CiteSurrender string  `json:"cite_surrender,omitempty"` // where a Surrender is

	Acts []string `json:"acts,omitempty"` // the only acts that there are but in stages with acts of their own; empty: all
	Full Expr     `json:"full,omitempty"` // of mover: a play that a further move or capture of an allowed shape could go on with must go on
}

// Shape allows composed plays where its condition holds.
type Shape struct {
	When  Expr     `json:"when"`
	Plays []string `json:"plays,omitempty"` // "Move, Placement": the atomic plays in order
	By    []string `json:"by,omitempty"`    // types: the line is about plays of pieces of these types alone; others are asked the lines after it
	Of    string   `json:"of,omitempty"`    // "one": all by the same piece; "different": each by another one
	On    string   `json:"on,omitempty"`    // "different": each capture names another square
	Cite  string   `json:"cite,omitempty"`
}

// Placing is the limits of Placements (1230.2 §6.C).
type Placing struct {
	MayAttack Expr   `json:"may_attack"` // of W, pieces, n, other_square: when a placement that attacks is legal all the same
	Cite      string `json:"cite,omitempty"`

	MayCheck Expr `json:"may_check,omitempty"` // of the same: when a placement may bring another side into check by pieces other than the placed one
	Uncovers Expr `json:"uncovers,omitempty"`  // of the same: when an attack that it opens for another piece of the side counts as well
}

// Specials is the terms of special moves (1230.2 §6.D).
type Specials struct {
	Asset string `json:"asset"` // "benefyts"
	Cost  Expr   `json:"cost"`  // "1"
	Cite  string `json:"cite,omitempty"`
}

// Checks is check and its consequences (1230.2 §7).
type Checks struct {
	OwnRoyal bool   `json:"own_royal"` // a royal piece is attacked only by sides whose own royal piece is on-board
	Cite     string `json:"cite,omitempty"`
	CiteOwn  string `json:"cite_own,omitempty"`
	Passes   Expr   `json:"passes,omitempty"` // about the side (mover): a Pass may leave it in check, and is its default play all the same
}

// Reach is how far back a dispute or a retroactive change reaches. What happened longer ago
// stands as attempted. Without this section nothing is out of reach; the suite of Party Chess
// has none.
type Reach struct {
	Days int    `json:"days"`
	Cite string `json:"cite,omitempty"`
}
