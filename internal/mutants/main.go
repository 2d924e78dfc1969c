package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// narrow are tests that every mutant meets beside those of its package.
var narrow = []string{"./aggregate/cases"}

// wide are tests that survivors meet: second opinions, published counts, properties of random games.
var wide = []string{"./systems", "./aggregate/explain", "./history", "./history/readjudicate", "./aggregate", "./internal/naivefold", "./internal/generate", "./systems/perft", "./ledger", "./internal/naive", "./internal/naivelaw", "./internal/invariants"}

func main() {
	sample := flag.Int("sample", 200, "how many mutants are tried")
	seed := flag.Uint64("seed", 1, "which")
	skip := flag.Int("skip", 0, "leave out so many of them, which were tried before")
	only := flag.String("only", "", "try those alone whose line of the report contains this, such as a file and a line")
	deep := flag.Bool("wide", true, "show what survives to the tests that hold the engine to a second opinion")
	limit := flag.Duration("limit", 4*time.Minute, "how long the tests of one may take")
	flag.Parse()
	if !*deep {
		wide = nil
	}
	if err := run(os.Stdout, flag.Args(), *only, *sample, *skip, *seed, *limit); err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(1)
	}
}

func run(out io.Writer, dirs []string, only string, sample, skip int, seed uint64, limit time.Duration) error {
	var all []mutant
	for _, dir := range dirs {
		list, err := plantAll(filepath.Clean(dir))
		if err != nil {
			return err
		}
		all = append(all, list...)
	}
	if len(all) == 0 {
		return errors.New("nothing to change: name folders with Go files")
	}
	// Without this a package that moved would fail for every mutant, and count as one that notices it.
	if out, err := exec.Command("go", slices.Concat([]string{"list"}, narrow, wide)...).CombinedOutput(); err != nil {
		return fmt.Errorf("packages of tests: %w\n%s", err, out)
	}
	tried, killed := 0, 0
	var survivors []mutant
	for i, m := range drawn(all, seed) {
		if i < skip || !strings.Contains(m.String(), only) {
			continue
		}
		if tried == sample {
			break
		}
		began := time.Now()
		outcome, by, err := try(&m, limit)
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "%s %s (%s) %s\n", outcome, &m, time.Since(began).Round(time.Second), by)
		switch outcome {
		case unbuilt:
			continue
		case noticed:
			killed++
		default:
			survivors = append(survivors, m)
		}
		tried++
	}
	fmt.Fprintf(out, "\nseed %d: %d of %d sampled mutants were noticed (%.1f %%), of %d possible; survivors:\n", seed, killed, tried, 100*float64(killed)/float64(max(tried, 1)), len(all))
	for i := range survivors {
		fmt.Fprintf(out, "  %s\n", &survivors[i])
	}
	return nil
}

// What becomes of a mutant.
const (
	unbuilt  = "unbuilt "
	noticed  = "noticed "
	survived = "SURVIVED"
)

// try shows a mutant to the tests, and says which noticed it.
func try(m *mutant, limit time.Duration) (outcome, by string, err error) {
	dir, err := os.MkdirTemp("", "mutant-*")
	if err != nil {
		return "", "", err
	}
	defer os.RemoveAll(dir)
	source, err := os.ReadFile(m.file)
	if err != nil {
		return "", "", err
	}
	changed, overlay := filepath.Join(dir, "changed.go"), filepath.Join(dir, "overlay.json")
	real, err := filepath.Abs(m.file)
	if err != nil {
		return "", "", err
	}
	text, err := json.Marshal(map[string]map[string]string{"Replace": {real: changed}})
	if err = errors.Join(err, os.WriteFile(changed, m.apply(source), 0o600), os.WriteFile(overlay, text, 0o600)); err != nil {
		return "", "", err
	}
	own := "./" + filepath.ToSlash(m.pkg)
	if exec.Command("go", "build", "-overlay", overlay, own).Run() != nil {
		return unbuilt, "", nil
	}
	rest := slices.DeleteFunc(slices.Clone(wide), func(pkg string) bool { return pkg == own })
	for _, pkg := range slices.Concat(narrow, []string{own}, rest) {
		if by, err := test(overlay, pkg, limit); err != nil || by != "" {
			return noticed, by, err
		}
	}
	return survived, "", nil
}

// test runs a package's tests until one fails, and returns which; "" if none does.
func test(overlay, pkg string, limit time.Duration) (by string, err error) {
	out, err := exec.Command("go", "test", "-overlay", overlay, "-vet=off", "-failfast", "-count=1", "-timeout", limit.String(), pkg).CombinedOutput()
	var exit *exec.ExitError
	if err == nil || !errors.As(err, &exit) {
		return "", err
	}
	for line := range strings.Lines(string(out)) {
		if strings.HasPrefix(line, "--- FAIL") || strings.HasPrefix(line, "panic:") {
			return pkg + " " + strings.TrimSpace(line), nil
		}
	}
	return pkg, nil
}
