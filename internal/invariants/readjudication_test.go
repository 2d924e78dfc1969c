package invariants

import (
	"context"
	"errors"
	"testing"

	"adjudicate/aggregate"
	"adjudicate/aggregate/dispute"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/readjudicate"
	"adjudicate/ledger"
	"adjudicate/rules"
	"adjudicate/systems"

	"pgregory.net/rapid"
)

func builtIn() (*rules.Rulebook, *rules.Register) {
	book, register, err := systems.Load("partychess")
	if err != nil {
		panic(err) // it is part of the program
	}
	return book, register
}

// refused reports whether a plan could not be made, which is an answer as well.
func refused(t *rapid.T, err error) bool {
	var change *readjudicate.ChangeError
	if errors.As(err, &change) || errors.Is(err, dispute.ErrReach) {
		return true
	}
	if err != nil {
		t.Fatal(err)
	}
	return false
}

func policy(t *rapid.T) string {
	return rapid.SampledFrom([]string{readjudicate.DefaultPlay, readjudicate.Void}).Draw(t, "policy")
}

func TestRandomHistoriesRuledOnAgainWithoutAChangeAreTheSame(t *testing.T) {
	// An input corrected into itself changes nothing, and everything behind it is judged anew.
	rapid.Check(t, func(r *rapid.T) {
		c := open(r, anyHistory(r, t))
		in := c.h.inputs[rapid.IntRange(0, len(c.h.inputs)-1).Draw(r, "from")]
		plan := readjudicate.Plan{Policy: policy(r), Thorough: true, Changes: []events.Change{c.change(history.Correct, in.Sequence, in.Payload)}}
		candidate, err := c.become(plan, readjudicate.Options{Watch: func(s *readjudicate.Step) error {
			r.Errorf("input %d differs:\n%s\nbefore:\n%s", s.Place.Input, tell(s.Place.Input, s.Input.Payload, s.After), tell(s.Place.Input, s.Input.Payload, s.Before))
			return nil
		}})
		if refused(r, err) {
			if _, play := in.Payload.(events.PlaySubmitted); play {
				r.Fatal(err)
			}
			return // an input that was rejected cannot be the result of a correction
		}
		if candidate.Restated != 0 || candidate.Judged != candidate.Inputs {
			r.Errorf("%d of %d inputs were judged and %d differ", candidate.Judged, candidate.Inputs, candidate.Restated)
		}
		if diff := differ(plain(c.l.State()), plain(candidate.After)); diff != "" {
			r.Errorf("the state differs: %s", diff)
		}
	})
}

func TestRandomChangesComeToTheSameHoweverMuchIsJudged(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		c := open(r, anyHistory(r, t))
		plan := readjudicate.Plan{Policy: policy(r), Changes: c.changes("changes")}
		run := func(thorough bool) (steps []string, end string, err error) {
			plan.Thorough = thorough
			candidate, err := c.become(plan, readjudicate.Options{Watch: func(s *readjudicate.Step) error {
				steps = append(steps, s.Standing+" "+tell(s.Place.Input, s.Input.Payload, s.After))
				return nil
			}})
			if err != nil {
				return nil, "", err
			}
			return steps, plain(candidate.After), nil
		}
		quick, quickly, err := run(false)
		all, thoroughly, errAll := run(true)
		if refused(r, err) != refused(r, errAll) {
			r.Fatalf("judging what is concerned: %v; judging all: %v", err, errAll)
		}
		sameTold(r, "what differs", all, quick)
		if diff := differ(thoroughly, quickly); diff != "" {
			r.Errorf("the states differ: %s", diff)
		}
	})
}

func TestRandomEditionsAreWhatTheirCandidatesWere(t *testing.T) {
	// What is adopted is what was foreseen, folds to the state that it closes with, leaves the
	// editions before it alone and stands up to being verified.
	rapid.Check(t, func(r *rapid.T) {
		c := open(r, anyHistory(r, t))
		before, state := c.told(1), plain(c.l.State())
		plan := readjudicate.Plan{Policy: policy(r), Changes: c.changes("changes")}
		foreseen, err := c.become(plan, readjudicate.Options{})
		if refused(r, err) {
			return
		}
		adopted, err := c.adopt(plan)
		if refused(r, err) {
			return // a rule of the game forbids to reach so far back
		}
		for what, s := range map[string]*aggregate.State{"foreseen": foreseen.After, "adopted": adopted.After} {
			if diff := differ(plain(s), plain(c.l.State())); diff != "" {
				r.Errorf("the ledger's state is not what was %s: %s", what, diff)
			}
		}
		again, err := ledger.Open(context.Background(), c.st, gameName, options())
		if err != nil {
			r.Fatal(err)
		}
		if diff := differ(plain(c.l.State()), plain(again.State())); diff != "" {
			r.Errorf("opened anew, the state differs: %s", diff)
		}
		if diff := c.fold(2, c.l.State()); diff != "" {
			r.Errorf("the naive fold of the edition: %s", diff)
		}
		sameTold(r, "the first edition", before, c.told(1))
		cat := c.catalogue()
		first, err := cat.Edition(1)
		if err != nil {
			r.Fatal(err)
		}
		s, err := cat.StateAt(context.Background(), first, 0)
		if err != nil {
			r.Fatal(err)
		}
		if diff := differ(state, plain(s)); diff != "" {
			r.Errorf("the first edition's end is another: %s", diff)
		}
		v, err := ledger.Verify(context.Background(), c.st, gameName, options())
		if err != nil {
			r.Fatal(err)
		}
		if len(v.Differences) > 0 {
			r.Errorf("verifying finds %+v", v.Differences[0])
		}
	})
}

