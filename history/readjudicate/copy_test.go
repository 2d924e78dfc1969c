package readjudicate_test

import (
	"context"

	"adjudicate/store"
)

// copyTo copies the season into another store.
func copyTo(to, from store.Store) error {
	var list []store.Event
	for rec, err := range from.Read(context.Background(), name, 1) {
		if err != nil {
			return err
		}
		list = append(list, rec.Event)
	}
	_, err := to.Append(context.Background(), name, store.NoStream, list)
	return err
}
