package term

// Styles as ANSI codes.
const (
	Bold   = "1"
	Dim    = "2"
	Red    = "31;1"
	Green  = "32;1"
	Yellow = "33;1"
)
