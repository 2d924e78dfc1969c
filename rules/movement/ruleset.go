package movement

import (
	"adjudicate/events"
	"adjudicate/rules"
	"adjudicate/rules/formula"
)

// Limits of the compiled tables. Compile refuses what exceeds them.
const (
	MostTypes  = 200 // piece types of a rulebook
	MostModes  = 16  // modes of a type
	MostGrants = 16  // grants of a rulebook
	MostLegs   = 6   // legs of a path
	mostSteps  = 63  // steps of a leg: they are bits of a mask
)

// A Ruleset is a rulebook compiled for its board under one choice of readings. It is
// immutable and safe for concurrent use.
type Ruleset struct {
	*topology
	book       *rules.Rulebook   // compiled, nil if it is not for the board of the rulebook
	chosen     map[string]string // the readings compiled under
	conditions []rules.NamedCondition
	quantities []formula.Quantity
	toChoose   []formula.Quantity // what sides choose by name; see Position.Choosing
	asked      []string           // entries of the register that the named conditions ask
	board      *rules.Board       // the section, or nil
	headings   map[string]uint8   // by the side's name
	others     uint8              // the heading of all other sides
	links      []int              // the compass directions in which pieces are linked
	fate       fate
	neutral    []string      // sides
	follows    []consequence // of procedures
	consequent bool          // something follows of some act

	types       []kind
	threats     []threat // by TypeID
	guarded     bool     // Position.Guard can say something
	byName      map[string]TypeID
	kinds       []moveKind      // by KindID
	kindNames   []string        // of these
	missing     map[string]bool // names of types that were asked for, and that no rule defined
	turns       bool            // some type may become another in the midst of a capture
	lineage     *lineage        // of rulesets in which ids are the same
	grants      []grant
	denials     []denial
	disarmings  []disarming
	regions     []region       // by id
	regionNames []string       // of the regions that every formula may name, by their ids
	places      []rules.Region // those of the board, under the readings that hold
	texts       []string       // names of sides and counters in formulas, by id
	named       []*formula.Formula
	placid      []bool // of these
	memos       int    // legs whose steps are remembered; see leg.memo
	asksPassed  bool   // something follows where a piece passes a square
	shielded    []bool // by TypeID: friends of some type are immune from it
	limited     []roomy

	immunities bool // some type protects something
	fields     []fieldLaw
	copiers    bool            // some type copies another
	remembers  bool            // some rule asks what pieces have been through
	rows       bool            // some rule asks how far a side has come with its plays in a row
	common     []rules.Counter // that every piece has
	outside    bool            // ways and values may depend on what is beside the board,
	ages       bool            // or on what pieces have been through

	sharing  bool // some type shares its square with others
	ordered  bool // of several pieces on a square one is on top; see kind.level
	wide     bool // some type covers several squares
	loose    bool // one of the two
	resisted bool // some type resists captures

	citeFriendly, citeRoyal string // the clauses that bar captures of friends, and of royal pieces

	weigh    weighing
	counting *formula.Formula // which pieces count towards n

	readings readings
}

// readings are the engine's own questions to the interpretation register, answered.
type readings struct {
	respectPins     bool // attack-pins
	targetOnly      bool // defends-as
	ownRoyal        bool // own-king-defended
	attackRoyalOnly bool // section-6-piece: placements, see Placing
	anyCheck        bool // placement-check
	ownCheckLater   bool // placement-own-check
	typeRange       bool // mobility-range
	legalMobility   bool // mobility-check
	exitCounts      bool // exit-counts
	historyBefore   bool // history-after-play
	royalSweep      bool // king-capture-sweep: the loser's pieces leave before the captor's own check is judged
	ignorePromotion bool // announced-promotion
	captorNeedsOwn  bool // own_royal of `checks`: a procedure, not a reading
	noCheck         bool // no rule says what check is: nobody is ever in check
}

