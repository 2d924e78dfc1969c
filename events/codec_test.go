package events_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"adjudicate/events"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
)

var (
	firstID  = uuid.MustParse("0190b5b6-7c00-7000-8000-000000000001")
	secondID = uuid.MustParse("0190b5b6-7c00-7000-8000-000000000002")
	thirdID  = uuid.MustParse("0190b5b6-7c00-7000-8000-0000000000ff")
)

// envelope is a full envelope around a payload.
func envelope(p events.Payload) events.Envelope {
	return events.Envelope{
		ID: firstID, Ledger: "hand-3", Sequence: 7,
		Recorded: time.Date(1998, 10, 2, 12, 30, 0, 123456000, time.UTC), Effective: 7, Actor: "Red",
		Correlation: secondID, Causation: thirdID,
		Basis:   events.Basis{Clauses: []string{"1230.2/49 §6.A", "1230.5/5 §2"}, Readings: []string{"attack-pins=ignore-pins"}},
		Payload: p,
	}
}

func encode(t testing.TB, e events.Envelope) []byte {
	t.Helper()
	data, err := events.Encode(&e)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// fill sets every part of a payload to something, from a source that repeats itself.
func fill(v reflect.Value, r *rand.Rand) {
	texts := []string{"", "Red", "a1", "1230.2/49 §6.C", "Bouncy!Ball", `say "no" \ yes`, "<b>&amp;</b>", "tab\tline\nbell\a\x7f", "½ → 🂡 \u2028\u2029"}
	switch v.Interface().(type) {
	case json.RawMessage:
		raws := []string{`{"number":"1230.5","value":"max(6, 2)","n":[1,2.50,-3e7,null,true]}`, `"<&>"`, `[]`, `0`, `{"a":{"b":[{}]},"c":"\"}]"}`}
		v.SetBytes([]byte(raws[r.IntN(len(raws))]))
		return
	case time.Time:
		v.Set(reflect.ValueOf(time.Unix(r.Int64N(4e9), r.Int64N(1e9)).UTC()))
		return
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString(texts[r.IntN(len(texts))])
	case reflect.Bool:
		v.SetBool(r.IntN(2) == 0)
	case reflect.Int, reflect.Int64:
		v.SetInt([]int64{0, 1, -1, 75, -12, 1 << 53, -1 << 60}[r.IntN(7)])
	case reflect.Uint64:
		v.SetUint([]uint64{0, 1, 215, 1 << 53}[r.IntN(4)])
	case reflect.Pointer:
		if r.IntN(2) == 0 {
			v.Set(reflect.New(v.Type().Elem()))
			fill(v.Elem(), r)
		}
	case reflect.Slice:
		if n := r.IntN(7); n > 0 {
			v.Set(reflect.MakeSlice(v.Type(), n, n))
		}
		for i := range v.Len() {
			fill(v.Index(i), r)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i), r)
		}
	default:
		panic("nothing to fill " + v.Type().String() + " with")
	}
}

// everyKind calls f with several filled payloads of every kind.
func everyKind(t *testing.T, f func(t *testing.T, p events.Payload)) {
	t.Helper()
	for _, kind := range events.Kinds() {
		t.Run(kind, func(t *testing.T) {
			zero, err := events.New(kind)
			if err != nil {
				t.Fatal(err)
			}
			f(t, zero)
			r := rand.New(rand.NewPCG(1230, uint64(len(kind))))
			for range 50 {
				v := reflect.New(reflect.TypeOf(zero)).Elem()
				fill(v, r)
				f(t, v.Interface().(events.Payload))
			}
		})
	}
}

func newest(t *testing.T, p events.Payload) string {
	t.Helper()
	wire, err := events.Type(p)
	if err != nil {
		t.Fatal(err)
	}
	return wire
}

func TestEveryEventComesBackAsItWas(t *testing.T) {
	everyKind(t, func(t *testing.T, p events.Payload) {
		want := envelope(p)
		if events.IsInput(p.Kind()) {
			want.Signature = &events.Signature{Seen: 6, Value: "U1NIU0lH"}
		}
		data := encode(t, want)
		got, err := events.Decode(data)
		if err != nil {
			t.Fatalf("decode %s: %v", data, err)
		}
		want.Type = newest(t, p)
		if d := cmp.Diff(want, got); d != "" {
			t.Fatalf("decoded from %s (-want +got):\n%s", data, d)
		}
		if d := cmp.Diff(string(data), string(encode(t, got))); d != "" {
			t.Fatalf("encoded again (-want +got):\n%s", d)
		}
	})
}

