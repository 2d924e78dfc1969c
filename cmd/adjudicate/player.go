package main

import (
	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/ledger/people"
	"adjudicate/ledger/signature"
	"adjudicate/report"
)

func playerCommand() *command {
	status := func(word, status string) *command {
		return newCommand(word, signing(), do(func(s *session) (report.View, error) {
			return s.submit(events.PlayerStatusChanged{Player: s.arg(0), Status: status})
		}))
	}
	return newGroup("player",
		newCommand("add", writing(option("name", "the player's real `NAME`, such as \"Ann Example\"")), do(addPlayer)),
		newCommand("address", flags{ledgerFlag}, changePerson(func(p *people.Person, given []string) { p.Addresses = append(p.Addresses, given...) })),
		newCommand("name", flags{ledgerFlag}, changePerson(func(p *people.Person, given []string) { p.Name = given[0] })),
		newCommand("forget", flags{ledgerFlag}, onGame(forgetPlayer)),
		newCommand("key", signing(toggle("withdraw", "withdraw the key in force")), do(registerKey)),
		newCommand("signatures", writing(), do(func(s *session) (report.View, error) {
			on, err := find("setting", s.arg(0), []string{"on", "off", "all"})
			if err != nil {
				return nil, err
			}
			return s.submit(events.SignaturesDemanded{On: on != "off", Entries: on == "all"})
		})),
		status("vacation", "vacation"),
		status("return", "active"),
		newCommand("list", reading(), onGame(listPlayers)),
		newCommand("mails", flags{ledgerFlag, option("language", "write in `LANGUAGE`: en or de"), option("zone", "the `ZONE` of the times, such as Europe/Berlin"), option("quiet", "send nothing at these `HOURS`, such as 22:00-07:00"),
			option("digest", "send everything of a day in one mail at `TIME`, such as 18:00"), toggle("off", "send only answers to the player's own mails"), toggle("on", "send mails again")}, onGame(changeWish)),
		newCommand("invite", flags{ledgerFlag, nowFlag, urlFlag, asFlag, least(1, numberOr("days", 14, "the `NUMBER` of days for which the invitation is valid"))}, onGame(invite)),
	)
}

// addPlayer makes a player known in the ledger, and who they are beside it.
func addPlayer(s *session) (report.View, error) {
	person := people.Person{Player: s.arg(0), Name: s.c.String("name"), Addresses: s.c.Args().Tail()}
	v, err := s.submitWith(func(g *game) ([]events.Payload, error) {
		known, err := s.people(g)
		if err == nil {
			_, err = people.With(known, person) // before anything is written
		}
		return []events.Payload{events.PlayerRegistered{Player: person.Player}}, err
	})
	if err != nil || len(person.Addresses) == 0 && person.Name == "" {
		return v, err
	}
	g, err := s.attach()
	if err != nil {
		return nil, err
	}
	return v, g.Put(s.ctx, person)
}

// registerKey registers the key by which a player signs, or withdraws it.
func registerKey(s *session) (report.View, error) {
	path := s.arg(1)
	if (path == "") != s.c.Bool("withdraw") {
		return nil, usagef("adjudicate player key Ann ann.pub --sign ann", "player key takes the file of a public key, or --withdraw")
	}
	p := events.KeyRegistered{Player: s.arg(0)}
	if path != "" {
		var err error
		if p.Key, err = readAs(s, path, func(text []byte) (string, error) { return signature.Key(string(text)) }); err != nil {
			return nil, err
		}
	}
	return s.submit(p)
}

// changePerson changes what is known of a player whom the ledger knows.
func changePerson(change func(*people.Person, []string)) action {
	return onGame(func(s *session, g *game) (report.View, error) {
		p, err := s.known(g)
		if err != nil {
			return nil, err
		}
		person, err := g.Change(s.ctx, g.l.State(), p.Name, func(p *people.Person) { change(p, s.c.Args().Tail()) })
		return &report.Person{Person: person}, err
	})
}

// known is the player that the first argument names.
func (s *session) known(g *game) (aggregate.Player, error) {
	name, err := find("player", s.arg(0), g.l.State().PlayerNames())
	p, _ := g.l.State().Player(name)
	return p, err
}

// changeWish changes how a player is written to.
func changeWish(s *session, g *game) (report.View, error) {
	p, err := s.known(g)
	if err != nil {
		return nil, err
	}
	wish, err := g.Wish(s.ctx, p.Name, func(w *people.Wish) {
		for name, field := range map[string]*string{"language": &w.Language, "zone": &w.Zone, "quiet": &w.Quiet, "digest": &w.Digest} {
			if s.c.IsSet(name) {
				*field = s.c.String(name)
			}
		}
		w.Off = (w.Off || s.c.Bool("off")) && !s.c.Bool("on")
	})
	return &report.Wished{Player: p.Name, Wish: wish}, err
}

func forgetPlayer(s *session, g *game) (report.View, error) {
	p, err := s.known(g)
	if err != nil {
		return nil, err
	}
	found, err := g.Forget(s.ctx, p.Name)
	return &report.Forgotten{Player: p.Name, Forgotten: found, Recorded: append([]string{}, p.Addresses...)}, err
}

func listPlayers(s *session, g *game) (report.View, error) {
	known, err := s.people(g)
	if err != nil {
		return nil, err
	}
	return report.NewPlayers(g.l.State(), known), nil
}
