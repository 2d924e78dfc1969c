package events

import (
	"errors"
	"iter"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
)

func listed(fail error, payloads ...Payload) iter.Seq2[Envelope, error] {
	return func(yield func(Envelope, error) bool) {
		for i, p := range payloads {
			if !yield(Envelope{Sequence: uint64(i + 1), Payload: p}, nil) {
				return
			}
		}
		if fail != nil {
			yield(Envelope{}, fail)
		}
	}
}

func TestEventsArePutTogetherToActs(t *testing.T) {
	list := []Payload{StartDone{}, TimePassed{}, Ruled{Verdict: "accepted"}, OfficeHeld{Office: "umpire"}, PlaySubmitted{Side: "Red"}, GameStarted{}}
	for _, c := range []struct {
		name string
		fail error
		stop int
		want [][]uint64
	}{
		{"outcomes without their input, an input without outcomes", nil, 0, [][]uint64{{1}, {2, 3, 4}, {5}, {6}}},
		{"who stops gets no more", nil, 2, [][]uint64{{1}, {2, 3, 4}}},
		{"an act is left out that could not be read to its end", errors.New("torn"), 0, [][]uint64{{1}, {2, 3, 4}, {5}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got [][]uint64
			var failed error
			for a, err := range Acts(listed(c.fail, list...)) {
				if err != nil {
					failed = err
					break
				}
				var one []uint64
				for _, e := range a.Events() {
					one = append(one, e.Sequence)
				}
				if got = append(got, one); len(got) == c.stop {
					break
				}
			}
			if d := cmp.Diff(c.want, got); d != "" || failed != c.fail {
				t.Errorf("%v (-want +got):\n%s", failed, d)
			}
		})
	}
}

// An input may have many outcomes: the last act begins as far back as it must.
func TestTheLastActIsFoundFromTheEnd(t *testing.T) {
	for _, outcomes := range []int{0, 1, 62, 63, 64, 65, 400} {
		list := []Payload{PlaySubmitted{Side: "Red"}, Ruled{}, PlaySubmitted{Side: "Blue"}}
		for range outcomes {
			list = append(list, PieceMoved{})
		}
		read := 0
		last, err := LastAct(uint64(len(list)), func(from uint64) iter.Seq2[Envelope, error] {
			return func(yield func(Envelope, error) bool) {
				for e, err := range listed(nil, list...) {
					if e.Sequence >= from {
						if read++; !yield(e, err) {
							return
						}
					}
				}
			}
		})
		if err != nil || last.Input.Sequence != 3 || len(last.Outcomes) != outcomes {
			t.Errorf("%d outcomes: the last act is of input %d with %d outcomes (%v)", outcomes, last.Input.Sequence, len(last.Outcomes), err)
		}
		if read > 3*len(list) {
			t.Errorf("%d outcomes: %d events read of %d", outcomes, read, len(list))
		}
	}
	if last, err := LastAct(0, func(uint64) iter.Seq2[Envelope, error] { return listed(nil) }); last != nil || err != nil {
		t.Errorf("of an empty list: %v, %v", last, err)
	}
	torn := errors.New("torn")
	if _, err := LastAct(9, func(uint64) iter.Seq2[Envelope, error] { return listed(torn, TimePassed{}) }); err != torn {
		t.Errorf("error %v, want %v", err, torn)
	}
}

func TestTheRulingOfAnAct(t *testing.T) {
	basis := Basis{Clauses: []string{"1230.2/49 §6.A"}}
	a := Act{Input: Envelope{Payload: TimePassed{}}, Outcomes: []Envelope{{Payload: Ruled{Verdict: "accepted"}, Basis: basis}, {Payload: StartDone{}}}}
	r, b, ok := a.Ruling()
	if !ok || r.Verdict != "accepted" || a.Ruled().Verdict != "accepted" || cmp.Diff(basis, b) != "" {
		t.Errorf("ruled %q on %v, %t", r.Verdict, b, ok)
	}
	if d := cmp.Diff([]Outcome{{Payload: Ruled{Verdict: "accepted"}, Basis: &basis}, {Payload: StartDone{}}}, a.Payloads()); d != "" {
		t.Errorf("as Decide yields them (-want +got):\n%s", d)
	}
	if _, _, ok := new(Act).Ruling(); ok {
		t.Error("an act without outcomes has a ruling")
	}
}

func TestClausesAreFoundByRuleRevisionAndSection(t *testing.T) {
	for _, test := range []struct {
		name, wanted, cited string
		want                bool
	}{
		{"a rule holds all its sections", "1230.2", "1230.2/49 §6.C", true},
		{"a section holds what is within it", "1230.2 §6", "1230.2/49 §6.C", true},
		{"a section is itself", "1230.2/49 §6.C", "1230.2/49 §6.C", true},
		{"another revision", "1230.2/48 §6", "1230.2/49 §6.C", false},
		{"a rule whose number goes on", "1230.2", "1230.20/3 §1", false},
		{"a section whose number goes on", "1230.2 §1", "1230.2/49 §10", false},
		{"a section is not held by one within it", "1230.2 §6.C", "1230.2/49 §6", false},
		{"a whole revision", "1230.2/49", "1230.2/49 §4.B.iii", true},
	} {
		if got := Covers(test.wanted, test.cited); got != test.want {
			t.Errorf("%s: %q covers %q: %t, want %t", test.name, test.wanted, test.cited, got, test.want)
		}
	}
}

func TestWhatAJudgeMadeOfAnInputFollowsIt(t *testing.T) {
	id := uuid.MustParse("018e1f8a-0000-7000-8000-000000000001")
	in := Envelope{ID: id, Ledger: "autumn", Sequence: 7, Effective: 7, Actor: "Ann", Correlation: id, Payload: PlaySubmitted{Side: "Red"}}
	basis := Basis{Clauses: []string{"1230.2 §6"}}
	outcomes := []Outcome{{Payload: Ruled{Verdict: "accepted"}, Basis: &basis}, {Payload: PieceMoved{Piece: "R1"}}}
	a, err := Decided(in, outcomes)
	if err != nil {
		t.Fatal(err)
	}
	want := []Envelope{
		{Ledger: "autumn", Sequence: 8, Effective: 8, Type: "ruled.v2", Actor: "Ann", Correlation: id, Causation: id, Basis: basis, Payload: outcomes[0].Payload},
		{Ledger: "autumn", Sequence: 9, Effective: 9, Type: "piece-moved.v1", Actor: "Ann", Correlation: id, Causation: id, Payload: outcomes[1].Payload},
	}
	if d := cmp.Diff(want, a.Outcomes); d != "" {
		t.Error(d)
	}
	if a.Len() != 3 || a.First().Sequence != 7 || a.Last().Sequence != 9 {
		t.Errorf("%d events from %d to %d", a.Len(), a.First().Sequence, a.Last().Sequence)
	}
	if d := cmp.Diff(outcomes[0], a.Payloads()[0]); d != "" {
		t.Error(d)
	}
	in.Sequence = 0
	if a, err = Decided(in, outcomes); err != nil || a.Last().Sequence != 0 {
		t.Errorf("outcomes of an input without a number have %d, %v", a.Last().Sequence, err)
	}
}
