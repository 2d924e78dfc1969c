package events

import (
	_ "embed"
	"encoding/json"
)

// MoneyAsset is what prices are paid in. A game has other assets by its rules.
const MoneyAsset = "money"

// UsualAssets are what assets are called where no rule says, by what they are for. Terms of purchase have a variable called as
// Marks for how many of them the buyer holds.
type UsualAssets struct {
	Marks  string `json:"marks"`  // by them hands are won
	Mark   string `json:"mark"`   // one of them
	Points string `json:"points"` // the winner of a hand gets some
	Short  string `json:"short"`  // whoever cannot pay what is owed gets one
	Titles string `json:"titles"` // those not won with a hand
	Tokens string `json:"tokens"` // in which moves of declared kinds are paid
}

// Usual returns the usual assets.
func Usual() *UsualAssets { return usual }

var usual = func() *UsualAssets {
	u := new(UsualAssets)
	if err := json.Unmarshal(usualText, u); err != nil {
		panic("assets.json: " + err.Error()) // it is a part of the program
	}
	return u
}()

//go:embed assets.json
var usualText []byte
