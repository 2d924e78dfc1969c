package rules_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"adjudicate/rules"
	"adjudicate/rules/formula"
)

func TestThePageNamesEveryWordOfEveryVocabulary(t *testing.T) {
	text, err := os.ReadFile("../docs/rule-language/formulas.md")
	if err != nil {
		t.Fatal(err)
	}
	for where, v := range map[string]*formula.Vocabulary{
		"conditions": rules.ConditionVocabulary(nil, nil, rules.Resolver{}),
		"values":     rules.ValueVocabulary(nil, rules.Resolver{}),
		"effects":    rules.EffectVocabulary(nil, rules.Resolver{}),
		"purchases":  rules.PurchaseVocabulary(rules.Resolver{}),
		"duties":     rules.DutyVocabulary(rules.Resolver{}),
	} {
		var names []string
		for _, x := range v.Vars {
			names = append(names, "`"+x.Name+"`")
		}
		for _, x := range v.Funcs {
			if !strings.Contains(x.Name, " ") { // no formula can spell it
				names = append(names, "`"+x.Name+"(")
			}
		}
		for _, x := range v.Attrs {
			names = append(names, "`."+x.Name)
		}
		for _, x := range v.Sets {
			if x.Owned {
				names = append(names, "`."+x.Name)
			} else {
				names = append(names, "`"+x.Name+"`")
			}
		}
		for _, name := range names {
			if !strings.Contains(string(text), name) {
				t.Errorf("%s: %s is not on the page", where, name)
			}
		}
	}
}

func TestTheWordsOfProceduresAreThoseOfTheCode(t *testing.T) {
	const path = "../docs/rule-language/procedures.md"
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, ok1 := strings.Cut(string(text), "<!-- formulas -->\n")
	_, tail, ok2 := strings.Cut(rest, "<!-- end -->")
	if !ok1 || !ok2 {
		t.Fatal("the page has no place for the table")
	}
	var b strings.Builder
	b.WriteString(head + "<!-- formulas -->\n| formula | yields | words |\n|---|---|---|\n")
	for _, row := range rules.ProcedureFormulas() {
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", row[0], row[1], row[2])
	}
	b.WriteString("<!-- end -->" + tail)
	golden(t, path, []byte(b.String()))
	for _, name := range rules.Sections() {
		if !strings.Contains(head, "| `"+name+"` |") {
			t.Errorf("the section %s is not on the page", name)
		}
	}
}
