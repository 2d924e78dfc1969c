package perft

import (
	"fmt"
	"strings"

	"adjudicate/systems/fen"
)

// FEN is a placement of the pieces of two sides on a board.
type FEN struct {
	Files, Ranks int
	Pieces       []Man
	Walls        [][2]int // file and rank from 0
	First        int      // the side that plays first: 0 upper case, 1 lower case
}

// Man is a piece of a FEN.
type Man struct {
	Glyph      byte // as written
	Side       int  // 0: upper case, 1: lower case or without case
	File, Rank int  // from 0
}

// FENError is a fault in a FEN.
type FENError = fen.Error

// ParseFEN reads a FEN: ranks from the top with / between them, numbers of any length for
// runs of empty squares, * for a wall, then w or b. Further fields are ignored.
func ParseFEN(text string) (*FEN, error) {
	fields := strings.Fields(text)
	if len(fields) < 2 {
		return nil, &FENError{Column: len(text) + 1, Reason: "expected the board and then w or b"}
	}
	f := &FEN{}
	switch fields[1] {
	case "w":
	case "b":
		f.First = 1
	default:
		return nil, &FENError{Column: strings.Index(text, fields[1]) + 1, Reason: fmt.Sprintf("%q is not w or b", fields[1])}
	}
	offset := strings.Index(text, fields[0])
	rows := strings.Split(fields[0], "/")
	f.Ranks = len(rows)
	for i, row := range rows {
		file := 0
		for j := 0; j < len(row); j++ {
			c := row[j]
			at := offset + j + 1
			switch {
			case c >= '0' && c <= '9':
				n := 0
				for ; j < len(row) && row[j] >= '0' && row[j] <= '9' && n < 1000; j++ {
					n = n*10 + int(row[j]-'0')
				}
				j--
				if n == 0 {
					return nil, &FENError{Column: at, Reason: "a run of no squares"}
				}
				file += n
				continue
			case c == '*':
				f.Walls = append(f.Walls, [2]int{file, f.Ranks - 1 - i})
			case c >= 'A' && c <= 'Z':
				f.Pieces = append(f.Pieces, Man{c, 0, file, f.Ranks - 1 - i})
			case c >= 'a' && c <= 'z':
				f.Pieces = append(f.Pieces, Man{c, 1, file, f.Ranks - 1 - i})
			default:
				return nil, &FENError{Column: at, Reason: fmt.Sprintf("%q is not a piece, a number, * or /", c)}
			}
			file++
		}
		if i == 0 {
			f.Files = file
		} else if file != f.Files {
			return nil, &FENError{Column: offset + 1, Reason: fmt.Sprintf("rank %d has %d squares, the top one %d", f.Ranks-i, file, f.Files)}
		}
		offset += len(row) + 1
	}
	return f, nil
}
