package web

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"path"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"adjudicate/events"
	"adjudicate/report"
)

// The API answers with the documents that the commands print with --json, and describes itself at /api/v1/openapi.json.

const apiRoot = "/api/v1"

// document is an answer of the API.
type document[V any] struct{ Body V }

// Point is where: only what has an exported name is described where it is embedded.
type Point = where

// Question names nothing but a game and a point.
type Question struct {
	Game string `path:"game" maxLength:"200" doc:"the name of the game"`
	Point
}

type nameQuestion struct {
	Question
	Name string `path:"name" maxLength:"200"`
}

type logQuestion struct {
	Question
	Side     string `query:"side" maxLength:"200" doc:"only what concerns a side"`
	Player   string `query:"player" maxLength:"200" doc:"only what a player entered, or what names them"`
	Piece    string `query:"piece" maxLength:"64" doc:"only what concerns the piece of an id"`
	Clause   string `query:"clause" maxLength:"200" doc:"only what rests on a clause"`
	Reading  string `query:"reading" maxLength:"200" doc:"only what rests on a reading"`
	Rejected bool   `query:"rejected" doc:"only what was ruled illegal"`
	Plays    bool   `query:"plays" doc:"only plays"`
	All      bool   `query:"all" doc:"also list the rules that opened the game"`
	Last     int    `query:"last" minimum:"1" maximum:"1000" default:"50" doc:"the last so many entries"`
	Before   string `query:"before" maxLength:"64" doc:"only what stands before the entry of this address: with that of the first entry of an answer, the page before it. Pages stay as they are while entries are added."`
}

func (q *logQuestion) query() report.LogQuery {
	return report.LogQuery{Side: q.Side, Player: q.Player, Piece: q.Piece, Clause: q.Clause, Reading: q.Reading, Rejected: q.Rejected, Plays: q.Plays, All: q.All, Last: q.Last}
}

// logBefore is the page of the log that a question asks for.
func (l *look) logBefore(ctx context.Context, q *logQuestion) (*report.Log, error) {
	if q.Before == "" {
		return l.log(ctx, q.query())
	}
	whole := q.query()
	whole.Last = -1
	if _, err := strconv.ParseUint(q.Before, 10, 64); err == nil { // of entries of an edition, such as 2.1, everything is read
		whole.Until, whole.Last = q.Before, q.Last+1
	}
	v, err := l.log(ctx, whole)
	if err != nil {
		return nil, err
	}
	at := slices.IndexFunc(v.Entries, func(e report.Entry) bool { return e.Address == q.Before })
	if at < 0 {
		return nil, &requestError{fmt.Sprintf("invalid before %q: expected the address of an entry that the same question lists", q.Before)}
	}
	v.Entries = v.Entries[max(0, at-q.Last):at]
	return v, nil
}

// looked is the key of the look that a request about a game was given.
type looked struct{}

// asker is the key of the request for the list of games, of which not everybody sees all.
type asker struct{}

// ask adds a question about a game at a point. Its view is the document.
func ask[Q any, V any](api huma.API, id, path, summary string, answer func(ctx context.Context, l *look, q *Q) (V, error)) {
	huma.Register(api, huma.Operation{OperationID: id, Method: http.MethodGet, Path: apiRoot + "/games/{game}" + path, Summary: summary, Tags: []string{"games"},
		Errors: []int{http.StatusBadRequest, http.StatusNotFound, http.StatusServiceUnavailable}},
		func(ctx context.Context, q *Q) (*document[V], error) {
			v, err := answer(ctx, ctx.Value(looked{}).(*look), q)
			if err != nil {
				return nil, problemOf(err)
			}
			return &document[V]{Body: v}, nil
		})
}

// bare is a question without words of its own.
func bare[V any](answer func(*look, context.Context) (V, error)) func(context.Context, *look, *Question) (V, error) {
	return func(ctx context.Context, l *look, _ *Question) (V, error) { return answer(l, ctx) }
}

func named[V any](answer func(*look, context.Context, string) (V, error)) func(context.Context, *look, *nameQuestion) (V, error) {
	return func(ctx context.Context, l *look, q *nameQuestion) (V, error) { return answer(l, ctx, q.Name) }
}

// gamesAsked is which of the games are wanted.
type gamesAsked struct {
	Page  int `query:"page" minimum:"1" default:"1" doc:"which page of them, the games of the latest entries first"`
	Limit int `query:"limit" minimum:"1" maximum:"1000" default:"1000" doc:"how many games a page has at most; one with fewer is the last"`
}

