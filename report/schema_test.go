package report

import (
	"bytes"
	"encoding/json"
	"flag"
	"maps"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/invopop/jsonschema"

	"adjudicate/events"
	"adjudicate/report/draw/diagram"
	"adjudicate/rules"
	"adjudicate/rules/keys"
	"adjudicate/systems/position"
)

var update = flag.Bool("update", false, "renew docs/schema")

// schemas is the folder of the published schemas, one a command.
const schemas = "../docs/schema"

// shapesOf lists the views behind each schema: what answers the command of that name, or the
// commands that answers lists.
var shapesOf = map[string][]any{
	"analyse": {position.Report{}}, "backup": {Backup{}}, "bisect": {Bisection{}, Words{}}, "blame": {Blame{}}, "board": {Board{}},
	"ahead":  {PlaysAhead{}},
	"branch": {Branch{}}, "candidate": {Candidate{}}, "completion": {Script{}}, "check": {Examination{}}, "copy": {Copy{}, Copies{}, Carried{}},
	"dispute-list": {Docket{}}, "dispute-precedents": {Precedents{}}, "dispute-show": {Dispute{}}, "dispute-rule": {Verdict{}, OutOfReach{}},
	"dispute-adopt": {Stakes{}}, "edition-diff": {Diff{}}, "edition-list": {Editions{}}, "edition-sensitivity": {Sensitivity{}}, "edition-stability": {Stability{}}, "edition-remedy": {Remedy{}}, "dispute-graph": {DisputeGraph{}}, "dispute-page": {CaseFile{}},
	"explain": {Explanation{}, CheckExplained{}, WeightsExplained{}}, "follow": {Following{}}, "holdings": {Holdings{}},
	"import": {Import{}, Recorded{}}, "init": {Opening{}, Import{}}, "interpret-list": {Register{}}, "knives": {HandMarks{}}, "ledgers": {Ledgers{}},
	"list": {OrderOfPlay{}}, "man": {Manual{}}, "log": {Log{}}, "lot-list": {Lots{}}, "mail-demand": {Demanded{}}, "mail-send": {Mailed{}}, "mail-take": {Taken{}}, "moves": {Moves{}, SidePlays{}}, "perft": {Perft{}}, "person": {Person{}},
	"player-forget": {Forgotten{}}, "player-invite": {Invitation{}}, "player-list": {Players{}}, "player-mails": {Wished{}}, "position": {position.Document{}},
	"proof-check": {CheckedProof{}}, "proof-checkpoint": {Checkpoint{}, Checkpoints{}, Refutation{}},
	"proof-consistency": {Consistency{}, Refutation{}}, "proof-key": {Key{}}, "proof-prove": {Proof{}, Refutation{}},
	"proof-cosign": {Cosigning{}, Refutation{}}, "proof-request": {CosignRequest{}, Refutation{}}, "witness-cosign": {Cosigned{}}, "witness-list": {Witnessed{}},
	"restore": {Restoration{}}, "rule-change": {Preview{}, Ruling{}, Rulings{}}, "rule-check": {RuleCheck{}}, "rule-try": {Tried{}}, "rule-diff": {RuleDiff{}},
	"rule-draw": {Drawing{}}, "rule-list": {Rules{}}, "rule-log": {RuleLog{}}, "rule-show": {RuleText{}},
	"ruling": {Ruling{}, Rulings{}, OutOfReach{}}, "report": {PagesWritten{}}, "salvage": {Salvage{}}, "signed": {Ruling{}, Rulings{}, ToSign{}}, "show": {Overview{}}, "system-cases": {Cases{}},
	"system-list": {Systems{}}, "system-show": {SystemShown{}}, "system-check": {FolderCheck{}}, "system-test": {SystemTest{}}, "system-folder": {FolderWritten{}}, "tick": {Ruling{}, Rulings{}, Idle{}}, "verify": {Verification{}, Verified{}}, "version": {Version{}}, "licences": {Licences{}}, "weights": {Weights{}}, "webhook": {Webhooks{}},
	"whatif-compare": {BranchComparison{}}, "whatif-discard": {Discarded{}}, "whatif-list": {Branches{}},
}