func TestRandomChangesInTwoStepsComeToTheSameAsInOne(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		h := anyHistory(r, t)
		one, two := open(r, h), open(r, h)
		how := policy(r)
		first, second := two.changes("first"), two.changes("second")
		if _, err := one.adopt(readjudicate.Plan{Policy: how, Changes: append(first[:len(first):len(first)], second...)}); refused(r, err) {
			return
		}
		if _, err := two.adopt(readjudicate.Plan{Policy: how, Changes: first}); refused(r, err) {
			return // it may take the second to make the first possible
		}
		if _, err := two.adopt(readjudicate.Plan{Policy: how, Changes: second}); errors.Is(err, dispute.ErrReach) {
			return // the first step brought a rule that forbids the second
		} else if err != nil {
			r.Fatalf("in one step it can be done, in two not: %v", err)
		}
		sameTold(r, "the edition made in two steps", one.told(2), two.told(3))
		if diff := differ(plain(one.l.State()), plain(two.l.State())); diff != "" {
			r.Errorf("the states differ: %s", diff)
		}
	})
}

func TestRandomChangesThereAndBackComeToWhatWas(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		c := open(r, anyHistory(r, t))
		before, state := c.told(1), plain(c.l.State())
		if _, err := c.adopt(readjudicate.Plan{Policy: policy(r), Changes: c.changes("changes")}); refused(r, err) {
			return
		}
		back := readjudicate.Plan{Withdraw: []string{"*"}}
		if rapid.Bool().Draw(r, "from the first edition") {
			back = readjudicate.Plan{Base: 1}
		}
		_, err := c.adopt(back)
		if errors.Is(err, dispute.ErrReach) {
			return
		}
		if err != nil && !errors.Is(err, readjudicate.ErrNothing) {
			r.Fatal(err)
		}
		if err == nil {
			sameTold(r, "the edition that goes back", before, c.told(3))
		}
		if diff := differ(state, plain(c.l.State())); diff != "" {
			r.Errorf("the state differs: %s", diff)
		}
	})
}

func TestRandomChangesOfSingleInputsDoWhatTheySay(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		c := open(r, anyHistory(r, t))
		plan := readjudicate.Plan{Policy: policy(r), Changes: c.changes("changes")}
		seen := map[string]bool{}
		candidate, err := c.become(plan, readjudicate.Options{All: true, Watch: func(s *readjudicate.Step) error {
			if s.Change == "" {
				return nil
			}
			seen[s.Change] = true
			if due(s) {
				return nil
			}
			if wrong := does(changeOf(t, plan.Changes, s), s, plan.Policy); wrong != "" {
				r.Errorf("%s: %s\n%s", s.Change, wrong, tell(s.Place.Input, s.Input.Payload, s.After))
			}
			return nil
		}})
		if refused(r, err) {
			return
		}
		for _, ch := range candidate.Changes {
			if !seen[ch.ID] {
				r.Errorf("change %s, %s at %d, was never looked at", ch.ID, ch.What, ch.Input)
			}
		}
	})
}

// due reports whether time made an entry due: no plan asks for it.
func due(s *readjudicate.Step) bool {
	_, tick := s.Input.Payload.(events.TimePassed)
	return tick && s.Input.Actor == "" && s.Standing == history.Inserted
}

// changeOf finds the change of a plan that a step names: "2.3" is its third.
func changeOf(t testing.TB, list []events.Change, s *readjudicate.Step) events.Change {
	n := int(s.Change[len(s.Change)-1] - '0')
	if n < 1 || n > len(list) {
		t.Fatalf("a step names change %s", s.Change)
	}
	return list[n-1]
}

// does says in what a step is not what its change asks for.
func does(ch events.Change, s *readjudicate.Step, policy string) string {
	_, after := s.Ruled()
	alone := len(s.After) == 1
	switch {
	case ch.Input != s.Place.Input:
		return "it is another input"
	case ch.What == history.Insert && (s.Standing != history.Inserted || s.Before != nil):
		return "it stood there before"
	case ch.What == history.Correct && s.Standing != history.Corrected:
		return "it is not corrected"
	case (ch.What == history.Void || ch.Remedy == aggregate.RemedyVoid) && (after.Verdict != aggregate.Voided || !alone):
		return "it is not void"
	case ch.Remedy == aggregate.RemedyIllegal && after.Verdict != aggregate.Rejected && after.Verdict != aggregate.Replaced:
		return "it is not illegal"
	case ch.Remedy == aggregate.RemedyIllegal && policy != readjudicate.DefaultPlay && !alone:
		return "it has effects though illegal"
	case ch.Remedy == aggregate.RemedyStands && after.Verdict == aggregate.Accepted && len(after.Faults) > 0:
		return "it is accepted with faults"
	case after.Verdict == aggregate.Rejected && !alone:
		return "it is rejected and has effects"
	}
	return ""
}
