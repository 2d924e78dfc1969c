package cases

import (
	"strings"
	"testing"
	"testing/fstest"

	rulesuite "adjudicate/systems"
)

// wrong is a case whose set-up and play are sound; each test adds a claim that is not.
const wrong = `id: 5.2.1
title: A title
purpose: A purpose
clause: 1230.5 §2
sides:
  Red: {board: Ka1 Re5, hand: C H(Hn=4), money: 5, last: move Camel}
  Blue: {board: Ke9 Pawnt1}
  Green: {board: Kt20}
steps:
  - play: Re5-e6
    is: accepted
    then: CLAIM
`

func TestEveryKindOfClaimCanFail(t *testing.T) {
	sys, err := rulesuite.Find("partychess")
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct{ claim, want string }{
		{"{board: {e6: Red Camel}}", "e6: want Red Camel, got Red Rook"},
		{"{board: {e6: empty}}", "e6: want empty, got Red Rook"},
		{"{board: {e5: Red Rook}}", "e5: want Red Rook, got empty"},
		{"{hand: {Red: H C C}}", "off-board pieces of Red: want Camel Camel HarfyBlob, got Camel HarfyBlob"},
		{"{hand: {Red: C H(Hn=5)}}", "want Camel HarfyBlob(Hn=5), got Camel HarfyBlob(Hn=4)"},
		{"{hand: {Blue: C}}", "off-board pieces of Blue: want Camel, got none"},
		{"{owns: {Red: 3}}", "number of pieces of Red: want 3, got 4"},
		{"{turn: Green}", "turn: want Green, got Blue"},
		{"{skipped: Green}", "skipped: want Green, got none"},
		{"{list: Green Blue Red}", "play list: want Green Blue Red, got Blue Green Red"},
		{"{checks: {}}", "checks: want , got Blue by e6"},
		{"{checks: {Blue: e5}}", "checks: want Blue by e5, got Blue by e6"},
		{"{weights: {Green: 2}}", "weight of Green: want 2, got 1"},
		{"{counts: {Red: 2}}", "pieces of Red that count: want 2, got 1"},
		{"{accounts: {Red: {money: 6}}}", "money of Red: want 6, got 5"},
		{"{last: {Red: pass}}", "last play of Red: want pass, got move Rook"},
		{"{last: {Green: pass}}", "last play of Green: want pass, got none"},
		{"{limit: 3d}", "limit: want 3d0s, got none"},
		{"{titles: Red}", "titles: want Red, got none"},
		{"{shirts: Red}", "shirts lost: want Red, got none"},
		{"{free: {Red: 1/5}}", "free pieces of Red: want 1/5, got 0/0"},
		{"{away: Red}", "sides gone Somewhere Else: want Red, got none"},
		{"{sides: Red Blue}", "sides: want Red Blue, got Red Blue Green"},
		{"{defaults: {Red: 1}}", "default plays of Red: want 1, got 0"},
		{"{umpire: none}", "umpire: want none, got Umpire"},
		{"{free_for_all: running}", "Free For All: want running, got"},
		{"{free_for_all_ends: 1d}", "end of the Free For All: want 1d0s, got none"},
		{"{pieces: {d5: {value: 9}}}", "no such piece: d5"},
		{"{pieces: {Red R: {value: 9}}}", "no such piece: Red R"},
		{"{pieces: {e6: {value: 8}}}", "value of e6: want 8, got 9"},
		{"{pieces: {e6: {mobility: 9.5}}}", "mobility of e6: want 9.5, got 10"},
		{"{pieces: {e6: {moves: e7}}}", "moves of e6:"},
		{"{pieces: {e6: {moves: {with: e10}}}}", "moves of e6: e10 missing"},
		{"{pieces: {e6: {moves: {without: e7}}}}", "moves of e6: e7 too many"},
		{"{pieces: {e6: {captures: none}}}", "captures of e6: e9 too many"},
		{"{pieces: {e6: {captures: e9 h6}}}", "captures of e6: h6 missing"},
		{"{pieces: {e6: {defends: a1}}}", "defended by e6: a1 missing"},
		{"{pieces: {e6: {specials: {with: e6}}}}", "specials of e6: e6 missing"},
		{"{pieces: {e6: {legal_moves: none}}}", "legal moves of e6:"},
		{"{pieces: {e6: {legal_captures: none}}}", "legal captures of e6: e9 too many"},
		{"{pieces: {e6: {scratches: true}}}", "scratches of e6: want true, got false"},
		{"{pieces: {Red C: {placements: {with: e9}}}}", "placements of Red C: e9 missing"},
	}
	for _, tt := range tests {
		t.Run(tt.claim, func(t *testing.T) {
			src := strings.Replace(wrong, "CLAIM", tt.claim, 1)
			list, err := Run(fstest.MapFS{"5.2.1.yaml": {Data: []byte(src)}}, nil, sys)
			if err != nil {
				t.Fatal(err)
			}
			diffs := strings.Join(list[0].Diffs, "\n")
			if list[0].Passed() || !strings.Contains(diffs, tt.want) {
				t.Errorf("got %q, want %q in it", diffs, tt.want)
			}
		})
	}
}

func TestAWrongVerdictIsNoticed(t *testing.T) {
	sys, err := rulesuite.Find("partychess")
	if err != nil {
		t.Fatal(err)
	}
	src := strings.Replace(wrong, "\n    then: CLAIM", "", 1)
	tests := []struct{ name, old, new, want string }{
		{"a rejection of what is legal", "is: accepted", "is: rejected by 1230.5 §2", "want rejected by 1230.5 §2, got accepted"},
		{"an acceptance of what is not", "Re5-e6", "Re5-f6", "want accepted, got rejected by 1230.5"},
		{"another clause", "Re5-e6\n    is: accepted", "Re5-f6\n    is: rejected by 1230.6 §2", "want 1230.6 §2 among the faults, got rejected by 1230.5"},
		{"an input that is none", "play: Re5-e6", "do: sing", `do: unknown input "sing"`},
		{"a type that is none", "Re5,", "Re5 Dragonb2,", `no such piece type: "Dragon"`},
		{"a reading that is none", "sides:", "reading: king-step=sideways\nsides:", "reading:"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			changed := strings.Replace(src, tt.old, tt.new, 1)
			list, err := Run(fstest.MapFS{"5.2.1.yaml": {Data: []byte(changed)}}, nil, sys)
			if err != nil {
				t.Fatal(err)
			}
			if diffs := strings.Join(list[0].Diffs, "\n"); !strings.Contains(diffs, tt.want) {
				t.Errorf("got %q, want %q in it", diffs, tt.want)
			}
		})
	}
}
