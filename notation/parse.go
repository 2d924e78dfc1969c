package notation

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Parse reads a play, with its letters composed (NFC), as names are. It knows the kinds of moves that are named, and those that are read in every
// game. The error is a [*SyntaxError].
func Parse(text string, kinds ...string) (Play, error) {
	return parseIn(nil, text, kinds)
}

// parseIn is Parse in the memory of items that nobody looks at any more.
func parseIn(items []Item, text string, kinds []string) (Play, error) {
	if play, ok := short(items, text); ok {
		return play, nil
	}
	return parse(text, kinds)
}

// short reads the plays that most are, and nothing else: "pass" and "surrender", and items such as "a1-b2", "Ra1xb2" and "R@a1" with "; " between them.
func short(items []Item, text string) (Play, bool) {
	items = items[:0]
	switch text {
	case "pass":
		return Play{Items: append(items, Item{Kind: Pass, Column: 1, Length: len(text), Text: text})}, true
	case "surrender":
		return Play{Items: append(items, Item{Kind: Surrender, Column: 1, Length: len(text), Text: text})}, true
	}
	var one [1]Item // most plays have no more, and what is not short allocates nothing
	if !strings.Contains(text, ";") {
		if !shortItem(text, 0, &one[0]) {
			return Play{}, false
		}
		return Play{Items: append(items, one[0])}, true
	}
	items = slices.Grow(items, 1+strings.Count(text, ";"))
	for at := 0; ; {
		end := strings.IndexByte(text[at:], ';')
		if end < 0 {
			end = len(text) - at
		}
		if !shortItem(text[at:at+end], at, &one[0]) {
			return Play{}, false
		}
		items = append(items, one[0])
		if at += end; at == len(text) {
			return Play{Items: items}, true
		}
		if at++; at == len(text) || text[at] != ' ' {
			return Play{}, false
		}
		at++
	}
}

// shortItem reads an item of short that begins at a place of its play.
func shortItem(text string, place int, item *Item) bool {
	*item = Item{Column: place + 1, Length: len(text), Text: text}
	at := 0
	if len(text) > 1 && (text[1] == '@' || 'A' <= text[0] && text[0] <= 'Z' || strings.IndexByte(shortSigns, text[0]) >= 0) {
		if at, item.Name = 1, text[:1]; text[1] == '@' {
			item.Kind, item.To = Placement, text[2:]
			return (shortLetter(text[0]) || strings.IndexByte(shortSigns, text[0]) >= 0) && shortSquare(text, 2) == len(text)
		}
	}
	from := at
	if at = shortSquare(text, at); at < 0 || at == len(text) || text[at] != '-' && text[at] != 'x' {
		return false
	}
	to := at + 1
	if shortSquare(text, to) != len(text) {
		return false
	}
	item.From = text[from:at]
	if text[at] == '-' {
		item.Kind, item.To = Move, text[to:]
	} else {
		item.Kind, item.Victim = Capture, text[to:]
	}
	return true
}

// shortSigns are signs that are names of pieces wherever they stand before a square.
const shortSigns = "*&+%!"

