package esdb_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"adjudicate/events"
	"adjudicate/store"
	"adjudicate/store/esdb"
	"adjudicate/store/esdb/esdbtest"
	"adjudicate/store/storetest"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// heavy returns events of 1000 bytes of data each.
func heavy(name string, first, count int) []store.Event {
	list := storetest.Events(name, first, count)
	for i := range list {
		list[i].Data = append(list[i].Data, strings.Repeat(" ", 1000-len(list[i].Data))...)
	}
	return list
}

// breaking lets a server refuse every append from the n-th on.
func breaking(n int) esdbtest.Faults {
	return esdbtest.Faults{Before: func(_ context.Context, call string) error {
		if call != "append" {
			return nil
		}
		if n--; n > 0 {
			return nil
		}
		return status.Error(codes.PermissionDenied, "no more")
	}}
}

func TestWhatIsMoreThanTheServerTakesGoesInParts(t *testing.T) {
	t.Parallel()
	c := esdbtest.New(t, esdbtest.Options{MaxAppend: 20_000})
	s := open(t, c.URL("maxAppendSize=20000"), esdb.Options{})
	held := heavy("p", 1, 120)
	mustAppend(t, s, "s", 0, held[:5])
	before := c.Servers[0].Calls("append")
	mustAppend(t, s, "s", 5, held[5:])
	if n := c.Servers[0].Calls("append") - before; n < 6 || n > 9 {
		t.Errorf("%d appends of at most 20000 bytes for 115 events of about 1060", n)
	}
	holds(t, s, "s", held)
	t.Run("again", func(t *testing.T) {
		mustAppend(t, s, "s", 5, held[5:])
		mustAppend(t, s, "s", 0, held)
		holds(t, s, "s", held)
	})
	t.Run("with one event more", func(t *testing.T) {
		_, err := s.Append(ctxOf(t), "s", 5, append(held[5:120:120], heavy("q", 1, 1)...))
		want := &store.ConflictError{Stream: "s", Wanted: 5, Found: 120}
		var conflict *store.ConflictError
		if !errors.As(err, &conflict) || *conflict != *want {
			t.Errorf("got error %v, want %v", err, want)
		}
		holds(t, s, "s", held)
	})
	if err := s.Check(ctxOf(t)); err != nil {
		t.Error(err)
	}
	if n := c.Loose(); n != 0 {
		t.Errorf("%d appends at no exact revision", n)
	}
}

func TestAnAppendInPartsIsSeenWhenItIsComplete(t *testing.T) {
	t.Parallel()
	c := esdbtest.New(t, esdbtest.Options{MaxAppend: 20_000})
	s := open(t, c.URL("maxAppendSize=20000"), esdb.Options{})
	first, rest := heavy("first", 1, 3), heavy("rest", 1, 60)
	mustAppend(t, s, "s", 0, first)
	c.Servers[0].Break(breaking(3))
	_, err := s.Append(ctxOf(t), "s", 3, rest)
	var u *store.UnreachableError
	if !errors.As(err, &u) || !u.InDoubt {
		t.Fatalf("got error %v, want one in doubt: a part has been written", err)
	}
	c.Servers[0].Break(esdbtest.Faults{})

	t.Run("readers do not see it", func(t *testing.T) { holds(t, s, "s", first) })
	t.Run("other appends are refused", func(t *testing.T) {
		for _, expected := range []store.Revision{3, store.Any} {
			_, err := s.Append(ctxOf(t), "s", expected, storetest.Events("other", 1, 1))
			var unfinished *esdb.UnfinishedError
			if !errors.As(err, &unfinished) || unfinished.First != 4 || unfinished.Last != 63 || unfinished.Reached <= 4 {
				t.Errorf("at %s: got error %v", expected, err)
			}
		}
	})
	t.Run("a check finds it", func(t *testing.T) {
		var unfinished *esdb.UnfinishedError
		if err := s.Check(ctxOf(t)); !errors.As(err, &unfinished) {
			t.Errorf("got error %v", err)
		}
	})
	t.Run("a subscriber holds it back", func(t *testing.T) {
		ctx, cancel := context.WithCancel(ctxOf(t))
		defer cancel()
		time.AfterFunc(200*time.Millisecond, func() {
			if _, err := s.Append(ctx, "s", 3, rest); err != nil {
				t.Error(err)
			}
		})
		var got []store.Event
		for r, err := range s.Subscribe(ctx, "s", 1) {
			if err != nil {
				t.Fatal(err)
			}
			if head, err := s.Head(ctx, "s"); r.Revision > 3 && head != 63 {
				t.Fatalf("told of %s while the head was %s (%v)", r.Revision, head, err)
			}
			if got = append(got, r.Event); len(got) == 63 {
				break
			}
		}
		same(t, "s", append(first, rest...), got)
	})
	t.Run("repeating it has finished it", func(t *testing.T) {
		holds(t, s, "s", append(first, rest...))
		mustAppend(t, s, "s", 63, storetest.Events("other", 1, 1))
		holds(t, s, "s", append(append(first, rest...), storetest.Events("other", 1, 1)...))
	})
}

