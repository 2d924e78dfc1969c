package esdb_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"adjudicate/store"
	"adjudicate/store/esdb"
	"adjudicate/store/esdb/esdbtest"
	"adjudicate/store/storetest"

	"github.com/google/go-cmp/cmp"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// hangs is how long a call may take that must not wait for the store's patience, which is longer:
// against hanging, not for speed.
const hangs = time.Minute

// told collects what a store waits for.
type told struct {
	mu   sync.Mutex
	list []string
	then map[string]func()
}

func (w *told) waiting(text string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.list = append(w.list, text)
	for part, do := range w.then {
		if strings.Contains(text, part) {
			delete(w.then, part)
			go do()
		}
	}
}

// when does something as soon as a text is told, once: a trouble lasts until it has been named,
// however fast or slow the machine is.
func (w *told) when(text string, do func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.then == nil {
		w.then = map[string]func(){}
	}
	w.then[text] = do
}

func (w *told) has(text string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.ContainsFunc(w.list, func(s string) bool { return strings.Contains(s, text) })
}

// impatient opens a store that mentions delays soon.
func impatient(t *testing.T, url string, o esdb.Options) (*esdb.Store, *told) {
	t.Helper()
	w := &told{}
	o.Waiting = w.waiting
	s := open(t, url, o)
	esdb.SetNotice(s, 150*time.Millisecond)
	return s, w
}

func mustAppend(t *testing.T, s store.Store, stream string, at store.Revision, list []store.Event) {
	t.Helper()
	got, err := s.Append(ctxOf(t), stream, at, list)
	if want := at + store.Revision(len(list)); err != nil || got != want {
		t.Fatalf("append at %s: got %s and error %v, want %s", at, got, err, want)
	}
}

// holds fails the test unless a stream holds exactly these events.
func holds(t *testing.T, s store.Store, stream string, want []store.Event) {
	t.Helper()
	var got []store.Event
	for r, err := range s.Read(ctxOf(t), stream, 1) {
		if err != nil {
			t.Fatalf("after %d events: %v", len(got), err)
		}
		if r.Revision != store.Revision(len(got)+1) {
			t.Fatalf("%s after %d events", r.Revision, len(got))
		}
		got = append(got, r.Event)
	}
	same(t, stream, want, got)
	if head, err := s.Head(ctxOf(t), stream); err != nil || head != store.Revision(len(want)) {
		t.Errorf("head of %q: %s and error %v, want %d", stream, head, err, len(want))
	}
	swept(t, s, stream, want)
}

// swept reads all streams at once: what is said to be whole is what reading a stream gives.
func swept(t *testing.T, s store.Store, stream string, want []store.Event) {
	t.Helper()
	w, ok := s.(store.Sweeper)
	if !ok {
		return
	}
	var got []store.Event
	list, whole, err := w.Sweep(ctxOf(t), func(of string, e *store.Recorded) {
		if of == stream {
			got = append(got, e.Event)
		}
	})
	if err != nil {
		t.Errorf("a sweep: %v", err)
		return
	}
	if whole[stream] {
		same(t, stream, want, got)
	}
	for _, at := range list {
		if at.Stream == stream && (at.Head != store.Revision(len(want)) || at.Err != nil) {
			t.Errorf("a sweep: %q stands at %s, error %v; want %d", stream, at.Head, at.Err, len(want))
		}
	}
}

// same compares events; cmp alone takes long over large data.
func same(t *testing.T, stream string, want, got []store.Event) {
	t.Helper()
	equal := func(a, b store.Event) bool { return a.ID == b.ID && a.Type == b.Type && bytes.Equal(a.Data, b.Data) }
	if !slices.EqualFunc(want, got, equal) {
		t.Errorf("stream %q (-want +got):\n%s", stream, cmp.Diff(want, got))
	}
}

// once returns a function that lets only its first call through.
func once() func() bool {
	var done atomic.Bool
	return func() bool { return done.CompareAndSwap(false, true) }
}

// away stops a server, as seen from one of its calls, and starts it again after a while.
func away(t *testing.T, s *esdbtest.Server, d time.Duration) {
	go func() {
		s.Stop()
		time.Sleep(d)
		if err := s.Start(); err != nil {
			t.Error(err)
		}
	}()
}

