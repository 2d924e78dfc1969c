package summary_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/google/uuid"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/readjudicate"
	"adjudicate/ledger"
	"adjudicate/ledger/summary"
	"adjudicate/season"
	"adjudicate/store"
	"adjudicate/store/memory"
)

const autumn = "../../fixtures/season/autumn.season"

// autumnGame is a store that holds the sample season under a name.
func autumnGame(tb testing.TB, name string) *memory.Store {
	tb.Helper()
	text, err := os.ReadFile(autumn)
	if err != nil {
		tb.Fatal(err)
	}
	s, err := season.Parse(autumn, text)
	if err == nil {
		err = s.Resolve(season.Beside(os.DirFS(filepath.Dir(autumn))))
	}
	if err != nil {
		tb.Fatal(err)
	}
	st := memory.New()
	ctx := context.Background()
	l, err := ledger.Create(ctx, st, name, ledger.Options{Engine: "test 1", Entropy: &counting{}})
	if err != nil {
		tb.Fatal(err)
	}
	for _, e := range s.Entries {
		for _, p := range e.Inputs {
			if _, err := l.Submit(ctx, p, e.Actor, e.At); err != nil {
				tb.Fatal(err)
			}
		}
	}
	return st
}

// counting is entropy that never repeats and is the same in every run.
type counting struct{ n uint64 }

func (c *counting) Read(p []byte) (int, error) {
	for i := range p {
		c.n = c.n*6364136223846793005 + 1442695040888963407
		p[i] = byte(c.n >> 56)
	}
	return len(p), nil
}

func upTo(list iter.Seq2[events.Envelope, error], last uint64) iter.Seq2[events.Envelope, error] {
	return func(yield func(events.Envelope, error) bool) {
		for e, err := range list {
			if err == nil && e.Sequence > last || !yield(e, err) {
				return
			}
		}
	}
}

var exported = cmpopts.IgnoreUnexported(summary.Summary{})

func TestASummaryFoldedFromOutcomesIsTheOneOfTheState(t *testing.T) {
	st := autumnGame(t, "autumn")
	list := ledger.Events(context.Background(), st, "autumn", 1)
	var s summary.Summary
	state := aggregate.NewState()
	winners, limits := 0, 0
	for e, err := range list {
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Fold(&e); err != nil {
			t.Fatal(err)
		}
		state.Apply(e.Payload)
		if s.ToPlay != state.ToPlay() || s.Hand != state.HandsWon()+1 || s.Started != state.Started() || s.Umpire != state.Holder(events.KnownOffice) {
			t.Fatalf("after %d: %+v; the state has %s to play, %d hands won", e.Sequence, s, state.ToPlay(), state.HandsWon())
		}
		if side, ok := state.Side(s.ToPlay); ok && side.Player != s.Player {
			t.Fatalf("after %d: %s is to play, the state has %s", e.Sequence, s.Player, side.Player)
		}
		if limit, runs := state.Limit(); runs != (s.Expires != nil) || runs && !limit.Expires.Equal(*s.Expires) {
			t.Fatalf("after %d: a limit until %v; the state has %+v, %t", e.Sequence, s.Expires, limit, runs)
		}
		if s.Limit() != nil {
			limits++
		}
		if s.Winner != nil {
			winners++
		}
		if e.Sequence%211 == 0 || e.Sequence == 2095 {
			whole, err := summary.Of(upTo(list, e.Sequence))
			if d := cmp.Diff(whole, s, exported); d != "" || err != nil {
				t.Fatalf("after %d: error %v (-whole +folded):\n%s", e.Sequence, err, d)
			}
		}
	}
	if winners == 0 || limits == 0 || s.Last == nil || s.Last.Verdict == "" {
		t.Errorf("nothing of interest was seen: %+v", s)
	}
}

