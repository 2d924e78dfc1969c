package cases

import (
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"time"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/rules"
	"adjudicate/rules/names"
	"adjudicate/systems"
	"adjudicate/systems/array"
)

// Epoch is the moment of every set-up; the moments of steps and limits count from it.
var Epoch = time.Date(1998, time.October, 5, 0, 0, 0, 0, time.UTC)

// opening as Case.FEN is the opening array of the system.
const opening = "start"

// noUmpire as GameSpec.Umpire leaves the office empty.
const noUmpire = "none"

// suite is the rulebook that set-ups put in force, and its outcomes, made once.
type suite struct {
	system *systems.System
	book   *rules.Rulebook
	reg    *rules.Register
	inForc []events.Payload
	glyphs map[string]string // type → glyph
	types  map[string]*rules.Piece
	pieces map[string]bool // numbers of the rules that define a piece

	changes fs.FS // where the rules are that cases name by a file
}

func newSuite(sys *systems.System) *suite {
	book := sys.Book
	s := &suite{system: sys, book: book, reg: sys.Register, glyphs: map[string]string{}, types: map[string]*rules.Piece{}, pieces: map[string]bool{}}
	for _, r := range book.Rules() {
		s.inForc = append(s.inForc, events.RulePutInForce{Number: r.Number, Revision: r.Revision, Rule: r.Canonical()})
	}
	for _, d := range book.Pieces() {
		s.glyphs[d.Piece.Name] = d.Piece.Glyph
		s.types[d.Piece.Name] = d.Piece
		s.pieces[d.Rule.Number] = true
	}
	return s
}

// typeNamed resolves a glyph or the name of a type.
func (s *suite) typeNamed(name string) (string, error) {
	if _, ok := s.glyphs[name]; ok {
		return name, nil
	}
	for _, typ := range slices.Sorted(maps.Keys(s.glyphs)) {
		if s.glyphs[typ] == name {
			return typ, nil
		}
	}
	return "", names.Unknown("piece type", name, slices.Sorted(maps.Keys(s.glyphs)))
}

// counters returns those of a spec, completed by the initial ones of the type.
func (s *suite) counters(typ string, given []events.Counter) []events.Counter {
	var list []events.Counter
	for _, c := range s.types[typ].Counters {
		v := events.Counter{Name: c.Name, Value: c.Initial}
		for _, g := range given {
			if g.Name == c.Name {
				v.Value = g.Value
			}
		}
		list = append(list, v)
	}
	common := s.book.Procedure().Counters // every piece has these, and has 0 of one that is not given
	for _, g := range given {
		if slices.ContainsFunc(common, func(c rules.Counter) bool { return c.Name == g.Name }) {
			list = append(list, g)
		}
	}
	return list
}

