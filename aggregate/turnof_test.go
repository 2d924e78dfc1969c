package aggregate

import "testing"

func TestOnceAGameIsOverItIsTheTurnOfNobody(t *testing.T) {
	for side, want := range map[string]string{"Red": "it is the turn of Red", "": "it is the turn of nobody"} {
		if got := turnOf(side); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
