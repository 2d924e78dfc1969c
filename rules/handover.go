package rules

import (
	"reflect"
	"strings"
)

// HandsOver reports whether the rule can let sides change hands: whether an effect of it, also one that it sets in another rule, exchanges
// or entrusts them, or lets some enter.
func (r *Rule) HandsOver() bool {
	for _, a := range r.Set {
		if a.Value != nil && (strings.HasSuffix(a.Path, ".exchange") || strings.HasSuffix(a.Path, ".entrust") || strings.HasSuffix(a.Path, ".enter")) {
			return true
		}
	}
	return anyDoing(reflect.ValueOf(r), func(d *Doing) bool { return d.Exchange+d.Entrust+d.Enter != "" })
}

// Enters lists the sides that effects of the rule let enter.
func (r *Rule) Enters() (sides []string) {
	eachDoing(r, func(_ string, d *Doing) {
		if d.Enter != "" {
			sides = append(sides, d.Enter)
		}
	})
	return sides
}

// anyDoing reports whether something holds of an effect anywhere in a value.
func anyDoing(v reflect.Value, is func(*Doing) bool) bool {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		return !v.IsNil() && anyDoing(v.Elem(), is)
	case reflect.Slice:
		for i := range v.Len() {
			if anyDoing(v.Index(i), is) {
				return true
			}
		}
	case reflect.Struct:
		if d, ok := v.Interface().(Doing); ok {
			return is(&d)
		}
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() && anyDoing(v.Field(i), is) {
				return true
			}
		}
	}
	return false
}
