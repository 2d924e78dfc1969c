package rules_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"adjudicate/rules"
	"adjudicate/rules/keys"
)

// The schema of the YAML form, so that any editor which reads JSON Schema completes fields and words, tells
// what each means, and marks what is none. It says less than the checks do, and never more.

const ruleSchema = "../docs/schema/rule.schema.json"

// schema is one node of a JSON Schema. Its keys are written in this order.
type schema struct {
	Schema      string      `json:"$schema,omitempty"`
	Title       string      `json:"title,omitempty"`
	Description string      `json:"description,omitempty"`
	Ref         string      `json:"$ref,omitempty"`
	AnyOf       []*schema   `json:"anyOf,omitempty"`
	Type        any         `json:"type,omitempty"`
	Enum        []string    `json:"enum,omitempty"`
	Items       *schema     `json:"items,omitempty"`
	Properties  *properties `json:"properties,omitempty"`
	Names       *schema     `json:"propertyNames,omitempty"`
	Pattern     string      `json:"pattern,omitempty"`
	Additional  any         `json:"additionalProperties,omitempty"`
	Required    []string    `json:"required,omitempty"`
	Defs        *properties `json:"$defs,omitempty"`
}

// properties are named schemas in order.
type properties struct {
	names []string
	of    map[string]*schema
}

func (p *properties) add(name string, s *schema) {
	if p.of == nil {
		p.of = map[string]*schema{}
	}
	p.names, p.of[name] = append(p.names, name), s
}

func (p *properties) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, name := range p.names {
		text, err := json.Marshal(p.of[name])
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&b, "%s%q:%s", []string{"", ","}[min(i, 1)], name, text)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// fieldDocs are the doc comments of types and fields: "Leg" and "Leg.Dir".
func fieldDocs(t *testing.T) map[string]string {
	t.Helper()
	docs := map[string]string{}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	line := func(s string) string { return strings.Join(strings.Fields(s), " ") }
	for _, path := range files {
		tree, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, decl := range tree.Decls {
			d, ok := decl.(*ast.GenDecl)
			if !ok || d.Tok != token.TYPE {
				continue
			}
			spec := d.Specs[0].(*ast.TypeSpec)
			s, ok := spec.Type.(*ast.StructType)
			if !ok {
				continue
			}
			docs[spec.Name.Name] = line(d.Doc.Text())
			for _, f := range s.Fields.List {
				for _, n := range f.Names {
					docs[spec.Name.Name+"."+n.Name] = line(f.Comment.Text())
				}
			}
		}
	}
	return docs
}

// wordsOf are the words that a field of words may have, by "Mode.for": asked of the checks, by giving each such field
// of the rules that there are a word that is none.
func wordsOf(t *testing.T, list []rules.Rule) map[string][]string {
	t.Helper()
	oneOf := regexp.MustCompile(`^invalid value "§": expected one of (.*)$`)
	asked, words := map[string]int{}, map[string][]string{}
	free := map[string]bool{}
	for i := range list {
		r := &list[i]
		var walk func(v reflect.Value, field, owner string)
		walk = func(v reflect.Value, field, owner string) {
			switch v.Kind() {
			case reflect.Pointer:
				if !v.IsNil() {
					walk(v.Elem(), field, owner)
				}
			case reflect.Struct:
				for j := range v.NumField() {
					f := v.Type().Field(j)
					tag, _ := keys.Of(f)
					if tag == "" || tag == "-" {
						continue
					}
					walk(v.Field(j), strings.TrimPrefix(field+"."+tag, "."), v.Type().Name()+"."+tag)
				}
			case reflect.Slice:
				for j := range v.Len() {
					walk(v.Index(j), fmt.Sprintf("%s[%d]", field, j), owner)
				}
			case reflect.String:
				if v.Type() != reflect.TypeFor[string]() || v.String() == "" || asked[owner] > 60 || free[owner] {
					return
				}
				asked[owner]++
				was := v.String()
				v.SetString("§")
				defer v.SetString(was)
				for _, p := range rules.Check(r, nil, nil) {
					m := oneOf.FindStringSubmatch(p.Message)
					if m == nil || !strings.HasSuffix(field, p.Field) && !strings.HasSuffix(strings.TrimRight(field, "[]0123456789"), p.Field) {
						continue
					}
					if !slices.Contains(strings.Split(m[1], ", "), was) {
						free[owner] = true // a word is but a part of what stands there
					}
					for w := range strings.SplitSeq(m[1], ", ") {
						if !slices.Contains(words[owner], w) {
							words[owner] = append(words[owner], w)
						}
					}
					return
				}
				free[owner] = true
			}
		}
		walk(reflect.ValueOf(r).Elem(), "", "")
	}
	for owner := range free {
		delete(words, owner)
	}
	return words
}

