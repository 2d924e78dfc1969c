package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"path/filepath"
	"time"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/readjudicate"
	"adjudicate/internal/generate"
	"adjudicate/ledger"
	"adjudicate/rules"
	"adjudicate/rules/movement"
	"adjudicate/store"
	"adjudicate/store/memory"
	"adjudicate/store/sqlite"
	"adjudicate/systems"
	"adjudicate/systems/position"
)

const (
	name   = "curve"
	engine = "curves"
)

var ctx = context.Background()

// curves are all that are drawn; games are kept in the folder.
func curves(folder string) []curve {
	g := &games{folder, map[int]*ledger.Ledger{}}
	plays := []int{300, 1000, 3000, 10_000, 30_000}
	pieces := []int{133, 200, 300, 450, 675, 1000}
	sides := []int{2, 4, 8, 16, 32}
	laws := []int{60, 120, 240, 480, 960}
	editions := []int{25, 50, 100, 200}
	return []curve{
		{"events", "open the ledger and judge one play", plays, g.with(opened)},
		{"events", "verify, every input judged again", plays, g.with(verified)},
		{"events", "export", plays, g.with(exported)},
		{"events", "readjudicate: the first play never happened", plays, g.with(without(0))},
		{"events", "readjudicate: a play of the last hundredth never happened", plays, g.with(without(0.99))},
		{"pieces", "analyse a position of nine sides, a third of the squares occupied, twenty times", pieces, func(n int) (*task, error) { return analysed(n, n, 9) }},
		{"sides", "analyse a position of 160 pieces, twenty times", sides, func(n int) (*task, error) { return analysed(n, 160, n) }},
		{"rules", "enact them one by one", laws, enacted},
		{"rules", "compile them", laws, compiled},
		{"editions", "open the ledger", editions, onEditions(func(l *ledger.Ledger) func() error {
			return func() error { _, err := ledger.Open(ctx, l.Store(), name, options()); return err }
		})},
		{"editions", "verify, every edition judged again", editions, onEditions(verified)},
	}
}

func options() ledger.Options {
	return ledger.Options{Engine: engine, Entropy: rand.NewChaCha8([32]byte{9})}
}

// games are kept by their number of plays in files of a folder: several curves measure the same.
type games struct {
	folder string
	filled map[int]*ledger.Ledger
}

// game is a generated game of nine sides in an SQLite file.
func (g *games) game(plays int) (*ledger.Ledger, error) {
	if l, ok := g.filled[plays]; ok {
		return l, nil
	}
	st, err := sqlite.Create(filepath.Join(g.folder, fmt.Sprint(plays, ".ledger")), sqlite.Options{})
	if err != nil {
		return nil, err
	}
	l, err := filled(st, plays)
	if err == nil {
		g.filled[plays] = l
	}
	return l, err
}

func filled(st store.Store, plays int) (*ledger.Ledger, error) {
	l, err := ledger.Create(ctx, st, name, options())
	if err != nil {
		return nil, err
	}
	_, err = generate.Fill(ctx, l, 1, generate.Options{}, plays)
	return l, err
}

func (g *games) with(work func(l *ledger.Ledger) func() error) func(plays int) (*task, error) {
	return func(plays int) (*task, error) {
		l, err := g.game(plays)
		if err != nil {
			return nil, err
		}
		return &task{size: int(l.Head()), do: work(l)}, nil
	}
}

// opened opens the ledger anew and judges what comes next, which it does not store: the game stays as long as it is.
func opened(l *ledger.Ledger) func() error {
	next := generate.Resume(1, generate.Options{}, l.Last()).Next(l.Judge())
	return func() error {
		again, err := ledger.Open(ctx, l.Store(), name, options())
		if err != nil {
			return err
		}
		again.Judge().Decide(next)
		return nil
	}
}

func verified(l *ledger.Ledger) func() error {
	return func() error {
		v, err := ledger.Verify(ctx, l.Store(), name, options())
		if err == nil && len(v.Differences) > 0 {
			err = fmt.Errorf("%d differences", len(v.Differences))
		}
		return err
	}
}

func exported(l *ledger.Ledger) func() error {
	return func() error { return ledger.WriteExport(ctx, l.Store(), name, io.Discard, 0, false, nil) }
}

// without takes away a play that was accepted, so far into the game.
func without(share float64) func(l *ledger.Ledger) func() error {
	return func(l *ledger.Ledger) func() error {
		list, err := accepted(l, uint64(share*float64(l.Head())))
		if err == nil && len(list) == 0 {
			err = errors.New("no play was accepted")
		}
		if err != nil {
			return func() error { return err }
		}
		plan := readjudicate.Plan{Changes: []events.Change{{What: history.Void, Input: list[0], Reason: "it was a slip"}}}
		return func() error {
			_, run, err := l.Plan(ctx, plan)
			if err == nil {
				_, err = run.Do(ctx, readjudicate.Options{})
			}
			return err
		}
	}
}

// accepted are the first plays from a sequence on that were accepted, a hundred at most.
func accepted(l *ledger.Ledger, from uint64) (list []uint64, err error) {
	for e, err := range ledger.Events(ctx, l.Store(), name, from+1) {
		if err != nil {
			return nil, err
		}
		if p, ok := e.Payload.(events.Ruled); ok && p.Subject == (events.PlaySubmitted{}).Kind() && p.Verdict == aggregate.Accepted {
			if list = append(list, e.Sequence-1); len(list) == 100 {
				break
			}
		}
	}
	return list, nil
}

