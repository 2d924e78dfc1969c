package aggregate

import (
	"slices"
	"testing"

	"adjudicate/events"
)

// FuzzPlay submits any text as a play of a side in a crowded game. Whatever it is, judging
// it changes nothing, a rejection is one outcome with a fault, and an accepted play leaves
// state and board in step and nobody's own side in check.
func FuzzPlay(f *testing.F) {
	g := newGame(f, "Red: King c3, Rook e5, Camel g8, Echo b9, CopyCat k10, Zombie e7, Pawn i10, Demon h12, Qball f9, Archer d5, Cantor b2, Jester o7,"+
		" HarfyBlob/3, Pawn, Gess; Blue: King p15, Rook e12, Guard e8, Kamikaze r6, Locust k13, Camel f8; Green: King t1, Bishop m11, Loyalist q4, il-Nabi", "echo-of-echo=none").
		with(acting).calm()
	g.stand("V1", "Herald", "Red", "d3").stand("N1", "Grenadier", "Red", "k16").
		stand("T1", "Masher", "Red", "r7").stand("Y1", "Abductor", "Red", "n13")
	g.apply(events.AssetChanged{Account: "Red's", Asset: "benefyts", Change: events.Whole(3)})
	g.calm()
	for _, text := range []string{"Re5-e6", "Re5xe12", "*e7xe8=victim", "pi10-j10=Camel", "Re5-f8 (special)", "H@a9; Kc3-c4", "V d3-d4", "Vd3-c3",
		"Nk16xk13", "Qf9-t20 (scratch)", "Ok10xm11", "Gg8-off", "pass", "surrender", "Ad5xe6 (shot); Dh12=R", "#R1 e5-e6; p@a9; p@a8", "=;", "R@;",
		"action Tr7: r6", "action seize Yn13: p15", "action recall n13: k16, k16; H@a9", "action Masher r7: r8, s7, z9=R"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		before := g.j.State().Clone()
		d := g.j.Decide(Input{At: noon, Payload: playOf("Red", text)})
		if diff := diffStates(before, g.j.State()); diff != "" {
			t.Fatalf("judging %q changed the state:\n%s", text, diff)
		}
		switch d.Ruling.Verdict {
		case Rejected:
			if len(d.Outcomes) != 1 || len(d.Ruling.Faults) == 0 {
				t.Fatalf("%q is rejected with %d outcomes and the faults %v", text, len(d.Outcomes), d.Ruling.Faults)
			}
			for _, fault := range d.Ruling.Faults {
				if fault.Code == "" || fault.Message == "" {
					t.Fatalf("%q: the fault %+v says nothing", text, fault)
				}
			}
		case Accepted:
			after, err := NewJudge(before, "fuzz")
			if err != nil {
				t.Fatal(err)
			}
			after.base.law = g.j.base.law
			after.Commit(d)
			if slices.ContainsFunc(after.State().Checks(), func(c events.Check) bool { return c.Side == "Red" }) {
				t.Fatalf("%q leaves its maker in check", text)
			}
			inStep(t, after)
		default:
			t.Fatalf("%q: the verdict is %q", text, d.Ruling.Verdict)
		}
	})
}