func TestAServerThatIsAwayIsWaitedForAndSaidSo(t *testing.T) {
	t.Parallel()
	c := esdbtest.New(t, esdbtest.Options{})
	s, w := impatient(t, c.URL(), esdb.Options{})
	held := storetest.Events("a", 1, 3)
	mustAppend(t, s, "s", 0, held[:1])
	c.Servers[0].Stop()
	// What is told first is how the stop was met: a connection cut off, or none to be had.
	w.when("; waiting at most 2m0s", func() { c.Servers[0].Start() })
	mustAppend(t, s, "s", 1, held[1:])
	if !w.has("answers again") {
		t.Errorf("told %q", w.list)
	}
	holds(t, s, "s", held)
}

func TestAServerThatStopsInTheMiddleOfAnAppend(t *testing.T) {
	t.Parallel()
	for _, when := range []string{"before it writes", "after it has written"} {
		t.Run(when, func(t *testing.T) {
			c := esdbtest.New(t, esdbtest.Options{})
			s, _ := impatient(t, c.URL(), esdb.Options{})
			held := storetest.Events("m", 1, 50)
			mustAppend(t, s, "s", 0, held[:10])
			first := once()
			stop := func(ctx context.Context, call string) error {
				if call == "append" && first() {
					away(t, c.Servers[0], 700*time.Millisecond)
					<-ctx.Done()
					return ctx.Err()
				}
				return nil
			}
			if when == "before it writes" {
				c.Servers[0].Break(esdbtest.Faults{Before: stop})
			} else {
				c.Servers[0].Break(esdbtest.Faults{After: stop})
			}
			mustAppend(t, s, "s", 10, held[10:])
			holds(t, s, "s", held)
			if n := c.Events(); n != len(held)+1 {
				t.Errorf("the log has %d events, want each of the %d once and the ledger's name", n, len(held))
			}
		})
	}
}

func TestAServerThatStopsInTheMiddleOfARead(t *testing.T) {
	t.Parallel()
	c := esdbtest.New(t, esdbtest.Options{})
	s, _ := impatient(t, c.URL(), esdb.Options{})
	held := storetest.Events("r", 1, 3000)
	mustAppend(t, s, "s", 0, held)
	first := once()
	c.Servers[0].Break(esdbtest.Faults{Sent: func(_ context.Context, call string, n int) error {
		if n == 1300 && first() {
			away(t, c.Servers[0], 700*time.Millisecond)
			return status.Error(codes.Unavailable, "shutting down")
		}
		return nil
	}})
	holds(t, s, "s", held)
}

func TestAStoreOutlivesTheEndOfItsPatience(t *testing.T) {
	t.Parallel()
	c := esdbtest.New(t, esdbtest.Options{})
	s, _ := impatient(t, c.URL("patience=1500ms"), esdb.Options{})
	mustAppend(t, s, "s", 0, storetest.Events("p", 1, 1))
	c.Servers[0].Stop()
	for round := range 3 {
		began := time.Now()
		_, err := s.Append(ctxOf(t), "s", 1, storetest.Events("p", 2, 1))
		var u *store.UnreachableError
		if !errors.As(err, &u) || u.Place != s.Place() {
			t.Fatalf("round %d: got error %v, want an unreachable %s", round, err, s.Place())
		}
		if took := time.Since(began); took > hangs {
			t.Errorf("round %d: it took %s", round, took)
		}
	}
	if err := c.Servers[0].Start(); err != nil {
		t.Fatal(err)
	}
	mustAppend(t, s, "s", 1, storetest.Events("p", 2, 1))
	holds(t, s, "s", storetest.Events("p", 1, 2))
}

