package arch

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "renew the figures of docs/design.md")

// The figures that docs/design.md states are those that the tests of this package hold.
func TestTheDesignStatesTheFiguresThatAreHeld(t *testing.T) {
	const page, begin, end = "../../docs/design.md", "<!-- figures: go test ./internal/arch -run Figures -update -->\n", "<!-- end -->\n"
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, found := strings.Cut(string(text), begin)
	_, tail, closed := strings.Cut(rest, end)
	if !found || !closed {
		t.Fatalf("%s has no figures between %q and %q", page, begin, end)
	}
	var b strings.Builder
	b.WriteString("| | before the rooms | today, held by a test |\n|---|---|---|\n")
	for _, row := range []struct {
		what, before string
		today        int
		test         string
	}{
		{"rooms at the top, `examples` included", "31", len(rooms), "TestRoomsUseOnlyWhatStandsBelowThem"},
		{"imports between rooms (tests, and packages that only they import, not counted)", "120", mostEdges, "TestRoomsUseOnlyWhatStandsBelowThem"},
		{"lines of `cmd/adjudicate` without tests", "13,181", mostCommandLines, "TestCommandsHoldFlagsCallsAndPrintingOnly"},
		{"type switches over events", "76", mostSwitches, "TestFewSwitchesOverEvents"},
		{"lines of code with a word of one game", "not counted", mostGameWords, "TestFewWordsOfOneGameStandInCode"},
	} {
		fmt.Fprintf(&b, "| %s | %s | at most %s: `%s` |\n", row.what, row.before, thousands(row.today), row.test)
	}
	want := head + begin + b.String() + end + tail
	if want == string(text) {
		return
	}
	if !*update {
		t.Fatalf("%s states other figures; go test ./internal/arch -run Figures -update renews them", page)
	}
	if err := os.WriteFile(page, []byte(want), 0o644); err != nil {
		t.Fatal(err)
	}
}

func thousands(n int) string {
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%d,%03d", n/1000, n%1000)
}
