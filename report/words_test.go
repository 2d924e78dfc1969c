package report

import (
	"testing"
	"time"
)

// Clocks in London showed 01:30 twice on 25 October 1998, and no other time of that day; in March they left an hour out.
func TestMomentsThatClocksShowTwiceSayWhich(t *testing.T) {
	london, err := time.LoadLocation("Europe/London")
	if err != nil {
		t.Fatal(err)
	}
	for at, want := range map[string]string{
		"1998-10-24T23:59:59Z": "1998-10-25 00:59",
		"1998-10-25T00:00:00Z": "1998-10-25 01:00 BST",
		"1998-10-25T00:30:00Z": "1998-10-25 01:30 BST",
		"1998-10-25T01:30:00Z": "1998-10-25 01:30 GMT",
		"1998-10-25T01:59:59Z": "1998-10-25 01:59 GMT",
		"1998-10-25T02:00:00Z": "1998-10-25 02:00",
		"1998-03-29T00:59:00Z": "1998-03-29 00:59",
		"1998-03-29T01:00:00Z": "1998-03-29 02:00",
	} {
		moment, err := time.Parse(time.RFC3339, at)
		if err != nil {
			t.Fatal(err)
		}
		if got := clockFace(moment.In(london)); got != want {
			t.Errorf("%s is %s, want %s", at, got, want)
		}
		if got := clockFace(moment); got != moment.Format("2006-01-02 15:04") {
			t.Errorf("%s in UTC is %s", at, got)
		}
	}
}
