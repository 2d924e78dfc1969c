package web

import (
	"bytes"
	"cmp"
	"context"
	"embed"
	"html/template"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/text/language"

	"adjudicate/history/amendment"
	"adjudicate/internal/term"
	"adjudicate/ledger/advice"
	"adjudicate/report"
)

//go:embed page
var pageFiles embed.FS

//go:embed static
var staticFiles embed.FS

const htmlType = "text/html; charset=utf-8"

// templates are the pages in a language by name, each with the layout around it. They are read when the first is wanted: most commands show none.
func templates(lang string) map[string]*template.Template {
	read, known := pageTemplates.Load(lang)
	if !known {
		if !slices.ContainsFunc(tongues(), func(t language.Tag) bool { return t.String() == lang }) {
			lang = language.English.String()
		}
		read, _ = pageTemplates.LoadOrStore(lang, sync.OnceValue(func() map[string]*template.Template { return templatesIn(lang) }))
	}
	return read.(func() map[string]*template.Template)()
}

var pageTemplates sync.Map // func() map[string]*template.Template, by language

// said is where a template says a phrase that nothing is set into: that is said when the template is read, and not by reflection for each page.
var said = regexp.MustCompile(`\{\{(?:\$|\$p)?\.T "([^"\\]*)"\}\}`)

func templatesIn(lang string) map[string]*template.Template {
	funcs := template.FuncMap{"join": strings.Join, "verdict": verdictOf, "path": gamePath, "text": func(n uint64) string { return strconv.FormatUint(n, 10) },
		"inc": func(n int) int { return n + 1 }, "dec": func(n int) int { return n - 1 }, "pair": func(p *page, v any) pair { return pair{p, v} }, "dict": dict}
	files, err := pageFiles.ReadDir("page")
	if err != nil {
		panic(err)
	}
	read := func(into *template.Template, file string) *template.Template {
		text, err := pageFiles.ReadFile("page/" + file)
		if err != nil {
			panic(err)
		}
		return template.Must(into.Parse(said.ReplaceAllStringFunc(string(text), func(action string) string {
			return template.HTMLEscapeString(say(lang, said.FindStringSubmatch(action)[1]))
		})))
	}
	layout := read(template.New("layout.html").Funcs(funcs), "layout.html")
	out := map[string]*template.Template{}
	for _, f := range files {
		if f.Name() != "layout.html" {
			out[strings.TrimSuffix(f.Name(), ".html")] = read(template.Must(layout.Clone()), f.Name())
		}
	}
	return out
}

// A pair is a page and the part of its body that a template is given.
type pair struct {
	P *page
	V any
}

// dict is what a template gives another by names.
func dict(list ...any) map[string]any {
	out := map[string]any{}
	for i := 0; i+1 < len(list); i += 2 {
		out[list[i].(string)] = list[i+1]
	}
	return out
}

// verdictOf is the word for a verdict.
func verdictOf(v string) string { return cmp.Or(v, "noted") }

// render sets a page.
func (s *Server) render(name string, p *page) ([]byte, error) {
	p.Version, p.zone, p.Keyed, p.Mails = s.opts.Version, s.zoneOf, s.rely != nil, s.mails()
	if !s.opts.Lasting {
		p.now = s.opts.Now()
	}
	b := drafts.Get().(*bytes.Buffer)
	defer drafts.Put(b)
	b.Reset()
	err := templates(p.Lang)[name].Execute(b, p)
	return bytes.Clone(b.Bytes()), err
}

// drafts are buffers that pages are written in: what is kept of a page has no more room than it needs.
var drafts = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// A part is a page about a game at a point.
type part struct {
	path     string // below the game's; {name} is one word
	template string
	title    string
	listed   bool // on every page, beside the board
	body     func(ctx context.Context, l *look, r *http.Request) (any, error)
}

