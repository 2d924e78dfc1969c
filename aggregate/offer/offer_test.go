package offer_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"adjudicate/aggregate"
	"adjudicate/aggregate/offer"
	"adjudicate/events"
	"adjudicate/internal/played"
	"adjudicate/notation"
	"adjudicate/rules"
	"adjudicate/rules/turns"
	"adjudicate/systems"
	"adjudicate/systems/array"
)

// begun is the judge of a game of a system at its opening array.
func begun(t *testing.T, system string) *aggregate.Judge {
	t.Helper()
	sys, err := systems.Called(system)
	if err != nil {
		t.Fatal(err)
	}
	j, err := aggregate.NewJudge(aggregate.NewState(), "test")
	if err != nil {
		t.Fatal(err)
	}
	list := []events.Payload{sys.Opening("a game", strings.Repeat("5", 64), "")}
	for _, r := range sys.Book.Rules() {
		list = append(list, events.RuleEnacted{Number: r.Number, Rule: r.Canonical()})
	}
	then, err := array.Opening(sys, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range append(list, then...) {
		commit(t, j, p)
	}
	return j
}

var noon = time.Date(1999, 1, 1, 12, 0, 0, 0, time.UTC)

func commit(t testing.TB, j *aggregate.Judge, p events.Payload) {
	t.Helper()
	d := j.Decide(aggregate.Input{Payload: p, At: noon})
	if d.Ruling.Verdict != aggregate.Accepted {
		t.Fatalf("%T: %v", p, d.Ruling.Faults)
	}
	j.Commit(d)
}

func offered(j *aggregate.Judge, side, text string, at time.Time) *offer.Offer {
	return offer.New(j, aggregate.Input{Payload: events.PlaySubmitted{Side: side, Text: text}, At: at, Actor: "somebody"})
}

func texts(list []offer.Choice) (out []string) {
	for _, c := range list {
		out = append(out, c.Play)
	}
	slices.Sort(out)
	return out
}

// TestEveryLegalTurnIsOfferedOnce holds the offers of all pieces to the turns that the judge lists.
func TestEveryLegalTurnIsOfferedOnce(t *testing.T) {
	for _, system := range []string{"chess", "crazyhouse", "duck", "shogi", "clobber"} {
		t.Run(system, func(t *testing.T) {
			j := begun(t, system)
			var want []string
			mover, _ := j.SideID(j.State().ToPlay())
			j.Turns(mover, func(_ *turns.Turn, text string) bool {
				if text != "pass" {
					want = append(want, text)
				}
				return true
			})
			slices.Sort(want)
			o := offered(j, j.State().ToPlay(), "", noon)
			var got []string
			for _, p := range o.Pieces() {
				got = append(got, texts(o.Choices(p.ID, false))...)
			}
			got = append(got, texts(o.Rest())...)
			slices.Sort(got)
			if !slices.Equal(got, want) || len(want) == 0 {
				t.Errorf("%d plays are offered, %d turns are legal", len(got), len(want))
			}
		})
	}
}

// TestAPlayIsBuiltInSteps chooses a square to close behind a move (duck chess), and what a pawn becomes.
func TestAPlayIsBuiltInSteps(t *testing.T) {
	j := begun(t, "duck")
	o := offered(j, "White", "Pe2-e4", noon)
	list := o.Rest()
	if len(list) < 30 || list[0].Kind != notation.Close || !strings.HasPrefix(list[0].Play, "Pe2-e4; close ") {
		t.Fatalf("behind Pe2-e4: %v", texts(list))
	}
	for _, c := range list {
		if d := j.Decide(aggregate.Input{Payload: events.PlaySubmitted{Side: "White", Text: c.Play}, At: noon}); d.Ruling.Verdict != aggregate.Accepted {
			t.Errorf("%s: %v", c.Play, d.Ruling.Faults)
		}
	}
}

// TestWhatIsNotOfferedIsExplained asks for what a bishop behind its pawns and a king beside an attacked square may not do.
func TestWhatIsNotOfferedIsExplained(t *testing.T) {
	j := begun(t, "chess")
	for _, text := range []string{"e2-e4", "e7-e5", "d1-h5", "a7-a6", "h5xe5"} { // a check on the king's file
		commit(t, j, events.PlaySubmitted{Side: j.State().ToPlay(), Text: text})
	}
	o := offered(j, "Black", "", noon)
	var pawn string
	for pc := range j.State().PiecesOf("Black") {
		if pc.At == "h7" {
			pawn = pc.ID
		}
	}
	if list := o.Choices(pawn, false); len(list) != 0 {
		t.Errorf("in check the pawn on h7 can play %v", texts(list))
	}
	list := o.Choices(pawn, true)
	if len(list) != 2 || len(list[0].Faults) == 0 || list[0].Faults[0].Code != aggregate.FaultOwnCheck {
		t.Errorf("h6 and h5 are barred by the check: %+v", list)
	}
}

// TestOffersOfSeasonsAreWhatTheJudgeTakes plays through the sample season: what is offered to the side to play without a fault is
// accepted, what it played and was accepted is offered piece by piece.
func TestOffersOfSeasonsAreWhatTheJudgeTakes(t *testing.T) {
	inputs, err := played.Inputs("../../fixtures/season/autumn.season")
	if err != nil {
		t.Fatal(err)
	}
	j, err := aggregate.NewJudge(aggregate.NewState(), "test")
	if err != nil {
		t.Fatal(err)
	}
	seen, refused, n := 0, 0, 0
	for i := range inputs {
		in := inputs[i]
		p, ok := in.Payload.(events.PlaySubmitted)
		if ok && j.State().ToPlay() == p.Side {
			if n++; n%12 == 0 {
				o := offered(j, p.Side, "", in.At)
				for _, piece := range o.Pieces() {
					list := o.Choices(piece.ID, true)
					for k := range list {
						again := in
						again.Play = nil
						again.Payload = events.PlaySubmitted{Side: p.Side, Text: list[k].Play}
						if got := j.Decide(again).Ruling.Verdict == aggregate.Accepted; got != (len(list[k].Faults) == 0) {
							t.Errorf("#%d %s: %s: accepted %t, faults %v", i, p.Side, list[k].Play, got, list[k].Faults)
						}
						if seen++; len(list[k].Faults) > 0 {
							refused++
						}
					}
					break
				}
				first := strings.TrimSpace(strings.SplitN(p.Text, ";", 2)[0])
				read, err := notation.Parse(first)
				if d := j.Decide(in); err == nil && d.Ruling.Verdict == aggregate.Accepted && read.Items[0].Kind == notation.Move && read.Items[0].Becomes == "" {
					pc, _ := j.State().PieceAt(read.Items[0].From)
					if !slices.ContainsFunc(o.Choices(pc.ID, false), func(c offer.Choice) bool { return c.To == read.Items[0].To }) {
						t.Errorf("#%d %s played %s, which is not offered", i, p.Side, p.Text)
					}
				}
			}
		}
		j.BringAbout(in, in.At, nil)
		d := j.Decide(in)
		j.Commit(d)
	}
	if seen < 50 || refused == 0 {
		t.Errorf("%d offers were tried, %d of them barred", seen, refused)
	}
}

// TestPromotionsThatAreDemandedBesideAPlayAreOfferedWithIt has each play of a side promote both its Knights.
func TestPromotionsThatAreDemandedBesideAPlayAreOfferedWithIt(t *testing.T) {
	j := begun(t, "chess")
	parsed, err := rules.ParseFile("convert.yaml", []byte(`{number: 2.5, revision: 1, title: Converts, piece: {name: Knight, glyph: N, value: 3, betza: N,
  promotion: [{on: own-play, to: any, types: [Bishop, Rook], forced: true, timing: at-once}]}}`))
	if err != nil {
		t.Fatal(err)
	}
	commit(t, j, events.RuleAmended{Number: "2.5", Rule: parsed.Rules[0].Canonical()})
	o := offered(j, "White", "", noon)
	for square, want := range map[string][]string{
		"e2": {"Pe2-e3; b1=B; g1=B", "Pe2-e3; b1=B; g1=R", "Pe2-e3; b1=R; g1=B", "Pe2-e3; b1=R; g1=R",
			"Pe2-e4; b1=B; g1=B", "Pe2-e4; b1=B; g1=R", "Pe2-e4; b1=R; g1=B", "Pe2-e4; b1=R; g1=R"},
		"b1": {"Nb1-a3=B; g1=B", "Nb1-a3=B; g1=R", "Nb1-a3=R; g1=B", "Nb1-a3=R; g1=R", "Nb1-c3=B; g1=B", "Nb1-c3=B; g1=R", "Nb1-c3=R; g1=B", "Nb1-c3=R; g1=R"},
	} {
		for _, p := range o.Pieces() {
			if p.At != square {
				continue
			}
			if got := texts(o.Choices(p.ID, false)); !slices.Equal(got, want) {
				t.Errorf("from %s: %v, want %v", square, got, want)
			}
		}
	}
}
