package web

import (
	"net/http"
	"reflect"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"adjudicate/events"
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
	problem := &huma.Response{Description: "A problem document", Content: map[string]*huma.MediaType{"application/problem+json": {Schema: schema(reflect.TypeFor[Problem]())}}}
	game := &huma.Param{Name: "game", In: "path", Required: true, Schema: &huma.Schema{Type: "string"}, Description: "the name of the game"}
	preview := &huma.Param{Name: "preview", In: "query", Schema: &huma.Schema{Type: "string"}, Description: "1 to preview the ruling and write nothing"}
	key := &huma.Param{Name: "Idempotency-Key", In: "header", Required: true, Schema: &huma.Schema{Type: "string"}, Description: "a key that is the same when the request is repeated"}
	unless := *key // what writes nothing can be repeated as it is
	unless.Required, unless.Description = false, key.Description+"; without one nothing is written, so it is needed but for a preview or a text to sign"
	for _, op := range []struct {
		id, method, path, summary string
		in, out                   reflect.Type
		more                      []*huma.Param
	}{
		{"submit-play", http.MethodPost, "/plays", "Submit a play", reflect.TypeFor[submission](), reflect.TypeFor[report.Ruling](),
			[]*huma.Param{preview}},
		{"enter", http.MethodPost, "/entries", "Enter anything that pages take", reflect.TypeFor[entryRequest](), reflect.TypeFor[report.Ruling](),
			[]*huma.Param{preview, {Name: "to-sign", In: "query", Schema: &huma.Schema{Type: "string"}, Description: "1 for the text to sign instead of a ruling; nothing is written"}}},
		{"list-plays-ahead", http.MethodGet, "/ahead", "The player's plays ahead", nil, reflect.TypeFor[aheadList](), nil},
		{"write-ahead", http.MethodPost, "/ahead", "Keep a play until its condition is met", reflect.TypeFor[aheadSubmission](), reflect.TypeFor[ahead.Play](),
			[]*huma.Param{{Name: "withdraw", In: "query", Schema: &huma.Schema{Type: "string"}, Description: "withdraw the play that was kept under the key; the answer lists the others"}}},
	} {
		o := &huma.Operation{OperationID: op.id, Method: op.method, Path: apiRoot + "/games/{game}" + op.path, Summary: op.summary, Tags: []string{"playing"}, Parameters: []*huma.Param{game},
			Security: []map[string][]string{{"session": {}}}, Responses: map[string]*huma.Response{"200": {Description: "OK", Content: map[string]*huma.MediaType{"application/json": {Schema: schema(op.out)}}}}}
		if op.in != nil {
			if op.id == "write-ahead" {
				o.Parameters = append(o.Parameters, key)
			} else {
				o.Parameters = append(o.Parameters, &unless)
			}
			o.RequestBody = &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{"application/json": {Schema: schema(op.in)}}}
		}
		o.Parameters = append(o.Parameters, op.more...)
		for _, status := range []string{"400", "401", "403", "404", "422", "429", "503"} {
			o.Responses[status] = problem
		}
		doc.AddOperation(o)
	}
	entries := doc.Paths[apiRoot+"/games/{game}/entries"].Post
	entries.RequestBody.Content["application/json"].Schema = entrySchema(doc.Components.Schemas)
	entries.Responses["200"].Content["application/json"].Schema = &huma.Schema{AnyOf: []*huma.Schema{schema(reflect.TypeFor[report.Ruling]()), schema(reflect.TypeFor[report.ToSign]())}}
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

// entrySchema is what an entry looks like: a line, or one of the types with its payload. Whose will it is goes without saying.
func entrySchema(r huma.Registry) *huma.Schema {
	text := func(about string) *huma.Schema { return &huma.Schema{Type: huma.TypeString, Description: about} }
	either := func(properties map[string]*huma.Schema, required ...string) *huma.Schema {
		properties["signature"] = text("of whoever is signed in, as ssh-keygen writes it")
		properties["after"] = &huma.Schema{Type: huma.TypeInteger, Description: "with a signature: the event that the signed text names as the last one seen"}
		return &huma.Schema{Type: huma.TypeObject, Properties: properties, Required: required, AdditionalProperties: false}
	}
	all := []*huma.Schema{either(map[string]*huma.Schema{
		"entry": text(`a line as seasons have it, such as "buy Rook for Red paid by Ann"`),
		"rules": text(`the text of the rule, for a line such as "enact frog.yaml"`)}, "entry")}
	for p := range events.Inputs() {
		if slices.Contains(byLine, p.Kind()) {
			continue
		}
		wire, _ := events.Type(p)
		payload := *r.SchemaFromRef(r.Schema(reflect.TypeOf(p), true, "").Ref)
		payload.Required = slices.DeleteFunc(slices.Clone(payload.Required), func(field string) bool {
			return field == events.AuthorField(p) || field == "side" && events.AuthorField(p) != ""
		})
		if _, isPlay := p.(events.PlaySubmitted); isPlay { // whatever else is known of one is for the office to say
			payload.Properties = map[string]*huma.Schema{"side": payload.Properties["side"], "text": payload.Properties["text"]}
		}
		all = append(all, either(map[string]*huma.Schema{"type": {Type: huma.TypeString, Enum: []any{p.Kind(), wire}}, "payload": &payload}, "type"))
	}
	return &huma.Schema{OneOf: all}
}
