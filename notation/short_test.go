package notation

import (
	"math/rand/v2"
	"reflect"
	"strconv"
	"testing"
)

// What is read in short is read as everything else is.
func TestShortPlaysAreReadAsOthers(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	read := 0
	several := 0
	for range 600_000 {
		text := shortAtRandom(rng)
		for rng.IntN(3) == 0 {
			text += []string{"; ", "; ", ";", " ;", "\n"}[rng.IntN(5)] + shortAtRandom(rng)
		}
		short, ok := short(nil, text)
		if !ok {
			continue
		}
		read++
		if len(short.Items) > 1 {
			several++
		}
		if play, err := parse(text, nil); err != nil || !reflect.DeepEqual(play, short) {
			t.Fatalf("%q is read as %+v, in full as %+v, %v", text, short, play, err)
		}
	}
	if read < 1000 || several < 100 {
		t.Errorf("only %d texts are read in short, %d of several items", read, several)
	}
}

func shortAtRandom(rng *rand.Rand) (text string) {
	switch rng.IntN(40) {
	case 0:
		return "pass"
	case 1:
		return "surrender"
	case 2, 3, 4, 5:
		const names, files = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz*&+%!$#-=.0129 \"'(@", "abcdefghijklmnopqrstuvwxyzA"
		return names[rng.IntN(len(names)):][:1] + "@" + files[rng.IntN(len(files)):][:1] + strconv.Itoa(rng.IntN(120))
	}
	for _, part := range []string{"ABCDEFGHIJKLMNOPQRSTUVWXYZ%n x*&+!", "abjtwxpd-", "01259a", "0129-x @", "-x:=@", "abjtwxo", "01259f", "019fx-;! "} {
		if n := rng.IntN(10); n > 0 && (part[0] != 'A' && part[0] != '0' || n > 4) {
			text += string(part[rng.IntN(len(part))])
		}
	}
	return text
}

// TestAReadingInUsedMemoryIsOfItsOwnText reads texts of all kinds one after the other in the memory of one reading.
func TestAReadingInUsedMemoryIsOfItsOwnText(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	used := new(Reading)
	for range 50_000 {
		text := shortAtRandom(rng)
		for rng.IntN(3) == 0 {
			text += "; " + shortAtRandom(rng)
		}
		got, want := used.Reuse(text), Read(text)
		if len(want.Play.Items) == 0 {
			want.Play.Items = got.Play.Items[:0] // none, in whatever memory
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("%q is read as %+v, in new memory as %+v", text, got, want)
		}
	}
}
