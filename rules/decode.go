package rules

import (
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"adjudicate/rules/keys"
)

// place is where a field stands in a file.
type place struct {
	line, column int
	plain        int // see node
}

// decoder fills structs from nodes, strictly, and keeps the places of their fields.
type decoder struct {
	file     string
	json     bool             // formulas are texts only
	places   map[string]place // nil: they are not kept, nor are fields named; who has problems reads again
	problems Problems
	unsure   []int // those of words that YAML takes for truths: the checks of the field say better what is expected
}

var (
	exprType  = reflect.TypeFor[Expr]()
	wordsType = reflect.TypeFor[Words]()
)

// stands keeps the place of a field.
func (d *decoder) stands(n *node, field string) {
	if d.places != nil {
		d.places[field] = place{n.line, n.column, n.plain}
	}
}

// below names a field of a field, or of the document where that is "".
func (d *decoder) below(field, name string) string {
	if d.places == nil || field == "" {
		return name
	}
	return field + "." + name
}

// item names an item of a field.
func (d *decoder) item(field string, i int) string {
	if d.places == nil {
		return ""
	}
	return field + "[" + strconv.Itoa(i) + "]"
}

func (d *decoder) fail(n *node, field, hint, format string, args ...any) {
	d.problems = append(d.problems, Problem{
		File: d.file, Line: n.line, Column: n.column, Field: field, Message: fmt.Sprintf(format, args...), Hint: hint,
	})
}

func (d *decoder) expected(n *node, field, what, hint string) {
	d.fail(n, field, hint, "expected %s, found %s", what, n.form)
}

// decode fills v, which stands at field, from n.
func (d *decoder) decode(n *node, v reflect.Value, field string) {
	d.stands(n, field)
	switch v.Type() {
	case exprType:
		d.expr(n, v, field)
		return
	case wordsType:
		d.words(n, v, field)
		return
	}
	if v.Type() == assignmentsType {
		d.assignments(n, v, field)
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		if !d.isMapping(n, field, v.Type().Elem()) {
			return
		}
		v.Set(reflect.New(v.Type().Elem()))
		d.decode(n, v.Elem(), field)
	case reflect.Struct:
		d.structure(n, v, field)
	case reflect.Slice:
		d.list(n, v, field)
	case reflect.Map:
		if v.Type().Key().Kind() == reflect.String {
			d.named(n, v, field)
			return
		}
		d.mapping(n, v, field)
	case reflect.Bool:
		if n.form != aBool {
			d.expected(n, field, "true or false", truthMeant(n))
			return
		}
		v.SetBool(n.text == "true")
	case reflect.Int:
		d.integer(n, v, field)
	default: // reflect.String
		if n.form != aText && (n.form != aNumber || d.json) {
			if n.form == aBool && !d.json {
				d.unsure = append(d.unsure, len(d.problems))
				v.SetString(n.text)
			}
			d.expected(n, field, "a text", textMeant(n))
			return
		}
		if !utf8.ValidString(n.text) {
			d.fail(n, field, "", "the text is not UTF-8")
			return
		}
		v.SetString(n.text)
	}
}

func (d *decoder) integer(n *node, v reflect.Value, field string) {
	i, err := strconv.ParseInt(n.text, 10, 32)
	switch {
	case errors.Is(err, strconv.ErrRange) && (n.form == aNumber || n.form == aText && n.plain == 0):
		d.fail(n, field, "", "number too large: %s", n.text)
		return
	case n.form != aNumber:
		d.expected(n, field, "a whole number", numberMeant(n))
		return
	case err != nil:
		d.fail(n, field, "", "expected a whole number, found %s", n.text)
		return
	}
	v.SetInt(i)
}

// expr accepts a text, a number, a condition or a list of numbers; in canonical form only
// a text, empty where a field that is always written has none.
func (d *decoder) expr(n *node, v reflect.Value, field string) {
	switch {
	case n.form == aText:
		if strings.TrimSpace(n.text) == "" && !d.json {
			d.fail(n, field, "leave the field out", "empty formula")
			return
		}
		v.SetString(n.text)
	case d.json || n.form == aNull || n.form == aMap:
		d.expected(n, field, "a formula", "")
	case n.form == aList:
		var items []string
		for _, item := range n.items {
			if item.form != aText && item.form != aNumber {
				d.expected(item, field, "a number or a formula", "")
				return
			}
			items = append(items, item.text)
		}
		v.SetString("[" + strings.Join(items, ", ") + "]")
	default:
		v.SetString(n.text)
	}
}

// words accepts a text or a list of texts; in canonical form a text alone.
func (d *decoder) words(n *node, v reflect.Value, field string) {
	switch {
	case n.form == aText:
		v.SetString(strings.Join(Words(n.text).List(), ", "))
	case n.form != aList || d.json:
		d.expected(n, field, "a word or a list of words", "")
	default:
		var items []string
		for _, item := range n.items {
			if item.form != aText {
				d.expected(item, field, "a word", "")
				return
			}
			items = append(items, item.text)
		}
		v.SetString(strings.Join(items, ", "))
	}
}

// isMapping reports whether a node is a mapping, and notes a problem if it is not.
func (d *decoder) isMapping(n *node, field string, of reflect.Type) bool {
	if n.form != aMap {
		d.expected(n, field, "a mapping", mappingMeant(n, field, of))
	}
	return n.form == aMap
}

