package projections_test

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"adjudicate/events"
	"adjudicate/projections"
)

// everything is a tape of which every projection keeps something.
func everything() []events.Payload {
	list := slices.Concat(piecesTape(), weightsTape())
	for _, e := range historyTape() {
		list = append(list, e.Payload)
	}
	return append(list, events.PlayListChanged{Order: []string{"Red"}}, events.KnifeAwarded{Player: "Ann <a&b>", Why: "surrender"},
		events.WinnerDeclared{Player: "Ann", Hand: 1, Title: "Winner"}, events.AwardGiven{Player: "Ann", Award: "Cardigan"},
		events.LotDrawn{Draw: "hand:Red:1", Among: []string{"R1"}, Result: []string{"R1"}, Source: "seed"})
}

func TestACheckpointIsOneLineOfJSON(t *testing.T) {
	k := folded(t, projections.NewKnives(), events.KnifeAwarded{Player: "Ann", Why: "surrender"}, events.StartDone{})
	want := `{"projection":"knives","version":1,"ledger":"test","sequence":2,"data":[` +
		`{"sequence":1,"recorded":"1998-10-02T12:01:00Z","player":"Ann","change":1,"held":1,"why":"surrender"}]}`
	if got := string(checkpoint(t, k)); got != want {
		t.Errorf("the checkpoint is\n%s\nwant\n%s", got, want)
	}
	h := folded(t, projections.NewHoldings(), events.SideEntered{Side: "R&D"})
	want = `{"projection":"holdings","version":1,"ledger":"test","sequence":1,"data":[` +
		`{"sequence":1,"recorded":"1998-10-02T12:01:00Z","type":"side-entered.v1","payload":{"side":"R&D","player":"","party":false}}]}`
	if got := string(checkpoint(t, h)); got != want {
		t.Errorf("the checkpoint is\n%s\nwant\n%s", got, want)
	}
}

func TestACheckpointIsReadBackAsItWasWritten(t *testing.T) {
	for _, make := range fresh {
		for _, list := range [][]events.Payload{nil, everything()} {
			p := folded(t, make(), list...)
			text := checkpoint(t, p)
			if len(list) > 0 && bytes.Contains(text, []byte(`"data":[]`)) {
				t.Errorf("%s keeps nothing of the tape: %s", p.Name(), text)
			}
			q := make()
			if err := q.Restore(text); err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(text, checkpoint(t, q)) {
				t.Errorf("%s was read back otherwise", p.Name())
			}
		}
	}
}

func TestACheckpointThatIsNotOneIsRefused(t *testing.T) {
	for _, make := range fresh {
		p := folded(t, make(), everything()...)
		good := string(checkpoint(t, p))
		other := projections.Projection(projections.NewLots())
		if p.Name() == "lots" {
			other = projections.NewKnives()
		}
		for _, test := range []struct{ name, text, why string }{
			{"nothing", "", "not a checkpoint"},
			{"half of it", good[:len(good)/2], "not a checkpoint"},
			{"another projection's", string(checkpoint(t, other)), "it is one of projection"},
			{"another version", strings.Replace(good, `"version":1`, `"version":2`, 1), "it has version 2, this program reads version 1"},
			{"a field more", strings.Replace(good, `"version":1`, `"version":1,"by":"me"`, 1), "unknown field"},
			{"white space", strings.Replace(good, `"version":1`, `"version": 1`, 1), "not as this program writes it"},
			{"something after it", good + "{}", "more text after the end"},
			{"facts from after its sequence", strings.Replace(good, `"sequence":47`, `"sequence":3`, 1), ""},
			{"data of another form", good[:strings.Index(good, `"data":`)] + `"data":7}`, "unreadable data"},
		} {
			t.Run(p.Name()+": "+test.name, func(t *testing.T) {
				if test.text == good {
					t.Fatal("the test changes nothing")
				}
				q := folded(t, make(), events.StartDone{})
				before := checkpoint(t, q)
				var refused *projections.CheckpointError
				if err := q.Restore([]byte(test.text)); !errors.As(err, &refused) || !strings.Contains(err.Error(), test.why) {
					t.Errorf("restored with %v, want an error that says %q", err, test.why)
				}
				if !bytes.Equal(before, checkpoint(t, q)) || q.Sequence() != 1 {
					t.Error("a refused checkpoint changed the projection")
				}
			})
		}
	}
}

func TestALightSetIsNotResumedAsAFullOne(t *testing.T) {
	var refused *projections.CheckpointError
	if err := projections.NewSet().Restore(checkpoint(t, projections.NewLightSet())); !errors.As(err, &refused) {
		t.Errorf("restored with %v", err)
	}
	if err := projections.NewLightSet().Restore(checkpoint(t, projections.NewSet())); !errors.As(err, &refused) {
		t.Errorf("restored with %v", err)
	}
}

func FuzzRestore(f *testing.F) {
	for _, make := range fresh {
		f.Add(checkpoint(f, folded(f, make(), everything()...)))
		f.Add(checkpoint(f, make()))
	}
	next := func(p projections.Projection) events.Envelope {
		return events.Envelope{Ledger: "test", Sequence: p.Sequence() + 1, Payload: events.KnivesDestroyed{}}
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, make := range fresh {
			p := make()
			if p.Restore(text) != nil {
				continue
			}
			if again := checkpoint(t, p); !bytes.Equal(text, again) {
				t.Errorf("%s reads\n%s\nand writes\n%s", p.Name(), text, again)
			}
			if p.Sequence() == 0 {
				continue // the ledger it names does not bind it
			}
			e := next(p)
			var other *projections.LedgerError
			if err := p.Fold(&e); err != nil && !errors.As(err, &other) {
				t.Errorf("%s does not go on: %v", p.Name(), err)
			}
		}
	})
}
