package web

import (
	"context"
	"html/template"
	"net/url"
	"strconv"
	"time"

	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/internal/markup"
)

// A page is what every template is given.
type page struct {
	Lang    string
	Title   string
	Game    string // its name; "" where the page is about none
	Section string // the part of the game that the page is
	Where   where
	Version string
	Visitor string // who is signed in, on pages for one person
	Role    string // of the visitor
	Veiled  bool   // the rules hide a part of the game from the visitor
	Keyed   bool   // people can sign in by passkeys
	Mails   bool   // people can be sent a link to sign in with
	Body    any

	zone func(game string) *time.Location // of a game; nil: UTC
	now  time.Time                        // zero on a page that is kept as a file
}

// T is a phrase in the page's language.
func (p *page) T(phrase string, args ...any) string { return say(p.Lang, phrase, args...) }

// To is the address of a part of the game at the page's point.
func (p *page) To(parts ...string) string { return gamePath(p.Game, parts...) + p.Where.query() }

// At is the address of the game itself at another entry of the same history; "" is the end.
func (p *page) At(address string) string {
	query := p.Where.to(address).query()
	if v, ok := p.Body.(*scene); ok && v.Crop != "" {
		query = also(query, "crop", v.Crop)
	}
	return gamePath(p.Game) + query
}

// Film is the address of the animated picture of the entries from a sequence on.
func (p *page) Film(v *scene) string {
	query := also(p.Where.query(), "from", strconv.FormatUint(v.Film, 10))
	if v.Crop != "" {
		query = also(query, "crop", v.Crop)
	}
	return gamePath(p.Game, "film.svg") + query
}

// Moment is a time as pages write it, in the time zone of their game.
func (p *page) Moment(t time.Time) template.HTML { return p.MomentIn(p.Game, t) }

// MomentIn is a time in the zone of a game.
func (p *page) MomentIn(game string, t time.Time) template.HTML {
	var m markup.Text
	p.moment(&m, game, t)
	return template.HTML(m)
}

// zoneOf is the time zone that the opening of a game names: that of each game, however many there are.
func (s *Server) zoneOf(game string) *time.Location {
	if zone, ok := s.zones.Load(game); ok {
		return zone.(*time.Location)
	}
	zone := events.ZoneOr(history.ZoneName(context.Background(), s.store.Game(game).Recall(), game))
	s.zones.Store(game, zone)
	return zone
}

func gamePath(game string, parts ...string) string {
	path := "/games/" + url.PathEscape(game)
	for _, part := range parts {
		path += "/" + url.PathEscape(part)
	}
	return path
}
