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

func TestWhatIsMoreThanTheServerTakesIsStagedAndLinked(t *testing.T) {
	t.Parallel()
	for _, setting := range []string{"maxAppendSize=20000", "maxAppendSize=1000000", ""} { // known, and found out
		t.Run(setting, func(t *testing.T) {
			c := esdbtest.New(t, esdbtest.Options{MaxAppend: 20_000})
			s := open(t, c.URL(setting), esdb.Options{})
			held := heavy("p", 1, 120)
			mustAppend(t, s, "s", 0, held[:5])
			mustAppend(t, s, "s", 5, held[5:])
			holds(t, s, "s", held)
			mustAppend(t, s, "s", 120, storetest.Events("after", 1, 1))
			holds(t, s, "s", append(held[:120:120], storetest.Events("after", 1, 1)...))
			t.Run("again", func(t *testing.T) {
				before := c.Events()
				mustAppend(t, s, "s", 5, held[5:])
				mustAppend(t, open(t, c.URL(), esdb.Options{}), "s", 0, held)
				if n := c.Events() - before; n != 0 {
					t.Errorf("%d events were written", n)
				}
			})
			t.Run("with one event more", func(t *testing.T) {
				_, err := s.Append(ctxOf(t), "s", 5, append(held[5:120:120], heavy("q", 1, 1)...))
				want := &store.ConflictError{Stream: "s", Wanted: 5, Found: 121}
				var conflict *store.ConflictError
				if !errors.As(err, &conflict) || *conflict != *want {
					t.Errorf("got error %v, want %v", err, want)
				}
			})
			if err := s.Check(ctxOf(t)); err != nil {
				t.Error(err)
			}
			if names, err := s.Streams(ctxOf(t)); err != nil || !cmp.Equal(names, []string{"s"}) {
				t.Errorf("listed %q and error %v", names, err)
			}
			if n := c.Loose(); n != 0 {
				t.Errorf("%d appends at no exact revision", n)
			}
		})
	}
}

func TestServersThatTakeMoreAreSentMoreAtOnce(t *testing.T) {
	t.Parallel()
	c := esdbtest.New(t, esdbtest.Options{Version: "25.1.4"})
	s := open(t, c.URL(), esdb.Options{})
	held := storetest.Events("p", 1, 4)
	for i := range held {
		held[i].Data = make([]byte, 1<<20)
	}
	mustAppend(t, s, "s", 0, held)
	holds(t, s, "s", held)
	if n := c.Events(); n != 4+1 {
		t.Errorf("%d events, want the four and the ledger's name", n)
	}
}

// TestAnInterruptedAppendIsInNobodysWay breaks a large append off before each of its calls.
func TestAnInterruptedAppendIsInNobodysWay(t *testing.T) {
	t.Parallel()
	for n := 1; ; n++ {
		c := esdbtest.New(t, esdbtest.Options{MaxAppend: 20_000})
		s := open(t, c.URL("maxAppendSize=20000"), esdb.Options{})
		first, rest, other := heavy("first", 1, 3), heavy("rest", 1, 60), storetest.Events("other", 1, 1)
		mustAppend(t, s, "s", 0, first)
		c.Servers[0].Break(breaking(n))
		_, err := s.Append(ctxOf(t), "s", 3, rest)
		c.Servers[0].Break(esdbtest.Faults{})
		if err == nil {
			if n < 5 {
				t.Fatalf("it took %d calls only", n-1)
			}
			return
		}
		var u *store.UnreachableError
		if !errors.As(err, &u) || u.InDoubt {
			t.Fatalf("broken off before call %d: got error %v, want one without doubt: nothing has reached the ledger", n, err)
		}
		holds(t, s, "s", first)
		if err := s.Check(ctxOf(t)); err != nil {
			t.Errorf("broken off before call %d: a check finds %v", n, err)
		}
		if n%2 == 0 { // whoever comes next is not hindered
			mustAppend(t, open(t, c.URL(), esdb.Options{}), "s", 3, other)
			mustAppend(t, s, "s", 4, rest)
			holds(t, s, "s", append(append(first, other...), rest...))
			continue
		}
		mustAppend(t, s, "s", 3, rest) // the same again goes on with what is there
		holds(t, s, "s", append(first, rest...))
		if got := c.Events(); got != 1+3+2*60 {
			t.Errorf("broken off before call %d: %d events, want the name, 3, and 60 once and a link to each", n, got)
		}
	}
}