// The table-driven encoder is held against encoding/json, which differs in three ways: it
// writes an empty list as null where it is nil, escapes U+2028 and U+2029, and puts a line end.
func TestPayloadsAreWrittenAsEncodingJSONWritesThem(t *testing.T) {
	everyKind(t, func(t *testing.T, p events.Payload) {
		e := envelope(p)
		e.Basis = events.Basis{}
		_, got, _ := strings.Cut(string(encode(t, e)), `,"payload":`)
		var buf bytes.Buffer
		w := json.NewEncoder(&buf)
		w.SetEscapeHTML(false)
		if err := w.Encode(p); err != nil {
			t.Fatal(err)
		}
		want := strings.NewReplacer(`\u2028`, "\u2028", `\u2029`, "\u2029", "\n", "").Replace(buf.String()) + "}"
		for _, field := range []string{"order", "checks", "inputs", "by", "weights", "among", "result", "types", "clauses", "readings", "sides", "pieces", "tables"} {
			want = strings.ReplaceAll(want, `"`+field+`":null`, `"`+field+`":[]`)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Fatalf("payload (-encoding/json +ours):\n%s", d)
		}
	})
}

func TestTheCanonicalFormToTheByte(t *testing.T) {
	sent := time.Date(1998, 10, 2, 14, 0, 0, 0, time.FixedZone("CEST", 7200))
	for _, c := range []struct {
		name string
		e    events.Envelope
		want string
	}{
		{"everything set", envelope(events.PieceMoved{Piece: "R1", From: "a1", To: "a7"}),
			`{"id":"0190b5b6-7c00-7000-8000-000000000001","ledger":"hand-3","sequence":7,"type":"piece-moved.v1",` +
				`"recorded":"1998-10-02T12:30:00.123456Z","actor":"Red","correlation":"0190b5b6-7c00-7000-8000-000000000002",` +
				`"causation":"0190b5b6-7c00-7000-8000-0000000000ff","basis":{"clauses":["1230.2/49 §6.A","1230.5/5 §2"],` +
				`"readings":["attack-pins=ignore-pins"]},"payload":{"piece":"R1","from":"a1","to":"a7"}}`},
		{"as little as possible", events.Envelope{ID: firstID, Ledger: "x", Sequence: 1, Recorded: sent, Payload: events.GameStarted{}},
			`{"id":"0190b5b6-7c00-7000-8000-000000000001","ledger":"x","sequence":1,"type":"game-started.v1",` +
				`"recorded":"1998-10-02T12:00:00Z","payload":{}}`},
		{"holding from an earlier point, with readings only",
			events.Envelope{ID: firstID, Ledger: "x", Sequence: 9, Effective: 3, Recorded: sent,
				Basis: events.Basis{Readings: []string{"king-step=literal"}}, Payload: events.RuleRepealed{Number: "1230.5"}},
			`{"id":"0190b5b6-7c00-7000-8000-000000000001","ledger":"x","sequence":9,"type":"rule-repealed.v1",` +
				`"recorded":"1998-10-02T12:00:00Z","effective":3,"basis":{"readings":["king-step=literal"]},"payload":{"number":"1230.5"}}`},
		{"halves, lists and what is left out",
			events.Envelope{ID: firstID, Ledger: "x", Sequence: 1, Recorded: sent,
				Payload: events.WeightsPosted{Weights: []events.Weight{{Side: "Red", Weight: 75}, {Side: "Blue", Weight: -3}, {Side: "NAP"}}}},
			`{"id":"0190b5b6-7c00-7000-8000-000000000001","ledger":"x","sequence":1,"type":"weights-posted.v1",` +
				`"recorded":"1998-10-02T12:00:00Z","payload":{"weights":[{"side":"Red","weight":37.5},{"side":"Blue","weight":-1.5},{"side":"NAP","weight":0}]}}`},
		{"an empty list that is always there, a time in another zone",
			events.Envelope{ID: firstID, Ledger: "x", Sequence: 1, Recorded: sent, Payload: events.PlaySubmitted{Side: "Red", Text: "pass", Sent: &sent}},
			`{"id":"0190b5b6-7c00-7000-8000-000000000001","ledger":"x","sequence":1,"type":"play-submitted.v1",` +
				`"recorded":"1998-10-02T12:00:00Z","payload":{"side":"Red","text":"pass","sent":"1998-10-02T12:00:00Z"}}`},
		{"raw JSON loses its white space and nothing else",
			events.Envelope{ID: firstID, Ledger: "x", Sequence: 1, Recorded: sent,
				Payload: events.RuleEnacted{Number: "7", Rule: json.RawMessage("{ \"a b\" : [1.50,\t\"\\u0026 <\"]\n}")}},
			`{"id":"0190b5b6-7c00-7000-8000-000000000001","ledger":"x","sequence":1,"type":"rule-enacted.v1",` +
				`"recorded":"1998-10-02T12:00:00Z","payload":{"number":"7","rule":{"a b":[1.50,"\u0026 <"]}}}`},
		{"a signature",
			events.Envelope{ID: firstID, Ledger: "x", Sequence: 8, Recorded: sent, Actor: "Ann", Signature: &events.Signature{Seen: 7, Value: "U1NI"},
				Payload: events.AnswerGiven{Matter: "matter-1", Player: "Ann", Yes: true}},
			`{"id":"0190b5b6-7c00-7000-8000-000000000001","ledger":"x","sequence":8,"type":"answer-given.v1",` +
				`"recorded":"1998-10-02T12:00:00Z","actor":"Ann","signature":{"seen":7,"value":"U1NI"},"payload":{"matter":"matter-1","player":"Ann","yes":true}}`},
	} {
		if d := cmp.Diff(c.want, string(encode(t, c.e))); d != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, d)
		}
	}
}

