package amendment_test

import (
	"errors"
	"iter"
	"testing"

	"adjudicate/events"
	"adjudicate/history/amendment"
	"adjudicate/rules"
	"adjudicate/rules/names"
)

func TestARevisionIsFoundWhereItStoodInForce(t *testing.T) {
	amended := *parse(t, frog)
	amended.Revision = 1
	past := func() iter.Seq2[events.Envelope, error] { return stream(history(t, amended)...) }
	ofGame := amendment.Law{Book: rules.NewRulebook(amended), Events: past}
	repealed := amendment.Law{Book: rules.NewRulebook(), Events: past}
	ofSystem := amendment.Law{Book: rules.NewRulebook(amended)}
	for _, c := range []struct {
		title, word string
		law         amendment.Law
		want        int
	}{
		{"as it is in force", "1230.90", ofGame, 1},
		{"by the revision that is in force", "1230.90/1", ofSystem, 1},
		{"by an earlier revision", "1230.90/0", ofGame, 0},
		{"of a rule that was repealed", "1230.90/1", repealed, 1},
	} {
		t.Run(c.title, func(t *testing.T) {
			r, err := c.law.Revision(c.word)
			if err != nil || r.Number != "1230.90" || r.Revision != c.want {
				t.Errorf("got %+v, error %v", r, err)
			}
		})
	}
	var unknown *names.UnknownError
	if _, err := repealed.Revision("1230.90"); !errors.As(err, &unknown) {
		t.Errorf("a rule out of force, without a revision: %v", err)
	}
	if _, err := ofGame.Revision("1230.9/1"); !errors.As(err, &unknown) || unknown.Near != "1230.90" {
		t.Errorf("a rule that never was: %v", err)
	}
	var never *amendment.RevisionError
	if _, err := ofGame.Revision("1230.90/7"); !errors.As(err, &never) || len(never.Had) != 2 || never.Advice() != "" {
		t.Errorf("a revision that never was: %v", err)
	}
	if _, err := ofSystem.Revision("1230.90/0"); !errors.As(err, &never) || never.Advice() == "" {
		t.Errorf("an earlier revision without a history: %v", err)
	}
	if _, err := ofGame.Revision("1230.90/x"); err == nil {
		t.Error("a revision that is no number is taken")
	}
}
