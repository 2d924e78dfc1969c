package explain

import (
	"slices"

	"adjudicate/events"
)

// Kinds of nodes.
const (
	All   = "all"   // a condition that holds if all conditions below it do
	Any   = "any"   // one that holds if some of those below it does
	Test  = "test"  // one that was asked of the board or the state itself
	Fact  = "fact"  // a statement: how things stood, or what came of it
	Ruled = "ruled" // a fault as the ruling has it, for which the tree has no condition of its own
)

// A Node is one step of an explanation.
type Node struct {
	Text     string   `json:"text"`
	Kind     string   `json:"kind"`
	Holds    bool     `json:"holds"`
	Clauses  []string `json:"clauses,omitempty"`  // rule, revision and section: "12.5/5 §2"
	Readings []string `json:"readings,omitempty"` // "gess-adjacent=yes"
	Faults   []string `json:"faults,omitempty"`   // codes of the ruling's faults that are this condition's failing
	Said     []string `json:"said,omitempty"`     // the ruling's words for them
	Need     string   `json:"need,omitempty"`     // what would be needed for it to hold
	Squares  []string `json:"squares,omitempty"`
	Pieces   []string `json:"pieces,omitempty"` // ids
	Path     []string `json:"path,omitempty"`   // squares of a way, from its beginning to its end
	Check    bool     `json:"check,omitempty"`  // Path is that of an attack on a royal piece
	Detail   bool     `json:"detail,omitempty"` // more than most readers ask for
	Aside    bool     `json:"aside,omitempty"`  // that it fails does no harm to what stands above
	Children []*Node  `json:"children,omitempty"`

	codes   []string // of the faults that this condition stands for
	decided bool     // Holds has been set: it does not follow from the conditions below
}

// A Tree explains one ruling.
type Tree struct {
	Verdict string `json:"verdict"` // of the ruling
	Input   string `json:"input"`   // the kind of the input
	Side    string `json:"side,omitempty"`
	Play    string `json:"play,omitempty"`    // as written
	Differs string `json:"differs,omitempty"` // judged again it is ruled otherwise: the verdict then
	Root    *Node  `json:"root"`
}

func all(text string, children ...*Node) *Node {
	return &Node{Text: text, Kind: All, Children: children}
}

func either(text string, children ...*Node) *Node {
	return &Node{Text: text, Kind: Any, Children: children}
}

func test(holds bool, text string) *Node {
	return &Node{Text: text, Kind: Test, Holds: holds, decided: true}
}

func fact(text string, children ...*Node) *Node {
	return &Node{Text: text, Kind: Fact, Holds: true, Children: children}
}

// add appends nodes, leaving out nil ones.
func (n *Node) add(children ...*Node) *Node {
	for _, c := range children {
		if c != nil {
			n.Children = append(n.Children, c)
		}
	}
	return n
}

// withEach adds what a list lacks, nothing empty.
func withEach(list, more []string) []string {
	for _, s := range more {
		if s != "" && !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	return list
}

// by names clauses that a node rests on, each once.
func (n *Node) by(clauses ...string) *Node {
	n.Clauses = withEach(n.Clauses, clauses)
	return n
}

// read names readings that a node rests on, each once.
func (n *Node) read(readings ...string) *Node {
	n.Readings = withEach(n.Readings, readings)
	return n
}

func (n *Node) rests(b *events.Basis) *Node {
	if b == nil {
		return n
	}
	return n.by(b.Clauses...).read(b.Readings...)
}

// at names squares, each once; of names pieces.
func (n *Node) at(squares ...string) *Node {
	n.Squares = withEach(n.Squares, squares)
	return n
}

func (n *Node) of(pieces ...string) *Node {
	n.Pieces = withEach(n.Pieces, pieces)
	return n
}

// stands names the codes of the faults that a condition's failing is.
func (n *Node) stands(codes ...string) *Node {
	n.codes = append(n.codes, codes...)
	return n
}

// needs says what would be needed where the condition fails.
func (n *Node) needs(text string) *Node { n.Need = text; return n }

func (n *Node) detail() *Node { n.Detail = true; return n }

// beside marks a condition as one that may fail without harm.
func (n *Node) beside() *Node { n.Aside = true; return n }

// settle works out which conditions hold, from the leaves up.
func (n *Node) settle() bool {
	holds := n.Kind != Any
	for _, c := range n.Children {
		ok := c.settle()
		if c.Kind == Fact || c.Aside {
			continue
		}
		if n.Kind == Any {
			holds = holds || ok
		} else {
			holds = holds && ok
		}
	}
	switch {
	case n.Kind == Fact:
		n.Holds = true
	case n.Kind == Ruled:
		n.Holds = false
	case n.decided:
		n.Holds = n.Holds && !slices.ContainsFunc(n.Children, func(c *Node) bool { return c.Kind == Ruled })
	default:
		n.Holds = holds
	}
	if n.Holds {
		n.Need = ""
	}
	return n.Holds
}

// charge lays a fault of the ruling beside the condition whose failing it is: the first one
// that failed for such a reason, one that no fault has been laid to before others. It
// reports whether there was one.
func (n *Node) charge(f events.Fault) bool {
	target := n.failed(f, true)
	if target == nil {
		target = n.failed(f, false)
	}
	if target == nil {
		return false
	}
	target.Faults = append(target.Faults, f.Code)
	target.Said = append(target.Said, f.Message)
	target.by(f.Clause).read(f.Interpretation).at(f.Squares...).of(f.Pieces...)
	return true
}

// failed is the first condition from n on that failed and stands for a fault; fresh asks for
// one that no fault has been laid beside.
func (n *Node) failed(f events.Fault, fresh bool) *Node {
	if n.Kind != Fact && !n.Holds && slices.Contains(n.codes, f.Code) && (!fresh || len(n.Faults) == 0) {
		return n
	}
	for _, c := range n.Children {
		if found := c.failed(f, fresh); found != nil {
			return found
		}
	}
	return nil
}

// accuse lays the faults of a stage beside its conditions; what fits none is appended as it
// was ruled.
func (n *Node) accuse(faults []events.Fault) {
	n.settle()
	for _, f := range faults {
		if n.charge(f) {
			continue
		}
		n.add((&Node{Text: f.Message, Kind: Ruled, Faults: []string{f.Code}}).by(f.Clause).read(f.Interpretation).at(f.Squares...).of(f.Pieces...))
	}
	n.settle()
}

// All yields the node and everything below it, in the order in which it is printed.
func (n *Node) All(yield func(*Node) bool) { n.walk(yield) }

func (n *Node) walk(yield func(*Node) bool) bool {
	if n == nil {
		return true
	}
	if !yield(n) {
		return false
	}
	for _, c := range n.Children {
		if !c.walk(yield) {
			return false
		}
	}
	return true
}
