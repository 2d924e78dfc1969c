package main

import (
	"cmp"
	"container/list"
	"math/rand/v2"
	"slices"
	"time"
)

// A request is a play or a look at a game, at a moment since the beginning.
type request struct {
	at   time.Duration
	game int32
	play bool
}

// draw draws the requests of a stretch, in order of time: plays at random moments, and after each the looks of its readers.
func draw(r *rand.Rand, games int, list []kind, length time.Duration) []request {
	var all []request
	first := 0
	for _, k := range list {
		of := int(float64(games) * k.share)
		if k.every > 0 {
			rate := float64(of) / float64(k.every) // plays a nanosecond
			for at := time.Duration(r.ExpFloat64() / rate); at < length; at += time.Duration(r.ExpFloat64() / rate) {
				game := int32(first + r.IntN(of))
				all = append(all, request{at, game, true})
				for range k.readers {
					then := at + time.Duration(r.Float64()*float64(k.within))
					for range k.fetches {
						all = append(all, request{then, game, false})
					}
				}
			}
		}
		first += of
	}
	slices.SortFunc(all, func(a, b request) int { return cmp.Compare(a.at, b.at) })
	return all
}

// A process answers requests in the order in which they arrive, each on the processor that is free first.
type process struct {
	free  []time.Duration // when each processor is
	busy  time.Duration   // in all, since what is measured began
	held  map[int32]*list.Element
	order *list.List // of games, the one asked for last in front
	most  int        // games held
}

// A holding is a game in memory, and how many of its answers are kept.
type holding struct {
	game    int32
	answers int
}

// take answers a request, and returns when the answer is ready, and whether the game had to be opened.
func (p *process) take(q request, c *costs, counts bool) (ready time.Duration, opened bool) {
	e := p.held[q.game]
	cost := time.Duration(0)
	if e == nil {
		opened, cost = true, c.open
		e = p.order.PushFront(&holding{game: q.game})
		p.held[q.game] = e
		if p.order.Len() > p.most {
			last := p.order.Back()
			delete(p.held, p.order.Remove(last).(*holding).game)
		}
	} else {
		p.order.MoveToFront(e)
	}
	h := e.Value.(*holding)
	switch {
	case q.play:
		cost += c.judge
		h.answers = 0
	case h.answers < c.answers:
		cost += c.fetch
		h.answers++
	default:
		cost += c.kept
	}
	first := 0
	for i, t := range p.free {
		if t < p.free[first] {
			first = i
		}
	}
	ready = max(q.at, p.free[first]) + cost
	p.free[first] = ready
	if counts {
		p.busy += cost
	}
	return ready, opened
}

// A figure is what a run came to.
type figure struct {
	plays, looks float64       // a second
	opened       float64       // share of the requests for which a game was opened
	busy         float64       // share of all processors' time
	p50, p99     time.Duration // of looks, until the answer is ready
	play99       time.Duration // of plays, until they are stored
	syncs        float64       // a second
}

// measured is the share of a stretch that counts; what comes before fills the memories.
const measured = 0.5

// reckon hands the requests to processes, by game or to any, and plays on to the store.
func reckon(all []request, length time.Duration, processes int, byGame bool, c *costs) figure {
	ps := make([]*process, processes)
	for i := range ps {
		ps[i] = &process{free: make([]time.Duration, c.cores), held: map[int32]*list.Element{}, order: list.New(), most: c.memory / c.state}
	}
	begin := length - time.Duration(float64(length)*measured)
	var looks []time.Duration
	var plays []judged
	opened, counted := 0, 0
	for i, q := range all {
		at := i % processes
		if byGame {
			at = int(q.game) % processes
		}
		counts := q.at >= begin
		ready, anew := ps[at].take(q, c, counts)
		if q.play {
			plays = append(plays, judged{q.at, ready})
		}
		if !counts {
			continue
		}
		counted++
		if anew {
			opened++
		}
		if !q.play {
			looks = append(looks, ready-q.at)
		}
	}
	seconds := (length - begin).Seconds()
	f := figure{looks: float64(len(looks)) / seconds, opened: float64(opened) / float64(counted), p50: quantile(looks, 50), p99: quantile(looks, 99)}
	for _, p := range ps {
		f.busy += p.busy.Seconds() / seconds / float64(processes*c.cores)
	}
	f.store(plays, begin, seconds, c)
	return f
}

// judged is a play that was ruled on and waits for the store.
type judged struct{ sent, ready time.Duration }

// store syncs plays: all that are ready when a sync begins share it.
func (f *figure) store(plays []judged, begin time.Duration, seconds float64, c *costs) {
	slices.SortFunc(plays, func(a, b judged) int { return cmp.Compare(a.ready, b.ready) })
	var took []time.Duration
	free := time.Duration(0)
	for i := 0; i < len(plays); {
		start := max(free, plays[i].ready)
		free = start + c.sync
		if start >= begin {
			f.syncs += 1 / seconds
		}
		for ; i < len(plays) && plays[i].ready <= start; i++ {
			if plays[i].sent >= begin {
				took = append(took, free-plays[i].sent)
			}
		}
	}
	f.plays, f.play99 = float64(len(took))/seconds, quantile(took, 99)
}

// quantile is the time below which so many of a hundred lie.
func quantile(all []time.Duration, percent int) time.Duration {
	if len(all) == 0 {
		return 0
	}
	slices.Sort(all)
	return all[(len(all)-1)*percent/100]
}
