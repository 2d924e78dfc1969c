package web

import (
	"cmp"
	"context"
	"fmt"
	"html/template"
	"net/http"
	"strconv"

	"adjudicate/history"
	"adjudicate/report"
)

// Two editions of a history stand side by side: their boards at one entry, and every entry on which they differ.

// A comparison is two editions, the earlier one first.
type comparison struct {
	Editions [2]compared
	At       string // the address of the entry after which the boards stand
	Flips    []flip
}

// A compared is one edition at that entry.
type compared struct {
	Number  int
	Picture template.HTML // "" if the edition does not have the entry
}

// A flip is an entry with another verdict in the two, "" where one does not have it.
type flip struct {
	Address, Text string
	Verdicts      [2]string
}

// compare sets the edition that is looked at beside another one: that which the query names, else that which it was made from.
func (l *look) compare(ctx context.Context, r *http.Request) (*comparison, error) {
	second := l.view.Edition
	with, err := number("with", r.URL.Query().Get("with"), 31)
	if err != nil {
		return nil, err
	}
	first, err := l.view.Catalogue.Edition(cmp.Or(int(with), second.Base, 1))
	if err != nil {
		return nil, err
	}
	if first.Number > second.Number {
		first, second = second, first
	}
	v := &comparison{At: l.where.At}
	var lines [2]*line
	for i, e := range []*history.Edition{first, second} {
		v.Editions[i].Number = e.Number
		at, err := l.edition(ctx, e, "")
		if err != nil {
			return nil, err
		}
		if lines[i], err = at.line(ctx); err != nil {
			return nil, err
		}
	}
	v.flips(lines, first.Ended)
	if v.At == "" && len(v.Flips) > 0 {
		v.At = v.Flips[0].Address
	}
	for i, e := range []*history.Edition{first, second} {
		if v.Editions[i].Picture, err = l.boardIn(ctx, e, lines[i], v.At); err != nil {
			return nil, err
		}
	}
	return v, nil
}

// edition is the game in an edition at an entry, or at its end.
func (l *look) edition(ctx context.Context, e *history.Edition, at string) (*look, error) {
	return l.s.look(ctx, l.name, where{At: at, Edition: strconv.Itoa(e.Number), Known: l.where.Known}, l.head)
}

// boardIn draws the board of an edition after an entry, if it has that.
func (l *look) boardIn(ctx context.Context, e *history.Edition, in *line, at string) (template.HTML, error) {
	found := at == ""
	for i := range in.entries {
		found = found || in.entries[i].Address == at
	}
	if !found {
		return "", nil
	}
	there, err := l.edition(ctx, e, at)
	if err != nil {
		return "", err
	}
	b, err := there.board(ctx)
	if err != nil {
		return "", err
	}
	b.Drawn.Title = ""
	return report.Inline(b.Drawn, l.lang)
}

// flips finds the entries that differ, in the order of the second edition; those that only the first has come last. What was recorded once
// the first had ended, 0 if it has not, is no difference.
func (v *comparison) flips(lines [2]*line, ended uint64) {
	was := map[string]string{}
	for _, e := range lines[0].entries {
		was[e.Address] = verdictOf(e.Verdict)
	}
	for _, e := range lines[1].entries {
		before, had := was[e.Address]
		delete(was, e.Address)
		if after := verdictOf(e.Verdict); before != after && (had || ended == 0 || e.Sequence < ended) {
			v.Flips = append(v.Flips, flip{e.Address, e.Text, [2]string{before, after}})
		}
	}
	for _, e := range lines[0].entries {
		if before, alone := was[e.Address]; alone {
			v.Flips = append(v.Flips, flip{e.Address, e.Text, [2]string{before, ""}})
		}
	}
}

// To is the address of the same comparison at an entry.
func (v *comparison) To(address string) string {
	return fmt.Sprintf("?with=%d&edition=%d&at=%s", v.Editions[0].Number, v.Editions[1].Number, template.URLQueryEscaper(address))
}
