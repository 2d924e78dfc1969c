package history

import (
	"slices"
	"strconv"
	"strings"
	"time"
)

// counts are numbers as people say them.
var counts = []string{"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"}

// days are the forms of a date that people write beside 1998-10-07.
var days = []string{"2 January 2006", "2 Jan 2006", "January 2 2006", "Jan 2 2006"}

// plainly says in one way what people say in several: "an hour ago" and "one hour ago" are "1 hour ago", "October 7, 1998" is "1998-10-07", "#745" is "745".
func plainly(text string) string {
	words := strings.Fields(strings.ToLower(strings.ReplaceAll(text, ",", " ")))
	if len(words) > 1 && words[0] == "on" {
		words = words[1:]
	}
	if len(words) == 0 {
		return text
	}
	for i, w := range words {
		if number, ok := strings.CutPrefix(w, "#"); ok && isCount(number) {
			words[i] = number
		}
	}
	if len(words) == 3 && words[2] == "ago" {
		if words[0] == "a" || words[0] == "an" {
			words[0] = "1"
		}
		if n := slices.Index(counts, words[0]); n > 0 {
			words[0] = strconv.Itoa(n)
		}
	}
	for _, form := range days {
		if t, err := time.Parse(form, strings.Join(words, " ")); err == nil {
			return t.Format(time.DateOnly)
		}
	}
	switch said := strings.Join(words, " "); {
	case said == "the day before yesterday":
		return "day before yesterday"
	case len(words) == 1 && isCount(words[0]), len(words) == 2 && (words[0] == "before" || words[0] == "after") && isCount(words[1]),
		len(words) == 3 && words[2] == "ago", said == "now", said == "the end":
		return said
	}
	return strings.TrimPrefix(text, "on ")
}
