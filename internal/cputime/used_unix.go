//go:build unix

// Package cputime tells benchmarks how long the process has been computing: what a run takes when nothing else uses the machine.
package cputime

import (
	"syscall"
	"time"
)

// Used is the processor time that this process has used so far, 0 where the system does not tell.
func Used() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
