package aggregate

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"
)

// A state that comes to stand behind another one, as that of an edition does, mostly differs from it in little: some pieces, a side, whose turn it is. Version 4 of
// a written state is version 3 without what is as it was: it is read behind the state before, from which that is taken.
//
//	{"version":4, …, "same":["game","seed",…], "runs":{"pieces":[[0,0,12],[14,14,3]]}}
//
//	same  members that are left out, because they are as they were written before
//	runs  of a list of which some elements are left out: at place 0 of the list stand 12 of the one before, from its place 0 on; at place 14 stand 3, from its place 14 on. The list
//	      holds the others, in order
//
// The state before is taken as it is written down, and not as it is held, so what is left out does not depend on how somebody came to it. A member that is
// neither there nor named is empty. What is read back is the state as version 3 writes it, or it is refused: a name that is none or that stands twice, a member that was empty before,
// runs that overlap, go backwards, or do not fit into their list. So no text makes more of a list than stood in the state before and in itself.

const behindVersion = 4

// behindState is what version 4 has besides.
type behindState struct {
	Same []string            `json:"same,omitempty"`
	Runs map[string][][3]int `json:"runs,omitempty"` // place, place in the list before, how many
}

// Behind writes s down as canonical JSON for whoever has the state before, of which it says only what has become of it.
func (s *State) Behind(before *State) (json.RawMessage, error) {
	v, b := s.written(before), before.written(before)
	v.Version = behindVersion
	v.leaveOut(b)
	return v.encode()
}

// IsBehind reports whether a written state says only what has become of the one before.
func IsBehind(text []byte) bool { return bytes.HasPrefix(text, behind) }

// behind is what texts of version 4 begin with.
var behind = fmt.Appendf(nil, `{"version":%d`, behindVersion)

// A member is one of a written state.
type member struct {
	name  string
	index int
}

// members are those that may be left out.
var members = func() (list []member) {
	t := reflect.TypeFor[snapshot]()
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Anonymous || f.Name == "Version" {
			continue
		}
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		list = append(list, member{name, i})
	}
	return list
}()

// leaveOut leaves out what is as in b.
func (v *snapshot) leaveOut(b *snapshot) {
	now, was := reflect.ValueOf(v).Elem(), reflect.ValueOf(b).Elem()
	for _, m := range members {
		n, w := now.Field(m.index), was.Field(m.index)
		switch {
		case empty(n):
		case alike(n, w):
			v.Same = append(v.Same, m.name)
			n.SetZero()
		case n.Kind() == reflect.Slice:
			if runs, rest := runsOf(n, w); len(runs) > 0 {
				if v.Runs == nil {
					v.Runs = map[string][][3]int{}
				}
				v.Runs[m.name] = runs
				n.Set(rest)
			}
		}
	}
}

// lookAhead is how far ahead in the list before the next element is looked for.
const lookAhead = 16

// runsOf lists which elements of a list stand in the one before, in the same order, and returns the others.
func runsOf(now, was reflect.Value) (runs [][3]int, rest reflect.Value) {
	rest = reflect.MakeSlice(now.Type(), 0, 0)
	next := 0
	for at := range now.Len() {
		e, found := now.Index(at), -1
		for from := next; from < min(was.Len(), next+lookAhead) && found < 0; from++ {
			if alike(e, was.Index(from)) {
				found = from
			}
		}
		if found < 0 {
			rest = reflect.Append(rest, e)
			continue
		}
		next = found + 1
		if last := len(runs) - 1; last >= 0 && runs[last][0]+runs[last][2] == at && runs[last][1]+runs[last][2] == found {
			runs[last][2]++
			continue
		}
		runs = append(runs, [3]int{at, found, 1})
	}
	return runs, rest
}

