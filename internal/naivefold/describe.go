package naivefold

import (
	"fmt"
	"hash/crc32"
	"maps"
	"slices"
	"strings"
	"time"

	"adjudicate/aggregate"
	"adjudicate/events"
)

// A description is lines of what holds, in an order of their own. What is empty or 0 by
// default and stays so is left out.
type description struct {
	b     strings.Builder
	lines []string
}

func (d *description) line(format string, args ...any) {
	d.b.Reset()
	fmt.Fprintf(&d.b, format, args...)
	d.lines = append(d.lines, d.b.String())
}

func (d *description) String() string {
	slices.Sort(d.lines)
	return strings.Join(d.lines, "\n")
}

// moment writes a time so that equal moments read alike.
func moment(t time.Time) string {
	if t.IsZero() {
		return "never"
	}
	return t.UTC().Format(time.RFC3339Nano)
}

func (d *description) rule(number string, revision int, text []byte, dormant bool) {
	d.line("rule %s/%d %08x dormant=%v", number, revision, crc32.ChecksumIEEE(text), dormant)
}

func (d *description) piece(id, typ, side, at string, counters []events.Counter) {
	d.line("piece %s %s %s %q %v", id, typ, side, at, counters)
}

func (d *description) side(name, player string, attributes []string, defaults int, last string, played time.Time) {
	d.line("side %s %s %v defaults=%d played=%s last=%s", name, player, attributes, defaults, moment(played), last)
}

func (d *description) free(side string, count int, budget events.Half, fresh, moved bool) {
	if count != 0 {
		d.line("free %s %d %v fresh=%v moved=%v", side, count, budget, fresh, moved)
	}
}

func last(p *events.AtomicPlayed) string {
	return fmt.Sprintf("%s %s %s %s %s %v %s", p.Side, p.Play, p.Piece, p.Type, p.As, p.Counters, p.How)
}

func (d *description) limit(l events.LimitSet) {
	d.line("limit %s %s %s", l.Side, moment(l.From), moment(l.Expires))
}

func (d *description) stage(st events.StageSet, ended time.Time) {
	d.line("stage %s %q %s %s %v free=%v ended %s", st.Stage, st.State, moment(st.Starts), moment(st.Ends), st.Objections, st.Free, moment(ended))
}

// held lists who holds which office.
func held(offices map[string]string) []string {
	var list []string
	for _, o := range slices.Sorted(maps.Keys(offices)) {
		if offices[o] != "" {
			list = append(list, o+"="+offices[o])
		}
	}
	return list
}

func holders(s *aggregate.State) []string {
	offices := map[string]string{}
	for _, o := range s.Offices() {
		offices[o.Office] = o.Player
	}
	return held(offices)
}

// lots lists the labels of lots, in whatever order.
func (d *description) lots(labels []string) {
	d.line("lots %v", slices.Sorted(slices.Values(labels)))
}

// String describes a table.
func (t *Table) String() string {
	d := new(description)
	d.line("game %q %q %s %dx%d opened=%v started=%v signing=%v offices=%v", t.game, t.system, t.seed, t.files, t.ranks, t.opened, t.started, t.signing, held(t.offices))
	for n, r := range t.rules {
		d.rule(n, r.revision, []byte(r.text), r.dormant)
	}
	for e, r := range t.readings {
		d.line("reading %s=%s", e, r)
	}
	for n, p := range t.players {
		d.line("player %s %s %v %s", n, p.status, p.addresses, p.key)
	}
	for at, amount := range t.accounts {
		if amount != 0 {
			d.line("account %s %s %v", at.name, at.asset, amount)
		}
	}
	for n, s := range t.sides {
		text := "nothing"
		if s.last != nil {
			text = last(s.last)
		}
		d.side(n, s.player, slices.Sorted(maps.Keys(s.attributes)), s.defaults, text, s.lastFree)
		d.free(n, s.free.Count, s.free.Budget, s.freshly, s.moved)
	}
	for id, p := range t.pieces {
		d.piece(id, p.typ, p.side, p.at, p.counters)
	}
	d.line("order %v, %q to play, skipped %v, %q after that", t.order, t.turn, t.skipped, t.promised)
	d.line("round of %v, %d plays kept", t.round, len(t.kept))
	d.line("checks %v", t.checks)
	d.line("weights %v", t.weights)
	if t.limit != nil {
		d.limit(*t.limit)
	}
	for name, st := range t.stages {
		d.stage(st, t.stagesEnded[name])
	}
	d.line("clock %s", moment(t.clock))
	d.line("hands %d, over %v", t.hands, t.over)
	for _, w := range t.titles {
		d.line("title %s %q %d", w.Player, w.Title, w.Hand)
	}
	d.lots(t.lots)
	for name, m := range t.matters {
		for p, yes := range m.answers {
			d.line("answer %s %s %v", name, p, yes)
		}
		d.line("matter %s %s %s %s", name, m.Player, m.Wants, m.Input)
	}
	for b, on := range t.bonds {
		if on {
			d.line("bond %v", b)
		}
	}
	for at, m := range t.marks {
		if m.number > 0 {
			d.line("mark %v %d %s", at, m.number, m.side)
		}
	}
	for draw, l := range t.waiting {
		d.line("supplied %s %v %s", draw, l.Result, l.Source)
	}
	return d.String()
}