func shortLetter(c byte) bool { return 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z' }

// shortSquare is where a square of one letter from a to w, and of a rank below 100, ends that begins at a place of a text; -1 if none does.
func shortSquare(text string, at int) int {
	if at+1 >= len(text) || text[at] < 'a' || text[at] > 'w' || text[at+1] < '1' || text[at+1] > '9' {
		return -1
	}
	if at += 2; at < len(text) && '0' <= text[at] && text[at] <= '9' {
		at++
	}
	return at
}

func parse(text string, kinds []string) (Play, error) {
	text = norm.NFC.String(seen(text))
	raw := []rune(text)
	src := raw
	for i, r := range raw {
		if p := plain(r); p != r {
			if &src[0] == &raw[0] {
				src = slices.Clone(raw)
			}
			src[i] = p
		}
	}
	play, start, err := sealed(text, raw)
	if err != nil || play.Seal != "" {
		return play, err
	}
	for start <= len(src) {
		end := itemEnd(src, start)
		from, to := start, end
		for from < to && unicode.IsSpace(src[from]) {
			from++
		}
		for to > from && unicode.IsSpace(src[to-1]) {
			to--
		}
		closed := end < len(src) && src[end] == ';'
		switch {
		case from < to:
			item, err := parseItem(text, raw, src, from, to, len(play.Items) > 0, kinds)
			if err != nil {
				return Play{}, err
			}
			play.Items = append(play.Items, item)
		case closed:
			return Play{}, &SyntaxError{Text: text, Column: end + 1, Expected: expectItem, Found: `";"`}
		}
		start = end + 1
	}
	if len(play.Items) == 0 {
		return Play{}, &SyntaxError{Text: text, Column: len(src) + 1, Expected: expectItem, Found: "nothing"}
	}
	return play, nil
}

const (
	expectItem     = `an atomic play such as "Ra1-a5" or "pass"`
	expectOperator = `"-" and the square it goes to, or "x" and the square it captures on`
)

// itemEnd returns the index of the ";" or newline that ends the item begun at start, or the
// text's length. A separator in quotes ends nothing; a quote left open ends with its line.
func itemEnd(src []rune, start int) int {
	quoted := false
	for i := start; i < len(src); i++ {
		switch c := src[i]; {
		case c == '\n':
			return i
		case quoted && c == '\\':
			if i+1 < len(src) && src[i+1] != '\n' {
				i++
			}
		case c == '"':
			quoted = !quoted
		case c == ';' && !quoted:
			return i
		}
	}
	return len(src)
}

// parser reads one item, src[at:end] without outer spaces.
type parser struct {
	text    string
	raw     []rune // the text
	src     []rune // the same in plain characters
	at, end int
	item    Item
	kinds   []string // of moves, which the rules declare
	mark    string   // one of words(kinds), Shot, Onward or ""
	markAt  int
}

// parseItem reads one item. One beside another may be a choice with a name: a text that begins so is no play, but a line such as "cc: Bob".
func parseItem(text string, raw, src []rune, from, to int, beside bool, kinds []string) (Item, error) {
	p := &parser{text: text, raw: raw, src: src, at: from, end: to, kinds: kinds}
	if enclosed(src[from:to]) {
		p.at, p.end = p.skip(from+1), to-1
		for p.end > p.at && unicode.IsSpace(src[p.end-1]) {
			p.end--
		}
		from, to = p.at, p.end
	}
	if n := numbered(src[from:to]); n > 0 {
		from = p.skip(from + n)
		p.at = from
	}
	p.item.Column, p.item.Length, p.item.Text = from+1, to-from, string(raw[from:to])
	for i := from; i < to; i++ {
		if !unicode.IsPrint(src[i]) && !unicode.IsSpace(src[i]) {
			return Item{}, p.fault(i, "printable characters")
		}
	}
	switch word := strings.ToLower(string(src[from:to])); word {
	case "pass":
		p.item.Kind = Pass
		return p.item, nil
	case "surrender", "resign":
		p.item.Kind = Surrender
		return p.item, nil
	}
	if n := from + len(actionWord); n < to && strings.EqualFold(string(src[from:n]), actionWord) && unicode.IsSpace(src[n]) {
		p.at = n
		p.space()
		if err := p.action(); err != nil {
			return Item{}, err
		}
		return p.item, nil
	}
	if beside && p.choice() {
		return p.item, nil
	}
	if p.choosing(closeWord, Close) || p.choosing(destroyWord, Destroy) {
		return p.item, nil
	}
	for _, word := range written(p.kinds) {
		n := from + len(word)
		if n < to && strings.EqualFold(string(src[from:n]), word) && unicode.IsSpace(src[n]) {
			p.mark, p.markAt, p.at = word, from, n
			p.space()
		}
	}
	if err := p.subject(); err != nil {
		return Item{}, err
	}
	if err := p.rest(); err != nil {
		return Item{}, err
	}
	return p.item, nil
}

// enclosed reports whether all of an item stands in brackets, or in quotes.
func enclosed(item []rune) bool {
	last := len(item) - 1
	if last < 2 {
		return false
	}
	for _, pair := range []string{"()", "[]", `""`, "''"} {
		first, end := rune(pair[0]), rune(pair[1])
		if item[0] == first && item[last] == end && !slices.Contains(item[1:last], first) && !slices.Contains(item[1:last], end) {
			return true
		}
	}
	return false
}

// numbered is the length of the number of a move that an item begins with: 2 of "1.e2-e4", 5 of "12... e7-e5", 0 if there is none.
func numbered(item []rune) int {
	n := 0
	for n < len(item) && digit(item[n]) {
		n++
	}
	dots := n
	for n < len(item) && (item[n] == '.' || item[n] == '…') {
		n++
	}
	if dots == 0 || n == dots || n == len(item) {
		return 0
	}
	return n
}

// Words that begin a choice: of a square that is closed, of a piece that ceases to exist.
const (
	closeWord   = "close"
	destroyWord = "destroy"
)

// choosing reads "close e5" or "destroy e5", and nothing of any other item.
func (p *parser) choosing(word string, kind Kind) bool {
	n := p.at + len(word)
	if n >= p.end || !strings.EqualFold(string(p.src[p.at:n]), word) || !unicode.IsSpace(p.src[n]) {
		return false
	}
	at := p.skip(n)
	next, ok := p.wideAt(at)
	if !ok || next != p.end {
		return false
	}
	p.item.Kind, p.item.To = kind, string(p.src[at:next])
	return true
}

// choice reads a choice that has a name, "ally: Blue": small letters, at least two, before a colon. A capture names a square before it. What is
// chosen may stand in quotes.
func (p *parser) choice() bool {
	at := p.at
	for at < p.end && p.raw[at] >= 'a' && p.raw[at] <= 'z' {
		at++
	}
	colon := p.skip(at)
	if at < p.at+2 || colon >= p.end || p.raw[colon] != ':' {
		return false
	}
	value := strings.TrimSpace(string(p.raw[colon+1 : p.end]))
	if value == "" {
		return false
	}
	p.item.Kind, p.item.Name, p.item.Choose = Choice, string(p.raw[p.at:at]), unquoted(value)
	return true
}

// rest reads what follows the subject: the destination, the promotion, the mark in brackets.
func (p *parser) rest() error {
	i := &p.item
	p.space()
	switch {
	case i.Kind == Placement: // all read
	case p.dash():
		p.space()
		if p.word("off") {
			i.Kind = Off
			break
		}
		i.Kind = Move
		if i.To = p.square(); i.To == "" {
			return p.fault(p.at, `the square it goes to, such as "a5", or "off"`)
		}
		for p.space(); p.dash(); p.space() {
			p.space()
			next := p.square()
			if next == "" {
				return p.fault(p.at, `the square it goes on to, such as "a5"`)
			}
			i.Via, i.To = append(i.Via, i.To), next
		}
		if p.cross() { // it captures where the way ends
			i.Via, i.To = append(i.Via, i.To), ""
			if err := p.captured(); err != nil {
				return err
			}
			break
		}
		if err := p.together(); err != nil {
			return err
		}
	case p.cross():
		if err := p.captured(); err != nil {
			return err
		}
	}
	becomesAt := p.end
	for p.space(); p.at < p.end; p.space() {
		at := p.at
		switch {
		case p.src[at] == '=' && i.Becomes == "":
			becomesAt = at
			p.at++
			p.space()
			if err := p.becomes(); err != nil {
				return err
			}
		case p.src[at] == '(' && p.mark == "":
			if err := p.bracket(); err != nil {
				return err
			}
		case p.praised(at):
			p.at = p.end
		default:
			return p.fault(at, p.expectEnd())
		}
	}
	return p.settle(becomesAt)
}

// captured reads what is captured, and where the captor ends.
func (p *parser) captured() error {
	i := &p.item
	p.space()
	i.Kind = Capture
	named := p.at
	i.Named = p.nameBefore()
	if i.Victim = p.square(); i.Victim == "" {
		return p.fault(p.at, `the square of the captured piece, such as "a5"`)
	}
	for p.space(); p.cross(); p.space() {
		if i.Named != "" {
			return p.fault(named, "a name only before the square that is captured last")
		}
		p.space()
		named, i.Named = p.at, p.nameBefore()
		next := p.square()
		if next == "" {
			return p.fault(p.at, `the square of the piece that it captures next, such as "a5"`)
		}
		i.Over, i.Victim = append(i.Over, i.Victim), next
	}
	if p.dash() {
		p.space()
		if i.To = p.square(); i.To == "" {
			return p.fault(p.at, `the square where the captor ends, such as "a5"`)
		}
	}
	return nil
}

// settle works out the kind from what was read and refuses what does not go together.
func (p *parser) settle(becomesAt int) error {
	i := &p.item
	switch {
	case i.Kind == Capture && i.Manner == "" && slices.Contains(p.kinds, p.mark): // "charge Ra1xb3"
		i.Manner = p.mark
	case slices.Contains(p.kinds, p.mark) || slices.Contains(marks.Kinds, p.mark):
		if i.Kind != Move && i.Kind != Capture {
			return p.fault(p.markAt, fmt.Sprintf(`"%s" only with a move from square to square, as in "Ra1-b3 (%[1]s)"`, p.mark))
		}
		if len(i.Over) > 0 || i.Kind == Capture && len(i.Via) > 0 {
			return p.fault(p.markAt, `"`+p.mark+`" with at most one captured piece`)
		}
		i.Kind = Kind(p.mark)
	case slices.Contains(marks.Exit, p.mark):
		if i.Kind != Move && i.Kind != Off && i.Kind != "" {
			return p.fault(p.markAt, `"`+p.mark+`" only with a move, as in "Qh7-a1 (`+p.mark+`)"`)
		}
		if i.Kind = Exit; p.mark != marks.Exit[0] {
			i.Mark = p.mark
		}
	case p.mark == Shot || p.mark == Onward:
		if i.Kind != Capture {
			return p.fault(p.markAt, `"(`+p.mark+`)" only after a capture, as in "Aa1xb2 (`+p.mark+`)"`)
		}
		if i.To != "" {
			return p.fault(p.markAt, "no second statement of where the captor ends")
		}
		i.Way, i.To = p.mark, i.Victim
		if p.mark == Shot {
			i.To = i.From
		}
	}
	if i.Kind == Capture && i.Way == "" && i.To != "" {
		switch i.To {
		case i.From:
			i.Way = Shot
		case i.Victim:
			i.Way = Onward
		}
	}
	if i.Becomes != "" {
		switch i.Kind {
		case "":
			i.Kind = Promotion
		case Off, Exit:
			return p.fault(becomesAt, "no promotion of a piece that leaves the board")
		}
	}
	if i.Kind == "" {
		return p.fault(p.end, expectOperator)
	}
	return nil
}

func (p *parser) expectEnd() string {
	switch {
	case p.item.Kind == "":
		return expectOperator
	case p.item.Becomes != "" && p.mark != "":
		return `";" or the end`
	case p.item.Becomes != "":
		return `";", "(` + example + `)" and the like, or the end`
	case p.mark != "":
		return `";", "=" and a type, or the end`
	}
	return `";", "=" and a type, "(` + example + `)" and the like, or the end`
}
