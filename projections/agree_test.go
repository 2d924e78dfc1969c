package projections_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/projections"
)

// view is what a state and the projections both know.
type view struct {
	Weights []events.Weight
	Marks   map[string]int
	Titles  []aggregate.Title
}

func TestProjectionsAgreeWithTheStateAfterEveryInput(t *testing.T) {
	posted, awarded, won := 0, 0, 0
	for _, g := range games(t) {
		t.Run(g.name, func(t *testing.T) {
			weights, marks, winners := projections.NewWeights(), projections.NewMarks(), projections.NewWinners()
			state := aggregate.NewState()
			for a, err := range events.Acts(sequenceOf(g.list)) {
				if err != nil {
					t.Fatal(err)
				}
				for i := range a.Outcomes {
					state.Apply(a.Outcomes[i].Payload)
				}
				want := view{Weights: state.Weights(), Marks: map[string]int{}, Titles: state.Titles()}
				got := view{Marks: map[string]int{}}
				for _, p := range []projections.Projection{weights, marks, winners} {
					p.Fold(a)
				}
				got.Weights = weights.Latest().Weights
				total := 0
				for at := range state.Balances() {
					if at.Asset != events.Usual().Marks {
						continue
					}
					if n := state.Held(at.Account, events.Usual().Marks); n != 0 {
						want.Marks[at.Account] = n
						total += n
					}
					if n := marks.Held(at.Account); n != 0 {
						got.Marks[at.Account] = n
					}
				}
				for _, h := range winners.Hands() {
					got.Titles = append(got.Titles, aggregate.Title{Player: h.Player, Title: h.Title, Hand: h.Number})
				}
				if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" || marks.Total() != total {
					t.Fatalf("after %d (%s) %d of %d knives, and the projections differ (-state +projections):\n%s",
						a.Input.Sequence, a.Input.Type, marks.Total(), total, diff)
				}
			}
			posted, awarded, won = posted+weights.Len(), awarded+len(marks.Changes()), won+len(winners.Hands())
		})
	}
	if posted == 0 || awarded == 0 || won == 0 {
		t.Errorf("the games have %d postings, %d changes of knives and %d hands won: too little to compare", posted, awarded, won)
	}
}

func TestWhatAnEditionRestatesHappenedWhenItsInputDid(t *testing.T) {
	in := events.Envelope{Sequence: 4, Recorded: minute(4), Payload: events.PlaySubmitted{Side: "Red"}}
	restated := events.Envelope{Sequence: 90, Effective: 4, Recorded: minute(90), Payload: events.AssetChanged{Account: "Ann", Asset: "knives", Change: events.Whole(1), Why: "surrender"}}
	k := projections.NewMarks()
	k.Fold(&events.Act{Input: in, Outcomes: []events.Envelope{restated}})
	if got := k.Changes()[0]; got.Sequence != 90 || !got.Recorded.Equal(minute(4)) {
		t.Errorf("told as #%d at %s, want #90 at %s", got.Sequence, got.Recorded, minute(4))
	}
}
