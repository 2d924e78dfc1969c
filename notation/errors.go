package notation

import (
	"fmt"
	"strings"
)

// SyntaxError says where a text stops being a play and what should have stood there.
type SyntaxError struct {
	Text     string // the whole text
	Column   int    // where, in characters from 1; one past the end if something is missing
	Expected string // what should have stood there: `a square such as "a5"`
	Found    string // what stands there instead: `"7a"` or "the end"

	Word  string   // the word that stands there, where it should have been one of Words
	Words []string // the words that may stand there; nil where it is not words alone that may
}

// With is the text with another word in the place of the one that stands there.
func (e *SyntaxError) With(word string) string {
	text := []rune(e.Text)
	at := min(e.Column-1, len(text))
	return string(text[:at]) + word + string(text[min(at+len([]rune(e.Word)), len(text)):])
}

// Error returns one line, such as `column 5: expected a square such as "a5", found "7a"`.
// Texts of several lines get the line as well.
func (e *SyntaxError) Error() string {
	_, line, column := e.locate()
	where := fmt.Sprintf("column %d", column)
	if strings.Contains(e.Text, "\n") {
		where = fmt.Sprintf("line %d, column %d", line, column)
	}
	return fmt.Sprintf("%s: expected %s, found %s", where, e.Expected, e.Found)
}

// Expects says what should have stood there.
func (e *SyntaxError) Expects() string { return e.Expected }

// Caret returns the line in question with a caret below the character, two lines that
// each end in a newline.
func (e *SyntaxError) Caret() string {
	text, _, column := e.locate()
	var pad strings.Builder
	for i, r := range []rune(text) {
		if i == column-1 {
			break
		}
		if r == '\t' {
			pad.WriteRune('\t')
		} else {
			pad.WriteRune(' ')
		}
	}
	return text + "\n" + pad.String() + "^\n"
}

// locate returns the line that holds the column, its number and the column within it.
func (e *SyntaxError) locate() (text string, line, column int) {
	column = e.Column
	for text = range strings.SplitSeq(e.Text, "\n") {
		line++
		n := len([]rune(text))
		if column <= n+1 {
			break
		}
		column -= n + 1
	}
	return strings.TrimSuffix(text, "\r"), line, column
}
