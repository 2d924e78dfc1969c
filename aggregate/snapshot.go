package aggregate

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"slices"
	"time"

	"adjudicate/events"
)

// A state can be written down and read back: to restate what another edition's outcomes add
// up to, and to put a fold aside. The written form is canonical JSON: one state has one.

type snapshot struct {
	Version  int                     `json:"version"`
	Game     string                  `json:"game,omitempty"`
	System   string                  `json:"system,omitempty"`
	Seed     string                  `json:"seed,omitempty"`
	Files    int                     `json:"files,omitempty"`
	Ranks    int                     `json:"ranks,omitempty"`
	Opened   bool                    `json:"opened,omitempty"`
	Started  bool                    `json:"started,omitempty"`
	Rules    []ruleSnapshot          `json:"rules,omitempty"`
	Invented []inventionSnapshot     `json:"invented,omitempty"` // the last invention of each player
	Readings []events.ReadingInForce `json:"readings,omitempty"`
	Offices  []events.OfficeHeld     `json:"offices,omitempty"`
	Players  []events.PlayerKnown    `json:"players,omitempty"`
	Signing  *events.SignaturesSet   `json:"signing,omitempty"` // unless nothing has to be signed
	Balances []balanceSnapshot       `json:"balances,omitempty"`
	Entered  []string                `json:"entered,omitempty"` // unless they are those of sides, one for one
	Sides    []sideSnapshot          `json:"sides,omitempty"`
	Pieces   []pieceSnapshot         `json:"pieces,omitempty"`
	Serials  []serialSnapshot        `json:"serials,omitempty"`
	Format   int                     `json:"format,omitempty"`
	Order    []string                `json:"order,omitempty"`
	ToPlay   string                  `json:"to_play,omitempty"`
	Skipped  []string                `json:"skipped,omitempty"`
	Promised string                  `json:"promised,omitempty"`
	Checks   []events.Check          `json:"checks,omitempty"`
	Weights  []events.Weight         `json:"weights,omitempty"`
	Limit    *events.LimitSet        `json:"limit,omitempty"`
	Lapsed   *lapseSnapshot          `json:"lapsed,omitempty"`
	Stages   []stageSnapshot         `json:"stages,omitempty"`
	Clock    *time.Time              `json:"clock,omitempty"`
	Calendar *time.Time              `json:"calendar,omitempty"`
	Hand     int                     `json:"hand,omitempty"`
	Won      []wonSnapshot           `json:"won,omitempty"`
	Over     bool                    `json:"over,omitempty"`
	Drawn    []labelsSnapshot        `json:"drawn,omitempty"`
	Supplied []events.LotDrawn       `json:"supplied,omitempty"`

	Matters  []events.MatterOpened   `json:"matters,omitempty"`
	Refusals []events.MatterAnswered `json:"refusals,omitempty"`
	Bonds    []events.BondSet        `json:"bonds,omitempty"`
	Seals    []events.SealKept       `json:"seals,omitempty"`
	Marks    []events.SquareMarked   `json:"marks,omitempty"`
	Round    []string                `json:"round,omitempty"` // sides whose plays are made together
	Spurred  bool                    `json:"spurred,omitempty"`
	Kept     []events.PlayKept       `json:"kept,omitempty"` // of those that have come
	Laid     *laidSnapshot           `json:"laid,omitempty"`
	Turns    int                     `json:"turns,omitempty"`
	Past     bool                    `json:"past,omitempty"` // what pieces have been through was remembered from the start
	Captor   string                  `json:"captor,omitempty"`
	Array    *arraySnapshot          `json:"array,omitempty"`
	Tables   []benchSnapshot         `json:"tables,omitempty"`
	Table    int                     `json:"table,omitempty"`   // that is looked at, from 0
	Moments  []*snapshot             `json:"moments,omitempty"` // at which plays began that can be taken back, each behind the state without them

	Text        string                 `json:"text,omitempty"`
	Words       []events.Word          `json:"words,omitempty"`
	EntriesKept int                    `json:"entries_kept,omitempty"` // of the register, the first of those that stood before
	Register    []events.RegisterEntry `json:"register,omitempty"`     // the others

	versionTwo
	behindState
}

