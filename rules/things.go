package rules

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"adjudicate/rules/formula"
)

// The sorts of things that formulas speak of.
const (
	SortPiece formula.Sort = iota
	SortSquare
	SortSide
	SortType
	SortPlayer
	SortAccount
)

// Sorts is what a thing of each sort is called.
var Sorts = []string{"a piece", "a square", "a side", "a type", "a player", "an account"}

// Attributes of what is on a board, by their place in every vocabulary that speaks of it.
const (
	PieceType = iota
	PieceSide
	PieceSquare
	PieceValue
	PieceRoyal
	PieceCounter
	PieceAttacked
	PieceAttacks
	PieceDefended
	PieceDefends
	SquareFile
	SquareRank
	SquarePiece
	SquareIn
	SideRoyal
	SideInCheck
	TypeValue
	TypeRoyal
	PieceMoved
	PiecePlaced
	PiecePromoted
	SquareEmpty
	SideChecks
	PieceIn
	SidePassed
	SquareMarked
	SquareNth
	SquareNext
	PieceAge
	PieceRested
	PieceCaptures
	PieceCapturesOf
	PieceLastVictim
	PieceStood
	PieceCapturedLast
	SidePlayer
	SideIs
	PlayerHas
	PlayerSealed
	SideAccount
	PlayerAccount
	SideSteps
	PlayerHolds
	SquareMark
	SquareMarkSide
	BoardAttrs // how many there are
)

// Sets of things on a board, by their place in every vocabulary that speaks of it.
const (
	AllPieces = iota
	AllHoldings
	AllSquares
	AllSides
	SidePieces
	SideHoldings
	TypePieces
	SquareAround
	SquareNeighbours
	SquareConnected
	PieceLinked
	PieceLinkedOwn
	AllPlayers
	PlayerSides
	BoardSets // how many there are
)

// FarAway is the distance to a thing that is not on the board, which is greater than any on it.
const FarAway = 1000

// Costs of questions, in steps of a formula: a piece is asked for its moves.
const (
	costAttack  = 8
	mostSides   = 64  // sides in the cost of a formula, where a game has not said
	mostHolding = 512 // off-board pieces in the cost of a formula
	mostPlayers = 200 // players in the cost of a formula
)

// Kinds and sorts of arguments.
var (
	oneText     = []formula.Kind{formula.Text}
	aThing      = []formula.Kind{formula.Thing}
	twoThings   = []formula.Kind{formula.Thing, formula.Thing}
	threeThings = []formula.Kind{formula.Thing, formula.Thing, formula.Thing}
	aPiece      = []formula.Sort{SortPiece}
	aSide       = []formula.Sort{SortSide}
	aPlayer     = []formula.Sort{SortPlayer}
	anAccount   = []formula.Sort{SortAccount, SortAccount}
	squareSorts = []formula.Sort{SortSquare, SortSquare, SortSquare}
)

