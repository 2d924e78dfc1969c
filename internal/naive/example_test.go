package naive_test

import (
	"encoding/json"
	"fmt"

	"adjudicate/internal/naive"
)

// A Camel in the corner, beside its King.
func Example() {
	var p naive.Position
	err := json.Unmarshal([]byte(`{"system": "partychess", "sides": [{"name": "Red"}], "pieces": [
		{"id": "C", "type": "Camel", "side": "Red", "at": "a1"}, {"id": "K", "type": "King", "side": "Red", "at": "b1"}]}`), &p)
	if err != nil {
		panic(err)
	}
	a := naive.Analyse(p)
	fmt.Println(a.Pieces[0].Moves, a.Pieces[0].Mobility, a.Pieces[1].Defends, a.Sides[0].Weight)
	// Output: [b4 d2] 1 [C] 11
}
