package notice_test

import (
	"fmt"
	"iter"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/internal/played"
	"adjudicate/ledger"
	"adjudicate/ledger/notice"
	"adjudicate/store/memory"
)

// told plays a season and lists what each is told, "Ann: check: …".
func told(t *testing.T, season string) (list []string, stream func(from uint64) iter.Seq2[events.Envelope, error]) {
	t.Helper()
	st := memory.New()
	if _, err := played.Into(st, "game", season, ledger.Options{Engine: "test"}); err != nil {
		t.Fatal(err)
	}
	stream = func(from uint64) iter.Seq2[events.Envelope, error] {
		return history.Stream(t.Context(), st, "game", from)
	}
	for e, err := range notice.Read(aggregate.NewState(), stream(1)) {
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range e.Notices {
			list = append(list, fmt.Sprintf("%s, %s: %s", n.Player, n.Kind, n.Text))
		}
	}
	return list, stream
}

// TestWhatPlayersAreToldInAShortGame holds what is told to what the season says: who may play next, whose play is refused by which
// clause (its "rejected by"), who is in check (its "expect check").
func TestWhatPlayersAreToldInAShortGame(t *testing.T) {
	got, _ := told(t, "../../fixtures/season/short.season")
	at := 0
	for _, want := range []string{
		"Ann, turn: It is your turn as Red.",
		"Ann, ruling: Your play K@c3 as Red", "Bob, turn: It is your turn as Blue.",
		"Bob, ruling: Your play K@c4 as Blue", "1230.2/49 §6.C", // and still their turn: not told again
		"Bob, ruling: Your play K@h3 as Blue", "Ann, turn: It is your turn as Red.",
		"Ann, ruling: Your play Kd3-d4; B@b1 as Red", "Bob, check: Blue is in check by Rook on c3.", "Bob, turn: It is your turn as Blue.",
		"Bob, ruling: Your play pass as Blue", "is rejected.", "1230.2/49 §7",
		"Ann, turn: It is your turn as Red.",
	} {
		text := strings.Join(got, "\n")
		i := strings.Index(text[at:], want)
		if i < 0 {
			t.Fatalf("%q is missing or comes too early in:\n%s", want, text)
		}
		at += i
	}
	turns := 0
	for _, line := range got {
		if strings.Contains(line, ", turn: ") {
			turns++
		}
	}
	if turns != 7 { // one when the game starts, and one behind each of the six plays that are accepted
		t.Errorf("%d turns are told, want 7", turns)
	}
}

// TestNoticesDoNotHangOnWhereReadingBegins reads each stretch of a game by itself and wants what reading all of it gives.
func TestNoticesDoNotHangOnWhereReadingBegins(t *testing.T) {
	whole, stream := told(t, "../../fixtures/season/short.season")
	var parts []string
	var begins []uint64
	for act, err := range events.Acts(stream(1)) {
		if err != nil {
			t.Fatal(err)
		}
		begins = append(begins, act.First().Sequence)
	}
	for i, from := range begins {
		st := aggregate.NewState()
		for e, err := range stream(1) {
			if err != nil {
				t.Fatal(err)
			}
			if e.Sequence == from {
				break
			}
			if err := history.Fold(st, &e); err != nil {
				t.Fatal(err)
			}
		}
		for e, err := range notice.Read(st, stream(from)) {
			if err != nil {
				t.Fatal(err)
			}
			if i+1 < len(begins) && e.Act.First().Sequence == begins[i+1] {
				break
			}
			for _, n := range e.Notices {
				parts = append(parts, fmt.Sprintf("%s, %s: %s", n.Player, n.Kind, n.Text))
			}
		}
	}
	if diff := cmp.Diff(whole, parts); diff != "" {
		t.Errorf("-whole +in parts:\n%s", diff)
	}
}

// TestDisputesAreToldToEverybodyAndTheJudge: the season's last entries open a dispute before Judith, who holds no side.
func TestDisputesAreToldToEverybodyAndTheJudge(t *testing.T) {
	if _, err := os.Stat("../../fixtures/season/bishop.season"); err != nil {
		t.Fatal(err)
	}
	got, _ := told(t, "../../fixtures/season/bishop.season")
	text := strings.Join(got, "\n")
	for _, want := range []string{
		"Rhoda, dispute: Basil has opened dispute D1 about 1230.2 §6.C: a Pawn is an opposing piece",
		"Basil, dispute: Basil has opened dispute D1", "Judith, dispute: You are the judge of dispute D1.", "Ursula, dispute: Basil has opened dispute D1",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in:\n%s", want, text)
		}
	}
}
