package offer

import (
	"errors"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/notation"
	"adjudicate/rules/movement"
	"adjudicate/rules/names"
)

// MostMeant is how many plays Meant offers at most.
const MostMeant = 4

// mostWords is how many words a line may have that names one square and no piece: a longer one speaks of something else.
const mostWords = 3

// namedSquare is a square as people write it, behind the glyph of a piece perhaps.
var namedSquare = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\pL+[1-9][0-9]*`) })

// Meant guesses which plays a line in a person's own words means: those with the squares that it names, in that order. A line
// that names one square means the plays that end there, with the pieces that it names. Too many plays are none: more than
// MostMeant say nothing.
//
//	"my rook goes from o2 to o5, please"    the plays whose squares are o2 and o5
//	"Nf3", "knight to f3"                   the plays of Knights that end on f3
func (o *Offer) Meant(line string) (list []Choice) {
	squares, types := o.named(line)
	if len(squares) == 0 || len(squares) == 1 && len(types) == 0 && len(strings.Fields(line)) > mostWords {
		return nil
	}
	var loose []Choice
	for _, c := range o.about(squares, types) {
		path, _ := o.named(c.Text)
		switch {
		case len(c.Faults) > 0 && !c.Later():
		case slices.Equal(path, squares):
			list = append(list, c)
		case len(squares) == 1 && len(path) > 0 && path[len(path)-1] == squares[0]:
			loose = append(loose, c)
		}
	}
	if len(list) == 0 {
		list = loose
	}
	if len(list) > MostMeant {
		return nil
	}
	return list
}

// about lists the choices of the pieces that a line can mean, by the squares and types that it names.
func (o *Offer) about(squares []movement.Square, types []string) (list []Choice) {
	rs := o.now.Position().Ruleset()
	placed := map[string]bool{}
	for _, p := range o.Pieces() {
		sq, _ := rs.Square(p.At)
		switch hinted := len(types) == 0 || slices.Contains(types, p.Type); {
		case p.At == "" && (placed[p.Type] || !hinted), p.At != "" && len(squares) == 1 && !hinted, p.At != "" && len(squares) > 1 && !slices.Contains(squares, sq):
			continue
		case p.At == "":
			placed[p.Type] = true // which of those alike is placed makes no difference
		}
		list = append(list, o.Choices(p.ID, false)...)
	}
	return append(list, o.Rest()...)
}

// named finds the squares and the types of pieces that a line names.
func (o *Offer) named(line string) (squares []movement.Square, types []string) {
	rs := o.now.Position().Ruleset()
	glyphs := map[string]bool{}
	for _, at := range namedSquare().FindAllStringIndex(line, -1) {
		word := line[at[0]:at[1]]
		digits := strings.IndexAny(word, "123456789")
		for letters := min(2, digits); letters > 0; letters-- {
			if sq, ok := rs.Square(strings.ToLower(word[digits-letters:])); ok {
				squares = append(squares, sq)
				glyphs[word[:digits-letters]] = true
				break
			}
		}
	}
	for _, word := range strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(" ,.;:!?()@'\"", r) }) {
		glyphs[word] = true
	}
	said := " " + strings.ToLower(line) + " "
	for t := range rs.Types() {
		name := rs.TypeName(movement.TypeID(t))
		if glyphs[rs.Glyph(movement.TypeID(t))] || strings.Contains(said, " "+strings.ToLower(name)+" ") {
			types = append(types, name)
		}
	}
	return squares, types
}

// A Reading is a play that a text could mean.
type Reading struct{ Side, Play string }

// mostReadLines is how many lines of a text that name a square Read looks at: each may have every play of the side ruled on.
const mostReadLines = 8

// mostReadLine is how long in bytes a line may be that Read looks at.
const mostReadLine = 400

// Spelt is the text that an error of its notation refuses, with the word that it may have been meant to have; else the word of a few that is
// a play by itself, as in "I resign"; nil if there is neither.
func Spelt(err error) []Reading {
	syntax, ok := errors.AsType[*notation.SyntaxError](err)
	if !ok {
		return nil
	}
	if near := names.Near(syntax.Word, syntax.Words); near != "" {
		return []Reading{{Play: syntax.With(near)}}
	}
	words := strings.FieldsFunc(syntax.Text, func(r rune) bool { return !unicode.IsLetter(r) })
	if len(words) > mostWords {
		return nil
	}
	for _, word := range words {
		if word = strings.ToLower(word); notation.Wordy(word) {
			return []Reading{{Play: word}}
		}
	}
	return nil
}

// Read lists the plays that sides could make now and that a text in their player's own words means, by the squares and pieces
// that its lines name, at most MostMeant of them. Nothing rests on them until a person has taken one.
func Read(j *aggregate.Judge, player string, sides []string, text string, at time.Time) (list []Reading) {
	for _, side := range sides {
		o := New(j, inputOf(player, side, "", at))
		if o == nil {
			continue
		}
		n := 0
		for line := range strings.Lines(text) {
			if len(line) > mostReadLine || strings.HasPrefix(line, ">") || !namedSquare().MatchString(line) {
				continue
			}
			if n++; n > mostReadLines {
				break
			}
			for _, c := range o.Meant(line) {
				if r := (Reading{side, c.Play}); len(list) < MostMeant && !slices.Contains(list, r) {
					list = append(list, r)
				}
			}
		}
	}
	return list
}

// Examples lists plays of a side that show how plays of this game are written, one of each kind that it could make now.
func Examples(j *aggregate.Judge, player, side string, at time.Time) (list []string) {
	o := New(j, inputOf(player, side, "", at))
	if o == nil {
		return nil
	}
	seen := map[notation.Kind]bool{}
	add := func(choices []Choice) {
		for _, c := range choices {
			if !seen[c.Kind] && (len(c.Faults) == 0 || c.Later()) {
				seen[c.Kind] = true
				list = append(list, c.Play)
			}
		}
	}
	for _, p := range o.Pieces() {
		add(o.Choices(p.ID, false))
	}
	add(o.Rest())
	if c := (Choice{Faults: j.Decide(inputOf(player, side, "pass", at)).Ruling.Faults}); len(c.Faults) == 0 || c.Later() {
		list = append(list, "pass")
	}
	return list
}

func inputOf(player, side, text string, at time.Time) aggregate.Input {
	return aggregate.Input{Payload: events.PlaySubmitted{Side: side, Text: text}, Actor: player, At: at}
}
