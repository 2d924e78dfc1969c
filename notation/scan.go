package notation

import (
	"errors"
	"slices"
	"strings"
	"unicode"
)

// The subject of an item is what stands before its operator: a piece and its square, or a
// piece before "@". Glyphs may be any character and type names may hold dashes, so the
// subject is found by looking for the first square that an operator follows; all before
// that square is the name. So the first letter of a file with two is read as part of the name: whoever knows the board and
// the names makes "Wa" on a7 into "W" on aa7 (rules.Settle).

// subject reads the piece and, but for a Placement, its square; for a Placement it reads on to
// the square after "@".
func (p *parser) subject() error {
	if p.at == p.end {
		return p.fault(p.at, "a piece and its square")
	}
	name := p.at
	if quoted, err := p.quotedSubject(); err != nil || quoted {
		switch {
		case err != nil || p.item.From != "":
			return err
		case p.at < p.end && p.src[p.at] == '@':
			return p.place(p.at)
		}
		return p.fault(p.at, `the square of the piece, such as "a1", or "@" and the square to place it on`)
	}
	if at, ok := p.find(func(next int) bool { return p.dashAt(next) || p.crossAt(next) }); ok {
		return p.named(name, at)
	}
	for at := name + 1; at < p.end && p.src[at-1] != '"'; at++ {
		if p.src[at] != '@' {
			continue
		}
		if _, ok := p.wideAt(p.skip(at + 1)); ok {
			if err := p.identify(name, at, true); err != nil {
				return err
			}
			return p.place(at)
		}
	}
	if at, ok := p.find(func(next int) bool {
		return next < p.end && (p.src[next] == '=' || p.src[next] == '(') || next == p.end && p.mark != ""
	}); ok {
		return p.named(name, at)
	}
	return p.lost(name)
}

// find returns the first square before any quote that is followed, spaces aside, by what
// operator accepts.
func (p *parser) find(operator func(next int) bool) (int, bool) {
	for at := p.at; at < p.end && p.src[at] != '"'; at++ {
		if next, ok := p.squareAt(at); ok && operator(p.skip(next)) {
			return at, true
		}
	}
	return 0, false
}

// named takes what stands from name up to the square at at as the piece, then the square.
func (p *parser) named(name, at int) error {
	if err := p.identify(name, at, false); err != nil {
		return err
	}
	p.at = at
	p.item.From = p.square()
	return nil
}

// identify sets Name or ID from src[name:at]. What begins with "#" and goes on is an id.
// Before "@", so is what ends in a digit and has more than one character.
func (p *parser) identify(name, at int, placed bool) error {
	for at > name && unicode.IsSpace(p.src[at-1]) {
		at--
	}
	word := p.raw[name:at]
	for k, r := range p.src[name:at] {
		switch {
		case unicode.IsSpace(r):
			return p.fault(name, `one glyph or type name before the square (in quotes if it holds spaces)`)
		case r == '"':
			return p.fault(name+k, "a name without quotes inside, or the whole of it in quotes")
		}
	}
	switch {
	case len(word) > 1 && p.src[name] == '#':
		p.item.ID = string(word[1:])
	case placed && len(word) > 1 && digit(p.src[at-1]):
		p.item.ID = string(word)
	default:
		p.item.Name = string(word)
	}
	return nil
}

// place reads "@" at at and the square after it.
func (p *parser) place(at int) error {
	p.item.Kind = Placement
	p.at = at + 1
	p.space()
	if p.item.To = p.square(); p.item.To == "" {
		return p.fault(p.at, `the square to place it on, such as "c3"`)
	}
	return nil
}

// wordy are the plays that are one word.
var wordy = []string{"pass", "surrender", "resign"}

// Wordy reports whether a word is a play by itself, whatever the game.
func Wordy(word string) bool { return slices.Contains(wordy, word) }

