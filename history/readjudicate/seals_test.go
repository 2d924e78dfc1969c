package readjudicate_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/readjudicate"
	"adjudicate/store"
)

// bids is a rule under which both bid under seal, and Red depends on whether Blue's player has done so: it places nothing before (a
// duty), and goes straight only afterwards (the definition of a Courser).
const bids = `
on 1998-10-03
10:00 enact
| number: "1230.900"
| title: Sealed bids
| procedure:
|   powers:
|     - {name: bid, by: side, amount: "9", sealed: 'any(sides, not it.player.sealed("bid"))', do: [{pay: 1, payee: side}], cite: §1}
|   duties:
|     - {forbid: placement, when: 'mover == "Red" and any(sides, it != mover and not it.player.sealed("bid"))', cite: §2}
10:01 enact
| number: "1230.901"
| title: The Courser
| piece:
|   name: Courser
|   glyph: Co
|   value: 3
|   modes:
|     - when: 'any(sides, it != mover and it.player.sealed("bid"))'
|       legs: [{dir: orthogonal, n: 1..4}]
|       cite: §1
|     - {legs: [{dir: diagonal, n: 1}], cite: §2}
10:02 draft Red: Courser, Courser
10:03 announce
%s
12:00 Red: Courser@c3
13:00 announce
14:00 Blue: K@t20
15:00 announce
16:00 Red: Coc3-c6
17:00 announce
18:00 Blue: Kt20-t19
`

// TestAPlayThatAsksForAnothersSealIsRuledAgainWhenTheSealChanges takes the seal of Blue's player out of a history, and puts it into one. No
// piece, account or law is otherwise by that; yet Red's placement hangs on it (1230.900 §2), and whether its Courser goes straight (1230.901 §1).
func TestAPlayThatAsksForAnothersSealIsRuledAgainWhenTheSealChanges(t *testing.T) {
	used := aggregate.SealPower(events.PowerUsed{Power: "bid", Player: "Bob", Side: "Blue", Amount: 5}, "green-and-salt")
	sealed := fmt.Sprintf(bids, "11:00 power bid by Bob for Blue sealed "+used.Seal)
	void := func(t *testing.T, st store.Store) events.Change {
		return events.Change{What: history.Void, Input: at(t, st, "03T11:00")}
	}
	enter := func(t *testing.T, st store.Store) events.Change {
		return insertion(t, at(t, st, "03T12:00"), "1998-10-03T11:30:00Z", used)
	}
	for _, test := range []struct {
		name, season string
		change       func(*testing.T, store.Store) events.Change
		want         map[string]string // moment of a play → clauses of its faults before and after, where they differ
	}{
		{"a duty, the seal left out", sealed, void, map[string]string{"12:00": " -> 1230.900/0 §2", "16:00": " -> 1230.2/49 §6.A"}},
		{"a definition, the seal left out", strings.Replace(sealed, `mover == "Red" and`, `mover == "Green" and`, 1), void,
			map[string]string{"16:00": " -> 1230.901/0 §1"}},
		{"a duty, the seal put in", fmt.Sprintf(bids, ""), enter, map[string]string{
			"12:00": "1230.900/0 §2 -> ", "14:00": "1230.2/49 §3 -> ", "16:00": "1230.2/49 §6.A -> ", "18:00": "1230.2/49 §3; 1230.2/49 §6.A -> "}},
	} {
		t.Run(test.name, func(t *testing.T) {
			var ends [2]string
			for i, thorough := range []bool{false, true} {
				st, _ := kept(t, test.season)
				cat, err := history.Load(ctx, st, "due", 0)
				if err != nil {
					t.Fatal(err)
				}
				plan := readjudicate.Plan{Policy: readjudicate.DefaultPlay, Changes: []events.Change{test.change(t, st)}, Thorough: thorough}
				run, err := readjudicate.Prepare(ctx, st, cat, plan, "test")
				if err != nil {
					t.Fatal(err)
				}
				got := map[string]string{}
				c, err := run.Do(ctx, readjudicate.Options{Watch: func(s *readjudicate.Step) error {
					if _, play := s.Input.Payload.(events.PlaySubmitted); play {
						got[s.Input.Recorded.Format("15:04")] = clauses(s.Before) + " -> " + clauses(s.After)
					}
					return nil
				}})
				if err != nil {
					t.Fatal(err)
				}
				if d := cmp.Diff(test.want, got); d != "" {
					t.Errorf("thorough %t (-want +got):\n%s", thorough, d)
				}
				ends[i] = text(t, c.After)
			}
			if d := cmp.Diff(ends[1], ends[0]); d != "" {
				t.Errorf("after (-all +concerned):\n%s", d)
			}
		})
	}
}

// clauses are those of the faults that a ruling names.
func clauses(list []events.Outcome) string {
	var named []string
	ruled, _ := list[0].Payload.(events.Ruled)
	for _, f := range ruled.Faults {
		named = append(named, f.Clause)
	}
	return strings.Join(named, "; ")
}
