package betza_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adjudicate/rules"
	"adjudicate/rules/betza"
)

func TestTextsBecomeModes(t *testing.T) {
	tests := []struct {
		name, text string
		want       []rules.Mode
	}{
		{"a step along files and ranks", "W", []rules.Mode{{Legs: []rules.Leg{{Dir: "orthogonal", N: "1"}}}}},
		{"a number is the greatest number of steps", "F12", []rules.Mode{{Legs: []rules.Leg{{Dir: "diagonal", N: "1..12"}}}}},
		{"a doubled atom rides", "NN", []rules.Mode{{Legs: []rules.Leg{{Leap: []int{2, 1}, N: "1..30"}}}}},
		{"moves as one piece, captures as another", "mRcB", []rules.Mode{
			{For: []string{"move"}, Legs: []rules.Leg{{Dir: "orthogonal", N: "1..30"}}},
			{For: []string{"capture"}, Legs: []rules.Leg{{Dir: "diagonal", N: "1..30"}}},
		}},
		{"a cannon hops over one piece to capture", "cpR", []rules.Mode{
			{For: []string{"capture"}, Legs: []rules.Leg{{Dir: "orthogonal", N: "1..30", Hop: "over"}}},
		}},
		{"a grasshopper lands behind the hurdle", "gB", []rules.Mode{{Legs: []rules.Leg{{Dir: "diagonal", N: "1..30", Hop: "next"}}}}},
		{"a lame knight that goes forward", "fhnN", []rules.Mode{
			{Legs: []rules.Leg{{Dir: "forward", N: "1"}, {Dir: "turn45", N: "1"}}},
			{Legs: []rules.Leg{{Dir: "right", N: "1"}, {Dir: "left45", N: "1"}}},
			{Legs: []rules.Leg{{Dir: "left", N: "1"}, {Dir: "right45", N: "1"}}},
		}},
		{"one half of the leaps", "fhN", []rules.Mode{{Legs: []rules.Leg{{Leaps: [][]int{{2, 1}, {-2, 1}, {1, 2}, {-1, 2}}, N: "1"}}}}},
		{"the leaps turned to the right hand", "hrN", []rules.Mode{{Legs: []rules.Leg{{Leaps: [][]int{{-2, 1}, {2, -1}, {1, 2}, {-1, -2}}, N: "1"}}}}},
		{"and to the left", "hlN", []rules.Mode{{Legs: []rules.Leg{{Leaps: [][]int{{2, 1}, {-2, -1}, {-1, 2}, {1, -2}}, N: "1"}}}}},
		{"a lame knight is blocked on the square beside it", "nN", []rules.Mode{
			{Legs: []rules.Leg{{Dir: "orthogonal", N: "1"}, {Dir: "turn45", N: "1"}}},
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := betza.Parse(tt.text)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tt.text, diff)
			}
		})
	}
}

func TestFaultsNameTheirColumn(t *testing.T) {
	tests := []struct {
		text   string
		column int
	}{
		{"", 1}, {"m", 2}, {"xR", 1}, {"mRU", 3}, {"pgR", 3}, {"R4?", 3},
	}
	for _, tt := range tests {
		_, err := betza.Parse(tt.text)
		var e *betza.Error
		if !errors.As(err, &e) {
			t.Errorf("%q: got %v, want an *Error", tt.text, err)
		} else if e.Column != tt.column {
			t.Errorf("%q: column %d, want %d: %v", tt.text, e.Column, tt.column, e)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{"K", "mRcpR", "W3F2", "nZ", "NN", "gRgB", "W0", "cmpB9"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		modes, err := betza.Parse(text)
		if (err == nil) != (len(modes) > 0) {
			t.Errorf("%q: %d modes and error %v", text, len(modes), err)
		}
	})
}

func ExampleParse() {
	modes, err := betza.Parse("mWcF")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, m := range modes {
		text, _ := json.Marshal(m)
		fmt.Println(string(text))
	}
	// Output:
	// {"for":["move"],"legs":[{"dir":"orthogonal","n":"1"}]}
	// {"for":["capture"],"legs":[{"dir":"diagonal","n":"1"}]}
}
