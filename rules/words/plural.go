package words

import (
	"slices"

	"adjudicate/events"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
)

// Forms are the plural forms of CLDR, the one that every language has last.
var Forms = []string{"zero", "one", "two", "few", "many", "other"}

var forms = map[plural.Form]string{
	plural.Zero: "zero", plural.One: "one", plural.Two: "two", plural.Few: "few", plural.Many: "many", plural.Other: "other",
}

// formOf is the plural form that a language has of n.
func formOf(lang language.Tag, n events.Half) string {
	if n < 0 {
		n = -n
	}
	if n%2 != 0 {
		return forms[plural.Cardinal.MatchPlural(lang, int(n/2), 1, 1, 5, 5)]
	}
	return forms[plural.Cardinal.MatchPlural(lang, int(n/2), 0, 0, 0, 0)]
}

// formsOf are those that a language has, of numbers that are met: rules of plurals repeat by the hundred, or take note of millions.
func formsOf(lang language.Tag) []string {
	var list []string
	for _, form := range Forms {
		for n := range events.Half(2 * 202) {
			if formOf(lang, n) == form || formOf(lang, 2_000_000*n) == form {
				list = append(list, form)
				break
			}
		}
	}
	if !slices.Contains(list, "other") {
		list = append(list, "other")
	}
	return list
}
