package draw

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestPicturesSayEverythingInGerman holds the catalogue to the phrases of the source, and to the order of what they name.
func TestPicturesSayEverythingInGerman(t *testing.T) {
	used := map[string]bool{}
	add := func(e ast.Expr) {
		if lit, ok := e.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			if text, _ := strconv.Unquote(lit.Value); strings.ContainsAny(text, "abcdefghijklmnopqrstuvwxyz") {
				used[text] = true
			}
		}
	}
	for _, f := range []string{"board.go", "film.go", "language.go", "series.go", "svg.go", "text.go", "../thinking.go"} {
		file, err := parser.ParseFile(token.NewFileSet(), f, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				name := ""
				switch f := n.Fun.(type) {
				case *ast.Ident:
					name = f.Name
				case *ast.SelectorExpr:
					name = f.Sel.Name
				}
				if name == "say" || name == "whole" {
					for _, arg := range n.Args {
						add(arg)
					}
				}
			case *ast.KeyValueExpr:
				if key, ok := n.Key.(*ast.Ident); ok && key.Name == "Format" {
					add(n.Value)
				}
			}
			return true
		})
	}
	for k := Origin; k <= Check; k++ {
		used[k.String()] = true
	}
	verb := regexp.MustCompile(`%.`)
	for phrase := range used {
		other := phrases.Phrase("de", phrase)
		if other == "" {
			t.Errorf("%q is missing", phrase)
		} else if !slices.Equal(verb.FindAllString(phrase, -1), verb.FindAllString(other, -1)) {
			t.Errorf("%q names other things than %q", other, phrase)
		}
	}
	for _, phrase := range phrases.Phrases("de") {
		if !used[phrase] {
			t.Errorf("no picture says %q", phrase)
		}
	}
}
