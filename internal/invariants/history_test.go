package invariants

import (
	"context"
	"math/rand/v2"
	"os"
	"sync"
	"testing"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/readjudicate"
	"adjudicate/internal/generate"
	"adjudicate/internal/naivefold"
	"adjudicate/ledger"
	"adjudicate/rules"
	"adjudicate/store"
	"adjudicate/store/memory"

	"pgregory.net/rapid"
)

const (
	gameName = "game"
	engine   = "test 1"
)

func options() ledger.Options {
	return ledger.Options{Engine: engine, Entropy: rand.NewChaCha8([32]byte{7})}
}

// longGame is a generated ledger that is ruled on again and again.
type longGame struct {
	events []store.Event
	inputs []events.Envelope // as recorded, after what comes before the first play
	plays  []events.Envelope // those of them that are plays
	pool   []rules.Rule
}

// histories are ledgers of which the law stays as it is, and of which it changes.
var histories = sync.OnceValues(func() ([]*longGame, error) {
	pool, err := generate.Changes(os.DirFS("../../systems/partychess/amendments"))
	if err != nil {
		return nil, err
	}
	var list []*longGame
	for _, c := range []struct {
		seed  uint64
		o     generate.Options
		plays int
	}{
		{21, generate.Options{Sides: 3}, 40},
		{22, generate.Options{}, 120},
		{23, generate.Options{Changes: pool, ChangeEvery: 12}, 150},
		{24, generate.Options{Sides: 5, Changes: pool, ChangeEvery: 20}, 170},
	} {
		h := &longGame{pool: pool}
		st := memory.New()
		l, err := ledger.Create(context.Background(), st, gameName, options())
		if err != nil {
			return nil, err
		}
		if _, err := generate.Fill(context.Background(), l, c.seed, c.o, c.plays); err != nil {
			return nil, err
		}
		for rec, err := range st.Read(context.Background(), gameName, 1) {
			if err != nil {
				return nil, err
			}
			h.events = append(h.events, store.Event{ID: rec.ID, Type: rec.Type, Data: rec.Data})
		}
		started := false
		for e, err := range ledger.Events(context.Background(), st, gameName, 1) {
			if err != nil {
				return nil, err
			}
			if started && events.IsInput(e.Payload.Kind()) {
				h.inputs = append(h.inputs, e)
				if _, ok := e.Payload.(events.PlaySubmitted); ok {
					h.plays = append(h.plays, e)
				}
			}
			_, starts := e.Payload.(events.GameStarted)
			started = started || starts
		}
		list = append(list, h)
	}
	return list, nil
})

// chronicle is a copy of a history's ledger, to which editions are added.
type chronicle struct {
	t  *rapid.T
	h  *longGame
	st *memory.Store
	l  *ledger.Ledger
}

func anyHistory(t *rapid.T, tb testing.TB) *longGame {
	list, err := histories()
	if err != nil {
		tb.Fatal(err)
	}
	total.games++
	return list[rapid.IntRange(0, len(list)-1).Draw(t, "history")]
}

func open(t *rapid.T, h *longGame) *chronicle {
	st := memory.New()
	if _, err := st.Append(context.Background(), gameName, store.NoStream, h.events); err != nil {
		t.Fatal(err)
	}
	l, err := ledger.Open(context.Background(), st, gameName, options())
	if err != nil {
		t.Fatal(err)
	}
	return &chronicle{t: t, h: h, st: st, l: l}
}

func (c *chronicle) catalogue() *history.Catalogue {
	cat, err := history.Load(context.Background(), c.st, gameName, 0)
	if err != nil {
		c.t.Fatal(err)
	}
	return cat
}

