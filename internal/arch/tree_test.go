package arch

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// root is the module's folder, seen from here; module is its name.
const (
	root   = "../.."
	module = "adjudicate/"
)

// A source is one Go file that is no test.
type source struct {
	name string // "aggregate/judge.go"
	pkg  string // "aggregate", "aggregate/explain"
	file *ast.File
}

// room is the folder at the top in which a package stands.
func room(pkg string) string {
	top, _, _ := strings.Cut(pkg, "/")
	return top
}

// sources reads every Go file of the module but tests and test data.
func sources(t *testing.T) []source {
	t.Helper()
	var all []source
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		name = filepath.ToSlash(name)
		if d.IsDir() {
			if d.Name() == "testdata" || name == "build" || strings.HasPrefix(name, ".") && name != "." {
				return filepath.SkipDir
			}
			if _, err := os.Stat(filepath.Join(path, "go.mod")); err == nil && name != "." {
				return filepath.SkipDir // a module of its own, which the program does not know
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		all = append(all, source{name: name, pkg: filepath.ToSlash(filepath.Dir(name)), file: file})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(all, func(s source) bool { return s.pkg == "events" }) {
		t.Fatalf("no package events below %s: the tree has not been found", root)
	}
	return all
}

// imports lists what a file imports, by path.
func (s source) imports(t *testing.T) []string {
	t.Helper()
	var paths []string
	for _, spec := range s.file.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	return paths
}
