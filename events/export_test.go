package events

import (
	"maps"
	"reflect"
	"slices"
	"strings"
)

// Kinds returns the kinds of both families in alphabetical order.
func Kinds() []string { return slices.Sorted(maps.Keys(standard.byName)) }

// New returns the zero payload of a wire type or kind, such as "piece-moved.v1" or
// "piece-moved": the Go value that events of that kind decode to.
func New(kind string) (Payload, error) {
	if !strings.Contains(kind, ".") {
		if k := standard.byName[kind]; k != nil {
			kind = k.wire
		}
	}
	k, _, err := standard.lookup(kind)
	if err != nil {
		return nil, err
	}
	return reflect.Zero(k.typ).Interface().(Payload), nil
}
