// Package garbage says when the program collects its garbage. Benchmarks of its packages do the same, so that they measure what users have.
package garbage

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// CollectLate lets a collection of garbage wait until the heap has 32 MB, so that a command that ends after some milliseconds ends without one, and
// one that keeps little collects seldom. Where more than half of that is in use collections come as often as ever. What GOGC in the environment
// asks for stays as it is.
func CollectLate() {
	const usual, first = 100, 800 // per cent; the runtime multiplies its least heap, 4 MB, with it
	if asked := debug.SetGCPercent(first); asked != usual {
		debug.SetGCPercent(asked)
		return
	}
	collectNext(usual)
}

// collectNext sets, after the next collection, when the one behind it comes.
func collectNext(usual int) {
	const late = 32 << 20
	runtime.AddCleanup(new([64]byte), func(usual int) {
		now := []metrics.Sample{{Name: "/gc/heap/live:bytes"}, {Name: "/gc/gogc:percent"}}
		metrics.Read(now)
		percent := usual
		if live := now[0].Value.Uint64(); live < late/2 {
			percent = int(late*100/max(live, late/8)) - 100
		}
		if uint64(percent) != now[1].Value.Uint64() { // setting it stops everybody
			debug.SetGCPercent(percent)
		}
		collectNext(usual)
	}, usual)
}
