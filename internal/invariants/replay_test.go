package invariants

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"adjudicate/aggregate"
	"adjudicate/aggregate/dispute"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/causes"
	"adjudicate/history/compare"
	"adjudicate/history/readjudicate"
	"adjudicate/ledger"
	"adjudicate/store"
	"adjudicate/store/memory"
)

// What is ruled again with everything that saves work (stretches that are passed over by notes, rulings that are kept where nothing
// touches them, histories beside histories) is held against a replay that has none of it: a judge before the first input is given every
// input in turn, brings about itself what is due, and nothing is taken from elsewhere. Games are of several systems and of both formats.
//
// make test tries a fixed sample of plans; make random and ADJUDICATE_REPLAYS=N others, from ADJUDICATE_SEED.
func TestPlansComeToWhatAReplayFromTheStartComesTo(t *testing.T) {
	plans, seed := 1, uint64(0)
	if n, err := strconv.Atoi(os.Getenv("ADJUDICATE_REPLAYS")); err == nil {
		plans = n
		seed, _ = strconv.ParseUint(os.Getenv("ADJUDICATE_SEED"), 10, 64)
	}
	var sum replayed
	for which := range sources {
		t.Run(strings.ReplaceAll(sources[which].title, " ", "_"), func(t *testing.T) {
			g := gameOf(t, which)
			numbers := foundBefore[sources[which].title]
			for i := range plans {
				numbers = append(numbers, seed+uint64(i))
			}
			for _, number := range numbers {
				r := &replay{t: t, g: g, draw: rand.New(rand.NewPCG(number, uint64(which))), sum: &sum}
				if r.plan(); t.Failed() {
					t.Fatalf("plan %d: %s", number, r.words)
				}
			}
		})
	}
	t.Logf("%d plans, %d of them refused; %d editions adopted; %d inputs judged and %d events passed over; %d causes held against the history without them",
		sum.plans, sum.refused, sum.adopted, sum.judged, sum.passed, sum.causes)
	if sum.adopted == 0 || sum.passed == 0 || plans > 1 && sum.causes == 0 {
		t.Errorf("too little was tried: %+v", sum)
	}
}

// foundBefore are numbers of plans that came out wrong once, beside 0.
var foundBefore = map[string][]uint64{
	"diamond":     {1},    // regions of a reading that no longer held; a reading that procedures ask for
	"fourplay":    {3003}, // what somebody has invented, lost where a stretch was passed over
	"rooks":       {2004}, // an entry dated behind the next one, which was passed over
	"the article": {2001}, // rules in force in another order, behind what was passed over
}

type replayed struct{ plans, refused, adopted, judged, passed, causes int }

// replay is one game under drawn plans.
type replay struct {
	t     *testing.T
	g     *recordedGame
	draw  *rand.Rand
	sum   *replayed
	words string // the plans, for messages
}

// noted returns a copy of the game's ledger, with notes or without.
func (g *recordedGame) store(t *testing.T, notes bool) *memory.Store {
	t.Helper()
	st := memory.New()
	if _, err := st.Append(context.Background(), g.name, store.NoStream, g.events); err != nil {
		t.Fatal(err)
	}
	if notes {
		if err := st.Keep(context.Background(), g.notes...); err != nil {
			t.Fatal(err)
		}
	}
	return st
}

// plan tries one plan and then another on what it has come to.
func (r *replay) plan() {
	st := r.g.store(r.t, true)
	for round := range 2 {
		plan := r.drawn(round, st)
		r.sum.plans++
		r.words += " | " + told(plan)
		if !r.holds(st, plan) {
			r.sum.refused++
			return
		}
	}
}

var replayPolicies = []string{readjudicate.DefaultPlay, readjudicate.DefaultPlay, readjudicate.Void, readjudicate.Stands, readjudicate.Reopen, readjudicate.Rewind, readjudicate.Halt}

