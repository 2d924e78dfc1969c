package ledger

import (
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
	if events.Unsaid(p, events.RoleStage) {
		stage := l.State().Pending().Stage
		if list := l.State().Procedure().Stages; stage == "" && len(list) == 1 {
			stage = list[0].Name
		}
		p = events.Saying(p, events.RoleStage, stage)
	}
	if events.Unsaid(p, events.RoleAttribute) {
		automatic, _ := l.State().Procedure().Conduct()
		p = events.Saying(p, events.RoleAttribute, automatic)
	}
	return p
}

// unnamed asks for the stage or the attribute that an entry leaves out, where rules leave a choice.
func (l *Ledger) unnamed(p events.Payload) error {
	var what string
	var list []string
	switch {
	case events.Unsaid(p, events.RoleStage):
		what = "stage"
		for _, g := range l.State().Procedure().Stages {
			list = append(list, g.Name)
		}
	case events.Unsaid(p, events.RoleAttribute):
		what = "attribute"
		for _, a := range l.State().Procedure().Attributes {
			list = append(list, a.Name)
		}
	default:
		return nil
	}
	e := &InputError{Field: what, Named: true, Text: fmt.Sprintf("missing %[1]s: no rule in force provides for any %[1]s", what)}
	if len(list) > 0 {
		e.Text = fmt.Sprintf("missing %s: expected one of %s", what, strings.Join(list, ", "))
	}
	return e
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
