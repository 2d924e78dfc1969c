package web

import (
	"net/http"
	"reflect"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"adjudicate/ledger/ahead"
	"adjudicate/report"
)

// describeWriting adds to the description of the API what is answered besides documents about a point: plays and plays ahead, which want a
// session.
func describeWriting(api huma.API) {
	doc := api.OpenAPI()
	doc.Components.SecuritySchemes = map[string]*huma.SecurityScheme{"session": {Type: "http", Scheme: "bearer", Description: "the value of the cookie set by signing in to a game"}}
	schema := func(t reflect.Type) *huma.Schema { return doc.Components.Schemas.Schema(t, true, "") }
	problem := &huma.Response{Description: "A problem document", Content: map[string]*huma.MediaType{"application/problem+json": {Schema: schema(reflect.TypeFor[huma.ErrorModel]())}}}
	game := &huma.Param{Name: "game", In: "path", Required: true, Schema: &huma.Schema{Type: "string"}, Description: "the name of the game"}
	key := &huma.Param{Name: "Idempotency-Key", In: "header", Required: true, Schema: &huma.Schema{Type: "string"}, Description: "a key that is the same when the request is repeated"}
	for _, op := range []struct {
		id, method, path, summary string
		in, out                   reflect.Type
		more                      *huma.Param
	}{
		{"submit-play", http.MethodPost, "/plays", "Submit a play", reflect.TypeFor[submission](), reflect.TypeFor[report.Ruling](),
			&huma.Param{Name: "preview", In: "query", Schema: &huma.Schema{Type: "string"}, Description: "1 to preview the ruling and write nothing"}},
		{"list-plays-ahead", http.MethodGet, "/ahead", "The player's plays ahead", nil, reflect.TypeFor[aheadList](), nil},
		{"write-ahead", http.MethodPost, "/ahead", "Keep a play until its condition is met", reflect.TypeFor[aheadSubmission](), reflect.TypeFor[ahead.Play](),
			&huma.Param{Name: "withdraw", In: "query", Schema: &huma.Schema{Type: "string"}, Description: "withdraw the play that was kept under the key; the answer lists the others"}},
	} {
		o := &huma.Operation{OperationID: op.id, Method: op.method, Path: apiRoot + "/games/{game}" + op.path, Summary: op.summary, Tags: []string{"playing"}, Parameters: []*huma.Param{game},
			Security: []map[string][]string{{"session": {}}}, Responses: map[string]*huma.Response{"200": {Description: "OK", Content: map[string]*huma.MediaType{"application/json": {Schema: schema(op.out)}}}}}
		if op.in != nil {
			o.Parameters = append(o.Parameters, key)
			o.RequestBody = &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{"application/json": {Schema: schema(op.in)}}}
		}
		o.Parameters = slices.DeleteFunc(append(o.Parameters, op.more), func(p *huma.Param) bool { return p == nil })
		for _, status := range []string{"400", "401", "403", "404", "422", "429", "503"} {
			o.Responses[status] = problem
		}
		doc.AddOperation(o)
	}
}
