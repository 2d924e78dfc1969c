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

// TestEveryEffectFollowsAtMomentsOfSidesAsTheDocumentationSays is about the same at moments of sides and in powers.
func TestEveryEffectFollowsAtMomentsOfSidesAsTheDocumentationSays(t *testing.T) {
	kinds := games(t, 40, 14000000, (*Random).Sided)
	if few := kinds["games"] < 40; !few && (kinds["used"] < 40 || kinds["lots"] < 3) {
		t.Errorf("too few plays or uses of powers: %v", kinds)
	}
}
