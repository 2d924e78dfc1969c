package rules

import (
	"reflect"
	"strings"
)

// Bare is a problem without its place.
func Bare(p Problem) string {
	p.formulaStart = 0
	return strings.TrimPrefix(p.String(), " ")
}

// ProcedureFormulas returns the formulas of procedures: field, kind and words of each.
func ProcedureFormulas() (rows [][3]string) {
	p := new(Procedure)
	v := reflect.ValueOf(p).Elem()
	for i := range v.NumField() {
		if f := v.Field(i); f.Kind() == reflect.Pointer {
			f.Set(reflect.New(f.Type().Elem()))
		}
	}
	p.Plays.Shapes = make([]Shape, 1)
	for _, f := range p.formulas() {
		rows = append(rows, [3]string{strings.Replace(f.field, "[0]", "[…]", 1), f.kind.String(), strings.Join(f.vars, ", ")})
	}
	return rows
}

// Moments and effects, for what counts them.
var (
	Moments     = moments
	Occasions   = occasions
	EffectWords = effectWords
)
