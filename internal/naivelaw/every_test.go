package naivelaw

import "testing"

// TestEveryEffectFollowsAtMomentsOfPiecesAsTheDocumentationSays is about effects on sides and players, and on whatever conditions select, at
// moments of pieces.
func TestEveryEffectFollowsAtMomentsOfPiecesAsTheDocumentationSays(t *testing.T) {
	kinds := games(t, 40, 13000000, (*Random).Every)
	if few := kinds["games"] < 40; !few && kinds["capture"] < 40 {
		t.Errorf("too few plays: %v", kinds)
	}
}
