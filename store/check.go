package store

import (
	"fmt"

	"github.com/google/uuid"
)

// Check validates the arguments of an append; its error is an *InvalidError or
// *DuplicateError. Adapters call it first.
func Check(stream string, events []Event) error {
	if stream == "" {
		return &InvalidError{Found: "the stream has no name"}
	}
	seen := make(map[uuid.UUID]struct{}, len(events))
	for i := range events {
		e := &events[i]
		if e.ID == uuid.Nil {
			return &InvalidError{Found: fmt.Sprintf("event %d of %d for stream %q has no id", i+1, len(events), stream)}
		}
		if e.Type == "" {
			return &InvalidError{Found: fmt.Sprintf("event %d of %d for stream %q has no type", i+1, len(events), stream)}
		}
		if _, twice := seen[e.ID]; twice {
			return &DuplicateError{ID: e.ID, Stream: stream}
		}
		seen[e.ID] = struct{}{}
	}
	return nil
}