// boardAttrs are the attributes of things on a board.
func (r Resolver) boardAttrs() []formula.Attr {
	truth := formula.Bool
	onBoard := max(1, r.Files*r.Ranks)
	return []formula.Attr{
		PieceType:     {Of: SortPiece, Name: "type", Result: formula.Thing, Sort: SortType},
		PieceSide:     {Of: SortPiece, Name: "side", Result: formula.Thing, Sort: SortSide},
		PieceSquare:   {Of: SortPiece, Name: "square", Result: formula.Thing, Sort: SortSquare, Implied: true},
		PieceValue:    {Of: SortPiece, Name: "value", Span: halves(0), Cost: 1 + r.ValueCost},
		PieceRoyal:    {Of: SortPiece, Name: "royal", Result: truth},
		PieceCounter:  {Of: SortPiece, Name: "counter", Args: oneText, Resolve: text(r.Counter), Span: formula.Between(-MostCount, MostCount)},
		PieceAttacked: {Of: SortPiece, Name: "attacked", Result: truth, Cost: onBoard * costAttack},
		PieceAttacks:  {Of: SortPiece, Name: "attacks", Args: aThing, Sorts: aPiece, Result: truth, Cost: costAttack},
		PieceDefended: {Of: SortPiece, Name: "defended", Result: truth, Cost: onBoard * costAttack},
		PieceDefends:  {Of: SortPiece, Name: "defends", Args: aThing, Sorts: aPiece, Result: truth, Cost: costAttack},
		SquareFile:    {Of: SortSquare, Name: "file", Span: formula.Between(1, float64(max(1, r.Files)))},
		SquareRank:    {Of: SortSquare, Name: "rank", Span: formula.Between(1, float64(max(1, r.Ranks)))},
		SquarePiece:   {Of: SortSquare, Name: "piece", Result: formula.Thing, Sort: SortPiece},
		SquareIn:      {Of: SortSquare, Name: "in", Args: oneText, Resolve: text(r.Region), Result: truth},
		SideRoyal:     {Of: SortSide, Name: "royal", Result: formula.Thing, Sort: SortPiece},
		SideInCheck:   {Of: SortSide, Name: "in_check", Result: truth, Cost: onBoard * costAttack},
		TypeValue:     {Of: SortType, Name: "value", Span: halves(0), Cost: 1 + r.ValueCost},
		TypeRoyal:     {Of: SortType, Name: "royal", Result: truth},
		PieceMoved:    {Of: SortPiece, Name: "moved", Result: truth},
		PiecePlaced:   {Of: SortPiece, Name: "placed", Result: truth},
		PiecePromoted: {Of: SortPiece, Name: "promoted", Result: truth},
		SquareEmpty:   {Of: SortSquare, Name: "empty", Result: truth},
		SidePassed:    {Of: SortSide, Name: "passed", Result: truth},
		PieceIn:       {Of: SortPiece, Name: "in", Args: oneText, Resolve: text(r.Region), Result: truth},
		SquareMarked:  {Of: SortSquare, Name: "marked", Args: oneText, Resolve: text(r.Mark), Result: truth},
		SquareMark:    {Of: SortSquare, Name: "mark", Args: oneText, Resolve: text(r.Mark), Span: formula.Between(0, MostMark)},
		SquareNth:     {Of: SortSquare, Name: "nth", Args: oneText, Resolve: text(r.Region), Span: formula.Between(0, float64(max(1, onBoard)))},
		SquareNext:    {Of: SortSquare, Name: "next", Args: oneText, Resolve: text(oneDirection), Result: formula.Thing, Sort: SortSquare},
		PieceAge:      {Of: SortPiece, Name: "age", Span: formula.Between(0, formula.Bound)},
		PieceRested:   {Of: SortPiece, Name: "rested", Span: formula.Between(0, formula.Bound)},
		PieceCaptures: {Of: SortPiece, Name: "captures", Span: formula.Between(0, formula.Bound)},

		SquareMarkSide:    {Of: SortSquare, Name: "mark_side", Args: oneText, Resolve: text(r.Mark), Result: formula.Thing, Sort: SortSide},
		PieceCapturesOf:   {Of: SortPiece, Name: "captures_of", Args: oneText, Resolve: text(r.Type), Span: formula.Between(0, formula.Bound)},
		PieceLastVictim:   {Of: SortPiece, Name: "last_victim", Result: formula.Thing, Sort: SortType},
		PieceStood:        {Of: SortPiece, Name: "stood", Result: formula.Thing, Sort: SortSquare},
		PieceCapturedLast: {Of: SortPiece, Name: "captured_last", Result: truth},

		SideChecks: {Of: SortSide, Name: "checks", Span: formula.Between(0, MostCount)},

		SidePlayer:    {Of: SortSide, Name: "player", Result: formula.Thing, Sort: SortPlayer},
		SideIs:        {Of: SortSide, Name: "is", Args: oneText, Resolve: text(r.Asset), Result: truth},
		PlayerHas:     {Of: SortPlayer, Name: "has", Args: oneText, Resolve: text(r.Asset), Span: halves(-formula.Bound)},
		PlayerSealed:  {Of: SortPlayer, Name: "sealed", Args: oneText, Resolve: text(r.Asset), Result: truth},
		SideAccount:   {Of: SortSide, Name: "account", Result: formula.Thing, Sort: SortAccount, Implied: true},
		PlayerAccount: {Of: SortPlayer, Name: "account", Result: formula.Thing, Sort: SortAccount, Implied: true},

		SideSteps:   {Of: SortSide, Name: "steps", Span: formula.Between(0, MostCount)},
		PlayerHolds: {Of: SortPlayer, Name: "holds", Args: oneText, Resolve: text(r.Asset), Result: truth},
	}
}

