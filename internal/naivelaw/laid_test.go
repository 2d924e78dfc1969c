package naivelaw

import "testing"

// TestBoardsAreSetUpAnewAsTheDocumentationSays is about effects that leave the board empty, and what is created there by them, by lot too.
func TestBoardsAreSetUpAnewAsTheDocumentationSays(t *testing.T) {
	kinds := games(t, 60, 22000000, (*Random).Laid)
	if few := kinds["games"] < 60; !few && (kinds["lots"] < 20 || kinds["used"] < 20) {
		t.Errorf("too few boards are set up anew: %v", kinds)
	}
}
