package aggregate

import (
	"reflect"
	"time"

	"adjudicate/events"
	"adjudicate/rules/formula"
)

// A State is what the outcomes of one ledger add up to. It is a value without pointers
// into rule engines: the same outcomes give the same State on every machine. The zero
// State, and that of NewState, is a ledger before its first event. A State is not safe
// for use by several goroutines while one of them applies outcomes.
type State struct {
	game, system, seed string
	files, ranks       int    // of the system's board, in format 1
	format             int    // of the ledger; 0 in format 1
	text               string // hash of the system's text
	words              []events.Word
	register           []events.RegisterEntry // of format 1 what was added to the system's; replaced, never written in place
	opened, started    bool

	rules    []RuleInForce           // replaced, never written in place
	invented []invention             // by player, the last of each; replaced, never written in place
	readings []events.ReadingInForce // replaced, never written in place

	offices []events.OfficeHeld // replaced, never written in place
	players []Player            // replaced, never written in place
	signing events.SignaturesSet

	balances   []balance
	balanceIdx index

	sides   []side
	entered []string // names of the sides that ever entered, once each; replaced, never written in place
	left    int      // sides that have left since those without pieces were last cleared away

	pieces   []piece
	pieceIdx index
	gone     int // destroyed pieces still in pieces
	repacked int // times the destroyed pieces were cleared away
	serials  []serial

	order   []string
	toPlay  string
	skipped []string
	// promised is the side that plays next once the present turn has ended.
	promised string
	checks   []events.Check
	weights  []events.Weight

	laid     laid          // what a game remembers that began with an array
	array    *openingArray // which one; nil: none, or an engine of before did not write it down
	limit    events.LimitSet
	hasLimit bool
	lapsed   lapse
	stages   []stage   // replaced, never written in place
	calendar time.Time // up to when days and months have been answered; zero: no rule has asked for them
	clock    time.Time // the latest moment that an outcome has told

	matters  []events.MatterOpened   // that wait, with who agrees; replaced, never written in place
	refusals []events.MatterAnswered // of those; replaced, never written in place
	bonds    []events.BondSet        // replaced, never written in place
	seals    []events.SealKept       // replaced, never written in place
	marks    []events.SquareMarked   // replaced, never written in place

	round     round  // plays that are made together; lists replaced, never written in place
	spurred   bool   // the side to play has been spurred on in this turn
	turns     int    // that have ended
	captor    string // the piece that made the last capture
	remembers bool   // what pieces have been through, from the start
	hand      int    // hands won
	titles    []Title
	over      bool
	drawn     labels            // of lots
	lots      []string          // the last of those labels, in the order of their draws as far as it is known: only ever appended to. Snapshots of before ask for it
	supplied  []events.LotDrawn // replaced, never written in place

	benches []bench // several tables; nil: none. Replaced, never written in place
	bench   int     // which of them is looked at

	moments []*State // at which the last plays began that can be taken back; replaced, never written in place
	playing bool     // the play that is being made began at the last of them

	unequal *unequal // its own; nil: nobody asks where it differs from another
}

// RuleInForce is a rule at the revision that holds. Rule is its canonical JSON.
type RuleInForce struct {
	Number   string
	Revision int
	Rule     []byte
	Decreed  string    // what the last effect on its force said, DecreedEnforced or DecreedSuspended; "": none has said anything
	Dormant  bool      // it is in the book and without force
	Until    time.Time // when it lapses; zero: it does not
	Before   string    // of a rule that lapses: the canonical text that is in force again then, "" if none is
}

// Player is a known player. Status is "active" or "vacation".
type Player struct {
	Name      string
	Addresses []string
	Status    string
	Key       string // by which they sign plays, "" for none
}

// Title is a title won with a hand.
type Title struct {
	Player string
	Title  string
	Hand   int
}

// FreePieces is a side's right to choose pieces for nothing: at most Count of total value
// at most Budget. Draft says that it is the right of a new side, and not one that the
// end of a hand brought. Moved says that the side has made a play other than a Pass since.
type FreePieces struct {
	Count  int
	Budget events.Half
	Draft  bool
	Moved  bool
}

type balance struct {
	account, asset string
	amount         events.Half
}

