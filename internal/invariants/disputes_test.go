package invariants

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"adjudicate/aggregate"
	"adjudicate/aggregate/dispute"
	"adjudicate/events"
	"adjudicate/history/readjudicate"
	"adjudicate/ledger"

	"pgregory.net/rapid"
)

// court is a chronicle with what its outcomes say about disputes, noted apart.
type court struct {
	*chronicle
	status  map[string]string
	about   map[string]events.DisputeEntered
	changes []events.Change // that verdicts ask for
	by      []string        // the disputes that ask for them
	board   string
}

// submit submits an input to a dispute, which leaves the board alone.
func (c *court) submit(p events.Payload) {
	res, err := c.l.Submit(context.Background(), p, "Player 1", c.l.Last())
	if err != nil {
		c.t.Fatal(err)
	}
	total.inputs++
	for _, e := range res.Events() {
		switch o := e.Payload.(type) {
		case events.DisputeEntered:
			total.disputes++
			c.status[o.Dispute], c.about[o.Dispute] = dispute.Open, o
		case events.DisputeClosed:
			if c.status[o.Dispute] != dispute.Open {
				c.t.Errorf("%s is closed and was %q", o.Dispute, c.status[o.Dispute])
			}
			c.status[o.Dispute] = o.How
		case events.VerdictEntered:
			total.ruled++
			c.verdict(o)
		}
	}
	if r := res.Ruled(); r.Verdict == aggregate.Rejected && (len(r.Faults) == 0 || len(res.Events()) != 2) {
		c.t.Errorf("%+v is rejected with %d faults and %d events", p, len(r.Faults), len(res.Events()))
	}
	if diff := differ(c.board, plain(c.l.State())); diff != "" {
		c.t.Errorf("%+v changes the board: %s", p, diff)
	}
}

// verdict holds a verdict to what its effect means.
func (c *court) verdict(v events.VerdictEntered) {
	wanted := map[string]bool{dispute.EffectIllegal: true, dispute.EffectVoid: true, dispute.EffectReading: true}[v.Effect]
	if v.Effect == dispute.EffectStands {
		wanted = len(v.Changes) > 0 // an accepted play stands as it is
	}
	if wanted != (len(v.Changes) > 0) {
		c.t.Errorf("a verdict %s with the effect %s on %+v asks for %d changes", v.Verdict, v.Effect, c.about[v.Dispute], len(v.Changes))
	}
	if v.Verdict == dispute.Undecided && len(v.Changes) > 0 {
		c.t.Errorf("undecided, and yet it asks for %+v", v.Changes)
	}
	for _, ch := range v.Changes {
		if ch.Dispute != v.Dispute {
			c.t.Errorf("%s asks for a change that names %q", v.Dispute, ch.Dispute)
		}
		c.changes, c.by = append(c.changes, ch), append(c.by, v.Dispute)
	}
}

func (c *court) draw() events.Payload {
	t := c.t
	player := rapid.SampledFrom([]string{"Player 1", "Player 2", "Player 3", "Player 1", "Player 2", "Player 3", "Nobody"}).Draw(t, "player")
	id := fmt.Sprintf("D%d", rapid.IntRange(1, max(1, len(c.status))).Draw(t, "dispute"))
	_, register := builtIn()
	entry := rapid.SampledFrom(register.Entries()).Draw(t, "entry")
	reading := rapid.SampledFrom(entry.Readings).Draw(t, "reading").Name
	at := c.h.inputs[rapid.IntRange(0, len(c.h.inputs)-1).Draw(t, "input")].Sequence
	if play := c.h.plays[rapid.IntRange(0, len(c.h.plays)-1).Draw(t, "play")]; rapid.Bool().Draw(t, "a play") {
		at = play.Sequence
	}
	switch rapid.IntRange(0, 11).Draw(t, "what") {
	case 0:
		return events.DisputeOpened{By: player, Grounds: "it is not so", Entry: entry.ID, Reading: reading, From: at}
	case 1:
		return events.DisputeOpened{By: player, Grounds: "what does it mean", Clause: "1230.2 §6.C"}
	case 2, 3, 4, 5:
		return events.DisputeOpened{By: player, Grounds: "it is not so", Event: at, Judge: "Player 2"}
	case 6:
		return events.DisputeArgued{Dispute: id, By: player, Text: "nor is it otherwise"}
	case 7:
		return events.DisputeWithdrawn{Dispute: id, By: player}
	}
	v := events.DisputeRuled{Dispute: id, Judge: player, Verdict: rapid.SampledFrom(dispute.Verdicts).Draw(t, "verdict"), Reasons: "the rules say so"}
	if rapid.IntRange(0, 3).Draw(t, "of its own") == 0 {
		v.Effect = rapid.SampledFrom(dispute.Effects).Draw(t, "effect")
	}
	if v.Effect == dispute.EffectReading {
		v.Entry, v.Reading, v.From = entry.ID, reading, at
	}
	return v
}

func (c *court) docket(l *ledger.Ledger) string {
	d, err := l.Docket(context.Background())
	if err != nil {
		c.t.Fatal(err)
	}
	text, err := json.Marshal([]any{d.Disputes(), d.Precedents()})
	if err != nil {
		c.t.Fatal(err)
	}
	return string(text)
}

func TestRandomDisputesLeaveTheBoardAloneUntilAnEditionTakesThemUp(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		c := &court{chronicle: open(r, anyHistory(r, t)), status: map[string]string{}, about: map[string]events.DisputeEntered{}}
		c.board = plain(c.l.State())
		before := c.told(1)
		for range rapid.IntRange(1, 20).Draw(r, "inputs") {
			c.submit(c.draw())
		}
		d, err := c.l.Docket(context.Background())
		if err != nil {
			r.Fatal(err)
		}
		for _, one := range d.Disputes() {
			if one.Status != c.status[one.ID] {
				r.Errorf("%s is %s on the docket, and the outcomes say %s", one.ID, one.Status, c.status[one.ID])
			}
		}
		plan := readjudicate.Plan{Policy: policy(r), Changes: c.changes}
		foreseen, err := c.become(plan, readjudicate.Options{All: true, Watch: func(s *readjudicate.Step) error {
			if s.Change != "" && !due(s) {
				if wrong := does(changeOf(t, plan.Changes, s), s, plan.Policy); wrong != "" {
					r.Errorf("%s: %s\n%s", s.Change, wrong, tell(s.Place.Input, s.Input.Payload, s.After))
				}
			}
			return nil
		}})
		if refused(r, err) {
			return // two verdicts on one thing
		}
		if len(c.changes) > 0 {
			if _, err := c.adopt(plan); refused(r, err) {
				return
			}
			if diff := differ(plain(foreseen.After), plain(c.l.State())); diff != "" {
				r.Errorf("the ledger's state is not what was foreseen: %s", diff)
			}
		}
		sameTold(r, "the first edition", before, c.told(1))
		again, err := ledger.Open(context.Background(), c.st, gameName, options())
		if err != nil {
			r.Fatal(err)
		}
		if was, is := c.docket(c.l), c.docket(again); was != is {
			r.Errorf("opened anew, the docket is\n%s\nand was\n%s", is, was)
		}
		for _, id := range c.by {
			one, _ := d.Dispute(id)
			if len(one.Editions) != 1 || !d.TakenUp(&one) {
				r.Errorf("%s is taken up by the editions %v", id, one.Editions)
			}
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
