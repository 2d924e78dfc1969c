package season

import (
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"adjudicate/events"
	"adjudicate/rules/names"
)

// A cursor reads one line word by word. The first error sticks: later reads return zero
// values, so that a line's grammar is written without a check after every word.
type cursor struct {
	file string
	line int
	text string
	pos  int
	err  *SyntaxError
}

func (c *cursor) failAt(pos int, want, near string) {
	if c.err != nil {
		return
	}
	found, _, _ := strings.Cut(strings.TrimLeft(c.text[pos:], " "), " ")
	c.err = &SyntaxError{
		File: c.file, Line: c.line, Column: utf8.RuneCountInString(c.text[:pos]) + 1,
		Found: found, Want: want, Near: near,
	}
}

// passed returns what is wrong so far and goes on behind it, as if nothing were.
func (c *cursor) passed(bytes int) *SyntaxError {
	err := c.err
	c.err = nil
	c.pos += bytes
	return err
}

func (c *cursor) skip() {
	for c.pos < len(c.text) && c.text[c.pos] == ' ' {
		c.pos++
	}
}

// arrow stands between an entry and the verdict on it.
const arrow = "=>"

// done says that the words of the line are read: it ends or the verdict follows.
func (c *cursor) done() bool {
	c.skip()
	return c.err != nil || c.pos == len(c.text) || strings.HasPrefix(c.text[c.pos:], arrow)
}

// starts says whether the line begins with the fixed word, and not with a side of that name.
func (c *cursor) starts(w string) bool {
	return c.peek() == w && !strings.HasPrefix(c.text[c.pos+len(w):], ":")
}

// peek returns the bare word at the cursor without reading it.
func (c *cursor) peek() string {
	c.skip()
	return c.text[c.pos : c.pos+bareLength(c.text[c.pos:])]
}

// bareLength is how far an unquoted word reaches: to a space, a comma, a quotation
// mark, or a colon with nothing behind it. An arrow is no word.
func bareLength(s string) int {
	if strings.HasPrefix(s, arrow) {
		return 0
	}
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case ' ', ',', '"':
			return i
		case ':':
			if i+1 == len(s) || s[i+1] == ' ' {
				return i
			}
		}
	}
	return len(s)
}

// name reads a word or a quoted string.
func (c *cursor) name(want string) string {
	c.skip()
	if c.err != nil {
		return ""
	}
	rest := c.text[c.pos:]
	if strings.HasPrefix(rest, `"`) {
		quoted, err := strconv.QuotedPrefix(rest)
		if err != nil {
			c.failAt(c.pos, want+", closed by a quotation mark", "")
			return ""
		}
		s, err := strconv.Unquote(quoted)
		if err != nil || s == "" || !printable(s) {
			c.failAt(c.pos, want+" in printable characters", "")
			return ""
		}
		c.pos += len(quoted)
		return s
	}
	n := bareLength(rest)
	if n == 0 {
		c.failAt(c.pos, want, "")
		return ""
	}
	c.pos += n
	return rest[:n]
}

// known reads a name that must be one of those declared.
func (c *cursor) known(want string, declared []string) string {
	c.skip()
	start := c.pos
	got := c.name(want)
	if c.err != nil {
		return ""
	}
	for _, d := range declared {
		if d == got {
			return got
		}
	}
	c.failAt(start, want+" declared above", names.Near(got, declared))
	return ""
}

// word reads one of the given fixed words.
func (c *cursor) word(one ...string) string {
	got := c.peek()
	for _, w := range one {
		if got == w {
			c.pos += len(w)
			return w
		}
	}
	quoted := make([]string, len(one))
	for i, w := range one {
		quoted[i] = strconv.Quote(w)
	}
	near := ""
	if len(got) > 1 { // any digit is near another
		near = names.Near(got, one)
	}
	c.failAt(c.pos, strings.Join(quoted, " or "), near)
	return ""
}

// has reads the fixed word if it is there.
func (c *cursor) has(w string) bool {
	if c.err == nil && c.peek() == w {
		c.pos += len(w)
		return true
	}
	return false
}

