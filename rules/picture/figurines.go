package picture

import (
	_ "embed"
	"maps"
	"slices"
	"strings"
)

// figurineList has a type of chess in each line: its name, its letter in notation and the signs that Unicode has for it, light and dark.
//
//go:embed figurines.txt
var figurineList string

// Figurines adds to figures, by type, the signs that Unicode has for pieces of chess, light and dark: for types of those names for which a game
// has none of its own.
func Figurines(figures map[string][]string) map[string][]string {
	all := map[string][]string{}
	for line := range strings.Lines(figurineList) {
		words := strings.Fields(line)
		all[words[0]] = words[2:]
	}
	maps.Copy(all, figures)
	return all
}

// Figurine returns the name and the letter of the type of chess for which Unicode has a sign, both "" for any other text. A selector behind the sign, by which
// programs ask for a drawing in colours or in outline, does not matter.
func Figurine(sign string) (name, letter string) {
	sign = strings.TrimRight(sign, "\ufe0e\ufe0f")
	for line := range strings.Lines(figurineList) {
		if words := strings.Fields(line); slices.Contains(words[2:], sign) {
			return words[0], words[1]
		}
	}
	return "", ""
}
