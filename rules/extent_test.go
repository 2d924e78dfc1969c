package rules_test

import (
	"fmt"
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"adjudicate/internal/pagepart"
	"adjudicate/rules"
	"adjudicate/rules/formula"
)

// The page on the six forms states how much language there is. What is an earlier form of something else is not counted, as nobody needs
// to learn it; each row of former limits is something for which a language of special mechanisms would have a section or a field.
func TestThePageStatesHowMuchLanguageThereIs(t *testing.T) {
	page, err := os.ReadFile("../docs/rule-language/fields.md")
	if err != nil {
		t.Fatal(err)
	}
	_, forms, _ := strings.Cut(string(page), "## Procedure\n")
	forms, _, _ = strings.Cut(forms, "\n## ")
	sections := strings.Count(forms, "\n| `") - strings.Count(forms, "earlier form of")
	limits, err := os.ReadFile("../docs/rule-language/beyond.md")
	if err != nil {
		t.Fatal(err)
	}
	_, former, _ := strings.Cut(string(limits), "## Former limits")
	rows := len(regexp.MustCompile(`(?m)^\| [^|]+ \| [^|]+ \| [^|]*\|$`).FindAllString(former, -1)) - 1
	effects := len(rules.EffectWords)
	words, own := spoken(t)
	if definition := reflect.TypeFor[rules.Piece]().NumField(); definition < 20 || sections < 20 || rows < 50 || effects < 20 || own < 10 || words["attribute"] < 40 {
		t.Fatalf("too little is counted: %d fields, %d sections, %d rows, %d effects, %d words of the language, %v", definition, sections, rows, effects, own, words)
	}
	want := fmt.Sprintf("A procedure has %d sections, a definition %d fields. There are %d moments of pieces, %d of sides and of the game, and %d effects. Formulas have %d words: %d functions and quantifiers of the language itself, %d other functions, %d sets, %d attributes of things, %d variables, many of them in a few places only. They say all %d [former limits](beyond.md#former-limits), for each of which a language of special mechanisms would have a section or a field.\n",
		sections, reflect.TypeFor[rules.Piece]().NumField(), len(rules.Moments), len(rules.Occasions), effects,
		own+words["function"]+words["set"]+words["attribute"]+words["variable"], own, words["function"], words["set"], words["attribute"], words["variable"], rows)
	pagepart.Hold(t, "../docs/rule-language/forms.md", "<!-- extent: go test ./rules -run HowMuchLanguage -update -->", want, *update)
	if sections >= rows {
		t.Errorf("%d sections for %d things that players wanted: a section for each would be no more", sections, rows)
	}
}

// spoken counts the words of formulas: by their sort those that some vocabulary has, each spelling once, and those of every vocabulary. Counters,
// quantities and conditions that rules name are not among them.
func spoken(t *testing.T) (words map[string]int, own int) {
	t.Helper()
	none := rules.Resolver{}
	list := []*formula.Vocabulary{
		rules.ConditionVocabulary(nil, nil, none), rules.ValueVocabulary(nil, none), rules.EffectVocabulary(nil, none), rules.PurchaseVocabulary(none),
		rules.DutyVocabulary(none), rules.ConsequenceVocabulary(nil, none), rules.OccasionVocabulary(none), rules.WhileVocabulary(none),
		rules.AnswerVocabulary(), rules.EndVocabulary(none), rules.ChoiceVocabulary(none, true), rules.ChanceVocabulary(none), none.Orders(rules.DutyVocabulary(none), true),
	}
	seen := map[string]bool{}
	words = map[string]int{}
	add := func(sort, name string) {
		if key := sort + " " + name; !seen[key] && !strings.Contains(name, " ") { // no formula can spell a name with a space
			seen[key] = true
			words[sort]++
		}
	}
	for _, v := range list {
		for _, x := range v.Vars {
			add("variable", x.Name)
		}
		for _, x := range v.Funcs {
			add("function", x.Name)
		}
		for _, x := range v.Attrs {
			add("attribute", x.Name)
		}
		for _, x := range v.Sets {
			add("set", x.Name)
		}
	}
	for _, row := range rules.ProcedureFormulas() {
		for name := range strings.SplitSeq(row[2], ", ") {
			add("variable", name)
		}
	}
	for _, path := range []string{"formula/vocabulary.go", "formula/things.go"} {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		own += len(regexp.MustCompile(`(?m)^\t\{"[a-z]+", op[A-Z]`).FindAll(text, -1))
	}
	return words, own
}
