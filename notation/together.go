package notation

import (
	"strings"
	"unicode"
)

// together reads the other pieces of a move of several: "c5-c6 + d5-d6".
func (p *parser) together() error {
	for p.space(); p.at < p.end && p.src[p.at] == '+'; p.space() {
		if p.praised(p.at) { // it gives check
			return nil
		}
		p.at++
		p.space()
		w := With{Name: p.nameBefore()}
		if w.From = p.square(); w.From == "" {
			return p.fault(p.at, `the square of the piece that moves with it, such as "a5"`)
		}
		p.space()
		if !p.dash() {
			return p.fault(p.at, `"-" and the square it goes to`)
		}
		p.space()
		if w.To = p.square(); w.To == "" {
			return p.fault(p.at, `the square it goes to, such as "a5"`)
		}
		p.item.With = append(p.item.With, w)
	}
	return nil
}

// nameBefore takes a glyph or a type's name if one stands here before a square, and the spaces behind it.
func (p *parser) nameBefore() string {
	if next, ok := p.squareAt(p.at); ok && !p.letterAt(next) {
		return ""
	}
	start := p.at
	if p.at < p.end && p.src[p.at] == '"' {
		name, err := p.quoted()
		p.space()
		if _, ok := p.squareAt(p.at); ok && err == nil {
			return name
		}
		p.at = start
		return ""
	}
	for end := start + 1; end < p.end && !digit(p.src[end-1]) && p.src[end-1] != '-'; end++ {
		at := p.skip(end)
		next, ok := p.squareAt(at)
		if !ok || p.letterAt(next) || at == end && end-start > 2 {
			continue
		}
		last := end
		for last > start && unicode.IsSpace(p.src[last-1]) {
			last--
		}
		if last == start {
			continue
		}
		p.at = at
		return strings.Join(strings.Fields(string(p.raw[start:last])), " ")
	}
	return ""
}

// kind reads the kind of a capture and the bracket behind it.
func (p *parser) kind() (string, bool) {
	start := p.at
	for p.at < p.end && p.src[p.at] >= 'a' && p.src[p.at] <= 'z' {
		p.at++
	}
	end := p.at
	p.space()
	if end == start || p.at == p.end || p.src[p.at] != ')' {
		p.at = start
		return "", false
	}
	p.at++
	return string(p.src[start:end]), true
}