type ruleSnapshot struct {
	Number   string          `json:"number"`
	Revision int             `json:"revision"`
	Rule     json.RawMessage `json:"rule,omitempty"` // left out: as it stood before
	Dormant  bool            `json:"dormant,omitempty"`
	Decreed  string          `json:"decreed,omitempty"` // what the last effect on its force said
	Until    *time.Time      `json:"until,omitempty"`   // when it lapses
	Before   json.RawMessage `json:"before,omitempty"`  // what is in force again then
}

type inventionSnapshot struct {
	Player string    `json:"player"`
	At     time.Time `json:"at"`
}

type balanceSnapshot struct {
	Account string      `json:"account"`
	Asset   string      `json:"asset"`
	Amount  events.Half `json:"amount"`
}

// wonSnapshot is the hands that a player has won with a title.
type wonSnapshot struct {
	Player string `json:"player"`
	Title  string `json:"title"`
	Hands  []int  `json:"hands"`
}

type sideSnapshot struct {
	Name       string               `json:"name"`
	Player     string               `json:"player"`
	Attributes []string             `json:"attributes,omitempty"`
	Gone       bool                 `json:"gone,omitempty"`
	Last       *events.AtomicPlayed `json:"last,omitempty"`
	Defaults   int                  `json:"defaults,omitempty"`
	Entered    int                  `json:"entered,omitempty"`
	Count      int                  `json:"free_count,omitempty"`
	Budget     events.Half          `json:"free_budget"`
	Draft      bool                 `json:"draft,omitempty"`
	Moved      bool                 `json:"moved,omitempty"`
	PlayedAt   *time.Time           `json:"played_at,omitempty"`
	EndedAt    *time.Time           `json:"ended_at,omitempty"`
	Given      int                  `json:"given,omitempty"`    // checks
	Checking   int                  `json:"checking,omitempty"` // in a row
	Steps      int                  `json:"steps,omitempty"`    // of its plays in a row
}

type pieceSnapshot struct {
	ID       string           `json:"id"`
	Type     string           `json:"type"`
	Side     int32            `json:"side"` // place among the sides
	At       string           `json:"at,omitempty"`
	Counters []events.Counter `json:"counters,omitempty"`
	Gone     bool             `json:"gone,omitempty"`
	Moved    bool             `json:"moved,omitempty"`
	Placed   bool             `json:"placed,omitempty"`
	Base     string           `json:"base,omitempty"`
	Past     *pastSnapshot    `json:"past,omitempty"`
}

// laidSnapshot is what is remembered beside pieces and sides, in a game that began with an array or of which some rule asks for it.
type laidSnapshot struct {
	Array   bool            `json:"array,omitempty"`
	Kept    bool            `json:"kept,omitempty"` // without an array
	Passer  string          `json:"passer,omitempty"`
	Passed  []string        `json:"passed,omitempty"`
	Closed  []string        `json:"closed,omitempty"`
	Plays   int             `json:"plays"`
	Capture int             `json:"capture,omitempty"`
	Types   []sinceSnapshot `json:"types,omitempty"`
	Reached []string        `json:"reached,omitempty"`
	Row     int             `json:"row,omitempty"`
}

type sinceSnapshot struct {
	Type  string `json:"type"`
	Plays int    `json:"plays"`
}

type serialSnapshot struct {
	Prefix  string `json:"prefix"`
	Highest int    `json:"highest"`
}

type lapseSnapshot struct {
	Side    string    `json:"side"`
	Expired time.Time `json:"expired"`
}

type stageSnapshot struct {
	events.StageSet
	Over *time.Time `json:"over,omitempty"`
}

const snapshotVersion = 3

// Snapshot writes s down as canonical JSON. What it shares with an earlier state before,
// rules in force and the register, is only referred to; nil refers to nothing.
//
// What is written is as large as the board, the law and the names of the game: who plays, which sides there ever were, what lots are
// drawn for. With its length grow the hands won, which are a number each, and, where rules ask whether a position has been
// reached before, the positions since a piece was last destroyed.
func (s *State) Snapshot(before *State) (json.RawMessage, error) {
	if before == nil {
		before = new(State)
	}
	return s.written(before).encode()
}

