package rules

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"adjudicate/rules/names"
)

// A rule may be written as what it changes: under "set" single fields of the text in force,
// each by its path. Whoever takes such a rule completes it first, from the text in force: what
// holds and is hashed is always a whole text.

// Assignments are the fields that an amendment sets, in the order of their paths.
type Assignments []Assignment

// Assignment gives a field of a rule's text a new value.
type Assignment struct {
	Path  string // "piece.modes[0].legs[0].n"
	Value any    // of the field's type; nil takes the field, or the item of a list, away
}

// MarshalJSON writes a mapping from paths to values, sorted by path.
func (a Assignments) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	for i, s := range a {
		b.WriteByte("{,"[min(i, 1)])
		if err := enc.Encode(s.Path); err != nil {
			return nil, err
		}
		b.WriteByte(':')
		if err := enc.Encode(s.Value); err != nil {
			return nil, err
		}
	}
	if len(a) == 0 {
		b.WriteByte('{')
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// Lines writes each assignment as a rule file may, on a line: "piece.value: 4".
func (a Assignments) Lines() []string {
	var list []string
	for _, s := range a {
		switch v := s.Value.(type) {
		case nil:
			list = append(list, s.Path+": ~")
		case Expr:
			list = append(list, s.Path+": "+string(v))
		default:
			text, _ := json.Marshal(v) // texts, numbers, truths, lists and mappings of them
			list = append(list, s.Path+": "+string(text))
		}
	}
	return list
}

// nearest is the field that is set within another one, or the only one that is set at all: what is said of the text in force comes of that.
func (a Assignments) nearest(field string) string {
	for _, s := range a {
		if overlaps(s.Path, field) || len(a) == 1 {
			return "set." + s.Path
		}
	}
	return "set"
}

var assignmentsType = reflect.TypeFor[Assignments]()

// step is a part of a path: a field of a mapping, or an item of a list.
type step struct {
	field int    // of the struct; -1 for an item
	item  int    // of a list, or the key of a mapping from numbers
	upTo  string // the path up to and with it
}

// notSet are the fields of a rule that its other fields stand beside.
var notSet = []string{"number", "revision", "set"}

// steps reads a path and returns the type of what it leads to.
func steps(path string) ([]step, reflect.Type, error) {
	at := reflect.TypeFor[Rule]()
	var list []step
	for rest := path; ; {
		if at.Kind() == reflect.Pointer {
			at = at.Elem()
		}
		if inner, ok := strings.CutPrefix(rest, "["); ok && len(list) > 0 {
			digits, after, closed := strings.Cut(inner, "]")
			n, err := strconv.ParseUint(digits, 10, 8)
			switch {
			case !closed || err != nil || strconv.FormatUint(n, 10) != digits:
				return nil, nil, fmt.Errorf("invalid path %q: write an item of a list as modes[0]", path)
			case at.Kind() != reflect.Slice && at.Kind() != reflect.Map:
				return nil, nil, fmt.Errorf("%s has no items", path[:len(path)-len(rest)])
			}
			at, rest = at.Elem(), after
			list = append(list, step{field: -1, item: int(n), upTo: path[:len(path)-len(rest)]})
		} else {
			rest = strings.TrimPrefix(rest, ".")
			name := rest[:len(rest)-len(strings.TrimLeft(rest, "abcdefghijklmnopqrstuvwxyz_"))]
			if at.Kind() != reflect.Struct {
				return nil, nil, fmt.Errorf("%s has no fields", strings.TrimSuffix(path[:len(path)-len(rest)], "."))
			}
			known, index := fields(at)
			if len(list) == 0 {
				known = slices.DeleteFunc(slices.Clone(known), func(n string) bool { return slices.Contains(notSet, n) })
			}
			if !slices.Contains(known, name) {
				return nil, nil, names.Unknown("field", name, known)
			}
			at, rest = at.Field(index[name]).Type, rest[len(name):]
			list = append(list, step{field: index[name], upTo: path[:len(path)-len(rest)]})
		}
		if rest == "" {
			return list, at, nil
		}
	}
}

// whereSet finds a path that lacks its first part, or has indices after dots, as it must be written; empty if it leads nowhere then either.
func whereSet(path string) string {
	path = dottedIndex().ReplaceAllString(path, "[$1]")
	for _, above := range []string{"", "piece.", "procedure."} {
		if _, _, err := steps(above + path); err == nil {
			return above + path
		}
	}
	return ""
}

var dottedIndex = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\.(\d+)\b`) })

// assignments reads what stands under set. Values are read as fields of their types are.
func (d *decoder) assignments(n *node, v reflect.Value, field string) {
	if n.form != aMap {
		d.expected(n, field, "a mapping", "one field on each line below, by its path: piece.value: 4")
		return
	}
	if len(n.keys) == 0 {
		d.fail(n, field, "one on each line below, by its path: piece.value: 4", "no field is set")
	}
	var list Assignments
	for i, key := range n.keys {
		path := key.text
		_, typ, err := steps(path)
		if err != nil {
			message, hint := err.Error(), ""
			if strings.HasSuffix(message, " has no fields") {
				hint = "set it as a whole: " + strings.TrimSuffix(message, " has no fields") + ": …"
			}
			if within := whereSet(path); within != "" {
				hint = "write " + within
			}
			if unknown, ok := err.(*names.UnknownError); ok {
				message = fmt.Sprintf("unknown field %q", path)
				if hint == "" && unknown.Near != "" {
					hint = fmt.Sprintf("did you mean %q?", respelt(path, unknown.Word, unknown.Near))
				}
			}
			d.fail(key, field, hint, "%s", message)
			continue
		}
		if j := slices.IndexFunc(list, func(a Assignment) bool { return overlaps(a.Path, path) }); j >= 0 {
			d.fail(key, field, "", "%s and %s set the same", list[j].Path, path)
			continue
		}
		a := Assignment{Path: path}
		d.stands(n.items[i], d.below(field, path))
		if n.items[i].form != aNull {
			value := reflect.New(typ).Elem()
			d.decode(n.items[i], value, d.below(field, path))
			if k := value.Kind(); k != reflect.Slice && k != reflect.Map || !value.IsNil() { // an empty one is none
				a.Value = value.Interface()
			}
		}
		list = append(list, a)
	}
	slices.SortFunc(list, func(a, b Assignment) int { return strings.Compare(a.Path, b.Path) })
	if len(list) > 0 {
		v.Set(reflect.ValueOf(list))
	}
}

// overlaps reports whether one of two paths leads to the other's field or into it.
func overlaps(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	return strings.HasPrefix(b, a) && (len(a) == len(b) || b[len(a)] == '.' || b[len(a)] == '[')
}

// Complete returns the whole text that r makes of the text in force, which has its number. A
// rule that sets nothing is whole. All paths speak of the text in force: what is taken away goes
// last. Without a revision of its own the text has the next one. The error is Problems.
func (r *Rule) Complete(have *Rule) (Rule, error) {
	if r.Set == nil {
		return *r, nil
	}
	var problems Problems
	refuse := func(field, format string, args ...any) {
		problems = append(problems, Problem{Rule: r.Number, Field: field, Message: fmt.Sprintf(format, args...)})
	}
	switch {
	case r.Piece != nil || r.Procedure != nil:
		refuse("set", "a rule that sets single fields leaves the others out")
	case have == nil:
		refuse("set", "rule %s is not in force: set changes single fields of the text in force", r.Number)
	}
	if len(problems) > 0 {
		return *r, problems
	}
	whole, err := FromCanonical(have.Canonical()) // shares nothing with it
	if err != nil {
		return *r, err
	}
	if whole.Revision++; r.Revision > 0 {
		whole.Revision = r.Revision
	}
	for field, text := range map[*string]string{&whole.Title: r.Title, &whole.Author: r.Author, &whole.Note: r.Note, &whole.Until: r.Until} {
		if text != "" {
			*field = text
		}
	}
	if r.While != "" {
		whole.While = r.While
	}
	renew := whole.Procedure.formerly(r.Set)
	var gone []Assignment
	for _, a := range r.Set {
		if section, at := whole.Procedure.reworded(a.Path); at != "" {
			refuse("set."+a.Path, "the text in force says with %s what %s would say: set fields of those instead", at, section)
			continue
		}
		a = whole.Procedure.means(a)
		if a.Value == nil {
			gone = append(gone, a)
		} else if why := whole.assign(a); why != "" {
			refuse("set."+a.Path, "%s", why)
		}
	}
	slices.SortFunc(gone, func(a, b Assignment) int { return byPlace(b.Path, a.Path) })
	for _, a := range gone {
		if why := whole.assign(a); why != "" {
			refuse("set."+a.Path, "%s", why)
		}
	}
	if len(problems) > 0 {
		return *r, problems
	}
	renew()
	return whole, nil
}

// Complete returns the whole text of a rule, which sets single fields of the text that b has
// of its number, or is whole already. The error is Problems.
func (b *Rulebook) Complete(r Rule) (Rule, error) {
	if have, ok := b.Rule(r.Number); ok {
		return r.Complete(&have)
	}
	whole, err := r.Complete(nil)
	if problems, ok := err.(Problems); ok && len(r.Set) > 0 {
		problems[0].Hint = b.holder(r.Set)
	}
	return whole, err
}

// Complete makes every rule of the file a whole text: see Rulebook.Complete.
func (f *File) Complete(book *Rulebook) (err error) {
	for i := range f.Rules {
		if f.Rules[i], err = book.Complete(f.Rules[i]); err != nil {
			return err
		}
	}
	return nil
}

// byPlace compares paths so that of the items of one list the later one is the greater.
func byPlace(a, b string) int {
	x, _, _ := steps(a)
	y, _, _ := steps(b)
	return slices.CompareFunc(x, y, func(a, b step) int {
		if a.field != b.field {
			return a.field - b.field
		}
		return a.item - b.item
	})
}

// assign sets one field, or says why it cannot. What stands around it comes into being.
func (r *Rule) assign(a Assignment) string {
	list, _, err := steps(a.Path)
	if err != nil {
		return err.Error()
	}
	at := reflect.ValueOf(r).Elem()
	for i, s := range list {
		last := i == len(list)-1
		if at.Kind() == reflect.Pointer {
			if at.IsNil() && a.Value == nil {
				return "the text in force has no such field"
			}
			if at.IsNil() {
				at.Set(reflect.New(at.Type().Elem()))
			}
			at = at.Elem()
		}
		if s.field >= 0 {
			at = at.Field(s.field)
			continue
		}
		if at.Kind() == reflect.Map {
			return assignKey(at, s.item, a.Value)
		}
		switch n := at.Len(); {
		case s.item < n && last && a.Value == nil:
			at.Set(reflect.AppendSlice(at.Slice(0, s.item), at.Slice(s.item+1, n)))
			if at.Len() == 0 {
				at.SetZero()
			}
			return ""
		case s.item < n:
		case s.item == n && a.Value != nil:
			at.Set(reflect.Append(at, reflect.Zero(at.Type().Elem())))
		default:
			return fmt.Sprintf("%s has %s in the text in force, counted from [0]", strings.TrimSuffix(s.upTo, "["+strconv.Itoa(s.item)+"]"), count(n, "item"))
		}
		at = at.Index(s.item)
	}
	switch {
	case a.Value != nil:
		at.Set(reflect.ValueOf(a.Value))
	case at.IsZero():
		return "the text in force has no such field"
	default:
		at.SetZero()
	}
	return ""
}

func assignKey(m reflect.Value, key int, value any) string {
	k := reflect.ValueOf(key)
	if value == nil {
		if !m.MapIndex(k).IsValid() {
			return "the text in force has no such field"
		}
		m.SetMapIndex(k, reflect.Value{})
		if m.Len() == 0 {
			m.SetZero()
		}
		return ""
	}
	if m.IsNil() {
		m.Set(reflect.MakeMap(m.Type()))
	}
	m.SetMapIndex(k, reflect.ValueOf(value))
	return ""
}

// respelt is a path in which a step of one name has another.
func respelt(path, name, right string) string {
	parts := strings.Split(path, ".")
	for i, part := range parts {
		if word, _, _ := strings.Cut(part, "["); word == name {
			parts[i] = right + part[len(word):]
			break
		}
	}
	return strings.Join(parts, ".")
}
