package aggregate

// Words that stand in outcomes. They are part of the stored form and do not change.
const (
	PlayMove      = "move"
	PlayCapture   = "capture"
	PlayPlacement = "placement"
	PlaySpecial   = "special"
	PlayPass      = "pass"
	PlaySurrender = "surrender"

	// How a play came about.
	HowSubmitted = "submitted"
	HowDefault   = "default"
	HowAutomatic = "automatic"
	HowRoyalFell = "king-captured"
	HowNotified  = "notified"

	// The verdict of a ruling.
	Accepted = "accepted"
	Rejected = "rejected"

	// Where a Free For All stands.
	FreeForAllAnnounced = "announced"
	FreeForAllRunning   = "running"
	FreeForAllCancelled = "cancelled"
	FreeForAllOver      = "over"

	// A player's standing.
	StatusActive   = "active"
	StatusVacation = "vacation"

	// MoneyAsset is the asset in which prices are paid.
	MoneyAsset = "money"
)
