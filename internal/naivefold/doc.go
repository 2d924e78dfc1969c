// Package naivefold is a second opinion on the fold of outcomes: plain maps, written from the documentation of the outcomes (package
// events, docs/format.md) without reading package aggregate. Tests compare the two; nothing else may import this package.
//
//	outcomes ──► Table.Fold ──► Table.String ──┐
//	         └─► aggregate.State ──► Describe ──┴── equal, after every input
//
// A Table also records inconsistencies: outcomes about pieces, sides or squares that do not exist, balances that do not add up, and
// two pieces on one square are its [Table.Complaints]. The program's own fold ignores these silently, as it must; tests show that none
// occurs.
package naivefold
