// Package markup puts HTML and SVG together by appending, where a template would cost more than what it shows: pictures and long lists, which are made
// anew for every point of a game that somebody looks at.
//
// A form reads like what comes of it, with a % for each value. What is escaped does not depend on whoever writes the form: forms are constants of the
// program, since nothing else has their type, and every text is escaped that is not Verbatim. A form sets values between tags and in attributes that stand in
// double quotes, and nowhere else: not in the names of tags and attributes, in scripts or in styles. A value that is an address
// begins with a path of the program.
package markup

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// A Text is markup that more is appended to.
type Text []byte

// Verbatim is text that goes into markup as it is.
type Verbatim string

// A form is a constant of the program: strings that it has made or read have another type.
type form string

// Put appends a form. Each % of it stands for the next value: a text is escaped, a length has at most one decimal.
func (m *Text) Put(f form, values ...any) {
	b, whole := *m, f
	next := 0
	for {
		i := strings.IndexByte(string(f), '%')
		if i < 0 {
			break
		}
		b, f = append(b, f[:i]...), f[i+1:]
		switch v := values[next].(type) {
		case float64:
			b = appendDecimal(b, v)
		case int:
			b = strconv.AppendInt(b, int64(v), 10)
		case string:
			b = appendEscaped(b, v)
		case Verbatim:
			b = append(b, v...)
		default:
			panic(fmt.Sprintf("markup: value %d of %q has a type that is not written", next+1, string(whole)))
		}
		next++
	}
	*m = append(b, f...)
}

// appendEscaped appends text as it stands in markup and in the values of attributes.
func appendEscaped(b []byte, text string) []byte {
	plain := 0 // up to there it has been appended
	for i := 0; i < len(text); i++ {
		c := text[i]
		if c > '>' || c >= ' ' && c != '&' && c != '<' && c != '>' && c != '"' && c != '\'' || c == '\t' || c == '\n' || c == '\r' {
			continue
		}
		b = append(b, text[plain:i]...)
		plain = i + 1
		switch {
		case c == '&':
			b = append(b, "&amp;"...)
		case c == '<':
			b = append(b, "&lt;"...)
		case c == '>':
			b = append(b, "&gt;"...)
		case c == '"':
			b = append(b, "&#34;"...)
		case c == '\'':
			b = append(b, "&#39;"...)
		default: // what XML does not know
			b = append(b, "\uFFFD"...)
		}
	}
	return append(b, text[plain:]...)
}

// appendDecimal appends a length with at most one decimal.
func appendDecimal(b []byte, v float64) []byte {
	tenths := int64(math.Round(v * 10))
	if tenths < 0 {
		b, tenths = append(b, '-'), -tenths
	}
	b = strconv.AppendInt(b, tenths/10, 10)
	if tenths%10 != 0 {
		b = append(b, '.', '0'+byte(tenths%10))
	}
	return b
}

// Decimal is a length with at most one decimal.
func Decimal(v float64) string { return string(appendDecimal(nil, v)) }
