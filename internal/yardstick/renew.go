package main

import (
	"math"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// figures are the best results of benchmarks, by "name unit".
type figures map[string]float64

// note keeps a result if it is the best so far.
func (f figures) note(name, unit string, value float64) {
	key := name + " " + unit
	have, ok := f[key]
	if !ok || strings.HasSuffix(unit, "/s") == (value > have) {
		f[key] = value
	}
}

// Write takes one line of annotated output, whole.
func (f figures) Write(line []byte) (int, error) {
	fields := strings.Fields(string(line))
	if len(fields) < 4 || !strings.HasPrefix(fields[0], "Benchmark") {
		return len(line), nil
	}
	for i := 2; i+1 < len(fields); i += 2 {
		if v, err := strconv.ParseFloat(fields[i], 64); err == nil {
			f.note(fields[0], fields[i+1], v)
			if fields[i+1] == "SHA256-GB/s" {
				f.note("BenchmarkYardstick/SHA256", "GB/s", v)
			}
		}
	}
	return len(line), nil
}

// named is a number of a page and the comment that names its benchmark.
var named = regexp.MustCompile(`[0-9][0-9.,]*([^|<0-9]*<!-- (Benchmark\S+ \S+) -->)`)

// renew writes the figures into a page.
func (f figures) renew(page string) error {
	text, err := os.ReadFile(page)
	if err != nil {
		return err
	}
	return os.WriteFile(page, []byte(f.into(string(text))), 0o644)
}

func (f figures) into(text string) string {
	return named.ReplaceAllStringFunc(text, func(found string) string {
		parts := named.FindStringSubmatch(found)
		v, ok := f[parts[2]]
		if !ok {
			return found
		}
		return rounded(v) + parts[1]
	})
}

// rounded is a number with three digits, in groups of three where it is whole.
func rounded(v float64) string {
	if v < 100 {
		text := strconv.FormatFloat(v, 'g', 3, 64)
		if w, err := strconv.ParseFloat(text, 64); err == nil {
			return strconv.FormatFloat(w, 'f', -1, 64)
		}
	}
	digits := max(0, int(math.Log10(v))-2)
	step := math.Pow10(digits)
	text := strconv.FormatFloat(math.Round(v/step)*step, 'f', 0, 64)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// started is how many milliseconds an empty process takes from its start to its end: the best of twenty.
func started() float64 {
	self, err := os.Executable()
	if err != nil {
		return math.NaN()
	}
	best := math.Inf(1)
	for range 20 {
		began := time.Now()
		if exec.Command(self, "-nothing").Run() == nil {
			best = min(best, float64(time.Since(began).Microseconds())/1000)
		}
	}
	return best
}
