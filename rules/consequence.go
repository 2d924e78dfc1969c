package rules

import (
	"maps"
	"slices"

	"adjudicate/rules/formula"
)

// Things that formulas of consequences speak of, by their place after the counters.
const (
	ThenSelf = iota
	ThenActor
	ThenCaptor
	ThenVictim
	ThenIt
	ThenMover
	ThenOwner
	ThenFrom
	ThenTo
	ThenAt
	ThenPlace
	ThenLeft
	ThenVars // how many there are; the date and turns follow
)

var thenVars = []formula.Var{
	ThenSelf:   {Name: "self", Kind: formula.Thing, Sort: SortPiece},
	ThenActor:  {Name: "actor", Kind: formula.Thing, Sort: SortPiece},
	ThenCaptor: {Name: "captor", Kind: formula.Thing, Sort: SortPiece},
	ThenVictim: {Name: "victim", Kind: formula.Thing, Sort: SortPiece},
	ThenIt:     {Name: "it", Kind: formula.Thing, Sort: SortPiece},
	ThenMover:  {Name: "mover", Kind: formula.Thing, Sort: SortSide},
	ThenOwner:  {Name: "owner", Kind: formula.Thing, Sort: SortSide},
	ThenFrom:   {Name: "from", Kind: formula.Thing, Sort: SortSquare},
	ThenTo:     {Name: "to", Kind: formula.Thing, Sort: SortSquare},
	ThenAt:     {Name: "at", Kind: formula.Thing, Sort: SortSquare},
	ThenPlace:  {Name: "place", Kind: formula.Thing, Sort: SortSquare},
	ThenLeft:   {Name: "left", Kind: formula.Thing, Sort: SortSquare},
}

// ConsequenceVocabulary is the words of consequences: files, ranks, the counters of self, count(type),
// reading(entry), the things on the board, and
//
//	self    the piece whose definition it is; in a procedure the actor
//	actor   whose moment it is
//	captor  the piece that takes it, victim the piece that is taken
//	it      with where: the piece that is asked
//	mover   the side that acts, owner the side that the actor belongs to, or did
//	from, to, at  where the act began and ended, where the moment is
//	place   with mark and unmark: the square that is asked
//	left    the square that the actor left, none if it came from a holding or has not moved
//	drawn("…")  that name has been drawn by an effect before
func ConsequenceVocabulary(counters []Counter, r Resolver) *formula.Vocabulary {
	v := &formula.Vocabulary{Vars: counterVars([]formula.Var{{Name: "files"}, {Name: "ranks"}}, counters)}
	v.Vars = append(append(v.Vars, thenVars...), calendarVars...)
	v.Funcs = []formula.Func{ThenCount: r.Count(), ThenDrawn: drawn(r)}
	v = r.Board(v)
	v.Quantities = append(slices.Clip(v.Quantities), r.Chosen...)
	return r.reading(v)
}

// Functions of a ConsequenceVocabulary, by their place; those of the board follow.
const (
	ThenCount = iota
	ThenDrawn
	ThenFuncs // how many there are
)

func drawn(r Resolver) formula.Func {
	return formula.Func{Name: "drawn", Args: oneText, Result: formula.Bool, Resolve: text(r.Side)}
}

// Waits reports whether a lot decides what some effect does, or a side surrenders by one. What follows so waits until the play has been judged.
func (e *Consequence) Waits() bool {
	return slices.ContainsFunc(e.Do, func(d Doing) bool { return d.Lot != "" || d.Draw != nil || d.Surrender != "" })
}

// moments are those of pieces, occasions those of sides and of the game, which procedures answer.
var (
	moments   = []string{"moved", "placed", "attacks", "captures", "captured", "removed", "landed", "passed", "acts"}
	occasions = append([]string{OnEnters, OnLeaves, "passes", "surrenders", OnBuys, OnRoyalCaptured, OnStruck, "turn-starts", "turn-ends", EndsOnLimit, OnRefused, OnHandEnds, OnDay, OnMonth, OnEnacted, OnRepealed},
		slices.Sorted(maps.Keys(doings))...)
)

// OnBuys is the moment of a purchase.
const OnBuys = "buys"

// doings are the moments of what is done beside playing, after it has been done, with the words under which duties and consents know it.
// Purchases, and sides that come and go, have moments of their own.
var doings = map[string]string{
	"enacts": "enact", "amends": "amend", "repeals": "repeal", "adopts": "adopt", "destroys": "destroy", "chooses": "choose",
	"transfers": "transfer", "hands-over": "hand-over", "appoints": "appoint",
}

