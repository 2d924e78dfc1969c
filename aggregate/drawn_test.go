package aggregate

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"adjudicate/events"
)

func TestASetOfLabelsIsTheSetOfThoseAdded(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	name := func() string {
		return []string{"hand:Red:", "hand:Red", "x", "x:0", ""}[r.IntN(5)] + []string{"", "0", "007", fmt.Sprint(1 + r.IntN(12))}[r.IntN(4)]
	}
	var set labels
	naive := map[string]bool{}
	for range 600 {
		label := name()
		if naive[label] && r.IntN(2) == 0 {
			set = set.without(label)
			delete(naive, label)
		} else {
			set, naive[label] = set.with(label), true
		}
		if other := name(); set.has(other) != naive[other] {
			t.Fatalf("%q among %v: %v", other, naive, set.has(other))
		}
		var want []string
		for label := range naive {
			want = append(want, label)
		}
		got := slices.Collect(set.all())
		slices.Sort(want)
		slices.Sort(got)
		if d := cmp.Diff(want, got); d != "" || set.size() != len(want) {
			t.Fatalf("%d labels (-added +held):\n%s", set.size(), d)
		}
		again, err := readLabels(set.snapshot())
		if d := cmp.Diff(set.snapshot(), again.snapshot()); err != nil || d != "" {
			t.Fatalf("error %v (-written +written again):\n%s", err, d)
		}
	}
	if n := labels(nil).with("x:1").with("x:2").with("x:y:1").with("x:z").of("x"); n != 3 {
		t.Errorf("%d lots for x, expected 3: x:1, x:2 and x:z", n)
	}
}

// lot is one that has been drawn.
func lot(label string) events.LotDrawn {
	return events.LotDrawn{Draw: label, Among: []string{"Red", "Blue"}, Result: []string{"Red"}, Source: SeedSource}
}

// TestWhatIsWrittenDoesNotGrowWithTheGame has sides come, draw lots, win and leave, a hundred times as often.
func TestWhatIsWrittenDoesNotGrowWithTheGame(t *testing.T) {
	size := func(hands int) int {
		s := NewState()
		s.Apply(events.LedgerOpened{Game: "g", System: "partychess", Format: 2})
		for hand := range hands {
			for _, name := range []string{"Red", "Blue"} {
				s.Apply(events.SideEntered{Side: name, Player: name + "'s"})
				s.Apply(lot(fmt.Sprintf("hand:%s:%d", name, hand+1)))
			}
			s.Apply(events.SideLeft{Side: "Red"})
			s.Apply(events.SideLeft{Side: "Blue"})
		}
		text, err := s.Snapshot(nil)
		if err != nil {
			t.Fatal(err)
		}
		return len(text)
	}
	if few, many := size(10), size(1000); many > few+20 {
		t.Errorf("%d bytes after 10 hands, %d after 1,000", few, many)
	}
}

// ofTwo is a state as version 2 wrote it behind lots of which the first so many stay, with the others.
func ofTwo(t *testing.T, s *State, first int, others ...string) []byte {
	t.Helper()
	text, err := s.Snapshot(nil)
	if err != nil {
		t.Fatal(err)
	}
	v := map[string]any{}
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatal(err)
	}
	delete(v, "won")
	delete(v, "drawn")
	delete(v, "entered")
	v["version"], v["lots_kept"] = 2, first
	var lots []events.LotDrawn
	for _, label := range others {
		lots = append(lots, lot(label))
	}
	var titles []titleTwo
	for _, x := range s.titles {
		titles = append(titles, titleTwo{x.Player, x.Hand, x.Title})
	}
	var sides []sideSnapshot
	for i := range s.sides {
		sides = append(sides, s.sides[i].snapshot())
	}
	v["lots"], v["titles"], v["sides"] = lots, titles, sides
	out, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// longGame is a state in which two sides have left and a player has won.
