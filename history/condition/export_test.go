package condition

// Forget makes the watch evaluate its condition again.
func (w *Watch) Forget() { w.fresh = false }
