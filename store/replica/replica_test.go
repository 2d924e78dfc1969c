package replica_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"adjudicate/events"
	"adjudicate/store"
	"adjudicate/store/memory"
	"adjudicate/store/replica"
	"adjudicate/store/sqlite"
	"adjudicate/store/storetest"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/google/uuid"
)

var (
	ctx     = context.Background()
	numbers = cmpopts.IgnoreUnexported(replica.Result{})
)

// game makes events: inputs, each with some outcomes.
func game(count int) []store.Event {
	list := storetest.Events("game", 1, count)
	for i := range list {
		switch {
		case i%7 == 0:
			list[i].Type = "play-submitted.v1"
		case i%7 == 1:
			list[i].Type = "ruled.v1"
		}
	}
	return list
}

func holding(t testing.TB, list []store.Event) *memory.Store {
	t.Helper()
	st := memory.New()
	if _, err := st.Append(ctx, "s", store.NoStream, list); err != nil {
		t.Fatal(err)
	}
	return st
}

func content(t testing.TB, st store.Store) []store.Event {
	t.Helper()
	list := []store.Event{}
	for r, err := range st.Read(ctx, "s", 1) {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, r.Event)
	}
	return list
}

func same(t testing.TB, from, to store.Store) {
	t.Helper()
	want, got := content(t, from), content(t, to)
	if !reflect.DeepEqual(want, got) { // far quicker than to look for the difference
		t.Errorf("(-source +copy):\n%s", cmp.Diff(want, got))
	}
}

func TestACopyHasTheBytesOfItsSourceWhereverItBegan(t *testing.T) {
	list := game(40)
	from := holding(t, list)
	for has := range len(list) + 1 {
		to := holding(t, list[:has])
		given := []store.Event{}
		r := replica.Replica{From: from, To: to, Stream: "s", Keeper: to, Source: "a", Each: func(rec *store.Recorded) { given = append(given, rec.Event) }}
		res, err := r.Update(ctx, true)
		if !reflect.DeepEqual(list, given) {
			t.Errorf("given of the source (-want +got):\n%s", cmp.Diff(list, given))
		}
		want := replica.Result{Compared: store.Revision(has), Before: store.Revision(has), After: 40}
		if d := cmp.Diff(want, res, numbers); d != "" || err != nil {
			t.Fatalf("from %d: error %v (-want +got):\n%s", has, err, d)
		}
		same(t, from, to)
	}
}

func TestAReplicaThatIsNoBeginningOfItsSourceIsRefused(t *testing.T) {
	list := game(30)
	change := func(at int, do func(*store.Event)) func() []store.Event {
		return func() []store.Event {
			c := append([]store.Event{}, list[:25]...)
			do(&c[at-1])
			return c
		}
	}
	for _, c := range []struct {
		name string
		has  func() []store.Event
		at   store.Revision
		what string
		say  string
	}{
		{"another event", change(9, func(e *store.Event) { e.ID = uuid.UUID{1} }), 9, "id", "event 9 of s is ruled.v1"},
		{"the first event", change(1, func(e *store.Event) { e.ID = uuid.UUID{1} }), 1, "id", "event 1 of s is play-submitted.v1"},
		{"another type", change(25, func(e *store.Event) { e.Type = "ruled.v2" }), 25, "type", "ruled.v2"},
		{"other bytes", change(12, func(e *store.Event) { e.Data = []byte("{}") }), 12, "data", "event 12 of s (piece-moved.v1"},
		{"more events", func() []store.Event { return game(33) }, 31, "beyond", "is in the copy but not in the source"},
	} {
		t.Run(c.name, func(t *testing.T) {
			from, to := holding(t, list), holding(t, c.has())
			r := replica.Replica{From: from, To: to, Stream: "s"}
			_, err := r.Update(ctx, false)
			var d *replica.DifferenceError
			if !errors.As(err, &d) || d.At != c.at || d.What != c.what || !strings.Contains(err.Error(), c.say) {
				t.Errorf("got error %v, want %s at %d: %q", err, c.what, c.at, c.say)
			}
			if d := cmp.Diff(c.has(), content(t, to)); d != "" {
				t.Errorf("the copy was written to (-before +after):\n%s", d)
			}
		})
	}
}

