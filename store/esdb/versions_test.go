package esdb_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"adjudicate/store"
	"adjudicate/store/esdb"
	"adjudicate/store/esdb/esdbtest"
	"adjudicate/store/storetest"
)

// versions are servers that differ from each other in what the program sees of them.
var versions = []string{"22.10.5", "23.10.8", "24.10.1", "24.10.3", "24.10.14", "25.0.1", "25.1.4", "26.0.3", "26.1.0"}

// each runs a test against every version.
func each(t *testing.T, o esdbtest.Options, test func(t *testing.T, c *esdbtest.Cluster)) {
	t.Parallel()
	for _, v := range versions {
		t.Run(v, func(t *testing.T) {
			o := o
			o.Version = v
			test(t, esdbtest.New(t, o))
		})
	}
}

// TestEveryVersionTakesWhatIsAppended appends little and much, in small and in large events, and one
// event that is too large for the older ones or for all.
func TestEveryVersionTakesWhatIsAppended(t *testing.T) {
	each(t, esdbtest.Options{}, func(t *testing.T, c *esdbtest.Cluster) {
		s := open(t, c.URL(), esdb.Options{})
		mustAppend(t, s, "s", 0, storetest.Events("s", 1, 3))
		much := heavy("much", 1, 2500)
		mustAppend(t, s, "s", 3, much)
		mustAppend(t, s, "s", 3, much) // once more
		holds(t, s, "s", append(storetest.Events("s", 1, 3), much...))
		large := storetest.Events("large", 1, 1)
		large[0].Data = make([]byte, 17<<20)
		var tooLarge *esdb.TooLargeError
		if _, err := s.Append(ctxOf(t), "s", 2503, large); !errors.As(err, &tooLarge) {
			t.Errorf("an event of 17 MiB: %v", err)
		}
		if err := s.Check(ctxOf(t)); err != nil {
			t.Error(err)
		}
	})
}

// TestEveryVersionIsReadToTheEnd reads more than servers of some versions send before they end a
// read as if it were all.
func TestEveryVersionIsReadToTheEnd(t *testing.T) {
	each(t, esdbtest.Options{}, func(t *testing.T, c *esdbtest.Cluster) {
		s := open(t, c.URL(), esdb.Options{})
		list := storetest.Events("s", 1, 1200)
		mustAppend(t, s, "s", 0, list)
		holds(t, s, "s", list)
		holds(t, open(t, c.URL(), esdb.Options{}), "s", list)
	})
}

// TestEveryVersionIsFollowedThroughAnyMember subscribes through a member that does not lead: behind
// the end, at the end and before it.
func TestEveryVersionIsFollowedThroughAnyMember(t *testing.T) {
	each(t, esdbtest.Options{Nodes: 3}, func(t *testing.T, c *esdbtest.Cluster) {
		list := storetest.Events("s", 1, 4)
		writer := open(t, c.URL(), esdb.Options{})
		mustAppend(t, writer, "s", 0, list[:3])
		for _, from := range []store.Revision{1, 4} {
			s := open(t, c.Servers[1].URL(), esdb.Options{Patience: 3 * time.Second})
			ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
			written := make(chan struct{})
			timer := time.AfterFunc(300*time.Millisecond, func() {
				defer close(written)
				if _, err := writer.Append(context.Background(), "s", 3, list[3:]); err != nil {
					t.Error(err)
				}
			})
			var last store.Revision
			for e, err := range s.Subscribe(ctx, "s", from) {
				if err != nil {
					t.Errorf("from %s: %v", from, err)
					break
				}
				if last = e.Revision; last == 4 {
					break
				}
			}
			cancel()
			if !timer.Stop() {
				<-written // it may be answered after it was told
			}
			if last != 4 {
				t.Errorf("from %s: told of events up to %s", from, last)
			}
			if asked := c.Servers[1].Calls("subscribe"); asked > 5 {
				t.Errorf("from %s: the member was asked %d times", from, asked)
			}
		}
	})
}

// TestAFollowerThatNeverReachesTheLeaderGivesUp has a leader that nobody can reach: what the other
// members confirm is no answer.
func TestAFollowerThatNeverReachesTheLeaderGivesUp(t *testing.T) {
	each(t, esdbtest.Options{Nodes: 3}, func(t *testing.T, c *esdbtest.Cluster) {
		mustAppend(t, open(t, c.URL(), esdb.Options{}), "s", 0, storetest.Events("s", 1, 3))
		c.Servers[0].Stop()
		s := open(t, c.Servers[1].URL(), esdb.Options{Patience: 700 * time.Millisecond})
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		var found error
		for _, err := range s.Subscribe(ctx, "s", 4) {
			found = err
		}
		var gone *store.UnreachableError
		if !errors.As(found, &gone) {
			t.Errorf("it ends with %v", found)
		}
	})
}

// TestAServerThatStillLoadsItsPoliciesIsWaitedFor refuses everything for a moment after a start, as
// servers from 25.1 on do. Older ones mean what they say.
func TestAServerThatStillLoadsItsPoliciesIsWaitedFor(t *testing.T) {
	each(t, esdbtest.Options{}, func(t *testing.T, c *esdbtest.Cluster) {
		mustAppend(t, open(t, c.URL(), esdb.Options{}), "s", 0, storetest.Events("s", 1, 3))
		c.Servers[0].Break(esdbtest.Faults{Loading: true})
		timer := time.AfterFunc(300*time.Millisecond, func() { c.Servers[0].Break(esdbtest.Faults{}) })
		defer timer.Stop()
		at, err := open(t, c.URL(), esdb.Options{}).Head(ctxOf(t), "s")
		if c.Loads() && (err != nil || at != 3) {
			t.Errorf("it stands at %s, error %v", at, err)
		}
		if !c.Loads() && err != nil {
			t.Errorf("this version loads no policies: %v", err)
		}
		c.Servers[0].Break(esdbtest.Faults{Loading: true})
		if !c.Loads() {
			return
		}
		began := time.Now()
		if _, err := open(t, c.URL(), esdb.Options{}).Head(ctxOf(t), "s"); err == nil {
			t.Error("a refusal that lasts is none")
		}
		if took := time.Since(began); took > hangs {
			t.Errorf("it takes %s to be told of a refusal that lasts", took)
		}
	})
}
