package events

import (
	"bytes"
	"flag"
	"fmt"
	"go/ast"
	"go/token"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
)

var update = flag.Bool("update", false, "renew the tables in docs/format.md and complete testdata/v1.jsonl")

const (
	formatFile = "../docs/format.md"
	tableBegin = "<!-- The part from here to the end mark is written by: go test ./events -update -->\n"
	tableEnd   = "<!-- end of the written part -->\n"
)

func TestTheFormatDocumentListsEveryTypeAndField(t *testing.T) {
	text, err := os.ReadFile(formatFile)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(text), tableBegin)
	got, after, closed := strings.Cut(rest, tableEnd)
	if !found || !closed {
		t.Fatalf("%s has lost the marks around its tables", formatFile)
	}
	want := tables(t)
	if *update {
		if err := os.WriteFile(formatFile, []byte(before+tableBegin+want+tableEnd+after), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("%s is not up to date; renew it with go test ./events -update (-want +got):\n%s", formatFile, d)
	}
}

// source is what the Go source says about types and fields.
type source struct {
	types  map[string]string // Go name → comment
	fields map[string]string // Go name.Field → comment
	kinds  map[string]string // Go name → kind
}

func readSource(t *testing.T) source {
	t.Helper()
	src := source{map[string]string{}, map[string]string{}, map[string]string{}}
	for _, k := range standard.kinds {
		src.kinds[k.typ.Name()] = k.name
	}
	for _, f := range append(parsed(t, "inputs*.go"), parsed(t, "outcomes*.go")...) {
		for _, d := range f.Decls {
			decl, ok := d.(*ast.GenDecl)
			if !ok || decl.Tok != token.TYPE {
				continue
			}
			spec := decl.Specs[0].(*ast.TypeSpec)
			src.types[spec.Name.Name] = decl.Doc.Text()
			st, ok := spec.Type.(*ast.StructType)
			if !ok {
				continue
			}
			for _, field := range st.Fields.List {
				comment := field.Comment.Text()
				if comment == "" {
					comment = field.Doc.Text()
				}
				src.fields[spec.Name.Name+"."+field.Names[0].Name] = comment
			}
		}
	}
	return src
}

var goName = regexp.MustCompile(`\b[A-Z][A-Za-z]+\b`)

// prose turns a comment on typ into text for people who have never seen the Go types: kinds
// and fields go by their written names.
func (s source) prose(typ reflect.Type, comment string) string {
	text := strings.Join(strings.Fields(comment), " ")
	return goName.ReplaceAllStringFunc(text, func(name string) string {
		if kind, ok := s.kinds[name]; ok {
			return "`" + kind + "`"
		}
		if field, ok := typ.FieldByName(name); ok {
			written, _, _ := strings.Cut(field.Tag.Get("json"), ",")
			return "`" + written + "`"
		}
		return name
	})
}

// tables writes the types, their fields and the objects that fields hold.
func tables(t *testing.T) string {
	t.Helper()
	src := readSource(t)
	var b strings.Builder
	objects := map[string]reflect.Type{}
	for _, family := range []struct {
		title string
		input bool
	}{{"Inputs", true}, {"Outcomes", false}} {
		fmt.Fprintf(&b, "\n### %s\n", family.title)
		for _, k := range standard.kinds {
			if k.input == family.input {
				fmt.Fprintf(&b, "\n#### `%s`\n\n%s\n", k.wire, src.prose(k.typ, src.types[k.typ.Name()]))
				src.table(&b, k.typ, k.shape, objects)
			}
		}
	}
	b.WriteString("\n### Objects inside payloads\n")
	for _, name := range slices.Sorted(mapKeys(objects)) {
		shape, err := shapeOf(objects[name])
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "\n#### %s\n\n%s\n", name, src.prose(objects[name], src.types[objects[name].Name()]))
		src.table(&b, objects[name], shape, objects)
	}
	b.WriteString("\n")
	return b.String()
}