// A failing store breaks off after some appends, and notes how those it takes begin.
type failing struct {
	store.Store
	left  int
	first []string
}

func (f *failing) Append(ctx context.Context, stream string, expected store.Revision, list []store.Event) (store.Revision, error) {
	if f.left == 0 {
		return 0, &store.UnreachableError{Place: "there", Found: "the line is dead", Err: io.ErrClosedPipe}
	}
	f.left--
	f.first = append(f.first, list[0].Type)
	return f.Store.Append(ctx, stream, expected, list)
}

func TestACopyThatWasInterruptedGoesOnWhereItStopped(t *testing.T) {
	from := holding(t, game(9000))
	to := &failing{Store: memory.New()}
	r := replica.Replica{From: from, To: to, Stream: "s", Begins: events.IsInput}
	had := store.Revision(0)
	for round := 0; ; round++ {
		to.left = 1
		res, err := r.Update(ctx, true)
		if res.Before != had || res.Compared != had {
			t.Errorf("round %d: %+v, want it to begin with %d", round, res, had)
		}
		had = res.After
		var away *store.UnreachableError
		if err == nil {
			break
		}
		if !errors.As(err, &away) || round > 10 {
			t.Fatalf("round %d: error %v", round, err)
		}
	}
	same(t, from, to)
	for i, typ := range to.first {
		if typ != "play-submitted.v1" {
			t.Errorf("append %d begins with a %s: an input was cut off from its outcomes", i+1, typ)
		}
	}
	if len(to.first) < 3 {
		t.Errorf("9000 events went in %d appends", len(to.first))
	}
}

func TestAPositionSparesTheNextComparison(t *testing.T) {
	list := game(50)
	from, to := holding(t, list[:21]), memory.New()
	update := func(name, source string, thorough bool, want replica.Result) {
		t.Helper()
		r := replica.Replica{From: from, To: to, Stream: "s", Keeper: to, Source: source}
		got, err := r.Update(ctx, thorough)
		if d := cmp.Diff(want, got, numbers); d != "" || err != nil {
			t.Errorf("%s: error %v (-want +got):\n%s", name, err, d)
		}
	}
	update("at first", "a", false, replica.Result{After: 21})
	update("nothing new", "a", false, replica.Result{Compared: 1, Before: 21, After: 21})
	if _, err := from.Append(ctx, "s", 21, list[21:35]); err != nil {
		t.Fatal(err)
	}
	update("something new", "a", false, replica.Result{Compared: 1, Before: 21, After: 35})
	update("a thorough one", "a", true, replica.Result{Compared: 35, Before: 35, After: 35})
	update("another source", "b", false, replica.Result{Compared: 35, Before: 35, After: 35})
	n, _, err := to.Kept(ctx, "s", replica.Kind, store.Any)
	if err != nil {
		t.Fatal(err)
	}
	for _, data := range []string{"", "{}", strings.Replace(string(n.Data), `"id":"`, `"id":"1`, 1), strings.Replace(string(n.Data), list[34].ID.String(), uuid.UUID{7}.String(), 1)} {
		if data == string(n.Data) {
			t.Fatal("the position is as it was")
		}
		if err := to.Keep(ctx, store.Note{Stream: "s", Kind: replica.Kind, At: 35, Data: []byte(data)}); err != nil {
			t.Fatal(err)
		}
		update(fmt.Sprintf("a position %q", data), "b", false, replica.Result{Compared: 35, Before: 35, After: 35})
	}
}

