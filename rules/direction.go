package rules

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"adjudicate/rules/formula"
	"adjudicate/rules/names"
)

// Words is one word or several: "north", "forward, left". In YAML a list may stand for it.
type Words string

// List returns the single words.
func (w Words) List() []string {
	list := strings.Split(string(w), ",")
	for i := range list {
		list[i] = strings.TrimSpace(list[i])
	}
	return list
}

// turning reports whether every word is relative to the leg before.
func (w Words) turning() bool {
	return !slices.ContainsFunc(w.List(), func(word string) bool { return !slices.Contains(turnWords, word) })
}

// Words of directions.
var (
	compassWords  = []string{"north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest"}
	headedWords   = []string{"forward", "forward-right", "right", "backward-right", "backward", "backward-left", "left", "forward-left"}
	absoluteWords = slices.Concat([]string{"orthogonal", "diagonal", "all", "horizontal", "vertical"}, compassWords)
	turnWords     = []string{"turn45", "turn90", "turn135", "turn180", "right45", "right90", "left45", "left90", "same"}
)

// Headings returns the words for the heading of a side, clockwise from north.
func Headings() []string { return slices.Clone(compassWords) }

// AsHeaded is the word for a direction, numbered as Headings are, as it is seen by a side with a heading.
func AsHeaded(direction, heading int) string { return headedWords[(direction-heading)&7] }

// Directions returns the compass directions, from 0 for north clockwise, that a leg's dir
// names, and those that count from the side's heading: 0 is forward. ok is false if a word is
// none of these.
func Directions(w Words) (absolute, headed []int, ok bool) {
	for _, word := range w.List() {
		if i := slices.Index(headedWords, word); i >= 0 {
			headed = append(headed, i)
			continue
		}
		dirs := dirs(word)
		if dirs == nil {
			return nil, nil, false
		}
		for _, d := range dirs {
			if !slices.Contains(absolute, d) {
				absolute = append(absolute, d)
			}
		}
	}
	return absolute, headed, true
}

// dirs returns the compass directions of a word, nil if it has none of its own.
func dirs(word string) []int {
	switch word {
	case "orthogonal":
		return []int{0, 2, 4, 6}
	case "diagonal":
		return []int{1, 3, 5, 7}
	case "all":
		return []int{0, 1, 2, 3, 4, 5, 6, 7}
	case "horizontal":
		return []int{2, 6}
	case "vertical":
		return []int{0, 4}
	}
	if i := slices.Index(compassWords, word); i >= 0 {
		return []int{i}
	}
	return nil
}

// dir checks the directions of a leg.
func (c *checker) dir(field string, legs []Leg, i int) {
	words := legs[i].Dir.List()
	known := slices.Concat([]string{"anywhere"}, absoluteWords, headedWords, turnWords)
	for k, word := range words {
		switch {
		case !slices.Contains(known, word):
			c.word(field, word, known...)
		case slices.Index(words, word) < k:
			c.fault(field, "%q is listed twice", word)
		case len(words) > 1 && (word == "anywhere" || slices.Contains(turnWords, word) && !legs[i].Dir.turning()):
			c.fault(field, "%s cannot be combined with other directions", word)
		case slices.Contains(turnWords, word) && i == 0:
			c.fault(field, "%s requires a preceding leg", word)
		case slices.Contains(turnWords, word) && !turns(legs[:i], word):
			c.fault(field, "%s cannot follow that leg: leaps such as [1, 2] turn by 45°, [0, 2] and [2, 2] by 90°", word)
		case slices.Contains(headedWords, word) && (c.merged.Board == nil || len(c.merged.Board.Heading) == 0):
			c.doubt(field, "no rule defines %s: nothing goes there", word)
			c.hint("give each side a heading, as in heading: {others: north}")
		}
	}
}

