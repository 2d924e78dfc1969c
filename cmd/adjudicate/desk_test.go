package main

import (
	"testing"

	"adjudicate/events"
)

func TestNoInputCarriesAddressesIntoALedger(t *testing.T) {
	if err := noAddresses(events.PlayerRegistered{Player: "Ann", Addresses: []string{"ann@example.org"}}); err == nil {
		t.Error("addresses are let through")
	}
	for _, p := range []events.Payload{events.PlayerRegistered{Player: "Ann"}, events.GameStarted{}} {
		if err := noAddresses(p); err != nil {
			t.Errorf("%T: %v", p, err)
		}
	}
}