var parts = []part{
	{"", "game", "Board", false, func(ctx context.Context, l *look, r *http.Request) (any, error) { return l.scene(ctx, r) }},
	{"log", "log", "Log", true, func(ctx context.Context, l *look, r *http.Request) (any, error) { return l.logPage(ctx, r) }},
	{"weights", "weights", "Weights", true, func(ctx context.Context, l *look, _ *http.Request) (any, error) { return l.weightsPage(ctx) }},
	{"holdings", "holdings", "Holdings", true, func(ctx context.Context, l *look, _ *http.Request) (any, error) { return l.holdingsPage(ctx) }},
	{"rules", "rules", "Rules", true, func(ctx context.Context, l *look, _ *http.Request) (any, error) { return l.rulesPage(ctx) }},
	{"rules/{name}", "rule", "Rules", false, func(ctx context.Context, l *look, r *http.Request) (any, error) {
		return l.rulePage(ctx, r.PathValue("name"))
	}},
	{"register", "register", "Readings", true, func(ctx context.Context, l *look, _ *http.Request) (any, error) { return l.register(ctx) }},
	{"editions", "editions", "Editions", true, func(ctx context.Context, l *look, _ *http.Request) (any, error) { return l.editions(ctx) }},
	{"compare", "compare", "Editions", false, func(ctx context.Context, l *look, r *http.Request) (any, error) { return l.compare(ctx, r) }},
	{"disputes", "disputes", "Disputes", true, func(ctx context.Context, l *look, _ *http.Request) (any, error) { return l.docket(ctx) }},
	{"moves/{name}", "moves", "Moves", false, func(ctx context.Context, l *look, r *http.Request) (any, error) {
		return l.movesPage(ctx, r.PathValue("name"))
	}},
}

// routePages adds the pages to the routes.
func (s *Server) routePages(mux *http.ServeMux) error {
	for i := range parts {
		p := &parts[i]
		mux.HandleFunc("GET "+strings.TrimSuffix("/games/{game}/"+p.path, "/"), s.kept(func(ctx context.Context, l *look, r *http.Request) (string, []byte, error) {
			body, err := p.body(ctx, l, r)
			if err != nil {
				return "", nil, err
			}
			text, err := s.render(p.template, &page{Lang: languageOf(r), Title: l.state.Game(), Game: l.name, Section: p.title, Where: l.where, Veiled: viewerOf(ctx) != nil, Body: body})
			return htmlType, text, err
		}, s.failPage))
	}
	mux.HandleFunc("GET /games/{game}/feed.atom", s.kept(func(ctx context.Context, l *look, r *http.Request) (string, []byte, error) { return l.feed(ctx, r) }, s.failPage))
	mux.HandleFunc("GET /games/{game}/deadlines.ics", s.kept(func(ctx context.Context, l *look, r *http.Request) (string, []byte, error) { return l.calendar(ctx, r) }, s.failPage))
	s.routePictures(mux)
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) {
		n, _ := strconv.Atoi(r.URL.Query().Get("page"))
		v, err := s.lobby(r, n, pageGames)
		if err != nil {
			s.failPage(w, r, err)
			return
		}
		text, err := s.render("lobby", &page{Lang: languageOf(r), Title: say(languageOf(r), "Games"), Body: v})
		if err != nil {
			s.failPage(w, r, err)
			return
		}
		w.Header().Set("Vary", "Cookie, Authorization, Accept-Language")
		newAnswer(htmlType, text).write(w, r, false)
	})
	mux.HandleFunc("GET /", func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, apiRoot+"/") {
			s.failProblem(w, r, &missingError{text: noSuchDocument})
			return
		}
		s.failPage(w, r, &missingError{text: noSuchPage})
	})
	return s.routeStatic(mux)
}

// routeStatic adds the style sheet and the script.
func (s *Server) routeStatic(mux *http.ServeMux) error {
	for file, kind := range map[string]string{"style.css": "text/css; charset=utf-8", "office.js": "text/javascript; charset=utf-8"} {
		text, err := staticFiles.ReadFile("static/" + file)
		if err != nil {
			return err
		}
		a := newAnswer(kind, text)
		mux.HandleFunc("GET /static/"+file, func(w http.ResponseWriter, r *http.Request) { a.write(w, r, true) })
	}
	return nil
}

// A scene is the board of a game at a point, with what led to it.
type scene struct {
	*report.Overview
	Ruling   *report.Ruling // on the last entry; nil before the first
	Picture  template.HTML
	Crop     string         // the part of the board that is shown, "" for all of it
	Lit      []string       // squares that a fact speaks of, lit up on the board
	Entries  []report.Entry // around it
	Place    int            // of the last entry, from 1
	Last     int            // how many there are
	First    string         // addresses to step to, "" where there is none
	Previous string
	Next     string
	Film     uint64 // the entry that an animated picture of the last ones begins with, 0 without one
	Live     bool   // the end of the current history
	Over     bool   // nothing is played any more
	Edition  int
	Holds    int // the edition that holds
}

