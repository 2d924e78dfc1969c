package ledger_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adjudicate/events"
	"adjudicate/internal/played"
	"adjudicate/ledger"
	"adjudicate/store"
	"adjudicate/store/memory"
)

// exported is a ledger of two plays as JSON Lines.
func exported(t testing.TB) (lines [][]byte, from *memory.Store) {
	t.Helper()
	from = memory.New()
	l := opened(t, from)
	submit(t, l, events.PlaySubmitted{Side: "Blue", Text: "K@j1"})
	submit(t, l, events.PlaySubmitted{Side: "Red", Text: "K@j20"})
	for rec, err := range from.Read(context.Background(), name, 1) {
		if err != nil {
			t.Fatal(err)
		}
		line, err := events.Export(rec.Data)
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, line)
	}
	return lines, from
}

func filled(t *testing.T, list []store.Event) *memory.Store {
	t.Helper()
	st := memory.New()
	if _, err := st.Append(context.Background(), name, store.NoStream, list); err != nil {
		t.Fatal(err)
	}
	return st
}

func TestACopyHoldsTheBytesOfTheOriginal(t *testing.T) {
	lines, from := exported(t)
	list, got, err := played.Export("x.jsonl", bytes.Join(lines, []byte("\n")))
	if err != nil {
		t.Fatal(err)
	}
	if got != name {
		t.Errorf("the name is %q", got)
	}
	if diff := cmp.Diff(bytesOf(t, from), bytesOf(t, filled(t, list))); diff != "" {
		t.Errorf("-original +copy:\n%s", diff)
	}
}

func TestABrokenExportIsRefusedWithItsLine(t *testing.T) {
	lines, _ := exported(t)
	play := slices.IndexFunc(lines, func(l []byte) bool { return bytes.Contains(l, []byte("play-submitted")) })
	swap := func(i int, old, new string) func([][]byte) [][]byte {
		return func(l [][]byte) [][]byte {
			l[i] = bytes.Replace(l[i], []byte(old), []byte(new), 1)
			return l
		}
	}
	for _, c := range []struct {
		title  string
		change func([][]byte) [][]byte
		line   int
		want   string
	}{
		{"nothing at all", func(l [][]byte) [][]byte { return nil }, 1, "at least one event"},
		{"a line left out", func(l [][]byte) [][]byte { return append(l[:3:3], l[4:]...) }, 4, "field sequence: found 5, expected 4"},
		{"a line twice", func(l [][]byte) [][]byte { return append(l[:4:4], l[3:]...) }, 5, "field sequence: found 4, expected 5"},
		{"a line cut short", func(l [][]byte) [][]byte { l[2] = l[2][:80]; return l }, 3, ""},
		{"another ledger", func(l [][]byte) [][]byte {
			l[5] = bytes.ReplaceAll(l[5], []byte(name), []byte("hand-4"))
			return l
		}, 6, `field ledger: found "hand-4"`},
		{"an unknown type", swap(1, "ruled.v2", "ruled.v7"), 2, "newer version"},
		{"an input of an earlier time", swap(play, "1998-10-05", "1998-10-04"), play + 1, "the clock runs backwards"},
		{"an outcome of another cause", swap(play+1, `"causationid":"0`, `"causationid":"1`), play + 2, "field causation"},
	} {
		t.Run(c.title, func(t *testing.T) {
			var broken [][]byte
			for _, l := range lines {
				broken = append(broken, bytes.Clone(l))
			}
			_, _, err := played.Export("x.jsonl", bytes.Join(c.change(broken), []byte("\n")))
			var at *ledger.LineError
			if !errors.As(err, &at) || at.Line != c.line || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want line %d: %q", err, c.line, c.want)
			}
		})
	}
}

func TestVerifyFindsNothingInASoundLedger(t *testing.T) {
	_, st := exported(t)
	v, err := ledger.Verify(context.Background(), st, name, options())
	if err != nil {
		t.Fatal(err)
	}
	if len(v.Differences) > 0 || v.Events != int(head(t, st)) || v.Inputs != len(preparations(t))+2 {
		t.Errorf("%+v", v)
	}
}

