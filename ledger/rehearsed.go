package ledger

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/compare"
	"adjudicate/season"
	"adjudicate/store/memory"
)

// A season is played in a ledger of its own before it is written: its entries are ruled on as in the ledger that it is the season of, and the game comes to
// the same. What time made due behind the last entry no other entry brings about: it stands in the season, as a tick.
//
// In the season of an edition draws are numbered in the order in which they are made, and in an edition
// numbers are left out that another has used: so it may draw otherwise. What the edition drew is supplied then, as a lot drawn elsewhere.

// brought is what entries have brought about that a season may have otherwise: draws, and the labels of pieces.
type brought struct {
	drawn []events.LotDrawn
	made  []string
}

func (b *brought) add(p events.Payload) {
	if lot, ok := p.(events.LotDrawn); ok {
		b.drawn = append(b.drawn, lot)
	}
	if made, ok := p.(events.PieceCreated); ok {
		b.made = append(b.made, made.Piece)
	}
}

// finish lets what time made due behind the last entry come about: the umpire notices it, or whoever made the last entry.
func (w *standing) finish(umpire string) {
	for i := range w.entries {
		umpire = cmp.Or(umpire, w.entries[len(w.entries)-1-i].in.Actor)
	}
	if umpire == "" || w.late.IsZero() {
		return
	}
	tick := stands{in: w.entries[0].in, place: w.entries[len(w.entries)-1].place, ruled: events.Ruled{Verdict: aggregate.Accepted}}
	tick.in.Payload, tick.in.Signature, tick.in.Recorded, tick.in.Actor = events.TimePassed{}, nil, w.late, umpire
	w.enter(tick)
}

// play holds the season to what the edition or the ledger says of it: each entry is ruled on as there, in a ledger of its own, which comes to the same end.
// The end may be nil: then it is not asked for.
func (w *standing) play(ctx context.Context, name string, end *aggregate.State) error {
	var l *Ledger
	w.labels = map[string]string{}
	for i := 0; i < len(w.entries); i++ {
		var err error
		if l == nil {
			l, err = Create(ctx, memory.New(), name, Options{Engine: w.entries[i].ruled.Engine, ID: w.entries[i].in.ID})
		} else if n, failed := w.supply(ctx, l, i); n > 0 {
			i, err = i+n, failed
		} else {
			err = failed
		}
		x := &w.entries[i]
		var res Result
		if err == nil {
			if history.Unnoticed(&x.in) {
				due, ok := l.Judge().DueBy(x.in.Recorded)
				x.comes = ok && aggregate.Unnoticed(due, l.Last()).At.Equal(x.in.Recorded)
			}
			if adopted, ok := x.in.Payload.(events.EditionAdopted); ok {
				dispute, _ := season.Takes(adopted)
				res, _, err = l.AdoptVerdict(ctx, dispute, "", "", x.in.Actor, x.in.Recorded, nil)
			} else {
				res, err = l.SubmitSigned(ctx, x.in.Payload, x.in.Signature, x.in.Actor, x.in.Recorded)
			}
		}
		if err != nil {
			return w.unsayable(*x, err.Error())
		}
		if err := w.ruledAlike(x, res.Ruled()); err != nil {
			return err
		}
		var now brought
		for _, act := range append(slices.Clone(res.Due), &res.Act) {
			for _, o := range act.Payloads() {
				now.add(o.Payload)
			}
		}
		w.label(w.labels, x.made, now.made)
	}
	if l == nil || end == nil {
		return nil
	}
	return w.alike(end, l.State())
}

// ruledAlike refuses an entry that is ruled on otherwise in the season. Of a tick it is no part what is played by it: that is held to the end.
func (w *standing) ruledAlike(x *stands, now events.Ruled) error {
	_, tick := x.in.Payload.(events.TimePassed)
	switch {
	case x.ruled.Verdict == "" || now.Verdict == x.ruled.Verdict && (tick || now.Play == x.ruled.Play):
		return nil
	case w.edition == nil:
		return w.unsayable(*x, fmt.Sprintf("played again it is %s, and was %s when it was recorded", ruledAs(&now), ruledAs(&x.ruled)))
	}
	return w.unsayable(*x, fmt.Sprintf("without the edition it is %s, with it %s", ruledAs(&now), ruledAs(&x.ruled)))
}

// label notes what the pieces that came to be in an edition are called in the season.
func (w *standing) label(labels map[string]string, there, here []string) {
	for i := range min(len(there), len(here)) {
		labels[there[i]] = here[i]
	}
}

