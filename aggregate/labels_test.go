package aggregate

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adjudicate/events"
)

// drawing returns a judge of a ledger of a format, and what an input of an address draws.
func drawing(t *testing.T, format int) (*Judge, func(address string, among ...string) events.LotDrawn) {
	t.Helper()
	s := NewState()
	s.Apply(events.LedgerOpened{Game: "Hand 3", System: "partychess", Seed: strings.Repeat("5e", 32), Files: 20, Ranks: 20, Format: format})
	j, err := NewJudge(s, "test 1")
	if err != nil {
		t.Fatal(err)
	}
	return j, func(address string, among ...string) events.LotDrawn {
		d := j.begin(Input{Address: address}, nil)
		d.draw(nil, "excess:Red:Rook", among, 1)
		j.Commit(Decision{Outcomes: d.out[1:]})
		return d.out[1].Payload.(events.LotDrawn)
	}
}

func TestTheSameDrawOfTheSameInputHasTheSameResult(t *testing.T) {
	_, draw := drawing(t, 2)
	recorded := []events.LotDrawn{draw("", "R1", "R2", "R3"), draw("", "R4", "R5", "R6")}
	var labels Labels
	for i, address := range []string{"20", "30"} {
		labels.Begin(address)
		labels.Add(recorded[i])
	}
	left := slices.DeleteFunc([]string{"R4", "R5", "R6"}, func(id string) bool { return id != recorded[1].Result[0] })[0]
	other := slices.DeleteFunc([]string{"R4", "R5", "R6"}, func(id string) bool { return id == left })

	// In another history the first draw does not come up, an entry put in draws, and the
	// second draw is among others.
	j, again := drawing(t, 2)
	j.Know(&labels)
	if l := again("2.1", "R1", "R2"); l.Draw != "excess:Red:Rook:3" {
		t.Errorf("a new draw is %s, expected the next label, excess:Red:Rook:3", l.Draw)
	}
	for _, among := range [][]string{{left, other[0]}, {other[1], left}} {
		j, again := drawing(t, 2)
		j.Know(&labels)
		l := again("30", among...)
		if l.Draw != recorded[1].Draw || l.Result[0] != left {
			t.Errorf("the draw of #30 among %v is %s with the result %v, recorded is %s with %s", among, l.Draw, l.Result, recorded[1].Draw, left)
		}
	}
	j, again = drawing(t, 2)
	j.Know(&labels)
	if l := again("30", other...); l.Draw != recorded[1].Draw || l.Source != SeedSource {
		t.Errorf("where the recorded result is impossible, the draw of #30 is %s from %s, expected %s from the seed", l.Draw, l.Source, recorded[1].Draw)
	}
}

// Two results are supplied for the draw to come, of which the second is refused; it is refused again when the game is ruled on again, whatever
// has been drawn since.
func TestASecondResultForTheSameDrawIsRefusedAgain(t *testing.T) {
	supply := events.LotSupplied{Draw: "excess:Red:Rook", Result: []string{"R1"}}
	var labels Labels
	played := func(j *Judge) (verdicts []string) {
		for _, address := range []string{"20", "22", "30"} {
			d := j.Decide(Input{Address: address, Payload: supply})
			if address == "30" {
				rest := j.begin(Input{Address: address}, nil)
				rest.draw(nil, "excess:Red:Rook", []string{"R1", "R2"}, 1)
				d = Decision{Outcomes: rest.out[1:]}
			} else {
				verdicts = append(verdicts, d.Ruling.Verdict)
			}
			j.Commit(d)
			labels.Begin(address)
			for _, o := range d.Outcomes {
				labels.Add(o.Payload)
			}
		}
		return verdicts
	}
	j, draw := drawing(t, 2)
	first := played(j)
	later := draw("", "R3", "R4")
	labels.Begin("40")
	labels.Add(later)
	if diff := cmp.Diff([]string{Accepted, Rejected}, first); diff != "" {
		t.Fatalf("as they are submitted (-want +got):\n%s", diff)
	}
	again, _ := drawing(t, 2)
	again.Know(&labels)
	if diff := cmp.Diff(first, played(again)); diff != "" {
		t.Errorf("ruled on again (-want +got):\n%s", diff)
	}
}

func TestLotsOfFormat1AreNumberedInEachHistory(t *testing.T) {
	_, draw := drawing(t, 0)
	first := draw("", "R1", "R2", "R3")
	var labels Labels
	labels.Begin("20")
	labels.Add(first)
	j, again := drawing(t, 0)
	j.Know(&labels)
	if l := again("2.1", "R1", "R2"); l.Draw != first.Draw {
		t.Errorf("the first draw is %s, expected %s", l.Draw, first.Draw)
	}
}

// What is put in later is not what a play that names a type alone could mean.
func TestTheOlderLabelComesFirst(t *testing.T) {
	for _, row := range []struct {
		a, b string
		want bool
	}{{"R1", "R2", true}, {"R10", "R9", false}, {"R1", "R1", false}, {"R1", "K2", false}, {"R", "R1", false}} {
		if got := older(row.a, row.b); got != row.want {
			t.Errorf("older(%s, %s) = %v", row.a, row.b, got)
		}
	}
}
