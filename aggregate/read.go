package aggregate

import (
	"cmp"
	"iter"
	"slices"
	"time"

	"adjudicate/events"
	"adjudicate/rules"
)

// Game returns the game's name, System the system it is played under, Seed the seed of
// its lots in hex.
func (s *State) Game() string { return s.game }

// System returns the name of the rule system, such as "chess".
func (s *State) System() string { return s.system }

// Seed returns the 64 hex digits from which lots nobody supplied are drawn.
func (s *State) Seed() string { return s.seed }

// Board returns the size of the board by the rules in force; if none of them says so, that of
// the game's system in format 1, else 0.
func (s *State) Board() (files, ranks int) {
	if b := readingOf(s.rules).board(); b != nil {
		return b.Files, b.Ranks
	}
	return s.files, s.ranks
}

// Rulebook reads the rules that have force. Nobody writes to what it returns.
func (s *State) Rulebook() (*rules.Rulebook, error) { return readingOf(s.rules).book() }

// WholeRulebook reads the rules in the book, also those that have no force for the time being. Nobody writes to what it returns.
func (s *State) WholeRulebook() (*rules.Rulebook, error) { return readingOf(s.rules).whole() }

// Opened reports whether the ledger has been opened.
func (s *State) Opened() bool { return s.opened }

// Started reports whether the first order of play is made and the game runs.
func (s *State) Started() bool { return s.started }

// Holder returns the player who holds an office, "" if nobody does.
func (s *State) Holder(office string) string {
	for i := range s.offices {
		if s.offices[i].Office == office {
			return s.offices[i].Player
		}
	}
	return ""
}

// Vacant returns an office that nobody holds and without which the game is suspended, "" if there is none.
func (s *State) Vacant() string {
	if !s.opened {
		return ""
	}
	for _, office := range readingOf(s.rules).suspending() {
		if s.Holder(office) == "" {
			return office
		}
	}
	return ""
}

// Offices returns who holds which office. The slice is read only.
func (s *State) Offices() []events.OfficeHeld { return s.offices }

// Rules returns the rules in force in the order of their enactment. The slice is read only.
func (s *State) Rules() []RuleInForce { return s.rules }

// Rule returns the rule of that number if it is in force.
func (s *State) Rule(number string) (RuleInForce, bool) {
	for _, r := range s.rules {
		if r.Number == number {
			return r, true
		}
	}
	return RuleInForce{}, false
}

// Readings returns the adopted readings in the order of first adoption. The slice is read only.
func (s *State) Readings() []events.ReadingInForce { return s.readings }

// Players returns the known players in the order in which they became known. The slice is read only.
func (s *State) Players() []Player { return s.players }

// Player returns the player of that name.
func (s *State) Player(name string) (Player, bool) {
	for _, p := range s.players {
		if p.Name == name {
			return p, true
		}
	}
	return Player{}, false
}

// Balance returns what an account holds of an asset; 0 if it was never heard of.
func (s *State) Balance(account, asset string) events.Half {
	if i, ok := s.findBalance(account, asset); ok {
		return s.balances[i].amount
	}
	return 0
}

// Balances yields every balance, by account and then by asset.
func (s *State) Balances() iter.Seq2[AccountAsset, events.Half] {
	return func(yield func(AccountAsset, events.Half) bool) {
		sorted := slices.SortedFunc(slices.Values(s.balances), func(a, b balance) int {
			return cmp.Or(cmp.Compare(a.account, b.account), cmp.Compare(a.asset, b.asset))
		})
		for _, b := range sorted {
			if !yield(AccountAsset{b.account, b.asset}, b.amount) {
				return
			}
		}
	}
}

// AccountAsset names one asset of one account.
type AccountAsset struct{ Account, Asset string }

// Side is a side as it stands.
type Side struct {
	Name, Player string
	Attributes   []string // what is true of it, sorted; read only
	Last         events.AtomicPlayed
	Played       bool // Last holds the side's most recent atomic play
	LastPass     bool // the most recent one was a Pass
	Defaults     int  // default plays in a row
	Free         FreePieces
	LastPlayAt   time.Time // of its last play in the stage without turns that runs
}

// Has reports whether an attribute is true of a side.
func (s *Side) Has(attribute string) bool { return slices.Contains(s.Attributes, attribute) }

// Sides yields the sides in the game in the order of their creation.
func (s *State) Sides() iter.Seq[Side] {
	return func(yield func(Side) bool) {
		for i := range s.sides {
			if !s.sides[i].gone && !yield(s.sides[i].view()) {
				return
			}
		}
	}
}

// SideNames lists the names of the sides, in the order of Sides.
func (s *State) SideNames() []string {
	var list []string
	for side := range s.Sides() {
		list = append(list, side.Name)
	}
	return list
}

// Signatures returns which entries have to be signed by their players.
func (s *State) Signatures() events.SignaturesSet { return s.signing }

