package events

// Part is a set of parts of a game: what an outcome may change, what an input is about.
type Part uint32

// The parts of a game.
const (
	PartPieces   Part = 1 << iota // which pieces there are, what, where and whose they are
	PartSides                     // which sides there are and who holds them
	PartPlayers                   // who is known, and as what
	PartOffice                    // who holds which office, and whether the game is suspended
	PartAccounts                  // what everybody has of each asset
	PartWeights                   // what every side weighs
	PartChecks                    // who is in check
	PartOrder                     // who plays when
	PartTurn                      // whose turn it is
	PartPlays                     // what every side played last
	PartTime                      // when a turn ends by default
	PartStages                    // which stages are announced or run
	PartLaw                       // rules and readings
	PartHands                     // hands won, and whether the game is over
	PartStart                     // whether the game runs
	PartLots                      // what was drawn
	PartRights                    // which pieces a side may choose
	PartRuling                    // what was ruled
	PartDisputes                  // the docket
	PartEditions                  // which history holds
	PartKeys                      // by which keys players sign, and whether they have to
	PartMatters                   // what waits for answers, and which sides are bound to each other
)

// partsOf says of every kind of event which parts of a game it is about. A kind that opens a
// game or states it anew is about all of them.
var partsOf = map[string]Part{
	"game-opened":            ^Part(0),
	"rule-enacted":           PartLaw,
	"rule-amended":           PartLaw,
	"rule-repealed":          PartLaw,
	"interpretation-adopted": PartLaw,
	"interpretation-added":   PartLaw,
	"office-filled":          PartOffice,
	"office-vacated":         PartOffice,
	"player-registered":      PartPlayers,
	"player-status-changed":  PartPlayers,
	"key-registered":         PartKeys,
	"signatures-demanded":    PartKeys,
	"side-created":           PartSides,
	"side-removed":           PartSides,
	"side-transferred":       PartSides,
	"attribute-changed":      PartSides,
	"array-set":              PartSides | PartPieces | PartPlayers | PartStart,
	"game-started":           PartStart,
	"pieces-chosen":          PartPieces,
	"purchase-requested":     PartPieces | PartAccounts,
	"destruction-requested":  PartPieces | PartAccounts,
	"play-submitted":         PartPlays,
	"state-announced":        PartTime,
	"limit-extended":         PartTime,
	"time-passed":            PartTime,
	"stage-announced":        PartStages,
	"stage-objected":         PartStages,
	"stage-corrected":        PartStages,
	"transaction-recorded":   PartAccounts,
	"lot-supplied":           PartLots,
	"power-used":             PartMatters,
	"answer-given":           PartMatters,
	"edition-adopted":        PartEditions,
	"dispute-opened":         PartDisputes,
	"dispute-argued":         PartDisputes,
	"dispute-ruled":          PartDisputes,
	"dispute-withdrawn":      PartDisputes,
	"verdict-retracted":      PartDisputes,
	"judge-named":            PartDisputes,
	"hearing-set":            PartDisputes,
	"verdict-appealed":       PartDisputes,

	"ledger-opened":      ^Part(0),
	"entry-registered":   PartLaw,
	"rule-put-in-force":  PartLaw,
	"rule-out-of-force":  PartLaw,
	"reading-in-force":   PartLaw,
	"ruled":              PartRuling,
	"office-held":        PartOffice,
	"player-known":       PartPlayers,
	"signatures-set":     PartKeys,
	"side-entered":       PartSides,
	"side-left":          PartSides,
	"side-held":          PartSides,
	"side-attribute-set": PartSides,
	"allotment-set":      PartRights,
	"piece-created":      PartPieces,
	"piece-moved":        PartPieces,
	"piece-placed":       PartPieces,
	"piece-captured":     PartPieces,
	"piece-lifted":       PartPieces,
	"piece-converted":    PartPieces,
	"square-closed":      PartPieces,
	"array-laid":         PartPieces | PartStart,
	"calendar-reached":   PartTime,
	"rule-dormant":       PartLaw,
	"piece-destroyed":    PartPieces,
	"piece-promoted":     PartPieces,
	"counter-changed":    PartPieces | PartPlays, // that a piece which copies the last one has as well
	"atomic-played":      PartPlays,
	"play-ended":         PartPlays,
	"checks-changed":     PartChecks,
	"order-changed":      PartOrder,
	"turn-began":         PartTurn,
	"limit-set":          PartTime,
	"weights-posted":     PartWeights,
	"asset-changed":      PartAccounts,
	"assets-cleared":     PartAccounts,
	"end-declared":       PartHands,
	"lot-drawn":          PartLots,
	"stage-set":          PartStages,
	"start-done":         PartStart,
	"round-began":        PartTurn,
	"play-kept":          PartTurn,
	"round-ended":        PartTurn,
	"matter-opened":      PartMatters,
	"matter-answered":    PartMatters,
	"matter-closed":      PartMatters,
	"bond-set":           PartMatters,
	"seal-kept":          PartMatters,
	"square-marked":      PartPieces,
	"turn-promised":      PartTurn,
	"tables-set":         PartOrder | PartTurn,
	"table-turned":       PartOrder | PartTurn,
	"rule-decreed":       PartLaw,
	"moment-kept":        PartPlays,
	"piece-restored":     PartPieces,
	"play-taken-back":    PartPieces | PartSides | PartPlays | PartTurn | PartRights,
	"edition-begun":      PartEditions,
	"input-restated":     PartEditions,
	"inputs-restated":    PartEditions,
	"state-restated":     ^Part(0),
	"dispute-entered":    PartDisputes,
	"argument-entered":   PartDisputes,
	"verdict-entered":    PartDisputes,
	"input-marked":       PartDisputes,
	"precedent-set":      PartDisputes,
	"dispute-closed":     PartDisputes,
	"dispute-reopened":   PartDisputes,
	"judge-seated":       PartDisputes,
	"hearing-opened":     PartDisputes,
	"appeal-entered":     PartDisputes,
}

// About returns the parts of a game that an event is about; of an event that is not known
// here, all of them.
func About(p Payload) Part {
	if k := standard.roll.find(p.Kind()); k != nil {
		return k.about
	}
	return ^Part(0)
}
