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
	effects := len(rules.EffectWords) + rules.MomentEffects()
	if definition := reflect.TypeFor[rules.Piece]().NumField(); definition < 20 || sections < 20 || rows < 50 || effects < 20 {
		t.Fatalf("too little is counted: %d fields, %d sections, %d rows, %d effects", definition, sections, rows, effects)
	}
	want := fmt.Sprintf("A procedure has %d sections, a definition %d fields. There are %d moments of pieces, %d of sides and of the game, and %d effects. They say all %d [former limits](beyond.md#former-limits), for each of which a language of special mechanisms would have a section or a field.\n",
		sections, reflect.TypeFor[rules.Piece]().NumField(), len(rules.Moments), len(rules.Occasions), effects, rows)
	pagepart.Hold(t, "../docs/rule-language/forms.md", "<!-- extent: go test ./rules -run HowMuchLanguage -update -->", want, *update)
	if sections >= rows {
		t.Errorf("%d sections for %d things that players wanted: a section for each would be no more", sections, rows)
	}
}