func TestCopiersAtOneCopyDoNotHinderEachOther(t *testing.T) {
	from := holding(t, game(8_000))
	to, err := sqlite.Create(filepath.Join(t.TempDir(), "copy.ledger"), sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer to.Close()
	var all sync.WaitGroup
	for i := range 3 {
		all.Go(func() {
			given := store.Revision(0)
			r := replica.Replica{From: from, To: to, Stream: "s", Keeper: to, Source: "a", Each: func(rec *store.Recorded) {
				if given++; rec.Revision != given {
					t.Errorf("copier %d: given %s, want %s", i, rec.Revision, given)
				}
			}}
			if res, err := r.Update(ctx, true); err != nil || res.After != 8_000 || given != 8_000 {
				t.Errorf("copier %d: %+v, %d events given, error %v", i, res, given, err)
			}
		})
	}
	all.Wait()
	same(t, from, to)
}

// A silent store offers nothing but streams, and may be away.
type silent struct {
	store.Store
	mu   sync.Mutex
	away int // how many questions remain unanswered
}

func (s *silent) Read(ctx context.Context, stream string, from store.Revision) iter.Seq2[store.Recorded, error] {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.away > 0 {
		s.away--
		return func(yield func(store.Recorded, error) bool) {
			yield(store.Recorded{}, &store.UnreachableError{Place: "there", Found: "no answer"})
		}
	}
	return s.Store.Read(ctx, stream, from)
}

func TestFollowingBringsWhateverComes(t *testing.T) {
	for _, c := range []struct {
		name   string
		source func(*memory.Store) (store.Store, *silent)
		every  time.Duration
		waits  bool
	}{
		{"a source that tells", func(m *memory.Store) (store.Store, *silent) { return m, nil }, time.Hour, false},
		{"a source that is asked", func(m *memory.Store) (store.Store, *silent) { s := &silent{Store: m}; return s, s }, time.Millisecond, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			list := game(200)
			m := holding(t, list[:50])
			from, quiet := c.source(m)
			to := memory.New()
			r := replica.Replica{From: from, To: to, Stream: "s", Keeper: to, Source: "a"}
			ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
			defer cancel()
			var seen []store.Revision
			waited := 0
			err := r.Follow(ctx, replica.Following{Every: c.every,
				Waiting: func(err error) { waited++ },
				Told: func(res replica.Result) {
					seen = append(seen, res.After)
					if res.After == 200 {
						cancel()
						return
					}
					if quiet != nil && res.After == 100 {
						quiet.mu.Lock()
						quiet.away = 2
						quiet.mu.Unlock()
					}
					if _, err := m.Append(context.Background(), "s", res.After, list[res.After:res.After+50]); err != nil {
						t.Error(err)
					}
				}})
			if d := cmp.Diff([]store.Revision{50, 100, 150, 200}, seen); d != "" || !errors.Is(err, context.Canceled) {
				t.Errorf("error %v (-want +got):\n%s", err, d)
			}
			if c.waits != (waited > 0) {
				t.Errorf("it waited %d times", waited)
			}
			same(t, m, to)
		})
	}
}

func TestFollowingEndsAtADifference(t *testing.T) {
	list := game(50)
	to := holding(t, append(game(20), storetest.Events("other", 1, 1)...))
	r := replica.Replica{From: holding(t, list), To: to, Stream: "s", Keeper: to, Source: "a"}
	var d *replica.DifferenceError
	if err := r.Follow(ctx, replica.Following{Every: time.Millisecond}); !errors.As(err, &d) || d.At != 21 {
		t.Errorf("got error %v, want a difference at 21", err)
	}
}

func Example() {
	from, to := memory.New(), memory.New()
	r := replica.Replica{From: from, To: to, Stream: "s", Keeper: to, Source: "example"}
	for _, count := range []int{3, 5} {
		head, err := from.Head(ctx, "s")
		if err == nil {
			_, err = from.Append(ctx, "s", head, storetest.Events("example", int(head)+1, count-int(head)))
		}
		if err != nil {
			fmt.Println(err)
			return
		}
		res, err := r.Update(ctx, false)
		fmt.Println(res.Before, "to", res.After, err)
	}
	// Output:
	// no stream to revision 3 <nil>
	// revision 3 to revision 5 <nil>
}