// envelopes gives payloads their places.
func envelopes(list ...events.Payload) iter.Seq2[events.Envelope, error] {
	return func(yield func(events.Envelope, error) bool) {
		for i, p := range list {
			if !yield(events.Envelope{Sequence: uint64(i + 1), Effective: uint64(i + 1), Recorded: noon, Payload: p}, nil) {
				return
			}
		}
	}
}

var noon = time.Date(1998, 10, 5, 12, 0, 0, 0, time.UTC)

func TestTheTurnInWords(t *testing.T) {
	game := []events.Payload{events.LedgerOpened{Game: "Hand 3", System: "partychess"}, events.OfficeHeld{Office: "umpire", Player: "Cleo"},
		events.SideEntered{Side: "Red", Player: "Ann"}, events.SideEntered{Side: "Bob", Player: "Bob"}}
	running := append(slices.Clip(game), events.StartDone{}, events.TurnBegan{Side: "Red"})
	for _, c := range []struct {
		name string
		list []events.Payload
		want string
	}{
		{"before the start", game, "not started"},
		{"a side and its Swinger", running, "Red (Ann)"},
		{"a side named after its Swinger", append(slices.Clip(running), events.TurnBegan{Side: "Bob"}), "Bob"},
		{"a side that has changed hands", append(slices.Clip(running), events.SideHeld{Side: "Red", Player: "Bob"}), "Red (Bob)"},
		{"no umpire", append(slices.Clip(running), events.OfficeHeld{Office: "umpire"}), "suspended"},
		{"a Free For All that is announced", append(slices.Clip(running), events.StageSet{Stage: "free-for-all", Free: true, State: "announced"}), "Red (Ann)"},
		{"a Free For All", append(slices.Clip(running), events.StageSet{Stage: "free-for-all", Free: true, State: "running"}), "free for all"},
		{"after a Free For All", append(slices.Clip(running), events.StageSet{Stage: "free-for-all", Free: true, State: "over"}), "Red (Ann)"},
		{"nobody's turn", append(slices.Clip(running), events.TurnBegan{}), "nobody"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var s summary.Summary
			for e := range envelopes(c.list...) {
				if err := s.Fold(&e); err != nil {
					t.Fatal(err)
				}
			}
			if got := s.Turn(); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
			whole, err := summary.Of(envelopes(c.list...))
			if d := cmp.Diff(whole, s, exported); d != "" || err != nil {
				t.Errorf("error %v (-whole +folded):\n%s", err, d)
			}
		})
	}
}

