package pgn

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// Parse reads the games of a file; its name is for errors, which are *Error, joined if there are several. A game with a fault is left out, and
// the next one begins at the next tag behind an empty line; with the errors come all other games.
func Parse(file string, text []byte) ([]*Game, error) {
	p := &parser{file: file, text: decode(text), line: 1}
	var games []*Game
	var faults []error
	for {
		began := *p
		g, err := p.game()
		switch {
		case err != nil:
			if faults = append(faults, err); len(faults) == MostFaults {
				return games, errors.Join(faults...)
			}
			*p = began
			p.skip()
			p.give(p.border())
		case g == nil:
			return games, errors.Join(faults...)
		default:
			games = append(games, g)
		}
	}
}

// opens is how a game begins behind an empty line.
var opens = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\n[ \t]*\n[ \t]*\[[ \t]*\w+[ \t]+"`) })

// border is the byte at which the next game begins, or the text ends.
func (p *parser) border() int {
	if p.next <= p.at {
		p.next = len(p.text)
		if m := opens().FindStringIndex(p.text[p.at:]); m != nil {
			p.next = p.at + m[0] + strings.IndexByte(p.text[p.at+m[0]:], '[')
		}
	}
	return p.next
}

// give goes on to a byte, whatever stands before it.
func (p *parser) give(to int) {
	skipped := p.text[p.at:to]
	if k := strings.Count(skipped, "\n"); k > 0 {
		p.line += k
		p.start = p.at + strings.LastIndexByte(skipped, '\n') + 1
	}
	p.at = to
}

type parser struct {
	file  string
	text  string
	at    int // in bytes
	line  int
	start int // where the line begins
	moves int // of the game so far

	next int // where the next game begins, if that lies behind at

	known   Place // the place asked for last,
	knownAt int   // and its byte
}

func (p *parser) place(at int) Place {
	if p.known.Line != p.line || p.knownAt > at {
		p.known, p.knownAt = Place{p.line, 1}, p.start
	}
	p.known.Column += utf8.RuneCountInString(p.text[p.knownAt:at])
	p.knownAt = at
	return p.known
}

func (p *parser) fail(at Place, format string, args ...any) error {
	return &Error{p.file, at, fmt.Sprintf(format, args...)}
}

// here is the byte at which the parser stands, 0 at the end.
func (p *parser) here() byte {
	if p.at < len(p.text) {
		return p.text[p.at]
	}
	return 0
}

// skip goes on to what is no space, nor a line that begins with %.
func (p *parser) skip() {
	for p.at < len(p.text) {
		r, n := utf8.DecodeRuneInString(p.text[p.at:])
		switch {
		case r == '\n':
			p.at++
			p.line, p.start = p.line+1, p.at
		case r == '%' && p.at == p.start:
			p.at += len(p.restOfLine())
		case unicode.IsSpace(r) || r == '\ufeff' || r == 0:
			p.at += n
		default:
			return
		}
	}
}

func (p *parser) restOfLine() string {
	line, _, _ := strings.Cut(p.text[p.at:], "\n")
	return line
}

// game reads the next game, nil at the end.
func (p *parser) game() (*Game, error) {
	p.skip()
	if p.at == len(p.text) {
		return nil, nil
	}
	g := &Game{At: p.line}
	p.moves = 0
	for p.here() == '[' {
		if err := p.tag(g); err != nil {
			return nil, err
		}
		p.skip()
	}
	line, result, err := p.moveText(0)
	if err != nil {
		return nil, err
	}
	g.Line = line
	if g.Result = result; result == "" {
		if g.Result = resultOf(g.Tag("Result")); g.Result == "" {
			g.Result = Unknown
		}
	}
	return g, nil
}

// tag reads [Name "value"].
func (p *parser) tag(g *Game) error {
	at := p.place(p.at)
	line := p.restOfLine()
	body, ok := strings.CutPrefix(line, "[")
	body = strings.TrimLeft(body, " \t")
	name := body[:len(body)-len(strings.TrimLeftFunc(body, func(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }))]
	rest := strings.TrimLeft(body[len(name):], " \t")
	if !ok || name == "" || !strings.HasPrefix(rest, `"`) {
		return p.fail(at, "incomplete tag: expected [Name \"value\"]")
	}
	value, n, ok := tagValue(rest)
	switch {
	case !ok:
		return p.fail(at, "unterminated value of tag %s: expected a quotation mark and ]", name)
	case len(g.Tags) == MostTags:
		return p.fail(at, "more than %d tags", MostTags)
	}
	if !slices.ContainsFunc(g.Tags, func(t Tag) bool { return t.Name == name }) {
		g.Tags = append(g.Tags, Tag{name, value})
	}
	p.at += len(line) - len(rest) + n
	return nil
}

// tagValue reads a value in quotes and the bracket behind it. A quotation mark ends it only before the bracket.
func tagValue(text string) (value string, n int, ok bool) {
	var b strings.Builder
	for i := 1; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\' && i+1 < len(text) && (text[i+1] == '"' || text[i+1] == '\\'):
			i++
			b.WriteByte(text[i])
		case c == '"':
			if rest := strings.TrimLeft(text[i+1:], " \t"); strings.HasPrefix(rest, "]") {
				return clean(b.String()), len(text) - len(rest) + 1, true
			}
			b.WriteByte(c)
		default:
			b.WriteByte(c)
		}
	}
	return "", 0, false
}