func (l *look) scene(ctx context.Context, r *http.Request) (*scene, error) {
	whole, err := l.line(ctx)
	if err != nil {
		return nil, err
	}
	if step, err := strconv.Atoi(r.URL.Query().Get("step")); err == nil && step > 0 && step <= len(whole.entries) {
		l.where = l.where.to(whole.entries[step-1].Address)
		again, err := l.s.look(ctx, l.name, l.where, l.head)
		if err != nil {
			return nil, err
		}
		again.lang = l.lang
		*l = *again
	}
	v := &scene{Last: len(whole.entries), Edition: l.view.Edition.Number, Holds: l.view.Catalogue.Current().Number, Live: l.where.ended(), Over: l.state.Over()}
	if v.Overview, err = report.NewGlance(l.state, l.view.UpTo); err != nil {
		return nil, err
	}
	if v.Crop = strings.TrimSpace(r.URL.Query().Get("crop")); v.Crop != "" {
		if err := v.Drawn.Crop(v.Crop); err != nil {
			return nil, &requestError{err.Error()}
		}
	}
	if v.Lit, err = report.Squares(r.URL.Query().Get("lit")); err != nil {
		return nil, &requestError{"invalid lit: " + err.Error()}
	}
	if v.Picture, err = report.InlineLit(v.Drawn, l.lang, v.Lit); err != nil {
		return nil, err
	}
	i := whole.at(l.view.Place())
	v.Place = i + 1
	v.Entries = whole.entries[max(0, i-7):min(len(whole.entries), i+6)]
	if len(whole.entries) > 0 {
		v.First = whole.entries[0].Address
	}
	if i > 0 {
		v.Previous = whole.entries[i-1].Address
	}
	if i+1 < len(whole.entries) {
		v.Next = whole.entries[i+1].Address
	}
	if first := max(0, i-filmed); i > 0 {
		v.Film = whole.entries[first].Sequence
	}
	if i >= 0 {
		v.Ruling, err = l.ruling(ctx, whole.entries[i].Address)
	}
	if who := viewerOf(ctx); who != nil && err == nil {
		err = l.seen(v, who)
	}
	return v, err
}

// Here reports whether an entry is the one that the scene shows.
func (v *scene) Here(e *report.Entry) bool { return v.Ruling != nil && v.Ruling.Address == e.Address }

// A holdingsPage is what sides and players have besides pieces on the board.
type holdingsPage struct {
	Holdings *report.Holdings
	Marks    *report.HandMarks
}

func (l *look) holdingsPage(ctx context.Context) (*holdingsPage, error) {
	held, err := l.holdings(ctx)
	v := &holdingsPage{Holdings: held}
	if err == nil && viewerOf(ctx) == nil {
		v.Marks, err = l.marks(ctx)
	}
	return v, err
}

// A logPage is a page of the log, the newest entries first.
type logPage struct {
	*report.Log
	Query   url.Values
	Page    int
	Pages   int
	More    bool // there may be more pages than are counted
	Sides   []string
	Problem string
}

func (l *look) logPage(ctx context.Context, r *http.Request) (*logPage, error) {
	q := r.URL.Query()
	v := &logPage{Query: q, Log: &report.Log{}}
	for side := range l.state.Sides() {
		v.Sides = append(v.Sides, side.Name)
	}
	n, _ := strconv.Atoi(q.Get("page"))
	query := report.LogQuery{Side: q.Get("side"), Player: q.Get("player"), Piece: q.Get("piece"), Clause: q.Get("clause"), Reading: q.Get("reading"),
		Rejected: q.Get("rejected") != "", Plays: q.Get("plays") != "", All: q.Get("all") != "", Last: -1}
	n = max(1, n)
	if query.Side+query.Player+query.Piece+query.Clause+query.Reading == "" && n <= mostFromEnd {
		query.Last = n*pageEntries + 1 // read from the end: the entries up to those of this page, and one that tells of another page
	}
	log, err := l.log(ctx, query)
	if advice.Misspelled(err) {
		v.Problem = err.Error()
		return v, nil
	} else if err != nil {
		return nil, err
	}
	v.Log = log
	v.Pages = max(1, (len(log.Entries)+pageEntries-1)/pageEntries)
	if v.More = len(log.Entries) == query.Last; v.More && !query.Plays && !query.Rejected && !query.All {
		whole, err := l.line(ctx)
		if err != nil {
			return nil, err
		}
		v.Pages, v.More = max(v.Pages, (whole.at(l.view.Place())+pageEntries)/pageEntries), false
	}
	v.Page = min(max(1, n), v.Pages)
	end := len(log.Entries) - (v.Page-1)*pageEntries
	log.Entries = reversed(log.Entries[max(0, end-pageEntries):end])
	return v, nil
}

func reversed(list []report.Entry) []report.Entry {
	out := make([]report.Entry, 0, len(list))
	for i := range list {
		out = append(out, list[len(list)-1-i])
	}
	return out
}

