package events

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"time"

	"github.com/google/uuid"
)

// A shape is how values of one Go type are written: the table that Encode and Decode work
// from, compiled once from the struct's fields and tags.
type shape struct {
	form   form
	fields []field // of a struct
	elem   *shape  // of a list or pointer
}

// form is how a value is written.
type form uint8

const (
	formString form = iota
	formBool
	formInt
	formUint
	formHalf
	formTime
	formTimePointer
	formUUID
	formRaw     // a JSON value kept as it is
	formStrings // a list of strings
	formList    // a list of structs
	formStruct
)

// field is one field of a struct.
type field struct {
	index int
	name  string // "piece"
	key   string // `"piece":`
	omit  bool   // left out when empty
	shape *shape
}

var (
	halfType    = reflect.TypeFor[Half]()
	timeType    = reflect.TypeFor[time.Time]()
	timePtrType = reflect.TypeFor[*time.Time]()
	uuidType    = reflect.TypeFor[uuid.UUID]()
	rawType     = reflect.TypeFor[json.RawMessage]()
	stringsType = reflect.TypeFor[[]string]()
)

// shapeOf compiles the shape of t. It refuses whatever has no canonical form here: floats,
// maps, interfaces, unexported or untagged fields.
func shapeOf(t reflect.Type) (*shape, error) {
	switch t {
	case halfType:
		return &shape{form: formHalf}, nil
	case timeType:
		return &shape{form: formTime}, nil
	case timePtrType:
		return &shape{form: formTimePointer}, nil
	case uuidType:
		return &shape{form: formUUID}, nil
	case rawType:
		return &shape{form: formRaw}, nil
	case stringsType:
		return &shape{form: formStrings}, nil
	}
	switch t.Kind() {
	case reflect.String:
		return &shape{form: formString}, nil
	case reflect.Bool:
		return &shape{form: formBool}, nil
	case reflect.Int, reflect.Int64:
		return &shape{form: formInt}, nil
	case reflect.Uint64:
		return &shape{form: formUint}, nil
	case reflect.Slice:
		if t.Elem().Kind() != reflect.Struct || t.Elem() == timeType {
			break
		}
		elem, err := shapeOf(t.Elem())
		return &shape{form: formList, elem: elem}, err
	case reflect.Struct:
		return structShape(t)
	}
	return nil, fmt.Errorf("type %s has no canonical form", t)
}

func structShape(t reflect.Type) (*shape, error) {
	s := &shape{form: formStruct}
	for i := range t.NumField() {
		f := t.Field(i)
		name, option, _ := strings.Cut(f.Tag.Get("json"), ",")
		if !f.IsExported() || f.Anonymous || name == "" || name == "-" || option != "" && option != "omitempty" {
			return nil, fmt.Errorf("field %s.%s needs to be exported and tagged `json:\"name\"` or `json:\"name,omitempty\"`", t, f.Name)
		}
		sub, err := shapeOf(f.Type)
		if err != nil {
			return nil, fmt.Errorf("field %s.%s: %w", t, f.Name, err)
		}
		omit := option != ""
		switch sub.form {
		case formTime, formStruct, formUUID:
			if omit {
				return nil, fmt.Errorf("field %s.%s: its type is never empty, so omitempty would do nothing", t, f.Name)
			}
		case formTimePointer:
			if !omit {
				return nil, fmt.Errorf("field %s.%s: a pointer needs omitempty, for null is never written", t, f.Name)
			}
		}
		s.fields = append(s.fields, field{index: i, name: name, key: `"` + name + `":`, omit: omit, shape: sub})
	}
	return s, nil
}
