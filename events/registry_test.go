package events

import (
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
)

// declared returns the kinds whose Kind methods stand in a file of this package.
func declared(t *testing.T, files string) []string {
	t.Helper()
	var kinds []string
	for _, f := range parsed(t, files) {
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || fn.Name.Name != "Kind" {
				continue
			}
			lit := fn.Body.List[0].(*ast.ReturnStmt).Results[0].(*ast.BasicLit)
			kinds = append(kinds, strings.Trim(lit.Value, `"`))
		}
	}
	slices.Sort(kinds)
	return kinds
}

// parsed are the files of a pattern, tests left out.
func parsed(t *testing.T, pattern string) (list []*ast.File) {
	t.Helper()
	names, err := filepath.Glob(pattern)
	if err != nil || len(names) == 0 {
		t.Fatal(pattern, err)
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, f)
	}
	return list
}

func TestEveryPayloadIsRegisteredInItsFamily(t *testing.T) {
	inputs, outcomes := declared(t, "inputs*.go"), declared(t, "outcomes*.go")
	var gotInputs, gotOutcomes []string
	for _, kind := range Kinds() {
		if IsInput(kind) {
			gotInputs = append(gotInputs, kind)
		}
		if IsOutcome(kind) {
			gotOutcomes = append(gotOutcomes, kind)
		}
		if IsInput(kind) == IsOutcome(kind) {
			t.Errorf("%s belongs to both families or to none", kind)
		}
		if IsInput(kind+".v1") != IsInput(kind) {
			t.Errorf("%s: the version changes its family", kind)
		}
	}
	if d := cmp.Diff(inputs, gotInputs); d != "" {
		t.Errorf("inputs (-inputs.go +registry):\n%s", d)
	}
	if d := cmp.Diff(outcomes, gotOutcomes); d != "" {
		t.Errorf("outcomes (-outcomes.go +registry):\n%s", d)
	}
	for _, kind := range []string{"", "piece", "PieceMoved"} {
		if IsInput(kind) || IsOutcome(kind) {
			t.Errorf("%q belongs to a family", kind)
		}
	}
}

func TestNewAndTypeAreInverse(t *testing.T) {
	for _, kind := range Kinds() {
		p, err := New(kind)
		if err != nil {
			t.Fatal(err)
		}
		wire, err := Type(p)
		if err != nil || p.Kind() != kind || wire != standard.byName[kind].wire {
			t.Errorf("%s: got kind %s, type %s, error %v", kind, p.Kind(), wire, err)
		}
	}
	var unknown *UnknownTypeError
	if _, err := New("piece-teleported"); !errors.As(err, &unknown) {
		t.Errorf("got error %v, want an unknown type", err)
	}
	if _, err := New("piece-moved.v2"); !errors.As(err, &unknown) || unknown.Newest != "piece-moved.v1" {
		t.Errorf("got error %v, want an unknown version", err)
	}
}

// moved3 is the third version of a kind that only these tests know. The first had one text
// "squares", "a1-a7"; the second had "from" and "to"; the third adds "steps".
type moved3 struct {
	From  string `json:"from"`
	To    string `json:"to"`
	Steps int    `json:"steps"`
}

func (moved3) Kind() string { return "test-moved" }

func stepOne(old json.RawMessage) (json.RawMessage, error) {
	var v1 struct{ Squares string }
	if err := json.Unmarshal(old, &v1); err != nil {
		return nil, err
	}
	from, to, found := strings.Cut(v1.Squares, "-")
	if !found {
		return nil, errors.New("expected two squares")
	}
	return json.Marshal(map[string]string{"from": from, "to": to})
}

func stepTwo(old json.RawMessage) (json.RawMessage, error) {
	v2 := map[string]any{}
	err := json.Unmarshal(old, &v2)
	v2["steps"] = 6
	return json.RawMessage(must2(json.Marshal(v2))), err
}

func must2(b []byte, err error) []byte {
	if err != nil {
		panic(err)
	}
	return b
}

