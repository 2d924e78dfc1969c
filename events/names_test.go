package events

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// plainWords are the words of fields whose texts name nothing that a game holds.
var plainWords = []string{"text", "note", "reason", "reasons", "grounds", "message", "why", "how", "what", "force", "status", "state", "standing",
	"verdict", "effect", "about", "subject", "ruling", "mark", "code", "clause", "clauses", "interpretation", "shape", "play", "policy",
	"digest", "rulebook", "engine", "seed", "game", "system", "title", "addresses", "id", "actor", "remedy", "among", "result", "source", "change",
	"thing", "word", "question", "address", "clock", "zone", "wants", "needs", "on", "bond", "position", "seal", "salt", "about", "key", "signature"}

func TestEveryFieldNamesSomethingOrIsPlainText(t *testing.T) {
	seen := map[string]bool{}
	var walk func(k *kind, prefix string, s *shape)
	walk = func(k *kind, prefix string, s *shape) {
		for _, f := range s.fields {
			full := k.name + "." + prefix + f.name
			switch f.shape.form {
			case formString, formStrings:
				seen[full] = true
				_, odd := exceptions[full]
				if _, named := words[f.name]; !odd && named == slices.Contains(plainWords, f.name) {
					t.Errorf("%s: does it name something, and what? Say so in words or among the plain ones", full)
				}
			case formList:
				walk(k, prefix+f.name+".", f.shape.elem)
			}
		}
	}
	for _, k := range standard.kinds {
		walk(k, "", k.shape)
	}
	for field := range exceptions {
		if !seen[field] {
			t.Errorf("there is no field %s, which is an exception", field)
		}
	}
	for field := range creates {
		if !seen[field] {
			t.Errorf("there is no field %s, which is said to create something", field)
		}
	}
}

func TestEveryKindIsAboutSomething(t *testing.T) {
	for _, k := range standard.kinds {
		if partsOf[k.name] == 0 {
			t.Errorf("which parts of a game is %s about? Say so in partsOf", k.name)
		}
	}
	for name := range partsOf {
		if standard.byName[name] == nil {
			t.Errorf("there is no kind %q, which is said to be about something", name)
		}
	}
	for name := range made {
		if !IsInput(name) || NamedFirst(mustNew(t, name), RoleSide) != "" {
			t.Errorf("%q is no input", name)
		}
		if k := standard.byName[name]; !slices.ContainsFunc(k.names, func(p place) bool { return p.name.Role == RoleSide }) {
			t.Errorf("%q is made by a side and names none", name)
		}
	}
}

func mustNew(t *testing.T, kind string) Payload {
	t.Helper()
	p, err := New(kind)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestNamesOfEvents(t *testing.T) {
	for _, c := range []struct {
		p    Payload
		want string
	}{
		{PlaySubmitted{Side: "Red", Text: "R1a1-a5"}, "side=Red"},
		{SideCreated{Side: "Red", Player: "Ann"}, "side=Red(new) player=Ann"},
		{PurchaseRequested{Side: "Red", Type: "Rook", Buyer: "Bob"}, "side=Red type=Rook buyer=Bob"},
		{PiecesChosen{Side: "Red", Types: []string{"Rook", "Guard"}}, "side=Red types=Rook types=Guard"},
		{PieceCaptured{Piece: "R1", At: "c4", By: "Q2", Side: "Blue"}, "piece=R1 at=c4 by=Q2 side=Blue"},
		{DisputeOpened{By: "Ann", Grounds: "why?", Entry: "king-step", Reading: "literal", From: 7}, "by=Ann entry=king-step reading=literal"},
		{ChecksChanged{Checks: []Check{{Side: "Red", By: []string{"Q1", "R2"}}, {Side: "Blue", By: []string{"Q1"}}}},
			"checks.side=Red checks.by=Q1 checks.by=R2 checks.side=Blue checks.by=Q1"},
		{Ruled{Side: "Red", Play: "Ra1-a5", Faults: []Fault{{Code: "path-blocked", At: 1, Squares: []string{"a3"}, Pieces: []string{"G1"}}}},
			"side=Red faults.squares=a3 faults.pieces=G1"},
		{LotDrawn{Draw: "play-list:start", Among: []string{"Red"}, Result: []string{"Red"}, Source: "seed"}, "draw=play-list:start"},
		{TimePassed{}, ""},
	} {
		var got []string
		for n := range Names(c.p) {
			text := n.Field + "=" + n.Value
			if n.New {
				text += "(new)"
			}
			got = append(got, text)
		}
		if d := cmp.Diff(c.want, strings.Join(got, " ")); d != "" {
			t.Errorf("%s (-want +got):\n%s", c.p.Kind(), d)
		}
	}
}

func TestRolesTellTheCaptorFromAPlayer(t *testing.T) {
	captured, argued := PieceCaptured{Piece: "R1", By: "Q2"}, DisputeArgued{Dispute: "D1", By: "Ann"}
	if d := cmp.Diff([]string{"R1", "Q2"}, Named(captured, RolePiece)); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]string{"Ann"}, Named(argued, RolePlayer)); d != "" {
		t.Error(d)
	}
	if got := Named(captured, RolePlayer); got != nil {
		t.Errorf("a captor is no player: %v", got)
	}
}

