package projections

import (
	"slices"

	"adjudicate/events"
)

// Weights tracks the Weight of every side over time. Weights are posted after every play, and whenever
// something else changes them. A posting takes eight bytes a side.
type Weights struct {
	plays   int
	rows    []weightRow
	cells   []events.Half
	lineups [][]int32 // which lines a row's cells belong to
	lines   []string  // names; a side that left and entered again has two
	entered []string
}

type weightRow struct {
	sequence uint64
	play     int32
	lineup   int32
	first    int // of its cells
}

// Posting is the Weights of all sides from a sequence on. Play is the number of plays completed by then, counted
// from the ledger's beginning. The zero Posting precedes the first.
type Posting struct {
	Sequence uint64          `json:"sequence"`
	Play     int             `json:"play"`
	Weights  []events.Weight `json:"weights"`
}

// Line is the Weights of one side, play by play.
type Line struct {
	Name    string
	Start   int // the place of the first Weight in the chart, from 0: a side that entered later
	Weights []events.Half
}

// NewWeights returns the projection before the first act.
func NewWeights() *Weights { return &Weights{} }

// Fold takes the next act.
func (w *Weights) Fold(a *events.Act) {
	for i := range a.Outcomes {
		if side, ok := a.Outcomes[i].Payload.(events.SideEntered); ok {
			w.entered = append(w.entered, side.Side)
		}
		if posted, ok := a.Outcomes[i].Payload.(events.WeightsPosted); ok {
			w.post(a.Outcomes[i].Sequence, w.plays, posted.Weights)
		}
		if _, ended := a.Outcomes[i].Payload.(events.PlayEnded); ended {
			w.plays++
		}
	}
}

func (w *Weights) post(sequence uint64, play int, weights []events.Weight) {
	lineup := len(w.lineups) - 1
	if lineup < 0 || !w.same(w.lineups[lineup], weights) {
		w.lineUp(weights)
		lineup++
	}
	w.rows = append(w.rows, weightRow{sequence: sequence, play: int32(play), lineup: int32(lineup), first: len(w.cells)})
	for i := range weights {
		w.cells = append(w.cells, weights[i].Weight)
	}
}

// same reports whether a posting has the sides of a lineup, in its order.
func (w *Weights) same(lineup []int32, weights []events.Weight) bool {
	if len(lineup) != len(weights) {
		return false
	}
	for i, line := range lineup {
		if w.lines[line] != weights[i].Side {
			return false
		}
	}
	return true
}

// lineUp begins a lineup. A side of the one before keeps its line.
func (w *Weights) lineUp(weights []events.Weight) {
	var before []int32
	if n := len(w.lineups); n > 0 {
		before = w.lineups[n-1]
	}
	lineup := make([]int32, len(weights))
	for i := range weights {
		lineup[i] = -1
		for _, line := range before {
			if w.lines[line] == weights[i].Side {
				lineup[i] = line
			}
		}
		if lineup[i] < 0 {
			lineup[i] = int32(len(w.lines))
			w.lines = append(w.lines, weights[i].Side)
		}
	}
	w.lineups = append(w.lineups, lineup)
}

// Entered lists the sides that ever entered, in order.
func (w *Weights) Entered() []string { return w.entered }

// UpTo returns the postings up to a sequence, of a stream in which sequences only grow. What it returns stays as it is when more is folded.
func (w *Weights) UpTo(sequence uint64) *Weights {
	n, _ := slices.BinarySearchFunc(w.rows, sequence, func(r weightRow, sequence uint64) int {
		if r.sequence > sequence {
			return 1
		}
		return -1
	})
	cut := &Weights{rows: w.rows[:n:n], cells: w.cells, entered: w.entered, lineups: w.lineups}
	last := int32(-1)
	if n > 0 {
		cut.plays = int(w.rows[n-1].play)
		for _, lineup := range w.lineups[:w.rows[n-1].lineup+1] {
			last = max(last, slices.Max(append([]int32{-1}, lineup...)))
		}
	}
	cut.lines = w.lines[:last+1]
	return cut
}

// Len returns how many postings there are.
func (w *Weights) Len() int { return len(w.rows) }

// Posting returns a posting by its place, from 0.
func (w *Weights) Posting(i int) Posting {
	r := &w.rows[i]
	p := Posting{Sequence: r.sequence, Play: int(r.play), Weights: make([]events.Weight, len(w.lineups[r.lineup]))}
	for k, line := range w.lineups[r.lineup] {
		p.Weights[k] = events.Weight{Side: w.lines[line], Weight: w.cells[r.first+k]}
	}
	return p
}

// Latest returns the last posting.
func (w *Weights) Latest() Posting {
	if len(w.rows) == 0 {
		return Posting{}
	}
	return w.Posting(len(w.rows) - 1)
}

// Lines returns the Weights after every play, one Line a side in order of entry, and the number of the first
// play, which is 0 for Weights posted before any play. A play without a posting repeats the Weights before it.
func (w *Weights) Lines() (lines []Line, first int) {
	if len(w.rows) == 0 {
		return nil, 0
	}
	first = int(w.rows[0].play)
	lines = make([]Line, len(w.lines))
	for i, name := range w.lines {
		lines[i].Name = name
	}
	for i := range w.rows {
		r := &w.rows[i]
		place := int(r.play) - first
		for k, line := range w.lineups[r.lineup] {
			l := &lines[line]
			if len(l.Weights) == 0 {
				l.Start = place
			}
			for len(l.Weights) > 0 && l.Start+len(l.Weights) < place {
				l.Weights = append(l.Weights, l.Weights[len(l.Weights)-1])
			}
			l.Weights = append(l.Weights[:place-l.Start], w.cells[r.first+k])
		}
	}
	return lines, first
}
