package naive

// readings are the entries of the interpretation register that can matter to an analysis;
// false is the default of each.
type readings struct {
	kingLiteral       bool // king-step
	pettyTargets      bool // section-6-piece: counts-and-attacks
	respectPins       bool // attack-pins
	declaredRange     bool // mobility-range: type
	echoAsPiece       bool // echo-captures
	echoOfEchoNone    bool // echo-of-echo
	noVictimCounter   bool // copycat-reads
	withGrants        bool // copycat-aura
	gessNotAdjacent   bool // gess-adjacent
	rookZeroTail      bool // rook-special-tail
	exitIsMove        bool // scratch-counts
	placementAny      bool // placement-check
	specialAnyCheck   bool // special-check
	targetOnly        bool // defends-as
	ownKingUndefended bool // own-king-defended
	copycatNoLoan     bool // copycat-own-loan
	echoKind          bool // echo-kind
	historyBefore     bool // history-after-play
	sweepAfter        bool // king-capture-sweep
	ignorePromotion   bool // announced-promotion
	mobilityLegal     bool // mobility-check
	locustInAddition  bool // harfyblob-locust
	victimCounter     bool // promoted-counter
}

func readingsOf(adopted map[string]string) readings {
	return readings{
		kingLiteral:       adopted["king-step"] == "literal",
		pettyTargets:      adopted["section-6-piece"] == "counts-and-attacks",
		respectPins:       adopted["attack-pins"] == "respect-pins",
		declaredRange:     adopted["mobility-range"] == "type",
		echoAsPiece:       adopted["echo-captures"] == "as-piece",
		echoOfEchoNone:    adopted["echo-of-echo"] == "none",
		noVictimCounter:   adopted["copycat-reads"] == "no-counter",
		withGrants:        adopted["copycat-aura"] == "with-grants",
		gessNotAdjacent:   adopted["gess-adjacent"] == "no",
		rookZeroTail:      adopted["rook-special-tail"] == "zero-to-five",
		exitIsMove:        adopted["scratch-counts"] == "yes",
		placementAny:      adopted["placement-check"] == "any",
		specialAnyCheck:   adopted["special-check"] == "any-new-check",
		targetOnly:        adopted["defends-as"] == "target-only",
		ownKingUndefended: adopted["own-king-defended"] == "no",
		copycatNoLoan:     adopted["copycat-own-loan"] == "no",
		echoKind:          adopted["echo-kind"] == "yes",
		historyBefore:     adopted["history-after-play"] == "before",
		sweepAfter:        adopted["king-capture-sweep"] == "after",
		ignorePromotion:   adopted["announced-promotion"] == "ignored",
		mobilityLegal:     adopted["mobility-check"] == "legal",
		locustInAddition:  adopted["harfyblob-locust"] == "in-addition",
		victimCounter:     adopted["promoted-counter"] == "victim",
	}
}
