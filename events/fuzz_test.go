package events

import (
	"bytes"
	"encoding/json"
	"reflect"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
)

// seeds are one event of every kind, with every field set to something.
func seeds(f *testing.F) [][]byte {
	f.Helper()
	var list [][]byte
	for _, k := range standard.kinds {
		v := reflect.New(k.typ).Elem()
		something(v)
		e := Envelope{
			ID: uuid.UUID{1, 15: 255}, Ledger: "hand-3", Sequence: 12, Recorded: time.Date(1998, 10, 2, 12, 0, 0, 500, time.UTC),
			Effective: 5, Actor: `"R\d"`, Correlation: uuid.UUID{2}, Causation: uuid.UUID{3},
			Basis:   Basis{Clauses: []string{"1230.2/49 §6.C", ""}, Readings: []string{"a=b"}},
			Payload: v.Interface().(Payload),
		}
		data, err := Encode(&e)
		if err != nil {
			f.Fatal(err)
		}
		list = append(list, data)
	}
	return list
}

func something(v reflect.Value) {
	switch x := v.Addr().Interface().(type) {
	case *json.RawMessage:
		*x = json.RawMessage(`{"n":[1,-2.5e3,"\u00e9]"]}`)
		return
	case *time.Time:
		*x = time.Date(2026, 2, 28, 23, 59, 59, 0, time.UTC)
		return
	case *string:
		*x = "a\t½\x01"
		return
	}
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int64:
		v.SetInt(-75)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		something(v.Elem())
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		something(v.Index(0))
		something(v.Index(1))
	case reflect.Struct:
		for i := range v.NumField() {
			something(v.Field(i))
		}
	}
}

// FuzzDecode holds the two readings against each other: what the fast one accepts the slow
// one reads as the same event, what it refuses the slow one refuses too, and what is accepted
// is written again to the same bytes.
func FuzzDecode(f *testing.F) {
	for _, data := range seeds(f) {
		f.Add(data)
		f.Add(bytes.Replace(data, []byte(`,"effective":5`), nil, 1))
		f.Add(bytes.Replace(data, []byte(`"payload":{`), []byte(`"payload":{"x":0,`), 1))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var fast Envelope
		ok := standard.fast(new(Decoder), data, &fast)
		slow, err := standard.slow(data)
		if ok != (err == nil) {
			t.Fatalf("the fast reading accepts: %t; the slow one says %v", ok, err)
		}
		if !ok {
			return
		}
		slow.Basis = tidy(slow.Basis)
		if d := cmp.Diff(fast, slow, cmp.FilterValues(bothEmpty, cmp.Ignore())); d != "" {
			t.Fatalf("(-fast +slow):\n%s", d)
		}
		again, err := Encode(&fast)
		if err != nil || !bytes.Equal(data, again) {
			t.Fatalf("written again: error %v (-read +written):\n%s", err, cmp.Diff(string(data), string(again)))
		}
	})
}

func tidy(b Basis) Basis {
	if b.Empty() {
		return Basis{}
	}
	return b
}

// bothEmpty leaves the difference between nil and empty to the fast reading: it gives nil.
func bothEmpty(a, b []string) bool { return len(a) == 0 && len(b) == 0 }

// FuzzPayload gives every kind the same payload bytes, which reaches each decoder directly.
func FuzzPayload(f *testing.F) {
	for i, data := range seeds(f) {
		_, payload, _ := bytes.Cut(data, []byte(`"payload":`))
		f.Add(uint8(i), payload[:len(payload)-1])
	}
	f.Fuzz(func(t *testing.T, which uint8, payload []byte) {
		k := standard.kinds[int(which)%len(standard.kinds)]
		if !utf8.Valid(payload) {
			return
		}
		p := reader{d: new(Decoder), data: payload}
		fast, ok := k.read(&p)
		ok = ok && p.pos == len(payload)
		slow, err := k.strict(payload)
		canonical := false
		if err == nil {
			var w writer
			w.structure("payload", k.shape, reflect.ValueOf(slow))
			canonical = w.err == nil && bytes.Equal(w.b, payload)
		}
		if ok != canonical {
			t.Fatalf("%s: accepted: %t; canonical by encoding/json: %t (%v)", k.wire, ok, canonical, err)
		}
		if !ok {
			return
		}
		var w writer
		w.structure("payload", k.shape, reflect.ValueOf(fast))
		if !bytes.Equal(w.b, payload) {
			t.Fatalf("%s: written again (-read +written):\n%s", k.wire, cmp.Diff(string(payload), string(w.b)))
		}
	})
}