// kind is a compiled piece type.
type kind struct {
	name, glyph string
	rule        *rules.Rule
	def         *rules.Piece
	royal       bool
	initial     Counters
	counters    []string
	bounds      []rules.Counter // of those counters

	value      *formula.Formula
	constValue events.Half
	isConst    bool
	ownValue   bool // its value depends on the piece, not on its type alone

	modes         []mode    // those of its ordinary acts, and behind them what captures in declared kinds
	plain         int       // how many of them are ordinary: those that others copy
	ofKinds       [][]mode  // by KindID: the modes of its moves of declared kinds, captures apart
	moveSet       uint16    // modes that move
	takeSet       uint16    // modes that capture
	shotSet       uint16    // modes that capture without moving
	asMoves       uint16    // modes that a copier which captures as it moves may capture with
	slides        uint16    // modes that go straight over empty squares
	asSet         uint16    // modes that copy another type
	reach         []uint16  // by offset: modes that could span it
	threat        offsetSet // those that some capturing mode could span
	straight      uint16    // modes by which an attack depends on its line alone
	dynamic       bool      // some capturing mode depends on who is whose
	ofAll         bool      // it names all types that there are
	watched       TypeID    // the only one of these, if it is royal; or NoType
	watches       []bool    // by TypeID: types whose change of side may change what it captures
	noLoan        bool      // loans do not capture
	diesCapturing bool      // it is destroyed by its own capture
	grants        []int     // indices of Ruleset.grants
	immune        []immunity
	shields       bool   // immune[i].self is false for some i
	fieldproof    bool   // no field stops it
	proof         []bool // by TypeID: effects by these do nothing to it; nil: by none
	placeIn       *region
	placeWhen     *formula.Formula
	placeFree     bool
	promote       []promotion
	asked         []string // entries of the register that the definition asks
	actions       []action
	blasts        []blast
	lastBlasts    []blast // of its own capture, around its square
	takesCaptor   bool    // its captor is destroyed
	resists       []resistance
	shares        int // how many pieces at most stand where it does; 0: it alone
	level         int // the counter by which its pieces are ordered on a square, where rules order them
	pack          *pack
	covers        *body // nil for a type of one square
	follows       []consequence
	displaces     bool // some mode captures without landing on its victim alone
	lined         bool // it captures on straight ways over empty squares alone
	sweeps        bool // where what it captures may stand depends on the board alone: see prey.go
	comesBack     bool // some path may end where it began
	apart         bool // it has acts apart,
	leaves        bool // or may have: by a mode that ends off the board
	least         int
	greatest      *formula.Formula
}

// offsetSet is a set of offsets, as bits: some ten times smaller than a table, so that those of all types
// stay near the processor.
type offsetSet []uint64

func (s offsetSet) has(offset int) bool { return s[offset>>6]>>(offset&63)&1 != 0 }

// threat is what of a kind says quickly that it cannot attack a square.
type threat struct {
	by     offsetSet // some mode of its own could capture there
	copies bool
}

// use is a set of what a mode is for.
type use uint16

const (
	forMove use = 1 << iota
	forTake
	forShot
	forExit
	forSwap
	forOwn   // captures of its own side's pieces, by landing on them
	forKinds // in denials only: moves of the first declared kind; those of others are the bits above
)

// op selects the walker of a mode.
type op uint8

const (
	opSlide    op = iota // one leg of empty squares
	opJump               // one leg over anything
	opAt                 // one leg with conditions on its steps
	opEdge               // one leg of empty squares, to the edge
	opHalf               // over the one piece midway
	opHop                // over exactly one piece
	opBent               // two legs of empty squares
	opPath               // any other path
	opToward             // along the line to a friend
	opAnywhere           // to any square
	opTour               // legs that capture on the way, hop or repeat
	opAs                 // the modes of another type
	opCarry              // to a square, with another piece
)