// Other is the query of another page of the same list.
func (v *logPage) Other(n int) string {
	q := url.Values{}
	for k, list := range v.Query {
		if len(list) > 0 && list[0] != "" {
			q.Set(k, list[0])
		}
	}
	q.Set("page", strconv.Itoa(n))
	return "?" + q.Encode()
}

// A weightsPage is the Weights with their chart.
type weightsPage struct {
	*report.Weights
	Chart template.HTML
}

func (l *look) weightsPage(ctx context.Context) (*weightsPage, error) {
	w, err := l.weights(ctx)
	if err != nil {
		return nil, err
	}
	v, all := &weightsPage{Weights: w}, w
	if l.view.Place() != l.view.In(l.view.Edition).Place() { // a past point is a mark in the chart of the whole game
		if all, err = l.whole().weights(ctx); err != nil {
			return nil, err
		}
	}
	if len(all.Series) > 0 {
		var text strings.Builder
		draw := func() error { return all.Chart(&text, say(l.lang, "Weights of %s", l.state.Game()), l.lang) }
		if all != w {
			draw = func() error { return all.ChartAt(&text, say(l.lang, "Weights of %s", l.state.Game()), l.lang, w) }
		}
		if err := draw(); err != nil {
			return nil, err
		}
		v.Chart = template.HTML(text.String())
	}
	return v, nil
}

// A rulesPage is the rules in force, and how they came to be.
type rulesPage struct {
	*report.Rules
	Changes *report.RuleLog
}

func (l *look) rulesPage(ctx context.Context) (*rulesPage, error) {
	rules, err := l.rules(ctx)
	if err != nil {
		return nil, err
	}
	changes, err := l.ruleLog(ctx, "")
	return &rulesPage{rules, changes}, err
}

// A rulePage is one rule: its text in force, and its history.
type rulePage struct {
	Number  string
	Text    string // "" if it is not in force
	Changes *report.RuleLog
	Steps   []ruleStep // from revision to revision, the newest first
}

// A ruleStep is what an amendment changed.
type ruleStep struct {
	Before, After int // revisions
	Changes       []amendment.Change
}

func (l *look) rulePage(ctx context.Context, number string) (*rulePage, error) {
	changes, err := l.ruleLog(ctx, number)
	if err != nil {
		return nil, err
	}
	v := &rulePage{Number: number, Changes: changes}
	if rule, ok := l.state.Rule(number); ok {
		var p term.Page
		report.RuleText(rule.Rule).Print(&p)
		v.Text = p.String()
	}
	read, err := l.changes(ctx)
	if err != nil {
		return nil, err
	}
	revisions := read.Of(number)
	for i := len(revisions) - 1; i > 0; i-- {
		a, b := revisions[i-1].Rule, revisions[i].Rule
		v.Steps = append(v.Steps, ruleStep{a.Revision, b.Revision, amendment.Diff(&a, &b)})
	}
	return v, nil
}

// A movesPage is what a piece can do, drawn.
type movesPage struct {
	*report.Moves
	Picture template.HTML
}

func (l *look) movesPage(ctx context.Context, piece string) (*movesPage, error) {
	m, err := l.moves(ctx, piece)
	if err != nil {
		return nil, err
	}
	m.Drawn.Title = "" // it is that of the page
	v := &movesPage{Moves: m}
	v.Picture, err = report.Inline(m.Drawn, l.lang)
	return v, err
}

// failPage answers a person with an error.
func (s *Server) failPage(w http.ResponseWriter, r *http.Request, err error) {
	if redirected(w, r, err) {
		return
	}
	status := s.noteError(r, err)
	text := err.Error()
	if status == http.StatusInternalServerError {
		text = notMade
	}
	s.failureOf(w, r, status, text)
}

// failureOf is the page that tells of a failure.
func (s *Server) failureOf(w http.ResponseWriter, r *http.Request, status int, text string) {
	body, err := s.render("failure", &page{Lang: languageOf(r), Title: say(languageOf(r), http.StatusText(status)), Body: say(languageOf(r), sentence(text))})
	if err != nil {
		body = []byte(http.StatusText(status))
	}
	w.Header().Set("Content-Type", htmlType)
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(body)
	}
}

// noteError returns the status of an error, and tells the log of one that is the server's own.
func (s *Server) noteError(r *http.Request, err error) int {
	status := statusOf(err)
	if status == http.StatusInternalServerError && r.Context().Err() == nil {
		s.figures.failed.Add(1)
		if s.opts.Log != nil {
			s.opts.Log.Error("answer failed", "path", r.URL.Path, "error", err)
		}
	}
	return status
}