// FuzzString holds written strings against encoding/json, and the reading against both.
func FuzzString(f *testing.F) {
	for _, s := range []string{"", "a1", "§½🂡", "\x00\x1f\x7f\"\\/\b\f\n\r\t", "\u2028\ufffd", "\xff", strings1k()} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		var w writer
		if ok := w.str(s); ok != utf8.ValidString(s) {
			t.Fatalf("valid UTF-8: %t", ok)
		} else if !ok {
			return
		}
		var back string
		if err := json.Unmarshal(w.b, &back); err != nil || back != s {
			t.Fatalf("encoding/json reads %s as %q (%v)", w.b, back, err)
		}
		p := reader{d: new(Decoder), data: w.b}
		if got, ok := p.str(); !ok || got != s || p.pos != len(w.b) {
			t.Fatalf("read as %q (%t)", got, ok)
		}
	})
}

func strings1k() string { return string(bytes.Repeat([]byte("long "), 200)) }

// FuzzImport checks that an exported form which is accepted holds exactly one event: its
// canonical bytes are exported to a form that gives the same bytes again. The reading of what export writes is held against the one that
// takes attributes in any order.
func FuzzImport(f *testing.F) {
	for _, data := range seeds(f) {
		line, err := Export(data)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(line)
		f.Add(bytes.Replace(line, []byte(`,"effective":"00000000000000000005"`), []byte(`,"effective":"00000000000000000012"`), 1))
		f.Add(bytes.Replace(line, []byte(`"000000000000000000`), []byte(`"0000000000000000000`), 1))
		f.Add(append(line, '}'))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		canonical, e, err := new(Decoder).Import(line)
		slowly, failed := restore(line)
		var same Envelope
		if failed == nil {
			same, failed = standard.slow(slowly)
		}
		if (err == nil) != (failed == nil) || err == nil && (!bytes.Equal(canonical, slowly) || !e.Alike(&same)) {
			t.Fatalf("read as it was written: %v\n%s\nattribute by attribute: %v\n%s", err, canonical, failed, slowly)
		}
		if err != nil {
			return
		}
		again, err := Export(canonical)
		if err != nil {
			t.Fatalf("export %s: %v", canonical, err)
		}
		back, err := Import(again)
		if err != nil || !bytes.Equal(canonical, back) {
			t.Fatalf("imported again: error %v (-first +second):\n%s", err, cmp.Diff(string(canonical), string(back)))
		}
	})
}

// FuzzHalf checks that what ParseHalf reads is written as a number of the same value, and
// that the scanner reads exactly what is written.
func FuzzHalf(f *testing.F) {
	for _, s := range []string{"0", "-0", "12", "37.5", "-1.5", "3.0", "4611686018427387903.5", "4611686018427387904", "1e3", "+1", "", ".5", "007"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		h, err := ParseHalf(s)
		p := reader{d: new(Decoder), data: []byte(s)}
		scanned, ok := p.half()
		ok = ok && p.pos == len(s)
		if err != nil {
			if ok {
				t.Fatalf("scanned as %s, but %v", scanned, err)
			}
			return
		}
		if ok != (h.String() == s) || ok && scanned != h {
			t.Fatalf("%s is written %s; scanned: %t as %s", s, h, ok, scanned)
		}
		if again, err := ParseHalf(h.String()); err != nil || again != h {
			t.Fatalf("%s is written %s and read again as %s (%v)", s, h, again, err)
		}
	})
}
