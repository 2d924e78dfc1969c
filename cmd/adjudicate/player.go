package main

import (
	"slices"

	"github.com/urfave/cli/v2"

	"adjudicate/events"
)

func playerCommand() *cli.Command {
	status := func(word, usage, status string) *cli.Command {
		return &cli.Command{
			Name: word, ArgsUsage: "PLAYER", Flags: writing(), Usage: usage,
			UsageText: "adjudicate player " + word + " Ann",
			Action:    do(func(s *session) error { return s.submit(events.PlayerStatusChanged{Player: s.arg(0), Status: status}) }),
		}
	}
	return &cli.Command{
		Name: "player", Category: catGame,
		Usage: "make players, their addresses and their vacations known",
		Subcommands: []*cli.Command{
			{
				Name: "add", ArgsUsage: "PLAYER [ADDRESS…]", Flags: writing(), Usage: "make a player known",
				Description: "The addresses are those that the player's mails come from.",
				UsageText:   "adjudicate player add Ann ann@example.org",
				Action: do(func(s *session) error {
					return s.submit(events.PlayerRegistered{Player: s.arg(0), Addresses: s.c.Args().Tail()})
				}),
			},
			{
				Name: "address", ArgsUsage: "PLAYER ADDRESS…", Flags: writing(), Usage: "add addresses to those of a player",
				UsageText: "adjudicate player address Ann ann@work.example",
				Action: do(func(s *session) error {
					return s.submitWith(func(g *game) ([]events.Payload, error) {
						var names []string
						for _, p := range g.l.State().Players() {
							names = append(names, p.Name)
						}
						p, ok := g.l.State().Player(s.arg(0))
						if !ok {
							return nil, unknownName("player", s.arg(0), names, "\"adjudicate player add\" makes one known")
						}
						all := slices.Clone(p.Addresses)
						for _, a := range s.c.Args().Tail() {
							if !slices.Contains(all, a) {
								all = append(all, a)
							}
						}
						return []events.Payload{events.PlayerRegistered{Player: p.Name, Addresses: all}}, nil
					})
				}),
			},
			status("vacation", "send a player on vacation", "vacation"),
			status("return", "bring a player back from vacation", "active"),
			{
				Name: "list", Flags: reading(), Usage: "list the players",
				UsageText: "adjudicate player list --json",
				Action: do(func(s *session) error {
					g, err := s.open()
					if err != nil {
						return err
					}
					defer g.close()
					v := &playersView{Players: []playerView{}}
					for _, p := range g.l.State().Players() {
						out := playerView{Player: p.Name, Status: p.Status, Addresses: append([]string{}, p.Addresses...), Sides: []string{}}
						for side := range g.l.State().Sides() {
							if side.Player == p.Name {
								out.Sides = append(out.Sides, side.Name)
							}
						}
						v.Players = append(v.Players, out)
					}
					return s.show(v)
				}),
			},
		},
	}
}

type playerView struct {
	Player    string   `json:"player"`
	Status    string   `json:"status"`
	Sides     []string `json:"sides"`
	Addresses []string `json:"addresses"`
}

type playersView struct {
	Players []playerView `json:"players"`
}

func (v *playersView) text(p *page) {
	rows := [][]string{{"player", "status", "holds", "addresses"}}
	for _, x := range v.Players {
		rows = append(rows, []string{x.Player, x.Status, listed(x.Sides), listed(x.Addresses)})
	}
	if len(rows) == 1 {
		p.line("No player is known yet: adjudicate player add NAME ADDRESS")
	}
	p.table(rows)
}