// api returns the API with all its operations, and what serves them.
func (s *Server) api() (huma.API, *http.ServeMux) {
	wordProblems()
	mux := http.NewServeMux()
	config := huma.DefaultConfig("adjudicate", s.opts.Version)
	config.Info.Description = "Games whose rules change while they are played: their boards, rulings, rules and histories. Documents have the shapes that the commands print with --json."
	config.OpenAPIPath, config.DocsPath, config.SchemasPath = "", "", ""
	config.CreateHooks = nil // no "$schema" in documents
	config.Components.Schemas = huma.NewMapRegistry("#/components/schemas/", schemaName)
	api := humago.New(mux, config)
	alias(api.OpenAPI().Components.Schemas)
	huma.Register(api, huma.Operation{OperationID: "list-games", Method: http.MethodGet, Path: apiRoot + "/games", Summary: "The games of the store", Tags: []string{"games"}},
		func(ctx context.Context, in *gamesAsked) (*document[*report.Ledgers], error) {
			r, _ := ctx.Value(asker{}).(*http.Request)
			v, err := s.lobby(r, in.Page, in.Limit)
			if err != nil {
				return nil, problemOf(err)
			}
			if in.Page > v.Pages {
				v.Ledgers.Ledgers = []report.LedgerLine{}
			}
			return &document[*report.Ledgers]{v.Ledgers}, nil
		})
	ask(api, "show-game", "", "A game at a glance", bare((*look).overview))
	ask(api, "show-board", "/board", "The position on the board", bare((*look).board))
	ask(api, "show-weights", "/weights", "The Weights, play by play", bare((*look).weights))
	ask(api, "show-order", "/list", "Who plays next", bare((*look).orderOfPlay))
	ask(api, "list-deadlines", "/deadlines", "Running time limits",
		bare(func(l *look, _ context.Context) (*report.Deadlines, error) {
			return report.DeadlinesOf(l.state, l.view.UpTo), nil
		}))
	ask(api, "show-holdings", "/holdings", "Pieces off the board, and accounts", bare((*look).holdings))
	ask(api, "show-"+events.Usual().Marks, "/"+events.Usual().Marks, "Who holds "+events.Usual().Marks+", and the winners of hands", bare((*look).marks))
	ask(api, "list-rules", "/rules", "The rules in force", bare((*look).rules))
	ask(api, "list-changes-of-rules", "/rules/log", "The history of the rules",
		bare(func(l *look, ctx context.Context) (*report.RuleLog, error) { return l.ruleLog(ctx, "") }))
	ask(api, "list-readings", "/register", "The interpretation register", bare((*look).register))
	ask(api, "list-editions", "/editions", "The editions of the history", bare((*look).editions))
	ask(api, "list-disputes", "/disputes", "The docket", bare((*look).docket))
	ask(api, "show-ruling", "/rulings/{name}", "A ruling, by the number or address of its input", named((*look).ruling))
	ask(api, "show-moves", "/moves/{name}", "Where a piece can go, by its id or square", named((*look).moves))
	ask(api, "list-entries", "/log", "The entries with their rulings",
		func(ctx context.Context, l *look, q *logQuestion) (*report.Log, error) { return l.logBefore(ctx, q) })
	describeWriting(api)
	nameOutside(api.OpenAPI().Components.Schemas)
	return api, mux
}

// schemaName is what the description calls a type: types of views by their name alone, others by that of their package too.
func schemaName(t reflect.Type, hint string) string {
	name := huma.DefaultSchemaNamer(t, hint)
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	if pkg := path.Base(t.PkgPath()); t.Name() != "" && pkg != "report" && pkg != "." {
		name = strings.ToUpper(pkg[:1]) + pkg[1:] + name
	}
	return name
}

// alias tells the describer of types what those look like that write themselves.
func alias(r huma.Registry) {
	for t, looks := range report.Forms() {
		r.RegisterTypeAlias(t, looks)
	}
}

// nameOutside gives the properties the names that documents have: the describer of types reads their tags as they are.
func nameOutside(r huma.Registry) {
	for _, s := range r.Map() {
		for i, name := range s.Required {
			s.Required[i] = report.FieldName(name)
		}
		for name, property := range s.Properties {
			if outside := report.FieldName(name); outside != name {
				delete(s.Properties, name)
				s.Properties[outside] = property
			}
		}
	}
}

// routeAPI adds the API to the routes: questions about a game are kept.
func (s *Server) routeAPI(mux *http.ServeMux) error {
	api, inner := s.api()
	text, err := json.MarshalIndent(api.OpenAPI(), "", "  ")
	if err != nil {
		return err
	}
	described := newAnswer("application/vnd.oai.openapi+json", append(text, '\n'))
	mux.HandleFunc("GET "+apiRoot+"/openapi.json", func(w http.ResponseWriter, r *http.Request) { described.write(w, r, false) })
	ask := func(ctx context.Context, r *http.Request) (kind string, body []byte, err error) {
		rec := recorder{header: http.Header{}, status: http.StatusOK}
		inner.ServeHTTP(&rec, r.WithContext(ctx))
		kind = rec.header.Get("Content-Type")
		switch {
		case rec.status == http.StatusOK:
			return kind, rec.body.Bytes(), nil
		case rec.status == http.StatusNotFound && kind != problemType: // no operation is described there
			return "", nil, &missingError{text: noSuchDocument}
		}
		return "", nil, &answeredProblem{rec.status, kind, rec.body.Bytes()}
	}
	mux.HandleFunc("GET "+apiRoot+"/games", func(w http.ResponseWriter, r *http.Request) {
		kind, body, err := ask(context.WithValue(r.Context(), asker{}, r), r)
		if err != nil {
			s.failProblem(w, r, err)
			return
		}
		newAnswer(kind, body).write(w, r, false)
	})
	mux.HandleFunc("GET "+apiRoot+"/games/{game}/events", s.stream)
	kept := s.kept(func(ctx context.Context, l *look, r *http.Request) (string, []byte, error) {
		return ask(context.WithValue(ctx, looked{}, l), r)
	}, s.failProblem)
	mux.HandleFunc("GET "+apiRoot+"/games/{game}", kept)
	mux.HandleFunc("GET "+apiRoot+"/games/{game}/{rest...}", kept)
	return nil
}

// A recorder takes what is to be kept.
type recorder struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (r *recorder) Header() http.Header            { return r.header }
func (r *recorder) WriteHeader(status int)         { r.status = status }
func (r *recorder) Write(text []byte) (int, error) { return r.body.Write(text) }
