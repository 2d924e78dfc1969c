package rules_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	_ "adjudicate/internal/testheap"
	"adjudicate/rules"
	"adjudicate/systems"

	"github.com/google/go-cmp/cmp"
)

// chunk is a wrong definition and what is expected of it.
type chunk struct {
	file, name, text string
	want             []string // "line:column: fault field: message"
}

var expectation = regexp.MustCompile(`# (ERROR|DOUBT) (\d+): (.*)$`)

// withoutArray ends the names of definitions that are all rules of a game which begins with no array.
const withoutArray = ", in a game without an array"

// badRules reads the wrong definitions of fixtures/bad-rules.
func badRules(t testing.TB) []chunk {
	t.Helper()
	paths, err := filepath.Glob("../fixtures/bad-rules/*.yaml")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no wrong definitions: %v", err)
	}
	severity := map[string]rules.Severity{"ERROR": rules.Fault, "DOUBT": rules.Doubt}
	var all []chunk
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		_, rest, _ := strings.Cut("\n"+string(text), "\n--- # ")
		for part := range strings.SplitSeq(rest, "\n--- # ") {
			name, body, _ := strings.Cut(part, "\n")
			c := chunk{file: filepath.Base(path), name: name, text: body + "\n"}
			for i, line := range strings.Split(body, "\n") {
				if m := expectation.FindStringSubmatch(line); m != nil {
					c.want = append(c.want, fmt.Sprintf("%d:%s: %s %s", i+1, m[2], severity[m[1]], m[3]))
				}
			}
			all = append(all, c)
		}
	}
	return all
}

// problems parses and checks a rule file against the built-in rulebook.
func problems(t testing.TB, text string, game rules.Game) rules.Problems {
	t.Helper()
	book, register, err := systems.Load("partychess")
	if err != nil {
		t.Fatal(err)
	}
	f, err := rules.ParseFile("", []byte(text))
	if err != nil {
		return err.(rules.Problems)
	}
	if standsAlone(text) {
		book = new(rules.Rulebook)
	}
	return f.Check(book, register, game)
}

func TestWrongDefinitionsAreRefusedWhereTheyAreWrong(t *testing.T) {
	all := badRules(t)
	if len(all) < 60 {
		t.Errorf("only %d wrong definitions", len(all))
	}
	for _, c := range all {
		if len(c.want) != 1 {
			t.Errorf("%s: %s: one fault is expected of each, not %d", c.file, c.name, len(c.want))
		}
		var got []string
		for _, p := range problems(t, c.text, rules.Game{Opens: strings.HasSuffix(c.name, withoutArray), Whole: strings.HasSuffix(c.name, withoutArray)}) {
			place := fmt.Sprintf("%d:%d: %s ", p.Line, p.Column, p.Severity)
			p.File, p.Rule, p.Line, p.Column = "", "", 0, 0
			got = append(got, place+rules.Bare(p))
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: %s (-want +got):\n%s", c.file, c.name, diff)
		}
	}
}