// clean leaves single spaces between words, and no character that does not print.
func clean(text string) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case !unicode.IsPrint(r):
			return -1
		}
		return r
	}, text)
	return strings.Join(strings.Fields(text), " ")
}

// moveText reads moves up to a result, the end of a variation, the tags of the next game or the end. depth is how many variations
// it stands in.
func (p *parser) moveText(depth int) (out Line, result string, err error) {
	last := func() *Move {
		if len(out.Moves) == 0 {
			return nil
		}
		return &out.Moves[len(out.Moves)-1]
	}
	for {
		p.skip()
		at := p.place(p.at)
		switch c := p.here(); {
		case p.at == len(p.text):
			if depth > 0 {
				return out, "", p.fail(at, "unterminated variation: expected )")
			}
			return out, "", nil
		case c == '[':
			switch {
			case !strings.Contains(p.restOfLine(), `"`):
				return out, "", p.fail(at, "unexpected [ among moves")
			case depth > 0:
				return out, "", p.fail(at, "unterminated variation: expected )")
			}
			return out, "", nil
		case c == '{' || c == ';':
			text, err := p.comment()
			if err != nil {
				return out, "", err
			}
			if m := last(); text == "" {
			} else if m != nil {
				m.Comments = append(m.Comments, text)
			} else {
				out.Comments = append(out.Comments, text)
			}
		case c == '$':
			if err := p.glyph(last(), at); err != nil {
				return out, "", err
			}
		case c == '(':
			if err := p.variation(last(), at, depth); err != nil {
				return out, "", err
			}
		case c == ')':
			if depth == 0 {
				return out, "", p.fail(at, "unexpected ): no variation is open")
			}
			p.at++
			return out, "", nil
		case c == ']' || c == '}' || c == '"':
			return out, "", p.fail(at, "unexpected %c among moves", c)
		default:
			result, err := p.symbol(&out, at, depth)
			if result != "" || err != nil {
				return out, result, err
			}
		}
	}
}

// comment reads a comment in braces, or up to the end of the line.
func (p *parser) comment() (string, error) {
	at := p.place(p.at)
	if p.here() == ';' {
		text := p.restOfLine()
		p.at += len(text)
		return clean(text[1:]), nil
	}
	n := strings.IndexByte(p.text[p.at:p.border()], '}')
	if n < 0 {
		return "", p.fail(at, "unterminated comment: expected }")
	}
	text := p.text[p.at+1 : p.at+n]
	p.give(p.at + n + 1)
	return strings.TrimSpace(clean(text)), nil
}

func (p *parser) glyph(m *Move, at Place) error {
	digits := p.text[p.at+1:]
	digits = digits[:len(digits)-len(strings.TrimLeft(digits, "0123456789"))]
	n, err := strconv.Atoi(digits)
	switch {
	case err != nil || n > 255:
		return p.fail(at, "invalid $: expected a number up to 255 after it")
	case m == nil:
		return p.fail(at, "unexpected $%d before the first move", n)
	}
	p.at += 1 + len(digits)
	m.add(n)
	return nil
}

func (m *Move) add(nag int) {
	if !slices.Contains(m.NAGs, nag) {
		m.NAGs = append(m.NAGs, nag)
	}
}

