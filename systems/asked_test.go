package systems_test

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"adjudicate/rules"
	"adjudicate/systems"
)

// reading is a formula that asks an entry: what an earlier form of a rule said without words.
var reading = regexp.MustCompile(`reading\("([a-z-]+)"\)`)

// The engine names the entries that it asks in its source. Each of them has to say how the
// engine ruled before it existed, or a ledger without the entry would be ruled on by chance.
func TestEveryEntryThatTheEngineAsksSaysHowItRuledWithout(t *testing.T) {
	named := map[string]bool{}
	for _, source := range []string{"../aggregate/*.go", "../rules/movement/*.go", "../rules/older.go"} {
		files, err := filepath.Glob(source)
		if err != nil || len(files) == 0 {
			t.Fatalf("%d files of %s, error %v", len(files), source, err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(f, func(n ast.Node) bool {
				if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
					if text, err := strconv.Unquote(lit.Value); err == nil {
						entry, _, _ := strings.Cut(text, "=")
						named[entry], named[rules.DecidedBy(entry)] = true, true
						for _, m := range reading.FindAllStringSubmatch(text, -1) {
							named[m[1]] = true
						}
					}
				}
				return true
			})
		}
	}
	older, err := os.ReadFile("../rules/older.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range reading.FindAllStringSubmatch(strings.ReplaceAll(string(older), `\"`, `"`), -1) {
		named[m[1]] = true
	}
	asked := rules.Asked()
	for _, entry := range asked {
		if !named[entry] {
			t.Errorf("nothing asks %s", entry)
		}
	}
	for _, name := range systems.Systems() {
		book, register, err := systems.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, entry := range register.IDs() {
			if !named[entry] {
				continue
			}
			if own := slices.ContainsFunc(book.Rules(), func(r rules.Rule) bool { return bytes.Contains(r.Canonical(), []byte(entry)) }); own {
				continue // its own rules ask it, in a meaning of their own
			}
			if !slices.Contains(asked, entry) {
				t.Errorf("the engine asks %s, and nothing says how it ruled before there was that entry", entry)
				continue
			}
			reading, _ := rules.Unlisted(entry)
			if err := register.Validate(entry, reading); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}
