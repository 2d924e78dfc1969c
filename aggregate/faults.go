package aggregate

// Codes of faults. They are stable: programs and translations may rely on them.
const (
	// FaultUnknownInput: there is no way to rule on inputs of that kind.
	FaultUnknownInput = "unknown-input"
	// FaultRulebook: the rules in force cannot be applied.
	FaultRulebook = "rulebook-unusable"

	// FaultSuspended: there is no Chess-Umpire.
	FaultSuspended = "game-suspended"
	// FaultNotStarted: the first play list has not been drawn.
	FaultNotStarted = "game-not-started"
	// FaultUnknownSide: no side of that name is in the game.
	FaultUnknownSide = "unknown-side"
	// FaultNotYourTurn: it is another side's turn.
	FaultNotYourTurn = "not-your-turn"
	// FaultNotation: the text does not read as a play.
	FaultNotation = "notation"

	// FaultShape: these atomic plays may not be combined by this side now.
	FaultShape = "shape-not-allowed"
	// FaultOneOnly: while several sides are in check a play is a single atomic play.
	FaultOneOnly = "single-atomic-only"
	// FaultMovedTwice: a piece may move once in a play.
	FaultMovedTwice = "moved-twice"
	// FaultOwnCheck: the play would leave its own maker in check.
	FaultOwnCheck = "own-check"
	// FaultNoRule: no rule in force provides for such a play.
	FaultNoRule = "no-rule"

	// FaultUnknownSquare: the board has no such square.
	FaultUnknownSquare = "unknown-square"
	// FaultUnknownType: no rule in force defines such a type.
	FaultUnknownType = "unknown-type"
	// FaultUnknownPiece: no piece has that id.
	FaultUnknownPiece = "unknown-piece"
	// FaultNoPiece: the square is empty.
	FaultNoPiece = "no-piece-there"
	// FaultNotYours: the piece belongs to another side.
	FaultNotYours = "not-your-piece"
	// FaultWrongType: the piece is of another type than the play says.
	FaultWrongType = "wrong-type"
	// FaultWrongPiece: the piece named is not the one on the square named.
	FaultWrongPiece = "wrong-piece"
	// FaultAmbiguous: several pieces that differ, or several ways, answer to the play.
	FaultAmbiguous = "ambiguous"

	// FaultOccupied: the square must be empty and is not.
	FaultOccupied = "square-occupied"
	// FaultBlocked: something stands in the way.
	FaultBlocked = "path-blocked"
	// FaultCannotReach: the piece does not go there.
	FaultCannotReach = "cannot-reach"
	// FaultCondition: the piece goes that way only under a condition that does not hold.
	FaultCondition = "condition-unmet"
	// FaultLanding: the piece's definition excludes the square.
	FaultLanding = "landing-forbidden"
	// FaultNothingToCopy: the piece copies its side's last play, which gives it nothing.
	FaultNothingToCopy = "nothing-to-copy"
	// FaultImmune: something protects the target from the piece.
	FaultImmune = "immune"
	// FaultNothingToCapture: there is no piece on the square.
	FaultNothingToCapture = "nothing-to-capture"
	// FaultFriendly: a piece may not capture its own side's.
	FaultFriendly = "friendly-piece"
	// FaultCannotCapture: the piece does not attack its target.
	FaultCannotCapture = "cannot-capture"
	// FaultNoOwnRoyal: only a side with its royal piece on-board captures one.
	FaultNoOwnRoyal = "own-king-off-board"
	// FaultNoScratch: the piece does not scratch from there.
	FaultNoScratch = "no-scratch"

	// FaultNotInHolding: the side has no such piece off-board.
	FaultNotInHolding = "not-in-holding"
	// FaultPlacementLimit: pieces of the type are not placed there.
	FaultPlacementLimit = "placement-limit"
	// FaultPlacementAttacks: the piece would attack from there.
	FaultPlacementAttacks = "placement-attacks"
	// FaultPlacementChecks: a side would come into check.
	FaultPlacementChecks = "placement-checks"

	// FaultNoSpecial: the type has no special move.
	FaultNoSpecial = "no-special-move"
	// FaultSpecialCost: the player cannot pay for the special move.
	FaultSpecialCost = "special-cost"
	// FaultSpecialForbidden: the special move does not go there, or may not.
	FaultSpecialForbidden = "special-forbidden"

	// FaultPromotionMissing: the piece must be promoted and the play does not say to what.
	FaultPromotionMissing = "promotion-missing"
	// FaultPromotionNotAllowed: the piece may not be promoted now.
	FaultPromotionNotAllowed = "promotion-not-allowed"
	// FaultPromotionType: the piece may not become that type.
	FaultPromotionType = "promotion-type"
)

// Codes of facts.
const (
	// FactShape: the Weight and the number of pieces that made a shape legal.
	FactShape = "shape"
	// FactReordered: placements then moves were read as moves then placements.
	FactReordered = "reordered"
	// FactEarlyEnd: a check to another side ended the turn before the rest.
	FactEarlyEnd = "turn-ended-early"
	// FactChecks: a side came into check.
	FactChecks = "check-given"
	// FactPlacementException: a placement that attacks was legal all the same.
	FactPlacementException = "placement-exception"
	// FactOwnCheckPromotion: a promotion decided or did not decide whether the maker is in check.
	FactOwnCheckPromotion = "own-check-promotion"
	// FactRoyalFell: a royal piece was captured.
	FactRoyalFell = "royal-captured"
	// FactPieceChosen: which of several equal pieces was taken.
	FactPieceChosen = "piece-chosen"
)
