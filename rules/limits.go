package rules

// Limits of definitions. Those that the compiled tables of the movement engine have are
// the same there; a definition within them compiles.
const (
	MostTakebacks = 8   // plays that can be taken back
	MostChosen    = 100 // numbers among which a choice with a name is made

	MostTypes    = 200    // piece types of a rulebook, and names of a list of types
	MostModes    = 16     // modes of a type, with those that it copies
	MostLegs     = 6      // legs of a path
	MostSteps    = 63     // steps of a leg, a distance
	MostWays     = 50_000 // ways that a path can take on an empty board
	MostCounters = 4      // counters of a type
	MostCommon   = 4      // counters that every piece has, in all rules
	MostRegions  = 32     // regions of a type
	MostGrants   = 16     // grants of a rulebook
	MostCovered  = 16     // squares that a piece covers
	MostClauses  = 32     // protections, promotions, effects, denials, actions of a type
	MostNamed    = 64     // named conditions
	MostKinds    = 8      // declared kinds of moves of all rules
	MostAttacked = 4      // questions attacked() inside each other
	MostAttacks  = 2      // questions attacks() inside each other

	MostFiles, MostRanks = MostSteps + 1, MostSteps + 1 // files of a board, and ranks

	mostRules = 250    // rules in a file
	MostCount = 32_000 // the value of a counter
	MostMark  = 32_000 // the number of a state of a square
)

func (c *checker) most(field string, n, most int, what string) {
	if n > most {
		c.fault(field, "at most %d %s, found %d", most, what, n)
	}
}
