package formula

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// token is a word, number, text or sign of a formula.
type token struct {
	kind   tokenKind
	text   string // a word; a sign; what a text says
	num    float64
	column int // from 1, in characters
}

type tokenKind uint8

const (
	tokenEnd tokenKind = iota
	tokenWord
	tokenNumber
	tokenText
	tokenSign
)

// String returns a token as messages call it.
func (t token) String() string {
	switch t.kind {
	case tokenEnd:
		return "the end of the formula"
	case tokenText:
		return strconv.Quote(t.text)
	case tokenNumber:
		return strconv.FormatFloat(t.num, 'f', -1, 64)
	default:
		return t.text
	}
}

// signs are what is neither a word, a number nor a text, the longer before their beginnings.
var signs = []string{"...", "..", "==", "!=", "<=", ">=", "&&", "||", "(", ")", "[", "]", ",", "?", ":", "<", ">", "+", "-", "*", "/", "!", "."}

// strange are signs that other languages have, with what to write here.
var strange = []struct{ sign, hint string }{
	{"//", ""}, {"/*", ""}, {"**", "write x * x"}, {"::", ""}, {"?.", "write a single dot: the attributes of nothing are 0"},
	{"...", "write a range with two dots: 1..3"}, {"=>", "write >="}, {"=<", "write <="}, {"<>", "write !="}, {"=", "write == to compare"},
	{"&", "write and"}, {"|", "write or"}, {"%", "write mod(x, n) for the remainder"}, {"^", ""},
	{";", "write a single expression"}, {"#", ""}, {"{", ""}, {"}", ""}, {"$", ""}, {"@", ""}, {"~", "write not"}, {"\\", ""},
}

// printed are signs as books and word processors print them, with what to write here.
var printed = map[rune]string{
	'“': straight, '”': straight, '„': straight, '«': straight, '»': straight, '‘': straight, '’': straight, '‚': straight,
	'≥': "write >=", '≤': "write <=", '≠': "write !=", '×': "write *", '·': "write *", '÷': "write /", '−': "write -", '–': "write -",
	'…': "write a range with two dots: 1..3",
}

const straight = `write straight quotes: "…" or '…'`

// lex splits a formula into tokens, the last of which is the end. As people type conditions "=" stands
// for "==".
func lex(src string, typed bool) ([]token, error) {
	var list []token
	column := 1
	for i := 0; i < len(src); {
		c := src[i]
		if c == ' ' || c == '\n' || c == '\t' || c == '\r' && typed {
			i, column = i+1, column+1
			continue
		}
		t := token{column: column}
		n := 0
		var err error
		switch {
		case c == '"' || c == '\'' || c == '`':
			t.kind = tokenText
			t.text, n, err = quoted(src[i:], column)
		case c >= '0' && c <= '9' || c == '.' && i+1 < len(src) && src[i+1] >= '0' && src[i+1] <= '9':
			t.kind = tokenNumber
			t.num, n, err = number(src[i:], column)
		case wordByte(c):
			t.kind = tokenWord
			for n = 1; i+n < len(src) && wordByte(src[i+n]); n++ {
			}
			t.text = src[i : i+n]
		default:
			t.kind = tokenSign
			t.text, err = sign(src[i:], column, typed)
			n = len(t.text)
			if typed && t.text == "=" {
				t.text = "=="
			}
		}
		if err != nil {
			return nil, err
		}
		list = append(list, t)
		column += utf8.RuneCountInString(src[i : i+n])
		i += n
	}
	return append(list, token{column: column}), nil
}

func wordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}

func sign(src string, column int, typed bool) (string, error) {
	for _, s := range strange {
		if !strings.HasPrefix(src, s.sign) || s.sign == "=" && strings.HasPrefix(src, "==") || s.sign == "&" && strings.HasPrefix(src, "&&") ||
			s.sign == "|" && strings.HasPrefix(src, "||") {
			continue
		}
		if s.sign == "=" && typed {
			return s.sign, nil
		}
		return "", &Error{Column: column, Message: fmt.Sprintf("%s is not part of the formula language", s.sign), Hint: s.hint}
	}
	for _, s := range signs {
		if strings.HasPrefix(src, s) {
			return s, nil
		}
	}
	r, _ := utf8.DecodeRuneInString(src)
	switch {
	case r == utf8.RuneError:
		return "", &Error{Column: column, Message: "invalid UTF-8"}
	case printed[r] != "":
		return "", &Error{Column: column, Message: fmt.Sprintf("%q is not part of the formula language", r), Hint: printed[r]}
	case r > '~':
		return "", &Error{Column: column, Message: fmt.Sprintf("%q is allowed only in a quoted name", r), Hint: `write "…" around the name`}
	}
	return "", &Error{Column: column, Message: fmt.Sprintf("%q is not part of the formula language", r)}
}

// number reads a number at the beginning of src.
func number(src string, column int) (v float64, n int, err error) {
	point := false
	for n = 0; n < len(src); n++ {
		c := src[n]
		if c == '.' && !point && n+1 < len(src) && src[n+1] >= '0' && src[n+1] <= '9' {
			point = true
			continue
		}
		if !wordByte(c) {
			break
		}
	}
	text := strings.ReplaceAll(src[:n], "_", "")
	v, err = strconv.ParseFloat(text, 64)
	if whole, bad := strconv.ParseInt(text, 0, 64); err != nil && bad == nil {
		v, err = float64(whole), nil // 0x10, 0b11
	}
	if err != nil {
		e := &Error{Column: column, Message: fmt.Sprintf("invalid number %q", src[:n])}
		digits := strings.TrimRight(src[:n], "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_")
		if rest := src[len(digits):n]; digits != "" && rest != "" {
			e.Hint = fmt.Sprintf("write %s * %s", digits, rest)
		}
		return 0, 0, e
	}
	return v, n, nil
}

// quoted reads a text at the beginning of src.
func quoted(src string, column int) (text string, n int, err error) {
	quote := src[0]
	var b strings.Builder
	for n = 1; n < len(src); n++ {
		c := src[n]
		switch {
		case c == quote:
			return b.String(), n + 1, nil
		case c == '\\' && quote != '`':
			n++
			if n == len(src) || src[n] != '\\' && src[n] != '"' && src[n] != '\'' {
				return "", 0, &Error{Column: column + utf8.RuneCountInString(src[:n-1]), Message: `invalid escape: expected \\, \" or \'`}
			}
			b.WriteByte(src[n])
		case c < ' ' || c == 0x7f:
			return "", 0, &Error{Column: column + utf8.RuneCountInString(src[:n]), Message: "control character in a text"}
		case c >= utf8.RuneSelf:
			r, size := utf8.DecodeRuneInString(src[n:])
			if r == utf8.RuneError {
				return "", 0, &Error{Column: column + utf8.RuneCountInString(src[:n]), Message: "invalid UTF-8"}
			}
			b.WriteRune(r)
			n += size - 1
		default:
			b.WriteByte(c)
		}
	}
	return "", 0, &Error{Column: column, Message: "missing closing quotation mark"}
}
