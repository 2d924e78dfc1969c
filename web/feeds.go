package web

import (
	"bytes"
	"cmp"
	"context"
	"encoding/xml"
	"fmt"
	"net/http"
	"strings"
	"time"

	ics "github.com/arran4/golang-ical"

	"adjudicate/report"
)

// Feeds tell programs of people's own what happens in a game: an Atom feed of its entries, a calendar of its deadlines. Both are
// answers about the end of the current history, kept as pages are. Atom (RFC 4287) is ten elements and needs no library; calendars
// (RFC 5545) fold and escape lines by rules of their own, for which there is one.

const (
	atomType     = "application/atom+xml; charset=utf-8"
	calendarType = "text/calendar; charset=utf-8"
	feedEntries  = 50
	feedTag      = "tag:adjudicate.invalid,2026:" // what ids of entries begin with: they name a game, not an address
)

type atomFeed struct {
	XMLName xml.Name    `xml:"http://www.w3.org/2005/Atom feed"`
	ID      string      `xml:"id"`
	Title   string      `xml:"title"`
	Updated string      `xml:"updated"`
	Links   []atomLink  `xml:"link"`
	Entries []atomEntry `xml:"entry"`
}

type atomLink struct {
	Rel  string `xml:"rel,attr"`
	Type string `xml:"type,attr,omitempty"`
	Href string `xml:"href,attr"`
}

type atomEntry struct {
	ID      string   `xml:"id"`
	Title   string   `xml:"title"`
	Updated string   `xml:"updated"`
	Author  string   `xml:"author>name"`
	Link    atomLink `xml:"link"`
	Content struct {
		Type string `xml:"type,attr"`
		Text string `xml:",chardata"`
	} `xml:"content"`
}

// feed writes the last entries of a game as an Atom feed, the newest first.
func (l *look) feed(ctx context.Context, _ *http.Request) (string, []byte, error) {
	whole, err := l.log(ctx, report.LogQuery{Last: feedEntries})
	if err != nil {
		return "", nil, err
	}
	origin, err := originOf(ctx, l.s.store.Game(l.name))
	if err != nil {
		return "", nil, err
	}
	game := gamePath(l.name)
	f := atomFeed{ID: feedTag + origin, Title: cmp.Or(l.state.Game(), l.name), Links: []atomLink{{"self", "application/atom+xml", l.s.public(game + "/feed.atom")}, {"alternate", "text/html", l.s.public(game)}}}
	var last time.Time
	for _, e := range reversed(whole.Entries) {
		one := atomEntry{ID: feedTag + origin + "/" + e.Address, Title: fmt.Sprintf("#%s %s: %s", e.Address, e.Text, say(l.lang, verdictOf(e.Verdict))), Updated: e.Recorded.UTC().Format(time.RFC3339),
			Author: cmp.Or(e.Actor, "adjudicate"), Link: atomLink{"alternate", "text/html", l.s.public(game + where{At: e.Address}.query())}}
		one.Content.Type, one.Content.Text = "text", told(&e, l.lang)
		f.Entries = append(f.Entries, one)
		if e.Recorded.After(last) {
			last = e.Recorded
		}
	}
	f.Updated = last.UTC().Format(time.RFC3339)
	text, err := xml.MarshalIndent(f, "", " ")
	return atomType, append([]byte(xml.Header), text...), err
}

// told is what came of an entry, a line each.
func told(e *report.Entry, lang string) string {
	lines := []string{e.Text + ": " + say(lang, verdictOf(e.Verdict))}
	for _, f := range e.Faults {
		lines = append(lines, f.Message+" ("+f.Clause+")")
	}
	return strings.Join(append(lines, e.Notable...), "\n")
}

// calendar writes the deadlines of a game as a calendar: of all, or of the player or side that the query names.
func (l *look) calendar(ctx context.Context, r *http.Request) (string, []byte, error) {
	origin, err := originOf(ctx, l.s.store.Game(l.name))
	if err != nil {
		return "", nil, err
	}
	q := r.URL.Query()
	list, err := report.DeadlinesFor(l.state, l.view.UpTo, q.Get("player"), q.Get("side"))
	if err != nil {
		return "", nil, err
	}
	stamp := time.Unix(0, 0)
	if act, err := l.view.LastAct(ctx); err != nil {
		return "", nil, err
	} else if act != nil {
		stamp = act.Input.Recorded
	}
	game := cmp.Or(l.state.Game(), l.name)
	cal := ics.NewCalendarFor("adjudicate")
	cal.SetMethod(ics.MethodPublish)
	cal.SetName(game)
	cal.SetXWRCalName(game)
	for _, d := range list.Deadlines {
		e := cal.AddEvent(strings.Join(strings.Fields(d.Key), "_") + "@" + origin)
		e.SetDtStampTime(stamp.UTC())
		e.SetSequence(int(l.view.UpTo))
		e.SetStartAt(d.At)
		e.SetEndAt(d.At)
		e.SetSummary(fmt.Sprintf("[%s] %s", game, say(l.lang, d.Format, d.Args...)))
		if d.Player != "" {
			e.SetDescription(d.Player)
		}
		e.SetURL(l.s.public(gamePath(l.name)))
	}
	var b bytes.Buffer
	err = cal.SerializeTo(&b)
	return calendarType, b.Bytes(), err
}

// public is an address of the office as the world writes it, if it is known; else a path.
func (s *Server) public(path string) string { return strings.TrimSuffix(s.opts.URL, "/") + path }