func TestNoCallOutlastsItsContext(t *testing.T) {
	t.Parallel()
	hang := func(ctx context.Context, _ string) error { <-ctx.Done(); return ctx.Err() }
	for _, c := range []struct {
		title string
		set   func(s *esdbtest.Server)
	}{
		{"the server is away", func(s *esdbtest.Server) { s.Stop() }},
		{"the server never answers", func(s *esdbtest.Server) { s.Break(esdbtest.Faults{Before: hang}) }},
	} {
		t.Run(c.title, func(t *testing.T) {
			cluster := esdbtest.New(t, esdbtest.Options{Version: "23.10.1"})
			s, _ := impatient(t, cluster.URL(), esdb.Options{})
			c.set(cluster.Servers[0])
			for name, call := range map[string]func(ctx context.Context) error{
				"append": func(ctx context.Context) error {
					_, err := s.Append(ctx, "s", store.NoStream, storetest.Events("x", 1, 2))
					return err
				},
				"append anywhere": func(ctx context.Context) error {
					_, err := s.Append(ctx, "s", store.Any, storetest.Events("x", 1, 2))
					return err
				},
				"head":    func(ctx context.Context) error { _, err := s.Head(ctx, "s"); return err },
				"streams": func(ctx context.Context) error { _, err := s.Streams(ctx); return err },
				"check":   s.Check,
				"read":    func(ctx context.Context) error { return drained(s.Read(ctx, "s", 1)) },
				"follow":  func(ctx context.Context) error { return drained(s.Subscribe(ctx, "s", 1)) },
			} {
				t.Run(name, func(t *testing.T) {
					t.Parallel()
					ctx, cancel := context.WithTimeout(context.Background(), 250*time.Millisecond)
					defer cancel()
					began := time.Now()
					if err := call(ctx); !errors.Is(err, context.DeadlineExceeded) {
						t.Errorf("got error %v, want the context's", err)
					}
					if took := time.Since(began); took > hangs/3 {
						t.Errorf("it took %s", took)
					}
				})
			}
		})
	}
}

func drained(seq func(func(store.Recorded, error) bool)) error {
	for _, err := range seq {
		if err != nil {
			return err
		}
	}
	return nil
}

func TestManyCallersAtOnceGetThroughAnOutage(t *testing.T) {
	t.Parallel()
	c := esdbtest.New(t, esdbtest.Options{})
	s, _ := impatient(t, c.URL(), esdb.Options{})
	c.Servers[0].Stop()
	time.AfterFunc(500*time.Millisecond, func() { c.Servers[0].Start() })
	var wg sync.WaitGroup
	for i := range 20 {
		wg.Go(func() {
			stream := fmt.Sprint("s", i)
			if got, err := s.Append(ctxOf(t), stream, store.NoStream, storetest.Events(stream, 1, 5)); err != nil || got != 5 {
				t.Errorf("%s: %s and error %v", stream, got, err)
			}
			if err := drained(s.Read(ctxOf(t), stream, 1)); err != nil {
				t.Errorf("%s: %v", stream, err)
			}
		})
	}
	wg.Wait()
	if names, err := s.Streams(ctxOf(t)); err != nil || len(names) != 20 {
		t.Errorf("%d streams and error %v", len(names), err)
	}
}

func TestASlowAnswerIsWaitedForAndSaidSo(t *testing.T) {
	t.Parallel()
	c := esdbtest.New(t, esdbtest.Options{})
	s, w := impatient(t, c.URL(), esdb.Options{})
	held := storetest.Events("slow", 1, 4)
	named := make(chan struct{})
	w.when("has not answered for 150ms; waiting at most 30s", func() { close(named) })
	c.Servers[0].Break(esdbtest.Faults{Before: func(ctx context.Context, _ string) error {
		select {
		case <-named:
		case <-ctx.Done():
		}
		return nil
	}})
	mustAppend(t, s, "s", 0, held)
	holds(t, s, "s", held)
	if !w.has("has not answered for 150ms; waiting at most 30s") {
		t.Errorf("told %q", w.list)
	}
	if n := c.Servers[0].Calls("append"); n != 2 {
		t.Errorf("%d appends, want that of the ledger's name and that of the events", n)
	}
}

func TestAnAnswerThatDoesNotComeIsAskedForAgain(t *testing.T) {
	t.Parallel()
	c := esdbtest.New(t, esdbtest.Options{})
	s, _ := impatient(t, c.URL("answer=200ms"), esdb.Options{})
	held := storetest.Events("late", 1, 4)
	mustAppend(t, s, "s", 0, held[:1])
	first := once()
	c.Servers[0].Break(esdbtest.Faults{After: func(ctx context.Context, call string) error {
		if first() {
			<-ctx.Done()
		}
		return nil
	}})
	mustAppend(t, s, "s", 1, held[1:])
	holds(t, s, "s", held)
}

