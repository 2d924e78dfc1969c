package report_test

import (
	"encoding/json"
	"fmt"

	"adjudicate/events"
	"adjudicate/internal/term"
	"adjudicate/report"
)

// A view is a plain value with two forms: JSON, and text for people.
func Example() {
	v := &report.Holdings{
		Sides: []report.SideHolding{{Side: "Red", Player: "Ann", OnBoard: 3,
			Pieces: []report.Piece{{ID: "R2", Type: "Rook", Side: "Red"}}}},
		Accounts: []report.Account{{Account: "Ann", Assets: []report.Asset{{Asset: "money", Amount: events.Half(75)}}}},
	}
	page := &term.Page{Width: 80}
	v.Print(page)
	fmt.Print(page)
	text, err := json.Marshal(v.Accounts)
	fmt.Println(string(text), err)
	// Output:
	// side  player  on board  off-board
	// Red   Ann            3  Rook R2
	//
	// account  holds
	// Ann      money 37.5
	// [{"account":"Ann","assets":[{"asset":"money","amount":37.5}]}] <nil>
}
