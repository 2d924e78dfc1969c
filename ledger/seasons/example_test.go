package seasons_test

import (
	"fmt"
	"os"

	"adjudicate/aggregate"
	"adjudicate/ledger/seasons"
	"adjudicate/season"
)

func Example() {
	text := `season 1
on 1998-10-05
18:00 game Tea system partychess seed 00000000000000000000000000000000000000000000000000000000000000aa
rulebook partychess
player Ann
umpire Ann
swingership Red swinger Ann nap
draft Red: Rook, Camel, Bishop, Pawn, Loyalist
start
Red: K@c3 => accepted by 1230.2 §6.C
  expect weight Red 2
Red: Kc3-c5 => rejected by 1230.4
`
	s, err := season.Parse("tea.season", []byte(text))
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := s.Resolve(season.Beside(os.DirFS("."))); err != nil {
		fmt.Println(err)
		return
	}
	judge, err := aggregate.NewJudge(aggregate.NewState(), "example")
	if err != nil {
		fmt.Println(err)
		return
	}
	report, err := seasons.Run(s, judge)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(report)
	// Output:
	// tea.season:10: expected weight Red 2, found 1
	// 9 entries, 2 plays (1 accepted, 1 rejected): 1 not as expected
}
