package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

const (
	begin = "<!-- curves: make curves -->\n"
	end   = "<!-- end -->\n"
)

func main() {
	docs := flag.String("docs", "", "the folder of the documentation to write into; without it the table is printed")
	only := flag.String("only", "", "measure those curves alone whose name contains this")
	flag.Parse()
	if err := run(*docs, *only); err != nil {
		fmt.Fprintln(os.Stderr, "curves:", err)
		os.Exit(1)
	}
}

func run(docs, only string) error {
	folder, err := os.MkdirTemp("", "curves")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	var done []drawn
	for _, c := range curves(folder) {
		if !strings.Contains(c.subject+": "+c.work, only) {
			continue
		}
		d := drawn{curve: c}
		for _, size := range c.sizes {
			p, err := measured(c, size)
			if err != nil {
				return fmt.Errorf("%s: %s, %d: %w", c.subject, c.work, size, err)
			}
			fmt.Fprintf(os.Stderr, "%s: %s, %d: %v\n", c.subject, c.work, size, p.cost)
			d.points = append(d.points, p)
		}
		d.exponent = exponent(d.points)
		done = append(done, d)
	}
	if docs == "" {
		fmt.Print(table(done))
		return nil
	}
	if err := picture(filepath.Join(docs, "pictures", "curves.svg"), done); err != nil {
		return err
	}
	page := filepath.Join(docs, "performance.md")
	text, err := os.ReadFile(page)
	if err != nil {
		return err
	}
	head, rest, found := strings.Cut(string(text), begin)
	_, tail, closed := strings.Cut(rest, end)
	if !found || !closed {
		return fmt.Errorf("%s has no part between %q and %q", page, strings.TrimSpace(begin), strings.TrimSpace(end))
	}
	return os.WriteFile(page, []byte(head+begin+table(done)+end+tail), 0o644)
}

// table has a row for each curve: its smallest and its greatest size.
func table(list []drawn) string {
	var b strings.Builder
	b.WriteString("| grows | work | from | to | exponent |\n|---|---|---:|---:|---:|\n")
	for _, d := range list {
		first, last := d.points[0], d.points[len(d.points)-1]
		fmt.Fprintf(&b, "| %s | %s | %d: %s | %d: %s | %.2f |\n", d.subject, d.work, first.size, short(first.cost), last.size, short(last.cost), d.exponent)
	}
	return b.String()
}

// short is a duration with three figures.
func short(d time.Duration) string {
	switch {
	case d < time.Millisecond:
		return fmt.Sprintf("%.3g µs", float64(d.Nanoseconds())/1e3)
	case d < time.Second:
		return fmt.Sprintf("%.3g ms", float64(d.Microseconds())/1e3)
	}
	return fmt.Sprintf("%.3g s", d.Seconds())
}
