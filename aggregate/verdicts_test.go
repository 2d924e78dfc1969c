package aggregate

import (
	"os"
	"strings"
	"testing"
)

// TestTheFormatDocumentNamesEveryVerdict: whoever reads a ledger without this program meets all of them.
func TestTheFormatDocumentNamesEveryVerdict(t *testing.T) {
	text, err := os.ReadFile("../docs/format.md")
	if err != nil {
		t.Fatal(err)
	}
	_, ruled, _ := strings.Cut(string(text), "#### `ruled.v2`")
	_, row, _ := strings.Cut(ruled, "\n| `verdict` |")
	row, _, _ = strings.Cut(row, "\n")
	for _, verdict := range []string{Accepted, Rejected, Stands, Replaced, Voided} {
		if !strings.Contains(row, `"`+verdict+`"`) {
			t.Errorf("docs/format.md does not name %q among the verdicts of ruled: %s", verdict, row)
		}
	}
}