// drawn is a plan of one to three changes.
func (r *replay) drawn(round int, st store.Store) readjudicate.Plan {
	plan := readjudicate.Plan{Policy: one(r.draw, replayPolicies)}
	cat := r.catalogue(st)
	if round > 0 {
		plan.Base = r.draw.IntN(len(cat.Editions()) + 1)
		if list := cat.Current().Changes; plan.Base != 1 && len(list) > 0 && r.draw.IntN(2) == 0 {
			plan.Withdraw = []string{"*"}
			if c := one(r.draw, list); !c.Due && plan.Base == 0 {
				plan.Withdraw = []string{c.ID}
			}
		}
	}
	for range 1 + r.draw.IntN(3) {
		plan.Changes = append(plan.Changes, r.change(cat))
	}
	return plan
}

func one[T any](draw *rand.Rand, list []T) T { return list[draw.IntN(len(list))] }

func (r *replay) change(cat *history.Catalogue) events.Change {
	at, play := one(r.draw, r.g.inputs), one(r.draw, r.g.plays)
	insert := func(p events.Payload) events.Change { return r.put(history.Insert, at.Sequence, p) }
	switch r.draw.IntN(13) {
	case 0, 1:
		return events.Change{What: history.Void, Input: at.Sequence}
	case 2, 3:
		return events.Change{What: history.Rule, Input: play.Sequence, Remedy: one(r.draw, aggregate.Remedies), Clause: "1 §1"}
	case 4:
		return events.Change{What: history.Rule, Input: at.Sequence, Remedy: one(r.draw, aggregate.Remedies), Clause: "1 §1"}
	case 5:
		p := play.Payload.(events.PlaySubmitted)
		other := one(r.draw, r.g.plays).Payload.(events.PlaySubmitted)
		p.Text = one(r.draw, []string{"pass", "surrender", other.Text, "nonsense"})
		return r.put(history.Correct, play.Sequence, p)
	case 6: // at another moment
		c := r.put(history.Correct, at.Sequence, at.Payload)
		moment := at.Recorded.Add(time.Duration(r.draw.IntN(7200)-3600) * time.Second)
		c.At = &moment
		return c
	case 7:
		return insert(events.PlaySubmitted{Side: one(r.draw, r.g.sides), Text: one(r.draw, []string{"pass", "surrender", play.Payload.(events.PlaySubmitted).Text})})
	case 8:
		return insert(one(r.draw, []events.Payload{events.TimePassed{}, events.StateAnnounced{},
			events.TransactionRecorded{Account: one(r.draw, r.g.players), Asset: events.MoneyAsset, Amount: events.Whole(r.draw.IntN(90) - 30)}}))
	case 9: // what somebody did, done once more or earlier
		return insert(one(r.draw, r.g.inputs).Payload)
	case 10:
		if list := cat.Current().Changes; len(list) > 0 {
			if c := one(r.draw, list); c.What == history.Insert {
				about := events.Change{What: one(r.draw, []string{history.Void, history.Rule}), Address: c.ID}
				if about.What == history.Rule {
					about.Remedy, about.Clause = one(r.draw, aggregate.Remedies), "1 §1"
				}
				return about
			}
		}
	}
	s, err := cat.Before(context.Background(), cat.Current(), at.Sequence)
	if err != nil {
		r.t.Fatal(err)
	}
	if p := lawOf(r.draw, s, r.g.pool, r.g.register); p != nil {
		return insert(p)
	}
	return events.Change{What: history.Void, Input: play.Sequence}
}

func (r *replay) put(what string, at uint64, p events.Payload) events.Change {
	r.t.Helper()
	wire, data, err := events.EncodePayload(p)
	if err != nil {
		r.t.Fatal(err)
	}
	return events.Change{What: what, Input: at, Type: wire, Payload: data}
}