// setUp folds the outcomes that make up the set-up of a case and returns the state.
func (s *suite) setUp(c *Case) (*aggregate.State, error) {
	procedure := s.book.Procedure()
	if procedure == nil || procedure.Board == nil {
		return nil, errNoRules
	}
	state := aggregate.NewState()
	fold := func(list ...events.Payload) {
		for _, p := range list {
			state.Apply(p)
		}
	}
	game := c.Game
	if game == nil {
		game = &GameSpec{}
	}
	fold(events.LedgerOpened{
		Game: c.ID, System: s.system.Name, Seed: strings.Repeat("5e", 32),
		Format: systems.Format, Register: systems.Recorded(s.reg),
	})
	fold(s.inForc...)
	for _, r := range c.Readings {
		if err := s.reg.Validate(r.Entry, r.Reading); err != nil {
			return nil, fmt.Errorf("reading: %w", err)
		}
		fold(events.ReadingInForce{Entry: r.Entry, Reading: r.Reading})
	}
	if c.FEN != "" {
		return s.setArray(state, c.FEN)
	}
	switch game.Umpire {
	case "":
		fold(events.PlayerKnown{Player: "Umpire", Status: aggregate.StatusActive}, events.OfficeHeld{Office: "umpire", Player: "Umpire"})
	case noUmpire:
	default:
		fold(events.PlayerKnown{Player: game.Umpire, Status: aggregate.StatusActive}, events.OfficeHeld{Office: "umpire", Player: game.Umpire})
	}
	for _, status := range slices.Sorted(maps.Keys(game.Players)) {
		for _, p := range game.Players[status] {
			fold(events.PlayerKnown{Player: p, Status: status})
		}
	}
	order := []string(c.List)
	for i := range c.Sides {
		side := &c.Sides[i]
		if c.List == nil {
			order = append(order, side.Name)
		}
		if err := s.setUpSide(state, side, fold); err != nil {
			return nil, fmt.Errorf("side %s: %w", side.Name, err)
		}
	}
	for _, asset := range slices.Sorted(maps.Keys(game.Owners)) {
		for _, p := range game.Owners[asset] {
			fold(events.AssetChanged{Account: p, Asset: asset, Change: events.Whole(1)})
		}
	}
	for _, name := range slices.Sorted(maps.Keys(game.Stages)) {
		g := procedure.Stage(name)
		if g == nil {
			return nil, fmt.Errorf("no rule has a stage %q", name)
		}
		f := game.Stages[name]
		set := events.StageSet{Stage: name, Free: !g.Turns, State: f.State}
		if f.Starts != nil {
			set.Starts = Epoch.Add(time.Duration(*f.Starts))
		}
		if f.Ends != nil {
			set.Ends = Epoch.Add(time.Duration(*f.Ends))
		}
		fold(set)
	}
	if game.Stage != "" {
		g := procedure.Stage(game.Stage)
		if g == nil {
			return nil, fmt.Errorf("stage: no rule has a stage %q", game.Stage)
		}
		fold(events.StageSet{Stage: g.Name, State: aggregate.StageRunning, Starts: Epoch, Free: !g.Turns})
	}
	if game.Started == nil || *game.Started {
		if s.system.Arrayed() {
			fold(events.ArrayLaid{}) // its games begin with an array, whatever stands where in this one
		}
		fold(events.StartDone{}, events.OrderChanged{Order: order}, events.TurnBegan{Side: order[0]})
		if s.dated() {
			fold(events.CalendarReached{At: Epoch})
		}
	}
	if err := s.settle(state); err != nil {
		return nil, err
	}
	return state, s.askTogether(state)
}

// askTogether begins a round where the rules have several sides play at once.
func (s *suite) askTogether(state *aggregate.State) error {
	if s.book.Procedure().Together == nil || !state.Started() {
		return nil
	}
	j, err := aggregate.NewJudge(state, engineName)
	if err != nil {
		return err
	}
	if sides := j.Together(); sides != nil {
		state.Apply(events.TurnBegan{})
		state.Apply(events.RoundBegan{Sides: sides})
	}
	return nil
}

// setArray begins the game from a position in one line, with players called as the sides.
func (s *suite) setArray(state *aggregate.State, fen string) (*aggregate.State, error) {
	if fen == opening {
		fen = ""
	}
	in, err := array.Set(s.system.With(s.book), fen, nil)
	if err != nil {
		return nil, fmt.Errorf("fen: %w", err)
	}
	j, err := aggregate.NewJudge(state, engineName)
	if err != nil {
		return nil, err
	}
	d := j.Decide(aggregate.Input{ID: "array", Payload: in, At: Epoch})
	if d.Ruling.Verdict != aggregate.Accepted {
		return nil, fmt.Errorf("fen: %s", d.Ruling.Faults[0].Message)
	}
	j.Commit(d)
	return j.State(), nil
}