// fillIn takes what is left out from b.
func (v *snapshot) fillIn(b *snapshot) error {
	now, was := reflect.ValueOf(v).Elem(), reflect.ValueOf(b).Elem()
	for _, name := range v.Same {
		i := slices.IndexFunc(members, func(m member) bool { return m.name == name })
		if i < 0 {
			return fmt.Errorf("%w: it says that %q is as it was, which is no member of a state", ErrSnapshot, name)
		}
		n, w := now.Field(members[i].index), was.Field(members[i].index)
		if _, both := v.Runs[name]; both || !empty(n) {
			return fmt.Errorf("%w: it says that %s is as it was, and what it is", ErrSnapshot, name)
		}
		if empty(w) {
			return fmt.Errorf("%w: it says that %s is as it was, but there was none", ErrSnapshot, name)
		}
		n.Set(w)
	}
	for name, runs := range v.Runs {
		i := slices.IndexFunc(members, func(m member) bool { return m.name == name })
		if i < 0 || now.Field(members[i].index).Kind() != reflect.Slice {
			return fmt.Errorf("%w: it says where the list %q is as it was, which is none of a state", ErrSnapshot, name)
		}
		n, w := now.Field(members[i].index), was.Field(members[i].index)
		whole, err := merged(n, w, runs)
		if err != nil {
			return fmt.Errorf("%w: it says where the list %s is as it was: %w", ErrSnapshot, name, err)
		}
		n.Set(whole)
	}
	v.Same, v.Runs = nil, nil
	return nil
}

// merged puts runs of the list before among the other elements.
func merged(others, was reflect.Value, runs [][3]int) (list reflect.Value, err error) {
	room := others.Len()
	for _, r := range runs {
		room += min(max(r[2], 0), was.Len())
	}
	list = reflect.MakeSlice(others.Type(), 0, min(room, others.Len()+was.Len()))
	taken, next := 0, 0
	for _, r := range runs {
		at, from, n := r[0], r[1], r[2]
		fill := at - list.Len()
		switch {
		case n < 1 || from < next || from > was.Len()-n:
			return list, fmt.Errorf("%d from place %d on: expected some of the %d from place %d on", n, from, was.Len(), next)
		case fill < 0 || fill > others.Len()-taken:
			return list, fmt.Errorf("place %d: expected a place from %d to %d", at, list.Len(), list.Len()+others.Len()-taken)
		}
		list = reflect.AppendSlice(list, others.Slice(taken, taken+fill))
		list = reflect.AppendSlice(list, was.Slice(from, from+n))
		taken, next = taken+fill, from+n
	}
	return reflect.AppendSlice(list, others.Slice(taken, others.Len())), nil
}

// empty reports whether a member is not written.
func empty(v reflect.Value) bool {
	return v.IsZero() || v.Kind() == reflect.Slice && v.Len() == 0
}

var timeType = reflect.TypeFor[time.Time]()

// alike reports whether two values are written alike.
func alike(a, b reflect.Value) bool {
	switch a.Kind() {
	case reflect.Pointer:
		if a.IsNil() || b.IsNil() || a.Pointer() == b.Pointer() {
			return a.Pointer() == b.Pointer()
		}
		return alike(a.Elem(), b.Elem())
	case reflect.Slice:
		if a.Len() != b.Len() {
			return false
		}
		if a.Pointer() == b.Pointer() {
			return true
		}
		if a.Type().Elem().Kind() == reflect.Uint8 {
			return bytes.Equal(a.Bytes(), b.Bytes())
		}
		for i := range a.Len() {
			if !alike(a.Index(i), b.Index(i)) {
				return false
			}
		}
		return true
	case reflect.Struct:
		if a.Type() == timeType {
			return a.Interface().(time.Time).Equal(b.Interface().(time.Time))
		}
		for i := range a.NumField() {
			if !alike(a.Field(i), b.Field(i)) {
				return false
			}
		}
		return true
	case reflect.String:
		return a.String() == b.String()
	case reflect.Map:
		return reflect.DeepEqual(a.Interface(), b.Interface())
	}
	return a.Equal(b)
}
