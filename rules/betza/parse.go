package betza

import (
	"fmt"
	"strings"

	"adjudicate/rules"
)

// Error is a fault in a Betza text.
type Error struct {
	Text   string
	Column int // from 1
	Reason string
}

func (e *Error) Error() string {
	return fmt.Sprintf("%q, column %d: %s", e.Text, e.Column, e.Reason)
}

// atom is a step, or a set of them that share a letter.
type atom struct {
	leaps [][2]int
	rider bool
}

var atoms = map[byte]atom{
	'W': {leaps: [][2]int{{1, 0}}}, 'F': {leaps: [][2]int{{1, 1}}},
	'K': {leaps: [][2]int{{1, 0}, {1, 1}}},
	'R': {leaps: [][2]int{{1, 0}}, rider: true}, 'B': {leaps: [][2]int{{1, 1}}, rider: true},
	'Q': {leaps: [][2]int{{1, 0}, {1, 1}}, rider: true},
	'D': {leaps: [][2]int{{2, 0}}}, 'A': {leaps: [][2]int{{2, 2}}}, 'N': {leaps: [][2]int{{2, 1}}},
	'C': {leaps: [][2]int{{3, 1}}}, 'Z': {leaps: [][2]int{{3, 2}}},
	'G': {leaps: [][2]int{{3, 3}}}, 'H': {leaps: [][2]int{{3, 0}}},
}

// modifiers is what small letters before an atom say.
type modifiers struct{ move, capture, cannon, grasshopper, lame bool }

// Parse returns the modes of a piece. Errors are *Error.
func Parse(text string) ([]rules.Mode, error) {
	var modes []rules.Mode
	for i := 0; i < len(text); {
		var mod modifiers
		for i < len(text) && text[i] >= 'a' && text[i] <= 'z' {
			switch text[i] {
			case 'm':
				mod.move = true
			case 'c':
				mod.capture = true
			case 'p':
				mod.cannon = true
			case 'g':
				mod.grasshopper = true
			case 'n':
				mod.lame = true
			default:
				return nil, &Error{text, i + 1, fmt.Sprintf("unknown modifier %q; m, c, p, g and n are known", text[i])}
			}
			i++
		}
		if i == len(text) {
			return nil, &Error{text, i + 1, "an atom is missing after the modifiers"}
		}
		letter, at := text[i], i
		a, ok := atoms[letter]
		if !ok {
			return nil, &Error{text, i + 1, fmt.Sprintf("unknown atom %q; K Q R B N C Z W F A D G H are known", letter)}
		}
		i++
		steps, rider := 1, a.rider
		switch {
		case i < len(text) && text[i] == letter:
			rider = true
			i++
		case i < len(text) && text[i] >= '0' && text[i] <= '9':
			n := 0
			for i < len(text) && text[i] >= '0' && text[i] <= '9' && n < 1000 {
				n = n*10 + int(text[i]-'0')
				i++
			}
			if rider = n == 0; !rider {
				steps = n
			}
		}
		if mod.cannon && mod.grasshopper {
			return nil, &Error{text, at + 1, "p and g exclude each other"}
		}
		for _, leap := range a.leaps {
			modes = append(modes, mode(leap, steps, rider, mod)...)
		}
	}
	if len(modes) == 0 {
		return nil, &Error{text, 1, "an atom is missing"}
	}
	return modes, nil
}

// MostSteps is the number of steps of a rider without a bound: more than any board has.
const MostSteps = 30

func mode(leap [2]int, steps int, rider bool, mod modifiers) []rules.Mode {
	var m rules.Mode
	switch {
	case mod.move && !mod.capture:
		m.For = []string{"move"}
	case mod.capture && !mod.move:
		m.For = []string{"capture"}
	}
	most := min(steps, MostSteps)
	if rider {
		most = MostSteps
	}
	l := rules.Leg{N: rules.Expr(fmt.Sprintf("1..%d", most))}
	if most == 1 {
		l.N = "1"
	}
	switch leap {
	case [2]int{1, 0}:
		l.Dir = "orthogonal"
	case [2]int{1, 1}:
		l.Dir = "diagonal"
	default:
		l.Leap = []int{leap[0], leap[1]}
	}
	switch {
	case mod.cannon:
		l.Hop = "over"
	case mod.grasshopper:
		l.Hop = "next"
	case mod.lame && most == 1 && l.Dir == "":
		m.Legs = lame(leap)
		return []rules.Mode{m}
	}
	m.Legs = []rules.Leg{l}
	return []rules.Mode{m}
}

// lame spells a leap as steps that may be blocked: along the longer axis until what is
// left is diagonal.
func lame(leap [2]int) []rules.Leg {
	long, short := max(leap[0], leap[1]), min(leap[0], leap[1])
	count := func(n int) rules.Expr { return rules.Expr(fmt.Sprint(n)) }
	switch {
	case short == 0:
		return []rules.Leg{{Dir: "orthogonal", N: count(long)}}
	case short == long:
		return []rules.Leg{{Dir: "diagonal", N: count(long)}}
	}
	return []rules.Leg{{Dir: "orthogonal", N: count(long - short)}, {Dir: "turn45", N: count(short)}}
}

// Set reads a piece set such as "k=K,r=W4,p=mWcF" as one rule a piece. The name and the
// glyph of a type are its letter; the glyph k, or K, is royal.
func Set(text string) ([]rules.Rule, error) {
	var out []rules.Rule
	column := 1
	for i, part := range strings.Split(text, ",") {
		glyph, moves, ok := strings.Cut(strings.TrimSpace(part), "=")
		if !ok || len(glyph) != 1 {
			return nil, &Error{text, column, "expected glyph=Betza, such as r=W4"}
		}
		modes, err := Parse(moves)
		if err != nil {
			e := err.(*Error)
			return nil, &Error{text, column + len(glyph) + e.Column, e.Reason}
		}
		royal := strings.EqualFold(glyph, "k")
		p := &rules.Piece{Name: strings.ToLower(glyph), Glyph: glyph, Value: "1", Royal: royal, Modes: modes}
		out = append(out, rules.Rule{Number: fmt.Sprintf("1.%d", i+1), Title: glyph + " = " + moves, Piece: p})
		column += len(part) + 1
	}
	return out, nil
}
