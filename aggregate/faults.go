package aggregate

import "adjudicate/rules/keys"

// Codes of faults. They are stable: programs and translations may rely on them.
const (
	// FaultUnknownInput: there is no way to rule on inputs of that kind.
	FaultUnknownInput = "unknown-input"
	// FaultRulebook: the rules in force cannot be applied.
	FaultRulebook = "rulebook-unusable"

	// FaultSuspended: nobody holds an office that the game needs.
	FaultSuspended = "game-suspended"
	// FaultNotStarted: the first order of play has not been made.
	FaultNotStarted = "game-not-started"
	// FaultOver: the game has ended.
	FaultOver = "game-over"
	// FaultUnknownSide: no side of that name is in the game.
	FaultUnknownSide = "unknown-side"
	// FaultHeldIllegal: a ruling holds the play to be illegal.
	FaultHeldIllegal = "held-illegal"
	// FaultNotYourTurn: it is another side's turn.
	FaultNotYourTurn = "not-your-turn"
	// FaultPlayed: the side has sent its play of a round already.
	FaultPlayed = "played-already"
	// FaultSeal: a play is sealed, or not, or opened otherwise than it was sealed.
	FaultSeal = "seal"
	// FaultSpur: a play that is to spur another side on is too large, or not the first.
	FaultSpur = "spur"
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
	// FaultDenied: a piece nearby denies the piece to do that.
	FaultDenied = "denied"
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

	// FaultNotInHolding: the side has no such piece off-board.
	FaultNotInHolding = "not-in-holding"
	// FaultPlacementLimit: pieces of the type are not placed there.
	FaultPlacementLimit = "placement-limit"
	// FaultPlacementAttacks: the piece would attack from there.
	FaultPlacementAttacks = "placement-attacks"
	// FaultPlacementChecks: a side would come into check.
	FaultPlacementChecks = "placement-checks"

	// FaultNoAction: the type has no action, or none of that name.
	FaultNoAction = "no-action"
	// FaultActionTarget: the action does not reach the piece, or is not done to such pieces.
	FaultActionTarget = "action-target"
	// FaultActionSpared: the action spares pieces of that type, or royal ones.
	FaultActionSpared = "action-spared"
	// FaultActionMost: the action is done to fewer pieces at once.
	FaultActionMost = "action-too-many"
	// FaultActionTwice: a target is named twice.
	FaultActionTwice = "action-twice"

	// FaultLimit: more would count towards a limit of the rules than may.
	FaultLimit = "limit"
	// FaultPower: the rules give nobody, or another one, that power now.
	FaultPower = "power"
	// FaultConsent: it needs consent that nobody could give.
	FaultConsent = "consent"
	// FaultPending: a play of the side waits for the consent of others.
	FaultPending = "pending-play"
	// FaultMatter: nothing waits by that name.
	FaultMatter = "unknown-matter"
	// FaultNotAsked: the player is not asked about the matter.
	FaultNotAsked = "not-asked"

	// FaultChoice: what is to be chosen beside the act is not, or cannot be.
	FaultChoice = "choice"

	// FaultDuty: a duty forbids the atomic play, or obliges to another.
	FaultDuty = "duty"

	// FaultPromotionMissing: the piece must be promoted and the play does not say to what.
	FaultPromotionMissing = "promotion-missing"
	// FaultPromotionNotAllowed: the piece may not be promoted now.
	FaultPromotionNotAllowed = "promotion-not-allowed"
	// FaultPromotionType: the piece may not become that type.
	FaultPromotionType = "promotion-type"
)

// Faults of moves of declared kinds.
var (
	// FaultNoKind: the type has no moves of the declared kind.
	FaultNoKind = keys.Name("no-kind")
	// FaultKindCost: the player cannot pay for the move of a declared kind.
	FaultKindCost = keys.Name("kind-cost")
	// FaultKindRoyal: the move of a declared kind would attack a royal piece, or give check, which its kind forbids.
	FaultKindRoyal = keys.Name("kind-royal")
	// FaultKindForbidden: the moves of the declared kind do not go there.
	FaultKindForbidden = keys.Name("kind-forbidden")
)

// OfBoard reports whether a fault depends only on which pieces are on the board or in a holding. As long as types keep their
// names, no change of the rules causes or removes such a fault.
func OfBoard(code string) bool {
	switch code {
	case FaultNoPiece, FaultNotInHolding, FaultUnknownPiece, FaultNotYours, FaultWrongType, FaultWrongPiece:
		return true
	}
	return false
}

