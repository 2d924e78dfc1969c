package arch

import (
	"go/ast"
	"slices"
	"testing"
)

// readers are the packages that read the text of a play themselves, since nobody can have read
// it before. All others take it as it was read: notation.Reading.
var readers = []string{"notation", "mail"}

func TestAPlayIsReadOnce(t *testing.T) {
	for _, s := range sources(t) {
		ast.Inspect(s.file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			f, ok := call.Fun.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			if x, ok := f.X.(*ast.Ident); ok && x.Name == "notation" && (f.Sel.Name == "Parse" || f.Sel.Name == "Read") && !slices.Contains(readers, s.pkg) {
				t.Errorf("%s reads the text of a play: take the reading of whoever had it first, with Reading.Of", s.name)
			}
			return true
		})
	}
}
