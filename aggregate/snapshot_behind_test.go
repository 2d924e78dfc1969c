package aggregate_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adjudicate/aggregate"
	"adjudicate/events"
)

func behind(t testing.TB, s, before *aggregate.State) []byte {
	t.Helper()
	text, err := s.Behind(before)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// A state behind one from which it hardly differs is written in a few words.
func TestAStateBehindAnotherSaysWhatHasBecomeOfIt(t *testing.T) {
	s := crowded(t)
	other := s.Clone()
	for p := range s.Pieces() {
		if p.At != "" {
			other.Apply(events.PieceMoved{Piece: p.ID, From: p.At, To: "t20"})
			break
		}
	}
	whole := snapshot(t, other, s)
	for _, c := range []struct {
		name      string
		s, before *aggregate.State
		most      int
	}{
		{"the same", s, s, 600}, {"a piece has moved", other, s, 1000}, {"and back", s, other, 1000}, {"from nothing", s, aggregate.NewState(), 1 << 20},
	} {
		text := behind(t, c.s, c.before)
		if len(text) > c.most || len(whole) < 2*1000 {
			t.Errorf("%s: %d bytes, the whole state %d: %s", c.name, len(text), len(whole), text)
		}
		on := c.before.Clone()
		if err := on.Restore(text); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		if d := cmp.Diff(string(snapshot(t, c.s, nil)), string(snapshot(t, on, nil))); d != "" {
			t.Errorf("%s (-written +read back):\n%s", c.name, d)
		}
	}
}

func TestAWrongStateBehindAnotherIsRefused(t *testing.T) {
	s := crowded(t)
	sound := string(behind(t, s, s))
	text := string(snapshot(t, s, nil))
	for _, c := range []struct{ name, text, want string }{
		{"no member", `{"version":4,"same":["colour"]}`, `"colour" is as it was, which is no member`},
		{"the version", `{"version":4,"same":["version"]}`, `"version" is as it was, which is no member`},
		{"a member twice", strings.Replace(sound, `"same":[`, `"same":["pieces",`, 1), "pieces is as it was, and what it is"},
		{"what it is besides", strings.Replace(sound, `{"version":4`, `{"version":4,"game":"x"`, 1), "game is as it was, and what it is"},
		{"runs besides", `{"version":4,"same":["sides","pieces"],"runs":{"pieces":[[0,0,1]]}}`, "pieces is as it was, and what it is"},
		{"of which there was none", `{"version":4,"same":["supplied"]}`, "supplied is as it was, but there was none"},
		{"runs of no member", `{"version":4,"runs":{"colour":[[0,0,1]]}}`, `the list "colour" is as it was, which is none`},
		{"runs of no list", `{"version":4,"runs":{"game":[[0,0,1]]}}`, `the list "game" is as it was, which is none`},
		{"a run of none", `{"version":4,"runs":{"sides":[[0,0,0]]}}`, "0 from place 0 on: expected some of the"},
		{"less than none", `{"version":4,"runs":{"sides":[[0,0,-1]]}}`, "-1 from place 0 on"},
		{"more than there were", `{"version":4,"runs":{"sides":[[0,0,999]]}}`, "999 from place 0 on"},
		{"a number without end", `{"version":4,"runs":{"sides":[[0,1,9223372036854775807]]}}`, "from place 1 on"},
		{"before the first", `{"version":4,"runs":{"sides":[[0,-1,1]]}}`, "1 from place -1 on"},
		{"twice the same", `{"version":4,"runs":{"sides":[[0,0,2],[2,1,1]]}}`, "1 from place 1 on: expected some of the"},
		{"backwards", `{"version":4,"runs":{"sides":[[0,1,1],[1,0,1]]}}`, "1 from place 0 on: expected some of the"},
		{"a place too far", `{"version":4,"runs":{"sides":[[1,0,1]]}}`, "place 1: expected a place from 0 to 0"},
		{"a place that is taken", `{"version":4,"runs":{"sides":[[0,0,2],[1,2,1]]}}`, "place 1: expected a place from 2 to 2"},
		{"in a whole state", strings.Replace(text, `{"version":3`, `{"version":3,"same":["game"]`, 1), "unknown"},
		{"what only version 2 has", `{"version":4,"lots_kept":1}`, "not all of it is of version 4"},
		{"a piece of a side that is no longer there", `{"version":4,"same":["pieces"]}`, "of 0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			on := s.Clone()
			err := on.Restore([]byte(c.text))
			if c.want == "unknown" {
				c.want = "not all of it is of version 3"
			}
			if !errors.Is(err, aggregate.ErrSnapshot) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v: expected %q", err, c.want)
			}
			if again := string(snapshot(t, on, nil)); again != text {
				t.Errorf("the state has changed:\n%s", cmp.Diff(text, again))
			}
		})
	}
}

// The same text behind two states is two states, and behind a state that somebody has changed it is read anew.
func TestARestorerKnowsWhatATextStandsBehind(t *testing.T) {
	var list []*aggregate.State
	n := 0
	playSeason(t, func(j *aggregate.Judge, _ *aggregate.State, _ aggregate.Input) {
		if n++; n%40 == 0 && len(list) < 6 {
			list = append(list, j.State().Clone())
		}
	})
	if len(list) < 6 {
		t.Fatal(len(list))
	}
	same := behind(t, list[0], list[0])
	passed := events.TurnBegan{Side: "Nobody"}
	var r aggregate.Restorer
	for round := range 3 {
		s, plain := list[0].Clone(), list[0].Clone()
		check := func(what string, text []byte) {
			t.Helper()
			if err := r.Restore(s, text); err != nil {
				t.Fatal(err)
			}
			if err := plain.Restore(text); err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(string(snapshot(t, plain, nil)), string(snapshot(t, s, nil))); d != "" {
				t.Fatalf("round %d, %s (-Restore +Restorer):\n%s", round, what, d)
			}
		}
		r.Changed(passed)
		for i := 1; i < len(list); i++ {
			check("on", behind(t, list[i], list[i-1]))
			check("and back", behind(t, list[i-1], list[i]))
			check("and on", behind(t, list[i], list[i-1]))
			if bytes.Equal(same, behind(t, list[i], list[i])) {
				check("as it is", same)
			}
			for _, one := range []*aggregate.State{s, plain} {
				one.Apply(passed)
			}
			r.Changed(passed)
			check("from another", behind(t, list[i], list[i]))
		}
	}
}

// A Restorer takes a state for unchanged behind rulings and what is said of editions.
func TestAStateKnowsNothingOfRulingsAndEditions(t *testing.T) {
	s := crowded(t)
	text := string(snapshot(t, s, nil))
	for _, p := range []events.Payload{events.Ruled{Verdict: "accepted", Subject: "play-submitted"}, events.EditionAdopted{Edition: 2}, events.EditionBegun{Edition: 2},
		events.InputRestated{Input: 3, Standing: "recorded"}, events.InputsRestated{Inputs: []events.InputStated{{Input: 3, As: 1}}}} {
		if events.About(p)&^(events.PartRuling|events.PartEditions) != 0 {
			t.Errorf("%s is about something else", p.Kind())
		}
		if s.Apply(p); string(snapshot(t, s, nil)) != text {
			t.Errorf("%s changes a state", p.Kind())
		}
	}
}
