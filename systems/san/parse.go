package san

import (
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"adjudicate/rules"
	"adjudicate/rules/movement"
	"adjudicate/systems"
)

// A pattern is one way to read a text: what it says of a turn, and what it leaves open.
type pattern struct {
	castle  string // castleRight, castleLeft
	pass    bool
	place   bool
	typ     movement.TypeID // or NoType: it is not said
	unsaid  bool            // no letter: a type whose letter is not written
	file    string          // where it comes from
	rank    string
	to      movement.Square // or Off: toFile
	toFile  string
	takes   bool
	shot    bool
	becomes movement.TypeID
	partner [2]movement.Square
	chosen  []Choice // with NoType, Off for what is not said
}

// longest is how many bytes of a text are looked at.
const longest = 80

// parser tries the ways to read a text one after the other.
type parser struct {
	names *Letters
	text  string
	out   []pattern
	far   int // how far any way came
	want  string
	off   int // where a square stands that the board has not, or -1
}

// patterns lists the ways to read a text, the most literal first.
func (l *Letters) patterns(text string) (list []pattern, far int, want string) {
	p := &parser{names: l, text: text, want: "a piece or a square", off: -1}
	at := p.number()
	p.castling(at)
	p.passing(at)
	for _, symbols := range [][]symbol{l.exact(text[at:]), nil, l.folded(text[at:])} {
		if symbols == nil {
			p.subject(at, pattern{typ: movement.NoType, unsaid: true, becomes: movement.NoType})
		}
		for _, sy := range symbols {
			p.subject(at+sy.n, pattern{typ: sy.typ, becomes: movement.NoType})
		}
	}
	if p.off >= 0 {
		return p.out, p.off, "a square of the board"
	}
	return p.out, p.far, p.want
}

