package cases

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"adjudicate/rules"
	"adjudicate/systems"
)

// The cases of the built-in systems stand in their folders.
func TestTheEngineRulesAsTheCasesOfSystemsSay(t *testing.T) {
	ran := 0
	for _, s := range judged(t) {
		named := map[string]bool{}
		for _, r := range s.results {
			ran++
			t.Run(s.sys.Name+"/"+r.Case.ID, func(t *testing.T) {
				for _, d := range r.Diffs {
					t.Error(d)
				}
			})
			for _, reading := range r.Case.Readings {
				named[reading.String()] = true
			}
		}
		if _, err := os.Stat("../../" + s.dir + "/register.yaml"); err != nil {
			continue // its register is that of the system that it extends, whose cases show the readings
		}
		for _, e := range s.sys.Register.Entries() {
			if _, inherited := inheritedBy(t, s.sys).Entry(e.ID); inherited {
				continue // the cases of the other system show it
			}
			for _, r := range e.Readings {
				if reading := (Reading{e.ID, r.Name}).String(); !named[reading] {
					t.Errorf("%s: no case rests on %s", s.sys.Name, reading)
				}
			}
		}
	}
	if ran < 40 {
		t.Errorf("%d cases of systems ran", ran)
	}
}

// A README lists the clauses of the source that its system comes from: "| clause | in our words | rule | held by |". Each is held by cases of the
// folder, at least one of which cites that rule of the folder; by its season; or by nobody but the umpire.
func TestEveryClauseOfASourceIsHeldByACaseThatCitesItsRule(t *testing.T) {
	const head = "| clause | in our words | rule | held by |\n|---|---|---|---|\n"
	tables := 0
	for _, s := range judged(t) {
		readme, err := os.ReadFile("../../" + s.dir + "/README.md")
		if err != nil {
			continue
		}
		_, rows, found := strings.Cut(string(readme), head)
		if !found {
			continue
		}
		tables++
		rows, _, _ = strings.Cut(rows, "\n\n")
		cited := map[string]Clauses{}
		for _, r := range s.results {
			cited[r.Case.ID] = r.Case.Clauses
		}
		used := map[string]bool{}
		for line := range strings.Lines(rows) {
			cells := strings.Split(strings.Trim(line, "| \n"), " | ")
			if len(cells) != 4 {
				t.Errorf("%s: expected four cells: %s", s.sys.Name, line)
				continue
			}
			if !heldBy(t, s, cells, cited, used) {
				t.Errorf("%s: clause %s: none of %s cites %s", s.sys.Name, cells[0], cells[3], cells[2])
			}
		}
		for id := range cited {
			if !used[id] && !strings.HasPrefix(id, "R.") && !strings.HasPrefix(id, "X.") { // those of readings show what one clause may mean, those of amendments another rule
				t.Errorf("%s: no clause names case %s", s.sys.Name, id)
			}
		}
	}
	if tables < 3 {
		t.Errorf("found %d tables of clauses, want 3", tables)
	}
}

// heldBy reports whether what a row names holds its clause.
func heldBy(t *testing.T, s *suiteRun, cells []string, cited map[string]Clauses, used map[string]bool) bool {
	if cells[3] == "prose, for the umpire" {
		return true
	}
	if cells[3] == "the season" {
		return isDir("../../" + s.dir + "/seasons")
	}
	cites := false
	for _, id := range strings.Split(cells[3], ", ") {
		clauses, ok := cited[id]
		if !ok && id != "the season" {
			t.Errorf("%s: clause %s: no such case: %s", s.sys.Name, cells[0], id)
		}
		used[id] = true
		for _, rule := range strings.Split(cells[2], "; ") {
			cites = cites || slices.ContainsFunc(clauses, func(c string) bool {
				rest, within := strings.CutPrefix(c, rule)
				return within && (rest == "" || strings.ContainsAny(rest[:1], " (."))
			})
		}
	}
	return cites
}

// inheritedBy is the register of the system that another extends.
func inheritedBy(t *testing.T, s *systems.System) *rules.Register {
	if s.Extends == "" {
		return new(rules.Register)
	}
	base, err := systems.Find(s.Extends)
	if err != nil {
		t.Fatal(err)
	}
	return base.Register
}

func isDir(at string) bool {
	info, err := os.Stat(at)
	return err == nil && info.IsDir()
}

// TestTheEngineRulesAsTheCasesOfVariantFoldersSay runs those that are not built in.
func TestTheEngineRulesAsTheCasesOfVariantFoldersSay(t *testing.T) {
	folders, err := filepath.Glob("../../fixtures/variants/*/cases")
	if err != nil || len(folders) == 0 {
		t.Fatal("no folders with cases", err)
	}
	for _, cases := range folders {
		dir := filepath.Dir(cases)
		t.Run(filepath.Base(dir), func(t *testing.T) {
			s, err := systems.Open(dir, os.DirFS(dir))
			if err != nil {
				t.Fatal(err)
			}
			list, err := Run(os.DirFS(cases), nil, s)
			if err != nil || len(list) == 0 {
				t.Fatalf("%d cases: %v", len(list), err)
			}
			for _, r := range list {
				for _, d := range r.Diffs {
					t.Errorf("%s: %s", r.Case.ID, d)
				}
			}
		})
	}
}
