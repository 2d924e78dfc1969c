package main

import (
	"cmp"
	"fmt"

	"adjudicate/internal/term"
	"adjudicate/ledger/place"
	"adjudicate/ledger/post"
	"adjudicate/report"
	"adjudicate/web/inbox"
)

// playMail submits the plays of mails. What cannot be taken is put into the tray.
func playMail(s *session) (report.View, error) {
	if s.c.NArg() > 0 {
		return nil, usagef("", "--mail takes no arguments: the mail says who plays what")
	}
	pile, err := inbox.Gather(s.c.StringSlice("mail"), s.In, false)
	if err != nil {
		return nil, err
	}
	if err := s.canSign(); err != nil {
		return nil, err
	}
	g, err := s.open()
	if err != nil {
		return nil, err
	}
	answer, folder := &report.Rulings{}, cmp.Or(s.c.String("tray"), place.Tray(g.Address))
	refused, err := pile.Each(folder, func(l post.Letter) error {
		list, err := s.takeMail(g, l)
		if err == nil {
			answer.Rulings = append(answer.Rulings, list...)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	if len(pile.Letters) == 1 && len(refused) == 1 {
		return nil, refused[0]
	}
	for _, err := range refused {
		fmt.Fprintln(s.Errs, term.Escape(fmt.Sprintf("%s: %v", name, err)))
	}
	var v report.View
	if len(answer.Rulings) > 0 {
		if v, err = s.signed(g, answer); len(refused) > 0 && v != nil {
			v, err = nil, s.show(v)
		}
	}
	if len(refused) > 0 && err == nil {
		err = usagef("they are in the tray "+folder+", each with the reason", "%d of %d mails were refused", len(refused), len(pile.Letters))
	}
	return v, err
}

// takeMail submits the plays of one mail. An error about the mail is a *post.RefusedError.
func (s *session) takeMail(g *game, l post.Letter) (list []*report.Ruling, err error) {
	known, err := s.people(g)
	if err != nil {
		return nil, err
	}
	office := &post.Office{State: g.l.State(), People: known, Side: s.c.String("side"), Short: g.l.Judge().Short}
	plays, err := office.Read(l, s.at)
	if err != nil {
		return nil, err
	}
	inputs, err := g.l.AdmitPlays(s.c.String("actor"), plays)
	for i := 0; i < len(inputs) && err == nil; i++ {
		err = g.l.CheckSigned(s.ctx, inputs[i])
	}
	if err != nil {
		return nil, &post.RefusedError{Err: err}
	}
	for i, p := range inputs {
		v, err := s.enter(g, p, s.at)
		if err != nil {
			return list, err
		}
		if !v.Repeated {
			v.Clock = report.ClockWords(&plays[i]) // also where the ledger's format has no place for it
		}
		list = append(list, v)
	}
	return list, nil
}
