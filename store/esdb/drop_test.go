package esdb_test

import (
	"context"
	"fmt"
	"testing"

	"adjudicate/store"
	"adjudicate/store/esdb"
	"adjudicate/store/esdb/esdbtest"
	"adjudicate/store/storetest"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/google/uuid"
)

// TestAnUnfinishedAppendOfAnEarlierVersionIsDropped leaves a first import, and a later append,
// unfinished in the way that programs of earlier versions did.
func TestAnUnfinishedAppendOfAnEarlierVersionIsDropped(t *testing.T) {
	t.Parallel()
	for _, before := range []int{0, 1, 70} {
		t.Run(fmt.Sprintf("behind %d events", before), func(t *testing.T) {
			c := esdbtest.New(t, esdbtest.Options{})
			s := open(t, c.URL("maxAppendSize=20000"), esdb.Options{})
			first, rest := heavy("first", 1, before), heavy("rest", 1, 60)
			at := store.Revision(before)
			if before > 0 {
				mustAppend(t, s, "s", 0, first) // 70 by way of a stage
			} else {
				mustAppend(t, s, "other", 0, storetest.Events("other", 1, 1))
			}
			db := raw(t, c.URL())
			inParts(t, db, "ledger-s", at, rest, 25)

			// A reader that is there all the time.
			ctx, cancel := context.WithCancel(ctxOf(t))
			defer cancel()
			came := make(chan store.Recorded)
			go func() {
				defer close(came)
				for r, err := range open(t, c.URL(), esdb.Options{}).Subscribe(ctx, "s", at+1) {
					if err != nil {
						return
					}
					came <- r
				}
			}()

			mend(t, s, map[bool][]string{true: {"index s", "unfinished s"}, false: {"unfinished s"}}[before == 0]...)
			more := storetest.Events("more", 1, 3)
			holds(t, s, "s", first)
			holds(t, open(t, c.URL(), esdb.Options{}), "s", first)

			// Who does not know that the ledger has moved, and never looked, writes to where it is.
			mustAppend(t, open(t, c.URL(), esdb.Options{}), "s", at, more[:1])
			if last, err := open(t, c.URL(), esdb.Options{}).Append(ctxOf(t), "s", store.Any, more[1:2]); err != nil || last != at+2 {
				t.Fatalf("at any revision it is written at %s, error %v", last, err)
			}
			mustAppend(t, s, "s", at+2, more[2:])
			for i := range more {
				if r := <-came; r.ID != more[i].ID || r.Revision != at+store.Revision(i)+1 {
					t.Errorf("the reader was told of %s %s", r.Revision, r.ID)
				}
			}
			whole := append(first, more...)
			later := open(t, c.URL(), esdb.Options{})
			for r, err := range later.Read(ctxOf(t), "s", at+3) {
				if err != nil || r.ID != more[2].ID {
					t.Errorf("reading the last event gives %s, error %v", r.ID, err)
				}
			}
			holds(t, later, "s", whole)
			old := at + 25 + 1 // where the old stream ends
			if _, err := open(t, c.URL(), esdb.Options{}).Append(ctxOf(t), "s", old, storetest.Events("wrong", 1, 1)); err == nil {
				t.Errorf("an append at %s, where the old stream ends, was taken", old)
			}
			holds(t, later, "s", whole)
			mend(t, later)

			// What was dropped cannot be finished any more by who began it.
			_, err := db.AppendToStream(ctxOf(t), "ledger-s", client.AppendToStreamOptions{ExpectedRevision: client.Revision(uint64(at) + 24)},
				client.EventData{EventID: rest[25].ID, EventType: rest[25].Type, ContentType: client.ContentTypeJson, Data: rest[25].Data})
			if err == nil {
				t.Error("the append went on")
			}
		})
	}
}

// TestWordsOfSomebodyElseDropNothing appends the event that says that an append was dropped to
// ledgers where none was begun.
func TestWordsOfSomebodyElseDropNothing(t *testing.T) {
	t.Parallel()
	for _, words := range []string{`{"first":1,"last":9}`, `{"first":4,"last":9}`, `{"first":5,"last":6}`, `{}`, ``} {
		t.Run(words, func(t *testing.T) {
			c := esdbtest.New(t, esdbtest.Options{})
			s := open(t, c.URL(), esdb.Options{})
			mustAppend(t, s, "s", 0, storetest.Events("s", 1, 5))
			if _, err := raw(t, c.URL()).AppendToStream(ctxOf(t), "ledger-s", client.AppendToStreamOptions{},
				client.EventData{EventID: uuid.New(), EventType: "append-dropped.v1", ContentType: client.ContentTypeJson, Data: []byte(words)}); err != nil {
				t.Fatal(err)
			}
			s = open(t, c.URL(), esdb.Options{})
			if head, err := s.Head(ctxOf(t), "s"); err != nil || head != 6 {
				t.Errorf("head %s, error %v", head, err)
			}
			seen := 0
			for _, err := range s.Read(ctxOf(t), "s", 1) {
				if err != nil {
					t.Fatal(err)
				}
				seen++
			}
			if seen != 6 {
				t.Errorf("%d events are shown", seen)
			}
		})
	}
}
