package projections_test

import (
	"encoding/binary"
	"fmt"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/projections"
	"adjudicate/rules"
	"adjudicate/rules/movement"
	"adjudicate/season"
	"adjudicate/systems"
)

var noon = time.Date(1998, 10, 2, 12, 0, 0, 0, time.UTC)

// minute is when the event of a sequence is recorded in a tape: so many minutes after noon.
func minute(sequence int) time.Time { return noon.Add(time.Duration(sequence) * time.Minute) }

// tape makes a ledger of payloads: the first has sequence 1, and outcomes are caused by the
// input before them.
func tape(payloads ...events.Payload) []events.Envelope {
	var t recorder
	for _, p := range payloads {
		t.add(p, nil, minute(len(t.list)+1))
	}
	return t.list
}

type recorder struct {
	list  []events.Envelope
	cause uuid.UUID
}

func (t *recorder) add(p events.Payload, basis *events.Basis, at time.Time) {
	e := events.Envelope{Ledger: "test", Sequence: uint64(len(t.list) + 1), Recorded: at, Actor: "Umpire", Payload: p}
	e.Type, _ = events.Type(p)
	binary.BigEndian.PutUint64(e.ID[8:], e.Sequence)
	if events.IsInput(p.Kind()) {
		t.cause = e.ID
	} else {
		e.Causation = t.cause
	}
	if basis != nil {
		e.Basis = *basis
	}
	t.list = append(t.list, e)
}

func fold[P projections.Projection](t testing.TB, p P, list []events.Envelope) P {
	t.Helper()
	for a, err := range events.Acts(sequenceOf(list)) {
		if err != nil {
			t.Fatal(err)
		}
		p.Fold(a)
	}
	return p
}

// folded folds outcomes of one input: the outcomes have the sequences from 1 on.
func folded[P projections.Projection](t testing.TB, p P, payloads ...events.Payload) P {
	t.Helper()
	list := tape(payloads...)
	p.Fold(&events.Act{Input: events.Envelope{Recorded: minute(0), Payload: events.TimePassed{}}, Outcomes: list})
	return p
}

func sequenceOf(list []events.Envelope) iter.Seq2[events.Envelope, error] {
	return func(yield func(events.Envelope, error) bool) {
		for _, e := range list {
			if !yield(e, nil) {
				return
			}
		}
	}
}

// A match is a game that a judge rules on while it is recorded.
type match struct {
	t   testing.TB
	j   *aggregate.Judge
	rec recorder
	at  time.Time
}

func newMatch(t testing.TB) *match {
	t.Helper()
	j, err := aggregate.NewJudge(aggregate.NewState(), "test")
	if err != nil {
		t.Fatal(err)
	}
	return &match{t: t, j: j, at: noon}
}

// submit has an input ruled on and recorded, and reports whether it was accepted.
func (m *match) submit(p events.Payload) bool {
	d := m.j.Decide(aggregate.Input{ID: "in", Payload: p, At: m.at, Actor: "Umpire"})
	m.rec.add(p, nil, m.at)
	for _, o := range d.Outcomes {
		m.rec.add(o.Payload, o.Basis, m.at)
	}
	m.j.Commit(d)
	return d.Ruling.Verdict == aggregate.Accepted
}

func (m *match) must(list ...events.Payload) {
	m.t.Helper()
	for _, p := range list {
		if !m.submit(p) {
			m.t.Fatalf("%#v was rejected", p)
		}
	}
}

// randomMatch plays a game of four sides at random, with purchases, transactions, passing
// time, a Free For All and the ends of hands.
func randomMatch(t testing.TB, seed uint64, inputs int) []events.Envelope {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 11))
	m := newMatch(t)
	book, _, err := systems.Load("partychess")
	if err != nil {
		t.Fatal(err)
	}
	m.must(opened(t, "random"))
	for _, r := range book.Rules() {
		m.must(events.RuleEnacted{Number: r.Number, Rule: r.Canonical()})
	}
	m.must(events.PlayerRegistered{Player: "Umpire"}, events.OfficeFilled{Office: "umpire", Player: "Umpire"})
	sides := []string{"Red", "Blue", "Green", "White"}
	for i, s := range sides {
		m.must(events.PlayerRegistered{Player: s + "'s"}, events.SideCreated{Side: s, Player: s + "'s", Attributes: []string{[]string{"nap", "party"}[min(i, 1)]}},
			events.TransactionRecorded{Account: s + "'s", Asset: "money", Amount: events.Whole(100)},
			events.TransactionRecorded{Account: s + "'s", Asset: "benefyts", Amount: events.Whole(3)},
			events.PiecesChosen{Side: s, Types: []string{"HarfyBlob", "Kamikaze", "Camel", "Zombie", "Gess"}[:5-i%2]})
	}
	m.must(events.GameStarted{})
	for len(m.rec.list) < inputs {
		m.at = m.at.Add(time.Duration(rng.IntN(300)) * time.Minute)
		m.random(rng, sides)
	}
	return m.rec.list
}