// analysed is a position of a King for each side and of other pieces, as many of each type, dealt by lot to the sides and to squares of which there are
// three times as many.
func analysed(size, pieces, sides int) (*task, error) {
	book, _, err := systems.Load(systems.Usual())
	if err != nil {
		return nil, err
	}
	width := 1
	for width*width < 3*pieces {
		width++
	}
	var types []string
	for _, r := range book.Rules() {
		if r.Procedure != nil && r.Procedure.Board != nil {
			procedure, board := *r.Procedure, *r.Procedure.Board
			board.Files, board.Ranks = width, width
			procedure.Board, r.Procedure = &board, &procedure
			book = book.With(r)
		}
		if r.Piece != nil && !r.Piece.Royal && r.Piece.Limit == 0 {
			types = append(types, r.Piece.Name)
		}
	}
	draw := rand.New(rand.NewPCG(7, uint64(pieces)))
	deal := draw.Perm(pieces)
	d := &position.Document{System: systems.Usual()}
	for i := range sides {
		d.Sides = append(d.Sides, position.Side{Name: fmt.Sprintf("Side%c%c", 'a'+i/26, 'a'+i%26)})
	}
	for i, at := range draw.Perm(width * width)[:pieces] {
		typ := types[deal[i]%len(types)]
		if i < sides {
			typ = "King"
		}
		d.Pieces = append(d.Pieces, position.Piece{ID: fmt.Sprintf("P%d", i+1), Type: typ, Side: d.Sides[i%sides].Name, At: rules.SquareName(at%width, at/width)})
	}
	s, _, err := position.Setup("drawn by lot", d, book)
	if err != nil {
		return nil, err
	}
	var a movement.Analysis
	a.Run(s.Position)
	return &task{size: size, do: func() error {
		for range 20 {
			a.Run(s.Position)
		}
		return nil
	}}, nil
}

// made are rules that nothing else depends on: every second one a piece, up to 140 of them, the others prose. Those of each run are new:
// what is kept of rules that were read and compiled before is of no use to it.
func made(n, run int) (list []rules.Rule) {
	for i := range n {
		r := rules.Rule{Number: fmt.Sprintf("1300.%d", i+1), Title: "Prose", Note: fmt.Sprintf("Nothing that anybody can play, %d.", run)}
		if i%2 == 0 && i < 280 {
			r.Note, r.Piece = "", &rules.Piece{Name: fmt.Sprintf("Piece %d of %d", i, run), Glyph: string([]byte{byte('A' + i/2%26), byte('a' + i/52)}), Value: "3",
				Modes: []rules.Mode{{Legs: []rules.Leg{{Dir: "orthogonal", N: "1..3"}}}}}
		}
		list = append(list, r)
	}
	return list
}

// enacted enacts rules one by one in a new ledger.
func enacted(n int) (*task, error) {
	run := 0
	return &task{size: n, do: func() error {
		run++
		list := made(n, run)
		l, err := ledger.Create(ctx, memory.New(), name, options())
		if err != nil {
			return err
		}
		at := time.Date(1998, 10, 5, 9, 0, 0, 0, time.UTC)
		if _, err := generate.Fill(ctx, l, 1, generate.Options{}, 1); err != nil {
			return err
		}
		at = l.Last().Add(time.Hour)
		return l.Batch(ctx, func() error {
			for _, r := range list {
				p := events.RuleEnacted{Number: r.Number, Rule: r.Canonical()}
				res, err := l.Submit(ctx, p, l.Actor(p), at)
				if err != nil {
					return err
				}
				if ruling := res.Ruled(); ruling.Verdict != aggregate.Accepted {
					return fmt.Errorf("rule %s: %s", r.Number, ruling.Verdict)
				}
			}
			return nil
		})
	}}, nil
}

// compiled compiles the rules beside those of the system.
func compiled(n int) (*task, error) {
	book, register, err := systems.Load(systems.Usual())
	if err != nil {
		return nil, err
	}
	readings, err := register.Complete(nil)
	if err != nil {
		return nil, err
	}
	run := 0
	return &task{size: n, do: func() error {
		run++
		_, err := movement.Compile(rules.NewRulebook(append(book.Rules(), made(n, run)...)...), readings)
		return err
	}}, nil
}

// onEditions is a game of 3,000 plays to which so many editions have been adopted: each takes away a play of the last tenth that was
// accepted, or puts back the one that the edition before took.
func onEditions(work func(l *ledger.Ledger) func() error) func(n int) (*task, error) {
	return func(n int) (*task, error) {
		l, err := filled(memory.New(), 3000)
		if err != nil {
			return nil, err
		}
		list, err := accepted(l, l.Head()*9/10)
		if err != nil {
			return nil, err
		}
		draw := rand.New(rand.NewPCG(12, 1))
		for i := range n {
			plan := readjudicate.Plan{Withdraw: []string{"*"}}
			if i%2 == 0 {
				plan = readjudicate.Plan{Changes: []events.Change{{What: history.Void, Input: list[draw.IntN(len(list))], Reason: "it was a slip"}}}
			}
			if _, _, err := l.Adopt(ctx, plan, "", "Judith", l.Last().Add(time.Hour), nil); err != nil {
				return nil, fmt.Errorf("edition %d: %w", i+2, err)
			}
		}
		return &task{size: n, do: work(l)}, nil
	}
}
