package main

import (
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"time"
)

func main() { tables(os.Stdout) }

const (
	games = 1_000_000
	busy  = time.Minute // of the busy hour
)

// tables writes what docs/scale.md shows.
func tables(w io.Writer) {
	fmt.Fprint(w, "| load | processes | requests go | plays/s | looks/s | games opened, of 100 requests | processors busy | a look, median | slowest of 100 | a play stored, slowest of 100 | syncs/s |\n|---:|---:|---|---:|---:|---:|---:|---:|---:|---:|---:|\n")
	for _, load := range []int{1, 5} {
		list := times(load)
		all := draw(rand.New(rand.NewPCG(1, uint64(load))), games, list, busy)
		for _, processes := range []int{2, 4, 16} {
			for _, byGame := range []bool{false, true} {
				f := reckon(all, busy, processes, byGame, &now)
				fmt.Fprintf(w, "| %d | %d | %s | %.0f | %.0f | %.1f | %s | %s | %s | %s | %.0f |\n", load, processes, map[bool]string{false: "to any", true: "by game"}[byGame],
					f.plays, f.looks, 100*f.opened, percent(f.busy), f.late(f.p50), f.late(f.p99), f.late(f.play99), f.syncs)
			}
		}
	}
}

// times is the mix with so many times as many games played live.
func times(load int) []kind {
	list := append([]kind(nil), kinds...)
	more := list[2].share * float64(load-1)
	list[0].share -= more
	list[2].share += more
	return list
}

func percent(share float64) string { return fmt.Sprintf("%.0f %%", 100*share) }

// late says a time, or that requests pile up: more comes than is done.
func (f figure) late(d time.Duration) string {
	if f.busy > 0.99 {
		return "piles up"
	}
	return fmt.Sprintf("%.1f ms", float64(d.Microseconds())/1000)
}