// written is s as it is written down behind another state.
func (s *State) written(before *State) *snapshot {
	v := s.writtenAlone(before)
	v.Moments = s.writtenMoments()
	return v
}

// writtenAlone is written without the moments that are kept.
func (s *State) writtenAlone(before *State) *snapshot {
	v := &snapshot{Version: snapshotVersion, Game: s.game, System: s.system, Seed: s.seed, Files: s.files, Ranks: s.ranks,
		Opened: s.opened, Started: s.started, Readings: s.readings, Offices: s.offices,
		Format: s.format, Text: s.text, Words: s.words,
		Order: s.order, ToPlay: s.toPlay, Skipped: s.skipped, Promised: s.promised, Checks: s.checks, Weights: s.weights,
		Hand: s.hand, Over: s.over, Supplied: s.supplied,
		Matters: s.matters, Refusals: s.refusals, Bonds: s.bonds, Seals: s.seals, Marks: s.marks, Turns: s.turns, Round: s.round.sides, Kept: s.round.kept, Spurred: s.spurred, Past: s.remembers, Captor: s.captor,
		Clock: moment(s.clock), Calendar: moment(s.calendar)}
	if sameList(s.register, before.register) {
		v.EntriesKept = len(s.register)
	}
	for v.EntriesKept < min(len(s.register), len(before.register)) && sameEntry(s.register[v.EntriesKept], before.register[v.EntriesKept]) {
		v.EntriesKept++
	}
	v.Register = s.register[v.EntriesKept:]
	v.Rules, v.Players = make([]ruleSnapshot, 0, len(s.rules)), make([]events.PlayerKnown, 0, len(s.players))
	v.Balances, v.Sides, v.Pieces = make([]balanceSnapshot, 0, len(s.balances)), make([]sideSnapshot, 0, len(s.sides)), make([]pieceSnapshot, 0, len(s.pieces))
	for _, r := range s.rules {
		kept := ruleSnapshot{Number: r.Number, Revision: r.Revision, Dormant: r.Dormant, Decreed: r.Decreed, Until: moment(r.Until), Before: json.RawMessage(r.Before)}
		if have, ok := before.Rule(r.Number); !ok || have.Revision != r.Revision || !bytes.Equal(have.Rule, r.Rule) {
			kept.Rule = r.Rule
		}
		v.Rules = append(v.Rules, kept)
	}
	for _, in := range s.invented {
		v.Invented = append(v.Invented, inventionSnapshot{in.player, in.at})
	}
	if s.signing.On {
		v.Signing = &s.signing
	}
	for _, p := range s.players {
		v.Players = append(v.Players, events.PlayerKnown{Player: p.Name, Addresses: p.Addresses, Status: p.Status, Key: p.Key})
	}
	for of, amount := range s.Balances() {
		v.Balances = append(v.Balances, balanceSnapshot{of.Account, of.Asset, amount})
	}
	places, _ := s.remaining()
	for i := range s.sides {
		if places[i] >= 0 {
			v.Sides = append(v.Sides, s.sides[i].snapshot())
		}
	}
	if !slices.EqualFunc(s.entered, v.Sides, func(name string, sd sideSnapshot) bool { return name == sd.Name }) {
		v.Entered = s.entered
	}
	for _, p := range s.pieces {
		v.Pieces = append(v.Pieces, pieceSnapshot{p.id, p.typ, places[p.side], p.at, p.counters, p.gone, p.moved, p.placed, p.base, p.past.snapshot()})
	}
	v.Tables, v.Table = s.writtenTables(), s.bench
	v.Laid, v.Array = s.laid.snapshot(), s.array.snapshot()
	for _, n := range s.serials {
		v.Serials = append(v.Serials, serialSnapshot{n.prefix, n.highest})
	}
	if s.hasLimit {
		v.Limit = &s.limit
	}
	if s.lapsed.side != "" {
		v.Lapsed = &lapseSnapshot{s.lapsed.side, s.lapsed.expired}
	}
	for _, st := range s.stages {
		v.Stages = append(v.Stages, stageSnapshot{st.StageSet, moment(st.over)})
	}
	v.Won, v.Drawn = wonBy(s.titles), s.drawn.snapshot()
	return v
}

