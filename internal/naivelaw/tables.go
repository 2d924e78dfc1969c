package naivelaw

import (
	"slices"
	"strings"
)

// Several tables: g.order lists all sides; those of one table stand in it as they are to play there, whatever stands between them.

// tables lists who sits where, by the rules in force: at one table, unless they name several.
func (g *game) tables() (all [][]string) {
	var seated []string
	for _, at := range g.namedTables() {
		seated = append(seated, at...)
		all = append(all, slices.DeleteFunc(slices.Clone(g.order), func(s string) bool { return !slices.Contains(at, s) }))
	}
	all = append(all, slices.DeleteFunc(slices.Clone(g.order), func(s string) bool { return slices.Contains(seated, s) }))
	return slices.DeleteFunc(all, func(t []string) bool { return len(t) == 0 })
}

// namedTables are the tables that the rules name.
func (g *game) namedTables() (all [][]string) {
	named, _ := g.turnOrder["tables"].([]any)
	for _, t := range named {
		all = append(all, words(section{"at": t}, "at"))
	}
	return all
}

// table lists those who sit where a side does, who plays next there first.
func (g *game) table(side string) []string {
	for _, t := range g.tables() {
		if slices.Contains(t, side) {
			return t
		}
	}
	return nil
}

// toPlayWith is whose turn it is where a side sits; nobody's while several sides play at once.
func (g *game) toPlayWith(side string) string {
	t := g.table(side)
	if g.round != nil || len(t) == 0 {
		return ""
	}
	for _, s := range t {
		if slices.Contains(g.answers, s) {
			return s
		}
	}
	return t[0]
}

// toPlay is whose turn it is, at each table.
func (g *game) toPlay() string {
	var sides []string
	for _, t := range g.tables() {
		sides = append(sides, g.toPlayWith(t[0]))
	}
	return strings.Join(sides, " ")
}

// sits puts those of one table into the order in which they play next there.
func (g *game) sits(table []string) {
	order := slices.Clone(g.order)
	for i, s := range order {
		if slices.Contains(table, s) {
			order[i], table = table[0], append(slices.Clone(table[1:]), table[0])
		}
	}
	g.order = order
}

// calls has a side play next, once the turn that runs where it sits has ended; of several at one table the last one.
func (g *game) calls(side string) { g.called = append(slices.Clip(g.called), side) }

// without is a list of sides but for some.
func without(list, some []string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(s string) bool { return slices.Contains(some, s) })
}
