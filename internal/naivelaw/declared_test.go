package naivelaw

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/rules/movement"
)

// TestDeclaredKindsOfMovesAreWhatTheDocumentationSays is about kinds of moves that rules declare: where pieces go by them, what they cost,
// and what forbids and requires them.
func TestDeclaredKindsOfMovesAreWhatTheDocumentationSays(t *testing.T) {
	kinds := games(t, 90, 16000000, (*Random).Declared)
	if few := kinds["games"] < 90; !few && (kinds["becomes"] < 3 || kinds["listed"] < 2000 || kinds["unlisted"] < 500 || kinds["leap"] < 30 || kinds["haunt"] < 30 || kinds["rejected"] < 30 || kinds["captures"] < 300) {
		t.Errorf("too few moves of declared kinds: %v", kinds)
	}
}

// opening is what players have when a random game begins, and whether it begins with an array.
func opening(r *Random) (list []events.Payload) {
	if r.purse {
		for _, side := range r.Sides {
			list = append(list, events.AssetChanged{Account: playerOf(side), Asset: "gems", Change: events.Half(r.IntN(13)), Why: "rule"})
		}
	}
	if r.array {
		list = append(list, events.ArrayLaid{})
	}
	return list
}

// ofKinds lists those of some acts that are moves of declared kinds.
func (g *game) ofKinds(acts []act) (list []act) {
	for _, a := range acts {
		if g.kindCalled(a.called()) != nil {
			list = append(list, a)
		}
	}
	return list
}

// afterwards is the board after a move of a declared kind, with what its piece becomes, as the past before it has it.
func (g *game) afterwards(a act) *game {
	after := g.tries(a)
	if p := after.find(a.p.id); a.becomes != "" {
		p.typ = a.becomes
		after.fresh(p)
	}
	return after
}

// listed holds the full lists of moves of declared kinds of a side's pieces together, with which of them leave the side in check; odd says
// where they part.
func (g *game) listed(j *aggregate.Judge, side string, acts []act, kinds map[string]int) (odd string) {
	naive := map[string]bool{}
	for _, a := range g.ofKinds(acts) {
		if slices.Equal(slices.DeleteFunc(g.notSo(a), func(why string) bool { return why == tooDear }), nil) {
			check := ""
			if g.checks && g.afterwards(a).inCheck(side) {
				check = " into check"
			}
			naive[fmt.Sprint(a.p.id, " ", a.from, taken(a.victims), "-", a.to, " ", a.called(), check)] = true
		}
	}
	engine := map[string]bool{}
	pos := j.Position()
	for _, p := range g.onBoard() {
		id, ok := j.PieceID(p.id)
		if p.side != side || !ok {
			continue
		}
		for k, kind := range pos.Ruleset().Kinds() {
			for _, to := range pos.MovesOfKind(id, movement.KindID(k), nil) {
				check := ""
				if !pos.LegalOfKind(id, to) {
					check = " into check"
				}
				engine[fmt.Sprint(p.id, " ", p.at, "x-", pos.Ruleset().SquareName(to), " ", kind, check)] = true
			}
		}
		for _, w := range pos.OwnTakingsOf(id, pos.TakingsOf(id, nil)) {
			for _, k := range pos.InKinds(id, w) {
				check := ""
				if !pos.LegalTaking(id, w) {
					check = " into check"
				}
				var victims []*piece
				for _, v := range w.Victims() {
					victims = append(victims, g.find(j.PieceName(v)))
				}
				kinds["captures"]++
				engine[fmt.Sprint(p.id, " ", p.at, taken(victims), "-", pos.Ruleset().SquareName(w.To), " ", pos.Ruleset().Kinds()[k], check)] = true
			}
		}
	}
	kinds["listed"] += len(naive)
	return cmp.Diff(naive, engine)
}

// taken names victims, whatever order a path takes them in.
func taken(victims []*piece) string {
	var ids []string
	for _, v := range victims {
		ids = append(ids, v.id)
	}
	slices.Sort(ids)
	return "x" + strings.Join(ids, "+")
}

// unlisted tries moves of declared kinds that the second opinion does not list, most of them to where a piece goes by another way; odd is
// one that the program accepts.
func (g *game) unlisted(j *aggregate.Judge, r *Random, side string, acts []act, kinds map[string]int) (odd string) {
	known := map[string]bool{}
	for _, a := range acts {
		known[a.text()] = true
	}
	pieces := slices.DeleteFunc(g.onBoard(), func(p *piece) bool { return p.side != side })
	for range min(3, 3*len(pieces)*len(g.kinds)) {
		a := act{side: side, p: pieces[r.IntN(len(pieces))], kind: word(g.kinds[r.IntN(len(g.kinds))], "name"), to: squareOf(r.square())}
		if b := acts[r.IntN(len(acts))]; b.p != nil && b.from != (square{}) && r.chance(70) {
			a.p, a.to = b.p, b.to
		}
		a.from = a.p.at
		if a.becomes = g.becomes(a.p, a.to); known[a.text()] {
			continue
		}
		kinds["unlisted"]++
		d := j.Decide(aggregate.Input{ID: "in", At: noon, Actor: "Umpire", Payload: events.PlaySubmitted{Side: side, Text: a.text()}})
		if d.Ruling.Verdict == aggregate.Accepted {
			return fmt.Sprint(a.text(), " is accepted, and unknown to the second opinion")
		}
	}
	return ""
}
