package mail

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/emersion/go-message"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

// line is one line of a mail's text.
type line struct {
	number int // from 1
	text   string
}

// maxDepth bounds how deep parts may lie in parts, maxParts how many there may be.
const (
	maxDepth = 8   // parts of a mail inside each other
	maxParts = 200 // parts of a mail
)

// decoded is a text whose character set is not known or is not what it says: plays are written with letters that nearly all
// sets have in the same place.
func decoded(raw []byte) string {
	switch {
	case bytes.HasPrefix(raw, []byte{0xff, 0xfe}), bytes.HasPrefix(raw, []byte{0xfe, 0xff}):
		if text, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewDecoder().Bytes(raw); err == nil {
			return string(text)
		}
	case !utf8.Valid(raw):
		if text, err := charmap.Windows1252.NewDecoder().Bytes(raw); err == nil {
			return string(text)
		}
	}
	return strings.TrimPrefix(strings.ToValidUTF8(string(raw), "\uFFFD"), "\ufeff")
}

// body is what a message holds.
type body struct {
	lines    []line
	page     []line   // the same as a page, if the message holds both
	enclosed [][]byte // messages, as they were sent
	parts    int      // that have been read

	signature string // of the play, in armour; "" if there is none
	after     uint64 // what it says of when it was signed
}

// bodyText returns the text of a message: of alternatives the plain one if there is
// one, of several parts all, of attachments nothing. opening is the
// error with which the message was opened: it matters only if the message is text.
func bodyText(entity *message.Entity, opening error) (*body, error) {
	b := &body{}
	parts, err := texts(entity, opening, 0, b)
	if err != nil {
		return nil, err
	}
	for _, part := range parts {
		for _, l := range part.lines {
			b.lines = append(b.lines, line{len(b.lines) + 1, l})
		}
		for _, l := range part.page {
			b.page = append(b.page, line{len(b.page) + 1, l})
		}
	}
	if len(parts) == 0 && len(b.enclosed) == 0 {
		return nil, &Refusal{Reason: NoText}
	}
	b.lines = unsigned(b.lines)
	b.takeSigned(b.page)
	b.takeSigned(b.lines)
	return b, nil
}

// agrees refuses a play that a person who sees the page would not read there.
func (b *body) agrees(short Short, found []*candidate) error {
	if len(b.page) == 0 {
		return nil
	}
	seen, err := short.plays(written(b.page))
	same := func(a, b *candidate) bool {
		return strings.EqualFold(a.announced, b.announced) && a.says() == b.says()
	}
	if len(found) == 1 {
		same = func(a, b *candidate) bool { return a.says() == b.says() }
	}
	if err != nil || !slices.EqualFunc(seen, found, same) {
		return &Refusal{Reason: ManyPlays, Line: found[0].lines[0].number, Text: found[0].lines[0].text, Err: errors.New("the formatted text differs from the plain text")}
	}
	return nil
}

// unsigned takes off the armour of a text that is signed within (RFC 9580, 7): lines stay where
// they are.
func unsigned(lines []line) []line {
	const begin, end, done = "-----BEGIN PGP SIGNED MESSAGE-----", "-----BEGIN PGP SIGNATURE-----", "-----END PGP SIGNATURE-----"
	out := make([]line, 0, len(lines))
	where := "" // the mark passed last
	for _, l := range lines {
		text := strings.TrimRight(l.text, " \t\r")
		switch {
		case text == begin, where != "" && text == end:
			where, l.text = text, ""
		case where == end && text == done:
			where, l.text = "", ""
		case where == end:
			l.text = ""
		case where == begin && text == "":
			where = "text"
		case where == begin:
			l.text = "" // a header of the armour
		case where == "text":
			l.text = strings.TrimPrefix(l.text, "- ")
		}
		out = append(out, l)
	}
	return out
}

// lineEnds are the ways in which lines end: those of mails, of old machines, and those of Unicode.
var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\v", "\n", "\f", "\n", "\u0085", "\n", "\u2028", "\n", "\u2029", "\n")

// part is a part that is text, in lines.
type part struct {
	html  bool
	lines []string
	page  []string // of alternatives the page, if lines are those of the plain text
}