// TestLinksThatAreTooManyForOneAppendAreFinishedByWhoeverWritesNext has a server that takes so
// little that the links go in several appends, and breaks off between two of them.
func TestLinksThatAreTooManyForOneAppendAreFinishedByWhoeverWritesNext(t *testing.T) {
	t.Parallel()
	c := esdbtest.New(t, esdbtest.Options{MaxAppend: 2_000})
	s := open(t, c.URL("maxAppendSize=2000"), esdb.Options{})
	first, rest := heavy("first", 1, 1), heavy("rest", 1, 80)
	mustAppend(t, s, "s", 0, first)
	c.Servers[0].Break(breaking(80 + 3)) // each event is an append of its own, and two of links
	_, err := s.Append(ctxOf(t), "s", 1, rest)
	c.Servers[0].Break(esdbtest.Faults{})
	var u *store.UnreachableError
	if !errors.As(err, &u) || !u.InDoubt {
		t.Fatalf("got error %v, want one in doubt: links have been written", err)
	}
	holds(t, s, "s", first)
	var got []store.Event
	ctx, cancel := context.WithCancel(ctxOf(t))
	defer cancel()
	told := make(chan error, 1)
	go func() {
		for r, err := range s.Subscribe(ctx, "s", 1) {
			if err != nil {
				told <- err
				return
			}
			if got = append(got, r.Event); len(got) == 81 {
				break
			}
		}
		told <- nil
	}()
	other := open(t, c.URL("maxAppendSize=2000"), esdb.Options{})
	_, err = other.Append(ctxOf(t), "s", 1, storetest.Events("other", 1, 1))
	var conflict *store.ConflictError
	if !errors.As(err, &conflict) || conflict.Found != 81 {
		t.Errorf("got error %v, want a conflict with what was begun", err)
	}
	whole := append(first, rest...)
	holds(t, other, "s", whole)
	mustAppend(t, other, "s", 81, storetest.Events("other", 1, 1))
	mustAppend(t, s, "s", 1, rest)
	if err := <-told; err != nil {
		t.Fatal(err)
	}
	same(t, "s", whole, got)
	if err := s.Check(ctxOf(t)); err != nil {
		t.Error(err)
	}
}

// inParts writes events as programs of earlier versions did, the first of them only: each says
// where the whole begins and ends.
func inParts(t *testing.T, c *client.Client, stream string, at store.Revision, list []store.Event, count int) {
	t.Helper()
	part := make([]client.EventData, count)
	for i := range part {
		part[i] = client.EventData{EventID: list[i].ID, EventType: list[i].Type, ContentType: client.ContentTypeJson, Data: list[i].Data,
			Metadata: fmt.Appendf(nil, `{"append":{"first":%d,"last":%d}}`, at+1, at+store.Revision(len(list)))}
	}
	var expected client.ExpectedRevision = client.NoStream{}
	if at > 0 {
		expected = client.Revision(uint64(at) - 1)
	}
	if _, err := c.AppendToStream(ctxOf(t), stream, client.AppendToStreamOptions{ExpectedRevision: expected}, part...); err != nil {
		t.Fatal(err)
	}
}