// A limit is that of the turn: a turn ends it, an extension replaces it. Nobody plays against one in a game that is suspended or over, or while others consider
// the play. In a stage without turns what is noted in that way is when a side last played.
func TestTheTimeLimitIsThatOfTheTurn(t *testing.T) {
	until := func(side string, hours int) events.Payload {
		return events.LimitSet{Side: side, From: noon, Expires: noon.Add(time.Duration(hours) * time.Hour)}
	}
	asked := func(matter string, p events.Payload) events.Payload {
		typ, input, err := events.EncodePayload(p)
		if err != nil {
			t.Fatal(err)
		}
		return events.MatterOpened{Matter: matter, Wants: typ, Input: input}
	}
	running := []events.Payload{events.LedgerOpened{Game: "Hand 3", System: "partychess"}, events.OfficeHeld{Office: "umpire", Player: "Cleo"},
		events.SideEntered{Side: "Red", Player: "Ann"}, events.SideEntered{Side: "Blue", Player: "Bob"}, events.StartDone{}, events.TurnBegan{Side: "Red"}}
	red := events.PlaySubmitted{Side: "Red", Text: "pass"}
	for _, c := range []struct {
		name string
		list []events.Payload
		want int // hours from noon, 0 for none
	}{
		{"nothing is announced", nil, 0},
		{"announced", []events.Payload{until("Red", 72)}, 72},
		{"extended", []events.Payload{until("Red", 72), until("Red", 96)}, 96},
		{"the next turn", []events.Payload{until("Red", 72), events.TurnBegan{Side: "Blue"}}, 0},
		{"announced again", []events.Payload{until("Red", 72), events.TurnBegan{Side: "Blue"}, until("Blue", 80)}, 80},
		{"several sides at once", []events.Payload{events.TurnBegan{}, events.RoundBegan{Sides: []string{"Red", "Blue"}}, until("Red", 50), until("Blue", 50)}, 50},
		{"without an umpire", []events.Payload{until("Red", 72), events.OfficeHeld{Office: "umpire"}}, 0},
		{"with one again", []events.Payload{until("Red", 72), events.OfficeHeld{Office: "umpire"}, events.OfficeHeld{Office: "umpire", Player: "Ann"}}, 72},
		{"the game is over", []events.Payload{until("Red", 72), events.EndDeclared{Hand: 1, Over: true}}, 0},
		{"others consider the play", []events.Payload{until("Red", 72), asked("matter-1", red)}, 0},
		{"others have considered it", []events.Payload{until("Red", 72), asked("matter-1", red), events.MatterClosed{Matter: "matter-1", How: "refused"}}, 72},
		{"others consider a play of another side", []events.Payload{until("Red", 72), asked("matter-1", events.PlaySubmitted{Side: "Blue", Text: "pass"})}, 72},
		{"others consider a purchase", []events.Payload{until("Red", 72), asked("matter-1", events.PurchaseRequested{Side: "Red", Type: "Rook"})}, 72},
		{"a stage is announced", []events.Payload{until("Red", 72), events.StageSet{Stage: "free-for-all", Free: true, State: "announced"}}, 72},
		{"a play in a stage without turns", []events.Payload{events.StageSet{Stage: "melee", Free: true, State: "running"}, until("Red", 72)}, 0},
		{"after a stage without turns", []events.Payload{until("Red", 72), events.StageSet{Stage: "melee", Free: true, State: "running"}, until("Red", 80),
			events.StageSet{Stage: "melee", Free: true, State: "over"}}, 72},
		{"a stage with turns", []events.Payload{events.StageSet{Stage: "draft", State: "running"}, until("Red", 72)}, 72},
	} {
		t.Run(c.name, func(t *testing.T) {
			list := append(slices.Clip(running), c.list...)
			st := memory.New()
			put(t, st, "game", list)
			s, err := summary.Current(t.Context(), st, st, "game", store.Revision(len(list)))
			if err != nil {
				t.Fatal(err)
			}
			if got := s.Limit(); (got != nil) != (c.want > 0) || got != nil && !got.Equal(noon.Add(time.Duration(c.want)*time.Hour)) {
				t.Errorf("a limit until %v, want %d hours from noon", got, c.want)
			}
			again, err := summary.Current(t.Context(), st, st, "game", store.Revision(len(list)))
			if d := cmp.Diff(s, again, exported); d != "" || err != nil {
				t.Errorf("as it is kept: error %v (-made +kept):\n%s", err, d)
			}
			whole, err := summary.Of(envelopes(list...))
			if d := cmp.Diff(whole, s, exported); d != "" || err != nil {
				t.Errorf("error %v (-whole +folded):\n%s", err, d)
			}
			n, _, err := st.Kept(t.Context(), "game", summary.Kind, store.Revision(len(list)))
			if err != nil {
				t.Fatal(err)
			}
			if ok, err := derived(t.Context(), st, n); !ok || err != nil {
				t.Errorf("the note is not derived from the events, error %v: %s", err, n.Data)
			}
		})
	}
}