// altered is the ledger of exported with its events changed.
func altered(t *testing.T, change func(list []events.Envelope) []events.Envelope) *memory.Store {
	t.Helper()
	_, st := exported(t)
	var list []events.Envelope
	for e, err := range ledger.Events(context.Background(), st, name, 1) {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, e)
	}
	var out []store.Event
	for i, e := range change(list) {
		e.Sequence, e.Effective = uint64(i+1), uint64(i+1)
		data, err := events.Encode(&e)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, store.Event{ID: e.ID, Type: e.Type, Data: data})
	}
	return filled(t, out)
}

func TestVerifyFindsWhatIsNotAsTheRulesHaveIt(t *testing.T) {
	last := func(list []events.Envelope, kind string) int {
		for i := len(list) - 1; i >= 0; i-- {
			if list[i].Payload.Kind() == kind {
				return i
			}
		}
		t.Fatalf("no %s", kind)
		return 0
	}
	for _, c := range []struct {
		title  string
		what   string
		change func([]events.Envelope) []events.Envelope
	}{
		{"a Weight that is another", "outcomes", func(l []events.Envelope) []events.Envelope {
			i := last(l, "weights-posted")
			l[i].Payload = events.WeightsPosted{Weights: []events.Weight{{Side: "Red", Weight: 1}, {Side: "Blue", Weight: 200}}}
			return l
		}},
		{"an outcome that is missing", "outcomes", func(l []events.Envelope) []events.Envelope {
			i := last(l, "piece-placed")
			return append(l[:i], l[i+1:]...)
		}},
		{"an outcome that rests on nothing", "outcomes", func(l []events.Envelope) []events.Envelope {
			l[last(l, "piece-placed")].Basis = events.Basis{}
			return l
		}},
		{"an outcome of another cause", "order", func(l []events.Envelope) []events.Envelope {
			i := last(l, "piece-placed")
			l[i].Causation = l[0].ID
			return l
		}},
		{"an input dated before the one before", "order", func(l []events.Envelope) []events.Envelope {
			i := last(l, "play-submitted")
			l[i].Recorded = noon.AddDate(0, 0, -1)
			return l
		}},
		{"another play than was ruled on", "outcomes", func(l []events.Envelope) []events.Envelope {
			l[last(l, "play-submitted")].Payload = events.PlaySubmitted{Side: "Red", Text: "K@j19"}
			return l
		}},
	} {
		t.Run(c.title, func(t *testing.T) {
			v, err := ledger.Verify(context.Background(), altered(t, c.change), name, options())
			if err != nil {
				t.Fatal(err)
			}
			found := false
			for _, d := range v.Differences {
				found = found || d.What == c.what
			}
			if !found {
				t.Errorf("differences %+v, want one of %s", v.Differences, c.what)
			}
		})
	}
}

func TestARulingOfAnotherEngineIsHeldToItsOutcomes(t *testing.T) {
	_, st := exported(t)
	o := options()
	o.Engine = "another 9"
	v, err := ledger.Verify(context.Background(), st, name, o)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"test 1"}, v.Engines); diff != "" || len(v.Differences) > 0 {
		t.Errorf("%s %+v", diff, v.Differences)
	}
}

func FuzzReadExport(f *testing.F) {
	lines, _ := exported(f)
	f.Add(bytes.Join(lines[:6], []byte("\n")))
	f.Add([]byte("{}\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		list, name, err := played.Export("x.jsonl", text)
		if err != nil {
			var at *ledger.LineError
			if !errors.As(err, &at) || at.Line < 1 {
				t.Errorf("error %v names no line", err)
			}
			return
		}
		for i, e := range list {
			d, err := events.Decode(e.Data)
			if err != nil || d.Sequence != uint64(i+1) || d.Ledger != name {
				t.Errorf("event %d: %v", i+1, err)
			}
		}
	})
}

func ExampleLedger_Submit() {
	ctx := context.Background()
	l, err := ledger.Create(ctx, memory.New(), "hand-3", options())
	if err != nil {
		fmt.Println(err)
		return
	}
	res, err := l.Submit(ctx, events.GameOpened{Game: "Hand 3", System: "partychess", Seed: strings.Repeat("5e", 32)}, "", noon)
	fmt.Println(res.Input.Sequence, res.Ruled().Verdict, len(res.Events()), err)
	// Output: 1 accepted 3 <nil>
}
