package cases

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"adjudicate/rules"
	"adjudicate/systems"
)

// The cases of the built-in systems stand in their folders.
func TestTheEngineRulesAsTheCasesOfSystemsSay(t *testing.T) {
	ran := 0
	for _, name := range append(systems.Systems(), systems.Variants()...) {
		dir := filepath.Join("../../systems", name)
		if !isDir(dir) {
			dir = filepath.Join("../../systems/variants", name)
		}
		if _, err := os.Stat(filepath.Join(dir, "cases")); err != nil {
			continue
		}
		s, err := systems.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		var changes fs.FS
		if at := filepath.Join(dir, "amendments"); isDir(at) {
			changes = os.DirFS(at)
		}
		var list []Result
		if name == "partychess" {
			list = results(t) // judged by the other tests
		} else if list, err = Run(os.DirFS(filepath.Join(dir, "cases")), changes, s); err != nil {
			t.Fatal(err)
		}
		named := map[string]bool{}
		for _, r := range list {
			ran++
			t.Run(name+"/"+r.Case.ID, func(t *testing.T) {
				for _, d := range r.Diffs {
					t.Error(d)
				}
			})
			for _, reading := range r.Case.Readings {
				named[reading.String()] = true
			}
		}
		if _, err := os.Stat(filepath.Join(dir, "register.yaml")); err != nil {
			continue // its register is that of the system that it extends, whose cases show the readings
		}
		for _, e := range s.Register.Entries() {
			if _, inherited := inheritedBy(t, s).Entry(e.ID); inherited {
				continue // the cases of the other system show it
			}
			for _, r := range e.Readings {
				if reading := (Reading{e.ID, r.Name}).String(); !named[reading] {
					t.Errorf("%s: no case rests on %s", name, reading)
				}
			}
		}
	}
	if ran < 40 {
		t.Errorf("%d cases of systems ran", ran)
	}
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