// altered is a store that reads other bytes for one event than were written.
type altered struct {
	store.Store
	at store.Revision
}

func (a altered) Read(ctx context.Context, stream string, from store.Revision) iter.Seq2[store.Recorded, error] {
	return func(yield func(store.Recorded, error) bool) {
		for rec, err := range a.Store.Read(ctx, stream, from) {
			if rec.Revision == a.at {
				rec.Data = append(slices.Clone(rec.Data), 'x')
			}
			if !yield(rec, err) {
				return
			}
		}
	}
}

// TestFollowSeesACopyThatWasAltered changes an event of a copy that had been brought up to date.
func TestFollowSeesACopyThatWasAltered(t *testing.T) {
	ctx, stop := context.WithTimeout(context.Background(), 10*time.Second) // a difference that is not seen would be followed for ever
	defer stop()
	from, to := memory.New(), memory.New()
	for i := range 9 {
		e := store.Event{ID: uuid.UUID{15: byte(i + 1)}, Type: "office-vacated.v1", Data: []byte{byte(i)}}
		if _, err := from.Append(ctx, "s", store.Any, []store.Event{e}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := (&replica.Replica{From: from, To: to, Stream: "s", Keeper: to, Source: "from"}).Update(ctx, false); err != nil {
		t.Fatal(err)
	}
	err := (&replica.Replica{From: from, To: altered{to, 1}, Stream: "s", Keeper: to, Source: "from"}).Follow(ctx, replica.Following{Every: time.Millisecond})
	var differs *replica.DifferenceError
	if !errors.As(err, &differs) || differs.At != 1 {
		t.Errorf("followed: %v, want a difference at event 1", err)
	}
}

// TestTheFirstEventThatDiffersIsNamed has a source that was put back to an older copy and went on
// otherwise, behind an update that knows a position.
func TestTheFirstEventThatDiffersIsNamed(t *testing.T) {
	list := game(40)
	to := holding(t, list[:30])
	r := replica.Replica{From: holding(t, list), To: to, Stream: "s", Keeper: to, Source: "a"}
	if _, err := r.Update(ctx, true); err != nil {
		t.Fatal(err)
	}
	for _, length := range []int{25, 45} { // shorter than the copy, and longer
		r.From = holding(t, append(append([]store.Event{}, list[:20]...), storetest.Events("otherwise", 1, length-20)...))
		_, err := r.Update(ctx, false)
		var d *replica.DifferenceError
		if !errors.As(err, &d) || d.At != 21 {
			t.Errorf("of %d events: got error %v, want one that names event 21", length, err)
		}
	}
}

// repeating is a store in which somebody else has appended an event again.
type repeating struct {
	store.Store
	again store.Event
}

func (s repeating) Read(ctx context.Context, stream string, from store.Revision) iter.Seq2[store.Recorded, error] {
	return func(yield func(store.Recorded, error) bool) {
		last := from - 1
		for r, err := range s.Store.Read(ctx, stream, from) {
			if last = r.Revision; !yield(r, err) {
				return
			}
		}
		yield(store.Recorded{Event: s.again, Revision: last + 1}, nil)
	}
}

func TestAnEventThatStandsTwiceInTheSourceIsNamed(t *testing.T) {
	list := game(20)
	r := &replica.Replica{From: repeating{holding(t, list), list[4]}, To: memory.New(), Stream: "s", Source: "esdb://example"}
	_, err := r.Update(ctx, true)
	var damaged *store.DamagedError
	if !errors.As(err, &damaged) || damaged.Place != "esdb://example" || !strings.Contains(err.Error(), "revision 21") || !strings.Contains(err.Error(), list[4].ID.String()) {
		t.Errorf("got error %v", err)
	}
}
