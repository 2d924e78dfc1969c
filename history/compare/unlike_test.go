package compare_test

import (
	"context"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adjudicate/aggregate"
)

// What differs between the states at any two points of the sample season is what a look at every piece and every balance finds.
func TestWhatIsUnlikeIsFoundAsByLookingAtEverything(t *testing.T) {
	cat := catalogue(t, autumn())
	var states []*aggregate.State
	for at := uint64(100); at <= cat.Known(); at += 150 {
		s, err := cat.StateAt(context.Background(), cat.Current(), at)
		if err != nil {
			t.Fatal(err)
		}
		states = append(states, s)
	}
	found := 0
	for _, a := range states {
		for _, b := range states {
			var pieces, accounts []string
			for p := range b.Pieces() {
				if was, ok := a.Piece(p.ID); !ok || !cmp.Equal(was, p) {
					pieces = append(pieces, p.ID)
				}
			}
			for p := range a.Pieces() {
				if _, ok := b.Piece(p.ID); !ok {
					pieces = append(pieces, p.ID)
				}
			}
			for _, s := range []*aggregate.State{a, b} {
				for x := range s.Balances() {
					if a.Balance(x.Account, x.Asset) != b.Balance(x.Account, x.Asset) {
						accounts = append(accounts, x.Account)
					}
				}
			}
			slices.Sort(accounts)
			accounts = slices.Compact(accounts)
			if diff := cmp.Diff(pieces, slices.Collect(a.PiecesUnlike(b))); diff != "" {
				t.Errorf("pieces (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(accounts, a.AccountsUnlike(b)); diff != "" {
				t.Errorf("accounts (-want +got):\n%s", diff)
			}
			found += len(pieces) + len(accounts)
		}
	}
	if found == 0 {
		t.Error("nothing differs")
	}
}
