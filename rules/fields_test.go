package rules_test

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"adjudicate/rules/keys"
)

const fieldsHead = `# Fields

Generated from the source by ` + "`go test ./rules -update`" + `; do not edit. [The specification](../rule-language.md) explains how the
fields work together.

The canonical form writes fields in this order. A field marked *always* under "written" is written even if it is empty;
any other is then omitted.

A *formula* is a text in the language of [formulas](formulas.md). "Condition on …" and "of …" say what it may refer to; a name in
parentheses, as in "the side (mover)", is what the formula calls the thing. A *condition on readings* depends only on how the rules
are interpreted: ` + "`reading(\"entry\") == \"name\"`, or `true`. `cite`" + ` fields name a section of the rule, such as "§2", which rulings quote.
`

// forms are the forms of fields, by their Go type.
var forms = map[string]string{
	"string": "text", "int": "whole number", "bool": "true or false", "Expr": "formula",
	"[]string": "list of texts", "Words": "text or list of texts", "Assignments": "mapping from paths to values", "[]int": "list of whole numbers", "[][]int": "list of pairs of whole numbers", "[][]string": "list of lists of texts",
	"map[string]int": "mapping from name to whole number",
	"map[int]string": "mapping from step to text", "map[string]string": "mapping from name to text", "map[string][]string": "mapping from name to list of texts",
}

// A record is a struct of the rule language, as the source declares it.
type record struct {
	doc string
	*ast.StructType
}

// The page has the types of the files that are named here, in their order, and then every other type that a field
// of the page leads to.
func TestTheTablesOfFieldsAreThoseOfTheCode(t *testing.T) {
	paths, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	records, in := map[string]record{}, map[string][]string{}
	for _, path := range paths {
		tree, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, decl := range tree.Decls {
			d, ok := decl.(*ast.GenDecl)
			if !ok || d.Tok != token.TYPE {
				continue
			}
			for _, spec := range d.Specs {
				spec := spec.(*ast.TypeSpec)
				if s, ok := spec.Type.(*ast.StructType); ok {
					records[spec.Name.Name] = record{cmp.Or(spec.Doc.Text(), d.Doc.Text()), s}
					in[path] = append(in[path], spec.Name.Name)
				}
			}
		}
	}
	list := slices.Concat(in["definition.go"], in["procedure.go"], in["assets.go"], in["older.go"])
	var b strings.Builder
	b.WriteString(fieldsHead)
	for i := 0; i < len(list); i++ {
		r := records[list[i]]
		if !slices.ContainsFunc(r.Fields.List, func(f *ast.Field) bool { return f.Tag != nil }) {
			continue
		}
		describe(&b, list[i], r.doc, r.StructType)
		for _, f := range r.Fields.List {
			name := strings.TrimLeft(typeText(f.Type), "[]*")
			if f.Tag == nil || forms[typeText(f.Type)] != "" || slices.Contains(list, name) {
				continue
			}
			if _, ok := records[name]; !ok {
				t.Fatalf("%s: the form %s of a field has no table and no words", list[i], typeText(f.Type))
			}
			list = append(list, name)
		}
	}
	golden(t, "../docs/rule-language/fields.md", []byte(b.String()))
}

func describe(b *strings.Builder, name, doc string, s *ast.StructType) {
	fmt.Fprintf(b, "\n## %s\n\n%s\n\n| field | form | written | meaning |\n|---|---|---|---|\n", name, strings.ReplaceAll(strings.TrimSpace(doc), "\n", " "))
	for _, f := range s.Fields.List {
		if f.Tag == nil {
			continue
		}
		tag, option := keys.Of(reflect.StructField{Tag: reflect.StructTag(strings.Trim(f.Tag.Value, "`"))})
		if tag == "-" {
			continue
		}
		written := "always"
		if option == "omitempty" {
			written = ""
		}
		meaning := f.Comment.Text()
		if meaning == "" && tag == "cite" {
			meaning = "section of the rule that says so"
		}
		fmt.Fprintf(b, "| `%s` | %s | %s | %s |\n", tag, formOf(f.Type), written, cell(meaning))
	}
}

func cell(s string) string {
	return strings.ReplaceAll(strings.Join(strings.Fields(s), " "), "|", "\\|")
}

func formOf(x ast.Expr) string {
	s := typeText(x)
	if form, ok := forms[s]; ok {
		return form
	}
	if name, ok := strings.CutPrefix(s, "[]"); ok {
		return fmt.Sprintf("list of [%s](#%s)", name, strings.ToLower(name))
	}
	name := strings.TrimPrefix(s, "*")
	return fmt.Sprintf("[%s](#%s)", name, strings.ToLower(name))
}

func typeText(x ast.Expr) string {
	switch x := x.(type) {
	case *ast.Ident:
		return x.Name
	case *ast.StarExpr:
		return "*" + typeText(x.X)
	case *ast.ArrayType:
		return "[]" + typeText(x.Elt)
	case *ast.MapType:
		return "map[" + typeText(x.Key) + "]" + typeText(x.Value)
	}
	return "?"
}