func longGame(lots ...string) *State {
	s := NewState()
	s.Apply(events.LedgerOpened{Game: "g", System: "partychess", Format: 2})
	for _, name := range []string{"Red", "Blue", "Green", "Red"} {
		s.Apply(events.SideEntered{Side: name, Player: "Ann"})
		if name != "Red" {
			s.Apply(events.SideLeft{Side: name})
		}
	}
	s.Apply(events.EndDeclared{Hand: 1, Player: "Ann", Title: "Winner"})
	s.Apply(events.EndDeclared{Hand: 2, Player: "Bob", Title: "Winner"})
	s.Apply(events.EndDeclared{Hand: 3, Player: "Ann", Title: "Winner"})
	s.Apply(events.LimitSet{Side: "Red", From: time.Unix(0, 0).UTC()})
	for _, label := range lots {
		s.Apply(lot(label))
	}
	return s
}

func TestAStateOfVersionTwoIsTheOneOfThisVersion(t *testing.T) {
	s := longGame("a:1", "b:1", "a:2", "named")
	now, err := s.Snapshot(nil)
	if err != nil {
		t.Fatal(err)
	}
	whole := ofTwo(t, s, 0, "a:1", "b:1", "a:2", "named")
	if is, err := Renewed(whole); err != nil || string(is) != string(now) {
		t.Errorf("error %v (-this version +renewed):\n%s", err, cmp.Diff(string(now), string(is)))
	}
	if is, err := Renewed(now); err != nil || string(is) != string(now) {
		t.Errorf("this version: error %v, %s", err, is)
	}
	for _, bad := range []string{strings.Replace(string(whole), `"a:2"`, `"a:3"`, 1), strings.Replace(string(whole), `"Bob"`, `"Cleo"`, 1)} {
		if is, err := Renewed([]byte(bad)); err != nil || string(is) == string(now) {
			t.Errorf("error %v; another state is taken for this one", err)
		}
	}
	if list := s.Entered(); !slices.Equal(list, []string{"Red", "Blue", "Green"}) {
		t.Errorf("entered: %v", list)
	}
}

// TestTheFirstLotsThatVersionTwoRefersTo restores what refers to the first lots behind a state that knows their order, and behind
// one that was read back and does not.
func TestTheFirstLotsThatVersionTwoRefersTo(t *testing.T) {
	folded := longGame("a:1", "b:1", "a:2", "b:2")
	text, err := folded.Snapshot(nil)
	if err != nil {
		t.Fatal(err)
	}
	read := NewState()
	if err := read.Restore(text); err != nil {
		t.Fatal(err)
	}
	for _, s := range []*State{folded, read} {
		s.Apply(lot("c:1"))
		s.Apply(lot("c:2"))
	}
	for _, row := range []struct {
		sentence string
		first    int
		others   []string
		want     []string
		unknown  bool // to a state that was read back
	}{
		{"all", 6, nil, []string{"a:1", "a:2", "b:1", "b:2", "c:1", "c:2"}, false},
		{"all and another", 6, []string{"d:1"}, []string{"a:1", "a:2", "b:1", "b:2", "c:1", "c:2", "d:1"}, false},
		{"all but the last", 5, []string{"d:1"}, []string{"a:1", "a:2", "b:1", "b:2", "c:1", "d:1"}, false},
		{"as many as had been read back", 4, nil, []string{"a:1", "a:2", "b:1", "b:2"}, false},
		{"fewer, the others again", 2, []string{"a:2", "c:1", "b:2", "c:2"}, []string{"a:1", "a:2", "b:1", "b:2", "c:1", "c:2"}, false},
		{"fewer, and one left out", 2, []string{"b:2"}, []string{"a:1", "b:1", "b:2"}, true},
		{"none", 0, []string{"z:1"}, []string{"z:1"}, false},
	} {
		for _, before := range []*State{folded, read} {
			s := before.Clone()
			err := s.Restore(ofTwo(t, before, row.first, row.others...))
			if unknown := row.unknown && before == read; unknown != errors.Is(err, ErrForgotten) || err != nil && !unknown {
				t.Errorf("%s, read back %v: error %v", row.sentence, before == read, err)
			} else if d := cmp.Diff(row.want, slices.Collect(s.Lots())); err == nil && d != "" {
				t.Errorf("%s, read back %v (-want +got):\n%s", row.sentence, before == read, d)
			}
		}
	}
}