// telling is what tells a turn from a word of a language: a square, a capture, castling.
var telling = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[a-z][1-9]|[a-z]x[a-z]|[0OoОо].*[0OoОо]`) })

// Turn reports whether a text has the form of a turn with the types of a ruleset, as far as can be said without a position.
func Turn(rs *movement.Ruleset, text string) bool {
	if len(text) > longest || !telling().MatchString(text) {
		return false
	}
	list, _, _ := lettersOf(new(systems.System), rs).patterns(text)
	return len(list) > 0
}

// number skips the number of a move: "12.", "12...".
func (p *parser) number() int {
	at := p.skip(0)
	next := at
	for next < len(p.text) && p.text[next] >= '0' && p.text[next] <= '9' {
		next++
	}
	if next == at || next == len(p.text) || p.text[next] != '.' && !strings.HasPrefix(p.text[next:], "…") {
		return at
	}
	return p.skip(next + len(p.text[next:]) - len(strings.TrimLeft(p.text[next:], ".… ")))
}

// skip returns the first place from at on where no space stands, nor a character that nobody sees.
func (p *parser) skip(at int) int {
	for at < len(p.text) {
		r, n := utf8.DecodeRuneInString(p.text[at:])
		if !unicode.IsSpace(r) && !unicode.Is(unicode.Cf, r) && r != '\ufe0e' && r != '\ufe0f' {
			break
		}
		at += n
	}
	return at
}

// missed notes what a way to read the text lacked, for the error about the place where the one that came farthest ended.
func (p *parser) missed(at int, want string) {
	if at > p.far || at == p.far && p.want == "" {
		p.far, p.want = at, want
	}
}

// one takes one of the characters of a set.
func (p *parser) one(at int, set string) (next int, ok bool) {
	at = p.skip(at)
	r, n := utf8.DecodeRuneInString(p.text[at:])
	if n == 0 || !strings.ContainsRune(set, r) {
		return at, false
	}
	return at + n, true
}

const (
	dashes  = "-\u2010\u2011\u2012\u2013\u2014\u2212~"
	crosses = "xX\u00d7:"
)

// castling reads O-O and O-O-O, with letters or zeros.
func (p *parser) castling(at int) {
	n := 0
	for {
		next, ok := p.one(at, "O0oОо")
		if !ok {
			break
		}
		n++
		at = next
		if next, ok := p.one(at, dashes); ok {
			if _, more := p.one(next, "O0oОо"); more {
				at = next
			}
		}
	}
	switch n {
	case 2:
		p.tail(at, pattern{castle: castleRight, typ: movement.NoType, becomes: movement.NoType})
	case 3:
		p.tail(at, pattern{castle: castleLeft, typ: movement.NoType, becomes: movement.NoType})
	}
}

func (p *parser) passing(at int) {
	for _, word := range []string{"pass", "--", "Z0", "null", "@@@@"} {
		if len(p.text)-at >= len(word) && strings.EqualFold(p.text[at:at+len(word)], word) {
			p.tail(at+len(word), pattern{pass: true, typ: movement.NoType, becomes: movement.NoType})
		}
	}
}

// subject reads on behind the letter of a type.
func (p *parser) subject(at int, w pattern) {
	at = p.skip(at)
	if next, ok := p.one(at, "@*"); ok {
		w := w
		w.place = true
		p.squares(next, func(next int, sq movement.Square) {
			w.to = sq
			p.tail(next, w)
		})
		return
	}
	p.target(at, w)
	p.origin(at, func(next int, file, rank string) {
		w := w
		w.file, w.rank = file, rank
		p.target(next, w)
		if sq, ok := p.names.rs.Square(file + rank); ok { // the piece is promoted where it stands
			w.to = sq
			p.tail(next, w)
		}
	})
}

// origin calls yield with each way to read a file, a rank or both.
func (p *parser) origin(at int, yield func(next int, file, rank string)) {
	for files := 0; files <= 2; files++ {
		next := at + files
		if next > len(p.text) || strings.Trim(p.text[at:next], letters) != "" {
			return
		}
		if files > 0 && p.isFile(p.text[at:next]) {
			yield(next, p.text[at:next], "")
		}
		end := next
		for end < len(p.text) && end < next+2 && p.text[end] >= '0' && p.text[end] <= '9' {
			end++
			if files > 0 || end == next+2 || end == len(p.text) || p.text[end] < '0' || p.text[end] > '9' {
				if _, ok := p.names.rs.Square(p.text[at:end]); files > 0 && !ok {
					p.off = at
					continue
				}
				yield(end, p.text[at:next], p.text[next:end])
			}
		}
	}
}

func (p *parser) isFile(name string) bool {
	file, _, ok := rules.ParseSquare(name + "1")
	return ok && file < p.names.rs.Files()
}

// squares calls yield with each way to read a square, the longest first.
func (p *parser) squares(at int, yield func(next int, sq movement.Square)) {
	at = p.skip(at)
	found := false
	for n := 4; n >= 2; n-- {
		if at+n > len(p.text) {
			continue
		}
		if sq, ok := p.names.rs.Square(p.text[at : at+n]); ok {
			found = true
			yield(at+n, sq)
		}
	}
	if !found {
		p.missed(at, "a square of the board")
	}
}

// target reads where the piece goes, behind where it comes from.
func (p *parser) target(at int, w pattern) {
	for _, sep := range []string{"", dashes, crosses} {
		next := at
		if sep != "" {
			var ok bool
			if next, ok = p.one(at, sep); !ok {
				continue
			}
		}
		w := w
		w.takes = sep == crosses
		p.squares(next, func(next int, sq movement.Square) {
			w.to = sq
			p.tail(next, w)
		})
		if w.unsaid && w.file != "" && w.rank == "" { // exd, ed
			p.origin(p.skip(next), func(next int, file, rank string) {
				if rank == "" {
					w := w
					w.toFile, w.takes = file, true
					p.tail(next, w)
				}
			})
		}
	}
}

// tail reads what stands behind the squares: a promotion, a partner, choices, marks.
func (p *parser) tail(at int, w pattern) {
	before := len(p.out)
	p.rest(at, w)
	if next := p.skip(at); strings.HasPrefix(strings.ToLower(p.text[next:]), "(shot)") {
		w := w
		w.shot = true
		p.rest(next+len("(shot)"), w)
	}
	if w.castle != "" || w.pass {
		return
	}
	next := at
	bracket := false
	for {
		n, ok := p.one(next, "=/:(")
		if !ok {
			break
		}
		bracket = bracket || p.text[n-1] == '('
		next = n
	}
	next = p.skip(next)
	for _, sy := range append(p.names.exact(p.text[next:]), p.names.folded(p.text[next:])...) {
		w := w
		w.becomes = sy.typ
		end := next + sy.n
		if bracket {
			var ok bool
			if end, ok = p.one(end, ")"); !ok {
				continue
			}
		}
		p.rest(end, w)
	}
	if next, ok := p.one(at, "("); ok && len(p.out) == before { // (h1-f1)
		p.squares(next, func(next int, from movement.Square) {
			next, _ = p.one(next, dashes)
			p.squares(next, func(next int, to movement.Square) {
				if next, ok := p.one(next, ")"); ok {
					w := w
					w.partner = [2]movement.Square{from, to}
					p.rest(next, w)
				}
			})
		})
	}
}

// mostChosen is how many choices a text may have behind a turn.
const mostChosen = 8

// chosenByName is a choice with a name, without marks of check behind it.
var chosenByName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\s*([A-Za-z_]\w*)\s*:\s*("[^"]*"|[^/"+#!?]+)`) })

