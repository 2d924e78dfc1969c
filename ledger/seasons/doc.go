// Package seasons plays seasons written by hand and holds them against what their authors expect.
//
//	season.Season, resolved ──Run──► a judge, input by input ──► Report: rulings, differences
//
// Run feeds the inputs of a season to a judge in order, commits what is decided, and compares the
// rulings with the verdicts of the season and the state with its expect lines. A difference is a result, not an
// error: the run goes on. An entry without a verdict is expected to be accepted.
package seasons
