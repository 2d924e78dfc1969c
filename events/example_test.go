package events_test

import (
	"fmt"
	"time"

	"adjudicate/events"

	"github.com/google/uuid"
)

func Example() {
	e := events.Envelope{
		ID:       uuid.MustParse("00d3410e-fa00-7000-8000-000000000001"),
		Ledger:   "hand-3",
		Sequence: 7,
		Recorded: time.Date(1998, 10, 2, 12, 0, 0, 0, time.UTC),
		Actor:    "Red",
		Basis:    events.Basis{Clauses: []string{"1230.2/49 §6.A"}},
		Payload:  events.PieceMoved{Piece: "R1", From: "a1", To: "a7"},
	}
	data, err := events.Encode(&e)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(string(data))

	back, err := events.Decode(data)
	if err != nil {
		fmt.Println(err)
		return
	}
	switch p := back.Payload.(type) {
	case events.PieceMoved:
		fmt.Println(back.Type, p.Piece, "goes to", p.To, "by", back.Basis.Clauses[0])
	}
	// Output:
	// {"id":"00d3410e-fa00-7000-8000-000000000001","ledger":"hand-3","sequence":7,"type":"piece-moved.v1","recorded":"1998-10-02T12:00:00Z","actor":"Red","basis":{"clauses":["1230.2/49 §6.A"]},"payload":{"piece":"R1","from":"a1","to":"a7"}}
	// piece-moved.v1 R1 goes to a7 by 1230.2/49 §6.A
}
