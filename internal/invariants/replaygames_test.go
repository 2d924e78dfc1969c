package invariants

import (
	"context"
	"math/rand/v2"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/internal/generate"
	seasons "adjudicate/internal/played"
	"adjudicate/ledger"
	"adjudicate/rules"
	"adjudicate/store"
	"adjudicate/store/memory"
	"adjudicate/systems"
	"adjudicate/systems/array"
)

// recordedGame is a ledger of some system from which plans are drawn, with notes on short stretches of it, so that much can be passed over.
type recordedGame struct {
	title    string
	name     string // of the stream
	events   []store.Event
	notes    []store.Note
	inputs   []events.Envelope // that rules decide, but for the opening
	plays    []events.Envelope // those of them that are plays
	sides    []string
	players  []string
	pool     []rules.Rule
	register []rules.Entry
}

// noteEvery is how many events lie between two notes.
const noteEvery = 25

// source is how a game comes about.
type source struct {
	title string
	laws  string // a folder of amendments
	make  func(*noted) error
}

// noted is a ledger that is filled, with a recorder of its own.
type noted struct {
	st   *memory.Store
	l    *ledger.Ledger
	name string
	rec  *history.Recorder
	pool []rules.Rule
}

func (n *noted) submit(in aggregate.Input) error {
	res, err := n.l.Submit(context.Background(), in.Payload, in.Actor, in.At)
	if err != nil {
		return err
	}
	for _, act := range append(res.Due, &res.Act) {
		n.add(act)
	}
	return nil
}

func (n *noted) add(act *events.Act) {
	n.rec.Add(act, aggregate.Input{}, n.l.State())
	n.rec.Keep(context.Background(), n.l.State())
}

// begin opens a game of a built-in system by its array, if it has one.
func (n *noted) begin(system, seed string) error {
	sys, err := systems.Find(system)
	if err != nil {
		return err
	}
	at := time.Date(2001, 3, 1, 12, 0, 0, 0, time.UTC)
	list := []events.Payload{sys.Opening(n.name, seed, "")}
	for _, r := range sys.Book.Rules() {
		list = append(list, events.RuleEnacted{Number: r.Number, Rule: r.Canonical()})
	}
	set, err := array.Set(sys, "", nil)
	if err != nil {
		return err
	}
	for _, p := range append(list, set) {
		if err := n.submit(aggregate.Input{Payload: p, At: at}); err != nil {
			return err
		}
	}
	return nil
}

// wander goes on with a game at random.
func (n *noted) wander(seed uint64, inputs int) error {
	w := generate.Wander(seed, n.l.Last())
	draw := rand.New(rand.NewPCG(seed, 5))
	w.Laws = func(s *aggregate.State) events.Payload { return lawOf(draw, s, n.pool, nil) }
	for range inputs {
		in, ok := w.Next(n.l.Judge())
		if !ok {
			return nil
		}
		if err := n.submit(in); err != nil {
			return err
		}
	}
	return nil
}

// lawOf is a change of the law that stands in a state: one of a pool, or a reading of a register.
func lawOf(draw *rand.Rand, s *aggregate.State, pool []rules.Rule, register []rules.Entry) events.Payload {
	if len(pool) == 0 && len(register) == 0 {
		return nil
	}
	if len(pool) == 0 || len(register) > 0 && draw.IntN(2) == 0 {
		e := register[draw.IntN(len(register))]
		return events.InterpretationAdopted{Entry: e.ID, Reading: e.Readings[draw.IntN(len(e.Readings))].Name}
	}
	r := pool[draw.IntN(len(pool))]
	have, there := s.Rule(r.Number)
	switch {
	case there && draw.IntN(8) == 0:
		return events.RuleRepealed{Number: r.Number}
	case there:
		r.Revision = have.Revision + 1
		return events.RuleAmended{Number: r.Number, Rule: r.Canonical()}
	}
	return events.RuleEnacted{Number: r.Number, Rule: r.Canonical()}
}

func ofSeason(path string, then int) func(*noted) error {
	return func(n *noted) error {
		inputs, err := seasons.Inputs(path)
		if err != nil {
			return err
		}
		for _, in := range inputs {
			if _, verdict := in.Payload.(events.EditionAdopted); verdict {
				continue
			}
			if err := n.submit(in); err != nil {
				return err
			}
		}
		return n.wander(uint64(then), then)
	}
}

func ofArray(system string, seed uint64, inputs int) func(*noted) error {
	return func(n *noted) error {
		if err := n.begin(system, strings.Repeat("5e", 32)); err != nil {
			return err
		}
		return n.wander(seed, inputs)
	}
}