func TestDecodeSaysWhatItExpected(t *testing.T) {
	good := string(encode(t, envelope(events.AssetChanged{Account: "Treasury", Asset: "money", Change: -75, Why: "purchase"})))
	list := string(encode(t, envelope(events.OrderChanged{Order: []string{"Red"}})))
	rule := string(encode(t, envelope(events.RuleEnacted{Number: "7", Rule: json.RawMessage(`{"a":1}`)})))
	edit := func(s, from, to string) string {
		out := strings.Replace(s, from, to, 1)
		if out == s {
			t.Fatalf("nothing to edit: %q is not in %s", from, s)
		}
		return out
	}
	for _, c := range []struct {
		name, data, want string
	}{
		{"nothing", "", "expected a JSON object"},
		{"no JSON", "PK\x03\x04", "invalid character 'P'"},
		{"a list", "[]", "expected an object, found array"},
		{"null", "null", "field id: expected, but missing"},
		{"half of it", good[:len(good)/2], "end too early"},
		{"more behind it", good + good, "expected nothing after byte"},
		{"a line end behind it", good + "\n", `at byte ` + fmt.Sprint(len(good)) + ` expected "", found "\n"`},
		{"white space", edit(good, `,"type"`, `, "type"`), "not in canonical form"},
		{"an unknown field", edit(good, `"actor"`, `"actress"`), `unknown field "actress"`},
		{"an unknown field of the payload", edit(good, `"asset"`, `"assets"`), `field payload: unknown field "assets"`},
		{"a missing field", edit(good, `"ledger":"hand-3",`, ``), "field ledger: expected, but missing"},
		{"a missing field of the payload", edit(good, `"asset":"money",`, ``), "not in canonical form"},
		{"another order", edit(good, `"account":"Treasury","asset":"money"`, `"asset":"money","account":"Treasury"`), "not in canonical form"},
		{"a field twice", edit(good, `"asset":"money"`, `"asset":"money","asset":"money"`), "not in canonical form"},
		{"another spelling of a name", edit(good, `"asset"`, `"Asset"`), "not in canonical form"},
		{"a string where a number belongs", edit(good, `"sequence":7`, `"sequence":"7"`), "field sequence: expected a whole number, found string"},
		{"a number where a string belongs", edit(good, `"account":"Treasury"`, `"account":5`), "field payload.account: expected a string, found number"},
		{"a sequence of nothing", edit(good, `"sequence":7`, `"sequence":0`), "field sequence: expected a sequence from 1"},
		{"a fraction that is no half", edit(good, `-37.5`, `-37.25`), "expected a multiple of one half"},
		{"a half with an exponent", edit(good, `-37.5`, `-375e-1`), "expected a multiple of one half"},
		{"a half with a useless decimal", edit(good, `"change":-37.5`, `"change":-37.0`), "not in canonical form"},
		{"a leading zero", edit(good, `"sequence":7`, `"sequence":07`), "invalid character"},
		{"a needless escape", edit(good, `"Treasury"`, `"Treas\u0075ry"`), `expected "u`},
		{"an escape of a slash", edit(good, `"Treasury"`, `"Treas\/ury"`), "not in canonical form"},
		{"upper-case hexadecimal digits", edit(good, `0190b5b6`, `0190B5B6`), "not in canonical form"},
		{"text that is not UTF-8", edit(good, `Treasury`, "Treas\xffury"), "not in canonical form"},
		{"half a surrogate pair", edit(good, `Treasury`, `Treas\ud800ury`), "not in canonical form"},
		{"a time in another zone", edit(good, `123456Z`, `123456+00:00`), "not in canonical form"},
		{"a time with useless decimals", edit(good, `123456Z`, `1234560Z`), "not in canonical form"},
		{"no time", edit(good, `1998-10-02T12:30`, `yesterday`), "parsing time"},
		{"no UUID", edit(good, `0190b5b6-7c00-7000-8000-000000000001`, `seven`), "invalid UUID"},
		{"the nil UUID", edit(good, `0190b5b6-7c00-7000-8000-000000000001`, `00000000-0000-0000-0000-000000000000`), "other than the nil UUID"},
		{"an actor that is not worth saying", edit(good, `"actor":"Red"`, `"actor":""`), "not in canonical form"},
		{"an actor with a control character", edit(good, `"actor":"Red"`, `"actor":"R\ned"`), "without control characters"},
		{"an effective point that is not worth saying", edit(good, `,"actor"`, `,"effective":7,"actor"`), "not in canonical form"},
		{"an empty basis", edit(list, `"clauses":["1230.2/49 §6.A","1230.5/5 §2"],"readings":["attack-pins=ignore-pins"]`, ``), "not in canonical form"},
		{"an empty list of clauses", edit(list, `"clauses":["1230.2/49 §6.A","1230.5/5 §2"]`, `"clauses":[]`), "not in canonical form"},
		{"a list that is null", edit(list, `["Red"]`, `null`), "not in canonical form"},
		{"a payload that is null", edit(list, `{"order":["Red"]}`, `null`), "not in canonical form"},
		{"a payload that is a list", edit(list, `{"order":["Red"]}`, `[]`), "field payload: expected an object, found array"},
		{"an empty signature", edit(rule, `"payload":`, `"signature":{},"payload":`), "field signature: expected an event from 1 and a signature"},
		{"a signature that is null", edit(rule, `"payload":`, `"signature":null,"payload":`), "not in canonical form"},
		{"a signature of one who saw nothing", edit(rule, `"payload":`, `"signature":{"seen":0,"value":"AAAA"},"payload":`), "field signature: expected an event from 1 and a signature"},
		{"a signature before the basis", edit(rule, `"basis":`, `"signature":{"seen":1,"value":"AAAA"},"basis":`), "not in canonical form"},
		{"more in a signature", edit(rule, `"payload":`, `"signature":{"seen":1,"value":"AAAA","key":"x"},"payload":`), `unknown field`},
		{"white space in raw JSON", edit(rule, `{"a":1}`, `{"a": 1}`), "not in canonical form"},
	} {
		_, err := events.Decode([]byte(c.data))
		var malformed *events.MalformedError
		var other *events.NotCanonicalError
		if !errors.As(err, &malformed) && !errors.As(err, &other) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got error %v, want %s", c.name, err, c.want)
		}
	}
}

