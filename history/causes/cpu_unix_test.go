//go:build unix

package causes_test

import (
	"syscall"
	"time"
)

// cpu is how long this process has been computing: what a run takes when nothing else does.
func cpu() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
