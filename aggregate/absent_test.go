package aggregate

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"adjudicate/events"
	_ "adjudicate/internal/testheap"
	"adjudicate/rules"
	"adjudicate/rules/keys"

	"github.com/google/go-cmp/cmp"
)

// without takes sections of the procedure out of the rules in force, whichever rule has them.
func (g *game) without(sections ...string) *game {
	g.t.Helper()
	for _, in := range g.j.State().Rules() {
		r, err := rules.FromCanonical(in.Rule)
		if err != nil {
			g.t.Fatal(err)
		}
		if r.Procedure == nil {
			continue
		}
		proc := reflect.ValueOf(r.Procedure).Elem()
		for i := range proc.NumField() {
			name, _ := keys.Of(proc.Type().Field(i))
			if slices.Contains(sections, name) {
				proc.Field(i).SetZero()
			}
		}
		r.Procedure.Consequences = slices.DeleteFunc(r.Procedure.Consequences, func(c rules.Consequence) bool { return slices.Contains(sections, "on "+c.On) })
		if len(r.Procedure.Consequences) == 0 {
			r.Procedure.Consequences = nil
		}
		if proc.IsZero() {
			r.Procedure = nil
		}
		g.apply(events.RulePutInForce{Number: r.Number, Revision: r.Revision, Rule: r.Canonical()})
	}
	if err := g.j.base.compile(); err != nil {
		g.t.Fatal(err)
	}
	return g
}

// removable are the sections that a rulebook can do without, but for the conditions that
// definitions name: without those the definitions say nothing.
func removable() []string {
	var names []string
	t := reflect.TypeFor[rules.Procedure]()
	for i := range t.NumField() {
		name, _ := keys.Of(t.Field(i))
		if name != "board" && name != "conditions" {
			names = append(names, name)
		}
	}
	return names
}

// aboutTheText are faults of what an input says or of what the game is, not of what a rule
// forbids: they cite the rule that the words touch, if there is one.
var aboutTheText = []string{
	FaultNotation, FaultUnknownSide, FaultUnknownSquare, FaultUnknownType, FaultUnknownPiece, FaultUnknownPlayer, FaultNoPiece,
	FaultNotYours, FaultWrongType, FaultWrongPiece, FaultAmbiguous, FaultNotInHolding, FaultName, FaultNoRule, FaultAttribute, FaultSideExists, FaultNoSides,
	FaultNoChange, FaultAsset, FaultAmount, FaultFunds, FaultRuleText, FaultRuleNotInForce, FaultRuleInForce, FaultClock, FaultReading, FaultStatus,
	FaultSuspended, FaultNotStarted, FaultVacant,
}

// reports are inputs that record what has happened outside the board. What follows from them
// rests on the report where no rule speaks of it.
var reports = []string{
	events.SideCreated{}.Kind(), events.SideRemoved{}.Kind(), events.SideTransferred{}.Kind(), events.TransactionRecorded{}.Kind(),
	events.PlayerStatusChanged{}.Kind(), events.AttributeChanged{Attribute: "warm"}.Kind(), events.OfficeFilled{Office: "umpire"}.Kind(), events.OfficeVacated{Office: "umpire"}.Kind(),
}