// oneDirection numbers the directions that a square has a next one in: the eight of the compass, and then those that count from the
// heading of the side concerned.
func oneDirection(name string) (int, error) {
	if i := slices.Index(compassWords, name); i >= 0 {
		return i, nil
	}
	if i := slices.Index(headedWords, name); i >= 0 {
		return len(compassWords) + i, nil
	}
	return 0, fmt.Errorf("%q is not one direction: expected one of %s", name, strings.Join(slices.Concat(compassWords, headedWords), ", "))
}

func halves(low float64) formula.Range {
	return formula.Range{Low: low, High: formula.Bound, Num: 1, Den: 2}
}

// boardSets are the sets of things on a board. Without a board they are of no size.
func (r Resolver) boardSets() []formula.Set {
	squares := r.Files * r.Ranks
	sides, holding, players := mostSides, mostHolding, mostPlayers
	if squares == 0 {
		sides, holding, players = 0, 0, 0
	}
	return []formula.Set{
		AllPieces:    {Name: "pieces", Member: SortPiece, Most: squares},
		AllHoldings:  {Name: "holdings", Member: SortPiece, Most: holding},
		AllSquares:   {Name: "squares", Member: SortSquare, Most: squares},
		AllSides:     {Name: "sides", Member: SortSide, Most: sides},
		SidePieces:   {Name: "pieces", Owned: true, Of: SortSide, Member: SortPiece, Most: squares},
		SideHoldings: {Name: "holdings", Owned: true, Of: SortSide, Member: SortPiece, Most: holding},
		TypePieces:   {Name: "pieces", Owned: true, Of: SortType, Member: SortPiece, Most: squares},
		SquareAround: {Name: "around", Owned: true, Of: SortSquare, Arg: true, Member: SortSquare, Most: squares, Within: squaresWithin},

		SquareNeighbours: {Name: "neighbours", Owned: true, Of: SortSquare, Member: SortSquare, Most: min(squares, len(compassWords))},
		SquareConnected:  {Name: "connected", Owned: true, Of: SortSquare, Reach: true, Member: SortSquare, Most: squares},

		PieceLinked:    {Name: "linked", Owned: true, Of: SortPiece, Member: SortPiece, Most: squares},
		PieceLinkedOwn: {Name: "linked_own", Owned: true, Of: SortPiece, Member: SortPiece, Most: squares},

		AllPlayers:  {Name: "players", Member: SortPlayer, Most: players},
		PlayerSides: {Name: "sides", Owned: true, Of: SortPlayer, Member: SortSide, Most: min(players, sides)},
	}
}

// squaresWithin is how many squares there are at most at a distance of at most n from a square, that itself left out.
func squaresWithin(n float64) int {
	n = min(max(0, math.Floor(n)), MostFiles)
	return int((2*n+1)*(2*n+1)) - 1
}

// Functions of things on a board, by their place after the first function that Board adds.
const (
	FuncDistance = iota
	FuncAligned
	FuncBetween
	FuncClear
	FuncShift
	FuncSideCalled    // what a side is called becomes that side
	FuncPlayerCalled  // what a player is called becomes that player
	FuncAccountCalled // what an account is called becomes that account
	FuncAssets
	FuncBound
	FuncChosen // what a side has chosen besides its act: a square,
	_          // a piece,
	_          // a side,
	_          // a type,
	_          // a number
	BoardFuncs // how many there are
)

