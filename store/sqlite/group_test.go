package sqlite

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"testing"

	"adjudicate/store"
	"adjudicate/store/storetest"
)

// TestEachAppendOfAGroupIsAnsweredAsIfItHadBeenAlone puts appends into one group that succeed, conflict, repeat what stands, add nothing or use an id that is in use.
func TestEachAppendOfAGroupIsAnsweredAsIfItHadBeenAlone(t *testing.T) {
	conflict := func(err error) bool { var e *store.ConflictError; return errors.As(err, &e) }
	duplicate := func(err error) bool { var e *store.DuplicateError; return errors.As(err, &e) }
	none := func(err error) bool { return err == nil }
	gone := func(err error) bool { return errors.Is(err, context.Canceled) }
	left, leave := context.WithCancel(t.Context())
	leave()
	stand := storetest.Events("old", 1, 2)
	type want struct {
		request
		last  store.Revision
		fails func(error) bool
	}
	beside := func() []want {
		return []want{
			{request{stream: "new", events: storetest.Events("new", 1, 40)}, 40, none},
			{request{stream: "old", expected: 2, events: storetest.Events("old", 3, 1)}, 3, none},
			{request{stream: "behind", expected: 1, events: storetest.Events("behind", 9, 1)}, 0, conflict},
			{request{stream: "repeated", events: storetest.Events("repeated", 1, 2)}, 2, none},
			{request{stream: "checked", expected: 1}, 1, none},
			{request{stream: "any", expected: store.Any, events: storetest.Events("any", 1, 1)}, 1, none},
			{request{ctx: left, stream: "left", events: storetest.Events("left", 1, 1)}, 0, gone},
		}
	}
	for _, tt := range []struct {
		name string
		more []want
	}{
		{"in one transaction", nil},
		{"one by one, where an id is in use", []want{{request{stream: "other", events: stand[:1]}, 0, duplicate}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, err := Create(filepath.Join(t.TempDir(), "all.ledger"), Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			for name, n := range map[string]int{"old": 2, "behind": 2, "repeated": 2, "checked": 1} {
				if _, err := s.Append(t.Context(), name, 0, storetest.Events(name, 1, n)); err != nil {
					t.Fatal(err)
				}
			}
			all := append(beside(), tt.more...)
			g := &group{done: make(chan struct{})}
			for i := range all {
				if all[i].ctx == nil {
					all[i].ctx = t.Context()
				}
				g.requests = append(g.requests, &all[i].request)
			}
			s.appendGroup(g)
			<-g.done
			for _, w := range all {
				if r := &w.request; r.last != w.last || !w.fails(r.err) {
					t.Errorf("%s: %d, %v; expected %d", r.stream, r.last, r.err, w.last)
				}
			}
			if err := s.Check(t.Context()); err != nil {
				t.Error(err)
			}
			for name, head := range map[string]store.Revision{"new": 40, "old": 3, "behind": 2, "repeated": 2, "checked": 1, "any": 1, "left": 0, "other": 0} {
				if at, err := s.Head(t.Context(), name); at != head || err != nil {
					t.Errorf("%s ends at %d (%v), expected %d", name, at, err, head)
				}
			}
		})
	}
}

func TestWhoJoinsAGroup(t *testing.T) {
	var q queue
	join := func(stream string, events int) (*group, bool) {
		return q.join(&request{stream: stream, events: make([]store.Event, events)})
	}
	one, first := join("a", 1)
	if same, leads := join("b", 1); !first || leads || same != one {
		t.Error("another stream does not join")
	}
	two, leads := join("a", 1)
	if !leads || two == one {
		t.Error("the same stream joins")
	}
	if same, leads := join("c", mostTogether); !leads || same == two {
		t.Error("more events than a group takes join")
	}
	three, _ := join("d", 1)
	q.begin(three)
	if same, leads := join("e", 1); !leads || same == three {
		t.Error("somebody joins a group that has begun")
	}
	for n := range mostGrouped - 1 {
		join(fmt.Sprint(n), 1)
	}
	if _, leads := join("f", 1); !leads {
		t.Error("more appends than a group takes join")
	}
}

// TestManyAppendAtOnce has more writers than a group takes append, each to a stream of its own and all to one in common, where each wins its turn once.
func TestManyAppendAtOnce(t *testing.T) {
	s, err := Create(filepath.Join(t.TempDir(), "all.ledger"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	const writers, each = 80, 3
	var all sync.WaitGroup
	for n := range writers {
		all.Go(func() {
			mine := fmt.Sprintf("hand-%d", n)
			for at := range store.Revision(each) {
				if last, err := s.Append(t.Context(), mine, at, storetest.Events(mine, int(at)+1, 1)); err != nil || last != at+1 {
					t.Errorf("%s: %d, %v", mine, last, err)
				}
				if _, err := s.Append(t.Context(), "common", store.Any, storetest.Events(mine+" in common", int(at)+1, 1)); err != nil {
					t.Errorf("common: %v", err)
				}
			}
		})
	}
	all.Wait()
	if head, err := s.Head(t.Context(), "common"); err != nil || head != writers*each {
		t.Errorf("common ends at %d (%v), expected %d", head, err, writers*each)
	}
	if err := s.Check(t.Context()); err != nil {
		t.Error(err)
	}
}
