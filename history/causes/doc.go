// Package causes answers which changes an input that differs between two histories owes that to,
// by ruling again without them.
//
// A set of changes is a cause of a difference if the difference is gone in the history without
// the set, and still there without any smaller part of it. So every cause that is stated has been tried:
//
//	plan ──► its changes ──► without each one ──► without two, three, …   (histories, none written)
//	                              │                     │
//	                              └── differs no more ──┴──► Cause.Sets of the input
//
// One set of one change: that change. Several sets of one change: only all of them together made the
// difference. One set of several: either of them alone would have been enough. A change about an entry that another change puts
// in goes with that one, and so does an entry that is refused where another change is left out. An entry that a change puts in is
// there because of that change.
//
// How many histories are tried is bounded. A difference for which no least set was found within the bound
// has a set that is minimal: found by taking away all changes and putting back one after the other. With
// a single change there is nothing to try.
//
// It refuses nothing: a history that cannot be had without some changes counts as one in which the difference
// stands.
package causes
