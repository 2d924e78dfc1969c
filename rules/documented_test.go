package rules_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// documentedRule is an example of the specification.
type documentedRule struct {
	page, picture, caption, text string
	set                          string // the position to draw: see drawn
}

var documentedExample = regexp.MustCompile("(?s)```yaml\n(.*?)```\n(?:\n!\\[([^\\]]*)\\]\\((rule-language/)?([a-z0-9-]+)\\.svg\\)(?: *<!-- (.*?) -->)?)?")

// documented collects the examples of the specification that are whole rules.
func documented(t testing.TB) []documentedRule {
	t.Helper()
	pages, err := filepath.Glob("../docs/rule-language/*.md")
	if err != nil {
		t.Fatal(err)
	}
	var all []documentedRule
	for _, path := range append([]string{"../docs/rule-language.md"}, pages...) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range documentedExample.FindAllStringSubmatch(string(text), -1) {
			if strings.HasPrefix(m[1], "number:") || strings.HasPrefix(m[1], "rules:") {
				all = append(all, documentedRule{page: path, text: m[1], caption: m[2], picture: m[4], set: m[5]})
			}
		}
	}
	return all
}
