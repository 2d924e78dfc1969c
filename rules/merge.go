package rules

import "reflect"

// sections are the names of a procedure's sections, in order.
var sections, _ = fields(reflect.TypeFor[Procedure]())

// shared are the sections that several rules may have.
var shared = []string{"assets", "ends", "choices", "consequences", "duties"}

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

// Lost returns the sections that a procedure has and another one has not, in their order.
func (p *Procedure) Lost(after *Procedure) []string {
	var names []string
	for _, name := range sections {
		if p.has(name) && !after.has(name) {
			names = append(names, name)
		}
	}
	return names
}

// without says what a game cannot do, or no longer asks, without a section of the procedure.
var without = map[string]string{
	"board":        "nothing can be played",
	"conditions":   "definitions that name one of these conditions are not valid",
	"office":       "nobody need hold the umpire's office",
	"capturing":    "captures rest on each piece's definition alone",
	"defining":     "nothing says what becomes of pieces that are no longer defined or exceed a limit",
	"buying":       "no piece can be bought, or destroyed by its owner",
	"draft":        "a new swingership receives nothing",
	"weights":      "nobody weighs anything",
	"plays":        "Passes, Surrenders and plays of several atomic plays are refused",
	"placing":      "Placements are refused",
	"specials":     "special moves are refused",
	"checks":       "there is no check",
	"play_list":    "checked sides do not move up the play list",
	"time":         "no turn has a limit, and nothing is played by default",
	"warmth":       "Warm sides do not play automatically, and nobody is skipped",
	"royal_fall":   "a captured royal piece is a captured piece, and nothing else happens",
	"free_for_all": "no Free For All can be announced",
	"knives":       "nobody is given a knife",
	"winning":      "nobody wins a hand",
	"passing":      "nobody may pass by it",
	"assets":       "what it declared is known where a rule names it, and nowhere else",
	"ends":         "nothing ends a hand, or the game",
	"choices":      "nothing is chosen besides an act",
	"consequences": "what followed at the moments that it named follows no longer",
	"duties":       "what they forbade is allowed",
	"reach":        "disputes and changes reach back without limit",
}

// Without says what a game cannot do, or no longer asks, without a section of the procedure.
func Without(section string) string { return without[section] }

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
