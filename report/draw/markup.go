package draw

import (
	"math"
	"strconv"
)

// Markup is text that tags are appended to. Pictures are drawn for every page that somebody looks at, so they are put together without
// templates; a form still reads like what comes of it.
type markup []byte

// verbatim is text that goes into markup as it is.
type verbatim string

// put appends a form. Each % of it stands for the next value: a text is escaped, a length has at most one decimal.
func (m *markup) put(form string, values ...any) {
	b := *m
	next := 0
	for i := 0; i < len(form); i++ {
		if form[i] != '%' {
			b = append(b, form[i])
			continue
		}
		switch v := values[next].(type) {
		case float64:
			b = appendDecimal(b, v)
		case int:
			b = strconv.AppendInt(b, int64(v), 10)
		case string:
			b = appendEscaped(b, v)
		case verbatim:
			b = append(b, v...)
		}
		next++
	}
	*m = b
}

// appendEscaped appends text as it stands in markup and in the values of attributes.
func appendEscaped(b []byte, text string) []byte {
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
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
		case c < ' ' && c != '\t' && c != '\n' && c != '\r': // what XML does not know
			b = append(b, "\uFFFD"...)
		default:
			b = append(b, c)
		}
	}
	return b
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

// decimal is a length with at most one decimal.
func decimal(v float64) string { return string(appendDecimal(nil, v)) }
