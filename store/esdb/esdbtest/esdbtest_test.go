package esdbtest_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"testing"
	"time"

	"adjudicate/store/esdb/esdbtest"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
)

func connect(tb testing.TB, c *esdbtest.Cluster) *client.Client {
	tb.Helper()
	conf, err := client.ParseConnectionString(c.URL())
	if err != nil {
		tb.Fatal(err)
	}
	conf.Logger = client.NoopLogging()
	db, err := client.NewClient(conf)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { db.Close() })
	return db
}

func ctxOf(tb testing.TB) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	tb.Cleanup(cancel)
	return ctx
}

// numbered makes events whose ids are their numbers.
func numbered(first, count int) []client.EventData {
	list := make([]client.EventData, count)
	for i := range list {
		list[i] = client.EventData{EventID: uuid.UUID{15: byte(first + i)}, EventType: "counted", ContentType: client.ContentTypeJson,
			Data: fmt.Appendf(nil, `{"n":%d}`, first+i)}
	}
	return list
}

func fill(tb testing.TB, db *client.Client, stream string, first, count int) {
	tb.Helper()
	if _, err := db.AppendToStream(ctxOf(tb), stream, client.AppendToStreamOptions{}, numbered(first, count)...); err != nil {
		tb.Fatal(err)
	}
}

// places reads to the end and returns the events as "stream@number".
func places(tb testing.TB, r *client.ReadStream, err error) []string {
	tb.Helper()
	if err != nil {
		tb.Fatal(err)
	}
	defer r.Close()
	var list []string
	for {
		e, err := r.Recv()
		if errors.Is(err, io.EOF) {
			return list
		}
		if err != nil {
			tb.Fatal(err)
		}
		list = append(list, fmt.Sprintf("%s@%d", e.Event.StreamID, e.Event.EventNumber))
	}
}

func TestAppendsAreHeldToTheRevisionTheyExpect(t *testing.T) {
	for _, c := range []struct {
		title    string
		expected client.ExpectedRevision
		events   []client.EventData
		next     uint64 // revision answered
		wrong    bool
	}{
		{"the right revision", client.Revision(4), numbered(6, 2), 6, false},
		{"no stream, and there is one", client.NoStream{}, numbered(6, 2), 0, true},
		{"an earlier revision", client.Revision(3), numbered(6, 2), 0, true},
		{"a later revision", client.Revision(5), numbered(6, 2), 0, true},
		{"a repeat of the whole", client.NoStream{}, numbered(1, 5), 4, false},
		{"a repeat of its beginning", client.NoStream{}, numbered(1, 2), 1, false},
		{"a repeat of its end", client.Revision(2), numbered(4, 2), 4, false},
		{"a repeat with one event more", client.NoStream{}, numbered(1, 6), 0, true},
		{"any revision", client.Any{}, numbered(6, 1), 5, false},
		{"any revision, repeating the end", client.Any{}, numbered(4, 2), 4, false},
		{"a stream that exists", client.StreamExists{}, numbered(6, 1), 5, false},
	} {
		t.Run(c.title, func(t *testing.T) {
			db := connect(t, esdbtest.New(t, esdbtest.Options{}))
			fill(t, db, "s", 1, 5)
			got, err := db.AppendToStream(ctxOf(t), "s", client.AppendToStreamOptions{ExpectedRevision: c.expected}, c.events...)
			var e *client.Error
			switch {
			case c.wrong && (!errors.As(err, &e) || e.Code() != client.ErrorCodeWrongExpectedVersion):
				t.Errorf("got error %v, want a wrong expected version", err)
			case !c.wrong && (err != nil || got.NextExpectedVersion != c.next):
				t.Errorf("got %v and error %v, want %d", got, err, c.next)
			}
		})
	}
}