func (p *parser) variation(m *Move, at Place, depth int) error {
	switch {
	case m == nil:
		return p.fail(at, "unexpected variation before the first move")
	case depth == MostDepth:
		return p.fail(at, "variations nested more than %d deep", MostDepth)
	}
	p.at++
	line, _, err := p.moveText(depth + 1)
	if err == nil && len(line.Moves)+len(line.Comments) > 0 {
		m.Variations = append(m.Variations, line)
	}
	return err
}

// symbol reads a result, the number of a move, what is thought of one, or a move.
func (p *parser) symbol(out *Line, at Place, depth int) (result string, err error) {
	word := p.word()
	if result := resultOf(word); result != "" {
		p.at += len(word)
		if depth > 0 {
			return "", nil // some write how a variation would have ended
		}
		return result, nil
	}
	if n := number(word); n > 0 {
		p.at += n
		return "", nil
	}
	if nag, ok := thought[word]; ok || slices.Contains(empty, word) {
		p.at += len(word)
		if ok && len(out.Moves) > 0 {
			out.Moves[len(out.Moves)-1].add(nag)
		}
		return "", nil
	}
	if p.moves++; p.moves > MostMoves {
		return "", p.fail(at, "more than %d moves in one game", MostMoves)
	}
	if len(word) > mostWord {
		return "", p.fail(at, "a move of %d bytes: expected %d at most", len(word), mostWord)
	}
	if i := strings.IndexFunc(word, func(r rune) bool { return !unicode.IsPrint(r) }); i >= 0 {
		return "", p.fail(at, "invalid move %q", word)
	}
	m := Move{Text: word, At: at}
	if plain := strings.TrimRight(word, "!?"); plain != word && isMove(plain) {
		if nag, ok := thought[word[len(plain):]]; ok {
			m.Text, m.NAGs = plain, []int{nag}
		}
	}
	p.at += len(word)
	out.Moves = append(out.Moves, m)
	return "", nil
}

// isMove reports whether a word is a move, and nothing else that stands among moves.
func isMove(word string) bool {
	_, mark := thought[word]
	return word != "" && !mark && resultOf(word) == "" && number(word) == 0 && !slices.Contains(empty, word)
}

// mostWord is how many bytes a move has at most.
const mostWord = 60

// word returns what stands here up to a space or a sign that means something else. Brackets around a promotion belong to it.
func (p *parser) word() string {
	text := p.text[p.at:]
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		switch {
		case i == 0:
		case unicode.IsSpace(r) || strings.ContainsRune("[]{};$)\"", r):
			return text[:i]
		case r == '(':
			inner, _, ok := strings.Cut(text[i+1:min(i+8, len(text))], ")")
			if !ok || inner == "" || strings.ContainsFunc(inner, unicode.IsSpace) || strings.ContainsAny(inner, "({};$") {
				return text[:i]
			}
			n += len(inner) + 1
		}
		i += n
	}
	return text
}

// number returns how many bytes at the beginning of a word are the number of a move: "12", "12.", "12...".
func number(word string) int {
	rest := strings.TrimLeft(word, "0123456789")
	if rest == word {
		if dots := strings.TrimLeft(word, ".…"); dots != word {
			return len(word) - len(dots)
		}
		return 0
	}
	if dots := strings.TrimLeft(rest, ".…"); dots != rest || rest == "" {
		return len(word) - len(dots)
	}
	return 0
}

// resultOf returns the result that a word means, or nothing.
func resultOf(word string) string {
	word = strings.NewReplacer("–", "-", "—", "-", "½", "1/2", ":", "-").Replace(strings.TrimSpace(word))
	switch word {
	case WhiteWins, BlackWins, Draw, Unknown:
		return word
	case "1/2":
		return Draw
	}
	return ""
}

// thought is the numbers of what is thought of a move, by the marks of print.
var thought = map[string]int{
	"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6, "□": 7, "=": 10, "∞": 13, "+=": 14, "⩲": 14, "=+": 15, "⩱": 15,
	"+/-": 16, "±": 16, "-/+": 17, "∓": 17, "+-": 18, "-+": 19, "N": 146,
}

// empty is what stands behind moves and says what they show themselves.
var empty = []string{"e.p.", "ep", "e.p", "+", "++", "#", "ch", "ch.", "mate"}
