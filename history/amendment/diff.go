package amendment

import (
	"reflect"
	"slices"
	"strconv"
	"strings"

	"adjudicate/rules"
	"adjudicate/rules/keys"
)

// Change is one difference of two definitions. Before is empty for what is added, After for
// what is removed.
type Change struct {
	Path   string `json:"path"`             // "modes[0].legs[0].n", "buying.price"
	Before string `json:"before,omitempty"` // as in a rule file, on one line
	After  string `json:"after,omitempty"`
	Clause string `json:"clause"` // "12.5/5 §2": where the later definition has it, or the earlier one had
}

// Diff lists the differences of two revisions of a rule in the order of the fields; either
// may be nil. Elements of lists are matched so that as little as possible differs. The
// revision itself is no difference.
func Diff(before, after *rules.Rule) []Change {
	d := differ{before: before, after: after}
	switch {
	case before == nil && after == nil:
		return nil
	case before == nil:
		before = &rules.Rule{Number: after.Number, Revision: after.Revision}
	case after == nil:
		after = &rules.Rule{Number: before.Number, Revision: before.Revision}
	}
	a, b := *before, *after
	a.Revision = b.Revision
	d.value("", "", reflect.ValueOf(a), reflect.ValueOf(b))
	return d.out
}

type differ struct {
	before, after *rules.Rule
	out           []Change
}

func (d *differ) add(path, cite string, a, b reflect.Value) {
	c := Change{Path: path}
	if present(a) {
		c.Before = render(a)
	}
	if present(b) {
		c.After = render(b)
	}
	if d.after != nil && present(b) || d.before == nil {
		c.Clause = d.after.Clause(cite)
	} else {
		c.Clause = d.before.Clause(cite)
	}
	d.out = append(d.out, c)
}

// present reports whether a value is written at all: what is at its zero is left out.
func present(v reflect.Value) bool { return v.IsValid() && !v.IsZero() }

// value compares two values of one type. cite is the place of the section around them.
func (d *differ) value(path, cite string, a, b reflect.Value) {
	if reflect.DeepEqual(a.Interface(), b.Interface()) {
		return
	}
	switch a.Kind() {
	case reflect.Pointer:
		if a.IsNil() || b.IsNil() {
			d.whole(path, cite, a, b)
			return
		}
		d.value(path, cite, a.Elem(), b.Elem())
	case reflect.Struct:
		cite = citeIn(cite, a, b)
		for i := range a.NumField() {
			d.value(join(path, fieldName(a.Type().Field(i))), cite, a.Field(i), b.Field(i))
		}
	case reflect.Slice:
		if a.Type().Elem().Kind() != reflect.Struct {
			d.add(path, cite, a, b)
			return
		}
		d.list(path, cite, a, b)
	default:
		d.add(path, cite, a, b)
	}
}

// whole notes something that is only on one side: a rule's piece field by field, anything
// else in one line.
func (d *differ) whole(path, cite string, a, b reflect.Value) {
	if path == "" {
		elem := a.Type().Elem()
		if !a.IsNil() {
			d.value(path, cite, a.Elem(), reflect.Zero(elem))
		} else {
			d.value(path, cite, reflect.Zero(elem), b.Elem())
		}
		return
	}
	if a.IsNil() {
		cite = citeIn(cite, b.Elem(), b.Elem())
	} else {
		cite = citeIn(cite, a.Elem(), a.Elem())
	}
	d.add(path, cite, a, b)
}

// list compares two lists of structs: whatever matching of their elements in order leaves
// the least to tell.
func (d *differ) list(path, cite string, a, b reflect.Value) {
	n, m := a.Len(), b.Len()
	none := reflect.Value{}
	least := make([][]int, n+1)
	for i := n; i >= 0; i-- {
		least[i] = make([]int, m+1)
		for j := m; j >= 0; j-- {
			switch {
			case i == n && j == m:
			case i == n:
				least[i][j] = least[i][j+1] + leaves(b.Index(j))
			case j == m:
				least[i][j] = least[i+1][j] + leaves(a.Index(i))
			default:
				least[i][j] = min(least[i+1][j+1]+distance(a.Index(i), b.Index(j)),
					least[i+1][j]+leaves(a.Index(i)), least[i][j+1]+leaves(b.Index(j)))
			}
		}
	}
	at := func(k int) string { return path + "[" + strconv.Itoa(k) + "]" }
	for i, j := 0, 0; i < n || j < m; {
		switch {
		case i < n && j < m && least[i][j] == least[i+1][j+1]+distance(a.Index(i), b.Index(j)):
			d.value(at(j), cite, a.Index(i), b.Index(j))
			i, j = i+1, j+1
		case i < n && least[i][j] == least[i+1][j]+leaves(a.Index(i)):
			d.add(at(i), citeIn(cite, a.Index(i), a.Index(i)), a.Index(i), none)
			i++
		default:
			d.add(at(j), citeIn(cite, b.Index(j), b.Index(j)), none, b.Index(j))
			j++
		}
	}
}

// distance is how many fields of two values differ; leaves is how many one has.
func distance(a, b reflect.Value) int {
	var d differ
	d.before, d.after = &rules.Rule{}, &rules.Rule{}
	d.value("x", "", a, b)
	n := 0
	for _, c := range d.out {
		if c.Before != "" {
			n++
		}
		if c.After != "" {
			n++
		}
	}
	return n
}

func leaves(v reflect.Value) int { return distance(v, reflect.Zero(v.Type())) }

// citeIn returns the place that a struct names, or else the one around it.
func citeIn(around string, a, b reflect.Value) string {
	for _, v := range []reflect.Value{b, a} {
		if f := v.FieldByName("Cite"); f.IsValid() && f.String() != "" {
			return f.String()
		}
	}
	return around
}

func fieldName(f reflect.StructField) string {
	name, _ := keys.Of(f)
	return name
}

// join makes a path. A rule's piece and procedure are not named in it: their fields are.
func join(path, name string) string {
	switch {
	case path != "":
		return path + "." + name
	case name == "piece" || name == "procedure":
		return ""
	}
	return name
}

// render writes a value as a rule file may, on one line.
func render(v reflect.Value) string {
	switch v.Kind() {
	case reflect.Pointer:
		return render(v.Elem())
	case reflect.Struct:
		var parts []string
		for i := range v.NumField() {
			if f := v.Field(i); present(f) {
				parts = append(parts, fieldName(v.Type().Field(i))+": "+inner(f))
			}
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case reflect.Slice:
		var parts []string
		for i := range v.Len() {
			parts = append(parts, inner(v.Index(i)))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case reflect.Map:
		var parts []string
		keys := v.MapKeys()
		slices.SortFunc(keys, func(a, b reflect.Value) int {
			if a.CanInt() {
				return int(a.Int() - b.Int())
			}
			return strings.Compare(a.String(), b.String())
		})
		for _, k := range keys {
			parts = append(parts, inner(k)+": "+inner(v.MapIndex(k)))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case reflect.Int:
		return strconv.FormatInt(v.Int(), 10)
	case reflect.Bool:
		return strconv.FormatBool(v.Bool())
	}
	return v.String()
}

// inner is render inside brackets, where some texts need quotes.
func inner(v reflect.Value) string {
	text := render(v)
	if v.Kind() == reflect.String && strings.ContainsAny(text, ",:[]{}\"'#&*!|>%@`") {
		return strconv.Quote(text)
	}
	return text
}
