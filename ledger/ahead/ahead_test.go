package ahead

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/internal/played"
	"adjudicate/ledger"
	"adjudicate/ledger/place"
)

// hand is a game in a file of which Red (Ann) is to play and Blue (Bob) comes next.
func hand(t *testing.T) (*Keeper, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "games.ledger")
	st, err := (&place.Host{Engine: "adjudicate test", Cache: t.TempDir()}).OpenOrCreate(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { st.Close() })
	if _, err := played.Into(st.Events, "hand", "../../cmd/adjudicate/testdata/base.season", ledger.Options{Engine: "adjudicate test"}); err != nil {
		t.Fatal(err)
	}
	k, err := Of(st.Game("hand"), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return k, path
}

func (k *Keeper) open(t *testing.T) *ledger.Ledger {
	t.Helper()
	l, err := k.g.Ledger(t.Context(), 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

var began = time.Date(1998, 10, 7, 9, 0, 0, 0, time.UTC)

func (k *Keeper) add(t *testing.T, id, player, side, text, when string) Play {
	t.Helper()
	list, err := ParseExpects(when)
	if err != nil {
		t.Fatal(err)
	}
	p, err := k.Add(t.Context(), k.open(t), Play{ID: id, Player: player, Side: side, Text: text, Expects: list}, began)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func (k *Keeper) play(t *testing.T, side, text string, at time.Time) ledger.Result {
	t.Helper()
	l := k.open(t)
	p := events.PlaySubmitted{Side: side, Text: text}
	res, err := l.Submit(t.Context(), p, l.Actor(p), at)
	if err != nil || res.Ruled().Verdict != aggregate.Accepted {
		t.Fatalf("%s: %s: %v, %+v", side, text, err, res.Ruled())
	}
	return res
}

func (k *Keeper) apply(t *testing.T, now time.Time) []Play {
	t.Helper()
	done, err := k.Apply(t.Context(), now)
	if err != nil {
		t.Fatal(err)
	}
	return done
}

func TestAPlayIsMadeOnceWhatItWaitsForHasHappened(t *testing.T) {
	k, path := hand(t)
	k.add(t, "1", "Bob", "Blue", "Ra5-a6", "red: Rt17-t16")
	k.add(t, "2", "Ann", "Red", "pass", "Blue: *")
	if done := k.apply(t, began); len(done) != 0 {
		t.Fatalf("made before anything has happened: %+v", done)
	}
	text, err := os.ReadFile(path)
	wal, _ := os.ReadFile(path + "-wal")
	if err != nil || bytes.Contains(append(text, wal...), []byte("Ra5-a6")) {
		t.Errorf("what is to be played stands in the ledger's file (%v)", err)
	}
	at := began.Add(time.Hour)
	k.play(t, "Red", "Rt17-t16", at)
	head := k.open(t).Head()
	late := at.Add(10 * 24 * time.Hour) // the office was closed for longer than a time limit
	done := k.apply(t, late)
	if len(done) != 2 || done[0].ID != "1" || done[1].ID != "2" || done[0].Status != Made || done[0].Verdict != aggregate.Accepted || done[1].Verdict != aggregate.Accepted {
		t.Fatalf("made: %+v", done)
	}
	var mine *events.PlaySubmitted
	for e, err := range ledger.Events(t.Context(), k.g.Events, "hand", head+1) {
		if err != nil {
			t.Fatal(err)
		}
		if p, ok := e.Payload.(events.PlaySubmitted); ok && mine == nil {
			mine = &p
			if e.Actor != "Bob" || e.Sequence != done[0].Sequence {
				t.Errorf("#%d of %s; noted as #%d", e.Sequence, e.Actor, done[0].Sequence)
			}
		}
	}
	if mine == nil || mine.Text != "Ra5-a6" || mine.Sent == nil || !mine.Sent.Equal(at) {
		t.Errorf("made as %+v, expected as sent at %v", mine, at)
	}
	head = k.open(t).Head()
	if again := k.apply(t, late); len(again) != 0 || k.open(t).Head() != head {
		t.Errorf("made again: %+v", again)
	}
}

func TestAPlayLapsesWhenSomethingElseHappens(t *testing.T) {
	k, _ := hand(t)
	k.add(t, "1", "Bob", "Blue", "Ra5-a6", "Red: Rt17-t16")
	k.add(t, "2", "Bob", "Blue", "Ra5-a7", "Red: Rt17-t15")
	k.play(t, "Red", "Rt17-t15", began.Add(time.Hour))
	done := k.apply(t, began.Add(time.Hour))
	if len(done) != 2 || done[0].Status != Lapsed || !strings.Contains(done[0].Why, "expected Red: Rt17-t16, found Rt17-t15") || done[1].Status != Made {
		t.Fatalf("%+v", done)
	}
}

func TestADraftIsNeverMadeAndAWithdrawnPlayNeither(t *testing.T) {
	k, _ := hand(t)
	l := k.open(t)
	if _, err := k.Add(t.Context(), l, Play{ID: "d", Player: "Ann", Side: "Red", Text: "Rt17-t16", Status: Draft}, began); err != nil {
		t.Fatal(err)
	}
	k.add(t, "w", "Ann", "Red", "Rt17-t15", "")
	if _, err := k.Withdraw(t.Context(), "Bob", "w"); err == nil {
		t.Error("Bob has withdrawn a play of Ann's")
	}
	if list, err := k.List(t.Context(), "Bob"); err != nil || len(list) != 0 {
		t.Errorf("Bob sees %+v (%v)", list, err)
	}
	if _, err := k.Withdraw(t.Context(), "Ann", "w"); err != nil {
		t.Fatal(err)
	}
	if done := k.apply(t, began); len(done) != 0 {
		t.Fatalf("made: %+v", done)
	}
	// Changed from a draft to a play that waits for nothing it is made at once.
	k.add(t, "d", "Ann", "Red", "Rt17-t18", "")
	if done := k.apply(t, began); len(done) != 1 || done[0].Text != "Rt17-t18" || done[0].Verdict != aggregate.Accepted {
		t.Fatalf("made: %+v", done)
	}
	var refused *RefusedError
	if _, err := k.Withdraw(t.Context(), "Ann", "d"); !errors.As(err, &refused) {
		t.Errorf("a play that was made is withdrawn: %v", err)
	}
}

func TestAnInterruptedPlayIsNotMadeTwice(t *testing.T) {
	k, _ := hand(t)
	p := k.add(t, "1", "Ann", "Red", "Rt17-t16", "")
	if err := k.claim(t.Context(), &p); err != nil {
		t.Fatal(err)
	}
	l := k.open(t)
	if _, err := l.Submit(t.Context(), events.PlaySubmitted{Side: "Red", Text: p.Text, Message: p.message()}, "Ann", began); err != nil {
		t.Fatal(err)
	}
	// Killed here, before it was noted.
	head := k.open(t).Head()
	done := k.apply(t, began)
	if len(done) != 1 || done[0].Status != Made || done[0].Sequence == 0 || k.open(t).Head() != head {
		t.Fatalf("%+v, the ledger has %d events, %d before", done, k.open(t).Head(), head)
	}
}

func TestWhatCannotWaitIsRefused(t *testing.T) {
	k, _ := hand(t)
	l := k.open(t)
	for _, c := range []struct {
		player, side, text, when, want string
	}{
		{"Bob", "Red", "pass", "", "Bob"},
		{"Ann", "Red", "Rt17-7t", "", "column"},
		{"Ann", "Rad", "pass", "", "Rad"},
		{"Ann", "Red", "pass", "Blau: pass", "Blau"},
		{"Ann", "Red", "pass", "Blue: Ra5-6a", "column"},
		{"Ann", "Red", "pass", "Red: pass", "expected another side"},
		{"Ann", "Red", "pass", "when I like", "expected a side"},
	} {
		list, err := ParseExpects(c.when)
		if err == nil {
			_, err = k.Add(t.Context(), l, Play{ID: "x", Player: c.player, Side: c.side, Text: c.text, Expects: list}, began)
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v", c, err)
		}
	}
	if list, err := k.List(t.Context(), ""); err != nil || len(list) != 0 {
		t.Errorf("kept all the same: %+v (%v)", list, err)
	}
}

func TestABookOfAnotherUserIsNotOpened(t *testing.T) {
	k, path := hand(t)
	k.add(t, "1", "Ann", "Red", "Rt17-t16", "Blue: pass")
	st, err := (&place.Host{Engine: "adjudicate test", Cache: t.TempDir()}).Open(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	other, err := Of(st.Game("hand"), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	if list, err := other.List(t.Context(), ""); err == nil {
		t.Errorf("it was opened: %+v", list)
	}
}
