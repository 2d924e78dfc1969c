package naivelaw

import "testing"

// TestPlaysAreTakenBackAsTheDocumentationSays is about powers that take back plays.
func TestPlaysAreTakenBackAsTheDocumentationSays(t *testing.T) {
	kinds := games(t, 30, 25000000, (*Random).TakenBack)
	if few := kinds["games"] < 30; !few && (kinds["taken back"] < 30 || kinds["several taken back"] < 10 || kinds["not taken back"] < 10) {
		t.Errorf("too few plays are taken back: %v", kinds)
	}
}
