package main

import "testing"

// TestTheAmendingPageShowsWhatHappens runs the commands of docs/amending.md.
func TestTheAmendingPageShowsWhatHappens(t *testing.T) { runPage(t, "../../docs/amending.md", 15) }
