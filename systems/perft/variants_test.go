package perft_test

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"adjudicate/systems"
	"adjudicate/systems/perft"
)

var (
	namedFile  = regexp.MustCompile("(?s)\n`([a-z]+)/([a-z./]+\\.yaml)`:\n\n```yaml\n(.*?)```")
	yamlBlock  = regexp.MustCompile("(?s)```yaml\n(rules:\n.*?)```")
	perftLines = regexp.MustCompile(`(?m)^\$ adjudicate perft --system ([a-z]+) --depth (\d+)\n(.*)$`)
)

// TestThePageOnVariantsIsTrue reads the folders of docs/variants.md and counts what the page says they count; every other
// example is laid over chess.
func TestThePageOnVariantsIsTrue(t *testing.T) {
	text, err := os.ReadFile("../../docs/variants.md")
	if err != nil {
		t.Fatal(err)
	}
	page := string(text)
	folders := map[string]fstest.MapFS{}
	for _, m := range namedFile.FindAllStringSubmatch(page, -1) {
		if folders[m[1]] == nil {
			folders[m[1]] = fstest.MapFS{}
		}
		folders[m[1]][m[2]] = &fstest.MapFile{Data: []byte(m[3])}
		page = strings.Replace(page, m[0], "", 1)
	}
	counted := 0
	for _, m := range perftLines.FindAllStringSubmatch(page, -1) {
		depth := int(m[2][0] - '0')
		g, err := perft.FromSystem(readFolder(t, m[1], folders[m[1]]), "")
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprintf("depth %d: %d nodes", depth, g.Walk(depth, nil)); got != m[3] {
			t.Errorf("%s: got %s, the page says %s", m[1], got, m[3])
		}
		counted++
	}
	blocks := yamlBlock.FindAllStringSubmatch(page, -1)
	for i, m := range blocks {
		name := fmt.Sprintf("example %d", i+1)
		sys := readFolder(t, name, fstest.MapFS{
			"system.yaml":     {Data: []byte("name: example\nextends: chess\n")},
			"rules/rule.yaml": {Data: []byte(m[1])},
		})
		g, err := perft.FromSystem(sys, "")
		if err != nil {
			t.Errorf("%s: %v\n%s", name, err, m[1])
		} else if n := g.Walk(2, nil); n == 0 {
			t.Errorf("%s: nothing can be played\n%s", name, m[1])
		}
	}
	if counted < 2 || len(blocks) < 8 {
		t.Errorf("%d counts and %d examples were found", counted, len(blocks))
	}
}

func readFolder(t *testing.T, name string, dir fstest.MapFS) *systems.System {
	t.Helper()
	sys, err := systems.Read(dir, name)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	for _, p := range sys.Check().Faults() {
		t.Errorf("%s: %s", name, p)
	}
	return sys
}