// PlayerNames lists the names of the players, in the order of Players.
func (s *State) PlayerNames() []string {
	var list []string
	for _, p := range s.Players() {
		list = append(list, p.Name)
	}
	return list
}

// RuleNumbers lists the numbers of the rules in force, in their order.
func (s *State) RuleNumbers() []string {
	var list []string
	for _, r := range s.Rules() {
		list = append(list, r.Number)
	}
	return list
}

// Entered lists the names of all sides that ever entered the game, in the order in which they first did, those that
// have left included. The slice is read only.
func (s *State) Entered() []string { return s.entered }

// SideCount returns how many sides are in the game, vacationing ones included.
func (s *State) SideCount() int {
	n := 0
	for i := range s.sides {
		if !s.sides[i].gone {
			n++
		}
	}
	return n
}

// Side returns the side of that name.
func (s *State) Side(name string) (Side, bool) {
	if i, ok := s.findSide(name); ok {
		return s.sides[i].view(), true
	}
	return Side{}, false
}

func (d *side) view() Side {
	last, played := d.atomic()
	return Side{
		Name: d.name, Player: d.player, Attributes: d.attributes,
		Last: last, Played: played, LastPass: played && last.Play == PlayPass,
		Defaults: d.defaults, Free: d.free, LastPlayAt: d.lastPlayAt,
	}
}

// Piece is a piece as it stands. At is "" while it is off-board. Counters is read only.
type Piece struct {
	ID, Type, Side, At string
	Counters           []events.Counter
}

// Pieces yields every piece that exists in the order of creation.
func (s *State) Pieces() iter.Seq[Piece] {
	return func(yield func(Piece) bool) {
		for i := range s.pieces {
			if !s.pieces[i].gone && !yield(s.viewPiece(i)) {
				return
			}
		}
	}
}

// PiecesOf yields the pieces of one side in the order of creation.
func (s *State) PiecesOf(side string) iter.Seq[Piece] {
	return func(yield func(Piece) bool) {
		owner, ok := s.findSide(side)
		if !ok {
			return
		}
		for i := range s.pieces {
			if s.pieces[i].side == int32(owner) && !s.pieces[i].gone && !yield(s.viewPiece(i)) {
				return
			}
		}
	}
}

// Piece returns the piece of that id if it exists.
func (s *State) Piece(id string) (Piece, bool) {
	if i, ok := s.findPiece(id); ok {
		return s.viewPiece(i), true
	}
	return Piece{}, false
}

// PieceAt returns the piece on a square, of several that on top or else the oldest; of one that covers several squares, each names it.
func (s *State) PieceAt(square string) (Piece, bool) {
	if square == "" {
		return Piece{}, false
	}
	found := -1
	for i := range s.pieces {
		if s.pieces[i].at == square && (found < 0 || s.upon(i, found)) {
			found = i
		}
	}
	if found >= 0 {
		return s.viewPiece(found), true
	}
	if i, ok := s.coveredBy(square); ok {
		return s.viewPiece(i), true
	}
	return Piece{}, false
}

// upon reports whether of two pieces on a square the first is on top, where rules order them.
func (s *State) upon(i, than int) bool {
	book, err := s.Rulebook()
	if err != nil || book.Procedure().Sharing == nil || book.Procedure().Sharing.Order == "" {
		return false
	}
	level := func(i int) int {
		for _, c := range s.pieces[i].counters {
			if c.Name == book.Procedure().Sharing.Order {
				return c.Value
			}
		}
		return 0
	}
	return level(i) > level(than)
}

func (s *State) viewPiece(i int) Piece {
	pc := &s.pieces[i]
	return Piece{ID: pc.id, Type: pc.typ, Side: s.sides[pc.side].name, At: pc.at, Counters: pc.counters}
}

// CountPieces returns how many pieces a side has on-board and off.
func (s *State) CountPieces(side string) (onBoard, offBoard int) {
	owner, ok := s.findSide(side)
	if !ok {
		return 0, 0
	}
	for i := range s.pieces {
		switch pc := &s.pieces[i]; {
		case pc.gone || pc.side != int32(owner):
		case pc.at == "":
			offBoard++
		default:
			onBoard++
		}
	}
	return onBoard, offBoard
}

// activeSides returns how many sides have pieces on the board, and how many one of them has.
func (s *State) activeSides(side string) (active, on int) {
	owner, ok := s.findSide(side)
	if !ok {
		owner = -1
	}
	var few [64]bool
	has := few[:]
	if len(s.sides) > len(few) {
		has = make([]bool, len(s.sides))
	}
	for i := range s.pieces {
		pc := &s.pieces[i]
		if pc.gone || pc.at == "" {
			continue
		}
		if pc.side == int32(owner) {
			on++
		}
		if pc.side >= 0 && int(pc.side) < len(s.sides) && !has[pc.side] && !s.sides[pc.side].gone {
			has[pc.side] = true
			active++
		}
	}
	return active, on
}

