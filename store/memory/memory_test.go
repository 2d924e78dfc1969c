package memory_test

import (
	"context"
	"fmt"
	"testing"

	"adjudicate/store"
	"adjudicate/store/memory"
	"adjudicate/store/storetest"
)

func TestMemoryKeepsTheContractOfAStore(t *testing.T) {
	open := func(*testing.T) (store.Store, func() store.Store) { return memory.New(), nil }
	storetest.Run(t, open)
	storetest.RunUnique(t, open)
	storetest.RunKeeper(t, open)
	storetest.RunOffers(t, open)
}

func Example() {
	ctx := context.Background()
	s := memory.New()
	two := storetest.Events("example", 1, 2)
	head, err := s.Append(ctx, "hand-3", store.NoStream, two)
	fmt.Println(head, err)
	head, err = s.Append(ctx, "hand-3", store.NoStream, two) // the answer was lost: ask again
	fmt.Println(head, err)
	_, err = s.Append(ctx, "hand-3", store.NoStream, storetest.Events("another", 1, 1))
	fmt.Println(err)
	for r, err := range s.Read(ctx, "hand-3", 1) {
		fmt.Println(r.Revision, r.Type, string(r.Data), err)
	}
	// Output:
	// revision 2 <nil>
	// revision 2 <nil>
	// stream "hand-3" has moved on: expected no stream, found revision 2
	// revision 1 piece-moved.v1 {"name":"example","number":1} <nil>
	// revision 2 piece-moved.v1 {"name":"example","number":2} <nil>
}