func (s *suite) setUpSide(state *aggregate.State, side *SideSpec, fold func(...events.Payload)) error {
	status := aggregate.StatusActive
	if side.Vacation {
		status = aggregate.StatusVacation
	}
	var given []string
	for _, name := range slices.Sorted(maps.Keys(side.Attributes)) {
		if side.Attributes[name] {
			given = append(given, name)
		}
	}
	fold(events.PlayerKnown{Player: side.Player, Status: status},
		events.SideEntered{Side: side.Name, Player: side.Player, Attributes: s.attributes(given)})
	for _, spec := range slices.Concat(s.settled(side.Board), []PieceSpec(side.Hand)) {
		typ, err := s.typeNamed(spec.Name)
		if err != nil {
			return err
		}
		id := state.NextPieceID(s.glyphs[typ])
		fold(events.PieceCreated{Piece: id, Type: typ, Side: side.Name, Counters: s.counters(typ, spec.Counters)})
		if other, taken := state.PieceAt(spec.At); taken && spec.At != "" && s.types[typ].Shares == "" && s.types[other.Type].Shares == "" {
			return fmt.Errorf("%s has two pieces: %s and %s", spec.At, other.Type, typ)
		}
		if spec.At != "" {
			fold(events.PiecePlaced{Piece: id, At: spec.At})
		}
	}
	if l := side.Last; l != nil && l.Play != "none" {
		last, err := s.atomic(side.Name, l)
		if err != nil {
			return fmt.Errorf("last: %w", err)
		}
		fold(last)
	}
	if side.Defaults > 0 {
		fold(events.PlayEnded{Side: side.Name, How: aggregate.HowDefault, Defaults: side.Defaults})
	}
	has := func(asset string, amount Amount) {
		fold(events.AssetChanged{Account: side.Player, Asset: asset, Why: "transaction", Change: events.Half(amount)})
	}
	if side.Money != nil {
		has(events.MoneyAsset, *side.Money)
	}
	for _, asset := range slices.Sorted(maps.Keys(side.Assets)) {
		has(asset, side.Assets[asset])
	}
	return nil
}

// atomic returns the atomic play that a LastSpec describes.
func (s *suite) atomic(side string, l *LastSpec) (events.AtomicPlayed, error) {
	played := events.AtomicPlayed{Side: side, Play: l.Play, How: aggregate.HowSubmitted}
	if l.Type == "" {
		return played, nil
	}
	var err error
	if played.Type, err = s.typeNamed(l.Type); err != nil {
		return played, err
	}
	carrier := played.Type
	if l.As != "" {
		if played.As, err = s.typeNamed(l.As); err != nil {
			return played, err
		}
		carrier = played.As
	}
	played.Counters = s.counters(carrier, l.Counters)
	return played, nil
}

// settle folds what follows from the board: who is in check and what everybody weighs.
func (s *suite) settle(state *aggregate.State) error {
	v, err := look(state)
	if err != nil {
		return err
	}
	var checks []events.Check
	var weights []events.Weight
	for side := range state.Sides() {
		if by := v.checkers(side.Name); len(by) > 0 {
			checks = append(checks, events.Check{Side: side.Name, By: by})
		}
		weights = append(weights, events.Weight{Side: side.Name, Weight: v.weight(side.Name)})
	}
	state.Apply(events.ChecksChanged{Checks: checks})
	state.Apply(events.WeightsPosted{Weights: weights})
	return nil
}

// dated reports whether a rule answers days or months.
func (s *suite) dated() bool {
	return slices.ContainsFunc(s.book.Consequences(), func(e rules.SourcedConsequence) bool { return e.On == rules.OnDay || e.On == rules.OnMonth })
}

// settled are pieces on the board with the letters that belong to their squares: "Raa1" is "R" on aa1 where the board is as wide.
func (s *suite) settled(list Pieces) []PieceSpec {
	out := slices.Clone([]PieceSpec(list))
	board := s.book.Procedure().Board
	if board == nil {
		return out
	}
	for i := range out {
		out[i].Name, out[i].At = rules.Settle(out[i].Name, out[i].At, board.Files, func(name string) bool { _, err := s.typeNamed(name); return err == nil },
			func(string, string) bool { return false })
	}
	return out
}
