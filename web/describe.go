package web

import (
	"net/http"
	"reflect"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"adjudicate/ledger/ahead"
	"adjudicate/report"
	"adjudicate/web/hooks"
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
	note := &huma.Response{Description: "A signed note (c2sp.org/tlog-checkpoint); with old what a witness is asked (c2sp.org/tlog-witness)", Content: map[string]*huma.MediaType{"text/plain": {Schema: &huma.Schema{Type: "string"}}}}
	doc.AddOperation(&huma.Operation{OperationID: "show-checkpoint", Method: http.MethodGet, Path: apiRoot + "/games/{game}/checkpoint", Summary: "The largest known checkpoint", Tags: []string{"games"},
		Parameters: []*huma.Param{game, {Name: "old", In: "query", Schema: &huma.Schema{Type: "integer"}, Description: "also show that the ledger begins with so many events of an earlier checkpoint"}},
		Responses:  map[string]*huma.Response{"200": note, "400": problem, "404": problem, "409": problem, "503": problem}})
	describeHooks(doc, schema)
}

// describeHooks says what the office posts to those who want to be told (package hooks).
func describeHooks(doc *huma.OpenAPI, schema func(reflect.Type) *huma.Schema) {
	header := func(name, text string) *huma.Param {
		return &huma.Param{Name: name, In: "header", Required: true, Schema: &huma.Schema{Type: "string"}, Description: text}
	}
	doc.Webhooks = map[string]*huma.PathItem{"entry": {Post: &huma.Operation{OperationID: "entry-recorded", Summary: "An entry was recorded in a game", Tags: []string{"webhooks"},
		Description: "As Standard Webhooks has it. Each entry is told in order until the address answers with a status of 2xx; what is told again has the same id.",
		Parameters: []*huma.Param{header("Webhook-Id", "names the message: a repeat has the same"), header("Webhook-Timestamp", "when the call was made, in seconds since 1970"),
			header("Webhook-Signature", `"v1," and the base64 of HMAC-SHA256 over id, timestamp and body, with full stops between them`)},
		RequestBody: &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{"application/json": {Schema: schema(reflect.TypeFor[hooks.Message]())}}},
		Responses: map[string]*huma.Response{"2XX": {Description: "It was taken"}, "410": {Description: "It is not wanted any more: nothing is told again"},
			"default": {Description: "It is told again later"}}}}}
}