func TestWhetherAnAppendWasWrittenIsSaidToBeInDoubt(t *testing.T) {
	t.Parallel()
	c := esdbtest.New(t, esdbtest.Options{})
	s, _ := impatient(t, c.URL("patience=1500ms"), esdb.Options{})
	held := storetest.Events("doubt", 1, 4)
	mustAppend(t, s, "s", 0, held[:1])
	c.Servers[0].Break(esdbtest.Faults{After: func(context.Context, string) error { return status.Error(codes.Unavailable, "going away") }})
	_, err := s.Append(ctxOf(t), "s", 1, held[1:])
	var u *store.UnreachableError
	if !errors.As(err, &u) || !u.InDoubt {
		t.Fatalf("got error %v, want one in doubt", err)
	}
	c.Servers[0].Break(esdbtest.Faults{})
	mustAppend(t, s, "s", 1, held[1:])
	holds(t, s, "s", held)

	c.Servers[0].Break(esdbtest.Faults{Before: func(context.Context, string) error { return status.Error(codes.PermissionDenied, "no") }})
	_, err = s.Append(ctxOf(t), "s", 4, storetest.Events("doubt", 5, 1))
	if !errors.As(err, &u) || u.InDoubt {
		t.Errorf("got error %v, want one that is sure", err)
	}
}

func TestAMemberThatDoesNotLeadNamesTheOneThatDoes(t *testing.T) {
	t.Parallel()
	for _, size := range []int{1, 900} {
		t.Run(fmt.Sprint(size, " KiB"), func(t *testing.T) {
			c := esdbtest.New(t, esdbtest.Options{Nodes: 2})
			s, _ := impatient(t, c.Servers[1].URL(), esdb.Options{})
			held := storetest.Events("n", 1, 3)
			held[0].Data = make([]byte, size<<10)
			mustAppend(t, s, "s", 0, held)
			holds(t, s, "s", held)
			c.Elect(1)
			mustAppend(t, s, "s", 3, storetest.Events("n", 4, 2))
			if c.Servers[0].Calls("append") == 0 || c.Servers[1].Calls("append") == 0 {
				t.Error("one of the members was never asked to append")
			}
		})
	}
}

func TestAClusterThatLosesItsLeaderIsWaitedFor(t *testing.T) {
	t.Parallel()
	c := esdbtest.New(t, esdbtest.Options{Nodes: 3, Version: "23.10.1"})
	s, w := impatient(t, c.ClusterURL(), esdb.Options{})
	held := storetest.Events("l", 1, 8)
	mustAppend(t, s, "s", 0, held[:4])
	c.Elect(-1)
	c.Servers[0].Stop()
	w.when("the cluster has no leader", func() { c.Elect(2) })
	mustAppend(t, s, "s", 4, held[4:])
	holds(t, s, "s", held)
	if !w.has("the cluster has no leader") {
		t.Errorf("told %q", w.list)
	}
}

func TestASubscriptionGoesOnAfterItWasDropped(t *testing.T) {
	t.Parallel()
	c := esdbtest.New(t, esdbtest.Options{})
	s, _ := impatient(t, c.URL(), esdb.Options{})
	writer := open(t, c.URL(), esdb.Options{})
	held := storetest.Events("d", 1, 60)
	mustAppend(t, writer, "s", 0, held[:10])
	ctx, cancel := context.WithCancel(ctxOf(t))
	defer cancel()
	next := store.Revision(5)
	for r, err := range s.Subscribe(ctx, "s", next) {
		if err != nil {
			if !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
			break
		}
		if r.Revision != next {
			t.Fatalf("got %s, want %s", r.Revision, next)
		}
		if d := cmp.Diff(held[next-1], r.Event); d != "" {
			t.Errorf("(-want +got):\n%s", d)
		}
		next++
		switch at := int(r.Revision); at {
		case 10, 30:
			c.Servers[0].DropSubscriptions()
			mustAppend(t, writer, "s", r.Revision, held[at:at+10])
		case 20, 40:
			c.Servers[0].Stop()
			time.Sleep(50 * time.Millisecond)
			if err := c.Servers[0].Start(); err != nil {
				t.Fatal(err)
			}
			mustAppend(t, writer, "s", r.Revision, held[at:at+10])
		case 50:
			mustAppend(t, writer, "s", r.Revision, held[at:])
		case 60:
			cancel()
		}
	}
	if next != 61 {
		t.Errorf("it ended before %s", next)
	}
}

