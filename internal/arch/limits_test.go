package arch

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"go/ast"
	"go/constant"
	"go/parser"
	"go/printer"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// A limit is a constant that bounds something: whose name begins with "most" or "max", or that stands in a file called limits.go.
type limit struct{ pkg, name, value, what string }

var bounding = regexp.MustCompile(`^(most|Most|max|Max)([A-Z]|$)`)

// notLimits are constants of such names that bound nothing.
var notLimits = map[string]string{
	"store/sqlite.mostRevision":    "the largest number of its type",
	"events.mostWhole":             "the largest number of its type",
	"rules/names.mostListed":       "how much of a list is shown",
	"systems/san.mostListed":       "how much of a list is shown",
	"report.mostShown":             "how much of a list is shown",
	"report.mostDeep":              "how much of a list is shown",
	"report.mostOutcomes":          "how much of a list is shown",
	"rules/formula.MostListed":     "how much of a list is shown",
	"report/draw/diagram.mostWide": "how a picture is set",
	"season/pgn.mostWord":          "how much of a word is quoted",
	"mail.mostNearest":             "how much of a list is shown",
	"mail.mostBefore":              "how words are told apart",
	"mail.maxTalk":                 "how words are told apart",
	"rules/movement.mostKept":      "what is kept to save time",
	"ledger/proof.mostTiles":       "what is kept to save time",
	"history.mostStanding":         "what is kept to save time",
	"history/compare.mostChain":    "how much of a chain is told",
	"history/compare.mostPieces":   "how much of a list is told",
}

// TestTheLimitsAreListed holds docs/limits.md to the constants of the code.
func TestTheLimitsAreListed(t *testing.T) {
	var list []limit
	seen := map[string]bool{}
	byPackage := map[string][]*ast.File{}
	fset := token.NewFileSet()
	for _, s := range sources(t) {
		if strings.HasPrefix(s.pkg, "examples") || strings.HasPrefix(s.pkg, "store/esdb/esdbtest") || strings.HasPrefix(s.pkg, "internal/") && s.pkg != "internal/infile" && s.pkg != "internal/tray" {
			continue
		}
		f, err := parser.ParseFile(fset, filepath.Join(root, s.name), nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		byPackage[s.pkg] = append(byPackage[s.pkg], f)
	}
	for pkg, files := range byPackage {
		info := &types.Info{Defs: map[*ast.Ident]types.Object{}}
		conf := types.Config{Importer: nothing{}, Error: func(error) {}}
		conf.Check(pkg, fset, files, info) // what it imports is not there: constants need little of it
		for _, f := range files {
			whole := filepath.Base(fset.Position(f.Pos()).Filename) == "limits.go"
			for _, d := range f.Decls {
				decl, ok := d.(*ast.GenDecl)
				if !ok || decl.Tok != token.CONST {
					continue
				}
				for _, sp := range decl.Specs {
					spec := sp.(*ast.ValueSpec)
					for i, id := range spec.Names {
						key := pkg + "." + id.Name
						if !whole && !bounding.MatchString(id.Name) || i >= len(spec.Values) {
							continue
						}
						if notLimits[key] != "" {
							seen[key] = true
							continue
						}
						l := limit{pkg, id.Name, valueOf(fset, info, id, spec.Values[i]), whatOf(decl, spec, id.Name)}
						if l.what == "" {
							t.Errorf("%s: %s has no comment that says what it bounds", fset.Position(id.Pos()), id.Name)
						}
						list = append(list, l)
					}
				}
			}
		}
	}
	for key := range notLimits {
		if !seen[key] {
			t.Errorf("%s is no constant any more: strike it out", key)
		}
	}
	slices.SortFunc(list, func(a, b limit) int { return cmp.Or(cmp.Compare(a.pkg, b.pkg), cmp.Compare(a.what, b.what)) })
	page := limitsPage(list)
	path := filepath.Join(root, "docs/limits.md")
	if *update {
		if err := os.WriteFile(path, page, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if have, err := os.ReadFile(path); err != nil || !bytes.Equal(have, page) {
		t.Errorf("docs/limits.md is not what the code says: go test ./internal/arch -run Limits -update")
	}
}

// nothing imports nothing.
type nothing struct{}

func (nothing) Import(path string) (*types.Package, error) { return nil, errors.New("not needed") }

// valueOf is a constant's value, in the unit that people use for it.
func valueOf(fset *token.FileSet, info *types.Info, id *ast.Ident, value ast.Expr) string {
	var text bytes.Buffer
	printer.Fprint(&text, fset, value)
	if strings.Contains(text.String(), "time.") {
		return strings.NewReplacer(" * time.Second", " s", " * time.Millisecond", " ms", " * time.Minute", " min", " * time.Hour", " h", "time.Second", "1 s", "time.Minute", "1 min", "time.Hour", "1 h").Replace(text.String())
	}
	c, ok := info.Defs[id].(*types.Const)
	if !ok || c.Val().Kind() == constant.Unknown {
		return "`" + text.String() + "`"
	}
	n, exact := constant.Int64Val(constant.ToInt(c.Val()))
	switch {
	case !exact:
		return c.Val().String()
	case strings.Contains(text.String(), "<< 20") && n%(1<<20) == 0:
		return fmt.Sprint(n>>20, " Mi")
	case strings.Contains(text.String(), "<< 10") && n%(1<<10) == 0:
		return fmt.Sprint(n>>10, " Ki")
	}
	digits := fmt.Sprint(n)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

// whatOf is what a constant's comment says: the one behind it, or the one above it without its name.
func whatOf(decl *ast.GenDecl, spec *ast.ValueSpec, name string) string {
	for _, g := range []*ast.CommentGroup{spec.Comment, spec.Doc, decl.Doc} {
		if g == nil || g == decl.Doc && len(decl.Specs) > 1 {
			continue
		}
		text := strings.Join(strings.Fields(g.Text()), " ")
		text, _, _ = strings.Cut(text, ". ")
		text = strings.TrimSuffix(strings.TrimPrefix(text, name+" "), ".")
		for _, begin := range []string{"is ", "are ", "bounds ", "limits ", "how many ", "how much ", "the greatest number of ", "the greatest size of ", "the number of "} {
			text = strings.TrimPrefix(text, begin)
		}
		return text
	}
	return ""
}

// limitsPage writes the page.
func limitsPage(list []limit) []byte {
	var b bytes.Buffer
	b.WriteString(`# Limits

Everything that is read is bounded in size, number or depth, and everything that is searched in steps, so that no file, mail or request takes
more than its share. What exceeds a limit is refused with a message that names it; nothing is changed. The table is generated from the
constants of the code (` + "`go test ./internal/arch -run Limits -update`" + `). Ki and Mi are 1,024 and 1,048,576.

Formulas and procedures have no loop: what one costs at most is computed when a rule is checked, and ` + "`adjudicate rule check --cost`" + ` prints it.

| package | at most | of what |
|---|---:|---|
`)
	last := ""
	for _, l := range list {
		pkg := ""
		if l.pkg != last {
			pkg = "`" + l.pkg + "`"
		}
		last = l.pkg
		what := []rune(strings.ReplaceAll(l.what, "|", `\|`))
		if len(what) > 1 && unicode.IsUpper(what[0]) && unicode.IsLower(what[1]) {
			what[0] = unicode.ToLower(what[0])
		}
		fmt.Fprintf(&b, "| %s | %s | %s |\n", pkg, l.value, string(what))
	}
	return b.Bytes()
}