// Codes of faults of inputs other than plays.
const (
	// FaultNotOpened: no game has been opened in the ledger.
	FaultNotOpened = "game-not-opened"
	// FaultFormat: the ledger is to be of a format that the engine does not know.
	FaultFormat = "unknown-format"
	// FaultOpened: the ledger holds a game already.
	FaultOpened = "game-opened-already"
	// FaultSystem: no rule system of that name is built in.
	FaultSystem = "unknown-system"
	// FaultSeed: the seed is not 64 hexadecimal digits.
	FaultSeed = "bad-seed"
	// FaultName: a name is missing.
	FaultName = "name-missing"
	// FaultNoChange: what the input records is so already.
	FaultNoChange = "no-change"

	// FaultRuleText: the text of a rule is not a rule that can be used.
	FaultRuleText = "rule-text"
	// FaultRuleNumber: the text is that of another rule than the input names.
	FaultRuleNumber = "rule-number"
	// FaultRuleInForce: the rule is in force already.
	FaultRuleInForce = "rule-in-force"
	// FaultRuleNotInForce: no rule of that number is in force.
	FaultRuleNotInForce = "rule-not-in-force"
	// FaultRevision: an amendment has a greater revision than what it replaces.
	FaultRevision = "rule-revision"
	// FaultReading: the register has no such entry or reading.
	FaultReading = "unknown-reading"

	// FaultUnknownPlayer: no player of that name is known.
	FaultUnknownPlayer = "unknown-player"
	// FaultNotActive: only an active player can do that.
	FaultNotActive = "player-not-active"
	// FaultStatus: there is no such standing.
	FaultStatus = "unknown-status"
	// FaultAddress: a mail address is none, or belongs to somebody else.
	FaultAddress = "mail-address"
	// FaultVacant: nobody holds the office.
	FaultVacant = "office-vacant"

	// FaultSideExists: a side of that name is in the game.
	FaultSideExists = "side-exists"
	// FaultAttribute: another side has the attribute, or the side has one that excludes it.
	FaultAttribute = "side-attribute"
	// FaultNoSides: a game needs a side to start.
	FaultNoSides = "no-sides"
	// FaultStarted: the first order of play has been made.
	FaultStarted = "game-started-already"

	// FaultNoFreePieces: the side has no right to free pieces.
	FaultNoFreePieces = "no-free-pieces"
	// FaultFreePiecesOver: the side has made a play other than a Pass since it got the right.
	FaultFreePiecesOver = "free-pieces-too-late"
	// FaultFreePiecesCount: the right is to fewer pieces, or none is named.
	FaultFreePiecesCount = "free-pieces-count"
	// FaultFreePiecesBudget: the pieces are worth more than the right allows.
	FaultFreePiecesBudget = "free-pieces-budget"
	// FaultTypeExcluded: pieces of that type are not had that way.
	FaultTypeExcluded = "type-excluded"
	// FaultInstanceLimit: the side would have more pieces of the type than its limit.
	FaultInstanceLimit = "instance-limit"
	// FaultOnBoardLimit: the side would have more on the board than a limit allows.
	FaultOnBoardLimit = "on-board-limit"
	// FaultInvention: the player may not invent that, or not yet.
	FaultInvention = "invention"
	// FaultHoldingFull: the side owns too many pieces to get another one by purchase.
	FaultHoldingFull = "holding-full"
	// FaultPurchaseTerms: the type's own terms of purchase are not met.
	FaultPurchaseTerms = "purchase-terms"
	// FaultFunds: an account would fall below 0.
	FaultFunds = "insufficient-funds"
	// FaultAsset: there is no such asset.
	FaultAsset = "unknown-asset"
	// FaultAmount: the amount is 0, or a part of something indivisible.
	FaultAmount = "bad-amount"

	// FaultClock: the input is dated before what the ledger knows to have happened.
	FaultClock = "clock-backwards"
	// FaultLimitExpired: the time limit is over, and the default play stands.
	FaultLimitExpired = "limit-expired"
	// FaultNoLimit: no time limit is running.
	FaultNoLimit = "no-limit"
	// FaultLength: the length is outside what the rules allow.
	FaultLength = "days-out-of-range"

	// FaultSideInCheck: a side is in check.
	FaultSideInCheck = "side-in-check"
	// FaultStageAct: the running stage does not allow such an act.
	FaultStageAct = "stage-act"
	// FaultObjected: the side has objected already.
	FaultObjected = "objected-already"

	// FaultLot: the lot was drawn or supplied already, or the result is missing.
	FaultLot = "lot"
)

