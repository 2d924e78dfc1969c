package seasons

import (
	"fmt"
	"strings"
)

// String lists every difference with its place, and counts at the end.
func (r *Report) String() string {
	var b strings.Builder
	different := r.Differences()
	for _, res := range different {
		for _, d := range res.Differences {
			fmt.Fprintf(&b, "%s:%d: %s\n", r.File, res.Entry.Line, d)
		}
	}
	submitted, accepted := r.Plays()
	fmt.Fprintf(&b, "%d entries, %d plays (%d accepted, %d rejected): ", len(r.Results), submitted, accepted, submitted-accepted)
	if len(different) == 0 {
		b.WriteString("all as expected\n")
	} else {
		fmt.Fprintf(&b, "%d not as expected\n", len(different))
	}
	return b.String()
}