func told(plan readjudicate.Plan) string {
	text := fmt.Sprintf("base %d withdraw %v %s", plan.Base, plan.Withdraw, plan.Policy)
	for _, c := range plan.Changes {
		text += fmt.Sprintf(" [%s %d%s %s %s %.80s", c.What, c.Input, c.Address, c.Remedy, c.Type, c.Payload)
		if c.At != nil {
			text += " at " + c.At.Format(time.RFC3339)
		}
		text += "]"
	}
	return text
}

func (r *replay) catalogue(st store.Store) *history.Catalogue {
	r.t.Helper()
	cat, err := history.Load(context.Background(), st, r.g.name, 0)
	if err != nil {
		r.t.Fatal(err)
	}
	return cat
}

// course is what a run tells.
type course struct {
	steps     []string
	before    map[string]string // address → verdict in the base
	after     map[string]string // and in the candidate
	end       string
	err       error
	candidate *readjudicate.Candidate
}

func (r *replay) run(st store.Store, plan readjudicate.Plan, collect *compare.Collector, beside *readjudicate.Course) course {
	r.t.Helper()
	c := course{before: map[string]string{}, after: map[string]string{}}
	run, err := readjudicate.Prepare(context.Background(), st, r.catalogue(st), plan, engine)
	if err != nil {
		c.err = err
		return c
	}
	if collect != nil {
		*collect = *compare.NewCollector(run.Changes)
	}
	c.candidate, c.err = run.Do(context.Background(), readjudicate.Options{Beside: beside, Watch: func(s *readjudicate.Step) error {
		before, after := s.Ruled()
		address := s.Place.Address()
		c.before[address], c.after[address] = before.Verdict, after.Verdict
		c.steps = append(c.steps, fmt.Sprintf("%s %s %s", address, s.Standing, tell(s.Place.Input, s.Input.Payload, s.After)))
		if collect != nil {
			return collect.Watch(s)
		}
		return nil
	}})
	if c.err == nil {
		c.end = plain(c.candidate.After)
		r.sum.judged += c.candidate.Judged
		r.sum.passed += c.candidate.Passed
	}
	return c
}

// refusal is what an error says of a plan that cannot be made; "" of none. Others end the test.
func (r *replay) refusal(err error) string {
	r.t.Helper()
	var change *readjudicate.ChangeError
	var halt *readjudicate.HaltError
	switch {
	case err == nil:
		return ""
	case errors.As(err, &change), errors.As(err, &halt), errors.Is(err, dispute.ErrReach), errors.Is(err, readjudicate.ErrNothing):
		return err.Error()
	}
	r.t.Fatalf("%v: %s", err, r.words)
	return ""
}

func (r *replay) same(what string, want, got course) bool {
	r.t.Helper()
	if a, b := r.refusal(want.err), r.refusal(got.err); a != b {
		r.t.Errorf("%s: %q, and judging all: %q", what, b, a)
		return false
	}
	if diff := unlike(want.steps, got.steps); diff != "" {
		r.t.Errorf("%s: %s", what, diff)
		return false
	}
	if diff := differ(want.end, got.end); diff != "" {
		r.t.Errorf("%s: the state differs: %s", what, diff)
		return false
	}
	return true
}

// unlike is the first entry at which two lists differ.
func unlike(want, got []string) string {
	for i := range max(len(want), len(got)) {
		a, b := "nothing", "nothing"
		if i < len(want) {
			a = want[i]
		}
		if i < len(got) {
			b = got[i]
		}
		if a != b {
			return fmt.Sprintf("entry %d is\n%s\nand ought to be\n%s", i+1, b, a)
		}
	}
	return ""
}