func (v *snapshot) encode() (json.RawMessage, error) {
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false) // the canonical form escapes nothing that it need not
	if err := enc.Encode(v); err != nil {
		return nil, fmt.Errorf("encode the state: %w", err)
	}
	return bytes.TrimRight(text.Bytes(), "\n"), nil
}

func (sd *side) snapshot() sideSnapshot {
	v := sideSnapshot{Name: sd.name, Player: sd.player, Attributes: sd.attributes, Gone: sd.gone,
		Defaults: sd.defaults, Entered: sd.entered, Count: sd.free.Count, Budget: sd.free.Budget, Draft: sd.free.Draft, Moved: sd.free.Moved,
		PlayedAt: moment(sd.lastPlayAt), EndedAt: moment(sd.endedAt), Given: sd.given, Checking: sd.checking, Steps: sd.steps}
	if last, played := sd.atomic(); played {
		v.Last = &last
	}
	return v
}

func moment(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	t = t.UTC()
	return &t
}

// wonBy puts the hands of a player and a title together, where one title after the other is that of a later hand.
func wonBy(titles []Title) []wonSnapshot {
	var list []wonSnapshot
	ascending := true
	for i := range titles {
		ascending = ascending && (i == 0 || titles[i-1].Hand < titles[i].Hand)
	}
	for _, t := range titles {
		i := slices.IndexFunc(list, func(w wonSnapshot) bool { return w.Player == t.Player && w.Title == t.Title })
		if i < 0 || !ascending {
			i = len(list)
			list = append(list, wonSnapshot{Player: t.Player, Title: t.Title})
		}
		list[i].Hands = append(list[i].Hands, t.Hand)
	}
	return list
}

// titlesOf is the list that wonBy was given.
func titlesOf(list []wonSnapshot) (titles []Title) {
	apart := true
	for _, w := range list {
		for _, hand := range w.Hands {
			titles = append(titles, Title{w.Player, w.Title, hand})
		}
		apart = apart && len(w.Hands) == 1
	}
	if !apart {
		slices.SortStableFunc(titles, func(a, b Title) int { return cmp.Compare(a.Hand, b.Hand) })
	}
	return titles
}

// Restore makes s what a Snapshot says. What the snapshot refers to is taken from s as it
// stands. After an error s is as it was.
func (s *State) Restore(text []byte) error {
	var v snapshot
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&v); err != nil {
		return fmt.Errorf("%w: %w", ErrSnapshot, err)
	}
	if _, err := dec.Token(); err != io.EOF {
		return fmt.Errorf("%w: trailing data", ErrSnapshot)
	}
	return s.restore(&v)
}

