package report

import (
	"encoding/json"
	"reflect"

	"adjudicate/events"
	"adjudicate/rules/movement"
)

// Forms tells of types in views that write their JSON themselves what that looks like: a number, or anything.
func Forms() map[reflect.Type]reflect.Type {
	number, anything := reflect.TypeFor[float64](), reflect.TypeFor[any]()
	return map[reflect.Type]reflect.Type{
		reflect.TypeFor[events.Half]():     number,
		reflect.TypeFor[movement.Weight](): number,
		reflect.TypeFor[json.RawMessage](): anything,
		reflect.TypeFor[events.Payload]():  anything,
	}
}