// changes draws what is to be otherwise. Any of it may be left out.
func (c *chronicle) changes(label string) []events.Change {
	var list []events.Change
	cat := c.catalogue()
	for range rapid.IntRange(1, 4).Draw(c.t, label) {
		at := c.h.inputs[rapid.IntRange(0, len(c.h.inputs)-1).Draw(c.t, "at")]
		var ch events.Change
		switch rapid.IntRange(0, 7).Draw(c.t, "what") {
		case 0:
			ch = events.Change{What: history.Void, Input: at.Sequence}
		case 1:
			play := c.h.plays[rapid.IntRange(0, len(c.h.plays)-1).Draw(c.t, "play")]
			remedy := rapid.SampledFrom(aggregate.Remedies[:4]).Draw(c.t, "remedy")
			ch = events.Change{What: history.Rule, Input: play.Sequence, Remedy: remedy, Clause: "1230.2 §6"}
		case 2:
			play := c.h.plays[rapid.IntRange(0, len(c.h.plays)-1).Draw(c.t, "play")]
			p := play.Payload.(events.PlaySubmitted)
			p.Text = rapid.SampledFrom([]string{"pass", "surrender", c.h.plays[0].Payload.(events.PlaySubmitted).Text, "nonsense"}).Draw(c.t, "text")
			ch = c.change(history.Correct, play.Sequence, p)
		case 3:
			p := rapid.SampledFrom([]events.Payload{
				events.PlaySubmitted{Side: "Brick", Text: "pass"}, events.PlaySubmitted{Side: "Coral", Text: "surrender"}, events.TimePassed{},
				events.TransactionRecorded{Account: "Player 2", Asset: events.MoneyAsset, Amount: events.Whole(40)},
			}).Draw(c.t, "input")
			ch = c.change(history.Insert, at.Sequence, p)
		case 4:
			_, register := builtIn()
			e := rapid.SampledFrom(register.Entries()).Draw(c.t, "entry")
			ch = c.change(history.Insert, at.Sequence, events.InterpretationAdopted{Entry: e.ID, Reading: rapid.SampledFrom(e.Readings).Draw(c.t, "reading").Name})
		case 5:
			ch = c.aboutInserted(cat)
		default:
			r := c.h.pool[rapid.IntRange(0, len(c.h.pool)-1).Draw(c.t, "rule")]
			s, err := cat.Before(context.Background(), cat.Current(), at.Sequence)
			if err != nil {
				c.t.Fatal(err)
			}
			have, there := s.Rule(r.Number)
			switch {
			case there && rapid.IntRange(0, 9).Draw(c.t, "repeal") == 0:
				ch = c.change(history.Insert, at.Sequence, events.RuleRepealed{Number: r.Number})
			case there:
				r.Revision = have.Revision + 1
				ch = c.change(history.Insert, at.Sequence, events.RuleAmended{Number: r.Number, Rule: r.Canonical()})
			default:
				ch = c.change(history.Insert, at.Sequence, events.RuleEnacted{Number: r.Number, Rule: r.Canonical()})
			}
		}
		list = append(list, ch)
	}
	return list
}

// aboutInserted draws a change of an entry that the current edition has put in, by its address.
func (c *chronicle) aboutInserted(cat *history.Catalogue) events.Change {
	var put []events.Change
	for _, ch := range cat.Current().Changes {
		if ch.What == history.Insert {
			put = append(put, ch)
		}
	}
	if len(put) == 0 {
		play := c.h.plays[rapid.IntRange(0, len(c.h.plays)-1).Draw(c.t, "play")]
		return events.Change{What: history.Void, Input: play.Sequence}
	}
	at := rapid.SampledFrom(put).Draw(c.t, "entry put in")
	ch := events.Change{What: rapid.SampledFrom([]string{history.Void, history.Correct, history.Rule, history.Insert}).Draw(c.t, "what of it"), Address: at.ID}
	switch ch.What {
	case history.Rule:
		ch.Remedy, ch.Clause = rapid.SampledFrom(aggregate.Remedies[:4]).Draw(c.t, "remedy"), "1230.2 §6"
	case history.Correct:
		ch.Type, ch.Payload = at.Type, at.Payload
	case history.Insert:
		ch = c.change(history.Insert, 0, events.TransactionRecorded{Account: "Player 2", Asset: events.MoneyAsset, Amount: events.Whole(10)})
		ch.Address = at.ID
	}
	return ch
}