func TestAnEditionThatRestatesTheLastPlayIsToldOfIt(t *testing.T) {
	state := aggregate.NewState()
	state.Apply(events.LedgerOpened{Game: "Hand 3", System: "partychess"})
	state.Apply(events.TurnBegan{Side: "Blue"})
	text, err := state.Snapshot(nil)
	if err != nil {
		t.Fatal(err)
	}
	play := events.PlaySubmitted{}.Kind()
	list := []events.Payload{
		events.LedgerOpened{Game: "Hand 3", System: "partychess"},
		events.PlaySubmitted{Side: "Red", Text: "Ra1-a2"},
		events.Ruled{Subject: play, Verdict: "accepted", Play: "Ra1-a2"},
		events.EditionBegun{Edition: 2, Base: 1},
		events.InputRestated{Input: 2, Standing: "inserted"},
		events.Ruled{Subject: play, Verdict: "accepted", Play: "Rb1-b2"},
		events.InputRestated{Input: 2, Standing: "recorded"},
		events.Ruled{Subject: play, Verdict: "rejected"},
		events.StateRestated{Edition: 2, State: text},
	}
	st := memory.New()
	put(t, st, "hand-3", list)
	s, err := summary.Current(context.Background(), st, st, "hand-3", 9)
	want := summary.Summary{Sequence: 9, Recorded: noon, Game: "Hand 3", System: "partychess", Hand: 1, ToPlay: "Blue",
		Last: &summary.Play{Sequence: 2, At: noon, Side: "Red", Text: "Ra1-a2", Verdict: "rejected"}}
	if d := cmp.Diff(want, s, exported); d != "" || err != nil {
		t.Errorf("error %v (-want +got):\n%s", err, d)
	}
}

// TestAnEditionMadeFromAnEarlierOneHasTheLastPlayAsThatOne goes back and forth between editions.
func TestAnEditionMadeFromAnEarlierOneHasTheLastPlayAsThatOne(t *testing.T) {
	text, err := aggregate.NewState().Snapshot(nil)
	if err != nil {
		t.Fatal(err)
	}
	play := events.PlaySubmitted{}.Kind()
	list := []events.Payload{
		events.LedgerOpened{Game: "Hand 3", System: "partychess"},
		events.PlaySubmitted{Side: "Red", Text: "Ra1-a2"},
		events.Ruled{Subject: play, Verdict: "accepted", Play: "Ra1-a2"},
	}
	for _, x := range []struct {
		title         string
		edition, base int
		verdict, play string // as it is restated; "" if it is not
		want, as      string
	}{
		{"one that voids it", 2, 1, "voided", "", "voided", "Ra1-a2"},
		{"one from that, about something else", 3, 2, "", "", "voided", "Ra1-a2"},
		{"one from the first, which restates nothing", 4, 1, "", "", "accepted", "Ra1-a2"},
		{"one from that which replaces it", 5, 4, "replaced", "pass", "replaced", "pass"},
		{"one from the third", 6, 3, "", "", "voided", "Ra1-a2"},
		{"one from the fifth", 7, 5, "", "", "replaced", "pass"},
	} {
		list = append(list, events.EditionBegun{Edition: x.edition, Base: x.base})
		if x.verdict != "" {
			list = append(list, events.InputRestated{Input: 2, Standing: "recorded"}, events.Ruled{Subject: play, Verdict: x.verdict, Play: x.play})
		}
		list = append(list, events.StateRestated{Edition: x.edition, State: text})
		s, err := summary.Of(envelopes(list...))
		if err != nil || s.Last == nil || s.Last.Verdict != x.want || s.Last.Text != x.as {
			t.Errorf("%s: %+v, error %v, want %s %s", x.title, s.Last, err, x.want, x.as)
		}
	}
}

