package rules_test

import (
	"reflect"
	"strings"
	"testing"

	"adjudicate/rules"

	"github.com/google/go-cmp/cmp"
)

func TestCanonicalFormIsFixed(t *testing.T) {
	r := rules.Rule{
		Number: "7", Title: "<A & B>",
		Piece: &rules.Piece{Name: "A", Glyph: "&", Value: "9", Modes: []rules.Mode{{
			Legs: []rules.Leg{{Dir: "all", At: map[int]string{10: "empty", 2: "occupied"}}},
			Land: `dx < 2`,
		}}},
	}
	// From the rule: fields in the order of the structs, keys sorted as texts, & and <
	// as they are, a revision of 0 written.
	want := `{"number":"7","revision":0,"title":"<A & B>","piece":{"name":"A","glyph":"&","value":"9",` +
		`"modes":[{"legs":[{"dir":"all","at":{"10":"empty","2":"occupied"}}],"land":"dx < 2"}]}}`
	if diff := cmp.Diff(want, string(r.Canonical())); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	again, err := rules.FromCanonical(r.Canonical())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(r, again); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestACanonicalFormIsReadStrictly(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"an unknown field", `{"number":"1","titel":"a"}`, `unknown field "titel" (did you mean "title"?)`},
		{"a field of a section", `{"number":"1","duties":[]}`, `unknown field "duties" (write duties below piece or procedure)`},
		{"a field of a section by another word", `{"number":"1","awards":[]}`, `unknown field "awards" (write assets below procedure)`},
		{"a field by another word", `{"number":"1","procedure":{"consequences":[{"on":"day","effect":[]}]}}`, `unknown field "effect" (did you mean "do"?)`},
		{"a field that another has", `{"number":"1","procedure":{"consequences":[{"on":"day","do":[{"of":"enemy"}]}]}}`, `unknown field "of" (did you mean "where"?)`},
		{"a field in other case", `{"Number":"1"}`, `unknown field "Number" (did you mean "number"?)`},
		{"a repeated field", `{"number":"1","number":"2"}`, `number: duplicate field`},
		{"a number as formula", `{"number":"1","piece":{"value":9}}`, `piece.value: expected a formula, found a number`},
		{"a number as text", `{"number":1}`, `number: expected a text, found a number`},
		{"a null", `{"number":"1","piece":null}`, `piece: expected a mapping, found nothing`},
		{"a float", `{"number":"1","revision":1.0}`, `revision: expected a whole number, found 1.0`},
		{"something after it", `{"number":"1"} {}`, `unexpected text after the rule`},
		{"half of one", `{"number":"1"`, `not a rule in JSON`},
		{"no rule", `[]`, `expected a mapping, found a list`},
	} {
		_, err := rules.FromCanonical([]byte(c.text))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %s", c.name, err, c.want)
		}
	}
}

func FuzzFromCanonical(f *testing.F) {
	f.Add([]byte(`{"number":"1230.5","revision":5,"title":"Rook","piece":{"name":"Rook","glyph":"R","value":"9"}}`))
	f.Add([]byte(`{"number":"1","revision":0,"title":"","procedure":{"plays":{"counts":"","shapes":[{"when":"true"}]}}}`))
	for _, text := range seeds(f) {
		if r, err := rules.Parse("", []byte(text)); err == nil {
			f.Add(r[0].Canonical())
		}
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		r, err := rules.FromCanonical(text)
		if err != nil {
			return
		}
		again, err := rules.FromCanonical(r.Canonical())
		if err != nil {
			t.Fatalf("%s: %v", r.Canonical(), err)
		}
		if diff := cmp.Diff(r, again); diff != "" {
			t.Fatalf("(-want +got):\n%s", diff)
		}
	})
}

func TestNoFieldIsEverWrittenAsNull(t *testing.T) {
	seen := map[reflect.Type]bool{}
	var look func(t reflect.Type) []string
	look = func(typ reflect.Type) (bad []string) {
		switch typ.Kind() {
		case reflect.Slice, reflect.Pointer, reflect.Map:
			return look(typ.Elem())
		case reflect.Struct:
		default:
			return nil
		}
		if seen[typ] {
			return nil
		}
		seen[typ] = true
		for i := range typ.NumField() {
			f := typ.Field(i)
			switch f.Type.Kind() {
			case reflect.Slice, reflect.Pointer, reflect.Map:
				if tag := f.Tag.Get("json"); tag != "-" && !strings.HasSuffix(tag, ",omitempty") {
					bad = append(bad, typ.Name()+"."+f.Name)
				}
			}
			bad = append(bad, look(f.Type)...)
		}
		return bad
	}
	if bad := look(reflect.TypeFor[rules.Rule]()); len(bad) > 0 || len(seen) < 20 {
		t.Errorf("%d forms; these would be written as null: %v", len(seen), bad)
	}
}

// A region without a square for one side was written as nothing, which FromCanonical refuses.
func TestAnEmptyListOfAMapStaysAList(t *testing.T) {
	f, err := rules.Parse("x.yaml", []byte("number: 1\nprocedure:\n  board: {files: 3, ranks: 3, regions: [{name: goal, of: {White: [], Black: [rank 1]}}]}\n"))
	if err != nil {
		t.Fatal(err)
	}
	text := f[0].Canonical()
	again, err := rules.FromCanonical(text)
	if err != nil {
		t.Fatal(err)
	}
	if got := again.Canonical(); string(got) != string(text) {
		t.Errorf("got %s, want %s", got, text)
	}
}
