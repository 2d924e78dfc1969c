package esdb_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"adjudicate/store"
	"adjudicate/store/esdb"
	"adjudicate/store/storetest"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/google/uuid"
)

// TestAServerKeepsWhatIsPromised asks of any server, real or not, what the program relies on.
func TestAServerKeepsWhatIsPromised(t *testing.T) {
	t.Run("a large append that is broken off is in nobody's way", largeAppends)
	t.Run("foreign events are shown", foreignEvents)
	t.Run("what is hidden is named and shown again", hiddenStreams)
	t.Run("access lists do not hinder", accessLists)
	t.Run("ten writers share a game", tenWriters)
	t.Run("a leader that goes away is waited for", leaderChanges)
}

// streamOf is the server's name of a ledger at an address of fresh.
func streamOf(url, ledger string) string {
	_, rest, _ := strings.Cut(url, "category=")
	category, _, _ := strings.Cut(rest, "&")
	return esdb.StreamName(category, ledger)
}

// plain is an address without the settings that only this package knows.
func plain(url string) string {
	base, query, _ := strings.Cut(url, "?")
	var rest []string
	for s := range strings.SplitSeq(query, "&") {
		if !strings.HasPrefix(s, "category=") && !strings.HasPrefix(s, "maxAppendSize=") {
			rest = append(rest, s)
		}
	}
	return base + "?" + strings.Join(rest, "&")
}

// minutes is a context for what may take long on a real server.
func minutes(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	t.Cleanup(cancel)
	return ctx
}