// A summary that is kept is brought up to date behind adoptions with what is kept and the state, and is the one that the whole ledger comes to; so is
// one kept by a program that did not note what editions say.
func TestASummaryKeptIsBroughtUpToDateBehindAdoptions(t *testing.T) {
	ctx := context.Background()
	for _, older := range []bool{false, true} {
		t.Run(fmt.Sprintf("kept by an older program=%t", older), func(t *testing.T) {
			st := autumnGame(t, "autumn")
			l, err := ledger.Open(ctx, st, "autumn", ledger.Options{Engine: "test 1", Entropy: &counting{7}})
			if err != nil {
				t.Fatal(err)
			}
			current := func(what string) {
				t.Helper()
				s, err := summary.Current(ctx, st, st, "autumn", store.Revision(l.Head()))
				if err != nil {
					t.Fatalf("%s: %v", what, err)
				}
				whole, err := summary.Of(ledger.Events(ctx, st, "autumn", 1))
				if d := cmp.Diff(whole, s, exported); d != "" || err != nil {
					t.Errorf("%s: error %v (-whole +kept):\n%s", what, err, d)
				}
				n, found, err := st.Kept(ctx, "autumn", summary.Kind, store.Revision(l.Head()))
				if err != nil || !found {
					t.Fatalf("%s: no note, error %v", what, err)
				}
				if older {
					n.Data = forgetful(t, n.Data)
					if err := errors.Join(st.Drop(ctx, "autumn", summary.Kind, 0), st.Keep(ctx, n)); err != nil {
						t.Fatal(err)
					}
				}
				if ok, err := derived(ctx, st, n); !ok || err != nil {
					t.Errorf("%s: the note is not derived from the events, error %v", what, err)
				}
			}
			adopt := func(what string, plan readjudicate.Plan) {
				t.Helper()
				if _, _, err := l.Adopt(ctx, plan, "", "Judith", l.Last().Add(time.Hour), nil); err != nil {
					t.Fatalf("%s: %v", what, err)
				}
				current(what)
			}
			last := func() uint64 {
				s, err := summary.Of(ledger.Events(ctx, st, "autumn", 1))
				if err != nil || s.Last == nil {
					t.Fatal(s, err)
				}
				return s.Last.Sequence
			}
			void := readjudicate.Plan{Changes: []events.Change{{What: history.Void, Input: last()}}}
			current("the season")
			adopt("its last play never happened", void)
			adopt("and did", readjudicate.Plan{Withdraw: []string{"*"}})
			if _, err := l.Submit(ctx, events.PlaySubmitted{Side: l.State().ToPlay(), Text: "pass"}, "Ann", l.Last().Add(time.Hour)); err != nil {
				t.Fatal(err)
			}
			current("a play behind them")
			adopt("which never happened", readjudicate.Plan{Changes: []events.Change{{What: history.Void, Input: last()}}})
			adopt("nor did the one before", readjudicate.Plan{Changes: void.Changes})
			adopt("as in the second", readjudicate.Plan{Base: 2})
		})
	}
}

