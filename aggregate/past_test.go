package aggregate

import (
	"encoding/json"
	"testing"

	"adjudicate/events"
)

func TestAStateOfAnEngineThatRememberedNothingStandsForTodays(t *testing.T) {
	g := newGame(t, "Red: King a1, Rook b1; Blue: King t20, Rook b9")
	g.input(0, events.PlaySubmitted{Side: "Red", Text: "Rb1xb9"})
	now, err := g.j.State().Snapshot(nil)
	if err != nil {
		t.Fatal(err)
	}
	var v snapshot
	if err := json.Unmarshal(now, &v); err != nil {
		t.Fatal(err)
	}
	if v.Pieces[1].Past == nil || len(v.Pieces[1].Past.Taken) != 1 || v.Captor != "R1" || !v.Pieces[1].Moved {
		t.Fatalf("the state says of a Rook that has captured %+v, captor %q", v.Pieces[1], v.Captor)
	}
	v.forgetPast()
	old, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	if !new(State).StandsFor(old, readBack(t, old), now) {
		t.Error("a state without pasts is not taken for today's")
	}
	if new(State).StandsFor(now, readBack(t, now), old) {
		t.Error("a state with pasts is taken for one without")
	}
	v.Pieces[1].At = "b8"
	if other, err := json.Marshal(v); err != nil || new(State).StandsFor(other, readBack(t, other), now) {
		t.Error("a Rook on another square is the same", err)
	}
	s := NewState()
	if err := s.Restore(now); err != nil {
		t.Fatal(err)
	}
	if again, err := s.Snapshot(nil); err != nil || string(again) != string(now) {
		t.Errorf("read back it is %s, was %s (%v)", again, now, err)
	}
}

func TestAStateWithoutTheDemandForSignaturesStandsForTodays(t *testing.T) {
	g := newGame(t, "Red: King a1, Rook b1; Blue: King t20, Rook b9")
	without, err := g.j.State().Snapshot(nil)
	if err != nil {
		t.Fatal(err)
	}
	g.j.State().Apply(events.SignaturesSet{On: true})
	now, err := g.j.State().Snapshot(nil)
	if err != nil {
		t.Fatal(err)
	}
	if !new(State).StandsFor(without, readBack(t, without), now) {
		t.Error("engines of before left the demand out")
	}
	if new(State).StandsFor(now, readBack(t, now), without) {
		t.Error("a demand that nobody made stands for none")
	}
	s := NewState()
	if err := s.Restore(now); err != nil || !s.Signatures().On {
		t.Errorf("read back, signatures are demanded: %v (%v)", s.Signatures(), err)
	}
}

// readBack is the state that a text says.
func readBack(t *testing.T, text []byte) *State {
	t.Helper()
	s := NewState()
	if err := s.Restore(text); err != nil {
		t.Fatal(err)
	}
	return s
}
