package perft

import "adjudicate/rules/movement"

// Walk is Count with a report: told is called now and then with the number of leaves found
// so far, and ends the walk early by returning true.
func (g *Game) Walk(depth int, told func(nodes uint64) (stop bool)) uint64 {
	tree := movement.NewTree(g.Position)
	return tree.Count(g.First, depth, func() bool { return told(tree.Nodes) })
}

// Divide is Walk with the share of each legal first turn, by the squares that it goes
// between: "a2-a3", for captures too. total is the sum of the shares.
func (g *Game) Divide(depth int, told func(nodes uint64) (stop bool)) (total uint64, shares map[string]uint64) {
	shares = map[string]uint64{}
	if depth <= 0 {
		return 1, shares
	}
	tree := movement.NewTree(g.Position)
	tree.Divide(g.First, depth, func() bool { return told(tree.Nodes) }, func(from, to movement.Square, _ movement.PieceID, nodes uint64) {
		shares[g.Rules.SquareName(from)+"-"+g.Rules.SquareName(to)] += nodes
		total += nodes
	})
	return total, shares
}
