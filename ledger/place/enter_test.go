package place

import (
	"errors"
	"fmt"
	"testing"

	"adjudicate/store"
)

func TestWhatOthersWroteBeforeIsEnteredAgain(t *testing.T) {
	g := &Game{Store: &Store{Place: "hand.ledger"}, Name: "hand-3"}
	conflict := fmt.Errorf("submit: %w", &store.ConflictError{Wanted: 3, Found: 4})
	other := errors.New("no")
	for _, c := range []struct {
		title  string
		ends   []error // what each try comes to
		tries  int     // that are made
		failed error
	}{
		{"at once", []error{nil, other}, 1, nil},
		{"after others", []error{conflict, conflict, nil}, 3, nil},
		{"something else is wrong", []error{conflict, other, nil}, 2, other},
	} {
		made := 0
		err := g.Enter(3, func() error { made++; return c.ends[made-1] })
		if made != c.tries || !errors.Is(err, c.failed) {
			t.Errorf("%s: %d tries, %v; want %d, %v", c.title, made, err, c.tries, c.failed)
		}
	}
	made := 0
	err := g.Enter(3, func() error { made++; return conflict })
	var contended *ContendedError
	var moved *store.ConflictError
	if made != 3 || !errors.As(err, &contended) || !errors.As(err, &moved) || moved.Found != 4 {
		t.Errorf("others are always first: %d tries, %v", made, err)
	}
}