// Draws returns the identities of the results that were supplied and not used yet.
func (t *Table) Draws() []string { return slices.Sorted(maps.Keys(t.waiting)) }

// Describe describes a state as its accessors tell it. A state does not list the results
// that wait for their draws, so the identities are given.
func Describe(s *aggregate.State, draws []string) string {
	d := new(description)
	files, ranks := s.Board()
	if s.Format() > 1 {
		files, ranks = 0, 0 // the board of the rules in force, which no outcome tells
	}
	d.line("game %q %q %s %dx%d opened=%v started=%v signing=%v offices=%v", s.Game(), s.System(), s.Seed(), files, ranks, s.Opened(), s.Started(), s.Signatures(), holders(s))
	for _, r := range s.Rules() {
		d.rule(r.Number, r.Revision, r.Rule, r.Dormant)
	}
	for _, r := range s.Readings() {
		d.line("reading %s=%s", r.Entry, r.Reading)
	}
	for _, p := range s.Players() {
		d.line("player %s %s %v %s", p.Name, p.Status, p.Addresses, p.Key)
	}
	for at, amount := range s.Balances() {
		if amount != 0 {
			d.line("account %s %s %v", at.Account, at.Asset, amount)
		}
	}
	for sd := range s.Sides() {
		text := "nothing"
		if sd.Played {
			text = last(&sd.Last)
		}
		d.side(sd.Name, sd.Player, sd.Attributes, sd.Defaults, text, sd.LastPlayAt)
		d.free(sd.Name, sd.Free.Count, sd.Free.Budget, sd.Free.Draft, sd.Free.Moved)
	}
	for p := range s.Pieces() {
		d.piece(p.ID, p.Type, p.Side, p.At, p.Counters)
	}
	d.line("order %v, %q to play, skipped %v, %q after that", s.Order(), s.ToPlay(), s.Skipped(), s.Promised())
	d.line("round of %v, %d plays kept", s.Round(), s.Kept())
	d.line("checks %v", s.Checks())
	d.line("weights %v", s.Weights())
	if l, ok := s.Limit(); ok {
		d.limit(l)
	}
	for st := range s.Stages() {
		d.stage(st, s.StageEnded(st.Stage))
	}
	for _, m := range s.Matters() {
		for _, p := range s.Players() {
			if yes, answered := s.Answer(&m, p.Name); answered {
				d.line("answer %s %s %v", m.Matter, p.Name, yes)
			}
		}
		d.line("matter %s %s %s %s", m.Matter, m.Player, m.Wants, m.Input)
	}
	for _, b := range s.Bonds() {
		d.line("bond %v", [3]string{b.Bond, min(b.Side, b.With), max(b.Side, b.With)})
	}
	for _, m := range s.Marks() {
		number, side := s.MarkOn(m.Square, m.Mark)
		d.line("mark %v %d %s", [2]string{m.Square, m.Mark}, number, side)
	}
	d.line("clock %s", moment(s.Clock()))
	d.line("hands %d, over %v", s.HandsWon(), s.Over())
	for _, w := range s.Titles() {
		d.line("title %s %q %d", w.Player, w.Title, w.Hand)
	}
	d.lots(slices.Collect(s.Lots()))
	for _, draw := range draws {
		if l, ok := s.SuppliedLot(draw); ok {
			d.line("supplied %s %v %s", draw, l.Result, l.Source)
		}
	}
	return d.String()
}
