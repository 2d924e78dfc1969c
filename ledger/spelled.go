package ledger

import (
	"cmp"
	"fmt"
	"strings"

	"adjudicate/events"
	"adjudicate/rules/names"
)

// Spelled returns an input with the names of sides, players, pieces and register entries as the game spells
// them; people may type them in either case. Unknown names, and names that the input itself introduces, are left
// as written. Where a stage or an attribute is left out, the one that is meant is filled in, if the rules leave no choice.
func (l *Ledger) Spelled(p events.Payload) events.Payload {
	known := map[events.Role][]string{}
	return events.Rename(l.meant(p), func(n events.Name) string {
		list, asked := known[n.Role]
		if !asked {
			list = l.namesOf(n.Role)
			known[n.Role] = list
		}
		if name, ok := names.Known(n.Value, list); ok && !n.New {
			return name
		}
		return names.Composed(n.Value)
	})
}

// meant fills in the stage of an entry about one: the one that is announced or runs, else the only one that the rules have. The attribute
// meant is that of sides whose turns are played automatically.
func (l *Ledger) meant(p events.Payload) events.Payload {
	stage := func(named string) string {
		if named = cmp.Or(named, l.State().Pending().Stage); named == "" {
			if list := l.State().Procedure().Stages; len(list) == 1 {
				named = list[0].Name
			}
		}
		return named
	}
	switch in := p.(type) {
	case events.StageAnnounced:
		in.Stage = stage(in.Stage)
		return in
	case events.StageObjected:
		in.Stage = stage(in.Stage)
		return in
	case events.StageCorrected:
		in.Stage = stage(in.Stage)
		return in
	case events.AttributeChanged:
		automatic, _ := l.State().Procedure().Conduct()
		in.Attribute = cmp.Or(in.Attribute, automatic)
		return in
	}
	return p
}

// unnamed asks for the stage or the attribute that an entry leaves out, where rules leave a choice.
func (l *Ledger) unnamed(p events.Payload) error {
	what, list := "", []string(nil)
	switch in := p.(type) {
	case events.StageAnnounced:
		what = left(in.Stage, "stage")
	case events.StageObjected:
		what = left(in.Stage, "stage")
	case events.StageCorrected:
		what = left(in.Stage, "stage")
	case events.AttributeChanged:
		what = left(in.Attribute, "attribute")
	}
	switch what {
	case "":
		return nil
	case "stage":
		for _, g := range l.State().Procedure().Stages {
			list = append(list, g.Name)
		}
	case "attribute":
		for _, a := range l.State().Procedure().Attributes {
			list = append(list, a.Name)
		}
	}
	e := &InputError{Field: what, Named: true, Text: fmt.Sprintf("missing %[1]s: no rule in force provides for any %[1]s", what)}
	if len(list) > 0 {
		e.Text = fmt.Sprintf("missing %s: expected one of %s", what, strings.Join(list, ", "))
	}
	return e
}

func left(name, what string) string {
	if name != "" {
		return ""
	}
	return what
}

// namesOf lists what the game knows in a role.
func (l *Ledger) namesOf(role events.Role) (list []string) {
	s := l.State()
	switch role {
	case events.RoleSide:
		return s.SideNames()
	case events.RolePlayer:
		return s.PlayerNames()
	case events.RolePiece:
		for p := range s.Pieces() {
			list = append(list, p.ID)
		}
	case events.RoleEntry:
		if register, err := s.Register(); err == nil {
			return register.IDs()
		}
	}
	return list
}
