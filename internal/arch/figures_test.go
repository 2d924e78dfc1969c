package arch

import (
	"flag"
	"fmt"
	"strings"
	"testing"

	"adjudicate/internal/pagepart"
)

var update = flag.Bool("update", false, "renew the figures of docs/design.md")

// The figures that docs/design.md states are those that the tests of this package hold.
func TestTheDesignStatesTheFiguresThatAreHeld(t *testing.T) {
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
		{"words of one game in code", "not counted", 0, "TestNoWordOfOneGameStandsInCode"},
	} {
		fmt.Fprintf(&b, "| %s | %s | at most %s: `%s` |\n", row.what, row.before, thousands(row.today), row.test)
	}
	pagepart.Hold(t, "../../docs/design.md", "<!-- figures: go test ./internal/arch -run Figures -update -->", b.String(), *update)
}

func thousands(n int) string {
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%d,%03d", n/1000, n%1000)
}