// lost explains an item in which no subject was found, as helpfully as its text allows. Of
// a text that begins with several words there is nothing to say but that it is no play.
func (p *parser) lost(name int) error {
	first := name // the end of the first word
	for first < p.end && !unicode.IsSpace(p.src[first]) {
		first++
	}
	if _, ok := p.squareAt(p.skip(name + 1)); ok && p.src[name] == '@' {
		return p.fault(name, `the piece to place before "@", as in "R@c3"`)
	}
	for at := name + 1; at < p.end && at <= p.skip(first); at++ {
		if p.src[at] == '@' {
			return p.fault(p.skip(at+1), `the square to place it on, such as "c3"`)
		}
	}
	for at := name; at+1 < first; at++ {
		if c := p.src[at]; c >= 'A' && c <= 'Z' && digit(p.src[at+1]) && !p.letterAt(at-1) {
			return p.fault(at, `a square in small letters, such as "`+strings.ToLower(string(c))+string(p.src[at+1])+`"`)
		}
	}
	at, ok := p.find(func(int) bool { return true })
	if !ok || at > p.skip(first) {
		if first == p.end {
			return p.misspelt(name, first, expectItem, wordy)
		}
		return p.fault(name, expectItem)
	}
	next, _ := p.squareAt(at)
	if p.skip(next) == p.end && at > name+1 && p.crossAt(at-1) { // Rxb2
		return p.fault(at-1, `the square the captor stands on before "x", as in "Ra1xb2"`)
	}
	return p.fault(p.skip(next), expectOperator)
}

// becomes reads the type after "=".
func (p *parser) becomes() error {
	if p.at < p.end && p.src[p.at] == '"' {
		text, err := p.quoted()
		p.item.Becomes = text
		return err
	}
	start := p.at
	for p.at < p.end && !unicode.IsSpace(p.src[p.at]) && (p.at == start || p.src[p.at] != '(') {
		if p.src[p.at] == '"' {
			return p.fault(p.at, "a name without quotes inside, or the whole of it in quotes")
		}
		p.at++
	}
	if p.at == start {
		return p.fault(p.at, `a type after "=", such as "=R" or "=victim"`)
	}
	p.item.Becomes = string(p.raw[start:p.at])
	if strings.EqualFold(p.item.Becomes, Victim) {
		p.item.Becomes = Victim
	}
	return nil
}

// bracket reads "(charge)" and the like.
func (p *parser) bracket() error {
	p.markAt = p.at
	p.at++
	p.space()
	for _, word := range append([]string{Shot, Onward}, written(p.kinds)...) {
		if p.word(word) {
			if p.item.Kind == Capture && p.item.Manner == "" && slices.Contains(p.kinds, word) {
				p.item.Manner = word // a capture in a declared kind
			} else {
				p.mark = word
			}
			p.space()
			if slices.Contains(p.kinds, word) {
				p.item.Helps = p.square()
				p.space()
			}
			if p.at == p.end || p.src[p.at] != ')' {
				return p.fault(p.at, `")"`)
			}
			p.at++
			return nil
		}
	}
	if p.item.Kind == Capture && p.item.Manner == "" {
		if kind, ok := p.kind(); ok {
			p.item.Manner = kind
			return nil
		}
	}
	end := p.at
	for end < p.end && p.src[end] != ')' && !unicode.IsSpace(p.src[end]) {
		end++
	}
	return p.misspelt(p.at, end, quotedMarks(p.kinds, Shot, Onward)+" in the brackets", append([]string{Shot, Onward}, written(p.kinds)...))
}

// misspelt is the fault of a word, from one index up to another, that is none of those that may stand there.
func (p *parser) misspelt(at, end int, expected string, words []string) error {
	err := p.fault(at, expected)
	if syntax := (*SyntaxError)(nil); errors.As(err, &syntax) && end > at {
		syntax.Word, syntax.Words = string(p.raw[at:end]), words
	}
	return err
}

// quoted reads a name in double quotes, in which a backslash makes the next character plain.
func (p *parser) quoted() (string, error) {
	open := p.at
	var name strings.Builder
	for p.at++; p.at < p.end; p.at++ {
		switch c := p.src[p.at]; {
		case c == '"':
			p.at++
			if strings.TrimSpace(name.String()) == "" {
				return "", p.fault(open, "a name between the quotes")
			}
			return name.String(), nil
		case c == '\\' && p.at+1 < p.end && unicode.IsPrint(p.src[p.at+1]):
			p.at++
			name.WriteRune(p.raw[p.at])
		case !unicode.IsPrint(c):
			return "", p.fault(p.at, "printable characters in a name")
		default:
			name.WriteRune(p.raw[p.at])
		}
	}
	return "", p.fault(p.end, "a closing quote")
}

