package folder

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"adjudicate/rules"
	"adjudicate/systems"
)

// A File is a text of a folder that is begun.
type File struct{ Path, Text string }

// New is the folder of a system that begins: one piece of its own over the system that it extends, or a small game from
// nothing if that is nil, with a case and a season. What word names the system in extends is from. It passes Read and Test
// as it is; its comments say what to change.
func New(name, from string, base *systems.System) []File {
	b := begun{name: name, from: from, book: rules.NewRulebook(), sides: []string{"White", "Black"}}
	if base != nil {
		b.book = base.Book
		if len(base.Sides) > 0 {
			b.sides = base.Sides
		}
	}
	b.number, b.glyph, b.piece = b.freeNumber(), b.freeGlyph(), b.freeName()
	b.at, b.around = b.middle()
	return slices.DeleteFunc([]File{
		{"system.yaml", b.manifest()},
		{"rules/own.yaml", b.rules()},
		{"cases/own.yaml", b.cases()},
		{"seasons/first.season", b.season()},
		{"README.md", "# " + name + "\n\nWhat the game is, for people who have never played it.\n\n## What is left to the umpire\n\n" +
			tableBegins + "\n" + Table(nil) + tableEnds + "\n"},
	}, func(f File) bool { return f.Text == "" })
}

// quoted is a name as YAML and seasons want it: in quotes if it holds more than letters, digits and dashes.
func quoted(name string) string {
	if strings.ContainsFunc(name, func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) && c != '-' && c != '_' }) {
		return fmt.Sprintf("%q", name)
	}
	return name
}

type begun struct {
	name, from           string
	book                 *rules.Rulebook
	sides                []string
	number, glyph, piece string
	at, around           string // a square, and those beside it
}

// size of a board from nothing.
const size = 6

func (b *begun) freeNumber() string {
	last := 0
	for _, n := range b.book.Numbers() {
		top, _, _ := strings.Cut(n, ".")
		at := 0
		fmt.Sscan(top, &at)
		last = max(last, at)
	}
	if last == 0 {
		return "2"
	}
	return fmt.Sprint(last + 1)
}

func (b *begun) freeGlyph() string {
	taken := map[string]bool{}
	for _, d := range b.book.Pieces() {
		taken[strings.ToUpper(d.Piece.Glyph)] = true
	}
	for _, g := range strings.Split("W Y V U X T S I D F", " ") {
		if !taken[g] {
			return g
		}
	}
	for c := 'Α'; ; c++ {
		if !taken[string(c)] {
			return string(c)
		}
	}
}

func (b *begun) freeName() string {
	names := b.book.TypeNames()
	for _, n := range []string{"Walker", "Wanderer", "Strider"} {
		if !slices.Contains(names, n) {
			return n
		}
	}
	return "Walker of " + b.name
}

// middle finds a square, as near to the middle as may be, that has one on each of its four sides.
func (b *begun) middle() (at, around string) {
	files, ranks := size, size
	var closed []string
	if board := b.book.Procedure().Board; board != nil {
		files, ranks, closed = board.Files, board.Ranks, board.ClosedSquares(board.Files, board.Ranks)
	}
	best := files + ranks
	for f := 1; f < files-1; f++ {
		for r := 1; r < ranks-1; r++ {
			square, beside := rules.SquareName(f, r), []string{rules.SquareName(f-1, r), rules.SquareName(f, r-1), rules.SquareName(f, r+1), rules.SquareName(f+1, r)}
			off := max(f-files/2, files/2-f) + max(r-ranks/2, ranks/2-r)
			if off < best && !slices.ContainsFunc(append(beside, square), func(s string) bool { return slices.Contains(closed, s) }) {
				best, at, around = off, square, strings.Join(beside, " ")
			}
		}
	}
	return at, around
}

func (b *begun) manifest() string {
	text := `# What the game is. "adjudicate system check DIR" says what is wrong with the folder, and
# "adjudicate system test DIR" whether the program rules as its cases and seasons say.
name: ` + quoted(b.name) + `
title: ` + quoted(b.name) + `
note: A game that has just begun.
`
	if b.from != "" {
		text += `# All rules of this system hold, but for those that remove names by their numbers. A rule of the
# folder with a number of that system takes the place of it.
extends: ` + quoted(b.from) + `
# remove: ["2.2"]
`
	} else {
		row := "3" + strings.ToUpper(b.glyph) + "2"
		text += `# In the order in which they play.
sides: [White, Black]
# The opening array, from the last rank on: numbers are empty squares, small letters pieces of the second side.
fen: {start: ` + strings.ToLower(row) + `/6/6/6/6/` + row + ` w - - 0 1}
`
	}
	return text + `# What the rules ask of the umpire, who does it by hand; "adjudicate system check DIR --renew" puts it into the README.
# umpire:
#   - {does: draws the sides, when: before the game, cite: "` + b.number + `"}
`
}

func (b *begun) rules() string {
	board := ""
	if b.book.Procedure().Board == nil {
		board = fmt.Sprintf(`  - number: 1
    title: The board
    procedure:
      board: {files: %d, ranks: %d, heading: {White: north, Black: south}}
      capturing: {goes: gone, cite: ""}
`, size, size)
	}
	return `# A rule has a number of its own. One of a piece says how it moves: betza is short (W is a step to any
# of the four sides), modes says it at length. docs/rule-language.md has every word of both.
rules:
` + board + `  - number: ` + b.number + `
    title: The ` + b.piece + `
    note: One step to any of the four sides.
    piece: {name: ` + b.piece + `, glyph: ` + b.glyph + `, value: 2, description: A figure with a staff., betza: W}
`
}

func (b *begun) cases() string {
	if b.at == "" {
		return "" // no square has four beside it
	}
	return `# What the rules make of a position, worked out by hand. docs/cases-format.md has every word.
section: Rule ` + b.number + `
title: The ` + b.piece + `
about: A step to any of the four sides.
---
id: ` + b.number + `.1
title: A ` + b.piece + ` alone on the board steps to each side
purpose: The squares beside it, and no others.
clause: "` + b.number + `"
sides:
  ` + b.sides[0] + `: {board: ` + b.glyph + b.at + `}
holds:
  pieces: {` + b.at + `: {moves: ` + b.around + `, captures: none}}
`
}

func (b *begun) season() string {
	play := ""
	if b.from == "" {
		play = `# The opening array, and who plays.
array White held by Ann, Black held by Ben
  expect turn White
10:00 White: Wd1-d2 => accepted by 2
`
	}
	return `# A game written by hand, with the verdict on everything that happens. docs/season.md has every word.
season 1

on 2000-01-01
09:00 game "The first game" system ` + quoted(b.name) + ` seed ` + strings.Repeat("5e", 32) + `
09:01 rulebook ` + quoted(b.name) + ` => accepted
  expect rule ` + b.number + ` 0
09:02 player Ann
09:03 player Ben
` + play
}
