package naivelaw

import (
	"strings"
	"testing"

	"adjudicate/aggregate"
	"adjudicate/events"
)

// TestPacksGoAsTheDocumentationSays is about pieces that stand beside each other and move together.
func TestPacksGoAsTheDocumentationSays(t *testing.T) {
	from, to := seeds(60)
	kinds, refused, failures := map[string]int{}, 0, 0
	for seed := from; seed < to; seed++ {
		r := NewRandom(15000000 + seed)
		text := r.Packs()
		rulesText := text
		j, g, err := begun(text, r.Sides, r.Men(read(text), 14, 26), nil)
		if err != nil {
			refused++
			continue
		}
		for range 14 {
			side := g.toPlay()
			var offends []string
			acts := g.acts(side)
			if len(acts) == 0 {
				break
			}
			a := acts[r.IntN(len(acts))]
			text := a.text()
			steps := r.pack(g, side)
			if steps == nil {
				offends = g.refusedTurn([]act{a})
			} else if text, offends = together(steps), g.packed(steps); len(offends) == 0 {
				a = act{side: side, kind: "move", p: steps[0].p, from: steps[0].p.at, to: steps[0].to, pack: steps[1:]}
				offends = g.refusedTurn([]act{a})
			}
			d := j.Decide(aggregate.Input{ID: "in", At: noon, Actor: "Umpire", Payload: events.PlaySubmitted{Side: side, Text: text}})
			before := strings.Join(g.told(), "; ")
			fail := func(diff string) {
				t.Errorf("seed %d: %s %s: %s\nthe second opinion finds %v, the program %v\n%s\n%s", seed, side, text, diff, offends, faults(d), before, rulesText)
				failures++
			}
			if legal := d.Ruling.Verdict == aggregate.Accepted; legal != (len(offends) == 0) {
				if ambiguous(d) {
					continue
				}
				fail("")
				break
			} else if !legal {
				kinds["refused"]++
				continue
			}
			j.Commit(d)
			if g.play(a); steps != nil {
				kinds["packs"]++
			}
			if diff := differ(g, j); diff != "" {
				fail(diff)
				break
			}
		}
		if failures > 2 {
			t.FailNow()
		}
	}
	t.Logf("%d books refused, %v", refused, kinds)
	if n := int(to - from); refused > n/3 {
		t.Errorf("%d of %d rulebooks are refused", refused, n)
	} else if n >= 60 && (kinds["packs"] < 30 || kinds["refused"] < 10) {
		t.Errorf("too few go together: %v", kinds)
	}
}
