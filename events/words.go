package events

// Reasons that outcomes give. They are part of the stored form and do not change.
const (
	// Why a piece ceases to exist.
	WhyEffect = "effect"
	WhyExcess = "excess"
	WhyOwner  = "owner"
	WhyRoyal  = "king"
	WhyHand   = "hand"

	// Why what somebody has of an asset changes.
	WhyPurchase     = "purchase"
	WhyDestruction  = "destruction"
	WhyTransaction  = "transaction"
	WhyRoyalCapture = "king-capture"
	WhySurrender    = "surrender"
	WhyRule         = "rule"
)

// WhyLeft is why a piece ceases to exist whose side has left: part of the stored form, too, in the word of the game that had it first.
var WhyLeft = former.Left

// KnownOffice is the office whose holder does what nobody else is named for: who enters what no side plays, and answers for the game.
const KnownOffice = "umpire"