// answers lists the commands whose answer is not of the schema of their own name.
var answers = map[string][]string{
	"candidate":     {"readjudicate", "undo", "whatif adopt"},
	"ahead":         {"ahead add", "ahead list", "ahead withdraw", "ahead apply"},
	"branch":        {"whatif show", "whatif then", "whatif try"},
	"person":        {"player address", "player name"},
	"system-folder": {"system new", "system export"},
	"webhook":       {"webhook add", "webhook list", "webhook remove", "webhook test"},
	"signed":        {"play", "player key"},
	"rule-change":   {"rule amend", "rule enact", "rule repeal"},
	"ruling": {"announce", "answer", "power", "buy", "destroy", "dispute appeal", "dispute argue", "dispute assign", "dispute hear", "dispute open", "dispute recuse", "dispute retract", "dispute withdraw", "draft", "extend", "stage announce",
		"stage correct", "stage object", "interpret adopt", "interpret add", "lot supply", "player add", "player return",
		"player signatures", "player vacation", "ruling", "start", "side create", "side destroy", "side hold", "side set",
		"side unset", "transfer", "umpire appoint", "umpire vacate"},
}

// index maps every command to its schema, as docs/schema/commands.json has it.
func index() map[string]string {
	list := map[string]string{}
	for shape := range shapesOf {
		commands := answers[shape]
		if commands == nil {
			commands = []string{strings.Replace(shape, "-", " ", 1)}
		}
		for _, c := range commands {
			list[c] = shape + ".schema.json"
		}
	}
	return list
}

// TestSchemasAreThoseOfTheViews compares docs/schema with what the types of the views say.
func TestSchemasAreThoseOfTheViews(t *testing.T) {
	list, err := json.MarshalIndent(index(), "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{"commands.json": true, "rule.schema.json": true} // the latter is that of package rules
	renew(t, "commands.json", append(list, '\n'))
	for shape, views := range shapesOf {
		known[shape+".schema.json"] = true
		renew(t, shape+".schema.json", schemaOf(t, shape, views))
	}
	files, err := os.ReadDir(schemas)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !known[f.Name()] {
			t.Errorf("%s is the schema of no command", f.Name())
		}
	}
}

