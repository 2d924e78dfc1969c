// Package arch holds the promises of docs/design.md about imports as a test: which package
// may use which, and that nothing below the command reads the clock, the environment, the
// network or a shared random source.
package arch

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// layers lists, for each package, the packages of this module that it may import. Imports
// run one way: what stands further down may use what stands above, never the reverse.
var layers = []struct {
	name string
	uses []string
}{
	{"events", nil},
	{"rules/formula", nil},
	{"rules", []string{"events", "rules/formula"}},
	{"systems", []string{"rules", "rules/formula"}},
	{"rules/movement", []string{"events", "rules", "rules/formula"}},
	{"internal/term", nil},
	{"notation", nil},
	{"draw", []string{"events"}},
	{"draw/diagram", []string{"draw", "events", "rules", "rules/formula", "rules/movement", "systems"}},
	{"mail", []string{"notation"}},
	{"rules/betza", []string{"rules"}},
	{"position", []string{"events", "rules", "rules/formula", "rules/movement", "systems"}},
	{"position/perft", []string{"events", "rules", "rules/formula", "rules/movement", "systems", "position", "rules/betza"}},
	{"aggregate", []string{"events", "rules", "rules/formula", "rules/movement", "systems", "notation"}},
	{"history/amendment", []string{"events", "aggregate", "draw/diagram", "rules", "rules/formula", "rules/movement", "systems"}},
	{"projections", []string{"events", "aggregate", "rules", "rules/formula"}},
	{"history/condition", []string{"events", "aggregate", "rules", "rules/formula", "systems"}},
	{"history/blame", []string{"events", "aggregate", "history/condition", "rules", "rules/formula", "systems"}},
	{"aggregate/explain", []string{"events", "aggregate", "notation", "rules", "rules/formula", "rules/movement"}},
	{"store", []string{"events"}},
	{"store/memory", []string{"store"}},
	{"ledger/proof", []string{"store"}},
	{"internal/outfile", nil},
	{"ledger/people", []string{"internal/outfile", "store"}},
	{"store/sqlite", []string{"store"}},
	{"store/storetest", []string{"store"}},
	{"store/replica", []string{"store", "events"}},
	{"store/esdb", []string{"store"}},
	{"store/esdb/esdbtest", nil},
	{"season", []string{"events", "aggregate", "notation", "rules", "rules/formula", "systems"}},
	{"internal/cases", []string{"events", "aggregate", "notation", "position", "rules", "rules/formula", "rules/movement", "systems", "season"}},
	{"history", []string{"events", "aggregate", "notation", "store"}},
	{"history/readjudicate", []string{"events", "aggregate", "history", "rules", "store"}},
	{"history/bisect", []string{"events", "aggregate", "history/blame", "history/condition", "history", "history/readjudicate", "store"}},
	{"aggregate/dispute", []string{"events", "aggregate", "rules", "systems"}},
	{"history/compare", []string{"events", "aggregate", "history", "history/readjudicate"}},
	{"history/sensitivity", []string{"events", "aggregate", "history", "history/readjudicate", "rules", "store"}},
	{"ledger", []string{"history", "history/readjudicate", "events", "aggregate", "aggregate/dispute", "notation", "projections", "rules", "rules/formula", "systems", "store", "ledger/proof"}},
	{"ledger/summary", []string{"events", "aggregate", "history", "ledger", "store"}},
	{"ledger/salvage", []string{"events", "ledger", "store"}},
}

// root is the module's folder, seen from here.
const root = "../.."

// goFiles yields the Go files of a package that are no tests.
func goFiles(t *testing.T, pkg string) map[string]*ast.File {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(root, pkg, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]*ast.File{}
	for _, n := range names {
		if strings.HasSuffix(n, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), n, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		files[n] = f
	}
	return files
}

func imports(t *testing.T, f *ast.File) []string {
	t.Helper()
	var out []string
	for _, spec := range f.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, path)
	}
	return out
}

func TestImportsRunOneWay(t *testing.T) {
	seen := map[string]bool{}
	for _, layer := range layers {
		for _, above := range layer.uses {
			if above != layer.name && !slices.ContainsFunc(layers, func(l struct {
				name string
				uses []string
			}) bool {
				return l.name == above
			}) {
				t.Errorf("%s may use %s, which is not listed", layer.name, above)
			}
		}
		seen[layer.name] = true
		for name, file := range goFiles(t, layer.name) {
			for _, path := range imports(t, file) {
				used, ours := strings.CutPrefix(path, "adjudicate/")
				if ours && !slices.Contains(layer.uses, used) {
					t.Errorf("%s imports %s, which %s may not use", name, path, layer.name)
				}
			}
		}
	}
	// Every package with code is listed, but the commands and what only tests use.
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		pkg := filepath.ToSlash(strings.TrimPrefix(strings.TrimPrefix(path, root), "/"))
		if strings.HasPrefix(d.Name(), ".") && pkg != "" || d.Name() == "testdata" || pkg == "cmd" || pkg == "internal" || pkg == "build" {
			return filepath.SkipDir
		}
		if !seen[pkg] && len(goFiles(t, pkg)) > 0 {
			t.Errorf("package %s stands in no layer", pkg)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestNothingBelowReadsTheWorld looks for the clock, shared randomness, the environment and
// the network in the packages that must give the same results on every machine.
func TestNothingBelowReadsTheWorld(t *testing.T) {
	forbidden := map[string]bool{"os": true, "os/exec": true, "math/rand": true, "math/rand/v2": true, "crypto/rand": true,
		"net": true, "net/http": true, "syscall": true}
	clock := []string{"Now", "Since", "Until", "After", "Tick", "NewTimer", "NewTicker", "Sleep", "AfterFunc"}
	for _, pkg := range []string{"events", "rules", "rules/formula", "systems", "rules/movement", "notation", "aggregate", "projections",
		"ledger", "ledger/proof", "aggregate/dispute", "ledger/salvage", "season", "mail", "draw", "rules/betza", "position/perft", "position", "internal/cases", "aggregate/explain"} {
		for name, file := range goFiles(t, pkg) {
			for _, path := range imports(t, file) {
				if forbidden[path] {
					t.Errorf("%s imports %s", name, path)
				}
			}
			ast.Inspect(file, func(n ast.Node) bool {
				sel, ok := n.(*ast.SelectorExpr)
				if !ok {
					return true
				}
				if x, ok := sel.X.(*ast.Ident); ok && x.Name == "time" && x.Obj == nil && slices.Contains(clock, sel.Sel.Name) {
					t.Errorf("%s uses time.%s", name, sel.Sel.Name)
				}
				return true
			})
		}
	}
}
