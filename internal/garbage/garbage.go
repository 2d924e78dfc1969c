// Package garbage says when the program collects its garbage. Benchmarks of its packages do the same, so that they measure what users have.
package garbage

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"
)

// CollectLate lets a collection of garbage wait until the heap has 32 MB, so that a command that ends after some milliseconds ends without one, and
// one that keeps little collects seldom. Where more than half of that is in use collections come as often as ever. What GOGC in the environment
// asks for stays as it is.
func CollectLate() {
	const first = 800 // per cent; the runtime multiplies its least heap, 4 MB, with it
	if asked := debug.SetGCPercent(first); asked != usual {
		debug.SetGCPercent(asked)
		return
	}
	until.Store(late)
	collectNext()
}

const (
	usual = 100 // per cent
	least = 4 << 20
	late  = 32 << 20
	soon  = 10 << 20
)

// until is how large the heap may become before garbage is collected, 0 where the runtime decides.
var until atomic.Int64

// collectNext sets, after the next collection, when the one behind it comes.
func collectNext() {
	runtime.AddCleanup(new([64]byte), func(int) {
		now := []metrics.Sample{{Name: "/gc/heap/live:bytes"}, {Name: "/gc/gogc:percent"}}
		metrics.Read(now)
		percent, until := usual, uint64(until.Load())
		if live := now[0].Value.Uint64(); live < until/2 {
			percent = int(until*100/max(live, least)) - 100
		}
		if uint64(percent) != now[1].Value.Uint64() { // setting it stops everybody
			debug.SetGCPercent(percent)
		}
		collectNext()
	}, 0)
}

// Sparing makes of what is told how far a long reading has come, and when it is over, what lets garbage be collected soon meanwhile: whoever only goes
// through a stream keeps little of it, and collecting that costs little. A reading that ends before at has been called sixteen times is a short one.
func Sparing(at func(int64), done func()) (func(int64), func()) {
	calls := 0
	return func(n int64) {
			if calls++; calls == 16 && until.CompareAndSwap(late, soon) {
				debug.SetGCPercent(usual)
			}
			at(n)
		}, func() {
			until.CompareAndSwap(soon, late)
			done()
		}
}