// renew holds a file of docs/schema to what it should be, or renews it.
func renew(t *testing.T, name string, want []byte) {
	t.Helper()
	file := filepath.Join(schemas, name)
	if *update {
		if err := os.MkdirAll(schemas, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, want, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	have, err := os.ReadFile(file)
	if err != nil {
		t.Error(err)
		return
	}
	if diff := cmp.Diff(string(want), string(have)); diff != "" {
		t.Errorf("%s: renew it with: go test ./report -update (-want +have):\n%s", name, diff)
	}
}

// schemaOf writes the schema of what is one of some views.
func schemaOf(t *testing.T, title string, views []any) []byte {
	t.Helper()
	types := map[string]reflect.Type{}
	named := func(x reflect.Type) string {
		types[typeName(x)] = x
		return typeName(x)
	}
	r := jsonschema.Reflector{Anonymous: true, AllowAdditionalProperties: true, Namer: named, KeyNamer: keys.Written, Mapper: ownForm}
	root := &jsonschema.Schema{Version: jsonschema.Version, Title: title, Definitions: jsonschema.Definitions{}}
	for _, v := range views {
		s := r.Reflect(v)
		maps.Copy(root.Definitions, s.Definitions)
		s.Definitions, s.Version = nil, ""
		root.AnyOf = append(root.AnyOf, s)
	}
	if len(root.AnyOf) == 1 {
		root.Ref, root.AnyOf = root.AnyOf[0].Ref, nil
	}
	for name, d := range root.Definitions {
		d.Required = slices.DeleteFunc(d.Required, func(field string) bool { return omitted(types[name], field) })
		for field := d.Properties.Oldest(); field != nil; field = field.Next() {
			if mayBeNull(types[name], field.Key) {
				field.Value = &jsonschema.Schema{OneOf: []*jsonschema.Schema{field.Value, {Type: "null"}}}
			}
		}
	}
	text, err := json.MarshalIndent(root, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	return append(bytes.TrimSpace(text), '\n')
}

// omitted reports whether the field of that name in JSON is left out where it is zero.
func omitted(t reflect.Type, name string) bool {
	for _, f := range reflect.VisibleFields(t) {
		if field, options := keys.Of(f); field == name && strings.Contains(options, "omitzero") {
			return true
		}
	}
	return false
}

// mayBeNull reports whether the field of that name in JSON is a pointer that is always written, and does not say that it always points to something.
func mayBeNull(t reflect.Type, name string) bool {
	for _, f := range reflect.VisibleFields(t) {
		if field, options := keys.Of(f); field == name {
			return f.Type.Kind() == reflect.Pointer && !strings.Contains(options, "omit") && f.Tag.Get("null") != "never"
		}
	}
	return false
}

// parameter is the type behind the name of a generic one.
var parameter = regexp.MustCompile(`\[(.*[./])?(\w+)\]`)

// typeName tells types of one name in different packages apart.
func typeName(t reflect.Type) string {
	pkg, name := path.Base(t.PkgPath()), parameter.ReplaceAllString(t.Name(), "Of$2")
	if pkg == "report" || pkg == "." {
		return name
	}
	return pkg + "." + name
}

// ownForm is the schema of a type that writes its JSON itself.
func ownForm(t reflect.Type) *jsonschema.Schema {
	switch t {
	case reflect.TypeFor[events.Half]():
		return &jsonschema.Schema{Type: "number", MultipleOf: "0.5"}
	case reflect.TypeFor[time.Time]():
		return &jsonschema.Schema{Type: "string", Format: "date-time"}
	case reflect.TypeFor[uuid.UUID]():
		return &jsonschema.Schema{Type: "string", Format: "uuid"}
	case reflect.TypeFor[json.RawMessage](), reflect.TypeFor[RuleText](), reflect.TypeFor[events.Payload](), reflect.TypeFor[rules.Assignments]():
		return &jsonschema.Schema{Type: "object"}
	case reflect.TypeFor[position.PieceReport](), reflect.TypeFor[Moves]():
		inline := jsonschema.Reflector{Anonymous: true, DoNotReference: true, AllowAdditionalProperties: true, KeyNamer: keys.Written, Mapper: ownForm}
		var either []*jsonschema.Schema
		for _, form := range []any{placedPiece{}, heldPiece{}} {
			s := inline.Reflect(form)
			s.Version = ""
			either = append(either, s)
		}
		return &jsonschema.Schema{OneOf: either}
	case reflect.TypeFor[diagram.Kinds]():
		return &jsonschema.Schema{Type: "array", Items: &jsonschema.Schema{Type: "string"}}
	}
	return nil
}

// placedPiece and heldPiece are the two forms of position.PieceReport; what commands print is held
// to them.
type placedPiece struct {
	ID            string                   `json:"id"`
	Type          string                   `json:"type"`
	Side          string                   `json:"side"`
	At            string                   `json:"at"`
	Value         events.Half              `json:"value"`
	Mobility      events.Half              `json:"mobility"`
	Moves         []string                 `json:"moves"`
	Captures      []position.CaptureReport `json:"captures"`
	Specials      []string                 `json:"specials"`
	Defends       []string                 `json:"defends"`
	Exits         bool                     `json:"scratches"`
	LegalMoves    []string                 `json:"legal_moves"`
	LegalCaptures []position.CaptureReport `json:"legal_captures"`
	Along         []position.AlongReport   `json:"along,omitempty"`
}

type heldPiece struct {
	ID         string      `json:"id"`
	Type       string      `json:"type"`
	Side       string      `json:"side"`
	Value      events.Half `json:"value"`
	Placements []string    `json:"placements"`
}

// renames reports whether fields of a struct stand in JSON under names that package keys has.
func renames(x reflect.Type) bool {
	return x.Kind() == reflect.Struct && slices.ContainsFunc(reflect.VisibleFields(x), func(f reflect.StructField) bool {
		return len(f.Index) == 1 && strings.HasPrefix(f.Tag.Get("json"), "@")
	})
}

// TestEveryTypeThatWritesItselfHasASchema finds types with a form of their own that ownForm
// does not know.
func TestEveryTypeThatWritesItselfHasASchema(t *testing.T) {
	marshaler := reflect.TypeFor[json.Marshaler]()
	seen := map[reflect.Type]bool{}
	var unknown []string
	var walk func(reflect.Type)
	walk = func(x reflect.Type) {
		if seen[x] || ownForm(x) != nil {
			return
		}
		seen[x] = true
		switch writes := x.Kind() != reflect.Pointer && x.Kind() != reflect.Interface && x.Implements(marshaler); {
		case renames(x) && !writes:
			t.Errorf("%s has fields that others know by another name, and does not write itself: it needs keys.Marshal", x)
		case writes && !renames(x):
			unknown = append(unknown, x.String())
		}
		switch x.Kind() {
		case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
			walk(x.Elem())
		case reflect.Struct:
			for i := range x.NumField() {
				if f := x.Field(i); f.IsExported() && f.Tag.Get("json") != "-" {
					walk(f.Type)
				}
			}
		}
	}
	for _, views := range shapesOf {
		for _, v := range views {
			walk(reflect.TypeOf(v))
		}
	}
	for _, name := range unknown {
		t.Errorf("%s writes its JSON itself: ownForm should say how", name)
	}
}