func TestALedgerWhoseImportIsUnfinishedIsNotListed(t *testing.T) {
	t.Parallel()
	c := esdbtest.New(t, esdbtest.Options{MaxAppend: 20_000})
	s := open(t, c.URL("maxAppendSize=20000"), esdb.Options{})
	list := heavy("import", 1, 60)
	c.Servers[0].Break(breaking(3)) // the first is the ledger's name
	if _, err := s.Append(ctxOf(t), "hand-3", 0, list); err == nil {
		t.Fatal("it was to fail")
	}
	c.Servers[0].Break(esdbtest.Faults{})
	if names, err := s.Streams(ctxOf(t)); err != nil || len(names) != 0 {
		t.Errorf("listed %q and error %v", names, err)
	}
	mustAppend(t, s, "hand-3", 0, list)
	if names, err := s.Streams(ctxOf(t)); err != nil || !cmp.Equal(names, []string{"hand-3"}) {
		t.Errorf("listed %q and error %v", names, err)
	}
}

func TestAnAppendInPartsIsFinishedWhateverTheLimitIsThen(t *testing.T) {
	t.Parallel()
	for _, limit := range []int{5_000, 13_000, 1_000_000} {
		t.Run(fmt.Sprint(limit), func(t *testing.T) {
			c := esdbtest.New(t, esdbtest.Options{})
			s := open(t, c.URL("maxAppendSize=20000"), esdb.Options{})
			list := heavy("import", 1, 60)
			c.Servers[0].Break(breaking(4)) // of the ledger's name and two parts
			if _, err := s.Append(ctxOf(t), "s", 0, list); err == nil {
				t.Fatal("it was to fail")
			}
			c.Servers[0].Break(esdbtest.Faults{})
			s = open(t, c.URL(fmt.Sprint("maxAppendSize=", limit)), esdb.Options{})
			others := heavy("others", 1, 60)
			others[0] = list[0]
			var refused *store.UnreachableError
			if _, err := s.Append(ctxOf(t), "s", 0, others); !errors.As(err, &refused) {
				t.Errorf("another append of the same length: got error %v", err)
			}
			mustAppend(t, s, "s", 0, list)
			holds(t, s, "s", list)
			if n := c.Events(); n != 61 {
				t.Errorf("%d events, want each of the 60 once and the ledger's name", n)
			}
		})
	}
}

func TestAnEventThatIsTooLargeIsRefusedWithItsNumbers(t *testing.T) {
	t.Parallel()
	c := esdbtest.New(t, esdbtest.Options{})
	held := storetest.Events("b", 1, 3)
	held[1].Data = make([]byte, 2<<20)
	t.Run("by this side", func(t *testing.T) {
		s := open(t, c.URL(), esdb.Options{})
		_, err := s.Append(ctxOf(t), "s", 0, held)
		var large *esdb.TooLargeError
		if !errors.As(err, &large) || large.Event != 2 || large.ID != held[1].ID || large.Limit != 1<<20 || large.Size < 2<<20 {
			t.Errorf("got error %v", err)
		}
		if n := c.Events(); n != 0 {
			t.Errorf("%d events were written", n)
		}
	})
	t.Run("by a server that takes less than the address says", func(t *testing.T) {
		for _, bytes := range []int{2 << 20, 1<<20 + 1} {
			s := open(t, c.URL("maxAppendSize=16000000"), esdb.Options{})
			held[1].Data = make([]byte, bytes)
			_, err := s.Append(ctxOf(t), "s", 0, held)
			var large *esdb.TooLargeError
			if !errors.As(err, &large) || large.Event != 0 || large.Size < bytes {
				t.Errorf("%d bytes: got error %v", bytes, err)
			}
		}
	})
}

