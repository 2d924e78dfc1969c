package projections

import (
	"sort"

	"adjudicate/events"
)

// Weights is what every side weighs and has weighed (1230.3). Weights are posted after every
// play, and when something else changes them; a posting is kept as a row of numbers, eight
// bytes a side.
type Weights struct {
	cursor
	plays   int
	rows    []weightRow
	cells   []events.Half
	lineups [][]int32 // which lines a row's cells belong to
	lines   []string  // names; a side that left and entered again has two
}

type weightRow struct {
	sequence uint64
	play     int32
	lineup   int32
	first    int // of its cells
}

// Posting is what every side weighed from a sequence on. Play is the number of plays ended
// by then, counted from the ledger's beginning. The zero Posting is the time before the first.
type Posting struct {
	Sequence uint64          `json:"sequence"`
	Play     int             `json:"play"`
	Weights  []events.Weight `json:"weights"`
}

// Line is one side's Weights, play by play. It has the fields of a line of package draw.
type Line struct {
	Name    string
	Start   int // the place of the first Weight in the chart, from 0: a side that entered later
	Weights []events.Half
}

const weightsVersion = 1

// NewWeights returns the projection before the first event.
func NewWeights() *Weights { return &Weights{} }

// Name returns "weights".
func (w *Weights) Name() string { return "weights" }

// Fold takes the next envelope.
func (w *Weights) Fold(e *events.Envelope) error { return fold(w, e) }

func (w *Weights) apply(e *events.Envelope) {
	switch p := e.Payload.(type) {
	case events.PlayEnded:
		w.plays++
	case events.WeightsPosted:
		w.post(e.Sequence, w.plays, p.Weights)
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

// Plays returns how many plays have ended.
func (w *Weights) Plays() int { return w.plays }

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

// At returns the posting that held at a sequence.
func (w *Weights) At(sequence uint64) (Posting, error) {
	if err := w.known(sequence); err != nil {
		return Posting{}, err
	}
	after := sort.Search(len(w.rows), func(i int) bool { return w.rows[i].sequence > sequence })
	if after == 0 {
		return Posting{}, nil
	}
	return w.Posting(after - 1), nil
}

// Weight returns what a side weighs; 0 if it is not in the last posting.
func (w *Weights) Weight(side string) events.Half {
	if n := len(w.rows); n > 0 {
		r := &w.rows[n-1]
		for k, line := range w.lineups[r.lineup] {
			if w.lines[line] == side {
				return w.cells[r.first+k]
			}
		}
	}
	return 0
}

// Lines returns the Weights after every play, a line a side in the order in which the sides
// came, and the number of the first play, which may be 0 for what was posted before any.
// After a play without a posting the Weights are those before it.
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

type weightsData struct {
	Plays    int       `json:"plays"`
	Postings []Posting `json:"postings"`
}

// Checkpoint writes the number of plays and every posting.
func (w *Weights) Checkpoint() ([]byte, error) {
	d := weightsData{Plays: w.plays, Postings: make([]Posting, len(w.rows))}
	for i := range w.rows {
		d.Postings[i] = w.Posting(i)
	}
	return seal(w.Name(), weightsVersion, &w.cursor, d)
}

// Restore resumes from a checkpoint.
func (w *Weights) Restore(checkpoint []byte) error {
	var d weightsData
	c, err := unseal(checkpoint, w.Name(), weightsVersion, &d)
	if err != nil {
		return err
	}
	if err := ordered(w.Name(), c, d.Postings, func(p *Posting) uint64 { return p.Sequence }); err != nil {
		return err
	}
	n := &Weights{cursor: c, plays: d.Plays}
	play := 0
	for _, p := range d.Postings {
		if p.Play < play || p.Play > d.Plays {
			return &CheckpointError{Projection: w.Name(), Why: "the numbers of plays run backwards"}
		}
		play = p.Play
		n.post(p.Sequence, p.Play, p.Weights)
	}
	if err := confirm(n, checkpoint); err != nil {
		return err
	}
	*w = *n
	return nil
}
