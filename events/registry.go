package events

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// A kind is what the package knows of one kind of event: its newest version, which is its
// Go type, and the steps that bring older versions up to it.
type kind struct {
	name    string // "piece-moved"
	wire    string // "piece-moved.v1"
	version int
	input   bool
	typ     reflect.Type
	shape   *shape
	names   []place // where it names sides, pieces and the like
	roles   uint64  // in which it does so, a bit each
	about   Part
	length  int // the field with the length of a limit or stage; -1 if it has none
	read    func(*reader) (Payload, bool)
	strict  func([]byte) (Payload, error)
	steps   []func(json.RawMessage) (json.RawMessage, error) // steps[n-1]: version n to n+1
}

// An upcaster rewrites the payload of one version of a kind as the next version's.
type upcaster struct {
	name string
	from int
	step func(json.RawMessage) (json.RawMessage, error)
}

// A registry is a closed set of kinds.
type registry struct {
	kinds  []*kind // as listed
	byName map[string]*kind
	roll   roll             // the same, for what is asked of every event
	byWire map[string]*kind // newest versions only
	older  map[string]*renaming
}

// A renaming brings the events of a kind that there is no longer to version 1 of the kind that
// they are of today.
type renaming struct {
	was  string // "point-given.v1"
	now  string // "asset-changed"
	step func(json.RawMessage) (json.RawMessage, error)
}

// of declares T the newest version of its kind.
func of[T Payload](version int, input bool) *kind {
	var zero T
	k := &kind{name: zero.Kind(), version: version, input: input, typ: reflect.TypeFor[T]()}
	k.wire = k.name + ".v" + strconv.Itoa(version)
	k.read = func(r *reader) (Payload, bool) {
		var p T
		ok := r.structure(k.shape, reflect.ValueOf(&p).Elem())
		return p, ok
	}
	k.strict = func(data []byte) (Payload, error) {
		var p T
		err := strictly(data, &p)
		return p, err
	}
	return k
}

func input[T Payload]() *kind   { return of[T](1, true) }
func outcome[T Payload]() *kind { return of[T](1, false) }

// newRegistry checks that every kind has a name of its own, a shape, and for each older
// version exactly one upcaster.
func newRegistry(kinds []*kind, steps []upcaster, renamed []renaming) (*registry, error) {
	r := &registry{kinds: kinds, byName: map[string]*kind{}, byWire: map[string]*kind{}, older: map[string]*renaming{}}
	for _, k := range kinds {
		if r.byName[k.name] != nil {
			return nil, fmt.Errorf("event kind %q is registered twice", k.name)
		}
		if !plainName(k.name) || k.version < 1 {
			return nil, fmt.Errorf("event type %q: expected lower-case words joined by hyphens and a version from 1", k.wire)
		}
		var err error
		if k.shape, err = shapeOf(k.typ); err != nil {
			return nil, fmt.Errorf("event type %q: %w", k.wire, err)
		}
		if k.shape.form != formStruct {
			return nil, fmt.Errorf("event type %q: expected a struct, not %s", k.wire, k.typ)
		}
		k.length = slices.IndexFunc(k.shape.fields, func(f field) bool { return f.name == "length" && f.shape.form == formInt })
		k.names, k.about = placesOf(k.name, "", k.typ, k.shape), partsOf[k.name]
		k.roles = rolesOf(k.names)
		k.steps = make([]func(json.RawMessage) (json.RawMessage, error), k.version-1)
		r.byName[k.name], r.byWire[k.wire] = k, k
	}
	r.roll = newRoll(kinds)
	for _, u := range steps {
		k := r.byName[u.name]
		if k == nil || u.from < 1 || u.from >= k.version {
			return nil, fmt.Errorf("upcaster from %s.v%d leads to no registered version", u.name, u.from)
		}
		if k.steps[u.from-1] != nil {
			return nil, fmt.Errorf("two upcasters from %s.v%d", u.name, u.from)
		}
		k.steps[u.from-1] = u.step
	}
	for _, k := range kinds {
		if n := slices.IndexFunc(k.steps, func(s func(json.RawMessage) (json.RawMessage, error)) bool { return s == nil }); n >= 0 {
			return nil, fmt.Errorf("no upcaster from %s.v%d to v%d", k.name, n+1, n+2)
		}
	}
	for i := range renamed {
		old := &renamed[i]
		name, _, _ := strings.Cut(old.was, ".")
		if r.byName[old.now] == nil || r.byName[name] != nil || r.older[old.was] != nil {
			return nil, fmt.Errorf("renaming %s to %s: expected a kind that there was and one that there is", old.was, old.now)
		}
		r.older[old.was] = old
	}
	return r, nil
}

func plainName(s string) bool {
	return s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz-") == "" && s[0] != '-' && s[len(s)-1] != '-'
}

// lookup returns the kind of a wire type, and which of its versions the type names: 0 is what was
// another kind.
func (r *registry) lookup(wire string) (*kind, int, error) {
	if old := r.older[wire]; old != nil {
		return r.byName[old.now], 0, nil
	}
	name, v, _ := strings.Cut(wire, ".v")
	k := r.byName[name]
	if k == nil {
		return nil, 0, &UnknownTypeError{Type: wire}
	}
	n, err := strconv.Atoi(v)
	if err != nil || n < 1 || strconv.Itoa(n) != v || n > k.version {
		return nil, 0, &UnknownTypeError{Type: wire, Newest: k.wire}
	}
	return k, n, nil
}

// IsInput reports whether kind, with or without a version, is an input; an unknown one is not.
func IsInput(kind string) bool { return family(kind, true) }

// IsOutcome reports whether kind, with or without a version, is an outcome; an unknown one is not.
func IsOutcome(kind string) bool { return family(kind, false) }

func family(name string, input bool) bool {
	if k := standard.roll.find(name); k != nil { // no older kind has the name of one of today
		return k.input == input
	}
	if old := standard.older[name]; old != nil {
		name = old.now
	}
	name, _, _ = strings.Cut(name, ".")
	k := standard.roll.find(name)
	return k != nil && k.input == input
}

// newest brings a payload of a wire type, as lookup found it, up to the newest version.
func (r *registry) newest(k *kind, wire string, version int, payload json.RawMessage) (_ json.RawMessage, err error) {
	if version == 0 {
		if payload, err = r.older[wire].step(payload); err != nil {
			return nil, fmt.Errorf("upcast %s to %s.v1: %w", wire, k.name, err)
		}
		version = 1
	}
	for n := version; n < k.version; n++ {
		if payload, err = k.steps[n-1](payload); err != nil {
			return nil, fmt.Errorf("upcast %s.v%d to v%d: %w", k.name, n, n+1, err)
		}
	}
	return payload, nil
}

// Type returns the newest wire type of a payload, "piece-moved.v1".
func Type(p Payload) (string, error) {
	k, err := standard.of(&Envelope{Payload: p})
	if err != nil {
		return "", err
	}
	return k.wire, nil
}
