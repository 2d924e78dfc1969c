package salvage_test

import (
	"bytes"
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/readjudicate"
	"adjudicate/ledger"
	"adjudicate/ledger/salvage"
	"adjudicate/store"
	"adjudicate/store/memory"
)

// quarrel is a game with a dispute, two adopted editions and plays behind each: its events,
// where each input's events end, and the adoptions.
func quarrel(t testing.TB) (list []store.Event, ends []int, adopted []int) {
	t.Helper()
	ctx, st := context.Background(), memory.New()
	l, err := ledger.Create(ctx, st, name, ledger.Options{Engine: engine, Entropy: rand.NewChaCha8([32]byte{1})})
	if err != nil {
		t.Fatal(err)
	}
	submit := func(p events.Payload) uint64 {
		res, err := l.Submit(ctx, p, "Ann", noon)
		if err != nil {
			t.Fatal(err)
		}
		ends = append(ends, int(l.Head()))
		return res.Input.Sequence
	}
	adopt := func(c ...events.Change) {
		adopted = append(adopted, int(l.Head())+1)
		if _, _, err := l.Adopt(ctx, readjudicate.Plan{Changes: c}, "so it is", "Ann", noon, nil); err != nil {
			t.Fatal(err)
		}
		ends = append(ends, int(l.Head()))
	}
	submit(opened(t, "Hand 3"))
	for _, r := range fewRules(t) {
		submit(events.RuleEnacted{Number: r.Number, Rule: r.Canonical()})
	}
	submit(events.PlayerRegistered{Player: "Ann"})
	submit(events.PlayerRegistered{Player: "Bob"})
	submit(events.OfficeFilled{Office: "umpire", Player: "Ann"})
	submit(events.SideCreated{Side: "Red", Player: "Ann"})
	submit(events.SideCreated{Side: "Blue", Player: "Bob", Attributes: []string{"nap"}})
	submit(events.GameStarted{})
	submit(events.PlaySubmitted{Side: "Blue", Text: "K@j1"})
	red := submit(events.PlaySubmitted{Side: "Red", Text: "K@j19"})
	blue := submit(events.PlaySubmitted{Side: "Blue", Text: "Kj1-j2"})
	submit(events.DisputeOpened{Event: red, By: "Bob", Grounds: "it was too far"})
	submit(events.DisputeArgued{Dispute: "D1", By: "Ann", Text: "it was not"})
	adopt(events.Change{What: history.Void, Input: blue, Reason: "a slip"})
	submit(events.PlaySubmitted{Side: "Blue", Text: "Kj1-k1"})
	adopt(events.Change{What: history.Insert, Input: red, Type: "player-registered.v1", Payload: []byte(`{"player":"Zoe"}`)})
	submit(events.PlaySubmitted{Side: "Red", Text: "Kj19-k19"})
	submit(events.PlayerRegistered{Player: "Cleo"})
	for r, err := range st.Read(ctx, name, 1) {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, r.Event)
	}
	return list, ends, adopted
}

// TestACutExportYieldsEveryWholeAdoption cuts an export behind each event from the first
// dispute on: nothing of an adoption stands without the rest of it, and what stands before it does.
func TestACutExportYieldsEveryWholeAdoption(t *testing.T) {
	list, ends, adopted := quarrel(t)
	text := lines(t, list)
	restated := 0
	for i := adopted[0] - 5; i <= len(list); i++ {
		if i < len(list) && strings.HasPrefix(list[i].Type, "input-restated.") {
			restated++
		}
		n, p := prefix(t, "cut behind an event", salvage.FromBytes(bytes.Join(text[:i], nil), nil), list)
		if want := before(ends, i); n != want {
			t.Errorf("cut behind event %d: %d events, want %d; left out %+v", i, n, want, p.LeftOut)
		}
		if p != nil && ((p.LeftOut == nil) != (n == i) || len(p.Differences) > 0) {
			t.Errorf("cut behind event %d: left out %+v, otherwise %v", i, p.LeftOut, p.Differences)
		}
	}
	if restated < 2 {
		t.Errorf("the editions restate %d inputs: nothing was shown", restated)
	}
}

// TestAnAlteredAdoptionIsNotBelieved changes one thing of an adoption in an export.
func TestAnAlteredAdoptionIsNotBelieved(t *testing.T) {
	list, ends, adopted := quarrel(t)
	at := map[string]int{}
	for i, e := range list {
		if kind, _, _ := strings.Cut(e.Type, "."); i >= adopted[0]-1 && at[kind] == 0 {
			at[kind] = i
		}
	}
	for _, c := range []struct {
		name, kind, was, is, why string
	}{
		{"its digest", "edition-adopted", "sha256:", "sha256:0", "does not match its digest"},
		{"what it voids", "edition-adopted", `"what":"void"`, `"what":"insert"`, "cannot be ruled on again"},
		{"what it restates", "input-restated", `"standing":"`, `"standing":"x`, "is ruled on differently"},
		{"the edition that begins", "edition-begun", `"edition":2`, `"edition":3`, "is ruled on differently"},
		{"the state that it comes to", "state-restated", "Bob", "Rob", "is ruled on differently"},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := lines(t, list)
			i := at[c.kind]
			altered := bytes.Replace(text[i], []byte(c.was), []byte(c.is), 1)
			if bytes.Equal(altered, text[i]) {
				t.Fatalf("nothing was altered in %s", text[i])
			}
			text[i] = altered
			n, p := prefix(t, c.name, salvage.FromBytes(bytes.Join(text, nil), nil), list)
			if want := before(ends, i); n != want {
				t.Errorf("%d events, want %d", n, want)
			}
			if p == nil || p.LeftOut == nil || !strings.Contains(p.LeftOut.Why, c.why) {
				t.Errorf("left out %+v, want a reason such as %q", p.LeftOut, c.why)
			}
		})
	}
}

// TestAFileWithEditionsComesOutWhole salvages a file as it is, and one that lost its last page of
// events.
func TestAFileWithEditionsComesOutWhole(t *testing.T) {
	list, ends, adopted := quarrel(t)
	content, pages := file(t, list, ends)
	n, p := prefix(t, "whole", salvage.FromBytes(content, nil), list)
	if n != len(list) || p.LeftOut != nil || len(p.Differences) > 0 {
		t.Errorf("whole: %d of %d events, left out %+v, otherwise %v", n, len(list), p.LeftOut, p.Differences)
	}
	behind := 0
	for page := 1; page <= len(content)/4096; page++ {
		if !strings.HasPrefix(pages[page], "events ") || pages[page] == "events internal" {
			continue
		}
		damaged := bytes.Clone(content)
		clear(damaged[(page-1)*4096 : page*4096])
		n, p := prefix(t, pages[page], salvage.FromBytes(damaged, nil), list)
		if n != before(ends, n) || p != nil && len(p.Differences) > 0 {
			t.Errorf("page %d: %d events", page, n)
		}
		if n >= adopted[0] {
			behind++
		}
	}
	// A file cut short, at every fourth page.
	for size := len(content) - 4096; size > 0; size -= 4 * 4096 {
		n, p := prefix(t, "a file cut short", salvage.FromBytes(content[:size], nil), list)
		if n != before(ends, n) || p != nil && (p.LeftOut == nil || len(p.Differences) > 0) {
			t.Errorf("cut to %d bytes: %d events", size, n)
		}
	}
	if behind == 0 {
		t.Error("no page held events behind an adoption: nothing was shown")
	}
}
