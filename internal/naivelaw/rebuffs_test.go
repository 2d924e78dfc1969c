package naivelaw

import "testing"

// TestRefusalsHaveConsequencesAsTheDocumentationSays is about what follows where uses of powers and purchases are refused, by the rules or by others.
func TestRefusalsHaveConsequencesAsTheDocumentationSays(t *testing.T) {
	kinds := games(t, 30, 26000000, (*Random).Rebuffed)
	if few := kinds["games"] < 30; !few && (kinds["rebuffs"] < 50 || kinds["rebuffs by others"] < 5 || kinds["not bought"] < 2) {
		t.Errorf("too little is refused: %v", kinds)
	}
}
