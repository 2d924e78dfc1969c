package compare

// Open sets how many inputs are not packed.
func (c *Collector) Open(n int) { c.open = n }
