package systems_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"adjudicate/systems"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write docs/interpretations.md anew")

func TestTheInterpretationsPageIsThatOfTheRegister(t *testing.T) {
	_, register, err := systems.Load("partychess")
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	b.WriteString(`# Interpretations

Points where the rules of Party Chess can be read in more than one way. A game records
which reading it uses for each; the default is marked. The umpire adopts a reading
with "adjudicate interpret adopt", and a dispute can change one, also from an earlier point on. Every ruling names the readings that it rests on.

This page is made from ` + "`systems/partychess/register.yaml`" + ` by ` + "`go test ./systems -update`" + `.

| entry | clause | default | other readings |
|---|---|---|---|
`)
	for _, e := range register.Entries() {
		var others []string
		for _, r := range e.Readings {
			if r.Name != e.Default {
				others = append(others, "`"+r.Name+"`")
			}
		}
		fmt.Fprintf(&b, "| [%s](#%s) | %s | `%s` | %s |\n", e.ID, e.ID, e.Clause, e.Default, strings.Join(others, ", "))
	}
	for _, e := range register.Entries() {
		fmt.Fprintf(&b, "\n## %s\n\n%s. %s\n\n", e.ID, e.Clause, e.Question)
		for _, r := range e.Readings {
			mark := ""
			if r.Name == e.Default {
				mark = " (default)"
			}
			fmt.Fprintf(&b, "- `%s`%s: %s\n", r.Name, mark, r.Text)
		}
	}
	b.WriteString("\n## Settled without an entry\n\nOne reading of each of these is plainly better, and games cannot choose.\n\n")
	for _, s := range register.Settled() {
		fmt.Fprintf(&b, "- %s. %s\n", s.Clause, s.Text)
	}
	page := filepath.Join("..", "docs", "interpretations.md")
	if *update {
		if err := os.WriteFile(page, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	have, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(have), b.String()); diff != "" {
		t.Errorf("the page is out of date; run with -update (-page +register):\n%s", diff)
	}
}
