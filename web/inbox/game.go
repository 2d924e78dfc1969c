package inbox

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/google/uuid"

	"adjudicate/aggregate"
	"adjudicate/ledger"
	"adjudicate/ledger/people"
	"adjudicate/ledger/place"
)

var (
	bracketed = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\[([^\[\]]{1,120})\]`) })
	wanted    = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)^\s*(un)?subscribe\s+(\S{1,120})\s*$`) })
)

// game finds out which game the mail is about.
func (t *taking) game(ctx context.Context) (*place.Game, error) {
	if t.o.Game != "" {
		return t.st.Find(ctx, t.o.Game)
	}
	names, listed, err := t.st.Games(ctx)
	if err != nil {
		return nil, err
	}
	if !listed {
		return t.st.Find(ctx, "")
	}
	var said, addressed []string
	for _, found := range bracketed().FindAllStringSubmatch(t.m.Subject, 4) {
		said = append(said, found[1])
	}
	if found := wanted().FindStringSubmatch(t.m.Subject); found != nil {
		said = append(said, found[2])
	}
	for _, a := range t.m.To {
		if name, _, ok := strings.Cut(a, "@"); ok {
			if _, tag, ok := strings.Cut(name, "+"); ok {
				addressed = append(addressed, tag)
			}
		}
	}
	for _, words := range [][]string{said, addressed} {
		switch list := gamesNamed(names, words); len(list) {
		case 0:
		case 1:
			return t.st.Game(list[0]), nil
		default:
			return nil, &problem{why: "it names several games: " + strings.Join(list, ", "), how: "Send each game a mail of its own."}
		}
	}
	if n, err := t.answered(ctx, names); n != "" || err != nil {
		return t.st.Game(n), err
	}
	return t.playing(ctx, names)
}

// gamesNamed are the games among names that words name, each once.
func gamesNamed(names, words []string) (list []string) {
	for _, word := range words {
		for _, n := range ledger.StreamNames(word) {
			if slices.Contains(names, n) {
				if !slices.Contains(list, n) {
					list = append(list, n)
				}
				break
			}
		}
	}
	return list
}

// answered is the game whose letter the mail answers: the thread of a game bears the id of its first event, each letter the beginning of
// that, which two games that began in one minute share.
func (t *taking) answered(ctx context.Context, names []string) (string, error) {
	if len(t.m.Answers) == 0 {
		return "", nil
	}
	var nearly []string
	for _, n := range names {
		first, err := t.st.Game(n).Origin(ctx)
		if err != nil {
			return "", err
		}
		if first == uuid.Nil {
			continue
		}
		origin := first.String()
		for _, id := range t.m.Answers {
			id, _, _ = strings.Cut(id, "@")
			if id == origin {
				return n, nil
			}
			if strings.HasSuffix(id, "."+origin[:8]) && !slices.Contains(nearly, n) {
				nearly = append(nearly, n)
			}
		}
	}
	if len(nearly) == 1 {
		return nearly[0], nil
	}
	return "", nil
}

// playing is the only game in which the sender has a part.
func (t *taking) playing(ctx context.Context, names []string) (*place.Game, error) {
	if len(names) == 1 {
		return t.st.Game(names[0]), nil
	}
	none := aggregate.NewState()
	var list []string
	for _, n := range names {
		known, err := t.st.Game(n).People(ctx, none)
		if err != nil {
			return nil, err
		}
		if len(people.Find(known, t.m.Outer())) > 0 || t.m.Forwarder != "" && len(people.Find(known, t.m.From)) > 0 {
			list = append(list, n)
		}
	}
	switch len(list) {
	case 0:
		if t.m.Outer() == "" {
			return nil, &problem{why: "it does not say who sent it: expected a header From with an address"}
		}
		return nil, &problem{why: "no player of any game has the address " + t.m.Outer(), how: "If you play here, write from your registered address, or ask the umpire to register this one."}
	case 1:
		return t.st.Game(list[0]), nil
	}
	t.v.Player, t.v.Game = "", ""
	return nil, &problem{why: "it does not say which game it is about: " + strings.Join(list, ", "), how: "Put the name of the game into the subject, as in [" + list[0] + "], or answer a mail of that game."}
}
