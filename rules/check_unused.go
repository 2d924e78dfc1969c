package rules

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// This file doubts names that rules declare and nothing uses, states of squares that are given and never asked for, and squares to which nothing leads.

// unused looks at what a procedure declares, in its rulebook.
func (c *checker) unused(p *Procedure, after *Rulebook) {
	var text strings.Builder
	for i := range after.rules {
		text.Write(after.text(i))
	}
	said := text.String()
	for i, a := range p.Assets {
		if a.Name != Money && !spoken(said, a.Name) && !strings.Contains(said, `"holder of `+a.Name+`"`) {
			c.doubt(fmt.Sprintf("procedure.assets[%d]", i), "no rule gives, takes or asks for the asset %q: only transactions change it", a.Name)
		}
	}
	for i, n := range p.Counters {
		at := fmt.Sprintf("procedure.counters[%d]", i)
		if !strings.Contains(said, `"set":"`+n.Name+`"`) {
			c.doubt(at, "nothing sets the counter %q: it is always 0", n.Name)
		} else if !asksOf(said, "counter", n.Name) && (c.merged.Sharing == nil || c.merged.Sharing.Order != n.Name) && !strings.Contains(said, `"uses":"`+n.Name+`"`) {
			c.doubt(at, "counter %q is not used in any formula", n.Name)
		}
	}
	for i, n := range p.Modes {
		if !strings.Contains(said, `"mode":"`+n.Name+`"`) {
			c.doubt(fmt.Sprintf("procedure.modes[%d]", i), "no definition uses the mode %q", n.Name)
		}
	}
	if p.Board != nil {
		for i, g := range p.Board.Regions {
			if !spoken(said, g.Name) {
				c.doubt(fmt.Sprintf("procedure.board.regions[%d]", i), "region %q is not used in any rule", g.Name)
			}
		}
		c.cutOff(p.Board)
	}
	eachDoing(&Rule{Procedure: p}, func(at string, d *Doing) {
		if d.Mark != "" && !asksOf(said, "mark(?:ed|_side)?", d.Mark) && !slides(after, d.Mark) {
			c.doubt(at+".mark", "nothing asks for the state %q of squares", d.Mark)
		}
	})
}

// uncrowned doubts effects that change pieces to a royal type: no effect makes a piece royal.
func (c *checker) uncrowned(r *Rule, after *Rulebook) {
	royal := func(name string) bool {
		return slices.ContainsFunc(after.Pieces(), func(d Definition) bool { return d.Piece.Name == name && d.Piece.Royal })
	}
	eachDoing(r, func(at string, d *Doing) {
		if d.Become != "" && royal(d.Type) {
			c.doubt(at+".type", "no effect: a %s is royal, and no effect makes a piece royal", d.Type)
		}
	})
}

// spoken reports whether canonical rules say a name in quotation marks elsewhere than where it is declared.
func spoken(said, name string) bool {
	quoted := regexp.MustCompile(`(\\"|"|')` + regexp.QuoteMeta(name) + `(\\"|"|')`)
	return len(quoted.FindAllString(said, -1)) > strings.Count(said, `"name":"`+name+`"`)
}

// asksOf reports whether a formula of canonical rules asks for a name by an attribute.
func asksOf(said, attribute, name string) bool {
	return regexp.MustCompile(`\.` + attribute + `\(\s*(\\"|')` + regexp.QuoteMeta(name) + `(\\"|')`).MatchString(said)
}

// slides reports whether some leg slides on a state of squares.
func slides(book *Rulebook, state string) bool {
	for _, d := range book.Pieces() {
		for _, m := range d.Piece.AllModes() {
			if slices.ContainsFunc(m.Legs, func(l Leg) bool { return slices.Contains(l.Slides, state) }) {
				return true
			}
		}
	}
	return false
}

// mostCutOff is how many squares are named to which nothing leads.
const mostCutOff = 5

// cutOff doubts squares all of whose neighbours are closed.
func (c *checker) cutOff(b *Board) {
	list, err := Squares(b.Closed, b.Files, b.Ranks)
	if err != nil || len(list) == 0 {
		return
	}
	closed := map[[2]int]bool{}
	for _, sq := range list {
		closed[sq] = true
	}
	aroundFiles, aroundRanks := b.Around()
	var alone []string
	for f := range b.Files {
		for r := range b.Ranks {
			if !closed[[2]int{f, r}] && !neighboured(b, closed, f, r, aroundFiles, aroundRanks) {
				alone = append(alone, SquareName(f, r))
			}
		}
	}
	if n := len(alone); n > mostCutOff {
		alone = append(alone[:mostCutOff], fmt.Sprintf("and %d others", n-mostCutOff))
	}
	if len(alone) > 0 {
		c.doubt("procedure.board.closed", "unreachable by steps: every square beside is closed: %s", strings.Join(alone, ", "))
	}
}

// neighboured reports whether a square has an open neighbour.
func neighboured(b *Board, closed map[[2]int]bool, f, r int, aroundFiles, aroundRanks bool) bool {
	for df := -1; df <= 1; df++ {
		for dr := -1; dr <= 1; dr++ {
			to := [2]int{f + df, r + dr}
			if aroundFiles {
				to[0] = (to[0] + b.Files) % b.Files
			}
			if aroundRanks {
				to[1] = (to[1] + b.Ranks) % b.Ranks
			}
			if on := to[0] >= 0 && to[0] < b.Files && to[1] >= 0 && to[1] < b.Ranks; on && to != [2]int{f, r} && !closed[to] {
				return true
			}
		}
	}
	return false
}
