package web

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"adjudicate/events"
	"adjudicate/ledger"
	"adjudicate/ledger/people"
	"adjudicate/report"
)

// A program posts entries as somebody who is signed in.
type program struct {
	t       *testing.T
	s       *Server
	session string
}

func programOf(t *testing.T, s *Server, player, role string) *program {
	return &program{t, s, invitedAs(t, s, player, role).Value}
}

func (p *program) post(query, key, body string) *httptest.ResponseRecorder {
	p.t.Helper()
	r := httptest.NewRequest(http.MethodPost, apiRoot+"/games/"+autumn+"/entries"+query, strings.NewReader(body))
	r.Header.Set("Authorization", "Bearer "+p.session)
	if key != "" {
		r.Header.Set("Idempotency-Key", key)
	}
	w := httptest.NewRecorder()
	p.s.rates.InvalidateAll() // what is bounded elsewhere is not the question here
	p.s.ServeHTTP(w, r)
	return w
}

// enters posts an entry that is ruled on.
func (p *program) enters(query, key, body string) (v report.Ruling) {
	p.t.Helper()
	w := p.post(query, key, body)
	var read struct {
		Sequence uint64
		Actor    string
		Verdict  string
		Repeated bool
		Foretold bool
		Text     string
	}
	if err := json.Unmarshal(w.Body.Bytes(), &read); err != nil || w.Code != http.StatusOK {
		p.t.Fatalf("%s: status %d: %s", body, w.Code, w.Body)
	}
	return report.Ruling{Sequence: read.Sequence, Actor: read.Actor, Verdict: read.Verdict, Repeated: read.Repeated, Foretold: read.Foretold, Text: read.Text}
}