// doingOf is the moment of each kind of input that has one.
var doingOf = func() map[string]string {
	of := map[string]string{}
	for on, word := range doings {
		of[Sought[word]] = on
	}
	return of
}()

// OnDoing returns the moment at which follows what rules say of an input of a kind; ok is false if there is none.
func OnDoing(kind string) (on string, ok bool) {
	on, ok = doingOf[kind]
	return on, ok
}

// sideless are the moments that are about no side.
var sideless = []string{OnEnacted, OnRepealed, OnHandEnds, "enacts", "amends", "repeals", "adopts", "transfers", "appoints"}

// The moments of a rule: it has come into force, by enactment or amendment; it is about to be repealed or to lapse.
const (
	OnEnacted  = "enacted"
	OnRepealed = "repealed"
)

// The moments of the calendar.
const (
	OnDay   = "day"
	OnMonth = "month"
)

// Occasion reports whether it is about a moment of a side or of the game.
func (e *Consequence) Occasion() bool { return slices.Contains(occasions, e.On) }

// Variables of an OccasionVocabulary, by their place; those of the world follow.
const (
	OccasionSide = iota
	OccasionOther
	OccasionActor
	OccasionIt
	OccasionPlayer
	OccasionWho
	OccasionType
	OccasionPlace
	OccasionAmount
	OccasionTakebacks
	OccasionVars // how many there are
)

// Functions of an OccasionVocabulary, by their place; those of the world follow.
const (
	FuncPlays = iota
	FuncDrawn
	FuncCount
	FuncHow
	FuncRule
	FuncAsset
	FuncFault
	OccasionFuncs // how many there are
)

// OccasionVocabulary is the words of what follows at moments of sides and of the game: those of the world, and
//
//	side            whose moment it is; at those of the calendar each side in turn
//	other           the side that brought it about
//	actor           the piece that it is about
//	it              the piece that is asked
//	plays("…")      the player of that name holds a side in the game
//	drawn("…")      that name has been drawn by an effect before
//	how("…")        the play was made so: submitted, default, automatic, notified
//	player          who does it: of a power, of what needs consent; else the player of the side
//	who             each player that consent may be asked of
//	type            what is bought; what a rule defines that is enacted, amended or repealed
//	rule("…")       the rule that is enacted, amended or repealed has that number, or one below it
//	place           each square that may be marked
//	amount          that is named with a power, or transferred
//	takebacks       how many plays can be taken back
//	asset("…")      what is transferred is that asset
//	fault("…")      the play was refused for that reason, among others
//	count(type), reading(entry)
func OccasionVocabulary(r Resolver) *formula.Vocabulary {
	v := &formula.Vocabulary{Vars: []formula.Var{
		OccasionSide:  {Name: "side", Kind: formula.Thing, Sort: SortSide},
		OccasionOther: {Name: "other", Kind: formula.Thing, Sort: SortSide},
		OccasionActor: {Name: "actor", Kind: formula.Thing, Sort: SortPiece},
		OccasionIt:    {Name: "it", Kind: formula.Thing, Sort: SortPiece},

		OccasionPlayer: {Name: "player", Kind: formula.Thing, Sort: SortPlayer},
		OccasionWho:    {Name: "who", Kind: formula.Thing, Sort: SortPlayer},
		OccasionType:   {Name: "type", Kind: formula.Thing, Sort: SortType},
		OccasionPlace:  {Name: "place", Kind: formula.Thing, Sort: SortSquare},
		OccasionAmount: {Name: "amount"},

		OccasionTakebacks: {Name: "takebacks"},
	}}
	v.Funcs = []formula.Func{
		FuncPlays: {Name: "plays", Args: oneText, Result: formula.Bool, Resolve: text(r.Side)},
		FuncDrawn: drawn(r),
		FuncCount: r.Count(),
		FuncHow:   {Name: "how", Args: oneText, Result: formula.Bool, Resolve: text(r.Side)},
		FuncRule:  {Name: "rule", Args: oneText, Result: formula.Bool, Resolve: text(r.Side)},
		FuncAsset: {Name: "asset", Args: oneText, Result: formula.Bool, Resolve: text(r.Asset)},
		FuncFault: {Name: "fault", Args: oneText, Result: formula.Bool, Resolve: text(r.reason)},
	}
	return r.reading(r.World(v))
}
