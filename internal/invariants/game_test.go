// Package invariants holds generated games to what is true of every game, whatever is played,
// and generated ledgers to what is true of every edition and dispute, whatever is changed.
//
// A game is a list of numbers, one an input: each seeds what is drawn for that input, given
// the game as it stands. So rapid can leave inputs out and make numbers smaller until a
// failing game is as short as it gets. Games begin from one of a few positions, the first of
// which is the start and the others lie deep in games with a changing law.
//
// make random plays a longer campaign than make test does.
package invariants

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"sync"
	"testing"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/internal/generate"
	"adjudicate/internal/naivefold"
	"adjudicate/rules"

	"pgregory.net/rapid"
)

// beginning is a position from which games go on.
type beginning struct {
	judge  *aggregate.Judge
	next   *generate.Generator
	told   []events.Payload // the outcomes until then
	posted aggregate.Input  // the last that posted Weights
	sound  bool             // no law or reading was ever in force under which a side may have no royal piece
}

var (
	beginnings []*beginning
	once       sync.Once
)

// begin plays the games from whose middle others go on.
func begin(t testing.TB) []*beginning {
	once.Do(func() {
		changes, err := generate.Changes(os.DirFS("../../systems/partychess/amendments"))
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct {
			seed  uint64
			o     generate.Options
			plays int
		}{
			{1, generate.Options{}, 0},
			{2, generate.Options{}, 300},
			{3, generate.Options{Changes: changes, ChangeEvery: 25}, 200},
			{4, generate.Options{Changes: changes, ChangeEvery: 25}, 900},
			{5, generate.Options{Sides: 4, Changes: changes, ChangeEvery: 25}, 250},
		} {
			beginnings = append(beginnings, played(t, c.seed, c.o, c.plays))
		}
	})
	return beginnings
}

func played(t testing.TB, seed uint64, o generate.Options, plays int) *beginning {
	t.Helper()
	j, err := aggregate.NewJudge(aggregate.NewState(), "test 1")
	if err != nil {
		t.Fatal(err)
	}
	b := &beginning{judge: j, next: generate.New(seed, o), sound: true}
	for !b.next.Ready() || b.next.Plays() < plays {
		in := b.next.Next(j)
		d := j.Decide(in)
		j.Commit(d)
		for _, o := range d.Outcomes {
			b.told = append(b.told, o.Payload)
			if _, posts := o.Payload.(events.WeightsPosted); posts {
				b.posted = in
			}
		}
		b.sound = b.sound && crowned(j.State())
	}
	return b
}

// crowned reports whether the law and the readings in force leave every side exactly one
// royal piece. The lists of a state are replaced when they change, never written in place, so
// the answer is kept by where they lie.
func crowned(s *aggregate.State) bool {
	key := lawKey{readings: len(s.Readings())}
	if rules := s.Rules(); len(rules) > 0 {
		key.first, key.rules = &rules[0], len(rules)
	}
	if key.readings > 0 {
		key.reading = &s.Readings()[0]
	}
	known, ok := crowns[key]
	if !ok {
		known = crownedBy(s)
		crowns[key] = known
	}
	return known
}

type lawKey struct {
	first           *aggregate.RuleInForce
	reading         *events.ReadingInForce
	rules, readings int
}

var crowns = map[lawKey]bool{}

func crownedBy(s *aggregate.State) bool {
	for _, r := range s.Readings() {
		if r.Entry == "captured-king" && r.Reading != "destroyed" || r.Entry == "promotion-king" && r.Reading != "no" {
			return false
		}
	}
	for _, r := range s.Rules() {
		rule, err := rules.FromCanonical(r.Rule)
		if err != nil {
			return false
		}
		if p := rule.Procedure; p != nil && !seats(rule) {
			return false
		}
		if p := rule.Piece; p != nil && (p.Royal && p.Limit != 1 || actsOnRoyals(p)) {
			return false
		}
	}
	return true
}

