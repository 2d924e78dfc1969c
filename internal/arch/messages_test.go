package arch

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The first table of docs/operations.md quotes messages of the program. Those of a server are tested with the situations
// that lead to them, in store/esdb.
func TestThePageOfOperationsQuotesMessagesOfTheProgram(t *testing.T) {
	page, err := os.ReadFile("../../docs/operations.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(page), "\n## When something is wrong\n")
	table, _, _ = strings.Cut(table, "\n## ")
	var source strings.Builder
	for _, dir := range []string{"../../cmd", "../../ledger", "../../store"} {
		err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
				return err
			}
			text, err := os.ReadFile(path)
			source.Write(text)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	quoted := regexp.MustCompile(`\*([^*]+)\*`).FindAllStringSubmatch(table, -1)
	if len(quoted) < 10 {
		t.Fatalf("found %d messages on the page", len(quoted))
	}
	for _, q := range quoted {
		if !strings.Contains(source.String(), q[1]) {
			t.Errorf("the program has no message %q", q[1])
		}
	}
}
