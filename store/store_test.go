package store_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"testing"

	"adjudicate/store"
	"adjudicate/store/memory"

	"github.com/google/uuid"
)

func TestErrorsSayWhatWasFound(t *testing.T) {
	id := uuid.MustParse("0190b5b6-7c00-7000-8000-000000000001")
	for _, c := range []struct {
		err  error
		want string
	}{
		{&store.ConflictError{Stream: "hand-3", Wanted: 4, Found: 6}, `stream "hand-3" has moved on: expected revision 4, found revision 6`},
		{&store.ConflictError{Stream: "hand-3", Wanted: store.NoStream, Found: 6}, `stream "hand-3" has moved on: expected no stream, found revision 6`},
		{&store.ConflictError{Stream: "hand-3", Wanted: 4, Found: store.NoStream}, `stream "hand-3" has moved on: expected revision 4, found no stream`},
		{&store.DuplicateError{ID: id, Stream: "hand-3", Revision: 9}, `event id 0190b5b6-7c00-7000-8000-000000000001 is already in use at revision 9 of stream "hand-3"`},
		{&store.DuplicateError{ID: id, Stream: "hand-3"}, `event id 0190b5b6-7c00-7000-8000-000000000001 is used twice in one append to "hand-3"`},
		{&store.UnreachableError{Place: "a.ledger", Found: "no such file"}, `cannot use a.ledger: no such file`},
		{&store.UnreachableError{Place: "a.ledger", Found: "no such file", Err: fs.ErrNotExist}, `cannot use a.ledger: no such file`},
		{&store.UnreachableError{Place: "a.ledger", Found: "it cannot be read", Err: fs.ErrPermission}, `cannot use a.ledger: it cannot be read: permission denied`},
		{&store.DamagedError{Place: "a.ledger", Found: "revision 5 is missing"}, `a.ledger is damaged: revision 5 is missing`},
		{&store.NewerError{Place: "a.ledger", Found: 3, Newest: 1}, `a.ledger was written by a newer version: its schema is version 3, this program reads up to 1`},
		{&store.NotALedgerError{Place: "a.png", Found: "a directory"}, `a.png is not a ledger: found a directory`},
		{&store.InvalidError{Found: "the stream has no name"}, `append refused: the stream has no name`},
	} {
		if got := c.err.Error(); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
	if !errors.Is(&store.UnreachableError{Err: fs.ErrPermission}, fs.ErrPermission) {
		t.Error("the cause of an UnreachableError is lost")
	}
}

// A writer that is behind reads on, judges anew and tries again.
func Example() {
	ctx := context.Background()
	var s store.Store = memory.New()
	seen, err := s.Head(ctx, "hand-3")
	if err != nil {
		fmt.Println(err)
		return
	}
	event := func(n byte) []store.Event {
		return []store.Event{{ID: uuid.UUID{15: n}, Type: "play-submitted.v1", Data: []byte{'{', '}'}}}
	}
	if _, err := s.Append(ctx, "hand-3", seen, event(1)); err != nil { // somebody else is first
		fmt.Println(err)
	}

	head, err := s.Append(ctx, "hand-3", seen, event(2))
	var conflict *store.ConflictError
	if errors.As(err, &conflict) {
		fmt.Println(err)
		head, err = s.Append(ctx, "hand-3", conflict.Found, event(2))
	}
	fmt.Println(head, err)
	// Output:
	// stream "hand-3" has moved on: expected no stream, found revision 1
	// revision 2 <nil>
}
