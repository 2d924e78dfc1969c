package rules

import (
	"fmt"
	"slices"
	"strings"
)

// Betza notation names the moves of a piece by letters: W a step along a file or rank, F a diagonal one,
// longer leaps by other letters; a number lets the step repeat, a doubled letter lets it repeat without
// end, and small letters before an atom qualify it. Nothing behind this file knows of it: a text becomes modes.

// BetzaError is a fault in a Betza text.
type BetzaError struct {
	Text   string
	Column int // from 1
	Reason string
}

func (e *BetzaError) Error() string {
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
	'C': {leaps: [][2]int{{3, 1}}}, 'L': {leaps: [][2]int{{3, 1}}}, 'Z': {leaps: [][2]int{{3, 2}}}, 'J': {leaps: [][2]int{{3, 2}}},
	'G': {leaps: [][2]int{{3, 3}}}, 'H': {leaps: [][2]int{{3, 0}}},
}

// modifiers is what small letters before an atom say.
type modifiers struct {
	move, capture, cannon, grasshopper, lame, first bool

	towards []string // directions, of one letter or two
}

// Betza returns the modes of a piece in Betza notation. Errors are *BetzaError.
func Betza(text string) ([]Mode, error) {
	var modes []Mode
	for i := 0; i < len(text); {
		mod, at, err := betzaModifiers(text, i)
		if err != nil {
			return nil, err
		}
		i = at
		if i == len(text) {
			return nil, &BetzaError{text, i + 1, "expected an atom after the modifiers"}
		}
		letter := text[i]
		a, ok := atoms[letter]
		if !ok {
			return nil, &BetzaError{text, i + 1, fmt.Sprintf("unknown atom %q: expected one of K Q R B N C L Z J W F A D G H", letter)}
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
			return nil, &BetzaError{text, at + 1, "p and g cannot be combined"}
		}
		for _, leap := range a.leaps {
			list, err := betzaModes(leap, steps, rider, &mod)
			if err != "" {
				return nil, &BetzaError{text, at + 1, err}
			}
			modes = append(modes, list...)
		}
	}
	if len(modes) == 0 {
		return nil, &BetzaError{text, 1, "expected an atom"}
	}
	return modes, nil
}

// betzaModifiers reads the small letters before an atom.
func betzaModifiers(text string, i int) (mod modifiers, end int, err error) {
	const upright, across = "fbvh", "lrsh"
	for ; i < len(text) && text[i] >= 'a' && text[i] <= 'z'; i++ {
		c := text[i]
		switch {
		case strings.IndexByte(upright+across, c) >= 0:
			token := string(c)
			if i+1 < len(text) {
				d := text[i+1]
				if d == c || strings.IndexByte(upright, c) >= 0 && strings.IndexByte(across, d) >= 0 ||
					strings.IndexByte(across, c) >= 0 && strings.IndexByte(upright, d) >= 0 {
					token += string(d)
					i++
				}
			}
			mod.towards = append(mod.towards, token)
		case c == 'm':
			mod.move = true
		case c == 'c':
			mod.capture = true
		case c == 'p':
			mod.cannon = true
		case c == 'g':
			mod.grasshopper = true
		case c == 'n':
			mod.lame = true
		case c == 'i':
			mod.first = true
		case c == 'e': // a mark of others for captures in passing, which are modes of their own
		default:
			return mod, i, &BetzaError{text, i + 1, fmt.Sprintf("unknown modifier %q: expected m, c, p, g, n, i or a direction f, b, l, r, v, s, h", c)}
		}
	}
	return mod, i, nil
}

// FirstRegion is the name of the region from which a piece may go by what Betza notation marks with i.
const FirstRegion = "first"

// BetzaSteps is the number of steps of a rider without a bound: more than any of its boards has.
const BetzaSteps = 30

func betzaModes(leap [2]int, steps int, rider bool, mod *modifiers) (list []Mode, fault string) {
	var m Mode
	switch {
	case mod.move && !mod.capture:
		m.For = []string{"move"}
	case mod.capture && !mod.move:
		m.For = []string{"capture"}
	}
	if mod.first {
		m.When = Expr(fmt.Sprintf("in(%q)", FirstRegion))
	}
	most := min(steps, BetzaSteps)
	if rider {
		most = BetzaSteps
	}
	l := Leg{N: Expr(fmt.Sprintf("1..%d", most))}
	if most == 1 {
		l.N = "1"
	}
	images := betzaImages(leap, mod.towards)
	all := len(images) == len(betzaImages(leap, nil))
	straight := leap[1] == 0 || leap[0] == leap[1]
	switch {
	case len(images) == 0:
		return nil, "the atom has no move in these directions"
	case leap == [2]int{1, 0} && all:
		l.Dir = "orthogonal"
	case leap == [2]int{1, 1} && all:
		l.Dir = "diagonal"
	case leap[0] == 1:
		l.Dir = betzaWords(images)
	case all:
		l.Leap = []int{leap[0], leap[1]}
	default:
		for _, at := range images {
			l.Leaps = append(l.Leaps, []int{at[0], at[1]})
		}
	}
	switch {
	case mod.cannon:
		l.Hop = "over"
	case mod.grasshopper:
		l.Hop = "next"
	case mod.lame && most == 1 && leap[0] > 1:
		if !all && !straight {
			return lameTowards(m, leap, images), ""
		}
		m.Legs = lame(leap)
		if !all {
			m.Legs[0].Dir = betzaWords(images)
		}
		return []Mode{m}, ""
	}
	m.Legs = []Leg{l}
	return []Mode{m}, ""
}

