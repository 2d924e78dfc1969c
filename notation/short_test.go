package notation

import (
	"math/rand/v2"
	"reflect"
	"testing"
)

// What is read in short is read as everything else is.
func TestShortPlaysAreReadAsOthers(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	read := 0
	for range 300_000 {
		text := ""
		for _, part := range []string{"ABCDEFGHIJKLMNOPQRSTUVWXYZ%n x", "abjtwxpd-", "01259a", "0129-x @", "-x:=@", "abjtwxo", "01259f", "019fx-;! "} {
			if n := rng.IntN(10); n > 0 && (part[0] != 'A' && part[0] != '0' || n > 4) {
				text += string(part[rng.IntN(len(part))])
			}
		}
		short, ok := short(text)
		if !ok {
			continue
		}
		read++
		if play, err := parse(text, nil); err != nil || !reflect.DeepEqual(play, short) {
			t.Fatalf("%q is read as %+v, in full as %+v, %v", text, short, play, err)
		}
	}
	if read < 1000 {
		t.Errorf("only %d texts are read in short", read)
	}
}
