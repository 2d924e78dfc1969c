// Package naivefold is a second opinion on what outcomes add up to: plain maps, filled from
// the documentation of the outcomes (package events, docs/format.md) alone, without a look at
// how package aggregate does it. Tests compare the two; nothing else may import this package.
//
//	outcomes ──► Table.Fold ──► Table.String ──┐
//	         └─► aggregate.State ──► Describe ──┴── equal, after every input
//
// A Table also keeps account of what it is told: outcomes that speak of pieces, sides or
// squares which are not there, balances that do not add up, and two pieces on one square are
// its [Table.Complaints]. The program's own fold leaves such things out in silence, as it
// must; that none ever occurs is for tests to show.
package naivefold
