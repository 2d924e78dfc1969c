package storetest

import (
	"testing"

	"github.com/anishathalye/porcupine"
	"github.com/google/uuid"

	"adjudicate/store"
)

// TestAnswersOfNoOrderAreFound holds the model against histories that break a promise each, and one that breaks none.
func TestAnswersOfNoOrderAreFound(t *testing.T) {
	a, b := uuid.UUID{1}, uuid.UUID{2}
	add := func(at store.Revision, id uuid.UUID, out answered) porcupine.Operation {
		return porcupine.Operation{Input: asked{stream: "s", what: "append", expected: at, events: []uuid.UUID{id}}, Output: out}
	}
	head := func(r store.Revision) porcupine.Operation {
		return porcupine.Operation{Input: asked{stream: "s", what: "head"}, Output: answered{revision: r}}
	}
	read := func(ids ...uuid.UUID) porcupine.Operation {
		return porcupine.Operation{Input: asked{stream: "s", what: "read"}, Output: answered{events: ids}}
	}
	for _, c := range []struct {
		what    string
		history []porcupine.Operation // one after the other
		want    porcupine.CheckResult
	}{
		{"as promised", []porcupine.Operation{add(0, a, answered{revision: 1}), add(0, b, answered{revision: 1, conflict: true}), add(0, a, answered{revision: 1}), head(1), read(a)}, porcupine.Ok},
		{"two are first", []porcupine.Operation{add(0, a, answered{revision: 1}), add(0, b, answered{revision: 1})}, porcupine.Illegal},
		{"what is acknowledged cannot be read", []porcupine.Operation{add(0, a, answered{revision: 1}), read()}, porcupine.Illegal},
		{"a stream shrinks", []porcupine.Operation{add(0, a, answered{revision: 1}), head(1), head(0)}, porcupine.Illegal},
		{"a repeat is a conflict", []porcupine.Operation{add(0, a, answered{revision: 1}), add(0, a, answered{revision: 1, conflict: true})}, porcupine.Illegal},
		{"a refusal finds less", []porcupine.Operation{add(0, a, answered{revision: 1}), add(0, b, answered{revision: 0, conflict: true})}, porcupine.Illegal},
		{"what was refused is there", []porcupine.Operation{add(0, a, answered{revision: 1}), add(0, b, answered{revision: 1, conflict: true}), read(a, b)}, porcupine.Illegal},
	} {
		for i := range c.history {
			c.history[i].Call, c.history[i].Return = int64(2*i), int64(2*i+1)
		}
		if got := porcupine.CheckOperationsTimeout(streamModel, c.history, 0); got != c.want {
			t.Errorf("%s: %s, want %s", c.what, got, c.want)
		}
	}
}