func TestReadsRunBothWays(t *testing.T) {
	db := connect(t, esdbtest.New(t, esdbtest.Options{}))
	fill(t, db, "a", 1, 2)
	fill(t, db, "b", 3, 3)
	fill(t, db, "a", 6, 1)
	ctx := ctxOf(t)
	up, down := client.Forwards, client.Backwards
	for _, c := range []struct {
		title string
		read  func() (*client.ReadStream, error)
		want  []string
	}{
		{"a stream", func() (*client.ReadStream, error) {
			return db.ReadStream(ctx, "a", client.ReadStreamOptions{}, 10)
		}, []string{"a@0", "a@1", "a@2"}},
		{"a stream from a revision", func() (*client.ReadStream, error) {
			return db.ReadStream(ctx, "b", client.ReadStreamOptions{From: client.Revision(1)}, 1)
		}, []string{"b@1"}},
		{"a stream from beyond its end", func() (*client.ReadStream, error) {
			return db.ReadStream(ctx, "b", client.ReadStreamOptions{From: client.Revision(9)}, 9)
		}, nil},
		{"a stream backwards from its end", func() (*client.ReadStream, error) {
			return db.ReadStream(ctx, "a", client.ReadStreamOptions{From: client.End{}, Direction: down}, 10)
		}, []string{"a@2", "a@1", "a@0"}},
		{"a stream backwards from a revision", func() (*client.ReadStream, error) {
			return db.ReadStream(ctx, "a", client.ReadStreamOptions{From: client.Revision(1), Direction: down}, 10)
		}, []string{"a@1", "a@0"}},
		{"everything", func() (*client.ReadStream, error) { return db.ReadAll(ctx, client.ReadAllOptions{}, 10) },
			[]string{"a@0", "a@1", "b@0", "b@1", "b@2", "a@2"}},
		{"some of everything backwards", func() (*client.ReadStream, error) {
			return db.ReadAll(ctx, client.ReadAllOptions{From: client.End{}, Direction: down}, 2)
		}, []string{"a@2", "b@2"}},
		{"everything from its end", func() (*client.ReadStream, error) {
			return db.ReadAll(ctx, client.ReadAllOptions{From: client.End{}, Direction: up}, 2)
		}, nil},
	} {
		t.Run(c.title, func(t *testing.T) {
			r, err := c.read()
			if d := cmp.Diff(c.want, places(t, r, err)); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}

func TestReadingEverythingGoesOnAtAPosition(t *testing.T) {
	db := connect(t, esdbtest.New(t, esdbtest.Options{}))
	fill(t, db, "a", 1, 3)
	ctx := ctxOf(t)
	r, err := db.ReadAll(ctx, client.ReadAllOptions{}, 2)
	if err != nil {
		t.Fatal(err)
	}
	var second *client.ResolvedEvent
	for range 2 {
		if second, err = r.Recv(); err != nil {
			t.Fatal(err)
		}
	}
	r, err = db.ReadAll(ctx, client.ReadAllOptions{From: second.Event.Position}, 10)
	if d := cmp.Diff([]string{"a@1", "a@2"}, places(t, r, err)); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

func TestSubscriptionsTellWhatIsThereAndWhatFollows(t *testing.T) {
	ctx := ctxOf(t)
	for _, c := range []struct {
		title     string
		subscribe func(db *client.Client) (*client.Subscription, error)
		want      []string
	}{
		{"a stream from the start", func(db *client.Client) (*client.Subscription, error) {
			return db.SubscribeToStream(ctx, "a", client.SubscribeToStreamOptions{From: client.Start{}})
		}, []string{"a@0", "a@1", "caught up", "a@2"}},
		{"a stream behind a revision", func(db *client.Client) (*client.Subscription, error) {
			return db.SubscribeToStream(ctx, "a", client.SubscribeToStreamOptions{From: client.Revision(0)})
		}, []string{"a@1", "caught up", "a@2"}},
		{"a stream from now on", func(db *client.Client) (*client.Subscription, error) {
			return db.SubscribeToStream(ctx, "a", client.SubscribeToStreamOptions{})
		}, []string{"caught up", "a@2"}},
		{"a stream that is not there yet", func(db *client.Client) (*client.Subscription, error) {
			return db.SubscribeToStream(ctx, "c", client.SubscribeToStreamOptions{From: client.Start{}})
		}, []string{"c@0", "caught up"}},
		{"everything", func(db *client.Client) (*client.Subscription, error) {
			return db.SubscribeToAll(ctx, client.SubscribeToAllOptions{From: client.Start{}})
		}, []string{"a@0", "a@1", "b@0", "caught up", "a@2", "c@0"}},
		{"streams of a prefix", func(db *client.Client) (*client.Subscription, error) {
			return db.SubscribeToAll(ctx, client.SubscribeToAllOptions{From: client.Start{},
				Filter: &client.SubscriptionFilter{Type: client.StreamFilterType, Prefixes: []string{"b", "c"}}})
		}, []string{"b@0", "caught up", "c@0"}},
		{"types of a pattern", func(db *client.Client) (*client.Subscription, error) {
			return db.SubscribeToAll(ctx, client.SubscribeToAllOptions{From: client.Start{},
				Filter: &client.SubscriptionFilter{Type: client.EventFilterType, Regex: "^count"}})
		}, []string{"a@0", "a@1", "b@0", "caught up", "a@2", "c@0"}},
	} {
		t.Run(c.title, func(t *testing.T) {
			db := connect(t, esdbtest.New(t, esdbtest.Options{}))
			fill(t, db, "a", 1, 2)
			fill(t, db, "b", 3, 1)
			sub, err := c.subscribe(db)
			if err != nil {
				t.Fatal(err)
			}
			defer sub.Close()
			if c.want[0] == "c@0" { // it catches up with what comes to be
				fill(t, db, "c", 5, 1)
			}
			var got []string
			for len(got) < len(c.want) {
				switch e := sub.Recv(); {
				case e.EventAppeared != nil:
					got = append(got, fmt.Sprintf("%s@%d", e.EventAppeared.Event.StreamID, e.EventAppeared.Event.EventNumber))
				case e.CaughtUp != nil:
					got = append(got, "caught up")
					fill(t, db, "a", 4, 1)
					fill(t, db, "c", 5, 1)
				case e.SubscriptionDropped != nil:
					t.Fatal(e.SubscriptionDropped.Error)
				}
			}
			if d := cmp.Diff(c.want, got); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}

func TestDeletedStreams(t *testing.T) {
	db := connect(t, esdbtest.New(t, esdbtest.Options{}))
	fill(t, db, "soft", 1, 2)
	fill(t, db, "hard", 3, 2)
	if _, err := db.DeleteStream(ctxOf(t), "soft", client.DeleteStreamOptions{}); err != nil {
		t.Fatal(err)
	}
	if _, err := db.TombstoneStream(ctxOf(t), "hard", client.TombstoneStreamOptions{}); err != nil {
		t.Fatal(err)
	}
	for stream, want := range map[string]client.ErrorCode{"soft": client.ErrorCodeResourceNotFound, "hard": client.ErrorCodeStreamDeleted} {
		r, err := db.ReadStream(ctxOf(t), stream, client.ReadStreamOptions{}, 1)
		if err == nil {
			_, err = r.Recv()
		}
		var e *client.Error
		if !errors.As(err, &e) || e.Code() != want {
			t.Errorf("reading %s: got error %v", stream, err)
		}
	}
	got, err := db.AppendToStream(ctxOf(t), "soft", client.AppendToStreamOptions{ExpectedRevision: client.NoStream{}}, numbered(5, 1)...)
	if err != nil || got.NextExpectedVersion != 2 {
		t.Errorf("beginning a deleted stream again: %v and error %v, want its numbers to run on", got, err)
	}
	_, err = db.AppendToStream(ctxOf(t), "hard", client.AppendToStreamOptions{ExpectedRevision: client.Any{}}, numbered(6, 1)...)
	var e *client.Error
	if !errors.As(err, &e) || e.Code() != client.ErrorCodeStreamDeleted {
		t.Errorf("beginning one with a tombstone again: got error %v", err)
	}
}

func TestMetadataHidesEvents(t *testing.T) {
	db := connect(t, esdbtest.New(t, esdbtest.Options{}))
	fill(t, db, "s", 1, 5)
	var m client.StreamMetadata
	m.SetMaxCount(3)
	m.SetTruncateBefore(1)
	if _, err := db.SetStreamMetadata(ctxOf(t), "s", client.AppendToStreamOptions{}, m); err != nil {
		t.Fatal(err)
	}
	r, err := db.ReadStream(ctxOf(t), "s", client.ReadStreamOptions{}, 10)
	if d := cmp.Diff([]string{"s@2", "s@3", "s@4"}, places(t, r, err)); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	back, err := db.GetStreamMetadata(ctxOf(t), "s", client.ReadStreamOptions{})
	if err != nil || *back.MaxCount() != 3 || *back.TruncateBefore() != 1 {
		t.Errorf("the metadata read back is %v, error %v", back, err)
	}
}

func TestAnAppendThatBreaksOffWritesNothing(t *testing.T) {
	c := esdbtest.New(t, esdbtest.Options{MaxAppend: 700})
	db := connect(t, c)
	list := numbered(1, 100)
	if _, err := db.AppendToStream(ctxOf(t), "s", client.AppendToStreamOptions{}, list...); err == nil {
		t.Error("an append above the limit succeeded")
	}
	if n := c.Events(); n != 0 {
		t.Errorf("%d events were written", n)
	}
}

func ExampleStart() {
	c, err := esdbtest.Start(esdbtest.Options{Nodes: 3})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer c.Stop()
	c.Elect(2)
	c.Servers[0].Stop() // connections to it break; the log stays
	fmt.Println(len(c.Servers), c.Events(), c.Servers[0].Start())
	// Output: 3 0 <nil>
}
