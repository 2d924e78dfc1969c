package web

import (
	"encoding/json"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"adjudicate/events"
	"adjudicate/report"
)

// TestTheDescriptionNamesEveryParameter holds the description to its own paths, and wants the point of a question in each that has one.
func TestTheDescriptionNamesEveryParameter(t *testing.T) {
	s, _ := office(t)
	var d struct {
		Paths map[string]map[string]struct {
			OperationID string
			Parameters  []struct{ Name, In string }
		}
	}
	if err := json.Unmarshal(get(s, "/api/v1/openapi.json").Body.Bytes(), &d); err != nil {
		t.Fatal(err)
	}
	for path, methods := range d.Paths {
		for method, o := range methods {
			var names []string
			for _, p := range o.Parameters {
				names = append(names, p.In+" "+p.Name)
			}
			for _, m := range regexp.MustCompile(`{([a-z]+)}`).FindAllStringSubmatch(path, -1) {
				if !slices.Contains(names, "path "+m[1]) {
					t.Errorf("%s %s does not describe {%s}", method, path, m[1])
				}
			}
			if method != "get" || !strings.Contains(path, "{game}") || strings.HasSuffix(path, "/ahead") || strings.HasSuffix(path, "/checkpoint") { // neither is about a point
				continue
			}
			for _, want := range []string{"query at", "query edition", "query known"} {
				if !slices.Contains(names, want) {
					t.Errorf("%s does not describe %s", path, want)
				}
			}
		}
	}
}

// TestTheLogIsReadPageByPage reads the whole log back from its end, while an entry is added: each entry comes once.
func TestTheLogIsReadPageByPage(t *testing.T) {
	s, st := office(t)
	root := "/api/v1/games/" + autumn + "/log"
	page := func(query string) (list []string) {
		t.Helper()
		w := get(s, root+query)
		var v report.Log
		if err := json.Unmarshal(w.Body.Bytes(), &v); err != nil || w.Code != http.StatusOK {
			t.Fatalf("%s: status %d: %s", query, w.Code, w.Body)
		}
		for _, e := range v.Entries {
			list = append(list, e.Address)
		}
		return list
	}
	want := page("?last=1000")
	got := page("?last=70")
	l, err := st.Game(autumn).Ledger(t.Context(), 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.Submit(t.Context(), events.StateAnnounced{Note: "Masque to play"}, "", today); err != nil {
		t.Fatal(err)
	}
	for {
		before := page("?last=70&before=" + got[0])
		if len(before) == 0 {
			break
		}
		got = append(before, got...)
	}
	if !slices.Equal(got, want) {
		t.Errorf("page by page %d entries, expected %d", len(got), len(want))
	}
	for path, status := range map[string]int{root + "?before=99999": http.StatusBadRequest, "/api/v1/nothing": http.StatusNotFound} {
		if w := get(s, path); w.Code != status || w.Header().Get("Content-Type") != "application/problem+json" {
			t.Errorf("%s: status %d, %s: expected %d and a problem document", path, w.Code, w.Header().Get("Content-Type"), status)
		}
	}
}
