package naivelaw

import "testing"

// TestRefusalsHaveConsequencesAsTheDocumentationSays is about what follows where uses of powers and purchases are refused, by the rules or by others.
func TestRefusalsHaveConsequencesAsTheDocumentationSays(t *testing.T) {
	kinds := games(t, 60, 26000000, (*Random).Rebuffed)
	if few := kinds["games"] < 60; !few && (kinds["rebuffs"] < 100 || kinds["rebuffs by others"] < 10 || kinds["not bought"] < 5) {
		t.Errorf("too little is refused: %v", kinds)
	}
}
