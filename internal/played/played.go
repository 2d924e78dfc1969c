// Package played turns a season file, or a generated game, into the events of a ledger, as the command does, so that tests of code
// that reads histories can run on output of the whole engine. Only tests use it.
package played

import (
	"context"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/internal/generate"
	"adjudicate/ledger"
	"adjudicate/season"
	"adjudicate/store"
	"adjudicate/store/memory"
	"adjudicate/systems"
)

// Name is the ledger's name.
const Name = "season"

// Season returns the events that a season file makes. The same file makes the same events.
func Season(t testing.TB, path string) []events.Envelope {
	t.Helper()
	_, list := Ledger(t, path)
	return list
}

// Ledger plays a season file into a ledger of a store, and returns its events, too.
func Ledger(t testing.TB, path string) (store.Store, []events.Envelope) {
	t.Helper()
	st := memory.New()
	inputs, err := Inputs(path)
	if err != nil {
		t.Fatal(err)
	}
	l, err := ledger.Create(context.Background(), st, Name, ledger.Options{Engine: "test", Entropy: rand.NewChaCha8([32]byte{})})
	if err != nil {
		t.Fatal(err)
	}
	list, err := Fill(l, inputs)
	if err != nil {
		t.Fatal(err)
	}
	return st, list
}

// Inputs reads the inputs of a season file, with the moments and actors that it gives them.
func Inputs(path string) ([]aggregate.Input, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	s, err := season.Parse(path, text)
	if err == nil {
		err = s.Resolve(season.Beside(os.DirFS(filepath.Dir(path))))
	}
	if err != nil {
		return nil, err
	}
	var list []aggregate.Input
	for _, e := range s.Entries {
		for _, p := range e.Inputs {
			list = append(list, aggregate.Input{Payload: p, At: e.At, Actor: e.Actor})
		}
	}
	return list, nil
}

// Into plays a season file into an empty stream of a store.
func Into(st store.Store, name, path string, o ledger.Options) (*ledger.Ledger, error) {
	inputs, err := Inputs(path)
	if err != nil {
		return nil, err
	}
	l, err := ledger.Create(context.Background(), st, name, o)
	if err == nil {
		_, err = Fill(l, inputs)
	}
	return l, err
}

// Fill submits inputs to a ledger and returns the events that come of them.
func Fill(l *ledger.Ledger, inputs []aggregate.Input) ([]events.Envelope, error) {
	var list []events.Envelope
	for _, in := range inputs {
		res, err := l.Submit(context.Background(), in.Payload, in.Actor, in.At)
		if err != nil {
			return nil, err
		}
		list = append(list, res.Events()...)
	}
	return list, nil
}

// Game plays a generated game whose rules change about every changeEvery plays.
func Game(t testing.TB, seed uint64, plays, changeEvery int) (store.Store, []events.Envelope) {
	t.Helper()
	changes, err := generate.Changes(os.DirFS(fixture(t, "../systems/"+generate.System+"/"+systems.ChangesDir)))
	if err != nil {
		t.Fatal(err)
	}
	st := memory.New()
	l, err := ledger.Create(context.Background(), st, Name, ledger.Options{Engine: "test", Entropy: rand.NewChaCha8([32]byte{})})
	if err == nil {
		_, err = generate.Fill(context.Background(), l, seed, generate.Options{Changes: changes, ChangeEvery: changeEvery}, plays)
	}
	if err != nil {
		t.Fatal(err)
	}
	var list []events.Envelope
	for e, err := range ledger.Events(context.Background(), st, Name, 1) {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, e)
	}
	return st, list
}

// Autumn is the sample season.
func Autumn(t testing.TB) []events.Envelope {
	t.Helper()
	return Season(t, fixture(t, "season/autumn.season"))
}

// fixture is the path of what stands under fixtures, from whichever package's folder a test runs in.
func fixture(t testing.TB, name string) string {
	t.Helper()
	for dir := "."; ; dir = filepath.Join("..", dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return filepath.Join(dir, "fixtures", name)
		}
		if len(dir) > 64 {
			t.Fatal("no go.mod above the test's folder")
		}
	}
}

// All yields a list as a history.
func All(list []events.Envelope) iter.Seq2[events.Envelope, error] {
	return func(yield func(events.Envelope, error) bool) {
		for _, e := range list {
			if !yield(e, nil) {
				return
			}
		}
	}
}