// Codes of facts.
const (
	// FactShape: the Weight and the number of pieces that made a shape legal.
	FactShape = "shape"
	// FactReordered: placements then moves were read as moves then placements.
	FactReordered = "reordered"
	// FactEarlyEnd: a check to another side ended the turn before the rest.
	FactEarlyEnd = "turn-ended-early"
	// FactPromotionCheck: a promotion amid a play gave check, and the play went on.
	FactPromotionCheck = "promotion-check"
	// FactIdlePromotion: a piece was to be promoted to what it is already.
	FactIdlePromotion = "idle-promotion"
	// FactPlacementException: a placement that attacks was legal all the same.
	FactPlacementException = "placement-exception"
	// FactOwnCheckPromotion: a promotion decided or did not decide whether the maker is in check.
	FactOwnCheckPromotion = "own-check-promotion"
	// FactResisted: a piece resists an attack.
	FactResisted = "resisted"
	// FactPassInCheck: a side in check passes, which the rules let it.
	FactPassInCheck = "passes-in-check"
	// FactOwnCheckSweep: whether the maker is in check hung on when a loser's pieces leave.
	FactOwnCheckSweep = "own-check-sweep"
	// FactRoyalFell: a royal piece was captured.
	FactRoyalFell = "royal-captured"

	// FactToPlay: whose turn it still is.
	FactToPlay = "to-play"
	// FactInCheck: a side that is in check, and the pieces that give it.
	FactInCheck = "in-check"
	// FactWeights: what every side weighs.
	FactWeights = "weights"

	// FactSuspended: the game is suspended, so that nothing falls due.
	FactSuspended = "suspended"
	// FactNothingDue: no moment has passed that brings something about.
	FactNothingDue = "nothing-due"
	// FactLimitLapsed: a limit that ran before the suspension runs no more.
	FactLimitLapsed = "limit-lapsed"
	// FactLimitRuns: the limit runs from an earlier announcement.
	FactLimitRuns = "limit-runs"
	// FactMoreTime: the time of a side was used up, and the rules give it more.
	FactMoreTime = "more-time"
	// FactLatePlay: a play arrived after the limit and counts.
	FactLatePlay = "late-play"
	// FactDebt: an outside transaction of another history took more than the account has here.
	FactDebt = "debt"
	// FactReopened: a turn is open again, or an announcement was of another turn.
	FactReopened = "turn-reopened"
	// FactStands: the play is illegal, and its effects remain.
	FactStands = "stands-though-illegal"
	// FactVoided: the input is held never to have happened.
	FactVoided = "voided"
	// FactReplaced: a default play stands in the place of the illegal one.
	FactReplaced = "replaced-by-default"
	// FactDefault: a default play was made.
	FactDefault = "default-play"
	// FactComesBack: a piece returns to where it stood.
	FactComesBack = "comes-back"
	// FactNoEscape: no play of the next side leads out of what a rule asks.
	FactNoEscape = "no-escape"
	// FactTogether: sides play at once.
	FactTogether = "plays-together"
	// FactKept: a play is kept until the others have come.
	FactKept = "play-kept"
	// FactConflict: plays that are made together are in each other's way.
	FactConflict = "plays-conflict"
	// FactAutomatic: a side played automatically.
	FactAutomatic = "automatic-play"
	// FactAutomaticInCheck: a side that plays automatically is in check, so that nothing is automatic.
	FactAutomaticInCheck = "automatic-in-check"
	// FactUncovered: a check that no play has given leaves the running turn as it is.
	FactUncovered = "uncovered-check"
	// FactLate: an announcement that was put in late sets no time limit.
	FactLate = "late-announcement"
	// FactWaiting: every side plays automatically, and the game waits.
	FactWaiting = "all-automatic"
	// FactSentAway: default plays in a row gave a side an attribute.
	FactSentAway = "sent-away"
	// FactHandWon: a hand was won.
	FactHandWon = "hand-won"
	// FactNoWinner: several players meet the condition alike.
	FactNoWinner = "no-single-winner"
	// FactNoChamp: nobody holds the title whose holder is rewarded.
	FactNoChamp = "no-champ"
	// FactNoArray: an array is to be set up anew, and none is known.
	FactNoArray = "no-array"
	// FactNoDecree: nothing comes of an effect on the force of a rule.
	FactNoDecree = "no-decree"
	// FactNoTakeback: plays are to be taken back, and fewer can be.
	FactNoTakeback = "no-takeback"
	// FactUndefined: a piece has left the board because no rule defines its type.
	FactUndefined = "type-undefined"
	// FactLimit: by which rule a limit of the board binds.
	FactLimit = "limit-binds"
	// FactWaits: the input has no effect yet; it waits for answers or for its time.
	FactWaits = "waits"
	// FactMatter: what waited takes effect, or comes to nothing.
	FactMatter = "matter"
	// FactPlaysNext: a rule lets a side play next.
	FactPlaysNext = "plays-next"
	// FactDormant: a rule has force no more, or again.
	FactDormant = "rule-dormant"
	// FactLapsed: the time of a rule is over.
	FactLapsed = "rule-lapsed"
	// FactSectionLost: no rule has a section of the procedure any more.
	FactSectionLost = "section-lost"
	// FactRuleDoubt: something about a rule is worth a look.
	FactRuleDoubt = "rule-doubt"
	// FactLot: a lot that was supplied does not answer the draw.
	FactLot = "lot-unfit"
)

// faultStage is the code of a fault about a stage: the stage's name and what is wrong. The stage comes
// "too-soon" after the last one; its "state" is another; it is "due" and not recorded, or has "begun"; or a
// side has to "wait" in it.
func faultStage(g *stageLaw, what string) string { return g.Name + "-" + what }