// raw is the client without this package.
func raw(t *testing.T, url string) *client.Client {
	t.Helper()
	conf, err := client.ParseConnectionString(url)
	if err != nil {
		t.Fatal(err)
	}
	conf.Logger = client.NoopLogging()
	c, err := client.NewClient(conf)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

func TestEventsSayWhatCausedThem(t *testing.T) {
	t.Parallel()
	c := esdbtest.New(t, esdbtest.Options{})
	s := open(t, c.URL("category=chess"), esdb.Options{})
	correlation, causation := uuid.MustParse("0190b5b6-7c00-7000-8000-000000000001"), uuid.MustParse("0190b5b6-7c00-7000-8000-000000000002")
	data, err := events.Encode(&events.Envelope{
		ID: uuid.MustParse("0190b5b6-7c00-7000-8000-000000000003"), Ledger: "hand/3", Sequence: 1,
		Recorded:    time.Date(1998, 10, 2, 12, 0, 0, 0, time.UTC),
		Correlation: correlation, Causation: causation, Payload: events.PieceMoved{Piece: "R1", From: "a1", To: "a7"},
	})
	if err != nil {
		t.Fatal(err)
	}
	id := uuid.MustParse("0190b5b6-7c00-7000-8000-000000000003")
	mustAppend(t, s, "hand/3", 0, []store.Event{{ID: id, Type: "piece-moved.v1", Data: data}})
	r, err := raw(t, c.URL()).ReadStream(ctxOf(t), "chess-hand%2F3", client.ReadStreamOptions{}, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	e, err := r.Recv()
	if err != nil {
		t.Fatal(err)
	}
	var meta map[string]string
	if err := json.Unmarshal(e.Event.UserMetadata, &meta); err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"$correlationId": correlation.String(), "$causationId": causation.String()}
	if d := cmp.Diff(want, meta); d != "" {
		t.Errorf("metadata (-want +got):\n%s", d)
	}
	if e.Event.ContentType != "application/json" || e.Event.EventType != "piece-moved.v1" || e.Event.EventID != id || string(e.Event.Data) != string(data) {
		t.Errorf("the server has %s %s %s %q", e.Event.ContentType, e.Event.EventType, e.Event.EventID, e.Event.Data)
	}
}

func TestAStreamThatLostEventsIsDamaged(t *testing.T) {
	t.Parallel()
	type setting func(ctx context.Context, c *client.Client) error
	limit := func(set func(*client.StreamMetadata)) setting {
		return func(ctx context.Context, c *client.Client) error {
			var m client.StreamMetadata
			set(&m)
			_, err := c.SetStreamMetadata(ctx, "ledger-s", client.AppendToStreamOptions{}, m)
			return err
		}
	}
	for _, c := range []struct {
		title string
		do    setting
		read  string // what reading says, "" if it finds nothing
		check string
	}{
		{"a limit on the number of events", limit(func(m *client.StreamMetadata) { m.SetMaxCount(2) }),
			"revision 1 of stream \"ledger-s\" is missing: the next one there is revision 4", "it sets $maxCount"},
		{"a limit that has done no harm yet", limit(func(m *client.StreamMetadata) { m.SetMaxCount(100) }), "", "it sets $maxCount"},
		{"a limit on their age", limit(func(m *client.StreamMetadata) { m.SetMaxAge(time.Hour) }), "", "it sets $maxAge"},
		{"a beginning that was cut off", limit(func(m *client.StreamMetadata) { m.SetTruncateBefore(3) }),
			"revision 1 of stream \"ledger-s\" is missing", "its metadata sets $tb"},
		{"a tombstone", func(ctx context.Context, c *client.Client) error {
			_, err := c.TombstoneStream(ctx, "ledger-s", client.TombstoneStreamOptions{})
			return err
		}, "was deleted for good", "was deleted for good"},
	} {
		t.Run(c.title, func(t *testing.T) {
			cluster := esdbtest.New(t, esdbtest.Options{})
			s := open(t, cluster.URL(), esdb.Options{})
			mustAppend(t, s, "s", 0, storetest.Events("s", 1, 5))
			if err := s.Check(ctxOf(t)); err != nil {
				t.Fatal(err)
			}
			if err := c.do(ctxOf(t), raw(t, cluster.URL())); err != nil {
				t.Fatal(err)
			}
			for what, got := range map[string]struct {
				err  error
				want string
			}{"read": {drained(s.Read(ctxOf(t), "s", 1)), c.read}, "check": {s.Check(ctxOf(t)), c.check}} {
				var damaged *store.DamagedError
				switch {
				case got.want == "" && got.err != nil:
					t.Errorf("%s: got error %v", what, got.err)
				case got.want != "" && (!errors.As(got.err, &damaged) || !strings.Contains(got.err.Error(), got.want)):
					t.Errorf("%s: got error %v, want %q", what, got.err, got.want)
				}
			}
		})
	}
}

func TestAStreamThatWasDeletedOnceIsNotBegunAgain(t *testing.T) {
	t.Parallel()
	c := esdbtest.New(t, esdbtest.Options{})
	s := open(t, c.URL(), esdb.Options{})
	mustAppend(t, s, "s", 0, storetest.Events("s", 1, 5))
	if _, err := raw(t, c.URL()).DeleteStream(ctxOf(t), "ledger-s", client.DeleteStreamOptions{}); err != nil {
		t.Fatal(err)
	}
	if head, err := s.Head(ctxOf(t), "s"); err != nil || head != store.NoStream {
		t.Errorf("head %s and error %v", head, err)
	}
	_, err := s.Append(ctxOf(t), "s", 0, storetest.Events("t", 1, 2))
	var damaged *store.DamagedError
	if !errors.As(err, &damaged) || !strings.Contains(err.Error(), "was deleted or cut off once") {
		t.Errorf("got error %v", err)
	}
	if n := c.Events(); n != 5+2 {
		t.Errorf("%d events: something was written", n)
	}
}

func TestARevisionThatNoStreamHasConflicts(t *testing.T) {
	t.Parallel()
	c := esdbtest.New(t, esdbtest.Options{})
	s := open(t, c.URL(), esdb.Options{})
	mustAppend(t, s, "s", 0, storetest.Events("s", 1, 5))
	for _, at := range []store.Revision{math.MaxInt64, math.MaxInt64 + 1, store.Any - 1} {
		_, err := s.Append(ctxOf(t), "s", at, storetest.Events("t", 1, 1))
		var conflict *store.ConflictError
		if !errors.As(err, &conflict) || conflict.Found != 5 {
			t.Errorf("at %s: got error %v", at, err)
		}
	}
}

func TestTheIndexListsLedgersInTheOrderInWhichTheyBegan(t *testing.T) {
	t.Parallel()
	c := esdbtest.New(t, esdbtest.Options{})
	s, other := open(t, c.URL(), esdb.Options{}), open(t, c.URL(), esdb.Options{})
	want := []string{"zz", "a b/c%", "-", "größe"}
	for i, name := range want {
		mustAppend(t, []*esdb.Store{s, other}[i%2], name, 0, storetest.Events(name, 1, 1))
	}
	mustAppend(t, other, "zz", 1, storetest.Events("zz", 2, 1))
	mustAppend(t, open(t, c.URL("category=other"), esdb.Options{}), "x", 0, storetest.Events("x", 1, 1))
	got, err := s.Streams(ctxOf(t))
	if d := cmp.Diff(want, got); d != "" || err != nil {
		t.Errorf("error %v (-want +got):\n%s", err, d)
	}
	if n := c.Events(); n != 5+5+1 {
		t.Errorf("%d events, want 6 and one for each of 5 names", n)
	}
}

func TestBeginningManyLedgersDoesNotReadTheIndexAgainAndAgain(t *testing.T) {
	t.Parallel()
	c := esdbtest.New(t, esdbtest.Options{})
	first := open(t, c.URL(), esdb.Options{})
	mustAppend(t, first, "before", 0, storetest.Events("before", 1, 1))
	s := open(t, c.URL(), esdb.Options{})
	for i := range 60 {
		name := fmt.Sprint("hand-", i)
		mustAppend(t, s, name, 0, storetest.Events(name, 1, 1))
	}
	// For each the metadata of its stream, and once the entry that was there before.
	if n := c.Servers[0].Calls("read"); n > 1+60+5 {
		t.Errorf("%d reads for 60 ledgers", n)
	}
	mustAppend(t, first, "after", 0, storetest.Events("after", 1, 1))
	if names, err := s.Streams(ctxOf(t)); err != nil || len(names) != 62 || names[0] != "before" || names[61] != "after" {
		t.Errorf("%d ledgers, %q, error %v", len(names), names, err)
	}
	if _, err := raw(t, c.URL()).TombstoneStream(ctxOf(t), "ledger-hand-7", client.TombstoneStreamOptions{}); err != nil {
		t.Fatal(err)
	}
	if names, err := s.Streams(ctxOf(t)); err != nil || len(names) != 61 {
		t.Errorf("after one was deleted: %d ledgers, error %v", len(names), err)
	}
}

func TestAnIndexThatIsNoneIsDamaged(t *testing.T) {
	t.Parallel()
	c := esdbtest.New(t, esdbtest.Options{})
	_, err := raw(t, c.URL()).AppendToStream(ctxOf(t), "ledger_index", client.AppendToStreamOptions{},
		client.EventData{EventID: uuid.New(), EventType: "note", Data: []byte("hello")})
	if err != nil {
		t.Fatal(err)
	}
	s := open(t, c.URL(), esdb.Options{})
	_, err = s.Streams(ctxOf(t))
	var damaged *store.DamagedError
	if !errors.As(err, &damaged) {
		t.Errorf("got error %v", err)
	}
}

func ExampleStreamName() {
	fmt.Println(esdb.StreamName("ledger", "the-autumn-hand"))
	fmt.Println(esdb.StreamName("ledger", "Hand 3/½"))
	fmt.Println(esdb.LedgerName("ledger", "ledger-Hand%203%2F%C2%BD"))
	fmt.Println(esdb.LedgerName("ledger", "ledger-Hand 3"))
	// Output:
	// ledger-the-autumn-hand
	// ledger-Hand%203%2F%C2%BD
	// Hand 3/½ true
	//  false
}
