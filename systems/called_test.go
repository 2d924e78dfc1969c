package systems_test

import (
	"errors"
	"testing"

	"adjudicate/systems"
)

func TestSystemsAsOthersCallThem(t *testing.T) {
	for word, want := range map[string]string{
		"chess": "chess", "Chess": "chess", "Crazyhouse": "crazyhouse", "Chess960": "fischerandom", "King of the Hill": "kingofthehill",
		"Three-check": "3check", "Racing Kings": "racingkings", "Antichess": "antichess", "Shogi": "shogi", "Party Chess": "partychess",
	} {
		s, err := systems.Called(word)
		if err != nil || s.Name != want {
			t.Errorf("%q is %v, want %s: %v", word, s, want, err)
		}
	}
	if _, err := systems.Called("Crazyhorse 9"); !errors.Is(err, systems.ErrUnknownSystem) {
		t.Errorf("an unknown one: %v", err)
	}
}