// Board lets a vocabulary speak of the things on a board. It adds BoardFuncs functions:
//
//	distance(a, b)    the greater of the files and the ranks between two squares or pieces
//	aligned(a, b)     they share a file, a rank or a diagonal
//	between(x, a, b)  x lies on the line from a to b, and on neither
//	clear(a, b)       they are aligned, and every square between them is empty
//	shift(x, a, b)    the square that lies from x as b lies from a
//	assets(x, "…")    what a side, a player or the account of that name has of an asset
//	bound("…", a, b)  the sides a and b are bound to each other by that name
func (r Resolver) Board(v *formula.Vocabulary) *formula.Vocabulary {
	v.Meant = said
	if v.Elsewhere == nil {
		v.Elsewhere = outsideOrders
	}
	called := len(v.Funcs) + FuncSideCalled
	v.Funcs = append(v.Funcs,
		formula.Func{Name: "distance", Args: twoThings, Sorts: squareSorts[:2], Span: formula.Between(0, FarAway)},
		formula.Func{Name: "aligned", Args: twoThings, Sorts: squareSorts[:2], Result: formula.Bool},
		formula.Func{Name: "between", Args: threeThings, Sorts: squareSorts, Result: formula.Bool},
		formula.Func{Name: "clear", Args: twoThings, Sorts: squareSorts[:2], Result: formula.Bool},
		formula.Func{Name: "shift", Args: threeThings, Sorts: squareSorts, Result: formula.Thing, Sort: SortSquare},
		formula.Func{Name: "the side called", Args: aThing, Sorts: aSide, Result: formula.Thing, Sort: SortSide},
		formula.Func{Name: "the player called", Args: aThing, Sorts: aPlayer, Result: formula.Thing, Sort: SortPlayer},
		formula.Func{Name: "the account called", Args: aThing, Sorts: anAccount[:1], Result: formula.Thing, Sort: SortAccount},
		formula.Func{Name: "assets", Args: []formula.Kind{formula.Thing, formula.Text}, Sorts: anAccount, Resolve: text(r.Asset), Span: halves(-formula.Bound)},
		formula.Func{Name: "bound", Args: []formula.Kind{formula.Text, formula.Thing, formula.Thing}, Sorts: []formula.Sort{SortSide, SortSide, SortSide},
			Result: formula.Bool, Resolve: text(r.Side)},
	)
	v.Funcs = append(v.Funcs, chosenFuncs...)
	v.Attrs, v.Sets = r.boardAttrs(), r.boardSets()
	v.Quantities = r.Quantities
	v.Names = &formula.Names{Sorts: Sorts, Resolve: func(sort formula.Sort, text string, beside formula.Call) (formula.Naming, error) {
		return r.name(sort, text, called)
	}}
	return v
}

// chosenFuncs are the functions by which formulas know what a side has chosen, by the place of the choice among those that have names. No rule writes them.
var chosenFuncs = []formula.Func{
	{Name: "the chosen square", Args: oneNumber, Result: formula.Thing, Sort: SortSquare},
	{Name: "the chosen piece", Args: oneNumber, Result: formula.Thing, Sort: SortPiece},
	{Name: "the chosen side", Args: oneNumber, Result: formula.Thing, Sort: SortSide},
	{Name: "the chosen type", Args: oneNumber, Result: formula.Thing, Sort: SortType},
	{Name: "the chosen number", Args: oneNumber, Span: formula.Between(0, formula.Bound)},
}

var oneNumber = []formula.Kind{formula.Number}

// name says which thing a text stands for.
func (r Resolver) name(sort formula.Sort, text string, called int) (formula.Naming, error) {
	ask := func(f func(string) (int, error)) (formula.Naming, error) {
		if f == nil {
			return formula.Naming{}, nil
		}
		id, err := f(text)
		return formula.Naming{ID: id}, err
	}
	switch sort {
	case SortType:
		return ask(r.Type)
	case SortSquare:
		return ask(r.Square)
	case SortSide:
		n, err := ask(r.Side)
		n.Via = called + 1
		return n, err
	case SortPlayer:
		n, err := ask(r.Side)
		n.Via = called + 2
		return n, err
	case SortAccount:
		n, err := ask(r.Side)
		n.Via = called + 3
		return n, err
	}
	return formula.Naming{}, fmt.Errorf("a piece cannot be named in rules: describe what distinguishes it, as in it.type == %q", text)
}

// Variables of a definition that are things, by their place after its named conditions.
const (
	VarSelf = iota
	VarMover
	VarFrom
	VarTo
	VarVictim
)

