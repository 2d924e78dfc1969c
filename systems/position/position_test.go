package position_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	_ "adjudicate/internal/testheap"
	"adjudicate/systems/position"
)

// faulty is a document of which one line is wrong.
func faulty(sides, pieces string) string {
	return "{\n\"system\": \"partychess\",\n\"sides\": [\n" + sides + "\n],\n\"pieces\": [\n" + pieces + "\n]\n}"
}

func TestMalformedDocumentsNameLineAndField(t *testing.T) {
	const red = `{"name": "Red"}`
	tests := []struct {
		name, text, field string
		line              int
	}{
		{"an unknown field of the document", "{\n\"system\": \"partychess\",\n\"colour\": 1}", "colour", 3},
		{"an unknown system", `{"system": "backgammon", "sides": [], "pieces": []}`, "system", 1},
		{"a missing list", `{"system": "partychess", "sides": []}`, "pieces", 1},
		{"text after the document", faulty(red, "") + "\n[]", "", 10},
		{"JSON that breaks off", "{\n\"system\": \"partychess\",\n\"sides\": [", "sides", 3},
		{"an unknown field of a side", faulty(`{"name": "Red", "money": 3}`, ""), "sides[0].money", 4},
		{"a side listed twice", faulty(red+",\n"+red, ""), "sides[1].name", 5},
		{"an unknown play", faulty(`{"name": "Red", "last": {"play": "hop"}}`, ""), "sides[0].last.play", 4},
		{"a move without a type", faulty(`{"name": "Red", "last": {"play": "move"}}`, ""), "sides[0].last.type", 4},
		{"an Echo that moved as an Echo", faulty(`{"name": "Red", "last": {"play": "move", "type": "Echo", "as": "Echo"}}`, ""), "sides[0].last.as", 4},
		{"a negative number of Benefyts", faulty(`{"name": "Red", "benefyts": -1}`, ""), "sides[0].benefyts", 4},
		{"a fraction of a Benefyt", faulty(`{"name": "Red", "benefyts": 0.5}`, ""), "sides[0].benefyts", 4},
		{"an unknown type", faulty(red, `{"id": "x", "type": "Quean", "side": "Red"}`), "pieces[0].type", 7},
		{"an unknown side", faulty(red, `{"id": "x", "type": "King", "side": "Reed"}`), "pieces[0].side", 7},
		{"a square off the board", faulty(red, `{"id": "x", "type": "King", "side": "Red", "at": "u1"}`), "pieces[0].at", 7},
		{"two pieces on one square", faulty(red, `{"id": "x", "type": "Rook", "side": "Red", "at": "a1"},`+"\n"+`{"id": "y", "type": "Rook", "side": "Red", "at": "a1"}`), "pieces[1].at", 8},
		{"a repeated id", faulty(red, `{"id": "x", "type": "Rook", "side": "Red"},`+"\n"+`{"id": "x", "type": "Rook", "side": "Red"}`), "pieces[1].id", 8},
		{"a second King", faulty(red, `{"id": "x", "type": "King", "side": "Red"},`+"\n"+`{"id": "y", "type": "King", "side": "Red"}`), "pieces[1].type", 8},
		{"a counter below one", faulty(red, `{"id": "x", "type": "HarfyBlob", "side": "Red", "counters": {"Hn": 0}}`), "pieces[0].counters.Hn", 7},
		{"a counter that the type does not have", faulty(red, `{"id": "x", "type": "Rook", "side": "Red", "counters": {"Hn": 2}}`), "pieces[0].counters.Hn", 7},
		{"an unknown reading", "{\"system\": \"partychess\", \"interpretations\": {\"king-step\": \"far\"}, \"sides\": [], \"pieces\": []}", "interpretations", 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d, err := position.Read("game.json", strings.NewReader(tt.text))
			if err == nil {
				_, err = position.Analyse("game.json", d, nil)
			}
			var e *position.Error
			if !errors.As(err, &e) {
				t.Fatalf("got %v, want an *Error", err)
			}
			if e.Field != tt.field || tt.line != 0 && e.Line != tt.line {
				t.Errorf("line %d, field %q; want line %d, field %q: %v", e.Line, e.Field, tt.line, tt.field, e)
			}
		})
	}
}

func FuzzRead(f *testing.F) {
	text, err := os.ReadFile("../../fixtures/analysis/mixed-00.json")
	if err != nil {
		f.Fatal(err)
	}
	var v struct{ Position json.RawMessage }
	if err := json.Unmarshal(text, &v); err != nil {
		f.Fatal(err)
	}
	f.Add(string(v.Position))
	f.Add(`{"system":"partychess","sides":[{"name":"Red"}],"pieces":[{"id":"K","type":"King","side":"Red","at":"a1"}]}`)
	f.Fuzz(func(t *testing.T, text string) {
		d, err := position.Read("fuzz", strings.NewReader(text))
		if err != nil {
			var e *position.Error
			if !errors.As(err, &e) {
				t.Errorf("got %T: %v", err, err)
			}
			return
		}
		if len(d.Pieces) > 40 {
			return
		}
		position.Analyse("fuzz", d, nil)
	})
}

func ExampleAnalyse() {
	d, err := position.Read("example", strings.NewReader(`{
		"system": "partychess",
		"sides": [{"name": "Red"}, {"name": "Blue"}],
		"pieces": [
			{"id": "K1", "type": "King", "side": "Red", "at": "a1"},
			{"id": "C1", "type": "Camel", "side": "Red", "at": "c3"},
			{"id": "K2", "type": "King", "side": "Blue", "at": "d6"}
		]}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := position.Analyse("example", d, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Pieces[1].ID, "moves to", r.Pieces[1].Moves, "and captures", r.Pieces[1].Captures[0].Piece, "on", r.Pieces[1].Captures[0].At)
	fmt.Println(r.Sides[1].Name, "is in check by", r.Sides[1].CheckedBy)
	// Output:
	// C1 moves to [b6 f2 f4] and captures K2 on d6
	// Blue is in check by [C1]
}