// neighbours checks in which directions pieces are linked.
func (c *checker) neighbours(field string, b *Board) {
	if b.Neighbours == "" {
		return
	}
	for _, word := range b.Neighbours.List() {
		if c.word(field, word, absoluteWords...); strings.Contains(strings.ToLower(word), "hex") {
			c.hint("squares become hexagons by [orthogonal, northwest, southeast]")
		}
	}
	list := b.Linked()
	for _, d := range list {
		if back := (d + 4) % 8; !slices.Contains(list, back) {
			c.fault(field, "missing %s: whoever has a neighbour in one direction is its neighbour in the opposite one", compassWords[back])
		}
	}
}

// heading checks the headings of sides.
func (c *checker) heading(field string, heading map[string]string) {
	for _, side := range sorted(heading) {
		c.word(field+"."+side, heading[side], compassWords...)
	}
}

// OtherSides stands in a board's heading for the sides that it does not name.
const OtherSides = "others"

// regionNames are the regions that a definition may name besides its own.
func (c *checker) regionNames(p *Piece) []string {
	names := []string{"edge", "corner"}
	if c.merged.Board != nil {
		for _, g := range c.merged.Board.Regions {
			names = append(names, g.Name)
		}
	}
	if p != nil {
		for _, g := range p.Regions {
			names = append(names, g.Name)
		}
	}
	return names
}

// regions checks named sets of squares; taken are the names that they may not have.
func (c *checker) regions(field string, regions []Region, taken []string) {
	c.most(field, len(regions), MostRegions, "regions")
	for i, g := range regions {
		at := fmt.Sprintf("%s[%d]", field, i)
		again := g.When != "" && slices.ContainsFunc(regions[:i], func(o Region) bool { return o.Name == g.Name && o.When != "" })
		if g.Name == "" || slices.Contains(taken, g.Name) && !again {
			c.fault(at+".name", "expected a unique name of the region")
		}
		if g.When != "" {
			c.formula(at+".when", g.When, RegionVocabulary(c.resolver(at, nil)), formula.Bool)
		}
		taken = append(taken, g.Name)
		c.areas(at+".squares", g.Squares, nil)
		for _, side := range sorted(g.Of) {
			c.areas(at+".of."+side, g.Of[side], nil)
		}
	}
}

// placeIn checks a list of squares and names of regions.
func (c *checker) placeIn(field string, items []string, p *Piece) {
	c.areas(field, items, c.regionNames(p))
}

// unknownArea is what is wrong with an item that is neither a square nor a region.
func unknownArea(item string, regions []string, err error) (message, hint string) {
	if near := names.Near(item, regions); near != "" {
		return "no such region: \"" + item + "\", and not a square, rectangle, file or rank", names.Meant(near, "")
	}
	return err.Error(), ""
}

// sorted returns the keys of a map in order.
func sorted[T any](m map[string]T) []string { return slices.Sorted(maps.Keys(m)) }

// turns reports whether a leg after others can turn so: eight images of a leap are 45° apart, four 90°.
func turns(legs []Leg, word string) bool {
	for i := len(legs) - 1; i >= 0; i-- {
		l := &legs[i]
		switch {
		case len(l.Leap) == 2:
			four := l.Leap[0] == 0 || l.Leap[1] == 0 || l.Leap[0] == l.Leap[1]
			return !four || word == "same" || strings.HasSuffix(word, "90") || word == "turn180"
		case l.Toward != "" || l.Dir == "anywhere":
			return false
		case !l.Dir.turning():
			return true
		}
	}
	return false
}

// ParseHop reads how many pieces a leg hops over: "over", "next", "onto", "2", "1..3".
func ParseHop(text string) (least, most int, ok bool) {
	if text == "over" || text == "next" || text == HopOnto {
		return 1, 1, true
	}
	from, to, two := strings.Cut(text, "..")
	least, err := strconv.Atoi(from)
	if most = least; two && err == nil {
		most, err = strconv.Atoi(to)
	}
	return least, most, err == nil && least >= 1 && most >= least && most < MostSteps
}
