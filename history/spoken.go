package history

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"adjudicate/events"
	"adjudicate/rules/names"
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
	if words[0] == "half" && len(words) == 4 && words[3] == "ago" && words[2] == "hour" {
		words = []string{"30", "minutes", "ago"}
	}
	words = lastPlays(words)
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
	case said == "end":
		return "the end"
	case said == "the last play", said == "last play":
		return "after the last play"
	}
	return strings.TrimPrefix(text, "on ")
}

// lastPlays says "before the last two plays", and "before 2 plays ago", as "2 plays ago"; other words remain.
func lastPlays(words []string) []string {
	if n := len(words); n == 4 && words[0] == "before" && words[3] == "ago" && strings.HasPrefix(words[2], "play") {
		return words[1:]
	} else if n == 5 && words[0] == "before" && words[1] == "the" && words[2] == "last" && words[4] == "plays" {
		return []string{words[3], words[4], "ago"}
	}
	return words
}

// called are entries that people call otherwise than their kinds are named.
var called = map[string]string{
	"verdict": (events.DisputeRuled{}).Kind(), "draft": (events.PiecesChosen{}).Kind(), "reading": (events.InterpretationAdopted{}).Kind(),
}

// entryWord is what names a kind of entry, or a stage: "the last Open Season" is "open-season".
func entryWord(text string) string {
	words := strings.Fields(strings.ToLower(text))
	for len(words) > 1 && slices.Contains([]string{"the", "last", "latest"}, words[0]) {
		words = words[1:]
	}
	return strings.Join(words, "-")
}

// namesKind reports whether a word names a kind of entry: it begins or ends the kind, or is what a verb of it makes: "amendment" of "rule-amended".
func namesKind(word, kind string) bool {
	if other, ok := called[word]; ok {
		return kind == other
	}
	if strings.HasPrefix(kind, word) || strings.HasSuffix(kind, "-"+word) || word == "start" && kind == (events.GameStarted{}).Kind() {
		return true
	}
	for part := range strings.SplitSeq(kind, "-") {
		stem, verb := strings.CutSuffix(part, "ed")
		rest, ok := strings.CutPrefix(word, stem)
		if verb && ok && len(stem) >= len("amend") && slices.Contains([]string{"ment", "ement", "ion", "al"}, rest) {
			return true
		}
	}
	return false
}

// heard are the words by which entries and stages are named among which one was sought.
type heard map[string]bool

func (h heard) add(p events.Payload) {
	if s, ok := p.(events.StageSet); ok {
		h[strings.ToLower(s.Stage)] = true
	}
	if kind := p.Kind(); events.IsInput(kind) {
		h[kind] = true
		for part := range strings.SplitSeq(kind, "-") {
			h[part] = true
		}
		h["start"] = h["start"] || namesKind("start", kind)
		for word, of := range called {
			h[word] = h[word] || of == kind
		}
	}
}

// meant asks whether one that there is was meant, "" if none is like it.
func (h heard) meant(p point) string {
	var words []string
	for word, there := range h {
		if there {
			words = append(words, word)
		}
	}
	slices.Sort(words)
	near := names.Near(p.beside, words)
	if p.beside == "" || near == "" {
		return ""
	}
	return "; " + names.Meant(p.side+" the "+strings.ReplaceAll(near, "-", " "), "")
}