// TestProgramsEnterWhatPagesTake enters things of a player, a judge and the umpire by type and by line.
func TestProgramsEnterWhatPagesTake(t *testing.T) {
	s, st := office(t)
	l, err := st.Game(autumn).Ledger(t.Context(), 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	office := l.State().Holder(events.KnownOffice)
	pavel, umpire := programOf(t, s, "Pavel", ""), programOf(t, s, office, roleUmpire)
	for i, x := range []struct {
		who         *program
		actor, body string
		text        string
	}{
		{pavel, "Pavel", `{"type":"player-status-changed","payload":{"status":"vacation"}}`, "vacation Pavel"},
		{pavel, "Pavel", `{"entry":"active Pavel"}`, "active Pavel"},
		{pavel, "Pavel", `{"type":"purchase-requested.v1","payload":{"type":"Rook"}}`, "buy Rook for Masque paid by Pavel"},
		{pavel, "Pavel", `{"type":"dispute-opened","payload":{"event":743,"grounds":"the square was attacked"}}`, `dispute open #743 "the square was attacked" by Pavel`},
		{pavel, "Pavel", `{"entry":"dispute argue D1 \"as everybody saw\" by Pavel"}`, `dispute argue D1 "as everybody saw" by Pavel`},
		{umpire, office, fmt.Sprintf(`{"type":"dispute-ruled","payload":{"dispute":"D1","verdict":"stands","reasons":"it was not","judge":%q}}`, office), `dispute rule D1 stands "it was not" by ` + office},
		{umpire, office, `{"type":"limit-extended","payload":{"length":2}}`, "extend 2 days"},
		{umpire, office, `{"entry":"enact frog.yaml","rules":"number: \"1230.326\"\ntitle: A frog\n"}`, "enact"},
		{pavel, "Pavel", `{"type":"play-submitted","payload":{"text":"pass"}}`, "Masque: pass"},
	} {
		if i%4 == 0 {
			if v := x.who.enters("?preview=1", "", x.body); !v.Foretold {
				t.Errorf("%s: a preview was recorded", x.body)
			}
		}
		before, _ := s.head(t.Context(), autumn)
		key := fmt.Sprintf("k%d", i)
		v := x.who.enters("", key, x.body)
		if v.Actor != x.actor || !strings.HasPrefix(v.Text, x.text) || v.Sequence != before+1 || v.Repeated {
			t.Errorf("%s: #%d of %s, %s; expected #%d of %s, %s", x.body, v.Sequence, v.Actor, v.Text, before+1, x.actor, x.text)
		}
		after, _ := s.head(t.Context(), autumn)
		if again := x.who.enters("", key, x.body); !again.Repeated || again.Sequence != v.Sequence || again.Verdict != v.Verdict {
			t.Errorf("%s: again #%d, %s, repeated %v", x.body, again.Sequence, again.Verdict, again.Repeated)
		}
		if now, _ := s.head(t.Context(), autumn); now != after {
			t.Errorf("%s: a repeat was written", x.body)
		}
	}
	if w := pavel.post("", "k0", `{"entry":"vacation Pavel"}`); w.Code != http.StatusUnprocessableEntity || !strings.Contains(w.Body.String(), "another entry") {
		t.Errorf("another entry under a key: status %d: %s", w.Code, w.Body)
	}
	if v := pavel.enters("", "new", `{"type":"player-status-changed","payload":{"status":"vacation"}}`); v.Repeated {
		t.Error("the same entry under another key is a repeat")
	}
}

// TestNobodyEntersForAnother posts what is not for whoever posts it, and what nobody may: nothing is written.
func TestNobodyEntersForAnother(t *testing.T) {
	s, st := office(t)
	l, err := st.Game(autumn).Ledger(t.Context(), 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	pavel, umpire := programOf(t, s, "Pavel", ""), programOf(t, s, l.State().Holder(events.KnownOffice), roleUmpire)
	for _, x := range []struct {
		who    *program
		body   string
		status int
		says   string
	}{
		{pavel, `{"type":"player-status-changed","payload":{"player":"Ludmila","status":"vacation"}}`, 403, "Ludmila"},
		{pavel, `{"type":"purchase-requested","payload":{"side":"Lantern","type":"Rook"}}`, 403, "Lantern"},
		{pavel, `{"type":"purchase-requested","payload":{"type":"Rook","buyer":"Treasury"}}`, 403, "Treasury"},
		{pavel, `{"type":"destruction-requested","payload":{"side":"Lantern","piece":"R1"}}`, 403, "Lantern"},
		{pavel, `{"type":"play-submitted","payload":{"side":"Lantern","text":"pass"}}`, 403, "Lantern"},
		{pavel, `{"type":"play-submitted","payload":{"side":"Masque","text":"pass","sent":"1998-01-01T00:00:00Z"}}`, 400, "no other fields"},
		{pavel, `{"type":"limit-extended","payload":{"length":2}}`, 403, "only the umpire"},
		{pavel, `{"entry":"umpire Pavel"}`, 403, "only the umpire"},
		{pavel, `{"type":"key-registered"}`, 400, "only the umpire withdraws"},
		{pavel, `{"type":"play-sumbitted","payload":{"text":"pass"}}`, 400, "unknown type"},
		{pavel, `{"type":"ruled","payload":{}}`, 400, "unknown type"},
		{pavel, `{"type":"answer-given","payload":{"matter":"matter-9"}}`, 400, "matter"},
		{pavel, `{"type":"destruction-requested","payload":{"peice":"R1"}}`, 400, "peice"},
		{pavel, `{"entry":"vacatoin Pavel"}`, 400, "vacation"},
		{pavel, `{"entry":"vacation Pavel","type":"player-status-changed"}`, 400, "such as"},
		{pavel, `{}`, 400, "such as"},
		{umpire, `{"type":"edition-adopted","payload":{}}`, 400, "unknown type"},
		{umpire, `{"entry":"dispute adopt D1"}`, 422, "editions are not entered"},
		{umpire, `{"entry":"player Zed zed@example.org"}`, 422, "addresses are not part of the ledger"},
		{programOf(t, s, "Pavel", roleWatcher), `{"entry":"vacation Pavel"}`, 401, "session"},
		{&program{t, s, "nonsense"}, `{"entry":"vacation Pavel"}`, 401, "session"},
		{programOf(t, s, "Pavel", ""), `{"entri":"vacation Pavel"}`, 400, `unknown field \"entri\": expected a document such as`},
		{programOf(t, s, "Pavel", ""), ``, 400, "the body is empty: expected a document such as"},
	} {
		w := x.who.post("", "k", x.body)
		if w.Code != x.status || !strings.Contains(w.Body.String(), x.says) || w.Header().Get("Content-Type") != problemType {
			t.Errorf("%s: status %d, %s %s: expected %d, %q", x.body, w.Code, w.Header().Get("Content-Type"), w.Body, x.status, x.says)
		}
	}
	if w := pavel.post("", "", `{"entry":"vacation Pavel"}`); w.Code != http.StatusBadRequest || !strings.Contains(w.Body.String(), "Idempotency-Key") {
		t.Errorf("without a key: status %d: %s", w.Code, w.Body)
	}
	if head, _ := s.head(t.Context(), autumn); head != 2095 {
		t.Errorf("something was written: %d events", head)
	}
}

// TestAnInterruptedEntryIsNotEnteredAgain loses the answer to a request, before it was entered and after.
func TestAnInterruptedEntryIsNotEnteredAgain(t *testing.T) {
	s, st := office(t)
	g := st.Game(autumn)
	pavel := programOf(t, s, "Pavel", "")
	body := `{"entry":"vacation Pavel"}`
	v := pavel.enters("", "lost", body)
	forget := func() {
		t.Helper()
		if _, err := g.Requests(t.Context(), func(all *people.Requests) error {
			for i := range all.List {
				all.List[i].Entry = 0 // as if the office had ended there
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	forget()
	if again := pavel.enters("", "lost", body); !again.Repeated || again.Sequence != v.Sequence {
		t.Errorf("entered again as #%d after #%d", again.Sequence, v.Sequence)
	}
	forget()
	if w := pavel.post("", "lost", `{"entry":"active Pavel"}`); w.Code != http.StatusUnprocessableEntity {
		t.Errorf("another entry under its key: status %d: %s", w.Code, w.Body)
	}
	if w := pavel.post("", "refused", `{"type":"answer-given","payload":{"matter":"matter-9"}}`); w.Code != http.StatusBadRequest {
		t.Fatalf("status %d: %s", w.Code, w.Body)
	}
	if v := pavel.enters("", "refused", `{"entry":"active Pavel"}`); v.Repeated {
		t.Error("a key of which nothing was entered is not free")
	}
}

// TestAProgramSignsItsEntries asks for the text, signs it and enters it, in a game that demands it.
func TestAProgramSignsItsEntries(t *testing.T) {
	s, st, sign := signingOffice(t)
	l, err := st.Game(autumn).Ledger(t.Context(), 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.Submit(t.Context(), events.SignaturesDemanded{On: true, Entries: true}, "Pavel", l.Last()); err != nil {
		t.Fatal(err)
	}
	pavel := programOf(t, s, "Pavel", "")
	for i, body := range []string{`"type":"player-status-changed","payload":{"status":"vacation"}`, `"type":"play-submitted","payload":{"text":"pass"}`, `"entry":"active Pavel"`} {
		key := fmt.Sprint("s", i)
		if w := pavel.post("", key, "{"+body+"}"); w.Code != http.StatusUnprocessableEntity || !strings.Contains(w.Body.String(), "the text to sign is") {
			t.Errorf("%s without signature: status %d: %s", body, w.Code, w.Body)
		}
		var said report.ToSign
		if err := json.Unmarshal(pavel.post("?to-sign=1", "", "{"+body+"}").Body.Bytes(), &said); err != nil || !strings.HasPrefix(said.Text, "adjudicate ") {
			t.Fatalf("%s: to sign is %+v (%v)", body, said, err)
		}
		stored, err := sign(said.Text)
		if err != nil {
			t.Fatal(err)
		}
		signed := func(stored string) string {
			return fmt.Sprintf(`{%s,"signature":%q,"after":%d}`, body, stored, said.After)
		}
		other, err := sign(said.Text + "\n")
		if err != nil {
			t.Fatal(err)
		}
		if w := pavel.post("", key, signed(other)); w.Code != http.StatusUnprocessableEntity || !strings.Contains(w.Body.String(), "not of this text") {
			t.Errorf("%s under the signature of something else: status %d: %s", body, w.Code, w.Body)
		}
		if v := pavel.enters("", key, signed(stored)); v.Actor != "Pavel" {
			t.Errorf("%s: of %s", body, v.Actor)
		}
	}
	v, err := st.Game(autumn).Verify(t.Context(), ledger.Evidence{Quick: true}, nil, func(int64) {})
	if err != nil || v.Signatures == nil || v.Signatures.Entries != 2 || v.Signatures.Signed != 1 {
		t.Errorf("verification: %+v, %v", v.Signatures, err)
	}
}

// TestEntriesAreAsDescribed holds entries to what the API says that they look like.
func TestEntriesAreAsDescribed(t *testing.T) {
	s, _ := office(t)
	var api map[string]any
	if err := json.Unmarshal(get(s, apiRoot+"/openapi.json").Body.Bytes(), &api); err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	if err := c.AddResource("api.json", api); err != nil {
		t.Fatal(err)
	}
	sch, err := c.Compile("api.json#/paths/~1api~1v1~1games~1%7Bgame%7D~1entries/post/requestBody/content/application~1json/schema")
	if err != nil {
		t.Fatal(err)
	}
	for body, right := range map[string]bool{
		`{"entry":"vacation Pavel"}`: true,
		`{"type":"player-status-changed","payload":{"status":"vacation"},"signature":"U1NI","after":2}`:              true,
		`{"type":"purchase-requested.v1","payload":{"side":"Masque","type":"Rook"}}`:                                 true,
		`{"type":"play-submitted","payload":{"text":"pass"}}`:                                                        true,
		`{"type":"dispute-ruled","payload":{"dispute":"D1","verdict":"stands","reasons":"no","clauses":["1230.5"]}}`: true,
		`{"type":"transaction-recorded","payload":{"account":"Ann","asset":"money","amount":2.5}}`:                   true,
		`{"type":"player-status-changed","payload":{"satus":"vacation"}}`:                                            false,
		`{"type":"edition-adopted","payload":{}}`:                                                                    false,
		`{"entry":"vacation Pavel","payload":{}}`:                                                                    false,
		`{}`: false,
	} {
		v, err := jsonschema.UnmarshalJSON(strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		if err := sch.Validate(v); (err == nil) != right {
			t.Errorf("%s: %v", body, err)
		}
	}
}