func TestWhoMakesAnInput(t *testing.T) {
	for _, c := range []struct {
		p    Payload
		want string
	}{
		{PlaySubmitted{Side: "Red"}, "Red"},
		{StageObjected{Stage: "free-for-all", Side: "Blue"}, "Blue"},
		{SideTransferred{Side: "Red", Player: "Ann"}, ""},
		{PieceCaptured{Side: "Red"}, ""},
		{TimePassed{}, ""},
	} {
		if got := MadeBy(c.p); got != c.want {
			t.Errorf("%s is made by %q, want %q", c.p.Kind(), got, c.want)
		}
	}
}

func BenchmarkNames(b *testing.B) {
	p := PieceCaptured{Piece: "R1", At: "c4", By: "Q2", Side: "Blue"}
	b.ReportAllocs()
	for b.Loop() {
		for n := range Names(p) {
			if n.Value == "" {
				b.Fatal("a name is empty")
			}
		}
	}
}

func TestRenameChangesEveryNameAndNotTheEventItself(t *testing.T) {
	upper := func(n Name) string { return strings.ToUpper(n.Value) }
	for _, test := range []struct{ in, want Payload }{
		{PlaySubmitted{Side: "Red", Text: "pass"}, PlaySubmitted{Side: "RED", Text: "pass"}},
		{PiecesChosen{Side: "Red", Types: []string{"Rook", "Camel"}}, PiecesChosen{Side: "RED", Types: []string{"ROOK", "CAMEL"}}},
		{TimePassed{}, TimePassed{}},
	} {
		before := strings.Join(Named(test.in, RoleType), " ")
		if diff := cmp.Diff(test.want, Rename(test.in, upper)); diff != "" {
			t.Errorf("(-want +got)\n%s", diff)
		}
		if after := strings.Join(Named(test.in, RoleType), " "); after != before {
			t.Errorf("the event itself has become %s", after)
		}
	}
}

// What an entry leaves out can be filled in where it names one thing of the kind, and in no other place.
func TestWhatIsLeftUnsaidCanBeSaid(t *testing.T) {
	for _, c := range []struct {
		p, want Payload
		role    Role
		unsaid  bool
	}{
		{StageObjected{Side: "Red"}, StageObjected{Side: "Red", Stage: "x"}, RoleStage, true},
		{StageObjected{Side: "Red", Stage: "truce"}, StageObjected{Side: "Red", Stage: "truce"}, RoleStage, false},
		{AttributeChanged{Side: "Red", On: true}, AttributeChanged{Side: "Red", Attribute: "x", On: true}, RoleAttribute, true},
		{SideCreated{Side: "Red"}, SideCreated{Side: "Red"}, RoleAttribute, false}, // any number of them
		{PlaySubmitted{Side: "Red"}, PlaySubmitted{Side: "Red"}, RoleStage, false},
	} {
		if got := Unsaid(c.p, c.role); got != c.unsaid {
			t.Errorf("%#v: unsaid %v, want %v", c.p, got, c.unsaid)
		}
		if d := cmp.Diff(c.want, Saying(c.p, c.role, "x")); d != "" {
			t.Errorf("%#v (-want +got):\n%s", c.p, d)
		}
	}
}
