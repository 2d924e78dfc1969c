package cases

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"adjudicate/aggregate"
	"adjudicate/events"
)

// input turns a step into the input payload it stands for.
func (s *suite) input(state *aggregate.State, step *Step) (events.Payload, error) {
	if step.Play != "" {
		side := step.By
		if side == "" {
			side = state.ToPlay()
		}
		p := events.PlaySubmitted{Side: side, Text: step.Play}
		if step.Sent != nil {
			sent := Epoch.Add(time.Duration(*step.Sent))
			p.Sent = &sent
		}
		return p, nil
	}
	words := general(strings.Fields(step.Do))
	fits := func(shape string) bool { return matches(words, strings.Fields(shape)) }
	switch {
	case fits("buy TYPE for SIDE by PLAYER"):
		return events.PurchaseRequested{Type: words[1], Side: words[3], Buyer: words[5]}, nil
	case fits("destroy PIECE of SIDE"):
		id, err := s.pieceOf(state, words[1], words[3])
		return events.DestructionRequested{Side: words[3], Piece: id}, err
	case fits("announce"):
		return events.StateAnnounced{}, nil
	case fits("extend DAYS"):
		n, err := strconv.Atoi(words[1])
		return events.LimitExtended{Length: n}, err
	case fits("time"):
		return events.TimePassed{}, nil
	case fits("stage STAGE LENGTH"):
		n, err := strconv.Atoi(words[2])
		return events.StageAnnounced{Stage: words[1], Length: n}, err
	case fits("object SIDE to STAGE"):
		return events.StageObjected{Stage: words[3], Side: words[1]}, nil
	case fits("correct LENGTH of STAGE"):
		n, err := strconv.Atoi(words[1])
		return events.StageCorrected{Stage: words[3], Length: n}, err
	case len(words) >= 4 && words[0] == "create" && words[2] == "for":
		return events.SideCreated{Side: words[1], Player: words[3], Attributes: s.attributes(words[4:])}, nil
	case fits("dissolve SIDE"):
		return events.SideRemoved{Side: words[1]}, nil
	case fits("hold SIDE by PLAYER"):
		return events.SideTransferred{Side: words[1], Player: words[3]}, nil
	case fits("attribute SIDE ATTRIBUTE on"), fits("attribute SIDE ATTRIBUTE off"):
		return events.AttributeChanged{Attribute: words[2], Side: words[1], On: words[3] == "on"}, nil
	case fits("umpire PLAYER"):
		return events.OfficeFilled{Office: events.KnownOffice, Player: words[1]}, nil
	case fits("no umpire"):
		return events.OfficeVacated{Office: events.KnownOffice}, nil
	case fits("start"):
		return events.GameStarted{}, nil
	case fits("adopt READING"):
		entry, reading, _ := strings.Cut(words[1], "=")
		return events.InterpretationAdopted{Entry: entry, Reading: reading}, nil
	case fits("repeal RULE"):
		return events.RuleRepealed{Number: words[1]}, nil
	case fits("enact"), fits("amend"), fits("enact FILE"), fits("amend FILE"):
		r, err := s.ruleOf(step, words[1:])
		if err != nil {
			return nil, err
		}
		if words[0] == "amend" {
			return events.RuleAmended{Number: r.Number, Rule: r.Canonical()}, nil
		}
		return events.RuleEnacted{Number: r.Number, Rule: r.Canonical()}, nil
	case len(words) > 2 && words[0] == "choose":
		return events.PiecesChosen{Side: words[1], Types: words[2:]}, nil
	case len(words) > 2 && words[0] == "lot":
		return events.LotSupplied{Draw: words[1], Result: words[2:], Source: "dice"}, nil
	case len(words) >= 4 && len(words)%2 == 0 && words[0] == "power" && words[2] == "by":
		return power(words)
	case fits("yes MATTER by PLAYER"), fits("nay MATTER by PLAYER"):
		return events.AnswerGiven{Matter: words[1], Player: words[3], Yes: words[0] == "yes"}, nil
	case fits("yes MATTER by PLAYER salt SALT"), fits("nay MATTER by PLAYER salt SALT"):
		return events.AnswerGiven{Matter: words[1], Player: words[3], Yes: words[0] == "yes", Salt: words[5]}, nil
	case fits("seal yes MATTER by PLAYER salt SALT"), fits("seal nay MATTER by PLAYER salt SALT"):
		return aggregate.SealAnswer(events.AnswerGiven{Matter: words[2], Player: words[4], Yes: words[1] == "yes"}, words[6]), nil
	case len(words) >= 5 && words[0] == "seal" && words[1] == "power" && slices.Contains(words, "salt"):
		p, err := power(words[1:])
		return aggregate.SealPower(p, p.Salt), err
	case fits("give PLAYER AMOUNT ASSET"):
		h, err := events.ParseHalf(words[2])
		return events.TransactionRecorded{Account: words[1], Asset: words[3], Amount: h}, err
	}
	return nil, fmt.Errorf("do: unknown input %q; docs/cases-format.md lists them", step.Do)
}

// power reads the use of a power: "power bid by Ann for Red on e4 amount 5 salt pepper-and-42", all after the player optional.
func power(words []string) (p events.PowerUsed, err error) {
	p = events.PowerUsed{Power: words[1], Player: words[3]}
	for i := 4; i+1 < len(words) && err == nil; i += 2 {
		switch value := words[i+1]; words[i] {
		case "for":
			p.Side = value
		case "on":
			p.On = value
		case "amount":
			p.Amount, err = strconv.Atoi(value)
		case "salt":
			p.Salt = value
		default:
			err = fmt.Errorf("do: power … by …: unknown word %q: for, on, amount and salt follow", words[i])
		}
	}
	return p, err
}

// matches compares words with a shape in which capitals stand for any word.
func matches(words, shape []string) bool {
	if len(words) != len(shape) {
		return false
	}
	for i, w := range shape {
		if w != strings.ToUpper(w) && w != words[i] {
			return false
		}
	}
	return true
}

// pieceOf returns the id of the piece on a square or of a side's off-board piece of a type.
func (s *suite) pieceOf(state *aggregate.State, word, side string) (string, error) {
	if isSquare(word) {
		p, ok := state.PieceAt(word)
		if !ok {
			return "", fmt.Errorf("do: nothing stands on %s", word)
		}
		return p.ID, nil
	}
	typ, err := s.typeNamed(word)
	if err != nil {
		return "", err
	}
	for p := range state.PiecesOf(side) {
		if p.Type == typ && p.At == "" {
			return p.ID, nil
		}
	}
	return "", fmt.Errorf("do: %s has no off-board %s", side, typ)
}

// order is what a step has ruled otherwise than the rules would, as a history that is ruled on
// again does; nil for nothing.
func (step *Step) order() *aggregate.Order {
	if step.Falls {
		return &aggregate.Order{Remedy: aggregate.RemedyDefault}
	}
	return nil
}

// address is that of an input that another history puts in, "" of one that was entered.
func (step *Step) address() string {
	if step.Late {
		return "2.1"
	}
	return ""
}

// moment returns when a step happens: at its own moment, or a minute after the one before.
func (step *Step) moment(before time.Time) time.Time {
	if step.At != nil {
		return Epoch.Add(time.Duration(*step.At))
	}
	return before.Add(time.Minute)
}