// thingVars are the things that a condition of a definition is about.
var thingVars = []formula.Var{
	VarSelf:   {Name: "self", Kind: formula.Thing, Sort: SortPiece},
	VarMover:  {Name: "mover", Kind: formula.Thing, Sort: SortSide},
	VarFrom:   {Name: "from", Kind: formula.Thing, Sort: SortSquare},
	VarTo:     {Name: "to", Kind: formula.Thing, Sort: SortSquare},
	VarVictim: {Name: "victim", Kind: formula.Thing, Sort: SortPiece},
}

// What a game knows beyond its board that no mode can ask for: attributes, sets and functions, by their place after those
// of the board.
const (
	SideWeight = BoardAttrs + iota
	SideCounting
	PieceMoves
	SideToPlay
	SideChecking
	PieceAtStake
)

// RowPieces is the set of the pieces that go as a row, by its place after those of the board; RowWords lets conditions about a row ask for it.
const RowPieces = BoardSets

// RowWords is the words of conditions of a definition (v), and the set row, on a board of a size, the edges of which may lead around.
func RowWords(v *formula.Vocabulary, files, ranks int, around bool) *formula.Vocabulary {
	most := max(files, ranks)
	if around {
		most = files * ranks // a diagonal may come by every square
	}
	out := *v
	out.Sets = append(slices.Clip(v.Sets), formula.Set{Name: "row", Member: SortPiece, Most: most})
	return &out
}

const ActVictims = BoardSets // the pieces that the act takes which is asked about

const FuncQuiet = BoardFuncs // plays since the last capture, and since the last play of a type

// calendarVars are what a game knows beyond its board: the date and the time of the input (UTC), and how many turns have ended.
var calendarVars = ranged("year", "month", "day", "weekday", "turns", "hour", "minute")

// Variables that Calendar and World add, after those of a definition.
const (
	VarYear = VarVictim + 1 + iota
	VarMonth
	VarDay
	VarWeekday
	VarTurns
	VarHour
	VarMinute
	VarRepetitions // how often there was the position that a play has brought about
	VarRecurrence  // how many turns ago it was there first
	VarUnchanged   // it is the one in which the plays in a row of a side began
	WorldVars      // how many there are
)

// VarCopied is the word copied of definitions, after those of the calendar.
const VarCopied = VarMinute + 1

// The words via and turn of the conditions of legs, the last of definitions.
const (
	VarVia = VarCopied + 1 + iota
	VarTurn
)

// World lets a vocabulary of procedures and duties speak of the board, of the date and the turns, and of what depends on what
// pieces can do.
func (r Resolver) World(v *formula.Vocabulary) *formula.Vocabulary {
	v.Vars = append(v.Vars, thingVars...)
	v.Vars = append(v.Vars, calendarVars...)
	v.Vars = append(append(v.Vars, ranged("repetitions", "recurrence")...), formula.Var{Name: "unchanged", Kind: formula.Bool})
	v = r.Board(v)
	v.Attrs = append(v.Attrs, r.worldAttrs()...)
	v.Sets = append(v.Sets, formula.Set{Name: "victims", Member: SortPiece, Most: r.Files * r.Ranks})
	v.Quantities = append(slices.Clip(v.Quantities), r.Chosen...)
	v.Funcs = append(v.Funcs, formula.Func{Name: "quiet", Args: aThing, Sorts: []formula.Sort{SortType}, Span: formula.Between(0, formula.Bound)})
	return v
}

// worldAttrs are the attributes that World adds.
func (r Resolver) worldAttrs() []formula.Attr {
	squares := max(1, r.Files*r.Ranks)
	return []formula.Attr{
		{Of: SortSide, Name: "weight", Span: halves(-formula.Bound), Cost: squares * costAttack},
		{Of: SortSide, Name: "counting", Span: formula.Between(0, float64(squares))},
		{Of: SortPiece, Name: "moves", Span: formula.Between(0, float64(squares)), Cost: costAttack},
		{Of: SortSide, Name: "to_play", Result: formula.Bool},
		{Of: SortSide, Name: "checking", Span: formula.Between(0, MostCount)},
		{Of: SortPiece, Name: "at_stake", Result: formula.Bool},
	}
}
