package report

import (
	"context"
	"fmt"
	"io"
	"slices"

	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/ledger/advice"
	"adjudicate/report/draw"
)

// Film is Show that makes the picture of the board the one that [Film] writes, if from is not 0.
func (v *Board) Film(ctx context.Context, h *history.View, from uint64, way Way) error {
	if from != 0 && v.As != nil {
		return advice.Errorf("", "an animated picture shows the whole board: leave out --from or --as")
	}
	err := v.Show(way)
	if err == nil && from != 0 {
		v.film, err = Film(ctx, h, from, way)
	}
	return err
}

// Film shows the boards of a history from the entry of a sequence to the end of a view as one animated picture: that before the entry, and
// one after each entry that changes the position. They are drawn as [Board.Show] says. The result writes the picture. Too many boards are an *advice.Error.
func Film(ctx context.Context, h *history.View, from uint64, way Way) (func(io.Writer) error, error) {
	if from > h.UpTo {
		return nil, advice.Errorf("", "nothing to show from event %d on: the game is shown up to event %d", from, h.UpTo)
	}
	st, err := h.Catalogue.Before(ctx, h.Edition, from)
	if err != nil {
		return nil, err
	}
	var frames []draw.Board
	var last []Piece
	show := func(at uint64) error {
		pieces := PiecesOf(st, true)
		if len(frames) > 0 && slices.EqualFunc(pieces, last, func(a, b Piece) bool { return a.ID == b.ID && a.At == b.At && a.Type == b.Type && a.Side == b.Side }) {
			return nil
		}
		v, err := NewBoard(st, at)
		if err != nil || v.Files == 0 {
			return err
		}
		if err := v.Show(way); err != nil {
			return err
		}
		frames, last = append(frames, v.Drawn), pieces
		return nil
	}
	if err := show(from - 1); err != nil {
		return nil, err
	}
	for act, err := range events.Acts(h.Events(ctx, from)) {
		if err != nil {
			return nil, err
		}
		for i := range act.Outcomes {
			st.Apply(act.Outcomes[i].Payload)
		}
		if err := show(act.Last().Sequence); err != nil {
			return nil, err
		}
		if len(frames) > draw.MostFrames {
			return nil, advice.Errorf("name a later event, or end earlier", "more than %d boards from event %d on: expected at most that many", draw.MostFrames, from)
		}
	}
	if len(frames) == 0 {
		return nil, fmt.Errorf("there is no board from event %d on: no rule in force describes one", from)
	}
	return func(w io.Writer) error { return draw.Film(w, frames, draw.Options{}) }, nil
}
