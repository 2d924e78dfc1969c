package cmdline

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"testing"
)

func percent() uint64 {
	sample := []metrics.Sample{{Name: "/gc/gogc:percent"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

func TestOnlyTheFirstCollectionComesLate(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(100))
	CollectLate()
	if got := percent(); got <= 100 {
		t.Errorf("before the first collection the heap may grow by %d %%", got)
	}
	for percent() != 100 { // what it sets is set by a goroutine of the runtime
		runtime.GC()
		runtime.Gosched()
	}
	debug.SetGCPercent(50)
	CollectLate()
	if got := percent(); got != 50 {
		t.Errorf("what was asked for, 50 %%, became %d %%", got)
	}
}
