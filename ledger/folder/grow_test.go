package folder_test

import (
	"context"
	"strings"
	"testing"
	"testing/fstest"

	"adjudicate/ledger/folder"
)

// A board gains files and ranks while a piece stands on several squares: the game goes on in the memory in which the smaller one was judged.
func TestABoardGrowsBelowAPieceOnSeveralSquares(t *testing.T) {
	const system = "name: cr\nsides: [Red, Blue]\narray:\n  Red: Cb1\n  Blue: Cb3\n"
	const law = `rules:
  - number: 1
    title: board
    procedure:
      board: {files: 5, ranks: 5}
      capturing: {goes: gone, cite: §1}
  - number: 2
    piece: {name: Cow, glyph: C, value: 3, covers: [[0, 0], [1, 0]], modes: [{legs: [{dir: orthogonal}], cite: §1}]}
`
	const game = `season 1
on 2000-01-01
09:00 game "cr" system cr seed 5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e
rulebook cr
array Red held by P, Blue held by Q
Red: Cb1-b2 => accepted by 2 §1
amend
| number: 1
| set: {"procedure.board.FIELD": 7}
Blue: Cb3-b4 => accepted by 2 §1
Red: Cb2-c2 => accepted by 2 §1
amend
| number: 1
| set: {"procedure.board.FIELD": 6}
Blue: Cb4-c4 => accepted by 2 §1
Red: Cc2-c3 => accepted by 2 §1
Blue: Cc4-d5 => rejected by 2
Blue: Cc4xc3 => accepted by 2 §1
  expect square d3 Blue Cow
`
	for _, field := range []string{"files", "ranks"} {
		f := folder.Read(fstest.MapFS{
			"system.yaml":         {Data: []byte(system)},
			"rules/own.yaml":      {Data: []byte(law)},
			"seasons/game.season": {Data: []byte(strings.ReplaceAll(game, "FIELD", field))},
		}, "cr")
		if !f.Sound() {
			t.Fatal(f.Problems)
		}
		o, err := f.Test(context.Background(), host(t), nil)
		if err != nil {
			t.Fatal(err)
		}
		if !o.Passed() {
			for _, r := range o.Seasons {
				t.Errorf("%s: %+v", field, r.Differences())
			}
		}
	}
}
