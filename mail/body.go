package mail

import (
	"errors"
	"io"
	"strings"

	"github.com/emersion/go-message"
)

// line is one line of a mail's text.
type line struct {
	number int // from 1
	text   string
}

// maxDepth bounds how deep parts may lie in parts.
const maxDepth = 8

// bodyText returns the text of a message: of alternatives the plain one if there is
// one, of several parts all, of attachments and enclosed messages nothing. opening is the
// error with which the message was opened: it matters only if the message is text.
func bodyText(entity *message.Entity, opening error) ([]line, error) {
	parts, err := texts(entity, opening, 0)
	if err != nil {
		return nil, err
	}
	var lines []line
	for _, part := range parts {
		for _, l := range part.lines {
			lines = append(lines, line{len(lines) + 1, l})
		}
	}
	if len(parts) == 0 {
		return nil, &Refusal{Reason: NoText}
	}
	return lines, nil
}

// part is a part that is text, in lines.
type part struct {
	html  bool
	lines []string
}

func texts(entity *message.Entity, opening error, depth int) ([]part, error) {
	kind, params, err := entity.Header.ContentType()
	if err != nil {
		return nil, &Refusal{Reason: Unreadable, Text: entity.Header.Get("Content-Type"), Err: err}
	}
	disposition, _, _ := entity.Header.ContentDisposition()
	if depth > 0 && disposition == "attachment" {
		return nil, nil
	}
	switch {
	case strings.HasPrefix(kind, "multipart/"):
		return inside(entity, kind == "multipart/alternative", depth)
	case kind != "text/plain" && kind != "text/html":
		return nil, nil
	case opening != nil:
		return nil, &Refusal{Reason: Unreadable, Err: opening}
	}
	body, err := io.ReadAll(entity.Body)
	if err != nil {
		return nil, &Refusal{Reason: Unreadable, Err: err}
	}
	text := strings.ToValidUTF8(string(body), "\uFFFD")
	text = strings.ReplaceAll(text, "\r\n", "\n")
	if kind == "text/html" {
		lines, err := htmlLines(text)
		if err != nil {
			return nil, &Refusal{Reason: Unreadable, Err: err}
		}
		return []part{{true, lines}}, nil
	}
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if strings.EqualFold(params["format"], "flowed") {
		lines = unflow(lines, strings.EqualFold(params["delsp"], "yes"))
	}
	return []part{{false, lines}}, nil
}

// inside returns the texts of a multipart's parts; of alternatives only those of one kind.
func inside(entity *message.Entity, alternative bool, depth int) ([]part, error) {
	if depth == maxDepth {
		return nil, &Refusal{Reason: Unreadable, Err: errors.New("parts within parts within parts")}
	}
	reader := entity.MultipartReader()
	if reader == nil {
		return nil, &Refusal{Reason: Unreadable, Err: errors.New("a multipart message without parts")}
	}
	var all []part
	for {
		child, err := reader.NextPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if child == nil {
			return nil, &Refusal{Reason: Unreadable, Err: err}
		}
		found, err := texts(child, err, depth+1)
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
