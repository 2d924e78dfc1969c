package main

import (
	"context"
	"path/filepath"
	"testing"

	"adjudicate/events"
	"adjudicate/ledger/people"
)

func TestTheDeskOfALedgerOnAServerIsAFileOfTheUmpires(t *testing.T) {
	path := filepath.Join(t.TempDir(), "mine.desk")
	t.Setenv("ADJUDICATE_DESK", path)
	ctx := context.Background()
	d, err := deskAt("esdb://localhost:2113?tls=false")
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Put(ctx, "hand-3", people.Person{Player: "Ann", Addresses: []string{"ann@example.org"}}); err != nil {
		t.Fatal(err)
	}
	list, err := people.OpenFile(path).People(ctx, "hand-3")
	if err != nil || len(list) != 1 || list[0].Player != "Ann" {
		t.Errorf("the file holds %v, %v", list, err)
	}
}

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
