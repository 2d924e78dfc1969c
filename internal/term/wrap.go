package term

import (
	"strings"

	"adjudicate/rules/names"
)

// Firm is a space at which wrap does not break a line.
const Firm = "\u00a0"

// Wrap breaks text at spaces into lines of at most width characters. Newlines stay.
func Wrap(text string, width int) []string {
	var out []string
	for _, para := range strings.Split(text, "\n") {
		line, n := "", 0
		for _, word := range strings.Split(para, " ") {
			w := names.Width(word)
			if n > 0 && n+1+w > width {
				out = append(out, written(line))
				line, n = "", 0
			}
			if n > 0 || line != "" {
				line += " "
				n++
			}
			line += word
			n += w
		}
		out = append(out, written(line))
	}
	return out
}

func written(line string) string {
	return strings.ReplaceAll(strings.TrimRight(line, " "), Firm, " ")
}