func generated(seed uint64, o generate.Options, plays, format int) func(*noted) error {
	return func(n *noted) error {
		if o.ChangeEvery > 0 {
			o.Changes = n.pool
		}
		g := generate.New(seed, o)
		for g.Plays() < plays {
			in := g.Next(n.l.Judge())
			if p, ok := in.Payload.(events.GameOpened); ok && format == 1 {
				p.Format, p.Text, p.Register, p.Words = 0, "", nil, nil
				in.Payload = p
			}
			if err := n.submit(in); err != nil {
				return err
			}
		}
		return nil
	}
}

var sources = []source{
	{"Party Chess", "../../systems/partychess/amendments", generated(31, generate.Options{Sides: 3}, 60, 2)},
	{"Party Chess under changing law", "../../systems/partychess/amendments", generated(32, generate.Options{Sides: 5, ChangeEvery: 15}, 140, 2)},
	{"Party Chess of nine", "../../systems/partychess/amendments", generated(33, generate.Options{ChangeEvery: 40}, 160, 2)},
	{"Party Chess in format 1", "../../systems/partychess/amendments", generated(34, generate.Options{Sides: 4}, 90, 1)},
	{"Party Chess in format 1 under changing law", "../../systems/partychess/amendments", generated(35, generate.Options{Sides: 4, ChangeEvery: 20}, 90, 1)},
	{"the Bishop on f1", "../../systems/partychess/amendments", ofSeason("../../fixtures/season/bishop.season", 0)},
	{"rooks", "../../systems/partychess/amendments", ofSeason("../../fixtures/season/rooks.season", 0)},
	{"fourplay", "../../systems/fourplay/amendments", ofSeason("../../systems/fourplay/seasons/two-quadrants.season", 40)},
	{"diamond", "", ofSeason("../../systems/diamond/seasons/over-the-wall.season", 40)},
	{"the article", "../../systems/partychess-article/amendments", ofSeason("../../systems/partychess-article/seasons/a-check-out-of-turn.season", 40)},
	{"chess", "../../systems/chess/amendments", ofArray("chess", 41, 120)},
	{"crazyhouse", "../../systems/chess/amendments", ofArray("crazyhouse", 42, 100)},
	{"atomic", "", ofArray("atomic", 43, 80)},
	{"draughts", "", ofArray("draughts", 44, 90)},
	{"xiangqi", "", ofArray("xiangqi", 45, 80)},
	{"seirawan", "", ofArray("seirawan", 46, 80)},
	{"duck", "", ofArray("duck", 47, 60)},
}

var (
	recordedGames = map[int]*recordedGame{}
	recordedOnce  sync.Mutex
)

// gameOf makes the game of a source once.
func gameOf(t testing.TB, which int) *recordedGame {
	t.Helper()
	recordedOnce.Lock()
	defer recordedOnce.Unlock()
	if g := recordedGames[which]; g != nil {
		return g
	}
	src := sources[which]
	n := &noted{st: memory.New(), name: gameName}
	var err error
	if src.laws != "" {
		if n.pool, err = generate.Changes(os.DirFS(src.laws)); err != nil {
			t.Fatal(err)
		}
	}
	if n.l, err = ledger.Create(context.Background(), n.st, n.name, options()); err != nil {
		t.Fatal(err)
	}
	n.rec = history.NewRecorder(context.Background(), n.st, n.name, 0, aggregate.NewState()).Every(noteEvery)
	if err := src.make(n); err != nil {
		t.Fatalf("%s: %v", src.title, err)
	}
	g := taken(t, n)
	g.title = src.title
	recordedGames[which] = g
	return g
}

// taken reads what a ledger holds.
func taken(t testing.TB, n *noted) *recordedGame {
	t.Helper()
	ctx := context.Background()
	g := &recordedGame{name: n.name, pool: n.pool}
	for rec, err := range n.st.Read(ctx, n.name, 1) {
		if err != nil {
			t.Fatal(err)
		}
		g.events = append(g.events, rec.Event)
		e, err := events.Decode(rec.Data)
		if err != nil {
			t.Fatal(err)
		}
		if rec.Revision == 1 || !events.IsInput(e.Type) || !aggregate.Judges(e.Payload) {
			continue
		}
		g.inputs = append(g.inputs, e)
		if _, ok := e.Payload.(events.PlaySubmitted); ok {
			g.plays = append(g.plays, e)
		}
	}
	for _, kind := range []string{history.StretchNote, history.StateNote} {
		for note, err := range n.st.Notes(ctx, n.name, kind) {
			if err != nil {
				t.Fatal(err)
			}
			g.notes = append(g.notes, note)
		}
	}
	s := n.l.State()
	for side := range s.Sides() {
		g.sides = append(g.sides, side.Name)
	}
	for _, p := range s.Players() {
		g.players = append(g.players, p.Name)
	}
	if len(g.plays) == 0 || len(g.sides) == 0 {
		t.Fatalf("%s: %d plays of %d sides", n.name, len(g.plays), len(g.sides))
	}
	if register, err := s.Register(); err == nil && register != nil {
		g.register = register.Entries()
	}
	return g
}
