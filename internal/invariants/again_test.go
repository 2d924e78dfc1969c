package invariants

import (
	"context"
	"errors"
	"testing"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/readjudicate"
	"adjudicate/internal/generate"
	_ "adjudicate/internal/testheap"
	"adjudicate/ledger"

	"pgregory.net/rapid"
)

// ruledAgain is re-adjudication without any cleverness: a judge before its first input is
// given every input of the ledger, in effective order and with the changes made, and nothing
// is passed over or taken from elsewhere. Of the ledger it reads the inputs alone, and which
// verdict they were recorded with.
func (c *chronicle) ruledAgain(changes []events.Change, policy string, end uint64) (list []string, s *aggregate.State) {
	j, err := aggregate.NewJudge(aggregate.NewState(), engine)
	if err != nil {
		c.t.Fatal(err)
	}
	about := map[history.Place]events.Change{} // of single entries, also of those that are inserted
	var inserts []events.Change
	for _, ch := range changes {
		if ch.What == history.Insert {
			inserts = append(inserts, ch)
		} else {
			about[history.Place{Input: ch.Input, Change: ch.Address}] = ch
		}
	}
	cat, err := history.Load(context.Background(), c.st, gameName, 0)
	if err != nil {
		c.t.Fatal(err)
	}
	labels, err := cat.Labels(context.Background())
	if err != nil {
		c.t.Fatal(err)
	}
	told := false
	decide := func(in events.Envelope, place history.Place, verdict string) { // the verdict that was recorded
		ch, changed := about[place]
		_, play := in.Payload.(events.PlaySubmitted)
		if changed && ch.What == history.Correct {
			if in.Payload, err = events.DecodePayload(ch.Type, ch.Payload); err != nil {
				c.t.Fatal(err)
			}
		}
		var o *aggregate.Order
		switch {
		case changed && ch.What == history.Void:
			o = &aggregate.Order{Remedy: aggregate.RemedyVoid, Clause: ch.Clause, Reason: ch.Reason}
		case changed && ch.What == history.Rule:
			o = &aggregate.Order{Remedy: ch.Remedy, Clause: ch.Clause, Reason: ch.Reason}
			if policy == readjudicate.DefaultPlay {
				o.Otherwise = aggregate.RemedyDefault
			}
		case play && verdict == aggregate.Accepted && policy == readjudicate.DefaultPlay:
			o = &aggregate.Order{Remedy: aggregate.RemedyDefault} // if it is illegal now
		}
		if !told && j.State().Opened() { // before, the judge does not know that labels are given once
			j.Know(labels)
			told = true
		}
		d := j.DecideUnder(aggregate.Input{ID: in.ID.String(), Address: place.Address(), Payload: in.Payload, At: in.Recorded, Actor: in.Actor,
			Happened: verdict == aggregate.Accepted && !changed}, o)
		list = append(list, tell(in.Sequence, in.Payload, d.Outcomes))
		j.Commit(d)
	}
	var before, input events.Envelope
	recorded := func(verdict string) { // the input has been read, and how it was ruled on
		for len(inserts) > 0 && inserts[0].Input <= input.Sequence {
			in, err := history.InsertedInput(gameName, &inserts[0], before.Recorded)
			if err != nil {
				c.t.Fatal(err)
			}
			decide(in, history.Place{Input: input.Sequence, Change: inserts[0].ID}, "")
			before.Recorded = in.Recorded
			inserts = inserts[1:]
		}
		before = input
		decide(input, history.Place{Input: input.Sequence}, verdict)
	}
	for e, err := range ledger.Events(context.Background(), c.st, gameName, 1) {
		if err != nil {
			c.t.Fatal(err)
		}
		if e.Sequence > end {
			break
		}
		if events.IsInput(e.Payload.Kind()) {
			input = e
		}
		if r, ok := e.Payload.(events.Ruled); ok && e.Sequence == input.Sequence+1 && aggregate.Judges(input.Payload) {
			recorded(r.Verdict)
		}
	}
	return list, j.State()
}