// lameTowards is a lame leap to some of its images: a mode for each direction of its straight part.
func lameTowards(m Mode, leap [2]int, images [][2]int) (list []Mode) {
	long, short := leap[0], leap[1]
	for _, first := range [][2]int{{0, 1}, {1, 0}, {0, -1}, {-1, 0}} {
		at := func(hand int) [2]int {
			return [2]int{first[0]*long + hand*first[1]*short, first[1]*long - hand*first[0]*short}
		}
		right, left := slices.Contains(images, at(1)), slices.Contains(images, at(-1))
		legs := lame(leap)
		legs[0].Dir = betzaWords([][2]int{first})
		switch {
		case right && left:
		case right:
			legs[1].Dir = "right45"
		case left:
			legs[1].Dir = "left45"
		default:
			continue
		}
		m.Legs = legs
		list = append(list, m)
	}
	return list
}

// betzaImages returns the mirror images of a leap, [right, forward], that lie in some of the directions; all without any.
func betzaImages(leap [2]int, towards []string) (list [][2]int) {
	for _, p := range [][2]int{leap, {leap[1], leap[0]}} {
		for _, s := range [][2]int{{1, 1}, {-1, 1}, {1, -1}, {-1, -1}} {
			at := [2]int{p[0] * s[0], p[1] * s[1]}
			if slices.Contains(list, at) || len(towards) > 0 && !slices.ContainsFunc(towards, func(t string) bool { return lies(at, t) }) {
				continue
			}
			list = append(list, at)
		}
	}
	return list
}

// lies reports whether an image of a leap lies in a direction of one letter or two.
func lies(at [2]int, towards string) bool {
	x, y := at[0], at[1]
	side := func(c byte) bool {
		switch c {
		case 'f':
			return y > 0
		case 'b':
			return y < 0
		case 'l':
			return x < 0
		case 'r':
			return x > 0
		}
		return true
	}
	upright := func(c byte) bool { return c == 'f' || c == 'b' || c == 'v' }
	end := towards[len(towards)-1]
	switch {
	case x == 0 || y == 0: // letters are alternatives
		for i := range len(towards) {
			if c := towards[i]; side(c) && upright(c) == (x == 0) {
				return true
			}
		}
		return false
	case towards[0] == 'h': // a half turned to one hand: each of its leaps is the one before it turned by a right angle
		return abs(x) == abs(y) || (abs(y) > abs(x) == (x*y > 0)) == (end == 'r')
	case end == 'h': // the whole half of one side
		return side(towards[0])
	case abs(x) == abs(y):
		return side(towards[0]) && side(end)
	}
	return side(towards[0]) && side(end) && upright(end) == (abs(y) > abs(x)) // the second letter is that of the longer way
}

// betzaWords names the directions of single steps, or of leaps along them.
func betzaWords(images [][2]int) Words {
	sign := func(n int) int { return max(-1, min(1, n)) }
	ring := [][2]int{{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}
	var words []string
	for i, at := range ring {
		if slices.ContainsFunc(images, func(m [2]int) bool { return sign(m[0]) == at[0] && sign(m[1]) == at[1] }) {
			words = append(words, headedWords[i])
		}
	}
	return Words(strings.Join(words, ", "))
}

// lame spells a leap as steps that may be blocked: along the longer axis until what is
// left is diagonal.
func lame(leap [2]int) []Leg {
	long, short := max(leap[0], leap[1]), min(leap[0], leap[1])
	count := func(n int) Expr { return Expr(fmt.Sprint(n)) }
	switch {
	case short == 0:
		return []Leg{{Dir: "orthogonal", N: count(long)}}
	case short == long:
		return []Leg{{Dir: "diagonal", N: count(long)}}
	}
	return []Leg{{Dir: "orthogonal", N: count(long - short)}, {Dir: "turn45", N: count(short)}}
}
