package events

import (
	"time"
)

// In format 1 the kinds were those of one game: it had one office and one stage that is announced, and
// its sides had four attributes. These are the steps from them to what every game has.

// What that game calls its office, its stage and what is true of its sides. Views, seasons and cases
// that speak of it in words of their own mean these.
const (
	KnownOffice = "umpire"
	KnownStage  = "free-for-all"

	KnownParty = "party"
	KnownFirst = "nap"
	KnownAuto  = "warm"
	KnownAway  = "away"
)

var renames = []renaming{
	{"umpire-appointed.v1", "office-filled", into(func(v struct {
		Player string `json:"player"`
	}) Payload {
		return OfficeFilled{KnownOffice, v.Player}
	})},
	{"umpire-vacated.v1", "office-vacated", into(func(struct{}) Payload { return OfficeVacated{KnownOffice} })},
	{"suspended.v1", "office-held", into(func(struct{}) Payload { return OfficeHeld{Office: KnownOffice} })},
	{"resumed.v1", "office-held", into(func(v struct {
		Umpire string `json:"umpire"`
	}) Payload {
		return OfficeHeld{KnownOffice, v.Umpire}
	})},
	{"swingership-created.v1", "side-created", into(func(v formerSide) Payload { return SideCreated{v.Side, v.Player, v.attributes()} })},
	{"swingership-destroyed.v1", "side-removed", into(func(v SideRemoved) Payload { return v })},
	{"swinger-changed.v1", "side-transferred", into(func(v SideTransferred) Payload { return v })},
	{"warmth-changed.v1", "attribute-changed", into(func(v formerAuto) Payload { return AttributeChanged{v.Side, KnownAuto, v.On} })},
	{"side-warmed.v1", "side-attribute-set", into(func(v formerAuto) Payload { return SideAttributeSet{v.Side, KnownAuto, v.On} })},
	{"side-sent-away.v1", "side-attribute-set", into(func(v SideLeft) Payload { return SideAttributeSet{v.Side, KnownAway, true} })},
	{"free-for-all-announced.v1", "stage-announced", into(func(v formerLength) Payload { return StageAnnounced{KnownStage, v.Days} })},
	{"free-for-all-objected.v1", "stage-objected", into(func(v SideLeft) Payload { return StageObjected{KnownStage, v.Side} })},
	{"free-for-all-corrected.v1", "stage-corrected", into(func(v formerLength) Payload { return StageCorrected{KnownStage, v.Days} })},
	{"free-for-all-set.v1", "stage-set", into(func(v formerSpan) Payload { return v.set() })},
	{"play-list-changed.v1", "order-changed", into(func(v OrderChanged) Payload { return v })},
}

// current is the name by which a kind goes today, which may have been recorded by another.
func current(kind string) string {
	for _, r := range renames {
		if r.was == kind+".v1" {
			kind = r.now
		}
	}
	return kind
}

type formerSide struct {
	Side   string `json:"side"`
	Player string `json:"player"`
	Member bool   `json:"party"`
	First  bool   `json:"nap,omitempty"`
}

func (v formerSide) attributes() (list []string) {
	if v.Member {
		list = append(list, KnownParty)
	}
	if v.First {
		list = append(list, KnownFirst)
	}
	return list
}

type formerAuto struct {
	Side string `json:"side"`
	On   bool   `json:"warm"`
}

type formerLength struct {
	Days int `json:"days"`
}

type formerSpan struct {
	State      string    `json:"state"`
	Starts     time.Time `json:"starts"`
	Ends       time.Time `json:"ends"`
	Objections []string  `json:"objections,omitempty"`
}

func (v formerSpan) set() StageSet {
	return StageSet{Stage: KnownStage, State: v.State, Starts: v.Starts, Ends: v.Ends, Objections: v.Objections, Free: true}
}
