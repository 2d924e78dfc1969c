package garbage

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

func TestCollectionsComeLateWhileLittleIsInUse(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(100))
	CollectLate()
	if got := percent(); got <= 100 {
		t.Errorf("before the first collection the heap may grow by %d %%", got)
	}
	collect := func(until func(uint64) bool) {
		for !until(percent()) { // what it sets is set by a goroutine of the runtime
			runtime.GC()
			runtime.Gosched()
		}
	}
	collect(func(now uint64) bool { return now > 100 && now < 800 })
	much := make([]byte, 17<<20)
	collect(func(now uint64) bool { return now == 100 })
	runtime.KeepAlive(much)
	much = nil
	collect(func(now uint64) bool { return now > 100 })
	debug.SetGCPercent(50)
	CollectLate()
	if got := percent(); got != 50 {
		t.Errorf("what was asked for, 50 %%, became %d %%", got)
	}
}

func TestALongReadingCollectsSoon(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(usual))
	CollectLate()
	collect := func(what string, is func(uint64) bool) {
		t.Helper()
		for range 1000 { // what a collection sets is set by a goroutine of the runtime
			if is(percent()) {
				return
			}
			runtime.GC()
			runtime.Gosched()
		}
		t.Errorf("%s the heap may grow by %d %%", what, percent())
	}
	late := func(now uint64) bool { return now > 400 }
	told, over := 0, false
	at, done := Sparing(func(int64) { told++ }, func() { over = true })
	for range 15 {
		at(1)
	}
	collect("in a short reading", late)
	for range 20 {
		at(1)
	}
	collect("in a long reading", func(now uint64) bool { return now <= 200 })
	done()
	collect("after a long reading", late)
	if told != 35 || !over {
		t.Errorf("told %d times, over: %t", told, over)
	}
}