func largeAppends(t *testing.T) {
	url := fresh(t)
	url = strings.Replace(url, "&maxAppendSize=16000000", "", 1) + "&maxAppendSize=100000"
	ctx := minutes(t)
	first, rest := heavy("first", 1, 3), heavy("rest", 1, 500)
	s := open(t, url, esdb.Options{})
	if _, err := s.Append(ctx, "s", 0, first); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	if _, err := open(t, url, esdb.Options{}).Append(ctx, "other", 0, rest); err != nil {
		t.Fatal(err)
	}
	whole := time.Since(began)
	seed := rand.Uint64()
	t.Logf("one takes %s; seed %d", whole, seed)
	random := rand.New(rand.NewPCG(seed, 0))
	for range 10 { // a process that ends at any moment
		cut, cancel := context.WithTimeout(ctx, time.Duration(random.Int64N(int64(whole))))
		_, _ = open(t, url, esdb.Options{}).Append(cut, "s", 3, rest)
		cancel()
		head, err := s.Head(ctx, "s")
		if err != nil || head != 3 && head != 503 {
			t.Fatalf("the head is %s, error %v", head, err)
		}
		if err := s.CheckStream(ctx, "s"); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.Append(ctx, "s", 3, rest); err != nil {
		t.Fatal(err)
	}
	holds(t, s, "s", append(first, rest...))
}

func foreignEvents(t *testing.T) {
	url := fresh(t)
	s := open(t, url, esdb.Options{})
	mustAppend(t, s, "s", 0, storetest.Events("s", 1, 5))
	_, err := raw(t, plain(url)).AppendToStream(ctxOf(t), streamOf(url, "s"), client.AppendToStreamOptions{},
		client.EventData{EventID: uuid.New(), EventType: "foreign", ContentType: client.ContentTypeJson, Data: []byte("{}"), Metadata: []byte(`{"append":{"first":1,"last":1000}}`)})
	if err != nil {
		t.Fatal(err)
	}
	var damaged *store.DamagedError
	if err := s.CheckStream(ctxOf(t), "s"); !errors.As(err, &damaged) {
		t.Errorf("a check finds %v", err)
	}
}

func hiddenStreams(t *testing.T) {
	for _, title := range []string{"soft delete", "cut off", "cut off soon"} {
		url := fresh(t)
		s := open(t, url, esdb.Options{})
		held := storetest.Events("s", 1, 5)
		mustAppend(t, s, "s", 0, held)
		hidings[title](t, raw(t, plain(url)), streamOf(url, "s"))
		var damaged *store.DamagedError
		if err := s.CheckStream(ctxOf(t), "s"); !errors.As(err, &damaged) {
			t.Errorf("%s: a check finds %v", title, err)
		}
		list, err := s.Troubles(ctxOf(t))
		if err != nil || len(list) != 1 || list[0].Mend == nil {
			t.Logf("%s: %d troubles, error %v: is it an administrator's address?", title, len(list), err)
			continue
		}
		if err := list[0].Mend(ctxOf(t)); err != nil {
			t.Errorf("%s: %v", title, err)
		}
		holds(t, s, "s", held)
	}
}

func accessLists(t *testing.T) {
	url := fresh(t)
	s := open(t, url, esdb.Options{})
	for _, text := range []string{`{"$acl":{"$r":["$all"],"$w":["$all"]}}`, `{"$acl":null}`, `{"$maxCount":"x"}`, `{}`} {
		govern(t, raw(t, plain(url)), streamOf(url, "s"), text)
		at, err := s.Head(ctxOf(t), "s")
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		mustAppend(t, s, "s", at, storetest.Events("s", int(at)+1, 2))
		if err := s.CheckStream(ctxOf(t), "s"); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// writing appends to one stream from so many writers, each trying again until it succeeds, and
// returns how long each append took.
func writing(t *testing.T, url string, writers, each int) time.Duration {
	t.Helper()
	ctx := minutes(t)
	stores := make([]*esdb.Store, writers)
	for w := range stores {
		stores[w] = open(t, url, esdb.Options{})
		if _, err := stores[w].Append(ctx, fmt.Sprintf("warm %d", w), 0, storetest.Events("warm", w, 1)); err != nil {
			t.Fatal(err)
		}
	}
	began := time.Now()
	var all sync.WaitGroup
	for w, s := range stores {
		all.Go(func() {
			var at store.Revision
			for i := range each {
				one := storetest.Events(fmt.Sprintf("%d writers, %d", writers, w), i+1, 1)
				for {
					last, err := s.Append(ctx, fmt.Sprint("s", writers), at, one)
					var conflict *store.ConflictError
					if errors.As(err, &conflict) && conflict.Found != at {
						at = conflict.Found
						continue
					}
					if at = last; err != nil {
						t.Error(err)
						return
					}
					break
				}
			}
		})
	}
	all.Wait()
	return time.Since(began) / time.Duration(writers*each)
}

func tenWriters(t *testing.T) {
	url := fresh(t)
	alone, together := writing(t, url, 1, 1000), writing(t, url, 10, 100)
	t.Logf("an append takes %s alone, and one of ten writers' gets through every %s", alone, together)
	s := open(t, url, esdb.Options{})
	if head, err := s.Head(ctxOf(t), "s10"); err != nil || head != 1000 {
		t.Errorf("the ten have written %s, error %v", head, err)
	}
}

// leaderChanges stops and starts a node by the commands in ADJUDICATE_ESDB_STOP and
// ADJUDICATE_ESDB_START while a game is played.
func leaderChanges(t *testing.T) {
	stop, start := os.Getenv("ADJUDICATE_ESDB_STOP"), os.Getenv("ADJUDICATE_ESDB_START")
	if stop == "" || start == "" {
		t.Skip("no commands that stop and start a node: STOP= and START=")
	}
	url := fresh(t)
	s := open(t, url, esdb.Options{})
	held := storetest.Events("s", 1, 60)
	for i := range held {
		for at, command := range map[int]string{20: stop, 40: start} {
			if out, err := []byte(nil), error(nil); i == at {
				if out, err = exec.Command("sh", "-c", command).CombinedOutput(); err != nil {
					t.Fatalf("%s: %v\n%s", command, err, out)
				}
			}
		}
		if _, err := s.Append(minutes(t), "s", store.Revision(i), held[i:i+1]); err != nil {
			t.Fatal(err)
		}
	}
	holds(t, s, "s", held)
}