func TestDecodeRefusesTypesItDoesNotKnow(t *testing.T) {
	good := string(encode(t, envelope(events.PieceMoved{Piece: "R1", From: "a1", To: "a7"})))
	for _, c := range []struct {
		typ    string
		newest string
		want   string
	}{
		{"piece-moved.v2", "piece-moved.v1", `event type "piece-moved.v2" was written by a newer version: expected "piece-moved.v1" or older`},
		{"piece-teleported.v1", "", `event type "piece-teleported.v1" is unknown: expected a type listed in docs/format.md, such as "play-submitted.v1"; a newer version may have written it`},
		{"piece-moved", "piece-moved.v1", ""},
		{"piece-moved.v0", "piece-moved.v1", ""},
		{"piece-moved.v01", "piece-moved.v1", ""},
		{"piece-moved.v1.1", "piece-moved.v1", ""},
		{"PieceMoved.v1", "", ""},
		{"", "", ""},
	} {
		_, err := events.Decode([]byte(strings.Replace(good, "piece-moved.v1", c.typ, 1)))
		var unknown *events.UnknownTypeError
		if !errors.As(err, &unknown) {
			t.Errorf("%q: got error %v, want an unknown type", c.typ, err)
			continue
		}
		if d := cmp.Diff(&events.UnknownTypeError{Type: c.typ, Newest: c.newest}, unknown); d != "" {
			t.Errorf("%q (-want +got):\n%s", c.typ, d)
		}
		if c.want != "" && err.Error() != c.want {
			t.Errorf("%q: got message\n%s\nwant\n%s", c.typ, err, c.want)
		}
	}
}

