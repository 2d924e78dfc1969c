package generate

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/rules"
	"adjudicate/rules/movement"
	"adjudicate/systems"
)

// Options say what kind of game is generated. The zero Options are nine sides under the
// rules of the suite, which do not change.
type Options struct {
	Sides int // 0 is nine

	// Changes are rules that the players may enact, or by which they may amend the rule of
	// the same number; later they undo them again. ChangeEvery is after about how many plays
	// the law changes, by a rule or an adopted reading; 0 is never.
	Changes     []rules.Rule
	ChangeEvery int

	// Absent are types that nobody chooses, buys or promotes to, so that no ruling rests on them.
	Absent []string

	// Mischief is how many of a thousand plays are against the rules on purpose: 0 is
	// sixty, less than 0 none.
	Mischief int
}

// Generator names the inputs of one game, one after the other.
type Generator struct {
	o      Options
	source *rand.PCG
	rng    *rand.Rand // over source
	at     time.Time
	queue  []events.Payload // what comes next whatever happens

	base     *rules.Rulebook // the suite's
	words    words           // of it
	register *rules.Register
	law      *law // of the state last seen

	turn   string // the side to play when last asked
	tries  int    // plays submitted in its turn
	plays  int    // plays submitted so far
	asleep string // a side that lets its limits expire
	mails  int    // messages so far

	ordered time.Time // the end of the stage after which an order was supplied

	spare   *movement.Position
	squares []movement.Square
}

// opening is when every generated game begins.
var opening = time.Date(1998, 10, 2, 12, 0, 0, 0, time.UTC)

// System is the rule system of generated games.
var System = systems.Usual()

// New returns the generator of one game.
func New(seed uint64, o Options) *Generator {
	g := blank(seed, o, opening)
	g.prepare()
	return g
}

// Resume returns a generator that goes on with a game that has started, from a moment on.
func Resume(seed uint64, o Options, from time.Time) *Generator { return blank(seed, o, from) }

func blank(seed uint64, o Options, from time.Time) *Generator {
	if o.Sides == 0 {
		o.Sides = len(names)
	}
	if o.Mischief == 0 {
		o.Mischief = 60
	}
	book, register, err := systems.Load(System)
	if err != nil {
		panic(fmt.Sprintf("generate: the built-in rules of %s: %v", System, err)) // they are part of the program
	}
	g := &Generator{o: o, at: from, base: book, register: register, words: wordsOf(book.Procedure())}
	g.from(rand.NewPCG(seed, 0x5eed))
	return g
}

// Draw has what comes next drawn from a source of its own. Whoever draws before every Next
// decides what happens by a list of numbers, one an input, of which any may be left out: the
// others then mean the same, in the game as it stands by then.
func (g *Generator) Draw(number uint64) { g.from(rand.NewPCG(number, 0xd4a3)) }

func (g *Generator) from(source *rand.PCG) { g.source, g.rng = source, rand.New(source) }

// Clone returns a generator that goes on from here by itself.
func (g *Generator) Clone() *Generator {
	c, source := *g, *g.source
	c.from(&source)
	c.queue = slices.Clone(g.queue)
	c.spare, c.squares = nil, nil
	return &c
}

// Ready reports whether what comes before the first play has been named.
func (g *Generator) Ready() bool { return len(g.queue) == 0 }

// Plays returns how many plays the generator has named.
func (g *Generator) Plays() int { return g.plays }

// Next names an input to the game as it stands, which must be that of a judge to which all
// inputs named before were put.
func (g *Generator) Next(j *aggregate.Judge) aggregate.Input {
	g.at = g.at.Add(time.Duration(10+g.rng.IntN(400)) * time.Minute)
	p := g.next(j)
	actor := j.State().Holder(events.KnownOffice)
	if play, ok := p.(events.PlaySubmitted); ok {
		g.plays++
		g.tries++
		if s, ok := j.State().Side(play.Side); ok {
			actor = s.Player
		}
	}
	return aggregate.Input{Payload: p, At: g.at, Actor: actor}
}

func (g *Generator) next(j *aggregate.Judge) events.Payload {
	if len(g.queue) > 0 {
		p := g.queue[0]
		g.queue = g.queue[1:]
		return p
	}
	s := j.State()
	if s.Holder(events.KnownOffice) == "" {
		if p := g.back(s); p != nil {
			return p
		}
		return events.OfficeFilled{Office: events.KnownOffice, Player: g.anyone(s)}
	}
	if g.due(s) {
		if over := s.Stage(g.words.stage).Ends; s.Stage(g.words.stage).State == aggregate.StageRunning && !g.ordered.Equal(over) && g.often(900) {
			g.ordered = over
			return g.order(j)
		}
		return events.TimePassed{}
	}
	if g.law == nil || !g.law.of(s) {
		g.law = readLaw(s, g.register, g.words.stage)
	}
	if s.ToPlay() != g.turn {
		g.turn, g.tries = s.ToPlay(), 0
	}
	if p := g.draft(j); p != nil {
		return p
	}
	if p := g.chore(j); p != nil {
		return p
	}
	return g.play(j)
}

// due reports whether the passing of time has made something due that plays would have to
// wait for.
func (g *Generator) due(s *aggregate.State) bool {
	stage := s.Stage(g.words.stage)
	switch stage.State {
	case aggregate.StageRunning:
		return !g.at.Before(stage.Ends)
	case aggregate.StageAnnounced:
		if !g.at.Before(stage.Starts) {
			return true
		}
	}
	limit, running := s.Limit()
	return running && !g.at.Before(limit.Expires)
}

// typed draws a type that is neither royal nor limited nor absent; ok is false if it finds
// none soon.
func (g *Generator) typed(rs *movement.Ruleset) (t movement.TypeID, ok bool) {
	for range 20 {
		t = movement.TypeID(g.rng.IntN(rs.Types()))
		if !rs.Royal(t) && rs.Def(t).Limit == 0 && !slices.Contains(g.o.Absent, rs.TypeName(t)) {
			return t, true
		}
	}
	return t, false
}

// often is true so many times in a thousand.
func (g *Generator) often(n int) bool { return g.rng.IntN(1000) < n }

func pick[T any](g *Generator, list []T) T { return list[g.rng.IntN(len(list))] }