func TestRandomEditionsAreWhatNaiveReadjudicationMakesOfTheInputs(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		c := open(r, anyHistory(r, t))
		how := policy(r)
		adopted, err := c.adopt(readjudicate.Plan{Policy: how, Changes: c.changes("changes")})
		if refused(r, err) {
			return
		}
		list, s := c.ruledAgain(adopted.Changes, how, adopted.Head)
		sameTold(r, "the edition", list, c.told(2))
		if diff := differ(plain(s), plain(c.l.State())); diff != "" {
			r.Errorf("the state: %s", diff)
		}
	})
}

func TestRandomChangesOfInsertedEntriesAreWhatNaiveReadjudicationMakesOfThem(t *testing.T) {
	changed := 0
	rapid.Check(t, func(r *rapid.T) {
		c := open(r, anyHistory(r, t))
		how := policy(r)
		var inserted []events.Change
		for range rapid.IntRange(1, 3).Draw(r, "inserted") {
			play := c.h.plays[rapid.IntRange(0, len(c.h.plays)-1).Draw(r, "play")]
			p := rapid.SampledFrom([]events.Payload{play.Payload, events.TimePassed{},
				events.TransactionRecorded{Account: "Player 2", Asset: events.MoneyAsset, Amount: events.Whole(40)}}).Draw(r, "input")
			inserted = append(inserted, c.change(history.Insert, play.Sequence, p))
		}
		if _, err := c.adopt(readjudicate.Plan{Policy: how, Changes: inserted}); refused(r, err) {
			return
		}
		adopted, err := c.adopt(readjudicate.Plan{Policy: how, Changes: []events.Change{c.aboutInserted(c.catalogue())}})
		if errors.Is(err, readjudicate.ErrNothing) || refused(r, err) {
			return
		}
		changed++
		list, s := c.ruledAgain(adopted.Changes, how, adopted.Head)
		sameTold(r, "the edition", list, c.told(3))
		if diff := differ(plain(s), plain(c.l.State())); diff != "" {
			r.Errorf("the state: %s", diff)
		}
	})
	if changed == 0 {
		t.Error("no inserted entry was changed")
	}
}

func TestRandomGamesGoOnUnderTheEditionThatHolds(t *testing.T) {
	// Two editions are adopted while a game is played, and then the law of the first is gone back
	// to for all that has been played.
	rapid.Check(t, func(r *rapid.T) {
		c := open(r, anyHistory(r, t))
		how := policy(r)
		seed := rapid.Uint64Range(0, 1<<16).Draw(r, "seed")
		plays := rapid.IntRange(0, 25).Draw(r, "plays")
		for range 2 {
			if _, err := c.adopt(readjudicate.Plan{Policy: how, Changes: c.changes("changes")}); refused(r, err) {
				return
			}
			g := generate.Resume(seed, generate.Options{}, c.l.Last())
			// In an edition without its opening nobody can play, however long one tries.
			for tries := 0; g.Plays() < plays && tries < 20*plays; tries++ {
				in := g.Next(c.l.Judge())
				if _, err := c.l.Submit(context.Background(), in.Payload, in.Actor, in.At); err != nil {
					r.Fatal(err)
				}
				total.inputs++
			}
			total.plays += g.Plays()
		}
		if diff := c.fold(3, c.l.State()); diff != "" {
			r.Errorf("the naive fold of the edition: %s", diff)
		}
		current := c.catalogue().Current()
		list, s := c.ruledAgain(current.Changes, how, c.l.Head())
		sameTold(r, "the edition that holds", list, c.told(3))
		if diff := differ(plain(s), plain(c.l.State())); diff != "" {
			r.Errorf("the state: %s", diff)
		}
		if _, err := c.adopt(readjudicate.Plan{Base: 1, Policy: how}); refused(r, err) {
			return
		}
		list, s = c.ruledAgain(c.catalogue().Current().Changes, how, c.l.Head()) // of changes, what has come due
		sameTold(r, "the edition that goes back", list, c.told(4))
		if diff := differ(plain(s), plain(c.l.State())); diff != "" {
			r.Errorf("the state after going back: %s", diff)
		}
		v, err := ledger.Verify(context.Background(), c.st, gameName, options())
		if err != nil {
			r.Fatal(err)
		}
		if len(v.Differences) > 0 {
			r.Errorf("verifying finds %+v", v.Differences[0])
		}
	})
}