func (c *chronicle) change(what string, at uint64, p events.Payload) events.Change {
	wire, data, err := events.EncodePayload(p)
	if err != nil {
		c.t.Fatal(err)
	}
	return events.Change{What: what, Input: at, Type: wire, Payload: data}
}

// become runs a plan. It is refused if the changes contradict each other or one of them
// cannot be made at its point.
func (c *chronicle) become(plan readjudicate.Plan, o readjudicate.Options) (*readjudicate.Candidate, error) {
	run, err := readjudicate.Prepare(context.Background(), c.st, c.catalogue(), plan, engine)
	if err != nil {
		return nil, err
	}
	candidate, err := run.Do(context.Background(), o)
	if err == nil {
		total.judged += candidate.Judged
	}
	return candidate, err
}

// adopt adopts a plan; it reports whether that was possible.
func (c *chronicle) adopt(plan readjudicate.Plan) (*readjudicate.Candidate, error) {
	_, candidate, err := c.l.Adopt(context.Background(), plan, "for the test", "Player 1", c.l.Last(), nil)
	if err == nil {
		total.judged += candidate.Judged
		total.editions++
	}
	return candidate, err
}

// told is what one edition says happened: every entry with its outcomes, as text.
func (c *chronicle) told(number int) []string {
	cat := c.catalogue()
	e, err := cat.Edition(number)
	if err != nil {
		c.t.Fatal(err)
	}
	var list []string
	for entry, err := range cat.History(context.Background(), e, history.Range{}) {
		if err != nil {
			c.t.Fatal(err)
		}
		if entry.Judged {
			list = append(list, tell(entry.Place.Input, entry.Input.Payload, outcomesOf(entry.Outcomes)))
		}
	}
	return list
}

func outcomesOf(list []events.Envelope) []events.Outcome {
	out := make([]events.Outcome, len(list))
	for i := range list {
		out[i] = events.Outcome{Payload: list[i].Payload, Basis: &list[i].Basis}
	}
	return out
}

// tell writes an input with its outcomes, the versions of rulings left out.
func tell(at uint64, in events.Payload, outcomes []events.Outcome) string {
	var b []byte
	b = append(b, in.Kind()...)
	_, data, err := events.EncodePayload(in)
	if err != nil {
		return err.Error()
	}
	b = append(append(b, ' '), data...)
	for _, o := range outcomes {
		p := o.Payload
		if r, ok := p.(events.Ruled); ok {
			r.Rulebook, r.Engine = "", ""
			p = r
		}
		_, data, err := events.EncodePayload(p)
		if err != nil {
			return err.Error()
		}
		b = append(append(append(append(b, "\n\t"...), p.Kind()...), ' '), data...)
	}
	return string(b)
}

// sameTold shows the first entry at which two histories differ.
func sameTold(t *rapid.T, what string, want, got []string) {
	for i := range max(len(want), len(got)) {
		a, b := "nothing", "nothing"
		if i < len(want) {
			a = want[i]
		}
		if i < len(got) {
			b = got[i]
		}
		if a != b {
			t.Fatalf("%s: entry %d is\n%s\nand ought to be\n%s", what, i+1, b, a)
		}
	}
}

// fold folds a history by the naive fold and returns its description.
func (c *chronicle) fold(number int, end *aggregate.State) string {
	cat := c.catalogue()
	e, err := cat.Edition(number)
	if err != nil {
		c.t.Fatal(err)
	}
	table := naivefold.New()
	for entry, err := range cat.History(context.Background(), e, history.Range{}) {
		if err != nil {
			c.t.Fatal(err)
		}
		if !entry.Judged {
			continue
		}
		for i := range entry.Outcomes {
			table.Fold(entry.Outcomes[i].Payload)
		}
		table.Crowded()
	}
	if len(table.Complaints) > 0 {
		return table.Complaints[0]
	}
	return differ(table.String(), naivefold.Describe(end, table.Draws()))
}

// plain describes a state without regard to what waits for its draw.
func plain(s *aggregate.State) string { return naivefold.Describe(s, nil) }
