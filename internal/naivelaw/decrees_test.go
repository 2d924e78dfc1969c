package naivelaw

import "testing"

// TestEffectsChangeTheLawAsTheDocumentationSays is about rules that effects enforce, suspend and repeal.
func TestEffectsChangeTheLawAsTheDocumentationSays(t *testing.T) {
	kinds := games(t, 60, 21000000, (*Random).Decreed)
	if few := kinds["games"] < 60; !few && (kinds["rests"] < 30 || kinds["wakes"] < 20 || kinds["used"] < 20) {
		t.Errorf("too few rules come and go: %v", kinds)
	}
}
