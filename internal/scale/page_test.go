package main

import (
	"flag"
	"strings"
	"testing"

	"adjudicate/internal/pagepart"
)

var update = flag.Bool("update", false, "renew the table of docs/scale.md")

// The table of the page is what the program prints.
func TestThePageHasTheTable(t *testing.T) {
	var b strings.Builder
	tables(&b)
	pagepart.Hold(t, "../../docs/scale.md", "<!-- table: go test ./internal/scale -update -->", b.String(), *update)
}

// A process that has nothing else to do answers after what the work costs, and one that is asked for more than it can do falls behind.
func TestRequestsWaitForAProcessor(t *testing.T) {
	c := costs{judge: 10, fetch: 100, kept: 1, open: 1000, sync: 5, state: 1, memory: 1, cores: 1, answers: 1}
	all := []request{{at: 0, game: 1, play: true}, {at: 2000, game: 1}, {at: 2000, game: 1}, {at: 4000, game: 2}, {at: 6000, game: 1}}
	p := reckon(all, 8000, 1, true, &c)
	// In the second half: game 2 is opened and answered (1100), then game 1 again, for there is room for one.
	if p.opened != 1 || p.p50 != 1100 || p.busy != 2200.0/4000 {
		t.Errorf("%+v", p)
	}
	for i := range all {
		all[i].at = 4000
	}
	if p := reckon(all, 8000, 1, true, &c); p.p99 <= 1100 {
		t.Errorf("five at once: %+v", p)
	}
}
