package rules_test

import (
	"strings"
	"testing"
	"time"

	"adjudicate/rules"
)

// Whatever the text, it is answered soon.
const soon = 5 * time.Second

func TestBombs(t *testing.T) {
	deep := func(open, inner, shut string, n int) string {
		return strings.Repeat(open, n) + inner + strings.Repeat(shut, n)
	}
	aliases := "number: 1\na: &a [x, x, x, x, x, x, x, x, x]\n"
	for c := 'b'; c < 'z'; c++ {
		before := string(c - 1)
		aliases += string(c) + ": &" + string(c) + " [" + strings.TrimSuffix(strings.Repeat("*"+before+", ", 9), ", ") + "]\n"
	}
	var names, rule, counters strings.Builder
	for i := range 9_000 {
		names.WriteString("N" + strings.Repeat("x", i%7) + string(rune('a'+i%26)) + ", ")
	}
	for range 4_000 {
		rule.WriteString("- {number: 1}\n")
		counters.WriteString("    {name: a, initial: 1},\n")
	}
	for _, c := range []struct{ name, text, want string }{
		{"aliases of aliases", aliases, "anchors, aliases, tags and merge keys are not allowed in rules"},
		{"a merge of itself", "number: 1\n<<: &x {<<: *x}\n", "anchors, aliases, tags and merge keys are not allowed in rules"},
		{"brackets in brackets", "number: " + deep("[", "", "]", 60_000), "the file is nested too deeply"},
		{"a hundred lists", "number: " + deep("[", "", "]", 100), "the file is nested too deeply"},
		{"dashes on a line", deep("- ", "x", "", 50_000), "the file is nested too deeply"},
		{"a very long line", "number: 1\nnote: " + strings.Repeat("x", 1<<20), "file too large: at most 131072 bytes"},
		{"a long line of one letter", "number: 1\nnote: " + strings.Repeat("x", 120_000), ""},
		{"quotes", "number: " + strings.Repeat(`"`, 120_000), "invalid YAML"},
		{"colons", strings.Repeat("a: ", 40_000), "the file is nested too deeply"},
		{"line ends", strings.Repeat("\n", 130_000), "no rule in the file"},
		{"lines of spaces", strings.Repeat("  \n", 40_000), "no rule in the file"},
		{"ladders of mappings", ladder(500), "the file is nested too deeply"},
		{"documents", strings.Repeat("---\n", 30_000), "no rule in the file"},
		{"rules", "rules:\n" + rule.String(), "too many rules in a file: expected at most 250"},
		{"a list of names", head + "  value: 1\n  immune: [{who: self, from: [" + names.String() + "]}]\n" + step, "at most 200 types, found 9000"},
		{"counters", head + "  value: 1\n  counters: [\n" + counters.String() + "  ]\n" + step, "at most 4 counters, found 4000"},
		{"modes", head + "  value: 1\n  modes: [\n" + strings.Repeat("    {legs: [{dir: all}]},\n", 4_000) + "  ]\n", "at most 16 modes, found 4000"},
		{"legs", head + "  value: 1\n  modes: [{legs: [\n" + strings.Repeat("    {dir: all, n: 1..31},\n", 4_000) + "  ]}]\n", "at most 6 legs, found 4000"},
		{"steps to the end of the world", head + "  value: 1\n  modes: [{legs: [{dir: all, n: 1..1000000000}]}]\n", ""},
		{"a formula of brackets", head + "  value: " + deep("(", "1", ")", 490) + "\n" + step, ""},
		{"a formula of minus signs", head + "  value: " + deep("-", "files", "", 100) + "\n" + step, "the formula is nested more than 64 deep"},
		{"a formula of choices", head + "  value: \"" + deep("files > 1 ? 1 : ", "2", "", 60) + "\"\n" + step, "formula too long: more than 200 parts"},
		{"a path to the file system", head + "  value: 1\n  modes: !include /etc/passwd\n", "anchors, aliases, tags and merge keys are not allowed in rules"},
	} {
		begin := time.Now()
		all := problems(t, c.text, rules.Game{})
		if took := time.Since(begin); took > soon {
			t.Errorf("%s took %v", c.name, took)
		}
		if c.want == "" && len(all) > 0 || c.want != "" && (len(all) == 0 || !strings.Contains(all[0].Message, c.want)) {
			t.Errorf("%s: got %.300v, want %s", c.name, all.Error(), c.want)
		}
	}
}

// ladder is a mapping in a mapping, and so on, by indentation.
func ladder(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat(" ", i) + "a:\n")
	}
	return b.String()
}

func TestBombsInCanonicalForm(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"a long rule", `{"number":"` + strings.Repeat("1", 1<<20) + `"}`, "rule too large: at most 131072 bytes"},
		{"brackets in brackets", strings.Repeat("[", 100_000), "not a rule in JSON: it is nested too deeply"},
		{"mappings in mappings", strings.Repeat(`{"piece":`, 10_000), "not a rule in JSON: it is nested too deeply"},
		{"no rule", `{`, "not a rule in JSON: "},
		{"two rules", `{"number":"1"}{"number":"1"}`, "not a rule in JSON: unexpected text after the rule"},
		{"other encodings", "{\"number\":\"1\",\"revision\":0,\"title\":\"\xff\"}", "the text is not UTF-8"},
		{"a field twice", `{"number":"1","number":"2"}`, "duplicate field"},
		{"a step twice", `{"number":"1","piece":{"modes":[{"legs":[{"at":{"1":"empty","1":"empty"}}]}]}}`, "duplicate key 1"},
	} {
		begin := time.Now()
		_, err := rules.FromCanonical([]byte(c.text))
		if took := time.Since(begin); took > soon {
			t.Errorf("%s took %v", c.name, took)
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %s", c.name, err, c.want)
		}
	}
}