func texts(entity *message.Entity, opening error, depth int, b *body) ([]part, error) {
	kind, params, err := entity.Header.ContentType()
	if err != nil || !strings.Contains(kind, "/") {
		kind = "text/plain" // RFC 2045, 5.2
	}
	disposition, _, _ := entity.Header.ContentDisposition()
	if depth > 0 && kind == "message/rfc822" {
		raw, err := io.ReadAll(entity.Body)
		if err != nil {
			return nil, &Refusal{Reason: Unreadable, Err: err}
		}
		b.enclosed = append(b.enclosed, raw)
		return nil, nil
	}
	text := kind == "text/plain" || kind == "text/html" || strings.HasPrefix(kind, "multipart/")
	if depth > 0 && (disposition == "attachment" || !text) {
		return b.attached(entity), nil
	}
	switch {
	case strings.HasPrefix(kind, "multipart/"):
		return inside(entity, kind == "multipart/alternative", depth, b)
	case !text:
		return nil, nil
	case opening != nil && !message.IsUnknownCharset(opening) && !message.IsUnknownEncoding(opening):
		return nil, &Refusal{Reason: Unreadable, Err: opening}
	}
	body, err := io.ReadAll(entity.Body)
	if err != nil {
		return nil, &Refusal{Reason: Unreadable, Err: err}
	}
	said := lineEnds.Replace(decoded(body))
	if kind == "text/html" {
		lines, err := htmlLines(said)
		if err != nil {
			return nil, &Refusal{Reason: Unreadable, Err: err}
		}
		return []part{{html: true, lines: lines}}, nil
	}
	lines := strings.Split(strings.TrimSuffix(said, "\n"), "\n")
	if strings.EqualFold(params["format"], "flowed") {
		lines = unflow(lines, strings.EqualFold(params["delsp"], "yes"))
	}
	return []part{{lines: lines}}, nil
}

// inside returns the texts of a multipart's parts; of alternatives only those of one kind.
func inside(entity *message.Entity, alternative bool, depth int, b *body) ([]part, error) {
	if depth == maxDepth {
		return nil, &Refusal{Reason: Unreadable, Err: errors.New("parts nested too deeply")}
	}
	reader := entity.MultipartReader()
	if reader == nil {
		return nil, &Refusal{Reason: Unreadable, Err: errors.New("a multipart message without parts")}
	}
	var all []part
	for {
		if b.parts++; b.parts > maxParts {
			return nil, &Refusal{Reason: Unreadable, Err: fmt.Errorf("more than %d parts", maxParts)}
		}
		child, err := reader.NextPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if child == nil {
			return nil, &Refusal{Reason: Unreadable, Err: err}
		}
		found, err := texts(child, err, depth+1, b)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	if !alternative {
		return all, nil
	}
	var plain, html []part
	for _, p := range all {
		switch {
		case p.html:
			html = append(html, p)
		case strings.TrimSpace(strings.Join(p.lines, "")) != "":
			plain = append(plain, p)
		}
	}
	if len(plain) > 0 {
		for _, p := range html {
			plain[0].page = append(plain[0].page, p.lines...)
		}
		return plain, nil
	}
	return html, nil
}

// maxParagraph bounds the length to which lines are joined; a longer paragraph holds no play.
const maxParagraph = 1 << 12

// unflow undoes the line breaks of format=flowed text (RFC 3676): a line that ends in a space
// goes on in the next one of the same depth of quotation. The lines that went into another
// remain, empty, so that the numbers hold.
func unflow(lines []string, deleteSpace bool) []string {
	out := make([]string, len(lines))
	last, depth := -1, 0 // the line that is still open, and its depth
	for i, l := range lines {
		quotes := len(l) - len(strings.TrimLeft(l, ">"))
		text := strings.TrimPrefix(l[quotes:], " ")
		signature := text == "-- "
		at := i
		if last >= 0 && quotes == depth && !signature && len(out[last]) < maxParagraph {
			at = last
			if deleteSpace {
				out[at] = strings.TrimSuffix(out[at], " ")
			}
			out[at] += text
		} else {
			out[at] = text
			if quotes > 0 {
				out[at] = strings.Repeat(">", quotes) + " " + text
			}
		}
		last, depth = -1, quotes
		if strings.HasSuffix(text, " ") && !signature {
			last = at
		}
	}
	return out
}
