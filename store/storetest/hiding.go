package storetest

import (
	"context"
	"errors"
	"slices"
	"testing"

	"adjudicate/store"
)

// RunHidden runs the tests of the promises about streams that a store holds, or held, and whose
// events it does not give: deleted, cut off, or lost in part. Each way in which that comes about
// gets an empty store from open, and what makes a stream so and returns the store opened again.
func RunHidden(t *testing.T, ways []string, open func(t *testing.T, way string) (s store.Store, hide func(stream string) store.Store)) {
	for _, way := range ways {
		t.Run(way, func(t *testing.T) { hidden(t, way, open) })
	}
}

func hidden(t *testing.T, way string, open func(t *testing.T, way string) (store.Store, func(string) store.Store)) {
	ctx := context.Background()
	s, hide := open(t, way)
	for _, name := range []string{"one", "two", "three"} {
		mustAppend(t, s, name, store.NoStream, Events(name, 1, 5))
	}
	s = hide("two")

	t.Run("it is named", func(t *testing.T) {
		l, ok := s.(store.Lister)
		if !ok {
			t.Skip("the store lists no streams")
		}
		names, err := l.Streams(ctx)
		if !slices.Contains(names, "two") && !store.Alone(err) {
			t.Errorf("it lists %q, error %v", names, err)
		}
		for _, other := range []string{"one", "three"} {
			if !slices.Contains(names, other) {
				t.Errorf("it lists %q, error %v", names, err)
			}
		}
	})
	t.Run("it is told by the survey, and the others stand there", func(t *testing.T) {
		v, ok := s.(store.Surveyor)
		if !ok {
			t.Skip("the store tells no heads")
		}
		told, seen := false, 0
		for at, err := range v.Heads(ctx) {
			switch {
			case err != nil && !store.Alone(err):
				t.Fatal(err)
			case err != nil || at.Stream == "two":
				told = told || store.Alone(err) || store.Alone(at.Err) || at.Head == 5
			case at.Err != nil || at.Head != 5:
				t.Errorf("%s stands at %s, error %v", at.Stream, at.Head, at.Err)
			default:
				seen++
			}
		}
		if !told || seen != 2 {
			t.Errorf("it is told: %t; %d others", told, seen)
		}
	})
	t.Run("reading it ends with damage", func(t *testing.T) {
		n := 0
		for _, err := range s.Read(ctx, "two", 1) {
			if err != nil {
				if !store.Alone(err) {
					t.Error(err)
				}
				return
			}
			n++
		}
		t.Errorf("%d events, and no error", n)
	})
	t.Run("a check names it alone", func(t *testing.T) {
		c, ok := s.(store.Checker)
		if !ok {
			t.Skip("the store checks nothing")
		}
		if err := c.CheckStream(ctx, "two"); !store.Alone(err) {
			t.Errorf("of the stream: %v", err)
		}
		if err := c.Check(ctx); !store.Alone(err) {
			t.Errorf("of all: %v", err)
		}
	})
	t.Run("it is not begun again", func(t *testing.T) {
		at, err := s.Append(ctx, "two", store.NoStream, Events("anew", 1, 1))
		var conflict *store.ConflictError
		if err == nil || !store.Alone(err) && !errors.As(err, &conflict) {
			t.Errorf("it stands at %s, error %v", at, err)
		}
	})
	t.Run("the others are read and written", func(t *testing.T) {
		for _, other := range []string{"one", "three"} {
			mustAppend(t, s, other, 5, Events(other, 6, 2))
			holds(t, s, other, Events(other, 1, 7))
		}
	})
}