// restore is Restore of a text that has been decoded.
func (s *State) restore(v *snapshot) error {
	if v.Version != snapshotVersion && v.Version != 2 && v.Version != behindVersion {
		return fmt.Errorf("%w: version %d, expected %d or %d", ErrSnapshot, v.Version, snapshotVersion, behindVersion)
	}
	if v.mixed() {
		return fmt.Errorf("%w: not all of it is of version %d", ErrSnapshot, v.Version)
	}
	if v.Version == behindVersion {
		if err := v.fillIn(s.written(s)); err != nil {
			return err
		}
	}
	if v.EntriesKept < 0 || v.EntriesKept > len(s.register) {
		return fmt.Errorf("%w: it refers to %d entries of the register, there are %d", ErrSnapshot, v.EntriesKept, len(s.register))
	}
	n := &State{game: v.Game, system: v.System, seed: v.Seed, files: v.Files, ranks: v.Ranks, opened: v.Opened, started: v.Started,
		readings: v.Readings, offices: v.Offices, order: v.Order, toPlay: v.ToPlay, skipped: v.Skipped, promised: v.Promised, checks: v.Checks,
		weights: v.Weights, hand: v.Hand, over: v.Over, supplied: v.Supplied, repacked: s.repacked + 1}
	n.format, n.text, n.words = v.Format, v.Text, v.Words
	n.matters, n.refusals, n.bonds, n.seals, n.marks = v.Matters, v.Refusals, v.Bonds, v.Seals, v.Marks
	n.turns = v.Turns
	n.remembers, n.captor = v.Past, v.Captor
	n.spurred = v.Spurred
	n.round = round{sides: v.Round, kept: v.Kept}
	if n.register = s.register; v.EntriesKept < len(s.register) || len(v.Register) > 0 {
		n.register = slices.Concat(s.register[:v.EntriesKept], v.Register)
	}
	n.rules, n.sides, n.pieces = make([]RuleInForce, 0, len(v.Rules)), make([]side, 0, len(v.Sides)), make([]piece, 0, len(v.Pieces))
	for _, r := range v.Rules {
		if r.Rule == nil {
			have, ok := s.Rule(r.Number)
			if !ok || have.Revision != r.Revision {
				return fmt.Errorf("%w: it refers to rule %s/%d, which was not in force", ErrSnapshot, r.Number, r.Revision)
			}
			r.Rule = have.Rule
		}
		n.rules = append(n.rules, RuleInForce{Number: r.Number, Revision: r.Revision, Rule: r.Rule, Decreed: r.Decreed, Dormant: r.Dormant, Until: timeOf(r.Until), Before: string(r.Before)})
	}
	for _, in := range v.Invented {
		n.invented = append(n.invented, invention{in.Player, in.At})
	}
	if v.Signing != nil {
		n.signing = *v.Signing
	}
	for _, p := range v.Players {
		n.players = append(n.players, Player{p.Player, p.Addresses, p.Status, p.Key})
	}
	for _, b := range v.Balances {
		n.setBalance(b.Account, b.Asset, b.Amount)
	}
	for i := range v.Sides {
		n.sides = append(n.sides, v.Sides[i].side())
	}
	for _, p := range v.Pieces {
		if p.Side < 0 || int(p.Side) >= len(n.sides) {
			return fmt.Errorf("%w: piece %s belongs to side %d of %d", ErrSnapshot, p.ID, p.Side, len(n.sides))
		}
		n.pieces = append(n.pieces, piece{p.ID, p.Type, p.At, p.Counters, p.Side, p.Gone, marks{p.Moved, p.Placed, p.Base}, p.Past.past()})
		n.pieceIdx.add(hashName(p.ID), len(n.pieces)-1, n.hashPiece)
		if p.Gone {
			n.gone++
		}
	}
	for _, x := range v.Serials {
		n.serials = append(n.serials, serial{x.Prefix, x.Highest})
	}
	if v.Limit != nil {
		n.limit, n.hasLimit = *v.Limit, true
	}
	if v.Lapsed != nil {
		n.lapsed = lapse{v.Lapsed.Side, v.Lapsed.Expired}
	}
	for _, st := range v.Stages {
		n.stages = append(n.stages, stage{st.StageSet, timeOf(st.Over)})
	}
	if v.Laid != nil {
		n.laid = v.Laid.laid()
	}
	n.array = v.Array.array()
	if n.benches, n.bench = benchesOf(v.Tables), v.Table; n.bench < 0 || n.bench > 0 && n.bench >= len(n.benches) {
		return fmt.Errorf("%w: table %d of %d", ErrSnapshot, n.bench, len(n.benches))
	}
	n.shareLaw(s)
	n.clock, n.calendar = timeOf(v.Clock), timeOf(v.Calendar)
	if v.Version == 2 {
		if err := n.restoreTwo(v, s); err != nil {
			return err
		}
	} else if err := n.restoreNames(v); err != nil {
		return err
	}
	if err := n.readMoments(v.Moments); err != nil {
		return err
	}
	*s = *n
	return nil
}

// restoreNames takes titles, the labels of lots and the names of sides from a text of this version.
func (s *State) restoreNames(v *snapshot) (err error) {
	s.titles = titlesOf(v.Won)
	for _, name := range v.Entered {
		s.noteEntry(name)
	}
	for i := range v.Sides {
		s.noteEntry(v.Sides[i].Name)
	}
	s.drawn, err = readLabels(v.Drawn)
	return err
}

