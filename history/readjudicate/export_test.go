package readjudicate

// Forget lets the tree remember nothing, as where it has grown too large.
func (t *Tree) Forget() { *t = Tree{} }

// Timeless reports whether the run has been found like one that the tree remembers, so that moments have not been asked for.
func (r *Run) Timeless() bool { return r.timeless }