func versioned(t *testing.T) *registry {
	t.Helper()
	r, err := newRegistry([]*kind{of[moved3](3, false)}, []upcaster{{"test-moved", 2, stepTwo}, {"test-moved", 1, stepOne}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

const testHead = `{"id":"0190b5b6-7c00-7000-8000-000000000001","ledger":"x","sequence":1,"type":"test-moved.v`

func TestOlderVersionsAreBroughtUpStepByStep(t *testing.T) {
	r := versioned(t)
	want := Envelope{
		ID: uuid.MustParse("0190b5b6-7c00-7000-8000-000000000001"), Ledger: "x", Sequence: 1, Effective: 1,
		Type: "test-moved.v3", Recorded: time.Date(1998, 10, 2, 12, 0, 0, 0, time.UTC),
		Basis:   Basis{Clauses: []string{"1230.1/20 §3"}},
		Payload: moved3{From: "a1", To: "a7", Steps: 6},
	}
	const middle = `","recorded":"1998-10-02T12:00:00Z","basis":{"clauses":["1230.1/20 §3"]},"payload":`
	for version, payload := range map[string]string{
		"1": `{"squares":"a1-a7"}`,
		"2": `{"from":"a1","to":"a7"}`,
		"3": `{"from":"a1","to":"a7","steps":6}`,
	} {
		got, err := r.decode(new(Decoder), []byte(testHead+version+middle+payload+"}"))
		if d := cmp.Diff(want, got); d != "" || err != nil {
			t.Errorf("version %s: error %v (-want +got):\n%s", version, err, d)
		}
	}
	newest, err := r.append(nil, &want)
	if d := cmp.Diff(testHead+"3"+middle+`{"from":"a1","to":"a7","steps":6}}`, string(newest)); d != "" || err != nil {
		t.Errorf("written again: error %v (-want +got):\n%s", err, d)
	}
}

// What was signed is the payload as it was written, whatever later versions make of it.
func TestASignedPayloadOfAnOlderVersionIsKeptAsItWasSigned(t *testing.T) {
	r := versioned(t)
	const middle = `","recorded":"1998-10-02T12:00:00Z","signature":{"seen":7,"value":"AAAA"},"payload":`
	for version, want := range map[string]Signature{
		`1` + middle + `{"squares":"a1-a7"}}`:               {Seen: 7, Value: "AAAA", Former: `test-moved.v1 {"squares":"a1-a7"}`},
		`3` + middle + `{"from":"a1","to":"a7","steps":6}}`: {Seen: 7, Value: "AAAA"},
	} {
		got, err := r.decode(new(Decoder), []byte(testHead+version))
		if err != nil || got.Signature == nil {
			t.Fatalf("%s: %+v, %v", version, got, err)
		}
		if d := cmp.Diff(want, *got.Signature); d != "" {
			t.Errorf("%s (-want +got):\n%s", version, d)
		}
	}
}

// An input with a field that says who it is from has an author, so that a game that demands signatures demands its.
func TestInputsThatSayWhoTheyAreFromHaveAnAuthor(t *testing.T) {
	for _, name := range Kinds() {
		k := standard.byName[name]
		if !IsInput(name) {
			continue
		}
		for _, n := range k.names {
			says := n.name.Field == "by" || made[name] && n.name.Field == "side" && name != "purchase-requested"
			if field, ok := authors[name]; says && (!ok || field != n.name.Field) {
				t.Errorf("%s names in %q who it is from, but its author is in %q", name, n.name.Field, field)
			}
		}
		if field := authors[name]; field != "" && !slices.ContainsFunc(k.names, func(p place) bool { return p.name.Field == field }) {
			t.Errorf("%s has no names in %q", name, field)
		}
	}
	for name := range authors {
		if !IsInput(name) {
			t.Errorf("%s is not an input", name)
		}
	}
}

func TestOlderVersionsAreReadAsStrictly(t *testing.T) {
	r := versioned(t)
	const middle = `","recorded":"1998-10-02T12:00:00Z","payload":`
	for _, c := range []struct{ name, data, want string }{
		{"a step that fails", testHead + "1" + middle + `{"squares":"a1"}}`, "upcast test-moved.v1 to v2: expected two squares"},
		{"a field that no later version knows", testHead + "2" + middle + `{"from":"a1","to":"a7","by":"night"}}`, `unknown field "by"`},
		{"white space", testHead + "2" + middle + `{"from": "a1","to":"a7"}}`, "test-moved.v2 is not in canonical form"},
		{"another order of the envelope", strings.Replace(testHead, `"ledger":"x","sequence":1`, `"sequence":1,"ledger":"x"`, 1) + "2" + middle + `{"from":"a1","to":"a7"}}`, "not in canonical form"},
		{"a version that is still to come", testHead + "4" + middle + `{}}`, `"test-moved.v4" was written by a newer version: expected "test-moved.v3" or older`},
	} {
		_, err := r.decode(new(Decoder), []byte(c.data))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got error %v, want %s", c.name, err, c.want)
		}
	}
}

type floating struct {
	Weight float64 `json:"weight"`
}

func (floating) Kind() string { return "test-floating" }

type mapped struct {
	Counters map[string]int `json:"counters"`
}

func (mapped) Kind() string { return "test-mapped" }

type untagged struct{ Side string }

func (untagged) Kind() string { return "test-untagged" }

type nameless struct{}

func (nameless) Kind() string { return "Test Nameless" }

type timed struct {
	At time.Time `json:"at,omitempty"`
}

func (timed) Kind() string { return "test-timed" }

func TestTheRegistryFindsItsGapsAtStart(t *testing.T) {
	step := func(p json.RawMessage) (json.RawMessage, error) { return p, nil }
	for _, c := range []struct {
		name  string
		kinds []*kind
		steps []upcaster
		want  string
	}{
		{"no upcaster from the first version", []*kind{of[moved3](3, false)}, []upcaster{{"test-moved", 2, step}}, "no upcaster from test-moved.v1 to v2"},
		{"no upcaster to the last version", []*kind{of[moved3](3, false)}, []upcaster{{"test-moved", 1, step}}, "no upcaster from test-moved.v2 to v3"},
		{"two from one version", []*kind{of[moved3](2, false)}, []upcaster{{"test-moved", 1, step}, {"test-moved", 1, step}}, "two upcasters from test-moved.v1"},
		{"one beyond the newest version", []*kind{of[moved3](2, false)}, []upcaster{{"test-moved", 1, step}, {"test-moved", 2, step}}, "upcaster from test-moved.v2 leads to no registered version"},
		{"one of an unknown kind", nil, []upcaster{{"test-lost", 1, step}}, "upcaster from test-lost.v1 leads to no registered version"},
		{"a kind twice", []*kind{of[moved3](1, false), of[moved3](1, true)}, nil, `event kind "test-moved" is registered twice`},
		{"version 0", []*kind{of[moved3](0, false)}, nil, "a version from 1"},
		{"a name that is none", []*kind{of[nameless](1, false)}, nil, "expected lower-case words"},
		{"a float", []*kind{of[floating](1, false)}, nil, "floating.Weight: type float64 has no canonical form"},
		{"a map", []*kind{of[mapped](1, false)}, nil, "has no canonical form"},
		{"a field without a name", []*kind{of[untagged](1, false)}, nil, "needs to be exported and tagged"},
		{"a field that is never empty", []*kind{of[timed](1, false)}, nil, "omitempty would do nothing"},
	} {
		_, err := newRegistry(c.kinds, c.steps, nil)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got error %v, want %s", c.name, err, c.want)
		}
	}
}

// every has a field of every form, once always written and, where that can be, once left out
// when empty.
type every struct {
	Text    string          `json:"text"`
	Truth   bool            `json:"truth"`
	Int     int             `json:"int"`
	Natural uint64          `json:"natural"`
	Half    Half            `json:"half"`
	Time    time.Time       `json:"time"`
	ID      uuid.UUID       `json:"id"`
	Raw     json.RawMessage `json:"raw"`
	Texts   []string        `json:"texts"`
	List    []Weight        `json:"list"`
	Object  Weight          `json:"object"`

	MaybeText    string          `json:"maybe_text,omitempty"`
	MaybeTruth   bool            `json:"maybe_truth,omitempty"`
	MaybeInt     int64           `json:"maybe_int,omitempty"`
	MaybeNatural uint64          `json:"maybe_natural,omitempty"`
	MaybeHalf    Half            `json:"maybe_half,omitempty"`
	MaybeTime    *time.Time      `json:"maybe_time,omitempty"`
	MaybeRaw     json.RawMessage `json:"maybe_raw,omitempty"`
	MaybeTexts   []string        `json:"maybe_texts,omitempty"`
	MaybeList    []Weight        `json:"maybe_list,omitempty"`
}

func (every) Kind() string { return "test-every" }

func TestEveryFormOfFieldHasOneSpelling(t *testing.T) {
	r, err := newRegistry([]*kind{of[every](1, true)}, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	at := time.Date(1998, 10, 2, 12, 0, 0, 0, time.UTC)
	id := uuid.MustParse("0190b5b6-7c00-7000-8000-000000000001")
	for _, c := range []struct {
		name    string
		payload every
		want    string
	}{
		{"empty", every{}, `{"text":"","truth":false,"int":0,"natural":0,"half":0,"time":"0001-01-01T00:00:00Z",` +
			`"id":"00000000-0000-0000-0000-000000000000","raw":null,"texts":[],"list":[],"object":{"side":"","weight":0}}`},
		{"full", every{
			Text: "\x00\u00e9", Truth: true, Int: -1 << 63, Natural: 1<<64 - 1, Half: -1, Time: at.Add(1), ID: id, Raw: json.RawMessage("[]"),
			Texts: []string{"", "b"}, List: []Weight{{Side: "Red", Weight: 75}, {}}, Object: Weight{Side: "Blue", Weight: 2},
			MaybeText: "x", MaybeTruth: true, MaybeInt: 1<<63 - 1, MaybeNatural: 1, MaybeHalf: 1, MaybeTime: &at, MaybeRaw: json.RawMessage(`{"a":" "}`),
			MaybeTexts: []string{""}, MaybeList: []Weight{{}},
		}, `{"text":"\u0000é","truth":true,"int":-9223372036854775808,"natural":18446744073709551615,"half":-0.5,` +
			`"time":"1998-10-02T12:00:00.000000001Z","id":"0190b5b6-7c00-7000-8000-000000000001","raw":[],"texts":["","b"],` +
			`"list":[{"side":"Red","weight":37.5},{"side":"","weight":0}],"object":{"side":"Blue","weight":1},` +
			`"maybe_text":"x","maybe_truth":true,"maybe_int":9223372036854775807,"maybe_natural":1,"maybe_half":0.5,` +
			`"maybe_time":"1998-10-02T12:00:00Z","maybe_raw":{"a":" "},"maybe_texts":[""],"maybe_list":[{"side":"","weight":0}]}`},
	} {
		e := Envelope{ID: id, Ledger: "x", Sequence: 1, Effective: 1, Recorded: at, Payload: c.payload}
		data, err := r.append(nil, &e)
		if err != nil {
			t.Fatal(err)
		}
		_, got, _ := strings.Cut(string(data), `"payload":`)
		if d := cmp.Diff(c.want+"}", got); d != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, d)
		}
		var back Envelope
		if !r.fast(new(Decoder), data, &back) {
			t.Errorf("%s: the fast reading refuses it", c.name)
		}
		if d := cmp.Diff(c.payload, back.Payload); d != "" {
			t.Errorf("%s: read back (-want +got):\n%s", c.name, d)
		}
		if _, err := r.slow(data); err != nil {
			t.Errorf("%s: the slow reading: %v", c.name, err)
		}
		for _, too := range []string{`"int":-0`, `"int":9223372036854775808`, `"natural":18446744073709551616`, `"natural":-1`, `"half":-0`, `"half":.5`, `"truth":1`, `"texts":[,]`, `"list":[{}]`} {
			name, _, _ := strings.Cut(too, ":")
			at := strings.Index(string(data), name+":")
			end := at + strings.Index(string(data[at:]), ",")
			bad := string(data[:at]) + too + string(data[end:])
			if _, err := r.decode(new(Decoder), []byte(bad)); err == nil {
				t.Errorf("%s: %s was accepted", c.name, too)
			}
		}
	}
}
