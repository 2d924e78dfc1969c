package arch

import (
	"slices"
	"strings"
	"testing"
)

// rooms lists the folders at the top from the ground up, each with the rooms that it uses.
// A room uses only what stands above it in this list, so there is no upward edge and no
// circle; a permission that nothing needs any more is struck out.
var rooms = []struct {
	name string
	uses []string
}{
	{"events", nil},
	{"notation", nil},
	{"rules", []string{"events"}},
	{"internal", []string{"rules"}},
	{"systems", []string{"events", "rules"}},
	{"store", nil},
	{"aggregate", []string{"events", "notation", "rules", "systems"}},
	{"projections", []string{"events"}},
	{"season", []string{"events", "rules", "systems"}},
	{"history", []string{"events", "rules", "store", "aggregate"}},
	{"mail", []string{"notation"}},
	{"ledger", []string{"events", "rules", "systems", "store", "aggregate", "season", "history", "mail"}},
	{"report", []string{"events", "rules", "systems", "aggregate", "projections", "season", "history", "ledger", "internal"}},
	{"web", []string{"events", "aggregate", "history", "ledger", "report", "internal"}},
	{"cmd", []string{"web", "report", "events", "rules", "systems", "aggregate", "history", "ledger", "internal"}},
	{"examples", nil}, // programs of others, which know the office from outside
}

// mostEdges is how many edges between rooms there may be: a new one is worth a thought. Nine are those of cmd, and nine those of report, which shows all that is below it.
const mostEdges = 49

func TestRoomsUseOnlyWhatStandsBelowThem(t *testing.T) {
	used := map[[2]string]bool{}
	var found []string
	all := sources(t)
	program := reached(t, all)
	for _, s := range all {
		if !program[s.pkg] {
			continue // code of tests, as tests are
		}
		from := room(s.pkg)
		if !slices.Contains(found, from) {
			found = append(found, from)
		}
		for _, path := range s.imports(t) {
			pkg, ours := strings.CutPrefix(path, module)
			if to := room(pkg); ours && to != from {
				if !used[[2]string{from, to}] && !allowed(from, to) {
					t.Errorf("%s imports %s: %s may not use %s", s.name, pkg, from, to)
				}
				used[[2]string{from, to}] = true
			}
		}
	}
	var known []string
	for _, r := range rooms {
		for _, to := range r.uses {
			if !slices.Contains(known, to) {
				t.Errorf("%s may use %s, which does not stand below it", r.name, to)
			}
			if !used[[2]string{r.name, to}] {
				t.Errorf("%s may use %s and does not: strike it out", r.name, to)
			}
		}
		known = append(known, r.name)
		if !slices.Contains(found, r.name) {
			t.Errorf("there is no code in room %s", r.name)
		}
	}
	for _, name := range found {
		if !slices.Contains(known, name) {
			t.Errorf("room %s is not listed", name)
		}
	}
	t.Logf("%d rooms, %d edges between them", len(found), len(used))
	if len(used) > mostEdges {
		t.Errorf("%d edges between rooms, at most %d", len(used), mostEdges)
	}
}

// reached returns the packages that programs are made of: those that a package main is, or imports.
// What is left is code of tests.
func reached(t *testing.T, all []source) map[string]bool {
	found := map[string]bool{}
	var visit func(pkg string)
	visit = func(pkg string) {
		if found[pkg] {
			return
		}
		found[pkg] = true
		for _, s := range all {
			if s.pkg != pkg {
				continue
			}
			for _, path := range s.imports(t) {
				if pkg, ours := strings.CutPrefix(path, module); ours {
					visit(pkg)
				}
			}
		}
	}
	for _, s := range all {
		if s.file.Name.Name == "main" {
			visit(s.pkg)
		}
	}
	return found
}

func allowed(from, to string) bool {
	for _, r := range rooms {
		if r.name == from {
			return slices.Contains(r.uses, to)
		}
	}
	return false
}