type mode struct {
	op          op
	use         use
	onto        bool // the landing square must be empty by the move itself
	full        bool // a path that takes goes on as long as it can
	onward      bool // it lands where it can take on
	clears      bool // what it hops over and takes leaves the board at once
	index       uint8
	in          uint8 // the declared kind in which it captures, from 1; else 0
	twin        int8  // the mode before it that walks the same paths, counted from 1; 0: none
	when        *formula.Formula
	land        *formula.Formula
	after       *formula.Formula
	legs        []leg
	victim      []bool // by TypeID; nil: any
	spares      []bool
	takes       taken
	where       *formula.Formula // whom it captures, if it captures by a condition
	tail        int              // the leg from which the path repeats
	repeats     int              // how often that is walked at most
	returns     string           // what a way is that ends where it began and takes nothing: "move", "pass"; else it is none
	origin      bool             // its own square counts as empty
	as          copying
	carry       *carrying
	exposed     bool     // what passes squares by it can be captured on them
	becomes     []TypeID // what the piece becomes one of
	asksDefence bool     // some condition of it asks what pieces defend
	looks       []mode   // that land wherever it looks,
	beyond      bool     // unless there are none: see looks.go
	noted       bool     // ray walks it, and notes at what it looks
	clause      string   // "12.5/5 §2"
	cite        string
	kind        string // of its captures
}

// taken is where the piece stands that a mode captures.
type taken uint8

const (
	takesLanding taken = iota
	takesBehind
	takesHopped
	takesWhere
	takesPassing
	takesBranches // what the branches of its path end on
)

// turn is how a leg's directions follow from the leg before it.
type turn uint8

const (
	absolute turn = iota
	straightOn
	turn45
	turn90
	turn135
	turn180
	right45
	right90
	left45
	left90
	turns
)

type leg struct {
	vecs    []vec
	headed  [][]vec // directions that depend on the side's heading, by that; vecs then has all of them
	turn    turn
	mask    uint64 // allowed numbers of steps when steps is nil; bit 0: none
	most    int    // the highest allowed number
	steps   *formula.Steps
	byD1    []uint64 // masks by the length of the first leg, if that alone decides
	memo    int      // steps that only depend on counts of pieces are remembered under this number
	counted []TypeID // those counted
	edge    bool
	zero    bool
	any     bool   // passes over anything
	next    bool   // hop: lands right behind
	onto    bool   // hop: ends on the piece, for the next leg to go on from there
	takes   bool   // what stands where it ends is captured on the way
	spares  []bool // by TypeID: but not these; nil: anything
	least1  int    // it hops over so many pieces at least,
	most1   int    // and so many at most; 0: it does not hop
	hurdle  []bool // by TypeID: what it hops over; nil: anything
	occ     uint64
	emp     uint64
	toward  TypeID
	within  int
	clear   bool      // toward: no friend anywhere between
	freely  []bool    // by Square: what stands there is not in its way; nil: nowhere
	slides  []int     // states of squares on which it goes on by itself, of Ruleset.texts
	also    []turn    // further turns beside turn
	mixed   [][][]vec // with these: by ring and place of the direction before

	when   *formula.Formula // asked where a path turns into it, nil: it does
	splits bool             // it turns into every direction of it at once
}

// copying is the compiled form of rules.As.
type copying struct {
	who       copied
	piece     *formula.Formula // whose type it copies
	moves     bool             // captures wherever the type could move
	resolved  bool             // an own-type history resolves to what that one moved as
	initial   bool             // counters of the victim are ignored
	withLoans bool
}

type copied uint8

const (
	copyVictim copied = iota
	copyLast
	copyPiece
)

type grant struct {
	from   TypeID
	within int
	modes  []mode
	reach  []uint16
	takes  uint16
}

type immunity struct {
	self   bool
	beside uint8  // friends in these compass directions
	from   []bool // by TypeID; nil: everything
	acting bool
	when   *formula.Formula
	cite   string
}

// denial is the compiled form of rules.Denial.
type denial struct {
	from          TypeID
	enemy, friend bool
	within        int
	types         []bool // by TypeID; nil: all
	deny          use
	when          *formula.Formula
	cite          string
}

// action is the compiled form of rules.Action.
type action struct {
	def           *rules.Action
	mode          mode
	enemy, friend bool
	neutral       bool
	spares        []bool
	breaks        []bool
}

// blast is what a capture destroys around the captor.
type blast struct {
	within        int
	enemy, friend bool
	spares        []bool
}

