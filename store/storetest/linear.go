package storetest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"
	"github.com/google/uuid"

	"adjudicate/store"
)

// asked is what a client asks of one stream, and answered what it is told.
type asked struct {
	stream   string
	what     string // "append", "head", "read"
	expected store.Revision
	events   []uuid.UUID
}

type answered struct {
	revision store.Revision // of an append or the head; what a conflict has found
	conflict bool
	events   []uuid.UUID // that were read
}

// streamModel is a stream as the promises of store.Store describe it: the ids of its events.
var streamModel = porcupine.Model{
	Partition: func(history []porcupine.Operation) [][]porcupine.Operation {
		by := map[string][]porcupine.Operation{}
		for _, op := range history {
			name := op.Input.(asked).stream
			by[name] = append(by[name], op)
		}
		var list [][]porcupine.Operation
		for _, ops := range by {
			list = append(list, ops)
		}
		return list
	},
	Init: func() any { return []uuid.UUID(nil) },
	Step: func(state, input, output any) (bool, any) {
		held, in, out := state.([]uuid.UUID), input.(asked), output.(answered)
		at := int(in.expected)
		switch {
		case in.what == "head":
			return out.revision == store.Revision(len(held)), held
		case in.what == "read":
			return slices.Equal(out.events, held), held
		case at < len(held) && at+len(in.events) <= len(held) && slices.Equal(held[at:at+len(in.events)], in.events):
			return !out.conflict && out.revision == store.Revision(at+len(in.events)), held // a repeat
		case at != len(held):
			return out.conflict && out.revision == store.Revision(len(held)), held
		}
		grown := append(slices.Clone(held), in.events...)
		return !out.conflict && out.revision == store.Revision(len(grown)), grown
	},
	Equal: func(a, b any) bool { return slices.Equal(a.([]uuid.UUID), b.([]uuid.UUID)) },
	DescribeOperation: func(input, output any) string {
		in, out := input.(asked), output.(answered)
		return fmt.Sprintf("%s %s at %s (%d events) → %s conflict=%v (%d events)", in.what, in.stream, in.expected, len(in.events), out.revision, out.conflict, len(out.events))
	},
}

// linear has several clients append, look and read at once, some at revisions that they only remember, some again what they
// have appended, and asks whether one order of all that they asked explains all that they were told.
func linear(t *testing.T, open Opener) {
	for seed := range uint64(4) {
		s, _ := open(t)
		const clients, each = 4, 15
		var clock atomic.Int64
		histories := make([][]porcupine.Operation, clients)
		var all sync.WaitGroup
		for c := range clients {
			all.Go(func() {
				rng := rand.New(rand.NewPCG(seed, uint64(c)))
				known := map[string]store.Revision{}
				var last []store.Event
				var lastAsked asked
				for i := range each {
					in := asked{stream: fmt.Sprint("s", rng.IntN(2)), what: []string{"append", "append", "append", "head", "read"}[rng.IntN(5)]}
					var events []store.Event
					if in.what == "append" {
						in.expected = known[in.stream]
						events = Events(fmt.Sprint("client ", seed, c), 10*i, 1+rng.IntN(3))
						if rng.IntN(6) == 0 && last != nil {
							in, events = lastAsked, last
						}
						in.events = nil
						for _, e := range events {
							in.events = append(in.events, e.ID)
						}
						last, lastAsked = events, in
					}
					op := porcupine.Operation{ClientId: c, Input: in, Call: clock.Add(1)}
					out, err := ask(s, in, events)
					if err != nil {
						t.Errorf("client %d: %s: %v", c, in.what, err)
						return
					}
					op.Output, op.Return = out, clock.Add(1)
					histories[c] = append(histories[c], op)
					if in.what != "read" {
						known[in.stream] = out.revision
					}
				}
			})
		}
		all.Wait()
		result, info := porcupine.CheckOperationsVerbose(streamModel, slices.Concat(histories...), time.Minute)
		if result != porcupine.Ok {
			t.Errorf("seed %d: the answers are those of no order of the questions (%s)", seed, result)
			for _, part := range info.PartialLinearizationsOperations() {
				for _, order := range part {
					for _, op := range order {
						t.Logf("client %d: %s", op.ClientId, streamModel.DescribeOperation(op.Input, op.Output))
					}
					break
				}
			}
		}
	}
}

// ask asks a store.
func ask(s store.Store, in asked, events []store.Event) (out answered, err error) {
	ctx := context.Background()
	switch in.what {
	case "head":
		out.revision, err = s.Head(ctx, in.stream)
	case "read":
		for r, err := range s.Read(ctx, in.stream, 1) {
			if err != nil {
				return out, err
			}
			out.events = append(out.events, r.ID)
		}
	default:
		out.revision, err = s.Append(ctx, in.stream, in.expected, events)
		var conflict *store.ConflictError
		if errors.As(err, &conflict) {
			return answered{revision: conflict.Found, conflict: true}, nil
		}
	}
	return out, err
}
