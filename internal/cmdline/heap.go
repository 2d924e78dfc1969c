package cmdline

import (
	"runtime"
	"runtime/debug"
)

// CollectLate lets the first collection of garbage wait until the heap has 32 MB, so that a command that ends after some milliseconds
// ends without one. Collections then come as often as ever. What GOGC in the environment asks for stays as it is.
func CollectLate() {
	const usual, first = 100, 800 // per cent; the runtime multiplies its least heap, 4 MB, with it
	if asked := debug.SetGCPercent(first); asked != usual {
		debug.SetGCPercent(asked)
		return
	}
	runtime.AddCleanup(new([64]byte), func(percent int) { debug.SetGCPercent(percent) }, usual)
}