// holds tries a plan, adopts it and reports whether that was possible.
func (r *replay) holds(st *memory.Store, plan readjudicate.Plan) bool {
	bare := r.bare(st)
	thorough := plan
	thorough.Thorough = true
	all := r.run(bare, thorough, nil, nil)
	var collect compare.Collector
	quick := r.run(st, plan, &collect, nil)
	if !r.same("what is judged anew", all, quick) || quick.err != nil {
		return false
	}
	r.causes(bare, plan, &collect, quick)
	var key [32]byte
	binary.LittleEndian.PutUint64(key[:], r.draw.Uint64())
	l, err := ledger.Open(context.Background(), st, r.g.name, ledger.Options{Engine: engine, Entropy: rand.NewChaCha8(key)})
	if err != nil {
		r.t.Fatal(err)
	}
	_, adopted, err := l.Adopt(context.Background(), plan, "for the test", "", l.Last().Add(2*time.Hour), nil)
	if r.refusal(err) != "" {
		return false
	}
	r.sum.adopted++
	if diff := differ(all.end, plain(l.State())); diff != "" {
		r.t.Errorf("adopted, the state differs: %s", diff)
	}
	if reopening(adopted.Policy) || slices.ContainsFunc(adopted.Changes, func(c events.Change) bool { return reopening(c.Remedy) }) {
		return true
	}
	list, s := r.naive(bare, adopted.Changes, adopted.Policy)
	if diff := unlike(list, r.edition(st)); diff != "" {
		r.t.Errorf("the edition: %s", diff)
	}
	if diff := differ(plain(s), plain(l.State())); diff != "" {
		r.t.Errorf("the edition's end: %s", diff)
	}
	v, err := ledger.Verify(context.Background(), st, r.g.name, options())
	if err != nil {
		r.t.Fatal(err)
	}
	if len(v.Differences) > 0 {
		r.t.Errorf("verifying finds %+v", v.Differences[0])
	}
	return true
}

func reopening(policy string) bool {
	return policy == readjudicate.Reopen || policy == readjudicate.Rewind
}

// bare copies the events of a ledger, and no notes.
func (r *replay) bare(st store.Store) *memory.Store {
	var list []store.Event
	for rec, err := range st.Read(context.Background(), r.g.name, 1) {
		if err != nil {
			r.t.Fatal(err)
		}
		list = append(list, rec.Event)
	}
	out := memory.New()
	if _, err := out.Append(context.Background(), r.g.name, store.NoStream, list); err != nil {
		r.t.Fatal(err)
	}
	return out
}

// edition is what the current edition says of every entry that rules decide.
func (r *replay) edition(st store.Store) (list []string) {
	cat := r.catalogue(st)
	for entry, err := range cat.History(context.Background(), cat.Current(), history.Range{}) {
		if err != nil {
			r.t.Fatal(err)
		}
		if entry.Judged {
			list = append(list, entry.Place.Address()+" "+tell(entry.Place.Input, entry.Input.Payload, outcomesOf(entry.Outcomes)))
		}
	}
	return list
}

// causes finds the causes of what differs and holds each against the history without it, in which everything is judged.
func (r *replay) causes(bare store.Store, plan readjudicate.Plan, collect *compare.Collector, with course) {
	if slices.Contains(plan.Withdraw, "*") || plan.Base != 0 || plan.Policy == readjudicate.Halt {
		return
	}
	report, err := collect.Report(with.candidate.Before, with.candidate.After)
	if err != nil {
		r.t.Fatal(err)
	}
	cat := r.catalogue(bare)
	if err := causes.Find(context.Background(), causes.Question{Store: bare, Catalogue: cat, Plan: plan, Engine: engine}, report); err != nil {
		r.t.Fatal(err)
	}
	without := map[string]course{}
	verdict := func(set []string, in *compare.Input) string {
		key := strings.Join(set, " ")
		c, ok := without[key]
		if !ok {
			less := plan.Named(len(cat.Editions()) + 1)
			less.Thorough = true
			if slices.Contains(set, compare.Policy) {
				less.Policy = cat.Current().Policy
			}
			less.Changes = slices.DeleteFunc(less.Changes, func(c events.Change) bool { return slices.Contains(set, c.ID) })
			less.Withdraw = slices.DeleteFunc(slices.Clone(less.Withdraw), func(id string) bool { return slices.Contains(set, id) })
			c = r.run(bare, less, nil, nil)
			without[key] = c
		}
		if r.refusal(c.err) != "" {
			return "refused"
		}
		if v, ok := c.after[in.Address]; ok {
			return v
		}
		return in.Before.Verdict
	}
	for _, in := range report.Inputs {
		if in.Differs != readjudicate.Verdict.String() || in.Standing == history.Inserted || in.Standing == history.Withdrawn {
			continue
		}
		if len(in.Cause.Sets) == 0 {
			r.t.Errorf("#%s has no cause", in.Address)
		}
		for _, set := range in.Cause.Sets {
			r.sum.causes++
			if was := verdict(set, in); was != in.Before.Verdict && was != "refused" {
				r.t.Errorf("without %v #%s is %q, want %q as it was", set, in.Address, was, in.Before.Verdict)
			}
			for k := range set {
				fewer := slices.Delete(slices.Clone(set), k, k+1)
				if len(fewer) > 0 && verdict(fewer, in) == in.Before.Verdict {
					r.t.Errorf("%v would be enough for #%s, and %v is stated", fewer, in.Address, set)
				}
			}
		}
	}
}

