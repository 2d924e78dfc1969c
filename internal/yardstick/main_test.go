package main

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestEachFigureHasTheYardstickBesideIt(t *testing.T) {
	in := strings.Join([]string{
		"pkg: adjudicate/rules/movement",
		"BenchmarkAnalysis \t 100\t 50000 ns/op\t 0 B/op",
		"BenchmarkBroken",
		"ok  \tadjudicate\t2.1s",
	}, "\n")
	want := strings.Join([]string{
		"pkg: adjudicate/rules/movement",
		"BenchmarkAnalysis \t 100\t 50000 ns/op\t 0 B/op\t0.500 SHA256-GB/s\t2.5e+04 ns/op-at-1GB/s",
		"BenchmarkBroken",
		"ok  \tadjudicate\t2.1s",
	}, "\n") + "\n"
	var out strings.Builder
	failed, err := annotate(strings.NewReader(in), &out, func() float64 { return 0.5 })
	if err != nil || failed {
		t.Fatalf("failed %v, error %v", failed, err)
	}
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestAFailureIsPassedOn(t *testing.T) {
	for _, line := range []string{"FAIL\tadjudicate/rules [build failed]", "--- FAIL: BenchmarkX", "panic: no"} {
		if failed, _ := annotate(strings.NewReader(line), &strings.Builder{}, hashed); !failed {
			t.Errorf("%q passes", line)
		}
	}
}

func TestAMachineHashesSomething(t *testing.T) {
	if speed := hashed(); speed <= 0 {
		t.Errorf("%v GB/s", speed)
	}
}