// named fills a map whose keys are texts.
func (d *decoder) named(n *node, v reflect.Value, field string) {
	if !d.isMapping(n, field, v.Type()) || len(n.keys) == 0 {
		return
	}
	m := reflect.MakeMap(v.Type())
	for i, key := range n.keys {
		k := reflect.ValueOf(key.text)
		at := d.below(field, key.text)
		switch {
		case !utf8.ValidString(key.text):
			d.fail(key, field, "", "the text is not UTF-8")
			continue
		case m.MapIndex(k).IsValid():
			d.fail(key, at, "", "duplicate key")
			continue
		}
		value := reflect.New(v.Type().Elem()).Elem()
		d.decode(n.items[i], value, at)
		listed(value)
		m.SetMapIndex(k, value)
	}
	v.Set(m)
}

// listed makes an empty list of a member of a list or map that is one: it is not to be written as nothing.
func listed(v reflect.Value) {
	if v.Kind() == reflect.Slice && v.IsNil() {
		v.Set(reflect.MakeSlice(v.Type(), 0, 0))
	}
}

// knownFields are those of the struct types of rules, by type: there are few, and every mapping asks for them.
var knownFields sync.Map

type fieldsOf struct {
	names []string
	index map[string]int
}

// fields returns the fields of a struct type in order, by their JSON names. Nobody may change what it returns.
func fields(t reflect.Type) (names []string, index map[string]int) {
	if f, ok := knownFields.Load(t); ok {
		f := f.(*fieldsOf)
		return f.names, f.index
	}
	index = map[string]int{}
	for i := range t.NumField() {
		name, _ := keys.Of(t.Field(i))
		if name == "" || name == "-" {
			continue
		}
		names = append(names, name)
		index[name] = i
	}
	knownFields.Store(t, &fieldsOf{names, index})
	return names, index
}

func (d *decoder) structure(n *node, v reflect.Value, field string) {
	if !d.isMapping(n, field, v.Type()) {
		return
	}
	_, index := fields(v.Type())
	seen := make([]bool, v.NumField())
	for i, key := range n.keys {
		at := d.below(field, key.text)
		j, ok := index[key.text]
		if !ok && i > 0 && tornOff(n.items[i-1]) {
			const hint = "a comma in { } begins another field: quote a formula with commas, as in when: 'count(…, …) > 2'"
			d.fail(n.items[i-1], d.below(field, n.keys[i-1].text), hint, "the formula ends within a bracket: %q", n.items[i-1].text)
			return
		}
		switch {
		case (!ok || key.form != aText) && i > 0 && n.items[i].form == aNull && n.items[i-1].form != aNull && n.items[i].line == n.items[i-1].line:
			before := n.items[i-1].text
			d.fail(key, field, fmt.Sprintf("a comma in { } begins another field: write [%s, %s] for a list", before, key.text), "%q is no field", key.text)
		case !ok && len(n.keys) == 1 && strings.HasSuffix(field, "]") && isNamed(v.Type()) && (n.items[0].form == aList || n.items[0].form == aMap):
			d.fail(key, field, fmt.Sprintf("write {name: %s, …}", key.text), "unknown field %q", key.text)
		case !ok || key.form != aText:
			d.fail(key, field, suggestField(key.text, v.Type()), "unknown field %q", key.text)
		case seen[j]:
			d.fail(key, at, "", "duplicate field")
		default:
			seen[j] = true
			d.decode(n.items[i], v.Field(j), at)
		}
	}
}

// tornOff reports whether a text lacks closing brackets, as what stands before a comma of a formula without quotes does.
func tornOff(n *node) bool {
	return n.form == aText && strings.Count(n.text, "(") > strings.Count(n.text, ")")
}

func (d *decoder) list(n *node, v reflect.Value, field string) {
	if n.form != aList {
		hint := listMeant(n, v.Type().Elem())
		switch of := v.Type(); {
		case of == reflect.TypeFor[[][]int]():
			hint = "write pairs of numbers: [[0, 0], [0, 1]]"
		case of == reflect.TypeFor[[]int]():
			hint = "write two numbers: [1, 2]"
		}
		d.expected(n, field, "a list", hint)
		return
	}
	if len(n.items) == 0 {
		return
	}
	s := reflect.MakeSlice(v.Type(), len(n.items), len(n.items))
	for i, item := range n.items {
		d.decode(item, s.Index(i), d.item(field, i))
		listed(s.Index(i))
	}
	v.Set(s)
}

// mapping fills a map from whole numbers to texts.
func (d *decoder) mapping(n *node, v reflect.Value, field string) {
	if !d.isMapping(n, field, v.Type()) || len(n.keys) == 0 {
		return
	}
	m := reflect.MakeMap(v.Type())
	for i, key := range n.keys {
		step, err := strconv.ParseInt(key.text, 10, 32)
		if err != nil || strconv.FormatInt(step, 10) != key.text {
			d.fail(key, field, "", "expected a whole number as key, found %q", key.text)
			continue
		}
		k := reflect.ValueOf(int(step))
		if m.MapIndex(k).IsValid() {
			d.fail(key, field, "", "duplicate key %d", step)
			continue
		}
		value := reflect.New(v.Type().Elem()).Elem()
		d.decode(n.items[i], value, d.item(field, int(step)))
		m.SetMapIndex(k, value)
	}
	v.Set(m)
}
