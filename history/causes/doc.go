// Package causes answers which changes account for an input that differs between two histories,
// by readjudicating without them.
//
// A set of changes causes a difference if the difference disappears without the whole set, but
// remains without any proper subset of it. Every cause reported has been tried:
//
//	plan ──► its changes ──► without each one ──► without two, three, …   (histories, none written)
//	                              │                     │
//	                              └── no difference ────┴──► Cause.Sets of the input
//
// One set of one change means that this change is the cause. Several sets of one change mean
// that the difference needs all of them. One set of several changes means that any of them alone
// is enough. A change to an entry that another change inserted is left out together with that
// one, as is an entry that is refused once another change is left out. An inserted entry is
// caused by the change that inserted it.
//
// The number of histories tried is bounded. A difference for which no least set was found within
// the bound gets a minimal one, found by removing all changes and restoring them one by one. A
// plan with a single change needs no trial.
//
// The package refuses nothing. If a history cannot be computed without some changes, the
// difference counts as remaining.
package causes
