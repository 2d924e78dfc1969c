package formula

// Steps is a compiled number of steps: to the edge of the board, one of a list, or
// anything from Low to High. Exactly one of the three forms is set; a single number is a
// list of one.
type Steps struct {
	Edge      bool
	List      []*Formula
	Low, High *Formula
}

// MostListed is how many numbers a list of steps may hold.
const MostListed = 32

// CompileSteps compiles a number of steps: "2", "1..10", "1..ceil(count('Locust')/2)",
// "[3, 5]", "edge", "4 - d1". Its errors are *Error.
func CompileSteps(src string, v *Vocabulary) (*Steps, error) {
	tree, err := parse(src)
	if err != nil {
		return nil, err
	}
	t := translator{v: v}
	one := func(n *syntax) (*Formula, error) {
		x, err := t.value(n, Number, "here", 1)
		if err != nil {
			return nil, err
		}
		return assemble(src, v, x)
	}
	switch tree.kind {
	case aWord:
		if tree.text == "edge" {
			return &Steps{Edge: true}, nil
		}
	case aList:
		if len(tree.kids) == 0 || len(tree.kids) > MostListed {
			return nil, fail(tree, "", "expected a list of 1 to %d numbers of steps", MostListed)
		}
		s := &Steps{}
		for _, item := range tree.kids {
			f, err := one(item)
			if err != nil {
				return nil, err
			}
			s.List = append(s.List, f)
		}
		return s, nil
	case aRange:
		low, err := one(tree.kids[0])
		if err != nil {
			return nil, err
		}
		high, err := one(tree.kids[1])
		if err != nil {
			return nil, err
		}
		return &Steps{Low: low, High: high}, nil
	}
	f, err := one(tree)
	if err != nil {
		return nil, err
	}
	return &Steps{List: []*Formula{f}}, nil
}

// Formulas returns all the formulas of s.
func (s *Steps) Formulas() []*Formula {
	if s.Low != nil {
		return []*Formula{s.Low, s.High}
	}
	return s.List
}
