package summary_test

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/readjudicate"
	"adjudicate/ledger"
	"adjudicate/ledger/intake"
	"adjudicate/ledger/place"
	"adjudicate/ledger/summary"
	"adjudicate/store"
	"adjudicate/store/memory"
)

// A list of games has the last play of a chess game in algebraic notation, of the edition that holds, and keeps it.
func TestAListWritesLastPlaysInAlgebraicNotation(t *testing.T) {
	ctx := context.Background()
	list, left, err := intake.Recorded(ctx, &place.Host{Engine: "test", Cache: t.TempDir()}, "one.pgn", []byte("[White \"Ann\"]\n[Black \"Bob\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 *\n"), nil, "", time.Unix(0, 0), nil)
	if err != nil || len(left) > 0 || len(list) != 1 {
		t.Fatalf("%d games are taken: %v %v", len(list), left, err)
	}
	st, name := memory.New(), list[0].Draft.Name
	if _, err := store.Fill(ctx, st, name, list[0].Draft.All(ctx)); err != nil {
		t.Fatal(err)
	}
	l, err := ledger.Open(ctx, st, name, ledger.Options{Engine: "test", Entropy: &counting{}})
	if err != nil {
		t.Fatal(err)
	}
	listed := func(what, text, algebraic string) {
		t.Helper()
		for e, err := range summary.All(ctx, st, st, false) {
			if err != nil || e.Err != nil {
				t.Fatal(what, err, e.Err)
			}
			if last := e.Summary.Last; last == nil || last.Text != text || last.Algebraic != algebraic {
				t.Errorf("%s: the last play is %+v, want %s, %q", what, last, text, algebraic)
			}
		}
		note, ok, err := st.Kept(ctx, name, summary.Kind, store.Revision(l.Head()))
		if err != nil || !ok {
			t.Fatalf("%s: no note: %v", what, err)
		}
		if ok, err := derived(ctx, st, note); err != nil || !ok {
			t.Errorf("%s: the note is not what the events come to (error %v): %s", what, err, note.Data)
		}
		if kept, err := summary.Noted(note); err != nil || kept.Last.Algebraic != algebraic {
			t.Errorf("%s: %q is kept (error %v)", what, kept.Last.Algebraic, err)
		}
	}
	enter := func(p events.Payload) {
		t.Helper()
		if _, err := l.Submit(ctx, p, "", l.Last().Add(time.Hour)); err != nil {
			t.Fatal(err)
		}
		if _, err := summary.Current(ctx, st, st, name, store.Revision(l.Head())); err != nil {
			t.Fatal(err)
		}
	}
	listed("as imported", "Ng8-f6", "Nf6")
	listed("once more", "Ng8-f6", "Nf6")
	enter(events.PlaySubmitted{Side: "White", Text: "Nb1-c3"})
	knight := l.Head()
	enter(events.PlaySubmitted{Side: "Black", Text: "a6"})
	listed("two plays on", "Pa7-a6", "a6")
	enter(events.PlaySubmitted{Side: "White", Text: "Nd5"})
	listed("one of two knights", "Nc3-d5", "Nd5")
	var at uint64
	for e, err := range ledger.Events(ctx, st, name, knight-10) {
		if err != nil {
			t.Fatal(err)
		}
		if p, ok := e.Payload.(events.PlaySubmitted); ok && p.Text == "Nb1-c3" {
			at = e.Sequence
		}
	}
	if _, _, err := l.Adopt(ctx, readjudicate.Plan{Changes: []events.Change{{What: history.Correct, Input: at, Type: "play-submitted.v1", Payload: json.RawMessage(`{"side":"White","text":"Nb1-a3"}`)}}}, "", "Judith", l.Last().Add(time.Hour), nil); err != nil {
		t.Fatal(err)
	}
	listed("in an edition where it stood elsewhere", "Nd5", "")
}