func TestASubscriptionEndsWhenTheServerStaysAway(t *testing.T) {
	t.Parallel()
	c := esdbtest.New(t, esdbtest.Options{})
	s, _ := impatient(t, c.URL("patience=300ms"), esdb.Options{})
	mustAppend(t, s, "s", 0, storetest.Events("e", 1, 1))
	var last error
	for _, err := range s.Subscribe(ctxOf(t), "s", 1) {
		last = err
		c.Servers[0].Stop()
	}
	var u *store.UnreachableError
	if !errors.As(last, &u) || u.InDoubt {
		t.Errorf("got error %v, want an unreachable server", last)
	}
}

func TestAnEventWithoutItsTimeOfCreationDoesNotEndTheProcess(t *testing.T) {
	t.Parallel()
	c := esdbtest.New(t, esdbtest.Options{})
	s, _ := impatient(t, c.URL(), esdb.Options{})
	mustAppend(t, s, "s", 0, storetest.Events("c", 1, 1))
	c.Servers[0].Break(esdbtest.Faults{WithoutCreated: true})
	for name, err := range map[string]error{
		"read":   drained(s.Read(ctxOf(t), "s", 1)),
		"follow": drained(s.Subscribe(ctxOf(t), "s", 1)),
		"check":  s.Check(ctxOf(t)),
	} {
		if err == nil || !strings.Contains(err.Error(), "an invalid creation time") {
			t.Errorf("%s: got error %v", name, err)
		}
	}
	c.Servers[0].Break(esdbtest.Faults{})
	holds(t, s, "s", storetest.Events("c", 1, 1))
}

func TestAServerWithAVersionThatTheClientCannotReadIsNamedSo(t *testing.T) {
	t.Parallel()
	c := esdbtest.New(t, esdbtest.Options{Version: "next"})
	s, _ := impatient(t, c.URL("patience=200ms"), esdb.Options{})
	_, err := s.Head(ctxOf(t), "s")
	var u *store.UnreachableError
	if !errors.As(err, &u) || !strings.Contains(err.Error(), "version") {
		t.Errorf("got error %v", err)
	}
}

func TestAMemberThatDoesNotLeadAndNamesNobodyIsNoEmptyStore(t *testing.T) {
	t.Parallel()
	c := esdbtest.New(t, esdbtest.Options{Nodes: 2})
	mustAppend(t, open(t, c.URL(), esdb.Options{}), "s", 0, storetest.Events("s", 1, 3))
	c.Servers[1].Break(esdbtest.Faults{WithoutTrailer: true})
	s, w := impatient(t, c.Servers[1].URL("patience=1500ms"), esdb.Options{})
	var u *store.UnreachableError
	if head, err := s.Head(ctxOf(t), "s"); !errors.As(err, &u) {
		t.Errorf("head: %s and error %v", head, err)
	}
	if err := drained(s.Read(ctxOf(t), "s", 1)); !errors.As(err, &u) {
		t.Errorf("read: error %v", err)
	}
	if _, err := s.Append(ctxOf(t), "s", 3, storetest.Events("s", 4, 1)); !errors.As(err, &u) || u.InDoubt {
		t.Errorf("append: error %v", err)
	}
	if !w.has("the node is not the leader of the cluster and does not name it; waiting at most") {
		t.Errorf("told %q", w.list)
	}
	c.Elect(1)
	mustAppend(t, s, "s", 3, storetest.Events("s", 4, 1))
}

