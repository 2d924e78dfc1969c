// Package picture reads how a system wants its board and pieces drawn: which way the board is turned,
// which regions are tinted, which sign replaces a type's glyph. The manifest of the system says so, a
// ledger records it beside the words of its game, and package draw follows it.
//
// The package refuses turns and colours that do not exist, signs wider than one column, and regions
// and types that no rule defines.
package picture

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"adjudicate/events"
	"adjudicate/rules"
	"adjudicate/rules/names"
)

// Picture is what a manifest says of pictures.
type Picture struct {
	Turned  string                 `json:"turned,omitempty"`  // a word of Turns: where north comes
	Regions map[string]Tint        `json:"regions,omitempty"` // of the section board, by name
	Figures map[string]rules.Words `json:"figures,omitempty"` // type -> what is drawn in place of its glyph: one, or one for each side in order
}

// Tint is how a region is shown.
type Tint struct {
	Colour string `json:"colour,omitempty"` // a word of Colours, or #rrggbb
	Sign   string `json:"sign,omitempty"`   // in text, on its empty squares; one column wide
}

// Turns are the words for how a board is turned, by where its north comes, with the degrees of each clockwise. Between two of the four it stands on
// a corner: northeast on that at the end of the first rank, northwest, which is also called diamond, on a1.
var Turns = map[string]int{"northeast": 45, "east": 90, "southeast": 135, "south": 180, "southwest": 225, "west": 270, "northwest": 315, "diamond": 315}

var colours = map[string]string{"blue": "#6fa8dc", "green": "#8fbf7f", "red": "#dd8a83", "yellow": "#e6cf6a", "purple": "#b39ad1", "grey": "#a8a8a8", "brown": "#b99a75", "orange": "#e8b06a"}

var hexColour = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^#[0-9a-f]{6}$`) })

// Colour returns the colour, as #rrggbb, that a word means, and whether it means one.
func Colour(word string) (string, bool) {
	if c, ok := colours[word]; ok {
		return c, true
	}
	return word, hexColour().MatchString(word)
}

// Check names what is wrong by the field in which it stands.
func (p *Picture) Check(book *rules.Rulebook, fault func(field, hint, message string)) {
	if p == nil {
		return
	}
	unknown := func(field, what, word string, known []string) {
		otherwise := "one of " + strings.Join(known, ", ")
		if len(known) == 0 {
			otherwise = "there is none"
		}
		fault(field, names.Suggest(word, known, otherwise), fmt.Sprintf("no such %s: %q", what, word))
	}
	if _, ok := Turns[p.Turned]; p.Turned != "" && !ok {
		unknown("picture.turned", "turn", p.Turned, slices.Sorted(maps.Keys(Turns)))
	}
	var regions []string
	if b := book.Procedure().Board; b != nil {
		for _, r := range b.Regions {
			regions = append(regions, r.Name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(p.Regions)) {
		at, tint := "picture.regions."+name, p.Regions[name]
		if !slices.Contains(regions, name) {
			unknown(at, "region of the section board", name, regions)
		}
		if _, ok := Colour(tint.Colour); !ok {
			unknown(at+".colour", "colour", tint.Colour, append(slices.Sorted(maps.Keys(colours)), "#rrggbb"))
		}
		if tint.Sign != "" && names.Width(tint.Sign) != 1 {
			fault(at+".sign", "", fmt.Sprintf("invalid sign %q: expected one column wide", tint.Sign))
		}
	}
	types := book.TypeNames()
	for _, typ := range slices.Sorted(maps.Keys(p.Figures)) {
		at := "picture.figures." + typ
		if !slices.Contains(types, typ) {
			unknown(at, "piece type", typ, types)
		}
		for _, f := range p.Figures[typ].List() {
			if n := names.Characters(f); n < 1 || n > 2 {
				fault(at, "", fmt.Sprintf("invalid figure %q: expected one or two characters", f))
			}
		}
	}
}

// Over returns the picture with what it does not say from another one.
func (p *Picture) Over(base *Picture) *Picture {
	if p == nil || base == nil {
		if p == nil {
			return base
		}
		return p
	}
	out := &Picture{Turned: p.Turned, Regions: maps.Clone(base.Regions), Figures: maps.Clone(base.Figures)}
	if out.Turned == "" {
		out.Turned = base.Turned
	}
	if out.Regions == nil {
		out.Regions = map[string]Tint{}
	}
	if out.Figures == nil {
		out.Figures = map[string]rules.Words{}
	}
	maps.Copy(out.Regions, p.Regions)
	maps.Copy(out.Figures, p.Figures)
	return out
}

// What ledgers record, beside the words of a game.
const (
	turned  = "picture.turned"
	region  = "picture.region."
	figures = "picture.figure."
)

// Words is the picture as a ledger records it, in order.
func (p *Picture) Words() (list []events.Word) {
	if p == nil {
		return nil
	}
	if p.Turned != "" {
		list = append(list, events.Word{Thing: turned, Word: p.Turned})
	}
	for _, name := range slices.Sorted(maps.Keys(p.Regions)) {
		list = append(list, events.Word{Thing: region + name, Word: strings.TrimSpace(p.Regions[name].Colour + " " + p.Regions[name].Sign)})
	}
	for _, typ := range slices.Sorted(maps.Keys(p.Figures)) {
		list = append(list, events.Word{Thing: figures + typ, Word: string(p.Figures[typ])})
	}
	return list
}

// Of is the picture that a ledger records.
func Of(list []events.Word) *Picture {
	p := &Picture{Regions: map[string]Tint{}, Figures: map[string]rules.Words{}}
	for _, w := range list {
		if w.Thing == turned {
			p.Turned = w.Word
		} else if name, ok := strings.CutPrefix(w.Thing, region); ok {
			colour, sign, _ := strings.Cut(w.Word, " ")
			p.Regions[name] = Tint{colour, sign}
		} else if typ, ok := strings.CutPrefix(w.Thing, figures); ok {
			p.Figures[typ] = rules.Words(w.Word)
		}
	}
	return p
}