// forgetful is a note without what editions say of the last play.
func forgetful(t *testing.T, note []byte) []byte {
	t.Helper()
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(note, &fields); err != nil {
		t.Fatal(err)
	}
	for _, f := range []string{"edition", "bases", "first", "stated"} {
		delete(fields, f)
	}
	data, err := json.Marshal(fields)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// put appends payloads as a ledger's events.
func put(tb testing.TB, st store.Store, name string, list []events.Payload) {
	tb.Helper()
	head, err := st.Head(context.Background(), name)
	if err != nil {
		tb.Fatal(err)
	}
	var batch []store.Event
	for i, p := range list {
		typ, err := events.Type(p)
		if err != nil {
			tb.Fatal(err)
		}
		seq := uint64(head) + uint64(i) + 1
		id := uuid.NewSHA1(uuid.NameSpaceOID, fmt.Appendf(nil, "%s/%d", name, seq))
		e := events.Envelope{ID: id, Ledger: name, Sequence: seq, Effective: seq, Type: typ, Recorded: noon, Correlation: id, Payload: p}
		data, err := events.Encode(&e)
		if err != nil {
			tb.Fatal(err)
		}
		batch = append(batch, store.Event{ID: id, Type: typ, Data: data})
	}
	if _, err := st.Append(context.Background(), name, head, batch); err != nil {
		tb.Fatal(err)
	}
}

// A reader counts what is read of a store, and hides what else it offers.
type reader struct {
	store.Store
	read int
}

func (r *reader) Read(ctx context.Context, name string, from store.Revision) iter.Seq2[store.Recorded, error] {
	return func(yield func(store.Recorded, error) bool) {
		for rec, err := range r.Store.Read(ctx, name, from) {
			r.read++
			if !yield(rec, err) {
				return
			}
		}
	}
}

func TestOnlyWhatFollowsTheNoteIsRead(t *testing.T) {
	ctx := context.Background()
	st := autumnGame(t, "autumn")
	r := &reader{Store: st}
	first, err := summary.Current(ctx, r, st, "autumn", 2095)
	if err != nil || r.read != 2095 || first.Sequence != 2095 {
		t.Fatalf("%d events read, error %v", r.read, err)
	}
	again, err := summary.Current(ctx, r, st, "autumn", 2095)
	if d := cmp.Diff(first, again, exported); d != "" || err != nil || r.read != 2095 {
		t.Errorf("%d events read, error %v (-first +again):\n%s", r.read, err, d)
	}
	put(t, st, "autumn", []events.Payload{events.PlaySubmitted{Side: "Lantern", Text: "pass"}})
	next, err := summary.Current(ctx, r, st, "autumn", 2096)
	if err != nil || r.read != 2095+2 || next.Sequence != 2096 || next.Last.Text != "pass" {
		t.Errorf("%d events read, error %v: %+v", r.read, err, next)
	}
	n := 0
	for range st.Notes(ctx, "autumn", summary.Kind) {
		n++
	}
	if n != 1 {
		t.Errorf("%d summaries are kept, want 1", n)
	}
}

func TestANoteThatCannotBeReadIsAsGoodAsNone(t *testing.T) {
	ctx := context.Background()
	st := autumnGame(t, "autumn")
	want, err := summary.Of(ledger.Events(ctx, st, "autumn", 1))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, data string
		holds      bool // as far as verification knows
	}{
		{"rubbish", "\x00\x01", false},
		{"a later version", `{"version":9,"sequence":100}`, false},
		{"an earlier version", `{"version":2,"sequence":100,"game":"The autumn hand"}`, true},
		{"the last version without time limits", `{"version":3,"sequence":100,"game":"The autumn hand"}`, true},
		{"the last version with a span of one stage", `{"version":4,"sequence":100,"game":"The autumn hand"}`, true},
		{"another place", `{"version":5,"sequence":99}`, false},
	} {
		note := store.Note{Stream: "autumn", Kind: summary.Kind, At: 100, Data: []byte(c.data)}
		if holds, err := derived(ctx, st, note); holds != c.holds || err != nil {
			t.Errorf("%s: it holds: %v, want %v (%v)", c.name, holds, c.holds, err)
		}
		if err := st.Keep(ctx, note); err != nil {
			t.Fatal(err)
		}
		got, err := summary.Current(ctx, st, st, "autumn", 2095)
		if d := cmp.Diff(want, got, exported); d != "" || err != nil {
			t.Errorf("%s: error %v (-want +got):\n%s", c.name, err, d)
		}
		if err := st.Drop(ctx, "autumn", summary.Kind, 0); err != nil {
			t.Fatal(err)
		}
	}
}

