// Command mutants measures whether the tests notice mistakes. It plants small ones in the packages that it is given, one at a time,
// and runs the tests that ought to fail:
//
//	go run ./internal/mutants -sample 200 -seed 1 ./aggregate ./rules/movement ./history
//
// A mutant is one change of one file: a comparison or a connective turned into its neighbour, a condition negated, a boolean or a
// small number changed, an assignment or a call left out. The file in the tree is never written to; the compiler is shown another
// one in its place (go test -overlay). Which mutants are tried follows from the seed alone.
//
// Each mutant meets the tests of its own package and the adjudication cases first, and those that survive meet the tests that hold
// the engine to a second opinion ([wide]). A test that fails, panics or does not end has noticed it. What does not compile is no
// mutant and is not counted.
//
// The survivors are printed with file, line and change. Each is a test that is missing, or a change that changes nothing; which of the two
// is for people to say.
package main
