package naivelaw

import "testing"

// TestSidesComeAndGoAsTheDocumentationSays is about sides that enter and leave the game by effects.
func TestSidesComeAndGoAsTheDocumentationSays(t *testing.T) {
	kinds := games(t, 60, 24000000, (*Random).Comers)
	if few := kinds["games"] < 60; !few && (kinds["entered"] < 30 || kinds["left"] < 30) {
		t.Errorf("too few sides come and go: %v", kinds)
	}
}
