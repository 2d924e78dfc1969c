package esdb_test

import (
	"context"
	"fmt"

	"adjudicate/store"
	"adjudicate/store/esdb"
	"adjudicate/store/esdb/esdbtest"
	"adjudicate/store/storetest"
)

func Example() {
	server, err := esdbtest.Start(esdbtest.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer server.Stop()
	s, err := esdb.Open(server.URL(), esdb.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer s.Close()
	ctx := context.Background()
	two := storetest.Events("example", 1, 2)
	fmt.Println(s.Append(ctx, "hand-3", store.NoStream, two))
	fmt.Println(s.Append(ctx, "hand-3", store.NoStream, two)) // the answer was lost: ask again
	_, err = s.Append(ctx, "hand-3", store.NoStream, storetest.Events("another", 1, 1))
	fmt.Println(err)
	for r, err := range s.Read(ctx, "hand-3", 1) {
		fmt.Println(r.Revision, r.Type, string(r.Data), err)
	}
	fmt.Println(s.Streams(ctx))
	// Output:
	// revision 2 <nil>
	// revision 2 <nil>
	// stream "hand-3" has moved on: expected no stream, found revision 2
	// revision 1 piece-moved.v1 {"name":"example","number":1} <nil>
	// revision 2 piece-moved.v1 {"name":"example","number":2} <nil>
	// [hand-3] <nil>
}