// countOfType returns how many pieces of a type a side owns, on-board and off.
func (s *State) countOfType(side, typ string) int {
	n := 0
	for pc := range s.PiecesOf(side) {
		if pc.Type == typ {
			n++
		}
	}
	return n
}

// Order returns the order of play, the first to play first. The slice is read only.
func (s *State) Order() []string { return s.order }

// ToPlay returns the side whose turn it is, "" before the game starts.
func (s *State) ToPlay() string { return s.toPlay }

// Skipped returns the sides that were passed over when the turn began.
func (s *State) Skipped() []string { return s.skipped }

// Promised returns the side that plays next once the present turn has ended, whatever the order; empty if there is none.
func (s *State) Promised() string { return s.promised }

// Checks returns the sides in check and the pieces that give it. The slice is read only.
func (s *State) Checks() []events.Check { return s.checks }

// InCheck reports whether a side is in check.
func (s *State) InCheck(side string) bool {
	for i := range s.checks {
		if s.checks[i].Side == side {
			return true
		}
	}
	return false
}

// Weights returns the Weights last posted. The slice is read only.
func (s *State) Weights() []events.Weight { return s.weights }

// Weight returns a side's Weight as last posted.
func (s *State) Weight(side string) events.Half {
	for i := range s.weights {
		if s.weights[i].Side == side {
			return s.weights[i].Weight
		}
	}
	return 0
}

// Limit returns the running time limit; ok is false before the game state is announced.
func (s *State) Limit() (limit events.LimitSet, ok bool) { return s.limit, s.hasLimit }

// Stage returns a stage as it was set last; its State is "" if it never was announced.
func (s *State) Stage(name string) events.StageSet {
	for i := range s.stages {
		if s.stages[i].Stage == name {
			return s.stages[i].StageSet
		}
	}
	return events.StageSet{}
}

// Stages yields the stages as they were set last, in the order of their first announcements.
func (s *State) Stages() iter.Seq[events.StageSet] {
	return func(yield func(events.StageSet) bool) {
		for i := range s.stages {
			if !yield(s.stages[i].StageSet) {
				return
			}
		}
	}
}

// Pending returns the stage that is announced or runs; its State is "" if none does.
func (s *State) Pending() events.StageSet {
	if st := s.pending(); st != nil {
		return st.StageSet
	}
	return events.StageSet{}
}

// Running returns the stage that runs; its State is "" if none does.
func (s *State) Running() events.StageSet {
	if st := s.running(); st != nil {
		return st.StageSet
	}
	return events.StageSet{}
}

// Free reports whether a stage runs in which it is nobody's turn.
func (s *State) Free() bool { return s.free() }

// StageEnded returns when a stage was over the last time, the zero time if it never was.
func (s *State) StageEnded(name string) time.Time {
	for i := range s.stages {
		if s.stages[i].Stage == name {
			return s.stages[i].over
		}
	}
	return time.Time{}
}

// Held returns how many of an asset a player has.
func (s *State) Held(player, asset string) int { return int(s.Balance(player, asset) / 2) }

// HandsWon returns how many hands have been won; the one being played is the next.
func (s *State) HandsWon() int { return s.hand }

// Titles returns the titles won, oldest first. The slice is read only.
func (s *State) Titles() []Title { return s.titles }

// WonBy returns the player who has won a title: of one that a side has won, as ends of sides give them, whoever holds the side now.
func (s *State) WonBy(t Title) string {
	if side, ok := s.Side(t.Player); ok && side.Player != "" {
		if _, also := s.Player(t.Player); !also {
			return side.Player
		}
	}
	return t.Player
}

// Winners returns who won the last hand, or the game, sorted: several if an end lets them win together, none if nobody has won.
func (s *State) Winners() (names []string) {
	for i := len(s.titles) - 1; i >= 0 && s.titles[i].Hand == s.titles[len(s.titles)-1].Hand; i-- {
		if name := s.titles[i].Player; name != "" {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// Over reports whether the game is over: nothing is played any more.
func (s *State) Over() bool { return s.over }

// Lapsed returns the moment at which a side's time limit expired with nobody to record it, if
// its default play was the last play that was made.
func (s *State) Lapsed(side string) (expired time.Time, ok bool) {
	return s.lapsed.expired, s.lapsed.side == side && side != ""
}

// Clock returns the latest moment that an outcome has told of, the zero time if none has.
func (s *State) Clock() time.Time { return s.clock }

// SuppliedLot returns a result that was supplied for a draw and not used yet.
func (s *State) SuppliedLot(draw string) (events.LotDrawn, bool) {
	for _, l := range s.supplied {
		if l.Draw == draw {
			return l, true
		}
	}
	return events.LotDrawn{}, false
}