// naive rules on every input of a ledger again, from before the first, under changes.
func (r *replay) naive(st store.Store, changes []events.Change, policy string) (list []string, s *aggregate.State) {
	j, err := aggregate.NewJudge(aggregate.NewState(), engine)
	if err != nil {
		r.t.Fatal(err)
	}
	n := &naive{replay: r, j: j, policy: policy, about: map[history.Place]events.Change{}}
	for _, c := range changes {
		switch {
		case c.Due: // it comes about by itself
			n.dues = append(n.dues, c)
		case c.What == history.Insert:
			n.inserts = append(n.inserts, c)
		default:
			n.about[history.PlaceOf(&c)] = c
		}
	}
	n.read(st)
	if n.labels, err = r.catalogue(st).Labels(context.Background()); err != nil {
		r.t.Fatal(err)
	}
	for i := range n.recorded {
		in := &n.recorded[i]
		for len(n.inserts) > 0 && n.inserts[0].Input <= in.Sequence {
			c := n.inserts[0]
			n.inserts = n.inserts[1:]
			put, err := history.InsertedInput(r.g.name, &c, n.last)
			if err != nil {
				r.t.Fatal(err)
			}
			n.entry(&put, history.Place{Input: in.Sequence, Change: c.ID}, nil, false)
		}
		n.entry(&in.Input, history.Place{Input: in.Sequence}, in.outcomes, n.undue(i))
	}
	return n.list, j.State()
}

type naive struct {
	*replay
	j        *aggregate.Judge
	policy   string
	about    map[history.Place]events.Change
	inserts  []events.Change
	dues     []events.Change
	labels   *aggregate.Labels
	known    bool
	last     time.Time
	recorded []recordedInput
	list     []string
}

type recordedInput struct {
	events.Act
	Sequence uint64
	outcomes []events.Outcome
}

// read takes the recorded inputs that rules decide, with what was first made of them.
func (n *naive) read(st store.Store) {
	for e, err := range ledger.Events(context.Background(), st, n.g.name, 1) {
		if err != nil {
			n.t.Fatal(err)
		}
		if events.IsInput(e.Type) {
			if aggregate.Judges(e.Payload) {
				n.recorded = append(n.recorded, recordedInput{Act: events.Act{Input: e}, Sequence: e.Sequence})
			}
			continue
		}
		if k := len(n.recorded) - 1; k >= 0 && e.Causation == n.recorded[k].Input.ID && e.Effective == e.Sequence {
			n.recorded[k].outcomes = append(n.recorded[k].outcomes, events.Outcome{Payload: e.Payload, Basis: &e.Basis})
		}
	}
}

