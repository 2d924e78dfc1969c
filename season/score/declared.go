package score

import (
	"slices"
	"strings"

	"adjudicate/events"
	"adjudicate/rules"
	"adjudicate/season/pgn"
	"adjudicate/systems"
)

// declaration is what a player does besides moving, with which a recorded game ended.
type declaration struct {
	by    string
	input events.Payload
}

// declared is how a game ended that its moves do not end: a side gave up, the players agreed to a draw, one of them claimed it, or time was over. What its
// rules have no word for the result alone tells, and so it is where the tags name another cause.
func (s *Score) declared(g *pgn.Game, players [2]string) []declaration {
	lost := -1
	switch g.Result {
	case pgn.WhiteWins:
		lost = 1
	case pgn.BlackWins:
		lost = 0
	case pgn.Draw:
	default:
		return nil
	}
	if s.Scene.Game.Stuck(s.Scene.Side) {
		return nil
	}
	if _, _, over := s.Scene.Game.Over(1 - s.Scene.Side); over && len(s.Turns) > 0 {
		return nil
	}
	how, side := cause(g), int(s.Scene.Side)
	power := ""
	if s.System.FEN != nil {
		power = s.System.FEN.Results[how]
	}
	use := func(by int, asked bool) []declaration {
		list := []declaration{{players[by], events.PowerUsed{Power: power, Player: players[by], Side: s.System.Sides[by]}}}
		if asked {
			list = append(list, declaration{players[1-by], events.AnswerGiven{Matter: "matter-1", Player: players[1-by], Yes: true}})
		}
		return list
	}
	switch {
	case how == resignation && lost >= 0 && s.asks(rules.EndsOnSurrender):
		return []declaration{{players[lost], events.PlaySubmitted{Side: s.System.Sides[lost], Text: "surrender"}}}
	case power == "":
		return nil
	case how == systems.ByTime && lost >= 0:
		return use(1-lost, true)
	case how == systems.ByTime:
		return use(1-side, true) // who is to move has lost the time, and the other could not mate
	case how == systems.ByAgreement && lost < 0:
		return use(1-side, true)
	case how == systems.ByClaim && lost < 0:
		return use(side, false)
	}
	return nil
}

const resignation = "resignation"

// cause is how a game ended by its tag Termination, in the words of the standard or of servers; "" is in a way that no rule knows.
func cause(g *pgn.Game) string {
	how := strings.ToLower(g.Tag("Termination"))
	has := func(words ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(how, w) })
	}
	switch {
	case has("abandon", "adjudication", "death", "emergency", "infraction", "unterminated", "disconnect", "mate", "insufficient material") && !has("time"):
		return ""
	case has("time", "flag"):
		return systems.ByTime
	case has("resign"):
		return resignation
	case has("repetition", "fold", "50", "fifty"):
		return systems.ByClaim
	case has("agree") || g.Result == pgn.Draw && (how == "" || how == "normal"):
		return systems.ByAgreement
	case how == "" || how == "normal":
		return resignation
	}
	return ""
}

// asks reports whether the rules let a game end at a moment.
func (s *Score) asks(moment string) bool {
	return slices.ContainsFunc(s.System.Book.Ends(), func(e rules.SourcedEnd) bool { return e.Asked() == moment })
}

// End says how a game has ended: by the tag Termination, if it has none, in the words of the standard, and in a comment by the title of the end.
func End(g *pgn.Game, sys *systems.System, title string) {
	if title == "" {
		return
	}
	comments := &g.Comments
	if n := len(g.Moves); n > 0 {
		comments = &g.Moves[n-1].Comments
	}
	*comments = append(*comments, title)
	if g.Tag("Termination") != "" {
		return
	}
	how := "normal"
	for _, e := range sys.Book.Ends() {
		timely := e.On != "" && (e.On == rules.EndsOnLimit || sys.FEN != nil && e.On == sys.FEN.Results[systems.ByTime])
		if e.Title == title && timely {
			how = "time forfeit"
		}
	}
	g.Set("Termination", how)
}
