// Package testheap makes the garbage collector run less often in tests that import it. Such tests allocate much and keep little, and
// would otherwise spend a quarter of their time collecting. Benchmarks collect when the program does: they measure what users have.
package testheap

import (
	"os"
	"runtime/debug"
	"slices"
	"strings"

	"adjudicate/internal/garbage"
)

// Percent is what GOGC is in tests, for programs that they start.
const Percent = "400"

var _ = spare(os.Args[1:])

func spare(args []string) int {
	benchmarks := slices.ContainsFunc(args, func(a string) bool { return strings.HasPrefix(a, "-test.bench=") })
	switch {
	case benchmarks:
		garbage.CollectLate()
	case os.Getenv("GOGC") == "":
		debug.SetGCPercent(400)
	}
	return 0
}