func TestAllLedgersAreListedAndOnlyThoseBehindAreRead(t *testing.T) {
	ctx := context.Background()
	st := memory.New()
	for i := range 300 {
		put(t, st, fmt.Sprintf("hand-%03d", i), []events.Payload{events.LedgerOpened{Game: fmt.Sprint("Hand ", i)}, events.TurnBegan{Side: "Red"}})
	}
	put(t, st, "broken", []events.Payload{events.LedgerOpened{Game: "Broken"}})
	if _, err := st.Append(ctx, "broken", 1, []store.Event{{ID: uuid.UUID{1}, Type: "what", Data: []byte("{}")}}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		anew bool
		read int
	}{
		{"at first", false, 602},
		{"again", false, 2}, // the broken one
		{"anew", true, 602},
	} {
		r := &reader{Store: st}
		n := 0
		for e, err := range summary.All(ctx, struct {
			*reader
			store.Surveyor
		}{r, st}, st, c.anew) {
			switch {
			case err != nil:
				t.Fatal(err)
			case e.Name == "broken":
				if e.Err == nil {
					t.Errorf("%s: the broken one has the summary %+v", c.name, e.Summary)
				}
			case e.Err != nil || e.Name != fmt.Sprintf("hand-%03d", n) || e.Summary.Game != fmt.Sprint("Hand ", n) || e.Summary.ToPlay != "Red":
				t.Errorf("%s: %+v", c.name, e)
			default:
				n++
			}
		}
		if n != 300 || r.read != c.read {
			t.Errorf("%s: %d ledgers, %d events read, want 300 and %d", c.name, n, r.read, c.read)
		}
	}
	put(t, st, "hand-007", []events.Payload{events.TurnBegan{Side: "Blue"}})
	r := &reader{Store: st}
	for e, err := range summary.All(ctx, struct {
		*reader
		store.Lister
	}{r, st}, st, false) {
		if err != nil {
			t.Fatal(err)
		}
		if want := map[bool]string{true: "Blue", false: "Red"}[e.Name == "hand-007"]; e.Err == nil && e.Summary.ToPlay != want {
			t.Errorf("%s: %s is to play, want %s", e.Name, e.Summary.ToPlay, want)
		}
	}
	if r.read != 4 {
		t.Errorf("%d events read, want the new one, the one before it and two of the broken ledger", r.read)
	}
	for _, err := range summary.All(ctx, r, st, false) {
		if !errors.Is(err, summary.ErrNoList) {
			t.Errorf("got error %v, want that the store does not tell", err)
		}
	}
}

