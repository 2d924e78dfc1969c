package explain_test

import (
	"fmt"
	"math/rand"
	"os"
	"slices"
	"strings"
	"testing"

	"adjudicate/aggregate"
	"adjudicate/aggregate/cases"
	"adjudicate/aggregate/explain"
	"adjudicate/events"
	_ "adjudicate/internal/testheap"
	"adjudicate/systems"
)

// TestExplanationsAgreeAboutOtherPlaysOfTheCases asks, before every play of the cases about amendments, about plays that nobody makes
// there: acts of several pieces, promotions, seals and what else the amended rules may know.
func TestExplanationsAgreeAboutOtherPlaysOfTheCases(t *testing.T) {
	sys, err := systems.Find("partychess")
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewSource(1998))
	var a audit
	err = cases.Walk(os.DirFS("../../systems/partychess/cases/amendments"), os.DirFS("../../systems/partychess/amendments"), sys, func(r *cases.Ruled) {
		play, ok := r.Input.Payload.(events.PlaySubmitted)
		if !ok || !r.Judge.State().Started() || r.Judge.Law().Err() != nil {
			return
		}
		ask := func(side, text string) {
			in := aggregate.Input{ID: "asked", At: r.Input.At, Payload: events.PlaySubmitted{Side: side, Text: text}}
			a.explains(t, fmt.Sprintf("%s before step %d, %s: %s", r.Case.ID, r.Step+1, side, text), r.Judge, in, r.Judge.Decide(in))
		}
		text, side := randomPlay(random, r.Judge.State())
		ask(side, text)
		sealed, opening := aggregate.Seal("correct horse", play.Text)
		for _, text := range []string{
			sealed, opening, "pass", play.Text + "=R", play.Text + "; close e9", "close e9", play.Text + "; " + play.Text,
		} {
			ask(play.Side, text)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if a.plays < 500 || a.plays-a.rejected < 100 {
		t.Errorf("only %d plays, %d of them rejected", a.plays, a.rejected)
	}
}

// TestActsOfSeveralPiecesAreSaid: what is done beside the way of a piece is said in words, with the clause of the mode that does it.
func TestActsOfSeveralPiecesAreSaid(t *testing.T) {
	sys, err := systems.Find("partychess")
	if err != nil {
		t.Fatal(err)
	}
	type said struct {
		text, clause string
		holds        bool
	}
	want := map[string]said{
		"X.castling.2 Kj5-l5":         {"the King may do this in one act: j5–l5, with the Rook from n5 to k5", "1230.4/5 §D", true},
		"X.castling.5 Kj5-l5":         {"it is attacked, or would be on its way", "1230.4/5 §D", false},
		"X.lancer.1 Lce5-e8":          {"the next play may capture it where it passes: on e6 and e7", "", true},
		"X.lancer.1 Lcd6xe7":          {"diagonally 1: d6–e7", "1230.310/0 §3", true},
		"X.lancer.3 Lcd6xe6":          {"a piece stands on e6", "1230.1/21 §4", false},
		"X.changeling.1 Cle5-e8=Rook": {"the Changeling on e5 has a way to e8, by which it is promoted", "1230.311/0 §2", true},
		"X.militia.1 Mi@e9":           {"Red has as many pieces of the type Militia as it places", "1230.313/0 §2", true},
		"X.pupil.3 Pua20=A":           {"its definition: it may be promoted to Archer where it stands, as a play of its own: on a20", "1230.312/0 §4", true},
		"X.orders-together.2 Cm5-n8":  {"Green is one of those who play at once: Red, Blue and Green", "1230.190/0 §1", true},
	}
	err = cases.Walk(os.DirFS("../../systems/partychess/cases/amendments"), os.DirFS("../../systems/partychess/amendments"), sys, func(r *cases.Ruled) {
		play, ok := r.Input.Payload.(events.PlaySubmitted)
		if !ok {
			return
		}
		name := r.Case.ID + " " + play.Text
		w, ok := want[name]
		if !ok {
			return
		}
		delete(want, name)
		var texts []string
		for n := range explain.WhyNot(r.Judge, r.Input, nil).Root.All {
			if n.Text == w.text && n.Holds == w.holds && (w.clause == "" || slices.Contains(n.Clauses, w.clause)) {
				return
			}
			texts = append(texts, fmt.Sprintf("%s %v %v", n.Text, n.Holds, n.Clauses))
		}
		t.Errorf("%s: nothing says %+v:\n%s", name, w, strings.Join(texts, "\n"))
	})
	if err != nil {
		t.Fatal(err)
	}
	for name := range want {
		t.Errorf("no case has %s", name)
	}
}
