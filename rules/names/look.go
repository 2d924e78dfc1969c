package names

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"
	"golang.org/x/text/unicode/norm"
)

// How names look: in how many columns of a terminal they stand, and which others they may be taken
// for. Names are of any script. Two that nobody can tell apart are one name to people, so whoever
// brings a new name into a game asks Alike of those that are there (UTS #39, 4).

// twins are letters of other scripts that look like Latin ones.
var twins = pairs(
	// Cyrillic
	"АA ВB ЕE ЅS ІI ЈJ КK МM НH ОO РP СC ТT ХX ҮY ԌG ԚQ ԜW аa еe ѕs іi јj оo рp сc уy хx һh ԁd ԛq ԝw ӏl гr ѵv ԍg ѴV УY " +
		// Greek
		"ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX αa γy ιi κk νv οo ρp σo υu ϲc ϳj ϜF ϹC ϺM " +
		// Armenian
		"ՍU ՏS ՕO ԼL օo սu ոn հh ցg ",
)

func pairs(list string) map[rune]rune {
	m := map[rune]rune{}
	for pair := range strings.FieldsSeq(list) {
		r := []rune(pair)
		m[r[0]] = r[len(r)-1]
	}
	return m
}

// Fold is a name as it is compared where case does not count, nor the script of a letter that looks
// like one of another, nor how accents and wide letters are coded.
func Fold(name string) string {
	return strings.ToLower(strings.Map(func(c rune) rune {
		if twin, ok := twins[c]; ok {
			return twin
		}
		if twin, ok := twins[unicode.ToUpper(c)]; ok { // as its capital does
			return twin
		}
		return c
	}, norm.NFKC.String(name)))
}

// strokes are what small print does not tell apart. Short names differ by them alone.
var strokes = strings.NewReplacer("I", "l", "1", "l", "|", "l", "0", "o", "O", "o", "rn", "m", "vv", "w")

// Alike reports whether two names may be taken for one another.
func Alike(a, b string) bool {
	if x, y := Fold(a), Fold(b); x == y || utf8.RuneCountInString(x) < 3 || utf8.RuneCountInString(y) < 3 {
		return x == y
	}
	return strokes.Replace(a) == strokes.Replace(b) || strokes.Replace(Fold(a)) == strokes.Replace(Fold(b))
}

// Taken returns the name among others that a new one may be taken for, "" if there is none.
func Taken(name string, others []string) string {
	for _, o := range others {
		if o != name && Alike(o, name) {
			return o
		}
	}
	return ""
}

// Width is how many columns of a terminal a text takes: letters of East Asian scripts and pictures take two, marks
// on the letter before them none.
func Width(text string) int {
	for i := range len(text) {
		if text[i] < ' ' || text[i] >= 0x7f {
			return uniseg.StringWidth(text)
		}
	}
	return len(text)
}

// Characters is how many characters people see in a text: a letter with the marks on it is one.
func Characters(text string) int { return uniseg.GraphemeClusterCount(text) }

// Composed is a text with its letters and the marks on them as one where there is such a letter (NFC). What people
// type and what files hold may be either; names are compared and kept composed.
func Composed(text string) string { return norm.NFC.String(text) }
