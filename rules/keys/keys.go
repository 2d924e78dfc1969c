package keys

import (
	"bytes"
	_ "embed" // the table
	"encoding/json"
	"reflect"
	"strings"
)

//go:embed keys.json
var table []byte

// known are the names outside, by those that the code has.
var known = func() (names map[string]string) {
	if err := json.Unmarshal(table, &names); err != nil {
		panic("keys: " + err.Error())
	}
	return names
}()

// Name is the name outside for the one that the code has.
func Name(own string) string {
	name, ok := known[own]
	if !ok {
		panic("keys: keys.json has no " + own)
	}
	return name
}

// Of is the name and the options of a field in JSON.
func Of(f reflect.StructField) (name, options string) {
	name, options, _ = strings.Cut(f.Tag.Get("json"), ",")
	return Written(name), options
}

// Written is the name in JSON that the tag of a field states.
func Written(tag string) string {
	if own, ok := strings.CutPrefix(tag, "@"); ok {
		return Name(own)
	}
	return tag
}

// Marshal writes a struct that does not write itself. Texts stand in it as they are, without escapes for HTML.
func Marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return rename(b.Bytes()), nil
}

// rename gives the members of an object their names outside.
func rename(object []byte) []byte {
	if !bytes.Contains(object, []byte(`"@`)) {
		return object
	}
	var (
		out   = make([]byte, 0, len(object)+64)
		depth int
		from  int // what stands before it is in out
	)
	for i := 0; i < len(object); i++ {
		switch object[i] {
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		case '"':
			start := i + 1
			for i = start; object[i] != '"'; i++ {
				if object[i] == '\\' {
					i++
				}
			}
			if depth == 1 && object[start] == '@' && object[i+1] == ':' {
				out = append(append(out, object[from:start]...), Name(string(object[start+1:i]))...)
				from = i
			}
		}
	}
	return append(out, object[from:]...)
}
