package events

import (
	"fmt"
	"time"
)

// LoadZone is the time zone of a name such as "Europe/London", UTC of none. "Local" is no zone of a ledger: it is another one on
// every machine.
func LoadZone(name string) (*time.Location, error) {
	zone, err := time.LoadLocation(name)
	if err != nil || name == "Local" {
		return nil, fmt.Errorf("unknown time zone %q: expected a name such as Europe/London or America/New_York", name)
	}
	return zone, nil
}

// ZoneOr is LoadZone, or UTC where there is no such zone.
func ZoneOr(name string) *time.Location {
	if zone, err := LoadZone(name); err == nil {
		return zone
	}
	return time.UTC
}