func Example() {
	ctx := context.Background()
	st := memory.New()
	l, err := ledger.Create(ctx, st, "hand-3", ledger.Options{Engine: "example 1", Entropy: &counting{}})
	if err == nil {
		_, err = l.Submit(ctx, events.GameOpened{Game: "Hand 3", System: "partychess", Seed: fmt.Sprintf("%064x", 7)}, "", noon)
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := summary.Current(ctx, st, st, "hand-3", store.Revision(l.Head()))
	fmt.Println(s.Game, "after", s.Sequence, "events:", s.Turn(), err)
	// Output: Hand 3 after 3 events: not started <nil>
}

func FuzzNoted(f *testing.F) {
	st := memory.New()
	put(f, st, "s", []events.Payload{events.LedgerOpened{Game: "Hand 3"}, events.SideEntered{Side: "Red", Player: "Ann"}, events.TurnBegan{Side: "Red"}})
	if _, err := summary.Current(context.Background(), st, st, "s", 3); err != nil {
		f.Fatal(err)
	}
	n, _, err := st.Kept(context.Background(), "s", summary.Kind, 3)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(n.Data, uint64(3))
	f.Add([]byte(`{"version":2,"sequence":4}`), uint64(4))
	f.Fuzz(func(t *testing.T, data []byte, at uint64) {
		s, err := summary.Noted(store.Note{Stream: "s", Kind: summary.Kind, At: store.Revision(at), Data: data})
		if err == nil && s.Sequence != at {
			t.Errorf("a note at %d tells of %d", at, s.Sequence)
		}
		_ = s.Turn()
	})
}

// TestANoteKeptWhileAGameWentOnIsWhatItsEventsComeTo keeps a summary every few events of the
// sample season, in which sides leave and enter, and derives each anew.
func TestANoteKeptWhileAGameWentOnIsWhatItsEventsComeTo(t *testing.T) {
	st := autumnGame(t, "hand-3")
	ctx := context.Background()
	head, err := st.Head(ctx, "hand-3")
	if err != nil {
		t.Fatal(err)
	}
	var note store.Note
	for at := store.Revision(150); at <= head; at += 211 {
		s, err := summary.Noted(note)
		if err != nil {
			s = summary.Summary{}
		}
		for e, err := range upTo(ledger.Events(ctx, st, "hand-3", s.Sequence+1), uint64(at)) {
			if err == nil {
				err = s.Fold(&e)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		summary.Keep(ctx, st, "hand-3", s)
		var ok bool
		if note, ok, err = st.Kept(ctx, "hand-3", summary.Kind, at); err != nil || !ok {
			t.Fatalf("no note at %s: %v", at, err)
		}
		if ok, err := derived(ctx, st, note); err != nil || !ok {
			t.Errorf("the note at %s is not what the events come to (error %v): %s", at, err, note.Data)
		}
	}
}

// TestASummaryOfAnotherGameIsNotBelieved lets another game stand under the name of one that was summed up: as long as it,
// and longer.
func TestASummaryOfAnotherGameIsNotBelieved(t *testing.T) {
	ctx := context.Background()
	notes := memory.New()
	keep := func(st store.Store) (list []summary.Entry) {
		for e, err := range summary.All(ctx, st, notes, false) {
			if err != nil || e.Err != nil {
				t.Fatal(err, e.Err)
			}
			list = append(list, e)
		}
		return list
	}
	begin := func(title string, players ...string) *memory.Store {
		st := memory.New()
		l, err := ledger.Create(ctx, st, "game", ledger.Options{Engine: "test 1", Entropy: &counting{uint64(len(title)) << 32}})
		if err != nil {
			t.Fatal(err)
		}
		at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
		inputs := []events.Payload{events.GameOpened{Game: title, System: "plain", Seed: fmt.Sprintf("%064x", len(title)), Format: 2}}
		for _, p := range players {
			inputs = append(inputs, events.PlayerRegistered{Player: p})
		}
		for _, p := range inputs {
			if _, err := l.Submit(ctx, p, "", at); err != nil {
				t.Fatal(err)
			}
		}
		return st
	}
	keep(begin("First", "Ann"))
	for _, c := range []struct {
		title   string
		players []string
	}{{"As long", []string{"Bob"}}, {"Longer than that", []string{"Bob", "Cleo"}}} {
		st := begin(c.title, c.players...)
		if got := keep(named{st}); len(got) != 1 || got[0].Summary.Game != c.title {
			t.Errorf("it is summed up as %+v, want %q", got, c.title)
		}
		keep(begin("First", "Ann"))
	}
}

// named is a store that tells the ids of the last events.
type named struct{ *memory.Store }

func (s named) Heads(ctx context.Context) iter.Seq2[store.Standing, error] {
	return func(yield func(store.Standing, error) bool) {
		for at, err := range s.Store.Heads(ctx) {
			if e, ok, failed := store.EventAt(ctx, s.Store, at.Stream, at.Head); failed == nil && ok {
				at.ID = e.ID
			}
			if !yield(at, err) {
				return
			}
		}
	}
}

// derived reports whether a note is what the acts up to it come to, as a verification derives it.
func derived(ctx context.Context, st store.Store, n store.Note) (bool, error) {
	d := summary.Derive(n)
	state := aggregate.NewState()
	var act events.Act
	close := func() {
		if act.Len() > 0 {
			d.Add(&act, state)
		}
		act.Clear()
	}
	for e, err := range ledger.Events(ctx, st, n.Stream, 1) {
		if err != nil {
			return false, err
		}
		if events.IsInput(e.Payload.Kind()) {
			close()
		}
		if err := history.Fold(state, &e); err != nil {
			return false, err
		}
		act.Add(e)
	}
	close()
	return d.Holds(ctx, st)
}