// rest reads choices, and marks up to the end.
func (p *parser) rest(at int, w pattern) {
	if p.marks(at) {
		p.out = append(p.out, w)
		return
	}
	next := at
	sep := false
	for {
		n, ok := p.one(next, "/@,^")
		if !ok {
			break
		}
		next, sep = n, true
	}
	if !sep || len(w.chosen) == mostChosen {
		p.missed(p.skip(at), "the end of the turn")
		return
	}
	next = p.skip(next)
	choice := func(next int, c Choice) {
		w := w
		w.chosen = append(append([]Choice(nil), w.chosen...), c)
		p.rest(next, w)
	}
	if m := chosenByName().FindStringSubmatch(p.text[next:]); m != nil {
		choice(next+len(m[0]), Choice{Square: movement.Off, Type: movement.NoType, Name: m[1], Called: strings.TrimSpace(m[2])})
		return
	}
	if next, ok := p.one(next, crosses); ok {
		p.squares(next, func(next int, sq movement.Square) {
			choice(next, Choice{Square: sq, Type: movement.NoType, Destroys: true})
		})
	}
	p.squares(next, func(next int, sq movement.Square) { choice(next, Choice{Square: sq, Type: movement.NoType}) })
	for _, sy := range append(p.names.exact(p.text[next:]), p.names.folded(p.text[next:])...) {
		end := next + sy.n
		if n, ok := p.one(end, "@"); ok {
			end = n
		}
		choice(next+sy.n, Choice{Square: movement.Off, Type: sy.typ})
		p.squares(end, func(next int, sq movement.Square) { choice(next, Choice{Square: sq, Type: sy.typ}) })
	}
}

// markWords are words that say what a turn does, or how good it is.
var markWords = []string{"e.p.", "e.p", "ep", "/e.p.", "/e.p", "/ep", "check", "ch.", "ch", "checkmate", "mate", "mat", "dbl", "dis", "double", "discovered", ".",
	"(+)", "(++)", "(#)", "(=)", "+-", "-+", "+/-", "-/+", "+/=", "=/+"} // a dash or a slash alone is a turn that was cut off

// marks reports whether nothing follows but marks of check and annotations.
func (p *parser) marks(at int) bool {
	for {
		at = p.skip(at)
		if at == len(p.text) {
			return true
		}
		if next, ok := p.one(at, "#!?†‡±∓∞⩲⩱=:□○⊕→↑⇆⨀⟳"); ok {
			at = next
			continue
		}
		n := 0
		for _, word := range markWords {
			if len(word) > n && len(p.text)-at >= len(word) && strings.EqualFold(p.text[at:at+len(word)], word) {
				n = len(word)
			}
		}
		if n == 0 && p.text[at] == '+' {
			n = 1
		}
		if n == 0 {
			return false
		}
		at += n
	}
}