// unregistered is a payload that the package does not know.
type unregistered struct{}

func (unregistered) Kind() string { return "unregistered" }

// impostor claims a kind that is another type's.
type impostor struct{}

func (impostor) Kind() string { return "piece-moved" }

func TestEncodeRefusesWhatHasNoCanonicalForm(t *testing.T) {
	with := func(change func(*events.Envelope)) events.Envelope {
		e := envelope(events.PieceMoved{Piece: "R1", From: "a1", To: "a7"})
		change(&e)
		return e
	}
	for _, c := range []struct {
		name string
		e    events.Envelope
		want string
	}{
		{"no payload", with(func(e *events.Envelope) { e.Payload = nil }), "payload nil is not a registered event"},
		{"a payload of another package", with(func(e *events.Envelope) { e.Payload = unregistered{} }), "payload events_test.unregistered is not a registered event"},
		{"a payload under a false name", with(func(e *events.Envelope) { e.Payload = impostor{} }), "payload events_test.impostor is not a registered event"},
		{"a pointer to a payload", with(func(e *events.Envelope) { e.Payload = &events.PieceMoved{} }), "payload *events.PieceMoved is not a registered event"},
		{"a type that is another payload's", with(func(e *events.Envelope) { e.Type = "piece-placed.v1" }), "the payload is a piece-moved.v1"},
		{"no id", with(func(e *events.Envelope) { e.ID = uuid.Nil }), "field id: expected an id"},
		{"no ledger", with(func(e *events.Envelope) { e.Ledger = "" }), "field ledger: expected a name"},
		{"no sequence", with(func(e *events.Envelope) { e.Sequence = 0 }), "field sequence: expected a sequence from 1"},
		{"a ledger with a line end", with(func(e *events.Envelope) { e.Ledger = "a\nb" }), "field ledger: expected text without control characters"},
		{"an actor that is not UTF-8", with(func(e *events.Envelope) { e.Actor = "\xff" }), "field actor: expected valid UTF-8"},
		{"a time that no one can write", with(func(e *events.Envelope) { e.Recorded = time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC) }), "field recorded: expected a year from 0 to 9999"},
		{"a clause that is not UTF-8", with(func(e *events.Envelope) { e.Basis.Clauses = []string{"\xc3"} }), "field basis.clauses: expected valid UTF-8"},
		{"a payload's text that is not UTF-8", with(func(e *events.Envelope) { e.Payload = events.PieceMoved{Piece: "\x80"} }), "field payload.piece: expected valid UTF-8"},
		{"raw JSON that is none", with(func(e *events.Envelope) { e.Payload = events.RuleEnacted{Rule: json.RawMessage(`{"a":}`)} }), "field payload.rule: expected one JSON value"},
		{"raw JSON with something behind it", with(func(e *events.Envelope) { e.Payload = events.RuleEnacted{Rule: json.RawMessage(`1,"x":2`)} }), "field payload.rule: expected one JSON value"},
		{"a half beyond all bounds", with(func(e *events.Envelope) { e.Payload = events.AssetChanged{Change: -1 << 63} }), "field payload.change: expected a number of at most 62 bits"},
	} {
		data, err := events.Encode(&c.e)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %s and error %v, want %s", c.name, data, err, c.want)
		}
	}
}

func TestAppendKeepsWhatIsThere(t *testing.T) {
	e := envelope(events.GameStarted{})
	got, err := events.Append([]byte("before "), &e)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff("before "+string(encode(t, e)), string(got)); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

func TestADecodedEventKeepsNothingOfTheBytes(t *testing.T) {
	want := envelope(events.RuleEnacted{Number: "7", Rule: json.RawMessage(`{"title":"a rather long text that is not remembered, only copied"}`)})
	data := encode(t, want)
	got, err := events.Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	clear(data)
	want.Type = "rule-enacted.v1"
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}
