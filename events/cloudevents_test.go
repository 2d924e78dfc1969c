package events_test

import (
	"encoding/json"
	"errors"
	"regexp"
	"strings"
	"testing"
	"time"

	"adjudicate/events"

	"github.com/google/go-cmp/cmp"
)

func export(t testing.TB, e events.Envelope) string {
	t.Helper()
	canonical, err := events.Encode(&e)
	if err != nil {
		t.Fatal(err)
	}
	line, err := events.Export(canonical)
	if err != nil {
		t.Fatal(err)
	}
	return string(line)
}

func TestTheExportedFormToTheByte(t *testing.T) {
	e := envelope(events.PieceMoved{Piece: "R1", From: "a1", To: "a7"})
	e.Ledger, e.Effective = "hand 3/§", 5
	want := `{"specversion":"1.0","id":"0190b5b6-7c00-7000-8000-000000000001","source":"/ledgers/hand%203%2F%C2%A7",` +
		`"type":"piece-moved.v1","time":"1998-10-02T12:30:00.123456Z","datacontenttype":"application/json","ledger":"hand 3/§",` +
		`"sequence":"00000000000000000007","effective":"00000000000000000005","actor":"Red",` +
		`"correlationid":"0190b5b6-7c00-7000-8000-000000000002","causationid":"0190b5b6-7c00-7000-8000-0000000000ff",` +
		`"data":{"basis":{"clauses":["1230.2/49 §6.A","1230.5/5 §2"],"readings":["attack-pins=ignore-pins"]},` +
		`"payload":{"piece":"R1","from":"a1","to":"a7"}}}`
	if d := cmp.Diff(want, export(t, e)); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

func TestEveryEventIsExportedAndImportedWithoutLoss(t *testing.T) {
	name := regexp.MustCompile(`^[a-z0-9]{1,20}$`) // CloudEvents 1.0, "Attribute Naming Convention"
	everyKind(t, func(t *testing.T, p events.Payload) {
		e := envelope(p)
		if events.IsInput(p.Kind()) {
			e.Basis, e.Signature = events.Basis{}, &events.Signature{Seen: 6, Value: "U1NIU0lH"}
		}
		canonical := encode(t, e)
		line := export(t, e)
		if strings.Contains(line, "\n") {
			t.Fatalf("more than one line: %q", line)
		}
		attributes := map[string]any{}
		if err := json.Unmarshal([]byte(line), &attributes); err != nil {
			t.Fatal(err)
		}
		for a, value := range attributes {
			if _, text := value.(string); !name.MatchString(a) || !text && a != "data" {
				t.Errorf("attribute %q: %v is not a CloudEvents attribute", a, value)
			}
		}
		for _, a := range []string{"specversion", "id", "source", "type"} {
			if attributes[a] == "" || attributes[a] == nil {
				t.Errorf("required attribute %s is missing", a)
			}
		}
		got, err := events.Import([]byte(line))
		if d := cmp.Diff(string(canonical), string(got)); d != "" || err != nil {
			t.Fatalf("imported: error %v (-canonical +got):\n%s", err, d)
		}
		back, err := events.Decode(got)
		e.Type = newest(t, p)
		if d := cmp.Diff(e, back); d != "" || err != nil {
			t.Fatalf("envelope: error %v (-want +got):\n%s", err, d)
		}
	})
}

func TestImportMindsTheEventNotTheWriting(t *testing.T) {
	e := events.Envelope{ID: firstID, Ledger: "x", Sequence: 3, Actor: "Red", Recorded: time.Date(1998, 10, 2, 12, 0, 0, 0, time.UTC), Payload: events.OfficeFilled{Office: "umpire", Player: "K 2"}}
	want := string(encode(t, e))
	for name, line := range map[string]string{
		"white space and another order of attributes": `{ "data" : { "payload" : { "office" : "umpire", "player" : "K 2" } } ,
			"type":"office-filled.v1", "id":"0190b5b6-7c00-7000-8000-000000000001", "source":"/ledgers/x", "ledger":"x",
			"time":"1998-10-02T12:00:00Z", "specversion":"1.0", "actor":"Red", "sequence":"00000000000000000003" } ` + "\n",
		"an unpadded sequence and a time elsewhere": `{"specversion":"1.0","id":"0190b5b6-7c00-7000-8000-000000000001","source":"/ledgers/x",` +
			`"type":"office-filled.v1","time":"1998-10-02T14:00:00.000+02:00","datacontenttype":"application/json","ledger":"x",` +
			`"sequence":"3","effective":"3","actor":"R\u0065d","data":{"payload":{"office":"umpire","player":"K 2"}}}`,
		"as exported": export(t, e),
	} {
		got, err := events.Import([]byte(line))
		if d := cmp.Diff(want, string(got)); d != "" || err != nil {
			t.Errorf("%s: error %v (-want +got):\n%s", name, err, d)
		}
	}
}

func TestImportSaysWhatItExpected(t *testing.T) {
	good := export(t, envelope(events.PieceMoved{Piece: "R1", From: "a1", To: "a7"}))
	for _, c := range []struct{ name, from, to, want string }{
		{"another CloudEvents version", `"specversion":"1.0"`, `"specversion":"0.3"`, `field specversion: expected "1.0", found "0.3"`},
		{"no id", `"id":"0190b5b6-7c00-7000-8000-000000000001",`, ``, "field id: expected, but missing"},
		{"an id that is no UUID", `"id":"0190b5b6-7c00-7000-8000-000000000001"`, `"id":"A234-1234-1234"`, `field id: expected a UUID other than the nil UUID, found "A234-1234-1234"`},
		{"another ledger than the source", `"ledger":"hand-3"`, `"ledger":"hand-4"`, `field source: expected "/ledgers/hand-4", found "/ledgers/hand-3"`},
		{"no sequence", `"sequence":"00000000000000000007",`, ``, "field sequence: expected, but missing"},
		{"a sequence that is a number", `"sequence":"00000000000000000007"`, `"sequence":7`, "field sequence: expected a string, found 7"},
		{"a sequence that is none", `"sequence":"00000000000000000007"`, `"sequence":"-7"`, `field sequence: expected a number from 1 in decimal digits, found "-7"`},
		{"an attribute nobody knows", `"actor":"Red"`, `"traceparent":"00"`, "field traceparent: expected no attribute of that name"},
		{"an attribute in capitals", `"actor":"Red"`, `"Actor":"Red"`, "field Actor: expected no attribute of that name"},
		{"an attribute twice", `"actor":"Red"`, `"actor":"Red","actor":"Blue"`, "field actor: expected once, but it stands twice"},
		{"an attribute that is null", `"actor":"Red"`, `"actor":null`, "field actor: expected a string, found null"},
		{"no time", `"time":"1998-10-02T12:30:00.123456Z"`, `"time":"noon"`, "field time: expected a time such as"},
		{"another content type", `application/json`, `text/xml`, `field datacontenttype: expected "application/json", found "text/xml"`},
		{"binary data", `"data":{`, `"data_base64":{`, "field data: expected, but missing"},
		{"data that is no object", `"data":{`, `"data":["x"],"x":{`, "field data: expected an object"},
		{"an unknown field in the payload", `"piece":`, `"peace":`, `field payload: unknown field "peace"`},
		{"an unknown field in data", `"data":{"basis"`, `"data":{"actor":"Blue","basis"`, "field data: expected an object"},
		{"a second actor in data", `"payload":{"piece":"R1"`, `"actor":"Blue","payload":{"piece":"R1"`, "not in canonical form"},
		{"a version still to come", `piece-moved.v1`, `piece-moved.v7`, `was written by a newer version: expected "piece-moved.v1"`},
		{"an unknown type", `piece-moved.v1`, `com.github.pull_request.opened`, "is unknown"},
		{"a line that ends too early", `}}}`, `}`, "end too early"},
		{"no JSON", `{"specversion"`, `specversion`, "expected one JSON object"},
		{"a list", good, `[]`, "expected a JSON object"},
	} {
		line := strings.Replace(good, c.from, c.to, 1)
		if line == good {
			t.Fatalf("%s: nothing changed", c.name)
		}
		_, err := events.Import([]byte(line))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got error %v, want %s", c.name, err, c.want)
		}
	}
}

func TestExportRefusesBytesThatAreNoEvent(t *testing.T) {
	var malformed *events.MalformedError
	if _, err := events.Export([]byte(`{"id":1}`)); !errors.As(err, &malformed) {
		t.Errorf("got error %v, want malformed", err)
	}
}
