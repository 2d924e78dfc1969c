package ledger

import (
	"errors"
	"testing"

	"adjudicate/events"
)

func TestAddressesAndEditionsAreNotEntered(t *testing.T) {
	for _, p := range []events.Payload{events.PlayerRegistered{Player: "Ann", Addresses: []string{"ann@example.org"}}, events.EditionAdopted{}} {
		if err := Enterable(p); !errors.As(err, new(*InputError)) {
			t.Errorf("%T: %v", p, err)
		}
	}
	for _, p := range []events.Payload{events.PlayerRegistered{Player: "Ann"}, events.GameStarted{}, events.GameOpened{}} {
		if err := Enterable(p); err != nil {
			t.Errorf("%T: %v", p, err)
		}
	}
}
