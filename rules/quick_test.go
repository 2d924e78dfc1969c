package rules

import (
	"reflect"
	"strings"
	"testing"
)

// FuzzQuickJSON holds the quick reader of JSON against package json: what it takes has the same nodes at the same places.
func FuzzQuickJSON(f *testing.F) {
	for _, text := range []string{
		`{"number":"1230.5","revision":5,"piece":{"royal":true,"leaps":[[1,2],[-3,0]],"note":""},"of":{},"in":[]}`,
		`{"a":"\"\\\/\b\u00e4\ud83d\ude00 é"}`, `{"a":"\ud800"}`, `{"a":"\x"}`, `{"a":null}`, `{"a":1.5}`, `{"a":1e3}`, `{"a":01}`, `{"a":-}`, `{"a":-0}`, `{ "a":1}`, `{"a":1} `, `{"a":1}{`,
		`{"a":1,}`, `{"a"}`, `[true,false]`, `tru`, `"`, `"\`, "\"\x01\"", ``, `{"a":1,"a":2}`, strings.Repeat("[", mostDepth) + strings.Repeat("]", mostDepth),
		strings.Repeat("[", mostDepth+1) + strings.Repeat("]", mostDepth+1), strings.Repeat("[", mostDepth+2) + strings.Repeat("]", mostDepth+2), strings.Repeat(`{"a":`, mostDepth+1) + "1" + strings.Repeat("}", mostDepth+1),
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		text = strings.ToValidUTF8(text, "?") // as readJSON has it
		got, ok := quickJSON([]byte(text))
		if !ok {
			return
		}
		want, err := slowJSON([]byte(text))
		if err != nil {
			t.Fatalf("%q is read, but %v", text, err)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%q is read as another document, or its nodes stand at other places", text)
		}
	})
}

// What is in canonical form needs no slow reader.
func TestCanonicalRulesAreReadQuickly(t *testing.T) {
	r := Rule{Number: "1.1", Title: "A \"rule\" — <b>", Revision: 3, Piece: &Piece{Name: "Rook", Glyph: "R", Royal: true, Value: "9", Modes: []Mode{{Legs: []Leg{{Leap: []int{1, -2}}}}}}}
	if _, ok := quickJSON(r.Canonical()); !ok {
		t.Errorf("%s is not read", r.Canonical())
	}
}