func mapKeys(m map[string]reflect.Type) func(func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

func (s source) table(b *strings.Builder, typ reflect.Type, shape *shape, objects map[string]reflect.Type) {
	if len(shape.fields) == 0 {
		b.WriteString("\nNo fields.\n")
		return
	}
	b.WriteString("\n| field | form | may be left out | meaning |\n|---|---|---|---|\n")
	for _, f := range shape.fields {
		goField := typ.Field(f.index)
		form := forms[f.shape.form]
		switch f.shape.form {
		case formList:
			name := strings.ToLower(goField.Type.Elem().Name())
			objects[name] = goField.Type.Elem()
			form = fmt.Sprintf("list of [%s](#%s)", name, name)
		case formStruct:
			name := strings.ToLower(goField.Type.Name())
			objects[name] = goField.Type
			form = fmt.Sprintf("[%s](#%s)", name, name)
		}
		omit := ""
		if f.omit {
			omit = "yes"
		}
		meaning := strings.ReplaceAll(s.prose(typ, s.fields[typ.Name()+"."+goField.Name]), "|", "\\|")
		fmt.Fprintf(b, "| `%s` | %s | %s | %s |\n", f.name, form, omit, meaning)
	}
}

var forms = map[form]string{
	formString: "text", formBool: "truth", formInt: "integer", formUint: "natural", formHalf: "half",
	formTime: "time", formTimePointer: "time", formUUID: "uuid", formRaw: "any JSON", formStrings: "list of text",
}

// corpus holds one event of every type in canonical form. Lines once written are never
// changed: they stand for the ledgers that are out there.
const corpus = "testdata/v1.jsonl"

func TestLedgersOfEarlierVersionsStayReadable(t *testing.T) {
	text, err := os.ReadFile(corpus)
	if err != nil && !*update {
		t.Fatal(err)
	}
	held := map[string]bool{}
	for line := range bytes.Lines(text) {
		line = bytes.TrimSuffix(line, []byte("\n"))
		e, err := Decode(line)
		if err != nil {
			t.Errorf("%s\n%v", line, err)
			continue
		}
		p := reader{d: new(Decoder), data: line}
		var head Envelope
		var wire []byte
		p.head(&head, &wire)
		held[string(wire)] = true
		if again, err := Encode(&e); string(wire) == e.Type && (err != nil || !bytes.Equal(line, again)) {
			t.Errorf("written again: error %v (-want +got):\n%s", err, cmp.Diff(string(line), string(again)))
		}
	}
	for _, k := range standard.kinds {
		if held[k.wire] {
			continue
		}
		if !*update {
			t.Errorf("%s holds no %s; add one with go test ./events -update", corpus, k.wire)
			continue
		}
		v := reflect.New(k.typ).Elem()
		sample(v, "")
		e := Envelope{
			ID: uuid.MustParse("00d3410e-fa00-7000-8000-000000000002"), Ledger: "hand-3", Sequence: 2,
			Recorded: time.Date(1998, 10, 2, 12, 0, 0, 0, time.UTC), Actor: "Red", Payload: v.Interface().(Payload),
		}
		if !k.input {
			e.Causation = uuid.MustParse("00d3410e-fa00-7000-8000-000000000001")
			e.Basis = Basis{Clauses: []string{"1230.2/49 §6.C"}, Readings: []string{"placement-check=newly"}}
		}
		data, err := Encode(&e)
		if err != nil {
			t.Fatal(err)
		}
		text = append(append(text, data...), '\n')
	}
	if *update {
		if err := os.WriteFile(corpus, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// samples are texts that suit a field's name.
var samples = map[string]string{
	"game": "Hand 3", "system": "partychess", "number": "1230.5", "entry": "king-step", "reading": "adjacent",
	"player": "Vynd", "addresses": "vynd@example.org", "status": "active", "side": "Red", "types": "Camel", "type": "Camel",
	"buyer": "Vynd", "piece": "C2", "pieces": "C2", "text": "C2 d4-e7", "account": "Vynd", "asset": "money", "draw": "play-list:start",
	"result": "Blue", "among": "Blue", "verdict": "accepted", "subject": "play-submitted", "play": "move", "shape": "Move, Placement",
	"rulebook": "sha256:00", "engine": "1.0.0", "code": "path-blocked", "clause": "1230.5/5 §2", "interpretation": "gess-adjacent=no",
	"squares": "e5", "from": "d4", "to": "e7", "at": "e7", "by": "R1", "how": "submitted", "order": "Blue", "skipped": "Green",
	"source": "seed", "state": "announced", "objections": "Green", "award": "ChessChamp's Cardigan", "title": "Winner of a game of Party Chess",
	"name": "Hn", "as": "Rook", "umpire": "Vynd", "office": "umpire", "attribute": "warm", "attributes": "party", "stage": "free-for-all", "why": "effect", "message": "the way to e7 is blocked at e5",
	"thing": "side", "word": "swingership", "question": "How far may a King go?", "default": "adjacent", "in_force": "adjacent",
}

// sample sets every field to something that could stand there.
func sample(v reflect.Value, field string) {
	switch v.Interface().(type) {
	case Half:
		v.SetInt(75)
		return
	case time.Time:
		v.Set(reflect.ValueOf(time.Date(1998, 10, 5, 12, 0, 0, 0, time.UTC)))
		return
	}
	switch v.Kind() {
	case reflect.String:
		text := samples[field]
		if text == "" {
			text = "some " + field
		}
		v.SetString(text)
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int64:
		v.SetInt(3)
	case reflect.Uint64:
		v.SetUint(3)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		sample(v.Elem(), field)
	case reflect.Slice:
		if v.Type() == rawType {
			v.SetBytes([]byte(`{"number":"1230.5","revision":5,"title":"Rook"}`))
			return
		}
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		sample(v.Index(0), field)
	case reflect.Struct:
		for i := range v.NumField() {
			name, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
			sample(v.Field(i), name)
		}
	}
}

func TestTheExamplesOfTheFormatDocumentAreEvents(t *testing.T) {
	text, err := os.ReadFile(formatFile)
	if err != nil {
		t.Fatal(err)
	}
	var decoded, imported [][]byte
	for i, block := range strings.Split(string(text), "```json\n") {
		block, _, closed := strings.Cut(block, "```")
		if i == 0 || !closed {
			continue
		}
		for line := range strings.Lines(strings.ReplaceAll(block, "\n ", "")) {
			line := []byte(strings.TrimSuffix(line, "\n"))
			if !bytes.Contains(line, []byte("specversion")) {
				if _, err := Decode(line); err != nil {
					t.Errorf("%s\n%v", line, err)
				}
				decoded = append(decoded, line)
				continue
			}
			canonical, err := Import(line)
			if err != nil {
				t.Errorf("%s\n%v", line, err)
			}
			imported = append(imported, canonical)
		}
	}
	if len(decoded) != 2 || len(imported) != 1 {
		t.Fatalf("found %d events and %d exports, want 2 and 1", len(decoded), len(imported))
	}
	if d := cmp.Diff(string(decoded[1]), string(imported[0])); d != "" {
		t.Errorf("the export is not that of the second event (-event +export):\n%s", d)
	}
}
