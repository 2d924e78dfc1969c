// Yardstick copies benchmark output from standard input and adds two metrics to each result: how fast the machine was just then, as
// the bytes it hashes (SHA-256) in a second, and the result scaled to a machine that hashes 1 GB a second. A shared machine may be three
// times slower an hour later; scaled results stay comparable. The metrics are in the standard benchmark format, which other tools
// read. The exit status is 1 if a line reports a failure.
//
// With -renew PAGE it writes the best figure of each benchmark into a page as well: the number before a comment that names the benchmark
// and the unit, as in "9.4 M/s <!-- BenchmarkChess/opening adjudicate-Mleaves/s -->". Of a unit that is a speed the greatest is the best, of
// any other the least. Benchmarks that the input lacks leave their numbers as they are.
package main

import (
	"bufio"
	"crypto/sha256"
	"flag"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"
)

func main() {
	page := flag.String("renew", "", "page of figures to renew, such as docs/performance.md")
	nothing := flag.Bool("nothing", false, "exit at once, to measure how long a process takes to start")
	flag.Parse()
	if *nothing {
		return
	}
	best := figures{}
	failed, err := annotate(os.Stdin, io.MultiWriter(os.Stdout, best), hashed)
	if err == nil && !failed && *page != "" {
		best.note("BenchmarkYardstick/start", "ms/op", started())
		err = best.renew(*page)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "yardstick:", err)
	}
	if failed || err != nil {
		os.Exit(1)
	}
}

// annotate copies lines, those of benchmarks with what measure says, in GB/s.
func annotate(in io.Reader, out io.Writer, measure func() float64) (failed bool, err error) {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		line := lines.Text()
		failed = failed || strings.HasPrefix(line, "FAIL") || strings.HasPrefix(line, "--- FAIL") || strings.HasPrefix(line, "panic:")
		if ns, ok := perOperation(line); ok {
			speed := measure()
			line = fmt.Sprintf("%s\t%.3f SHA256-GB/s\t%.4g ns/op-at-1GB/s", line, speed, ns*speed)
		}
		if _, err := fmt.Fprintln(out, line); err != nil {
			return failed, err
		}
	}
	return failed, lines.Err()
}

// perOperation finds the time of an operation in a line of a benchmark.
func perOperation(line string) (ns float64, ok bool) {
	fields := strings.Fields(line)
	if len(fields) < 4 || !strings.HasPrefix(fields[0], "Benchmark") {
		return 0, false
	}
	for i := 3; i < len(fields); i++ {
		if fields[i] == "ns/op" {
			ns, err := strconv.ParseFloat(fields[i-1], 64)
			return ns, err == nil
		}
	}
	return 0, false
}

// hashed measures: the best of some short runs, which others disturb least.
func hashed() (best float64) {
	data := make([]byte, 1<<20)
	for range 8 {
		began := time.Now()
		sha256.Sum256(data)
		best = max(best, float64(len(data))/float64(time.Since(began).Nanoseconds()))
	}
	return best
}