func TestLedgersOfEarlierVersionsInParts(t *testing.T) {
	t.Parallel()
	for _, begun := range []int{60, 25} {
		t.Run(fmt.Sprintf("%d of 60", begun), func(t *testing.T) {
			c := esdbtest.New(t, esdbtest.Options{})
			s := open(t, c.URL(), esdb.Options{})
			first, rest := heavy("first", 1, 3), heavy("rest", 1, 60)
			mustAppend(t, s, "s", 0, first)
			inParts(t, raw(t, c.URL()), "ledger-s", 3, rest, begun)
			whole := append(first, rest...)
			if begun < 60 {
				var got []store.Event
				var unfinished *esdb.UnfinishedError
				for r, err := range s.Read(ctxOf(t), "s", 1) {
					if err != nil {
						errors.As(err, &unfinished)
						break
					}
					got = append(got, r.Event)
				}
				same(t, "s", first, got)
				if unfinished == nil || unfinished.First != 4 || unfinished.Last != 63 || unfinished.Reached != 28 {
					t.Errorf("reading ends with %v", unfinished)
				}
				if err := s.Check(ctxOf(t)); !errors.As(err, &unfinished) {
					t.Errorf("a check finds %v", err)
				}
				for _, at := range []store.Revision{3, store.Any} {
					if _, err := s.Append(ctxOf(t), "s", at, storetest.Events("other", 1, 1)); !errors.As(err, &unfinished) {
						t.Errorf("another append at %s: got error %v", at, err)
					}
				}
				others := heavy("others", 1, 60)
				others[0] = rest[0]
				if _, err := s.Append(ctxOf(t), "s", 3, others); !errors.As(err, &unfinished) {
					t.Errorf("another append of the same length: got error %v", err)
				}
				mustAppend(t, s, "s", 3, rest)
			}
			holds(t, s, "s", whole)
			mustAppend(t, s, "s", 63, storetest.Events("other", 1, 1))
			if err := s.Check(ctxOf(t)); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestWordsOfSomebodyElseHideNothing appends events whose metadata says what the program's own
// would say of an append in parts.
func TestWordsOfSomebodyElseHideNothing(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		title string
		words []string // the metadata of each foreign event
		read  int      // events of the ledger's five that reading shows before it tells
	}{
		{"an append from the first event on", []string{`{"append":{"first":1,"last":1000}}`}, 0},
		{"an append that was begun, and an event after it", []string{`{"append":{"first":6,"last":8}}`, ""}, 5},
		{"the end of an append", []string{`{"append":{"first":4,"last":6}}`}, 5},
		{"two appends in one", []string{`{"append":{"first":6,"last":7}}`, `{"append":{"first":5,"last":7}}`}, 6},
	} {
		t.Run(c.title, func(t *testing.T) {
			cluster := esdbtest.New(t, esdbtest.Options{})
			s := open(t, cluster.URL(), esdb.Options{})
			held := storetest.Events("s", 1, 5)
			mustAppend(t, s, "s", 0, held)
			for i, words := range c.words {
				_, err := raw(t, cluster.URL()).AppendToStream(ctxOf(t), "ledger-s", client.AppendToStreamOptions{ExpectedRevision: client.Any{}},
					client.EventData{EventID: uuid.New(), EventType: fmt.Sprint("foreign-", i), ContentType: client.ContentTypeJson, Data: []byte("{}"), Metadata: []byte(words)})
				if err != nil {
					t.Fatal(err)
				}
			}
			var damaged *store.DamagedError
			var unfinished *esdb.UnfinishedError
			seen, told := 0, false
			for _, err := range s.Read(ctxOf(t), "s", 1) {
				if told = errors.As(err, &damaged) || errors.As(err, &unfinished); err != nil {
					break
				}
				seen++
			}
			if !told && seen < 5+len(c.words) || seen < min(c.read, 5) {
				t.Errorf("reading shows %d events and tells %t", seen, told)
			}
			if err := s.Check(ctxOf(t)); !errors.As(err, &damaged) && !errors.As(err, &unfinished) && seen < 5+len(c.words) {
				t.Errorf("a check finds %v", err)
			}
		})
	}
}

func TestLinksOfSomebodyElseAreShownAsSuch(t *testing.T) {
	t.Parallel()
	c := esdbtest.New(t, esdbtest.Options{})
	s := open(t, c.URL(), esdb.Options{})
	held := storetest.Events("s", 1, 2)
	mustAppend(t, s, "s", 0, held)
	mustAppend(t, s, "other", 0, storetest.Events("other", 1, 1))
	link := client.EventData{EventID: uuid.New(), EventType: "$>", ContentType: client.ContentTypeBinary, Data: []byte("0@ledger-other")}
	if _, err := raw(t, c.URL()).AppendToStream(ctxOf(t), "ledger-s", client.AppendToStreamOptions{ExpectedRevision: client.Revision(1)}, link); err != nil {
		t.Fatal(err)
	}
	holds(t, s, "s", append(held, store.Event{ID: link.EventID, Type: link.EventType, Data: link.Data}))
}

func TestAStageThatIsGoneIsDamage(t *testing.T) {
	t.Parallel()
	c := esdbtest.New(t, esdbtest.Options{MaxAppend: 20_000})
	s := open(t, c.URL(), esdb.Options{})
	mustAppend(t, s, "s", 0, heavy("p", 1, 60))
	db := raw(t, c.URL())
	r, err := db.ReadStream(ctxOf(t), "ledger-s", client.ReadStreamOptions{}, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	e, err := r.Recv()
	if err != nil {
		t.Fatal(err)
	}
	_, stage, _ := strings.Cut(string(e.Event.Data), "@")
	if _, err := db.DeleteStream(ctxOf(t), stage, client.DeleteStreamOptions{}); err != nil {
		t.Fatal(err)
	}
	for what, err := range map[string]error{"read": drained(s.Read(ctxOf(t), "s", 1)), "check": s.Check(ctxOf(t))} {
		var damaged *store.DamagedError
		if !errors.As(err, &damaged) || !strings.Contains(err.Error(), "which lacks it") {
			t.Errorf("%s: got error %v", what, err)
		}
	}
}

// TestWhatIsAcknowledgedCanBeRead repeats an append to a stream that was deleted, which the
// server answers as a success although nobody can read it.
func TestWhatIsAcknowledgedCanBeRead(t *testing.T) {
	t.Parallel()
	c := esdbtest.New(t, esdbtest.Options{Secure: true, User: "admin", Password: "changeit", Users: []esdbtest.User{{Name: "ann", Password: "a"}}})
	admin := c.URL("tlsVerifyCert=false")
	s := open(t, strings.Replace(admin, "admin:changeit", "ann:a", 1), esdb.Options{})
	held := storetest.Events("s", 1, 5)
	mustAppend(t, s, "s", 0, held)
	db := raw(t, admin)
	// Nobody but administrators reads metadata, so that the deletion cannot be found out there.
	_, err := db.AppendToStream(ctxOf(t), "$settings", client.AppendToStreamOptions{}, client.EventData{EventID: uuid.New(), EventType: "settings",
		ContentType: client.ContentTypeJson, Data: []byte(`{"$userStreamAcl":{"$r":"$all","$w":"$all","$d":"$all","$mr":"$admins","$mw":"$all"}}`)})
	if err == nil {
		_, err = db.DeleteStream(ctxOf(t), "ledger-s", client.DeleteStreamOptions{})
	}
	if err != nil {
		t.Fatal(err)
	}
	_, err = s.Append(ctxOf(t), "s", 0, held)
	if err == nil {
		t.Error("an append was acknowledged that nobody can read")
	}
}

// TestARefusalFindsWhatItWasRefusedAgainst has a server that accepts appends well before it
// shows them.
func TestARefusalFindsWhatItWasRefusedAgainst(t *testing.T) {
	t.Parallel()
	c := esdbtest.New(t, esdbtest.Options{})
	s, other := open(t, c.URL(), esdb.Options{}), open(t, c.URL(), esdb.Options{})
	mustAppend(t, s, "s", 0, storetest.Events("s", 1, 5))
	mustAppend(t, other, "s", 5, storetest.Events("s", 6, 1))
	c.Hold(true)
	done := make(chan error, 1)
	go func() {
		_, err := other.Append(ctxOf(t), "s", 6, storetest.Events("other", 1, 2))
		done <- err
	}()
	for c.Accepted() < c.Events()+2 {
		time.Sleep(time.Millisecond)
	}
	time.AfterFunc(50*time.Millisecond, func() { c.Hold(false) })
	_, err := s.Append(ctxOf(t), "s", 6, storetest.Events("mine", 1, 1))
	var conflict *store.ConflictError
	if !errors.As(err, &conflict) || conflict.Found != 8 {
		t.Errorf("got error %v, want a conflict that has found revision 8", err)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
	if head, err := s.Head(ctxOf(t), "s"); err != nil || head != 8 {
		t.Errorf("head %s and error %v", head, err)
	}
}

func TestAnEventThatIsTooLargeIsRefusedWithItsNumbers(t *testing.T) {
	t.Parallel()
	for _, setting := range []string{"maxAppendSize=16000000", ""} {
		for _, bytes := range []int{2 << 20, 1<<20 + 1} {
			c := esdbtest.New(t, esdbtest.Options{})
			s := open(t, c.URL(setting), esdb.Options{})
			held := storetest.Events("b", 1, 3)
			held[1].Data = make([]byte, bytes)
			_, err := s.Append(ctxOf(t), "s", 0, held)
			var large *esdb.TooLargeError
			if !errors.As(err, &large) || large.Event != 2 || large.ID != held[1].ID || large.Limit != 1<<20 || large.Size < bytes {
				t.Errorf("%d bytes: got error %v", bytes, err)
			}
			if head, err := s.Head(ctxOf(t), "s"); err != nil || head != store.NoStream {
				t.Errorf("head %s and error %v", head, err)
			}
		}
	}
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
		}, "was permanently deleted", "was permanently deleted"},
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
	var damaged *store.DamagedError
	if head, err := s.Head(ctxOf(t), "s"); !errors.As(err, &damaged) || head != store.NoStream {
		t.Errorf("head %s and error %v", head, err)
	}
	_, err := s.Append(ctxOf(t), "s", 0, storetest.Events("t", 1, 2))
	if !errors.As(err, &damaged) || !strings.Contains(err.Error(), "was deleted or truncated") {
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
	if names, err := s.Streams(ctxOf(t)); err != nil || len(names) != 62 {
		t.Errorf("after one was deleted, which is named all the same: %d ledgers, error %v", len(names), err)
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

// TestALargeAppendWithoutTheRightToWriteIsRefusedAsThat asks for the right before a large append is staged: what a server
// says of one that is far too large is nothing of rights.
func TestALargeAppendWithoutTheRightToWriteIsRefusedAsThat(t *testing.T) {
	t.Parallel()
	c := esdbtest.New(t, esdbtest.Options{Secure: true, User: "admin", Password: "x", Users: []esdbtest.User{{Name: "guest", Password: "y"}}})
	admin := open(t, c.URL("tlsVerifyCert=false"), esdb.Options{})
	mustAppend(t, admin, "s", 0, storetest.Events("s", 1, 1))
	c.Govern("ledger-s", `{"$acl":{"$w":["$admins"]}}`)
	before := c.Events()
	guest := open(t, strings.Replace(c.URL("tlsVerifyCert=false"), "admin:x", "guest:y", 1), esdb.Options{})
	_, err := guest.Append(ctxOf(t), "s", 1, heavy("more", 1, 3000))
	var u *store.UnreachableError
	if !errors.As(err, &u) || u.InDoubt || !strings.Contains(err.Error(), "permission denied") {
		t.Errorf("got error %v", err)
	}
	if n := c.Events() - before; n != 0 {
		t.Errorf("%d events were written for nothing", n)
	}
}
