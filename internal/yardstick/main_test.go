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

func TestAPageTakesTheBestFigures(t *testing.T) {
	best := figures{}
	for _, line := range []string{
		"BenchmarkA/x \t 100\t 50000 ns/op\t 9.44 Mleaves/s\t0.5 SHA256-GB/s\n",
		"BenchmarkA/x \t 100\t 70000 ns/op\t 9.01 Mleaves/s\n",
		"ok  \tadjudicate\t2.1s\n",
	} {
		if _, err := best.Write([]byte(line)); err != nil {
			t.Fatal(err)
		}
	}
	page := "| a | 7 M/s <!-- BenchmarkA/x Mleaves/s --> | 1,000 ns <!-- BenchmarkA/x ns/op --> | 3 <!-- BenchmarkB ns/op --> | 40 |"
	want := "| a | 9.44 M/s <!-- BenchmarkA/x Mleaves/s --> | 50,000 ns <!-- BenchmarkA/x ns/op --> | 3 <!-- BenchmarkB ns/op --> | 40 |"
	if diff := cmp.Diff(want, best.into(page)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestFiguresAreRounded(t *testing.T) {
	for v, want := range map[float64]string{9.4449: "9.44", 0.02: "0.02", 99.96: "100", 102.6: "103", 123456: "123,000", 17: "17", 1234567: "1,230,000"} {
		if got := rounded(v); got != want {
			t.Errorf("%v: got %s, want %s", v, got, want)
		}
	}
}
