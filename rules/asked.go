package rules

import (
	"maps"
	"slices"
)

// asked lists the entries of the register that the engine itself asks, whatever the rules
// say, each with the reading that describes how the engine ruled before there was such an entry.
// A ledger whose register lacks the entry is ruled on so. Every other entry is asked by rules
// that name it, and by nothing else.
var asked = map[string]string{
	"all-warm":              "one-round",
	"announced-promotion":   "considered",
	"attack-pins":           "ignore-pins",
	"bracketed-text":        "note",
	"captured-king":         "destroyed",
	"check-by-promotion":    "ends",
	"chess-champ":           "winner",
	"default-surrender":     "yes",
	"defends-as":            "turncoat",
	"free-for-all-wait":     "within",
	"history-after-play":    "updated",
	"idle-promotion":        "refused",
	"king-capture-sweep":    "before-own-check",
	"late-play":             "default-stands",
	"list-rotation":         "mover-down-then-checked-up",
	"mobility-check":        "definition",
	"mobility-range":        "current",
	"notified-surrender":    "yes",
	"own-king-defended":     "yes",
	"placement-check":       "newly",
	"placement-own-check":   "each",
	"promoted-counter":      "initial",
	"promotion-after-check": "takes-place",
	"promotion-king":        "no",
	"royal-destruction":     "yes",
	"second-announcement":   "first",
	"early-play":            "in-time",
	"vacant-limit":          "lapses",
	"warm-wakes":            "turns",
	"uncovered-check":       "at-once",
	"free-for-all-checks":   "next-turn",
	"late-announcement":     "limit",
	"substituted-default":   "counts",
	"scratch-counts":        "no",
	"section-6-piece":       "counts",
	"special-check":         "moved-piece",
	"tied-winners":          "nobody",
	"unused-draft":          "kept",
	"win-majority":          "total-and-leader-or-majority",
}

func unlisted(entry string) bool {
	_, ok := asked[entry]
	return ok
}

// Holds reports whether a reading holds for an entry that the engine asks, where readings are
// those of a register, complete.
func Holds(readings map[string]string, entry, reading string) bool {
	r, ok := readings[entry]
	if !ok {
		r = asked[entry]
	}
	return r == reading
}

// Asked returns the entries that the engine itself asks, sorted, so that any ruling may rest on
// them.
func Asked() []string { return slices.Sorted(maps.Keys(asked)) }

// Unlisted returns the reading by which the engine rules where a register lacks an entry that
// it asks.
func Unlisted(entry string) (reading string, ok bool) {
	reading, ok = asked[entry]
	return reading, ok
}
