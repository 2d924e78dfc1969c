package draw

import (
	"embed"

	"adjudicate/internal/catalogue"
)

// What a picture says of itself, such as "King on d2", is in the language of its board. Names stand as they are given.

//go:embed messages
var catalogueFiles embed.FS

var phrases = catalogue.In(catalogueFiles)

func say(language, phrase string, args ...any) string { return phrases.Say(language, phrase, args...) }

func (b *Board) say(phrase string, args ...any) string { return say(b.Language, phrase, args...) }

// A Phrase is an English format of a picture's catalogue, with what it is about.
type Phrase struct {
	Format string
	Args   []any
}

// heading is what stands above the board.
func (b *Board) heading() string {
	if b.Title == "" || b.After == 0 {
		return b.Title
	}
	return b.say("%s after #%d", b.Title, b.After)
}

// note stands beside the name of a side.
func (b *Board) note(s *Side) string {
	text := s.Note
	add := func(more string) {
		if text != "" {
			text += ", "
		}
		text += more
	}
	if s.ToPlay {
		add(b.say("to play"))
	}
	if s.Clock.Format != "" {
		add(b.say(s.Clock.Format, s.Clock.Args...))
	}
	return text
}