// TestNothingIsRuledWithoutAClause plays under rulebooks from which sections are missing.
func TestNothingIsRuledWithoutAClause(t *testing.T) {
	accepted, rejected := 0, 0
	names := removable()
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 8))
		var gone []string
		if int(seed) < len(names) {
			gone = names[seed : seed+1]
		} else {
			for _, name := range names {
				if rng.IntN(3) == 0 {
					gone = append(gone, name)
				}
			}
		}
		g := newGame(t, randomBoard(rng, 4, 40)).without(gone...)
		at := noon
		for range 40 {
			at = at.Add(time.Duration(rng.IntN(9)) * time.Hour)
			side, text := randomPlay(rng, g)
			in := playOf(side, text)
			switch rng.IntN(8) {
			case 0:
				in = randomInput(t, rng, g)
			case 1:
				in = playOf([]string{"S0", "S1", "S2", "S3"}[rng.IntN(4)], text)
			case 2:
				in = events.TimePassed{}
			}
			switch in.(type) {
			case events.RuleAmended, events.RuleEnacted, events.RuleRepealed:
				continue
			}
			d := g.j.Decide(Input{ID: "in", At: at, Payload: in})
			ask := func(what string, b *events.Basis, exempt bool) {
				if exempt || b != nil && len(b.Clauses) > 0 && !slices.Contains(b.Clauses, "") {
					return
				}
				t.Errorf("seed %d, without %v: %#v: %s rests on no clause: %+v", seed, gone, in, what, b)
			}
			for _, f := range d.Ruling.Faults {
				ask("fault "+f.Code+": "+f.Message, basisOf(nil, f.Clause), slices.Contains(aboutTheText, f.Code))
			}
			_, isPlay := in.(events.PlaySubmitted)
			for i, o := range d.Outcomes {
				if i > 0 || isPlay && d.Ruling.Verdict == Accepted {
					ask("outcome "+o.Payload.Kind(), o.Basis, slices.Contains(reports, in.Kind()))
				}
			}
			g.j.Commit(d)
			if d.Ruling.Verdict == Accepted {
				accepted++
			} else {
				rejected++
			}
		}
		if t.Failed() {
			return
		}
	}
	if accepted < 300 || rejected < 300 {
		t.Errorf("only %d inputs accepted, %d rejected", accepted, rejected)
	}
}

func TestAnAbsentSectionIsAnAbsentMechanism(t *testing.T) {
	t.Run("without a rule about check nobody is in check", func(t *testing.T) {
		g := newGame(t, "Red: King a1, Rook a3, Rook; Blue: King t20, Rook a9").without("checks")
		if diff := cmp.Diff([]string{"R1 a3-b3", "Red: move Rook", "Red done", "list: Blue Red", "turn: Blue"}, told(g.play("Red", "Ra3-b3"))); diff != "" {
			t.Errorf("the Rook leaves the file on which another one attacks its King:\n%s", diff)
		}
	})
	t.Run("without a rule about check a Placement may attack a King if the rule about Placements lets it attack", func(t *testing.T) {
		g := newGame(t, "Red: King a1, Rook; Blue: King t20").without("checks")
		in := g.j.State().Rules()
		for _, have := range in {
			r, err := rules.FromCanonical(have.Rule)
			if err != nil {
				t.Fatal(err)
			}
			if r.Procedure == nil || r.Procedure.Placing == nil {
				continue
			}
			r.Procedure.Placing.MayAttack = "true"
			g.apply(events.RulePutInForce{Number: r.Number, Revision: r.Revision, Rule: r.Canonical()})
		}
		g.play("Red", "R@t11")
		if len(g.j.State().Checks()) != 0 {
			t.Errorf("checks: %v", g.j.State().Checks())
		}
	})
	t.Run("without a rule about fallen Kings a captured one is a captured piece", func(t *testing.T) {
		g := newGame(t, "Red: King a1, Rook t11; Blue: King t20, Rook b9").without("on royal-captured")
		want := []string{"R1 xK2 on t20 to Red", "R1 t11-t20", "Red: capture Rook", "K2 destroyed (excess)", "Red done", "checks:", "list: Blue Red", "turn: Blue"}
		if diff := cmp.Diff(want, told(g.play("Red", "Rt11xt20"))); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("without a rule about turns anybody may play", func(t *testing.T) {
		g := newGame(t, "Red: King a1, Rook a3; Blue: King t20, Rook b9").without("order", "plays")
		if diff := cmp.Diff([]string{"R2 b9-b10", "Blue: move Rook", "Blue done"}, told(g.play("Blue", "Rb9-b10"))); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("without a rule about plays there is no Pass", func(t *testing.T) {
		g := newGame(t, "Red: King a1; Blue: King t20").without("plays")
		if diff := cmp.Diff([]string{FaultNoRule}, codes(g.refused("Red", "pass"))); diff != "" {
			t.Error(diff)
		}
	})
}
