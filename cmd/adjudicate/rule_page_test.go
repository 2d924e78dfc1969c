package main

import "testing"

// TestTheAmendingPageShowsWhatHappens runs the commands of docs/amending.md.
func TestTheAmendingPageShowsWhatHappens(t *testing.T) { runPage(t, "../../docs/amending.md", 15) }

// TestTheOwnGamePageShowsWhatHappens writes the folder of docs/own-game.md and plays by it.
func TestTheOwnGamePageShowsWhatHappens(t *testing.T) { runPage(t, "../../docs/own-game.md", 15) }