// undue reports whether a recorded input was due only because of an entry that does not happen, or at another moment.
func (n *naive) undue(i int) bool {
	in := &n.recorded[i].Input
	if !history.Unnoticed(in) {
		return false
	}
	touched := false
	for _, next := range n.recorded[i+1:] {
		if history.Unnoticed(&next.Input) {
			continue
		}
		c := n.about[history.Place{Input: next.Sequence}]
		if c.What == history.Void {
			touched = true
			continue
		}
		at := next.Input.Recorded
		if c.What == history.Correct && c.At != nil {
			at, touched = *c.At, true
		}
		return touched && in.Recorded.After(at)
	}
	return touched
}

func (n *naive) entry(in *events.Envelope, place history.Place, first []events.Outcome, undue bool) {
	c, changed := n.about[place]
	payload, at := in.Payload, in.Recorded
	if changed && c.What == history.Correct {
		var err error
		if payload, err = events.DecodePayload(c.Type, c.Payload); err != nil {
			n.t.Fatal(err)
		}
		if c.At != nil {
			at = *c.At
		}
	}
	accepted := false
	if len(first) > 0 {
		ruled, _ := first[0].Payload.(events.Ruled)
		accepted = ruled.Verdict == aggregate.Accepted
	}
	asked := aggregate.Input{ID: in.ID.String(), Address: place.Address(), Payload: payload, At: at, Actor: in.Actor, Happened: accepted && !(changed && c.What == history.Correct)}
	if !n.known && n.j.State().Opened() && n.j.State().Format() > 1 {
		n.j.Know(n.labels)
		n.known = true
	}
	if !(changed && c.What == history.Void) && !undue {
		n.bringAbout(asked, place)
	}
	n.last = at
	o := n.order(c, changed, payload, first, accepted)
	if undue {
		o = &aggregate.Order{Remedy: aggregate.RemedyVoid, Reason: "nothing was due by then"}
	}
	d := n.j.DecideUnder(asked, o)
	n.tell(place, payload, d)
}

func (n *naive) tell(place history.Place, p events.Payload, d aggregate.Decision) {
	n.list = append(n.list, place.Address()+" "+tell(place.Input, p, d.Outcomes))
	n.j.Commit(d)
}

// bringAbout has judged what is due before an input. The address of such an entry is that of the edition.
func (n *naive) bringAbout(in aggregate.Input, place history.Place) {
	last := n.last
	for due, ok := n.j.Due(in); ok; due, ok = n.j.Due(in) {
		own := aggregate.Unnoticed(due, last)
		address := "?"
		for _, c := range n.dues {
			if c.Input == place.Input && c.At.Equal(own.At) {
				address = c.ID
			}
		}
		put, err := history.InsertedInput(n.g.name, &events.Change{ID: address, Input: place.Input, What: history.Insert, At: &own.At, Type: "time-passed.v1", Payload: []byte("{}"), Due: true}, last)
		if err != nil {
			n.t.Fatal(err)
		}
		own.ID, own.Address = put.ID.String(), address
		n.tell(history.Place{Input: place.Input, Change: address}, own.Payload, n.j.Decide(own))
		last = own.At
	}
}

func (n *naive) order(c events.Change, changed bool, payload events.Payload, first []events.Outcome, accepted bool) *aggregate.Order {
	_, play := payload.(events.PlaySubmitted)
	o := &aggregate.Order{Clause: c.Clause, Reason: c.Reason}
	switch {
	case changed && c.What == history.Void:
		o.Remedy = aggregate.RemedyVoid
	case changed && c.What == history.Rule:
		o.Remedy = c.Remedy
		if n.policy == readjudicate.DefaultPlay {
			o.Otherwise = aggregate.RemedyDefault
		}
	case accepted && play && n.policy == readjudicate.DefaultPlay:
		o.Remedy = aggregate.RemedyDefault // if it is illegal now
	case accepted && n.policy == readjudicate.Stands:
		o.Remedy = aggregate.RemedyStands // if it is illegal now
	default:
		return nil
	}
	if o.Remedy == aggregate.RemedyStands && accepted && !play {
		o.Effects = first
	}
	return o
}
