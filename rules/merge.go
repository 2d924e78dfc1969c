package rules

import (
	"reflect"
	"slices"
	"strings"
)

// sections are the names of a procedure's sections, in order.
var sections, _ = fields(reflect.TypeFor[Procedure]())

// shared are the sections that several rules may have.
var shared = []string{"attributes", "offices", "stages", "assets", "ends", "choices", "consequences", "duties", "quantities", "limits", "counters", "powers", "consents", "sight", "modes", "kinds", "chances"}

// Sections returns the names of a procedure's sections: "board", "conditions", …
func Sections() []string {
	return slices.DeleteFunc(slices.Clone(sections), func(name string) bool { return slices.Contains(older.Sections, name) })
}

// merge puts the sections of the procedures of rules together. sources says for each section in
// which rule it stands.
func merge(list []*Rule) (merged *Procedure, sources map[string]string) {
	merged, sources = new(Procedure), map[string]string{}
	into := reflect.ValueOf(merged).Elem()
	earlier := false
	for _, r := range list {
		earlier = earlier || r.Procedure.older()
		p := r.Procedure.Today()
		merged.gather(p, r)
		from := reflect.ValueOf(p).Elem()
		for i, name := range sections {
			if !from.Field(i).IsNil() && sources[name] == "" {
				sources[name] = r.Clause("")
				if into.Field(i).IsNil() {
					into.Field(i).Set(from.Field(i))
				}
			}
		}
	}
	if earlier {
		for _, a := range older.Attributes {
			if merged.Attribute(a.Name) == nil {
				merged.Attributes = append(merged.Attributes, a)
			}
		}
	}
	return merged, sources
}

// gather adds what several rules may have, each with the rule in which it stands.
func (p *Procedure) gather(more *Procedure, r *Rule) {
	for _, a := range more.Attributes {
		a.In = r
		p.Attributes = append(p.Attributes, a)
	}
	for _, o := range more.Offices {
		o.In = r
		p.Offices = append(p.Offices, o)
	}
	for _, g := range more.Stages {
		g.In = r
		p.Stages = append(p.Stages, g)
	}
	for _, q := range more.Quantities {
		q.In = r
		p.Quantities = append(p.Quantities, q)
	}
	for _, m := range more.Modes {
		m.In = r
		p.Modes = append(p.Modes, m)
	}
	for _, ch := range more.Choices {
		ch.In = r
		p.Choices = append(p.Choices, ch)
	}
	for _, k := range more.Kinds {
		k.In = r
		p.Kinds = append(p.Kinds, k)
	}
	for _, e := range more.Chances {
		e.In = r
		p.Chances = append(p.Chances, e)
	}
	p.Assets = append(p.Assets, more.Assets...)
	p.Counters = append(p.Counters, more.Counters...)
	p.Powers = append(p.Powers, more.Powers...)
	p.Ends = append(p.Ends, more.Ends...)
}

// Lost returns what a rulebook says and another one does not: the sections of procedures, in their order, then the
// moments at which something follows, as "consequences of enters".
func (b *Rulebook) Lost(after *Rulebook) []string {
	var names []string
	before, now := b.Procedure(), after.Procedure()
	if before == now {
		return nil // no procedure differs
	}
	earlier := slices.ContainsFunc(b.rules, func(r *Rule) bool { return r.Procedure != nil && r.Procedure.OlderKinds != nil })
	for _, name := range sections {
		said, still := before.has(name), now.has(name)
		switch {
		case name == older.Kinds: // told by the name that its rule has for it
			said, still = earlier, now.has("kinds")
		case name == "kinds" && earlier:
			continue
		case slices.Contains(formerSections, name), name == "consequences":
			continue // told by its moments
		case name == "ends":
			said, still = len(b.Ends()) > 0, len(after.Ends()) > 0
		}
		if said && !still {
			names = append(names, name)
		}
	}
	answered := map[string]bool{}
	for _, c := range after.consequences() {
		answered[c.On] = true
	}
	for _, c := range b.consequences() {
		if !answered[c.On] {
			answered[c.On] = true
			names = append(names, "consequences of "+c.On)
		}
	}
	return names
}

// without says what a game cannot do, or no longer asks, without a section of the procedure.
var without = map[string]string{
	"board":        "nothing can be played",
	"conditions":   "definitions that name one of these conditions are not valid",
	"attributes":   "sides have no attributes",
	"offices":      "no office has to be held",
	"order":        "the sides play in turn as they stand or, in a game with neither an array nor the section plays, in no order",
	"clock":        "no turn has a limit, and nothing is played by default",
	"automatic":    "no side plays automatically, and nobody is skipped",
	"together":     "no plays are made at once",
	"stages":       "no stage can be announced",
	"capturing":    "captures rest on each piece's definition alone",
	"defining":     "nothing says what becomes of pieces that are no longer defined or exceed a limit",
	"compounds":    "no type is a compound of others",
	"buying":       "no piece can be bought, or destroyed by its owner",
	"draft":        "a new side receives nothing",
	"weights":      "no side has a Weight",
	"plays":        "Passes, Surrenders and plays of several atomic plays are refused",
	"placing":      "Placements are refused",
	"checks":       "there is no check",
	"royal_fall":   "a captured royal piece is a captured piece, and nothing else happens",
	"winning":      "nobody wins a hand",
	"passing":      "no side may pass under it",
	"assets":       "its assets are known only where a rule names them",
	"ends":         "nothing ends a hand, or the game",
	"choices":      "no act has choices",
	"consequences": "nothing follows any longer at the moments it named",
	"duties":       "what they forbade is allowed",
	"quantities":   "formulas that use one of them are not valid",
	"limits":       "what they limited is no longer limited",
	"counters":     "formulas that ask for one of them find 0",
	"sharing":      "a capture on a square that holds several pieces names the one it takes",
	"powers":       "what they allowed is no longer allowed",
	"consents":     "what required consent takes effect at once",
	"sight":        "everybody sees the whole board",
	"modes":        "definitions that use one of these modes are not valid",
	"kinds":        "moves of these kinds are refused",
	"chances":      "no lot decides whether these acts succeed",
	"reach":        "disputes and changes reach back without limit",

	older.Marking: "nobody is given what hands are won by",
}

// Without says what a game cannot do, or no longer asks, without a section of the procedure.
func Without(section string) string {
	if moment, ok := strings.CutPrefix(section, "consequences of "); ok {
		return "nothing follows at the moment " + moment + " by a rule of the game"
	}
	if section == older.Kinds {
		return older.NoKinds
	}
	return without[section]
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
