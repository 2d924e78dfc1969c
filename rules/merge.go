package rules

import "reflect"

// sections are the names of a procedure's sections, in order.
var sections, _ = fields(reflect.TypeFor[Procedure]())

// Sections returns the names of a procedure's sections: "board", "conditions", …
func Sections() []string { return append([]string(nil), sections...) }

// merge puts the sections of all procedures together. sources says for each section in
// which rule it stands.
func merge(list []*Rule) (merged *Procedure, sources map[string]string) {
	merged, sources = new(Procedure), map[string]string{}
	into := reflect.ValueOf(merged).Elem()
	for _, r := range list {
		if r.Procedure == nil {
			continue
		}
		from := reflect.ValueOf(r.Procedure).Elem()
		for i, name := range sections {
			if !from.Field(i).IsNil() && into.Field(i).IsNil() {
				into.Field(i).Set(from.Field(i))
				sources[name] = r.Clause("")
			}
		}
	}
	return merged, sources
}

// has reports whether a procedure has a section of its own.
func (p *Procedure) has(section string) bool {
	if p == nil {
		return false
	}
	v := reflect.ValueOf(p).Elem()
	for i, name := range sections {
		if name == section {
			return !v.Field(i).IsNil()
		}
	}
	return false
}
