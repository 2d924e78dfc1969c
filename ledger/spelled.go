package ledger

import (
	"adjudicate/events"
	"adjudicate/rules/names"
)

// Spelled returns an input with the names of sides, players, pieces and register entries as the game spells
// them; people may type them in either case. Unknown names, and names that the input itself introduces, are left
// as written.
func (l *Ledger) Spelled(p events.Payload) events.Payload {
	known := map[events.Role][]string{}
	return events.Rename(p, func(n events.Name) string {
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
