package web

import (
	"fmt"
	"math"
	"regexp"
	"testing"
)

// TestPagesCanBeReadByDayAndNight holds every colour of the style sheet to what WCAG 2.2 asks, in both modes: 4.5 of words on the paper
// and on cards, and of those that a picture has of its own, on the sheet that it lies on. By night that sheet is as a board's dark squares,
// on which package draw holds its colours.
func TestPagesCanBeReadByDayAndNight(t *testing.T) {
	text, err := staticFiles.ReadFile("static/style.css")
	if err != nil {
		t.Fatal(err)
	}
	colours := map[string][2]float64{}
	for _, m := range regexp.MustCompile(`--([a-z]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)`).FindAllStringSubmatch(string(text), -1) {
		colours[m[1]] = [2]float64{luminance(t, m[2]), luminance(t, m[3])}
	}
	onPages, onPictures := []string{"paper", "card"}, []string{"sheet"}
	for word, grounds := range map[string][]string{"ink": onPages, "faint": onPages, "good": onPages, "bad": onPages, "other": onPages, "link": onPages,
		"sheetink": onPictures, "sheetbad": onPictures} {
		for _, ground := range grounds {
			for mode := range 2 {
				a, b := colours[word][mode], colours[ground][mode]
				if a == b {
					t.Fatalf("no colours of %s and %s", word, ground)
				}
				if c := (max(a, b) + 0.05) / (min(a, b) + 0.05); c < 4.5 {
					t.Errorf("%s on %s has a contrast of %.2f in mode %d, expected 4.5", word, ground, c, mode)
				}
			}
		}
	}
}

// luminance is that of WCAG 2.2.
func luminance(t *testing.T, hex string) float64 {
	t.Helper()
	var n [3]int
	if _, err := fmt.Sscanf(hex, "#%02x%02x%02x", &n[0], &n[1], &n[2]); err != nil {
		t.Fatal(err)
	}
	sum := 0.0
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		x := float64(n[i]) / 255
		if x <= 0.04045 {
			x /= 12.92
		} else {
			x = math.Pow((x+0.055)/1.055, 2.4)
		}
		sum += weight * x
	}
	return sum
}