// It does not run beside others: it counts goroutines.
func TestOutagesLeaveNothingBehind(t *testing.T) {
	c := esdbtest.New(t, esdbtest.Options{})
	before := runtime.NumGoroutine()
	s, err := esdb.Open(c.URL("patience=1s"), esdb.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for round := range 3 {
		ctx, cancel := context.WithCancel(ctxOf(t))
		var wg sync.WaitGroup
		for i := range 8 {
			stream := fmt.Sprint("s", i)
			wg.Go(func() {
				for range s.Subscribe(ctx, stream, 1) {
					continue
				}
			})
			if got, err := s.Append(ctx, stream, store.Revision(round), storetest.Events(stream, round, 1)); err != nil {
				t.Errorf("round %d: %s and error %v", round, got, err)
			}
		}
		c.Servers[0].Stop()
		for i := range 8 {
			wg.Go(func() {
				if _, err := s.Head(ctx, fmt.Sprint("s", i)); err == nil {
					t.Error("a server that is away answered")
				}
			})
		}
		wg.Wait() // the subscriptions end with the store's patience
		cancel()
		if err := c.Servers[0].Start(); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	after := 0
	for range 100 {
		if after = runtime.NumGoroutine(); after <= before {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	stacks := make([]byte, 1<<16)
	t.Errorf("%d goroutines before, %d after:\n%s", before, after, stacks[:runtime.Stack(stacks, true)])
}

func TestAMemberOfAClusterWithoutALeaderIsWaitedFor(t *testing.T) {
	t.Parallel()
	c := esdbtest.New(t, esdbtest.Options{Nodes: 2})
	s, w := impatient(t, c.Servers[1].URL(), esdb.Options{})
	held := storetest.Events("w", 1, 4)
	mustAppend(t, s, "s", 0, held[:2])
	c.Elect(-1)
	w.when("the cluster has no leader; waiting at most", func() { c.Elect(1) })
	mustAppend(t, s, "s", 2, held[2:])
	holds(t, s, "s", held)
	if !w.has("the cluster has no leader; waiting at most") {
		t.Errorf("told %q", w.list)
	}
}

func TestACallThatIsGivenUpCostsNoConnection(t *testing.T) {
	t.Parallel()
	c := esdbtest.New(t, esdbtest.Options{Version: "23.10.1"})
	s, _ := impatient(t, c.URL(), esdb.Options{})
	mustAppend(t, s, "s", 0, storetest.Events("s", 1, 3))
	c.Servers[0].Break(esdbtest.Faults{Before: func(ctx context.Context, call string) error {
		if call == "read" {
			<-ctx.Done()
		}
		return ctx.Err()
	}})
	for range 3 {
		ctx, cancel := context.WithTimeout(context.Background(), 30*time.Millisecond)
		if _, err := s.Head(ctx, "s"); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got error %v", err)
		}
		cancel()
	}
	c.Servers[0].Break(esdbtest.Faults{})
	holds(t, s, "s", storetest.Events("s", 1, 3))
	if n := c.Servers[0].Calls("features"); n > 4 {
		t.Errorf("the store connected %d times", n)
	}
}

func TestAnswersThatTheClientCannotTakeDoNotEndTheProcess(t *testing.T) {
	t.Parallel()
	c := esdbtest.New(t, esdbtest.Options{Nodes: 2})
	s, _ := impatient(t, c.URL(), esdb.Options{})
	mustAppend(t, s, "s", 0, storetest.Events("s", 1, 3))
	c.Servers[0].Break(esdbtest.Faults{Advance: true})
	for name, err := range map[string]error{
		"read":  drained(s.Read(ctxOf(t), "s", 1)),
		"check": s.Check(ctxOf(t)),
	} {
		var u *store.UnreachableError
		if !errors.As(err, &u) || !strings.Contains(err.Error(), "the client cannot handle the server's answer") {
			t.Errorf("%s: got error %v", name, err)
		}
	}
	for _, host := range []string{"%zz", " ", "no.such.host.example"} {
		for _, member := range c.Servers {
			member.Break(esdbtest.Faults{Host: host})
		}
		s, _ := impatient(t, c.ClusterURL("patience=200ms"), esdb.Options{})
		var u *store.UnreachableError
		if _, err := s.Head(ctxOf(t), "s"); !errors.As(err, &u) {
			t.Errorf("a member at %q: got error %v", host, err)
		}
	}
	for _, member := range c.Servers {
		member.Break(esdbtest.Faults{})
	}
	holds(t, s, "s", storetest.Events("s", 1, 3))
}

func TestAnotherMemberThanTheLeaderCanBePreferred(t *testing.T) {
	t.Parallel()
	for _, preference := range []string{"leader", "follower", "random", "readOnlyReplica"} {
		t.Run(preference, func(t *testing.T) {
			c := esdbtest.New(t, esdbtest.Options{Nodes: 3})
			s := open(t, c.ClusterURL("nodePreference="+preference), esdb.Options{})
			held := storetest.Events("n", 1, 4)
			mustAppend(t, s, "s", 0, held)
			holds(t, s, "s", held)
			leader := c.Servers[0].Calls("append")
			if preference == "leader" && leader != 2 || preference == "follower" && leader != 0 {
				t.Errorf("the leader was asked to append %d times", leader)
			}
			c.Elect(-1) // those who prefer others do without a leader
			if preference != "leader" {
				holds(t, s, "s", held)
			}
		})
	}
}