type promotion struct {
	in    *region
	when  *formula.Formula
	def   *rules.Promotion
	types []TypeID // what it may become, with to: any
	most  map[TypeID]int
	index int // in the definition
}

// onTheWay reports whether a capture goes on as the new type from a square of the clause.
func (pr *promotion) onTheWay() bool { return pr.def.Timing == rules.OnTheWay }

type weighing struct {
	when, piece, mobility *formula.Formula
}

// Files returns the number of files, Ranks that of ranks.
func (rs *Ruleset) Files() int { return rs.files }

// Ranks returns the number of ranks.
func (rs *Ruleset) Ranks() int { return rs.ranks }

// Squares returns all squares by file, then rank. The slice must not be changed.
func (rs *Ruleset) Squares() []Square { return rs.squares }

// Square returns the square of a name such as "a1"; ok is false if the board has none.
func (rs *Ruleset) Square(name string) (sq Square, ok bool) {
	file, rank, ok := rules.ParseSquare(name)
	if !ok {
		return Off, false
	}
	return rs.at(file, rank)
}

// SquareName returns a square's name, "" for Off.
func (rs *Ruleset) SquareName(sq Square) string {
	if sq == Off {
		return ""
	}
	return rs.names[sq]
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}

// Types returns the number of types; their TypeIDs run from 0 in the order of their rules.
func (rs *Ruleset) Types() int { return len(rs.types) }

// Type returns the type of a name.
func (rs *Ruleset) Type(name string) (TypeID, bool) {
	t, ok := rs.byName[name]
	return t, ok
}

// TypeName returns a type's name, "" for NoType.
func (rs *Ruleset) TypeName(t TypeID) string {
	if t == NoType {
		return ""
	}
	return rs.types[t].name
}

// Glyph returns a type's glyph.
func (rs *Ruleset) Glyph(t TypeID) string { return rs.types[t].glyph }

// Def returns a type's definition, Rule the rule it stands in.
func (rs *Ruleset) Def(t TypeID) *rules.Piece { return rs.types[t].def }

// Rule returns the rule that defines a type.
func (rs *Ruleset) Rule(t TypeID) *rules.Rule { return rs.types[t].rule }

// Royal reports whether pieces of a type are royal.
func (rs *Ruleset) Royal(t TypeID) bool { return rs.types[t].royal }

// CounterIndex returns the index of a type's counter.
func (rs *Ruleset) CounterIndex(t TypeID, name string) (int, bool) {
	for i, n := range rs.types[t].counters {
		if n == name {
			return i, true
		}
	}
	return 0, false
}

// Place returns the file and the rank of a square, from 0.
func (rs *Ruleset) Place(sq Square) (file, rank int) { return int(rs.file[sq]), int(rs.rank[sq]) }

// Initial returns the counters that pieces of a type have at first.
func (rs *Ruleset) Initial(t TypeID) Counters { return rs.types[t].initial }

// CounterNames returns the names of a type's counters in the order of Counters.
func (rs *Ruleset) CounterNames(t TypeID) []string { return rs.types[t].counters }

// PlaceableAt reports whether the limits of a piece's own type let it be placed on a square.
func (p *Position) PlaceableAt(id PieceID, sq Square) bool {
	pc := &p.pieces[id]
	in := p.rs.types[pc.typ].placeIn
	if in != nil && !in.has(sq, p.sides[pc.side].name) {
		return false
	}
	return p.rs.types[pc.typ].placeWhen == nil || p.placeable(id, sq)
}

// Copies reports whether a type moves as the type that its side moved last.
func (rs *Ruleset) Copies(t TypeID) bool {
	for set := rs.types[t].asSet; set != 0; set &= set - 1 {
		if rs.types[t].modes[lowest(set)].as.who == copyLast {
			return true
		}
	}
	return false
}

// PromotesAt reports whether some promotion clause of a piece's type asks it to reach a square.
func (p *Position) PromotesAt(id PieceID, sq Square) bool {
	pc := &p.pieces[id]
	promote := p.rs.types[pc.typ].promote
	for i := range promote {
		if in := promote[i].in; in != nil && in.has(sq, p.sides[pc.side].name) {
			return true
		}
	}
	return false
}
