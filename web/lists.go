package web

import (
	"cmp"
	"html/template"
	"net/url"
	"slices"
	"strings"
	"time"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/internal/markup"
	"adjudicate/report"
)

// A template asks by reflection for every value that it sets. What a page has many of is appended instead, one function a list; all
// else are templates.

// Parts are the links to the parts of the game.
func (p *page) Parts() template.HTML {
	m := make(markup.Text, 0, 2048)
	link := func(address, title string) {
		m.Put("\n"+`<a href="%"`, address)
		if title == p.Section {
			m.Put(` aria-current="page"`)
		}
		m.Put(">%</a>", p.T(title))
	}
	link(p.To(), "Board")
	for i := range parts {
		if part := &parts[i]; part.listed && (!p.Veiled || slices.Contains(plainParts, part.path) || slices.Contains(seenParts, part.path)) {
			link(p.To(part.path), part.title)
		}
	}
	link(gamePath(p.Game, "play"), "Play")
	if p.Visitor != "" && p.Role != roleWatcher {
		if !p.Veiled {
			link(gamePath(p.Game, "ahead"), "Plays ahead")
		}
		link(gamePath(p.Game, "deeds"), "Other actions")
		if p.Role == roleUmpire {
			link(gamePath(p.Game, "desk"), "Desk")
		}
	}
	return template.HTML(m)
}

// Pieces are the rows of the table of a board.
func (p *page) Pieces(board []report.Piece) template.HTML {
	m := make(markup.Text, 0, 128*len(board))
	moves, query := gamePath(p.Game, "moves")+"/", p.Where.query()
	for i := range board {
		x := &board[i]
		if p.Veiled {
			m.Put("<tr><td>%</td><td>%</td><td>%</td></tr>\n", x.At, cmp.Or(x.Type, "?"), x.Side)
			continue
		}
		m.Put(`<tr><td>%</td><td><a href="%%%">% %</a></td><td>%</td></tr>`+"\n", x.At, moves, url.PathEscape(x.ID), query, x.Type, x.ID, x.Side)
	}
	return template.HTML(m)
}

// Steps are the entries around the one that a scene shows.
func (p *page) Steps(v *scene) template.HTML {
	m := make(markup.Text, 0, 256*len(v.Entries))
	for i := range v.Entries {
		e := &v.Entries[i]
		m.Put("\n<li")
		if v.Here(e) {
			m.Put(` aria-current="true"`)
		}
		m.Put(`><a href="%"><span class="num">#%</span> <span class="play">%</span></a> `, p.At(e.Address), e.Address, e.Said())
		p.verdict(&m, e.Verdict)
		m.Put("</li>")
	}
	return template.HTML(m)
}

// Entries are those of the log, with what was wrong with them and what came of them.
func (p *page) Entries(list []report.Entry) template.HTML {
	m := make(markup.Text, 0, 512*len(list))
	for i := range list {
		e := &list[i]
		m.Put("\n"+`<li><a href="%"><span class="num">#%</span> `, p.At(e.Address), e.Address)
		p.moment(&m, p.Game, e.Recorded)
		m.Put(` <span class="play">%</span></a> `, e.Said())
		p.verdict(&m, e.Verdict)
		if e.Actor != "" {
			m.Put(` <span class="why">%</span>`, e.Actor)
		}
		if len(e.Faults)+len(e.Notable) > 0 {
			m.Put("\n<ul>")
			faults(&m, e.Faults)
			for _, text := range e.Notable {
				m.Put("<li>%</li>", text)
			}
			m.Put("</ul>")
		}
		m.Put("</li>")
	}
	return template.HTML(m)
}

// Facts are what a ruling rests on, what was wrong first, and what followed of that. Beside a board those that name squares are links that light them up.
func (p *page) Facts(r *report.Ruling) template.HTML {
	m := make(markup.Text, 0, 1024)
	for i := range r.Faults {
		p.fact(&m, `<li class="rejected">`, r.Faults[i].Message, r.Faults[i].Clause, r.Faults[i].Squares)
	}
	for i := range r.Facts {
		p.fact(&m, "<li>", r.Facts[i].Message, r.Facts[i].Clause, r.Facts[i].Squares)
	}
	if r.Verdict == aggregate.Rejected { // what came of others is seen on the board
		for _, text := range r.Came() {
			p.fact(&m, "<li>", text, "", nil)
		}
	}
	return template.HTML(m)
}

func (p *page) fact(m *markup.Text, begin markup.Verbatim, message, clause string, squares []string) {
	m.Put("%", begin)
	if v, ok := p.Body.(*scene); ok && len(squares) > 0 {
		lit := strings.Join(squares, ",")
		m.Put(`<a href="%"`, also(p.At(p.Where.At), "lit", lit))
		if lit == strings.Join(v.Lit, ",") {
			m.Put(` aria-current="true"`)
		}
		m.Put(">%</a>", message)
	} else {
		m.Put("%", message)
	}
	cite(m, clause)
	m.Put("</li>\n")
}

func faults(m *markup.Text, list []events.Fault) {
	for i := range list {
		m.Put(`<li class="rejected">%`, list[i].Message)
		cite(m, list[i].Clause)
		m.Put("</li>")
	}
}

func cite(m *markup.Text, clause string) {
	if clause != "" {
		m.Put(" <cite>%</cite>", clause)
	}
}

// verdict is a verdict in words, in its colour.
func (p *page) verdict(m *markup.Text, verdict string) {
	word := verdictOf(verdict)
	m.Put(`<span class="%">%</span>`, word, p.T(word))
}

// moment is a time as pages write it, in the zone of a game.
func (p *page) moment(m *markup.Text, game string, t time.Time) {
	there := t.UTC()
	if p.zone != nil && game != "" {
		there = t.In(p.zone(game))
	}
	var exact, read [64]byte
	m.Put(`<time datetime="%">%</time>`, markup.Verbatim(t.UTC().AppendFormat(exact[:0], time.RFC3339)), string(there.AppendFormat(read[:0], "2006-01-02 15:04 MST")))
}
