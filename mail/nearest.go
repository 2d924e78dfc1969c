package mail

import (
	"bytes"
	"slices"
	"strings"

	"github.com/emersion/go-message"

	"adjudicate/notation"
)

// mostNearest is how many readings Nearest offers.
const mostNearest = 4

var (
	// A sign between two squares, as people say it.
	goes  = pattern(`(?i)\s*(?:-+>?|→|\bto\b|\bnach\b|\bgoes to\b|\bmoves to\b)\s*`)
	takes = pattern(`(?i)\s*(?:\btakes\b|\bcaptures\b|\bschlägt\b)\s*`)
	colon = pattern(`([0-9])\s*:\s*(\pL+[0-9])`) // of a capture, as some write it
	puts  = pattern(`(?i)\s*(?:\bon\b|\bat\b|\bauf\b|@)\s*`)
	// What is said before a play.
	talk = pattern(`(?i)^(?:ok(?:ay)?|well|so|then|i|we|my|play|move|please|ich|mein|zug|ziehe|place|put|setze|the|a|der|die|das|:|,|\s)+\b\s*`)
	// Capital letters where a square should be.
	square = pattern(`\b([A-Z])([1-9][0-9]?)\b`)
)

// Nearest guesses which plays the lines of a text may mean if the text is not a play in the notation: it reads
// signs spelled out as words and squares in capital letters, and skips surrounding prose. The likeliest guess
// comes first. A guess has no effect until a person has confirmed it.
func Nearest(text string) []string {
	var list []string
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, ">") || len(line) > 400 {
			continue
		}
		for _, try := range tries(line) {
			if p, err := notation.Parse(try); err == nil && len(p.Items) <= MaxItems {
				if said := p.String(); !slices.Contains(list, said) && !strings.Contains(said, "@ ") { // which is half a placement
					list = append(list, said)
				}
				break
			}
		}
		if len(list) == mostNearest {
			break
		}
	}
	return list
}

// tries writes a line otherwise, the nearest first.
func tries(line string) (list []string) {
	bare := strings.Trim(line, " .,!?*_\"'“”")
	forms := []string{line, bare}
	if _, after, found := strings.Cut(bare, ":"); found {
		forms = append(forms, strings.TrimSpace(after))
	}
	forms = append(forms, talk().ReplaceAllString(bare, ""))
	for _, f := range forms {
		f = colon().ReplaceAllString(f, "${1}x$2")
		small := square().ReplaceAllStringFunc(f, strings.ToLower)
		list = append(list, f, small, goes().ReplaceAllString(small, "-"), takes().ReplaceAllString(small, "x"), puts().ReplaceAllString(small, "@"),
			puts().ReplaceAllString(goes().ReplaceAllString(takes().ReplaceAllString(small, "x"), "-"), "@"))
	}
	// The first words of a line that goes on.
	words := strings.Fields(talk().ReplaceAllString(bare, ""))
	for n := min(len(words)-1, 4); n > 0; n-- {
		part := square().ReplaceAllStringFunc(strings.Join(words[:n], " "), strings.ToLower)
		list = append(list, strings.TrimRight(part, ".,;!"), goes().ReplaceAllString(strings.TrimRight(part, ".,;!"), "-"))
	}
	return list
}

// TextOf returns the text of a message as far as it can be read, without quoted text; "" if raw is not a message.
func TextOf(raw []byte) string {
	if len(raw) > MaxSize {
		return ""
	}
	list, err := Split(raw)
	if err != nil || len(list) != 1 {
		return ""
	}
	entity, err := message.Read(bytes.NewReader(list[0]))
	if entity == nil {
		return ""
	}
	b, err := bodyText(entity, err)
	if err != nil {
		return ""
	}
	var out strings.Builder
	for _, l := range written(b.lines) {
		if l.text == gap {
			continue
		}
		out.WriteString(l.text + "\n")
	}
	return strings.TrimSpace(out.String())
}
