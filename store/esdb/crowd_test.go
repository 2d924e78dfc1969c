package esdb_test

import (
	"testing"

	"adjudicate/store/esdb/esdbtest"
)

// TestWritersThatAreRefusedStepBack counts what ten writers of one game ask of the server: if each
// asked again at once, nine refusals would come with every append.
func TestWritersThatAreRefusedStepBack(t *testing.T) {
	c := esdbtest.New(t, esdbtest.Options{})
	took := writing(t, c.URL(), 10, 30)
	asked := c.Servers[0].Calls("append") - 20 // the first of each, and the index
	t.Logf("300 appends by ten writers: %d asked for, one every %s", asked, took)
	if asked > 450 {
		t.Errorf("%d appends were asked for, for 300 that were made", asked)
	}
}
