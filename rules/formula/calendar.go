package formula

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// weekdays are the names that people write for the numbers from 1.
var weekdays = []string{"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"}

// calendar says by which number a day of the week or a month is written: "" if a word names neither.
func calendar(word string) string {
	word = strings.ToLower(word)
	if i := slices.Index(weekdays, word); i >= 0 {
		return fmt.Sprintf("weekdays are numbers from Monday: weekday == %d", i+1)
	}
	for m := time.January; m <= time.December; m++ {
		if strings.ToLower(m.String()) == word {
			return fmt.Sprintf("months are numbers: month == %d", m)
		}
	}
	return ""
}

// numbered says for which number a text may stand that is compared with something asked for: "" if for none.
func numbered(asked *syntax, x *node) string {
	text := x.text
	if x.kind != Text {
		return ""
	}
	if i := slices.Index(weekdays, strings.ToLower(text)); i >= 0 && strings.HasSuffix(asked.text, "weekday") {
		return fmt.Sprintf("as a weekday that is the number %d", i+1)
	} else if i >= 0 {
		return fmt.Sprintf("the day of the week is weekday: weekday == %d", i+1)
	}
	if strings.HasSuffix(asked.text, "file") && len(text) == 1 && text[0] >= 'a' && text[0] <= 'z' {
		return fmt.Sprintf("as a file that is the number %d: files are counted from a", text[0]-'a'+1)
	}
	if i := slices.Index(numberWords, strings.ToLower(text)); i >= 0 {
		return fmt.Sprintf("write %d", i)
	}
	if _, err := strconv.ParseFloat(text, 64); err == nil {
		return fmt.Sprintf("write %s without quotes", text)
	}
	return ""
}

// numberWords are words for the numbers from 0.
var numberWords = []string{"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"}

// repeated says how a condition is written of which only the last part stands behind an operator: "" if it is none such.
func repeated(n *syntax) string {
	last, of := n.kids[1], n.kids[0]
	for of.kind == aBinary && (of.text == "and" || of.text == "or") {
		of = of.kids[1]
	}
	if of.kind != aBinary || !slices.Contains([]string{"==", "!=", "<", "<=", ">", ">="}, of.text) {
		return ""
	}
	switch last.kind {
	case aText:
		return fmt.Sprintf("repeat the comparison: … %s … %s '%s'", n.text, of.text, last.text)
	case aNumber:
		return fmt.Sprintf("repeat the comparison: … %s … %s %s", n.text, of.text, figure(last.num))
	}
	return ""
}