// every returns the rules of the documentation, the fixtures and the systems, by file.
func every(t *testing.T) (files map[string][]byte, list []rules.Rule) {
	t.Helper()
	files = map[string][]byte{}
	for _, pattern := range []string{"../systems/partychess/amendments/*.yaml", "../systems/*/rules/*.yaml", "../systems/*/*/rules/*.yaml"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range found {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			files[path] = text
		}
	}
	for i, d := range documented(t) {
		files[fmt.Sprintf("%s, example %d", d.page, i)] = []byte(d.text)
	}
	var paths []string
	for path := range files {
		paths = append(paths, path)
	}
	slices.Sort(paths)
	for _, path := range paths {
		some, err := rules.Parse(path, files[path])
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		list = append(list, some...)
	}
	return files, list
}

// describeSchema makes the schema of a file of rules.
func describeSchema(docs map[string]string, words map[string][]string) *schema {
	defs := &properties{}
	text := func(more ...string) *schema { return &schema{Type: append([]string{"string"}, more...)} }
	var of func(x reflect.Type, owner string) *schema
	named := func(x reflect.Type) *schema {
		ref := &schema{Ref: "#/$defs/" + x.Name()}
		if defs.of[x.Name()] != nil {
			return ref
		}
		s := &schema{Description: docs[x.Name()], Type: "object", Additional: false, Properties: &properties{}}
		defs.add(x.Name(), s)
		for i := range x.NumField() {
			f := x.Field(i)
			tag, _ := keys.Of(f)
			if tag == "" || tag == "-" {
				continue
			}
			p := of(f.Type, x.Name()+"."+tag)
			p.Description = docs[x.Name()+"."+f.Name]
			s.Properties.add(tag, p)
		}
		return ref
	}
	of = func(x reflect.Type, owner string) *schema {
		switch {
		case x == reflect.TypeFor[rules.Expr]():
			return &schema{Type: []string{"string", "number", "boolean", "array"}, Items: text("number")}
		case x == reflect.TypeFor[rules.Words]():
			return &schema{Type: []string{"string", "array"}, Items: text()}
		case x == reflect.TypeFor[rules.Assignments]():
			return &schema{Type: "object", Names: &schema{Pattern: `^(title|author|note|until|while|binds|piece|procedure)\b`}}
		}
		switch x.Kind() {
		case reflect.Pointer:
			return of(x.Elem(), owner)
		case reflect.Struct:
			return named(x)
		case reflect.Slice:
			return &schema{Type: "array", Items: of(x.Elem(), owner)}
		case reflect.Map:
			return &schema{Type: "object", Additional: of(x.Elem(), "")}
		case reflect.Bool:
			return &schema{Type: "boolean"}
		case reflect.Int:
			return &schema{Type: "integer"}
		}
		if list := words[owner]; list != nil {
			return &schema{Enum: list}
		}
		return text("number")
	}
	rule := of(reflect.TypeFor[rules.Rule](), "")
	defs.of["Rule"].Required = []string{"number"}
	return &schema{
		Schema: "https://json-schema.org/draft/2020-12/schema", Title: "Rules of adjudicate",
		Description: "A file of rules in YAML: one rule, or several as documents or under rules. See docs/rule-language.md.",
		AnyOf: []*schema{rule, {Type: "object", Additional: false, Required: []string{"rules"}, Properties: &properties{
			names: []string{"rules"}, of: map[string]*schema{"rules": {Type: "array", Items: rule}}}}},
		Defs: defs,
	}
}

func TestTheSchemaOfRulesIsThatOfTheTypes(t *testing.T) {
	_, list := every(t)
	text, err := json.MarshalIndent(describeSchema(fieldDocs(t), wordsOf(t, list)), "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	golden(t, ruleSchema, append(text, '\n'))
}

func TestTheSchemaOfRulesTakesEveryRuleThereIs(t *testing.T) {
	s, err := jsonschema.NewCompiler().Compile(ruleSchema)
	if err != nil {
		t.Fatal(err)
	}
	files, _ := every(t)
	for path, text := range files {
		dec := yaml.NewDecoder(bytes.NewReader(text))
		for {
			var doc any
			if err := dec.Decode(&doc); err != nil {
				break
			}
			if doc == nil {
				continue // comments before the first document
			}
			raw, err := json.Marshal(doc)
			if err != nil {
				t.Fatalf("%s: %v", path, err)
			}
			v, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
			if err != nil {
				t.Fatal(err)
			}
			if err := s.Validate(v); err != nil {
				t.Errorf("%s: %v", path, err)
			}
		}
	}
}

func TestTheSchemaOfRulesRefusesSlips(t *testing.T) {
	s, err := jsonschema.NewCompiler().Compile(ruleSchema)
	if err != nil {
		t.Fatal(err)
	}
	for _, slip := range []string{
		`{"title": "no number"}`,
		`{"number": "1", "peice": {}}`,
		`{"number": "1", "piece": {"name": "X", "modes": [{"for": ["moves"]}]}}`,
		`{"number": "1", "piece": {"name": "X", "limit": "three"}}`,
		`{"number": "1", "procedure": {"consequences": [{"on": "arrives"}]}}`,
		`{"rules": [], "number": "1"}`,
	} {
		v, err := jsonschema.UnmarshalJSON(strings.NewReader(slip))
		if err != nil {
			t.Fatal(err)
		}
		if s.Validate(v) == nil {
			t.Errorf("%s is taken", slip)
		}
	}
}
