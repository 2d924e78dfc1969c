package rules_test

import (
	"testing"

	"adjudicate/rules"

	"github.com/google/go-cmp/cmp"
)

const smallRegister = `
entries:
  - id: tail
    clause: 1 §2
    question: May it be none?
    readings:
      - {name: long, text: No.}
      - {name: short, text: 'Yes.'}
    default: long
  - id: head
    clause: 1 §3
    question: And this?
    readings:
      - {name: up, text: Up.}
      - {name: down, text: Down.}
    default: down
`

func register(t *testing.T, text string) *rules.Register {
	t.Helper()
	g, err := rules.ParseRegister("r.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestARegisterCompletesWhatIsAdopted(t *testing.T) {
	g := register(t, smallRegister)
	got, err := g.Complete(map[string]string{"tail": "short"})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[string]string{"tail": "short", "head": "down"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for _, c := range []struct {
		adopted map[string]string
		want    string
	}{
		{map[string]string{"tial": "short"}, `no such entry of the interpretation register: "tial"; did you mean "tail"?`},
		{map[string]string{"tail": "shrot"}, `no such reading of tail: "shrot"; did you mean "short"?`},
		{map[string]string{"zzzz": "x", "head": "x"}, `no such reading of head: "x": expected one of up, down`},
	} {
		if _, err := g.Complete(c.adopted); err == nil || err.Error() != c.want {
			t.Errorf("%v: got %v, want %s", c.adopted, err, c.want)
		}
	}
}

func TestARegisterIsReadStrictly(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"a default that is no reading", "entries:\n- {id: a, clause: '1', question: q, readings: [{name: x, text: X}, {name: yy, text: Y}], default: yz}\n",
			`r.yaml:2:99: entries[0].default: no such reading of a: "yz"; did you mean "yy"?`},
		{"a repeated entry", "entries:\n- {id: a, clause: '1', question: q, readings: [{name: x, text: X}, {name: y, text: Y}], default: x}\n- {id: a, clause: '1', question: q, readings: [{name: x, text: X}, {name: y, text: Y}], default: x}\n",
			`r.yaml:3:8: entries[1].id: duplicate entry "a"`},
		{"one reading", "entries:\n- {id: a, clause: '1', question: q, readings: [{name: x, text: X}], default: x}\n",
			`r.yaml:2:47: entries[0].readings: expected at least two readings`},
		{"one reading twice", "entries:\n- {id: a, clause: '1', question: q, readings: [{name: x, text: X}, {name: x, text: Y}], default: x}\n",
			`r.yaml:2:69: entries[0].readings[1]: duplicate reading "x"`},
		{"an unknown field", "entrys: []\n", `r.yaml:1:1: unknown field "entrys" (did you mean "entries"?)`},
	} {
		_, err := rules.ParseRegister("r.yaml", []byte(c.text))
		if err == nil {
			t.Errorf("%s: accepted", c.name)
			continue
		}
		if diff := cmp.Diff(c.want, err.Error()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}