type side struct {
	name, player string
	attributes   []string // sorted; replaced, never written in place
	gone         bool
	last         events.Payload // the events.AtomicPlayed that it made last; nil if it has made none
	defaults     int
	entered      int // hands won when it entered
	free         FreePieces
	lastPlayAt   time.Time // of its last play in a stage without turns
	endedAt      time.Time // of its last play, where plays say when they were made
	given        int       // checks that it has given, in a game that began with an array
	checking     int       // plays in a row that have given one, where rules ask
	steps        int       // in its plays in a row, where rules ask
}

type piece struct {
	id, typ  string
	at       string // "" off-board
	counters []events.Counter
	side     int32
	gone     bool
	marks
	past
}

type serial struct {
	prefix  string
	highest int
}

// lapse is a limit that made its default play by itself, with nobody to tell its side so.
type lapse struct {
	side    string
	expired time.Time
}

// NewState returns the state of an empty ledger.
func NewState() *State { return new(State) }

// Clone returns a State that shares nothing that either of the two will ever write.
func (s *State) Clone() *State {
	c := new(State)
	c.copyFrom(s)
	return c
}

// Size is about how many bytes a clone of the state takes beside the state: what the two share is left out.
func (s *State) Size() int {
	size := room[State]() + cap(s.balances)*room[balance]() + cap(s.sides)*room[side]() + cap(s.pieces)*room[piece]() + cap(s.serials)*room[serial]()
	return size + (cap(s.balanceIdx.slots)+cap(s.pieceIdx.slots))*room[int32]()
}

// room is how many bytes a value takes where it stands.
func room[T any]() int { return int(reflect.TypeFor[T]().Size()) }

// copyFrom makes s equal to t, reusing the memory of s.
func (s *State) copyFrom(t *State) {
	balances, sides, pieces, serials := s.balances, s.sides, s.pieces, s.serials
	balanceIdx, pieceIdx, unequal := s.balanceIdx, s.pieceIdx, s.unequal
	s.share(t)
	s.balances = append(balances[:0], t.balances...)
	s.sides = append(sides[:0], t.sides...)
	s.pieces = append(pieces[:0], t.pieces...)
	s.serials = append(serials[:0], t.serials...)
	balanceIdx.copyFrom(&t.balanceIdx)
	pieceIdx.copyFrom(&t.pieceIdx)
	s.balanceIdx, s.pieceIdx, s.unequal = balanceIdx, pieceIdx, unequal
	s.unequal.forget()
}

// share takes over all of t but the memory that each state has of its own, which it leaves to be filled in. Slices that are only ever
// replaced or appended to are shared, without room to append into.
func (s *State) share(t *State) {
	*s = *t
	s.titles = t.titles[:len(t.titles):len(t.titles)]
	s.lots = t.lots[:len(t.lots):len(t.lots)]
}

// sameEnds reports whether two names have the same length and last letter, as few names of sides have: that is told without a call.
func sameEnds(a, b string) bool {
	return len(a) == len(b) && (len(a) == 0 || a[len(a)-1] == b[len(b)-1])
}

// findSide returns the index of the side of that name that is in the game.
func (s *State) findSide(name string) (int, bool) {
	for i := len(s.sides) - 1; i >= 0; i-- {
		if d := &s.sides[i]; sameEnds(d.name, name) && d.name == name && !d.gone {
			return i, true
		}
	}
	return 0, false
}

// sideNamed is the index of a side in the game, formula.Absent if there is none of that name.
func (s *State) sideNamed(name string) int {
	if i, ok := s.findSide(name); ok {
		return i
	}
	return formula.Absent
}

// findPiece returns the index of a piece that exists.
func (s *State) findPiece(id string) (int, bool) {
	i, ok := s.pieceIdx.find(hashName(id), func(i int) bool { return s.pieces[i].id == id })
	if !ok || s.pieces[i].gone {
		return 0, false
	}
	return i, true
}

func (s *State) findBalance(account, asset string) (int, bool) {
	return s.balanceIdx.find(hashPair(account, asset), func(i int) bool {
		return s.balances[i].account == account && s.balances[i].asset == asset
	})
}

// anyPiece returns the index of a piece of that id, destroyed or not.
func (s *State) anyPiece(id string) (int, bool) {
	return s.pieceIdx.find(hashName(id), func(i int) bool { return s.pieces[i].id == id })
}