// supply puts before an entry the draws of the edition that the season would make otherwise, and returns how many.
func (w *standing) supply(ctx context.Context, l *Ledger, i int) (n int, err error) {
	x := &w.entries[i]
	if len(x.drawn) == 0 {
		return 0, nil
	}
	lots, err := w.otherwise(l, x)
	if err != nil || len(lots) == 0 {
		return 0, err
	}
	supplied := make([]stands, 0, len(lots))
	for _, lot := range lots {
		y := stands{in: x.in, place: x.place}
		y.in.Payload, y.in.Signature, y.in.Recorded, y.in.Actor = lot, nil, l.Last(), cmp.Or(l.Actor(lot), w.entries[0].in.Actor)
		res, err := l.Submit(ctx, lot, y.in.Actor, y.in.Recorded)
		if err != nil {
			return 0, err
		}
		if y.ruled = res.Ruled(); y.ruled.Verdict != aggregate.Accepted {
			return 0, fmt.Errorf("the draw %s cannot be supplied as the edition has it", lot.Draw)
		}
		supplied = append(supplied, y)
	}
	w.entries = slices.Insert(w.entries, i, supplied...)
	notes := map[int][]string{}
	for at, list := range w.notes {
		if at > i {
			at += len(supplied)
		}
		notes[at] = list
	}
	w.notes = notes
	return len(supplied), nil
}

// otherwise returns the draws of the edition that an entry of the season would make otherwise, under their names there. What is drawn may depend on
// the draws before it. So all that differ are supplied for a trial, and whatever follows the first that differs still is supplied anew: as a rule the
// first trial tells all.
func (w *standing) otherwise(l *Ledger, x *stands) (lots []events.LotSupplied, err error) {
	for range len(x.drawn) + 1 {
		now, err := tried(l, lots, aggregate.Input{ID: x.in.ID.String(), Payload: x.in.Payload, At: x.in.Recorded, Actor: x.in.Actor})
		if err != nil {
			return nil, err
		}
		labels := map[string]string{}
		w.label(labels, x.made, now.made)
		wanted := func(k int) (result []string) {
			for _, drawn := range x.drawn[k].Result {
				result = append(result, cmp.Or(labels[drawn], w.labels[drawn], drawn))
			}
			return result
		}
		alike, held := 0, map[string]bool{}
		for both := min(len(x.drawn), len(now.drawn)); alike < both && slices.Equal(wanted(alike), now.drawn[alike].Result); alike++ {
			held[now.drawn[alike].Draw] = true
		}
		lots = slices.DeleteFunc(lots, func(lot events.LotSupplied) bool { return !held[lot.Draw] })
		if alike == min(len(x.drawn), len(now.drawn)) {
			return lots, nil
		}
		for k := alike; k < min(len(x.drawn), len(now.drawn)); k++ {
			if result := wanted(k); !slices.Equal(result, now.drawn[k].Result) {
				lots = append(lots, events.LotSupplied{Draw: now.drawn[k].Draw, Result: result, Source: fmt.Sprintf("edition %d", w.edition.Number)})
			}
		}
	}
	return lots, nil
}

// tried is what an entry would bring about after some lots have been supplied, with what is due before it.
func tried(l *Ledger, lots []events.LotSupplied, in aggregate.Input) (now brought, err error) {
	judge, err := aggregate.NewJudge(l.State().Clone(), l.Engine())
	if err != nil {
		return now, err
	}
	for _, lot := range lots {
		judge.Commit(judge.Decide(aggregate.Input{ID: in.ID, Payload: lot, At: l.Last(), Actor: in.Actor}))
	}
	add := func(_ aggregate.Input, d aggregate.Decision) {
		for i := range d.Outcomes {
			now.add(d.Outcomes[i].Payload)
		}
	}
	judge.BringAbout(in, l.Last(), add)
	add(in, judge.Decide(in))
	return now, nil
}

// alike refuses a season that comes to something else than the edition: it names what.
func (w *standing) alike(there, here *aggregate.State) error {
	c, err := compare.States(there, here)
	if err != nil {
		return err
	}
	var unlike []string
	if !slices.Equal(piecesOf(there), piecesOf(here)) {
		unlike = append(unlike, "pieces")
	}
	if len(c.Balances) > 0 || len(c.Marks) > 0 {
		unlike = append(unlike, "accounts")
	}
	for _, r := range there.Rules() {
		if other, ok := here.Rule(r.Number); !ok || string(other.Rule) != string(r.Rule) {
			unlike = append(unlike, "rule "+r.Number)
		}
	}
	for _, r := range here.Rules() {
		if _, ok := there.Rule(r.Number); !ok {
			unlike = append(unlike, "rule "+r.Number)
		}
	}
	if !slices.Equal(there.AllToPlay(), here.AllToPlay()) || there.Over() != here.Over() {
		unlike = append(unlike, "the side to play")
	}
	if !slices.EqualFunc(there.Limits(), here.Limits(), func(a, b events.LimitSet) bool { return a.Side == b.Side && a.Expires.Equal(b.Expires) }) {
		unlike = append(unlike, "time limits")
	}
	if len(unlike) == 0 {
		return nil
	}
	if w.edition == nil {
		return w.unsayable(w.entries[len(w.entries)-1], "played again the game comes to something else: "+strings.Join(unlike, ", ")+" differ")
	}
	return w.unsayable(w.entries[len(w.entries)-1], "played without the edition the game comes to something else: "+strings.Join(unlike, ", ")+" differ")
}

// piecesOf lists the pieces of a state without their labels.
func piecesOf(s *aggregate.State) (list []string) {
	for p := range s.Pieces() {
		list = append(list, fmt.Sprint(p.Type, "|", p.Side, "|", p.At, "|", p.Counters))
	}
	slices.Sort(list)
	return list
}
