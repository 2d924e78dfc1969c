package rules

import "strings"

// Bare is a problem without its place.
func Bare(p Problem) string {
	p.formulaStart = 0
	return strings.TrimPrefix(p.String(), " ")
}