// mark reads a punctuation mark.
func (c *cursor) mark(m string) {
	c.skip()
	if c.err == nil && !strings.HasPrefix(c.text[c.pos:], m) {
		c.failAt(c.pos, strconv.Quote(m), "")
	}
	if c.err == nil {
		c.pos += len(m)
	}
}

func (c *cursor) comma() bool {
	c.skip()
	if c.err == nil && strings.HasPrefix(c.text[c.pos:], ",") {
		c.pos++
		return true
	}
	return false
}

// names reads names separated by commas.
func (c *cursor) names(want string) []string {
	list := []string{c.name(want)}
	for c.comma() {
		list = append(list, c.name(want))
	}
	return list
}

func (c *cursor) number(want string) int {
	c.skip()
	start := c.pos
	n, err := strconv.Atoi(c.peek())
	c.pos += len(c.peek())
	if err != nil || n < 0 || n > 1<<20 {
		c.failAt(start, want, "")
		return 0
	}
	return n
}

// sequence reads the sequence of an event.
func (c *cursor) sequence(want string) uint64 {
	c.skip()
	start := c.pos
	n, err := strconv.ParseUint(c.peek(), 10, 63)
	c.pos += len(c.peek())
	if err != nil {
		c.failAt(start, want, "")
	}
	return n
}

func (c *cursor) half(want string) events.Half {
	c.skip()
	start := c.pos
	got := c.peek()
	c.pos += len(got)
	h, err := events.ParseHalf(strings.TrimPrefix(got, "+"))
	if err != nil || h > 1<<40 || h < -1<<40 {
		c.failAt(start, want, "")
		return 0
	}
	return h
}

// moment reads "1998-10-05 18:30", with seconds or an offset from UTC such as -0400
// if need be, and returns it in UTC.
func (c *cursor) moment(want string) time.Time {
	c.skip()
	start := c.pos
	date := c.peek()
	c.pos += len(date)
	clock := c.peek()
	c.pos += len(clock)
	text := date + " " + clock
	if zone := c.peek(); strings.HasPrefix(zone, "+") || strings.HasPrefix(zone, "-") {
		c.pos += len(zone)
		text += " " + zone
	}
	for _, form := range []string{"2006-01-02 15:04", "2006-01-02 15:04:05", "2006-01-02 15:04 -0700", "2006-01-02 15:04:05 -0700"} {
		if t, err := time.Parse(form, text); err == nil && plausible(t.UTC()) {
			return t.UTC()
		}
	}
	c.failAt(start, want+", a date and a time such as 1998-10-05 18:30", "")
	return time.Time{}
}

// plausible keeps times to years of four digits and whole seconds, which the form can write.
func plausible(t time.Time) bool {
	return t.Year() >= 1000 && t.Year() <= 9999 && t.Nanosecond() == 0
}

// note reads a quoted text if there is one.
func (c *cursor) note() string {
	c.skip()
	if c.err != nil || !strings.HasPrefix(c.text[c.pos:], `"`) {
		return ""
	}
	return c.name("a quoted note")
}

// rest reads everything up to the verdict.
func (c *cursor) rest(want string) string {
	c.skip()
	s, _, _ := strings.Cut(c.text[c.pos:], " "+arrow)
	start := c.pos
	c.pos += len(s)
	s = strings.TrimRight(s, " ")
	if s == "" || strings.HasPrefix(s, arrow) {
		c.failAt(start, want, "")
		return ""
	}
	return s
}

// end makes sure that nothing is left.
func (c *cursor) end() {
	if c.skip(); c.err == nil && c.pos < len(c.text) {
		c.failAt(c.pos, "the end of the line", "")
	}
}

// printable says whether a name can stand in a line.
func printable(s string) bool {
	for _, r := range s {
		if !unicode.IsPrint(r) {
			return false
		}
	}
	return utf8.ValidString(s)
}

// spell writes a name so that cursor.name reads it back: bare where that is plain.
func spell(s string) string {
	for _, r := range s {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-_.'!@/+%&*", r) {
			return strconv.Quote(s)
		}
	}
	if s == "" {
		return `""`
	}
	return s
}