// shareLaw takes the lists of another state for those that hold the same, so that the law made from them is known to be that of s.
func (s *State) shareLaw(o *State) {
	if slices.EqualFunc(s.rules, o.rules, RuleInForce.Same) {
		s.rules = o.rules
	}
	if slices.Equal(s.readings, o.readings) {
		s.readings = o.readings
	}
	if len(s.register) == len(o.register) && !sameList(s.register, o.register) && slices.EqualFunc(s.register, o.register, sameEntry) {
		s.register = o.register
	}
}

func (v *sideSnapshot) side() side {
	sd := side{name: v.Name, player: v.Player, attributes: v.Attributes, gone: v.Gone,
		defaults: v.Defaults, entered: v.Entered, lastPlayAt: timeOf(v.PlayedAt), endedAt: timeOf(v.EndedAt),
		given: v.Given, checking: v.Checking, steps: v.Steps,
		free: FreePieces{Count: v.Count, Budget: v.Budget, Draft: v.Draft, Moved: v.Moved}}
	if v.Last != nil {
		sd.last = *v.Last
	}
	return sd
}

func (l *laid) snapshot() *laidSnapshot {
	if !l.kept && len(l.closed) == 0 {
		return nil
	}
	v := &laidSnapshot{Array: l.set, Kept: l.kept && !l.set, Passer: l.passer, Passed: l.passed, Closed: l.closed, Plays: l.plays, Capture: l.capture, Reached: l.reached, Row: l.row}
	for _, x := range l.types {
		v.Types = append(v.Types, sinceSnapshot{x.typ, x.plays})
	}
	return v
}

func (v *laidSnapshot) laid() laid {
	l := laid{set: v.Array, kept: v.Array || v.Kept, passer: v.Passer, passed: v.Passed, closed: v.Closed, plays: v.Plays, capture: v.Capture, reached: v.Reached, row: v.Row}
	for _, x := range v.Types {
		l.types = append(l.types, since{x.Type, x.Plays})
	}
	return l
}

// forget leaves out what rules ask of the past.
func (v *snapshot) forget() {
	closed := v.Laid.Closed
	v.Laid = nil
	if len(closed) > 0 {
		v.Laid = &laidSnapshot{Closed: closed}
	}
	for i := range v.Pieces {
		v.Pieces[i].Base = ""
	}
	for i := range v.Sides {
		v.Sides[i].Given, v.Sides[i].Checking, v.Sides[i].Steps = 0, 0, 0
	}
}

func timeOf(t *time.Time) time.Time {
	if t == nil {
		return time.Time{}
	}
	return *t
}

// TakeLaw puts the rules and readings of another state in force in s.
func (s *State) TakeLaw(t *State) {
	s.rules, s.readings, s.register = t.rules, t.readings, t.register
	s.laid.kept = s.laid.kept || t.laid.kept
	s.invented = t.invented
}

// Same reports whether two rules are one text that holds alike.
func (r RuleInForce) Same(o RuleInForce) bool {
	return r.Number == o.Number && r.Revision == o.Revision && r.Dormant == o.Dormant && r.Decreed == o.Decreed && r.Until.Equal(o.Until) && r.Before == o.Before && bytes.Equal(r.Rule, o.Rule)
}

// SameLaw reports whether TakeLaw would change nothing: the same rules and readings are in force in the same order.
func (s *State) SameLaw(t *State) bool {
	return s.SameRegister(t) && slices.Equal(s.readings, t.readings) && slices.Equal(s.invented, t.invented) && s.laid.kept == t.laid.kept && slices.EqualFunc(s.rules, t.rules, RuleInForce.Same)
}

// SameRegister reports whether t has the same interpretation register.
func (s *State) SameRegister(t *State) bool {
	return s.system == t.system && s.format == t.format && (sameList(s.register, t.register) || slices.EqualFunc(s.register, t.register, sameEntry))
}

// sameEntry reports whether two entries of a register say the same.
func sameEntry(a, b events.RegisterEntry) bool {
	return alike(reflect.ValueOf(&a).Elem(), reflect.ValueOf(&b).Elem())
}