func (p *parser) space() { p.at = p.skip(p.at) }

// skip returns the first index from at on that holds no space.
func (p *parser) skip(at int) int {
	for at < p.end && unicode.IsSpace(p.src[at]) {
		at++
	}
	return at
}

// square takes the square at the parser's place; "" if there is none.
func (p *parser) square() string {
	next, ok := p.wideAt(p.at)
	if !ok {
		return ""
	}
	at := p.at
	p.at = next
	return string(p.src[at:next])
}

// squareAt reports whether a file letter and a rank from 1 to 99 stand at at, and where they end.
func (p *parser) squareAt(at int) (next int, ok bool) {
	if at+1 >= p.end || p.src[at] < 'a' || p.src[at] > 'z' || p.src[at+1] == '0' {
		return 0, false
	}
	next = at + 1
	for next < p.end && digit(p.src[next]) {
		next++
	}
	n := next - at - 1
	return next, n == 1 || n == 2
}

// wideAt is squareAt where no name stands before the square, so that a file may have two letters: "aa" to "bl", the last of 64.
func (p *parser) wideAt(at int) (next int, ok bool) {
	if at < p.end && (p.src[at] == 'a' || p.src[at] == 'b') {
		if next, ok := p.squareAt(at + 1); ok {
			return next, true
		}
	}
	return p.squareAt(at)
}

// word takes the given word, in any case, if it stands here and no letter or digit follows.
func (p *parser) word(w string) bool {
	if !p.wordAt(p.at, w) {
		return false
	}
	p.at += len(w)
	return true
}

func (p *parser) wordAt(at int, w string) bool {
	next := at + len(w)
	return next <= p.end && strings.EqualFold(string(p.src[at:next]), w) && !p.letterAt(next)
}

func (p *parser) letterAt(at int) bool {
	return at >= 0 && at < p.end && (unicode.IsLetter(p.src[at]) || digit(p.src[at]))
}

// dash takes a dash, or an arrow made of some, or the word for it: "-", "--", "->", "to".
func (p *parser) dash() bool {
	if p.word("to") {
		return true
	}
	if !p.dashAt(p.at) {
		return false
	}
	for p.at < p.end && p.src[p.at] == '-' {
		p.at++
	}
	if p.at < p.end && p.src[p.at] == '>' {
		p.at++
	}
	return true
}

// cross takes the sign of a capture, or a word for it.
func (p *parser) cross() bool {
	if p.word("takes") || p.word("captures") {
		return true
	}
	stands := p.crossAt(p.at)
	if stands {
		p.at++
	}
	return stands
}

func (p *parser) dashAt(at int) bool { return at < p.end && p.src[at] == '-' || p.wordAt(at, "to") }

func (p *parser) crossAt(at int) bool {
	return at < p.end && strings.ContainsRune("xX:", p.src[at]) || p.wordAt(at, "takes") || p.wordAt(at, "captures")
}

// praised reports whether nothing follows but marks of check and of a good play: "+", "!?", a full stop. A question mark alone rather asks.
func (p *parser) praised(at int) bool {
	for i := at; i < p.end; i++ {
		switch r := p.src[i]; {
		case unicode.IsSpace(r), strings.ContainsRune("+#!†‡.", r), r == '?' && i > at && p.src[i-1] == '!':
		default:
			return false
		}
	}
	return true
}

func digit(r rune) bool { return r >= '0' && r <= '9' }

// fault makes the error for something wrong at index at, naming the word that stands there.
func (p *parser) fault(at int, expected string) error {
	found := "the end"
	if at < p.end {
		stop := at + 1
		for stop < p.end && !unicode.IsSpace(p.src[stop]) && stop-at < 20 {
			stop++
		}
		found = quote(string(p.raw[at:stop]))
	} else if at < len(p.src) && p.src[at] == ';' {
		found = `";"`
	}
	return &SyntaxError{Text: p.text, Column: at + 1, Expected: expected, Found: found}
}
