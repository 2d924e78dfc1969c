package picture

import (
	_ "embed"
	"maps"
	"strings"
)

//go:embed figurines.txt
var figurineList string

// Figurines adds to figures, by type, the signs that Unicode has for pieces of chess, light and dark: for types of those names for which a game
// has none of its own.
func Figurines(figures map[string][]string) map[string][]string {
	all := map[string][]string{}
	for line := range strings.Lines(figurineList) {
		words := strings.Fields(line)
		all[words[0]] = words[1:]
	}
	maps.Copy(all, figures)
	return all
}
