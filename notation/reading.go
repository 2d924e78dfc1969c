package notation

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"sync"
)

// A Reading is the text of a play as it was read. Whoever has the text first reads it; from
// then on the reading goes with the text, so that one play is read once on its way from the
// first check to what is noted of its ruling.
type Reading struct {
	Text string
	Play Play
	Err  error // a *SyntaxError, if the text is no play
}

// Read reads the text of a play.
func Read(text string) *Reading {
	p, err := Parse(text)
	return &Reading{Text: text, Play: p, Err: err}
}

// Reuse is Read in the memory of a reading that nobody looks at any more.
func (r *Reading) Reuse(text string) *Reading {
	p, err := parseIn(r.Play.Items, text, nil)
	*r = Reading{Text: text, Play: p, Err: err}
	return r
}

// Knowing returns the reading of the text where rules declare some kinds of moves: r itself if it is a play without them.
func (r *Reading) Knowing(kinds []string) *Reading {
	if r.Err == nil || len(kinds) == 0 {
		return r
	}
	p, err := Parse(r.Text, kinds...)
	return &Reading{Text: r.Text, Play: p, Err: err}
}

var words = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[a-z]+`) })

// Anyhow is Knowing for whoever does not know the rules: any word of the text may be the name of a kind.
func (r *Reading) Anyhow() *Reading {
	if r.Err == nil {
		return r
	}
	return r.Knowing(words().FindAllString(r.Text, -1))
}

// Of returns the reading of a text: r itself if it is one of it, else a new one. r may be nil.
func (r *Reading) Of(text string) *Reading {
	if r != nil && r.Text == text {
		return r
	}
	return Read(text)
}

// On returns the *SyntaxError of the first square that a play names and a board of some files and ranks has not.
func (r *Reading) On(files, ranks int) error {
	for _, item := range r.Play.Items {
		for _, sq := range append([]string{item.From, item.To, item.Victim}, item.Over...) {
			if sq == "" {
				continue
			}
			if file, rank, ok := squareNamed(sq); !ok || file >= files || rank >= ranks {
				last := fileName(files-1) + strconv.Itoa(ranks)
				return &SyntaxError{Text: r.Text, Column: item.Column, Expected: "squares of the board, a1 to " + last, Found: fmt.Sprintf("%q", sq)}
			}
		}
	}
	return nil
}

// Reaches reports whether something is to end on a square, as far as the play says.
func (r *Reading) Reaches(square string) bool {
	return r.Err == nil && slices.ContainsFunc(r.Play.Items, func(it Item) bool { return it.To == square || it.To == "" && it.Victim == square })
}

// Surrenders reports whether the play is a Surrender and nothing else.
func (r *Reading) Surrenders() bool {
	return r.Err == nil && len(r.Play.Items) == 1 && r.Play.Items[0].Kind == Surrender
}

// Announces reports whether the play is the announcement of a promotion and nothing else.
func (r *Reading) Announces() bool {
	return r.Err == nil && len(r.Play.Items) == 1 && r.Play.Items[0].Kind == Promotion
}