func (m *match) random(rng *rand.Rand, sides []string) {
	side := sides[rng.IntN(len(sides))]
	switch rng.IntN(40) {
	case 0:
		m.submit(events.TransactionRecorded{Account: side + "'s", Asset: "knives", Amount: events.Whole(1)})
	case 1:
		m.submit(events.PurchaseRequested{Side: side, Type: []string{"Pawn", "Archer", "Guard"}[rng.IntN(3)], Buyer: side + "'s"})
	case 2:
		for pc := range m.j.State().PiecesOf(side) {
			if pc.Type != "King" && rng.IntN(4) == 0 {
				m.submit(events.DestructionRequested{Side: side, Piece: pc.ID})
				return
			}
		}
	case 3:
		m.submit(events.StateAnnounced{})
	case 4:
		m.submit(events.LimitExtended{Length: 4 + rng.IntN(5)})
	case 5:
		m.at = m.at.Add(60 * time.Hour)
		m.submit(events.TimePassed{})
	case 6:
		m.submit(events.StageAnnounced{Stage: "free-for-all", Length: 3 + rng.IntN(12)})
	case 7:
		m.submit(events.PiecesChosen{Side: side, Types: []string{"Bishop", "Demon", "Gess"}[:1+rng.IntN(3)]})
	case 8:
		m.submit(events.AttributeChanged{Attribute: "warm", Side: side, On: rng.IntN(4) == 0})
	case 9:
		m.submit(events.LotSupplied{Draw: fmt.Sprintf("hand:%s:%d", side, 1+rng.IntN(2)), Result: []string{"R1"}})
	case 10:
		m.submit(events.TransactionRecorded{Account: side + "'s", Asset: "money", Amount: events.Whole(40)})
	case 11:
		m.play(side, "surrender")
	default:
		m.randomPlay(rng)
	}
}

func (m *match) play(side, text string) bool {
	return m.submit(events.PlaySubmitted{Side: side, Text: text})
}

// randomPlay submits some play of the side to play, captures preferred.
func (m *match) randomPlay(rng *rand.Rand) {
	side := m.j.State().ToPlay()
	id, ok := m.j.SideID(side)
	if !ok {
		return
	}
	pos, an := m.j.Position(), m.j.Analysis()
	rs := pos.Ruleset()
	var plays []string
	for i := range pos.Pieces() {
		p := movement.PieceID(i)
		pc, exists := m.j.State().Piece(m.j.PieceName(p))
		if !exists || pos.Owner(p) != id {
			continue
		}
		if pc.At == "" {
			for range 2 {
				plays = append(plays, fmt.Sprintf("%s@%c%d", pc.ID, 'f'+rng.IntN(8), 6+rng.IntN(8)))
			}
			continue
		}
		glyph := rs.Glyph(pos.TypeOf(p))
		for _, w := range an.Takings(p) {
			for range 20 {
				plays = append(plays, fmt.Sprintf("%s%sx%s-%s", glyph, pc.At, rs.SquareName(w.At), rs.SquareName(w.To)))
			}
		}
		for _, sq := range an.Moves(p) {
			plays = append(plays, fmt.Sprintf("%s%s-%s", glyph, pc.At, rs.SquareName(sq)))
		}
	}
	text := "pass"
	if len(plays) > 0 {
		text = plays[rng.IntN(len(plays))]
	}
	m.play(side, text)
}

// played are the games that projections are held against, played once for all tests.
var played []game

type game struct {
	name string
	list []events.Envelope
}

// games returns random games and the seasons of the fixtures.
func games(t testing.TB) []game {
	t.Helper()
	if played == nil {
		for seed := range uint64(2) {
			played = append(played, game{fmt.Sprintf("random game %d", seed), randomMatch(t, seed, 1800)})
		}
		played = append(played, seasons(t)...)
	}
	return played
}

func seasons(t testing.TB) []game {
	t.Helper()
	var list []game
	files, err := filepath.Glob("../fixtures/season/*.season")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		s, err := season.Parse(file, text)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Resolve(library(filepath.Dir(file))); err != nil {
			t.Fatal(err)
		}
		m := newMatch(t)
		for _, e := range s.Entries {
			m.at = e.At
			for _, p := range e.Inputs {
				m.submit(p)
			}
		}
		list = append(list, game{filepath.Base(file), m.rec.list})
	}
	return list
}

// library finds the rules of seasons in a directory.
type library string

func (library) Suite(name string) ([]rules.Rule, error) {
	book, _, err := systems.Load(name)
	if err != nil {
		return nil, err
	}
	return book.Rules(), nil
}

func (dir library) File(name string) ([]byte, error) {
	return os.ReadFile(filepath.Join(string(dir), name))
}

// opened is the opening of a game of today's format.
func opened(t testing.TB, game string) events.GameOpened {
	t.Helper()
	o, err := systems.Opening(game, "partychess", strings.Repeat("5e", 32), "")
	if err != nil {
		t.Fatal(err)
	}
	return o
}
