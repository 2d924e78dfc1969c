package web

import (
	"fmt"
	"html"
	"regexp"
	"strings"
	"testing"
)

// TestFactsLightUpOnTheBoard follows the link of a fault from a page to the page on which its squares are outlined, and asks for squares that are none.
func TestFactsLightUpOnTheBoard(t *testing.T) {
	s, _ := office(t)
	page := get(s, "/games/"+autumn+"?at=743").Body.String()
	link := regexp.MustCompile(`<li class="rejected"><a href="([^"]*lit=[^"]*p12[^"]*)">from p12 the Rook would attack D1</a>`).FindStringSubmatch(page)
	if link == nil {
		t.Fatal("the fault that names p12 does not lead to it")
	}
	lit := get(s, html.UnescapeString(link[1])).Body.String()
	if !strings.Contains(lit, "<title>p12</title></path>") || strings.Contains(page, "<title>p12</title></path>") || !strings.Contains(lit, `aria-current="true">from p12`) {
		t.Error("p12 is not lit up, or always")
	}
	if w := get(s, "/games/"+autumn+"?at=743&crop=a1-c3&lit=p12"); w.Code != 200 {
		t.Errorf("beside the part that is shown: %d", w.Code)
	}
	if w := get(s, "/games/"+autumn+"?at=743&lit=zz9"); w.Code != 400 || !strings.Contains(w.Body.String(), "expected a list such as c3,d4") {
		t.Errorf("no square: %d", w.Code)
	}
	if w := get(s, "/games/"+autumn+"?lit="+strings.Repeat("a1,", 65)); w.Code != 400 {
		t.Errorf("too many squares: %d", w.Code)
	}
}

// TestTheChartOfWeightsHasACursor holds the Weights at a past point, cut from those of the whole game, against a folding of the game up to it.
func TestTheChartOfWeightsHasACursor(t *testing.T) {
	s, _ := office(t)
	if page := get(s, "/games/"+autumn+"/weights").Body.String(); strings.Contains(page, `class="cursor"`) {
		t.Error("the end has a cursor")
	}
	page := get(s, "/games/"+autumn+"/weights?at=743").Body.String()
	if !strings.Contains(page, `class="cursor"`) || !strings.Contains(page, ">play 48<") {
		t.Error("a past point has no cursor at its play")
	}
	for _, at := range []int{90, 200, 742, 743, 1500, 2095} {
		kept := get(s, fmt.Sprintf("%s/games/%s/weights?at=%d", apiRoot, autumn, at)).Body.String()
		fresh, _ := office(t)
		folded := get(fresh, fmt.Sprintf("%s/games/%s/weights?known=%d", apiRoot, autumn, at)).Body.String()
		if kept != folded || len(kept) < 10 {
			t.Errorf("up to %d they differ: %d and %d bytes", at, len(kept), len(folded))
		}
	}
}

// TestTheHistoryOfRulesIsReadOnceAndToldOfEveryPoint holds what is cut from the rules of the whole game against a folding of the game up to a point, and
// wants what is entered after the first look.
func TestTheHistoryOfRulesIsReadOnceAndToldOfEveryPoint(t *testing.T) {
	s, _ := office(t)
	get(s, "/games/"+autumn+"/rules")
	for _, at := range []int{84, 300, 743, 1500, 2095} {
		for _, path := range []string{"/rules", "/rules/1230.2"} {
			kept := get(s, fmt.Sprintf("/games/%s%s?at=%d", autumn, path, at)).Body.String()
			fresh, _ := office(t)
			folded := get(fresh, fmt.Sprintf("/games/%s%s?known=%d", autumn, path, at)).Body.String()
			main := regexp.MustCompile(`(?s)<main.*</main>`)
			points := regexp.MustCompile(`(\?|&amp;)(at|known)=\d+`)
			if a, b := points.ReplaceAllString(main.FindString(kept), ""), points.ReplaceAllString(main.FindString(folded), ""); a != b || len(a) < 100 {
				t.Errorf("%s up to %d differs: %d and %d bytes", path, at, len(a), len(b))
			}
		}
	}
}
