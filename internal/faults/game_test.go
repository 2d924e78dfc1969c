package faults_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"adjudicate/events"
	"adjudicate/ledger"
	"adjudicate/store"
	"adjudicate/store/memory"
	"adjudicate/store/sqlite"
	"adjudicate/systems"
)

const name = "hand-3"

// How many rules a game is given.
const (
	few  = 4
	many = 100
)

var noon = time.Date(1998, 10, 5, 12, 0, 0, 0, time.UTC)

// full says that the campaigns are to be run at length, as `make faults` does.
var full = os.Getenv("ADJUDICATE_FAULTS") != ""

func options(seed byte) ledger.Options {
	return ledger.Options{Engine: "test 1", Entropy: rand.NewChaCha8([32]byte{seed})}
}

// prepared is the events of a game that is ready to begin, with so many of its rules. A few
// are judged again sooner.
func prepared(t *testing.T, most int) []store.Event {
	t.Helper()
	book, _, err := systems.Load("partychess")
	if err != nil {
		t.Fatal(err)
	}
	list := []events.Payload{opened(t, "Hand 3")}
	for i, r := range book.Rules() {
		if i == most {
			break
		}
		list = append(list, events.RuleEnacted{Number: r.Number, Rule: r.Canonical()})
	}
	list = append(list, events.PlayerRegistered{Player: "Ann"}, events.OfficeFilled{Office: "umpire", Player: "Ann"})
	ctx, st := context.Background(), memory.New()
	l, err := ledger.Create(ctx, st, name, options(1))
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range list {
		if _, err := l.Submit(ctx, p, "Ann", noon); err != nil {
			t.Fatal(err)
		}
	}
	var out []store.Event
	for r, err := range st.Read(ctx, name, 1) {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, r.Event)
	}
	return out
}

// ledgerFile makes a closed ledger of events and returns its bytes.
func ledgerFile(t *testing.T, list []store.Event) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), "game.ledger")
	s, err := sqlite.Create(path, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Append(context.Background(), name, store.NoStream, list); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// promises is what a writer has been told, and what it has tried beyond that.
type promises struct {
	list    []store.Event // acknowledged
	doubted []store.Event // the append that followed, if its outcome is not known
}

// guests registers players from number first on, one input an append, until count of them
// are acknowledged or one fails. heard, if not nil, is told of each acknowledgement.
func (p *promises) guests(s *sqlite.Store, first, count int, heard func(revision int)) error {
	ctx := context.Background()
	w := &watched{Store: s}
	l, err := ledger.Open(ctx, w, name, options(byte(2+first)))
	if err != nil {
		return err
	}
	for i := range count {
		if _, err := l.Submit(ctx, events.PlayerRegistered{Player: fmt.Sprintf("Guest%d", first+i)}, "Ann", noon); err != nil {
			var unreachable *store.UnreachableError
			if errors.As(err, &unreachable) && unreachable.InDoubt {
				p.doubted = w.tried
			}
			return err
		}
		p.list = append(p.list, w.tried...)
		if heard != nil {
			heard(len(p.list))
		}
		if i%3 == 2 {
			// What is derived goes into the same file, without waiting for the disk. Whether it
			// succeeds does not matter; that it does no harm does.
			_ = s.Keep(ctx, store.Note{Kind: "test", Stream: name, At: store.Revision(len(p.list)), Data: make([]byte, 5000)})
		}
	}
	return nil
}

// watched is a store that remembers what was last to be appended.
type watched struct {
	store.Store
	tried []store.Event
}

func (w *watched) Append(ctx context.Context, stream string, expected store.Revision, list []store.Event) (store.Revision, error) {
	w.tried = list
	return w.Store.Append(ctx, stream, expected, list)
}

// held reads a ledger's file and returns its events. It must open, pass the check and verify.
func held(path string) ([]store.Event, error) {
	ctx := context.Background()
	s, err := sqlite.Open(path, sqlite.Options{})
	if err != nil {
		return nil, err
	}
	defer s.Close()
	if err := s.Check(ctx); err != nil {
		return nil, err
	}
	var list []store.Event
	for r, err := range s.Read(ctx, name, 1) {
		if err != nil {
			return nil, err
		}
		list = append(list, r.Event)
	}
	if len(list) == 0 {
		return nil, nil
	}
	v, err := ledger.Verify(ctx, s, name, options(0))
	if err != nil {
		return nil, err
	}
	if len(v.Differences) > 0 {
		return nil, fmt.Errorf("verify: %+v", v.Differences[0])
	}
	return list, nil
}

// begins reports whether list begins with the events of part.
func begins(list, part []store.Event) bool {
	if len(list) < len(part) {
		return false
	}
	for i := range part {
		if list[i].ID != part[i].ID || string(list[i].Data) != string(part[i].Data) {
			return false
		}
	}
	return true
}

// kept says whether a file holds what was promised: all of it, and behind it nothing, or
// the append whose outcome was not known, whole.
func (p *promises) kept(list []store.Event) error {
	if !begins(list, p.list) {
		return fmt.Errorf("%d events were acknowledged, the file holds %d, or others", len(p.list), len(list))
	}
	rest := list[len(p.list):]
	if len(rest) > 0 && (len(rest) != len(p.doubted) || !begins(rest, p.doubted)) {
		return fmt.Errorf("behind %d acknowledged events the file holds %d that nobody was in doubt about", len(p.list), len(rest))
	}
	return nil
}

// opened is the opening of a game of today's format.
func opened(t testing.TB, game string) events.GameOpened {
	t.Helper()
	o, err := systems.Opening(game, "partychess", strings.Repeat("5e", 32), "")
	if err != nil {
		t.Fatal(err)
	}
	return o
}