// seats reports whether what a rule says of fallen royal pieces, if anything, takes the side's pieces off the board and gives it a new one.
func seats(r rules.Rule) bool {
	for _, c := range rules.NewRulebook(r).Answers(rules.OnRoyalCaptured) {
		surrenders := slices.ContainsFunc(c.Do, func(d rules.Doing) bool { return d.Surrender != "" })
		creates := slices.ContainsFunc(c.Do, func(d rules.Doing) bool { return d.Create != "" })
		ransom := slices.ContainsFunc(c.Do, func(d rules.Doing) bool { return d.Owed != "" })
		if (surrenders || creates || ransom) && !(surrenders && creates) {
			return false
		}
	}
	return true
}

// actsOnRoyals reports whether a piece may do to royal pieces what is no capture by moving.
func actsOnRoyals(p *rules.Piece) bool {
	for _, a := range p.Actions {
		if a.Royal {
			return true
		}
	}
	return false
}

// game is one game being held to the invariants.
type game struct {
	t      *rapid.T
	judge  *aggregate.Judge
	next   *generate.Generator
	naive  *naivefold.Table
	posted aggregate.Input // the last that posted Weights
	sound  bool
	taken  int // inputs accepted
}

func newGame(t *rapid.T, b *beginning) *game {
	j, err := aggregate.NewJudge(b.judge.State().Clone(), "test 1")
	if err != nil {
		t.Fatal(err)
	}
	g := &game{t: t, judge: j, next: b.next.Clone(), naive: naivefold.New(), posted: b.posted, sound: b.sound}
	for _, p := range b.told {
		g.naive.Fold(p)
	}
	return g
}

// step is one input with what it did.
type step struct {
	in            aggregate.Input
	d             aggregate.Decision
	before, after *aggregate.State
}

func (s *step) String() string {
	text := fmt.Sprintf("%T %+v, %s", s.in.Payload, s.in.Payload, s.d.Ruling.Verdict)
	for _, o := range s.d.Outcomes[1:] {
		text += fmt.Sprintf("\n\t%T %+v", o.Payload, o.Payload)
	}
	return text
}

// total is what the property tests of a run have played.
var total struct {
	games, inputs, plays, accepted    int
	judged, editions, disputes, ruled int // inputs ruled on again, editions adopted, disputes opened and ruled on
	kinds                             map[string]int
}

func count(s *step) {
	total.inputs++
	if total.kinds == nil {
		total.kinds = map[string]int{}
	}
	if s.d.Ruling.Verdict == aggregate.Accepted {
		total.kinds[s.in.Payload.Kind()]++
	}
	if _, ok := s.in.Payload.(events.PlaySubmitted); ok {
		total.plays++
		if s.d.Ruling.Verdict == aggregate.Accepted {
			total.accepted++
		}
	}
}

// usual is how many games a property test plays unless -rapid.checks says otherwise.
const usual = "4"

// seed is the one from which random games come unless -rapid.seed says otherwise; 0 stands
// for another one each time, which make random asks for.
const seed = "19981002"

func TestMain(m *testing.M) {
	flag.Parse()
	asked := map[string]bool{}
	flag.Visit(func(f *flag.Flag) { asked[f.Name] = true })
	for name, value := range map[string]string{"rapid.checks": usual, "rapid.seed": seed} {
		if asked[name] {
			continue
		}
		if err := flag.Set(name, value); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
	}
	status := m.Run()
	if testing.Verbose() {
		fmt.Printf("%d games, %d inputs, %d plays of which %d were accepted; %d changes of rules and %d of readings\n",
			total.games, total.inputs, total.plays, total.accepted,
			total.kinds["rule-enacted"]+total.kinds["rule-amended"]+total.kinds["rule-repealed"], total.kinds["interpretation-adopted"])
		fmt.Printf("%d inputs ruled on again, %d editions adopted, %d disputes of which %d were ruled on\n",
			total.judged, total.editions, total.disputes, total.ruled)
	}
	os.Exit(status)
}
