package movement

import (
	"fmt"
	"reflect"
	"strings"
)

// Traits tells rulesets apart by what their types decide for all pieces together, whichever are on a board: whether some type shares squares,
// copies, protects, asks what pieces have been through, and so on. Rulesets with the same traits that differ in a type treat boards without
// pieces of that type alike.
func (rs *Ruleset) Traits() string {
	var b strings.Builder
	v := reflect.ValueOf(rs).Elem()
	for i := range v.NumField() {
		if f := v.Field(i); f.Kind() == reflect.Bool { // every flag of a ruleset is one of these
			fmt.Fprintf(&b, "%s=%t ", v.Type().Field(i).Name, f.Bool())
		}
	}
	return b.String()
}
