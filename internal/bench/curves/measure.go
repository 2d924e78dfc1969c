package main

import (
	"math"
	"time"

	"adjudicate/internal/cputime"
)

// curve is some work whose cost may grow with one thing.
type curve struct {
	subject, work string
	sizes         []int
	prepare       func(size int) (*task, error)
}

// task is work prepared at one size.
type task struct {
	size  int // what it came to, such as the events of a game of so many plays
	do    func() error
	after func() error // nil if there is nothing to clear away
}

type point struct {
	size int
	cost time.Duration
}

type drawn struct {
	curve
	points   []point
	exponent float64
}

const (
	atLeast = 400 * time.Millisecond // of processor time spent on each point
	tries   = 3
)

// measured is the least processor time that the work took at a size.
func measured(c curve, size int) (p point, err error) {
	t, err := c.prepare(size)
	if err != nil {
		return p, err
	}
	p = point{t.size, math.MaxInt64}
	for try, all := 0, time.Duration(0); try < tries || all < atLeast; try++ {
		began := cputime.Used()
		if err := t.do(); err != nil {
			return p, err
		}
		spent := cputime.Used() - began
		p.cost, all = min(p.cost, spent), all+spent
		if all > 30*time.Second {
			break
		}
	}
	if t.after != nil {
		err = t.after()
	}
	return p, err
}

// exponent is the slope of the least squares through the logarithms of the upper half of the points, three at least.
func exponent(list []point) float64 {
	list = list[min(len(list)/2, max(len(list)-3, 0)):]
	var sx, sy, sxx, sxy float64
	for _, p := range list {
		x, y := math.Log(float64(p.size)), math.Log(float64(p.cost))
		sx, sy, sxx, sxy = sx+x, sy+y, sxx+x*x, sxy+x*y
	}
	n := float64(len(list))
	return (n*sxy - sx*sy) / (n*sxx - sx*sx)
}
