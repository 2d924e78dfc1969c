package history

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"adjudicate/events"
	"adjudicate/store"
)

// Names returns the sides and players that ever existed, in any edition, in order of first appearance, including
// those that have left.
func (c *Catalogue) Names(ctx context.Context) (sides, players []string, err error) {
	entered, known := events.SideEntered{}.Kind()+".", events.PlayerKnown{}.Kind()+"."
	var dec events.Decoder
	for rec, err := range c.st.Read(ctx, c.name, store.Revision(1)) {
		if err != nil {
			return nil, nil, err
		}
		if uint64(rec.Revision) > c.known {
			break
		}
		if !strings.HasPrefix(rec.Type, entered) && !strings.HasPrefix(rec.Type, known) {
			continue
		}
		e, err := dec.Decode(rec.Data)
		if err != nil {
			return nil, nil, fmt.Errorf("event %d: %w", rec.Revision, err)
		}
		if side := events.NamedFirst(e.Payload, events.RoleSide); side != "" && !slices.Contains(sides, side) {
			sides = append(sides, side)
		}
		if player := events.NamedFirst(e.Payload, events.RolePlayer); player != "" && !slices.Contains(players, player) {
			players = append(players, player)
		}
	}
	return sides, players, nil
}
