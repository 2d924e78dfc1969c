package notation

import (
	"slices"
	"strings"
)

// String returns the play in canonical notation on one line: names as given, "x" and "-",
// marks in brackets, quotes only where a name needs them. Parsing it yields the same play.
func (p Play) String() string {
	if p.Seal != "" {
		return sealedWord + " " + p.Seal
	}
	var b strings.Builder
	if p.Salt != "" {
		b.WriteString(openedWord + " " + p.Salt + ": ")
	}
	for k, item := range p.Items {
		if k > 0 {
			b.WriteString("; ")
		}
		b.WriteString(item.String())
	}
	return b.String()
}

// String returns the item in canonical notation. A name or an id gets its quotes, an id its
// "#", only if without them the item would read differently.
func (i Item) String() string {
	subjects := []string{i.Name}
	switch {
	case i.ID != "" && i.Kind == Placement:
		subjects = []string{i.ID, "#" + i.ID, "#" + quote(i.ID)}
	case i.ID != "":
		subjects = []string{"#" + i.ID, "#" + quote(i.ID)}
	case i.Name != "":
		subjects = append(subjects, quote(i.Name))
	}
	types := []string{i.Becomes}
	if i.Becomes != "" && i.Becomes != Victim {
		types = append(types, quote(i.Becomes))
	}
	for _, inner := range []func(string) string{before, quotedBefore} {
		for _, subject := range subjects {
			for _, becomes := range types {
				if text := i.render(subject, becomes, inner); i.written(text) {
					return text
				}
			}
		}
	}
	return i.render(subjects[len(subjects)-1], types[len(types)-1], quotedBefore)
}

// written reports whether text reads as this very item.
func (i Item) written(text string) bool {
	var kinds []string
	if i.Kind.Declared() && i.Victim == "" {
		kinds = []string{string(i.Kind)}
	} else if i.Manner != "" {
		kinds = []string{i.Manner}
	}
	read, err := Parse(text, kinds...)
	if err != nil || len(read.Items) != 1 {
		return false
	}
	got := read.Items[0]
	return got.Kind == i.Kind && got.Name == i.Name && got.ID == i.ID && got.From == i.From && got.To == i.To &&
		got.Victim == i.Victim && got.Way == i.Way && got.Becomes == i.Becomes &&
		got.Named == i.Named && got.Manner == i.Manner && got.Mark == i.Mark && got.Helps == i.Helps && slices.Equal(got.With, i.With) &&
		got.Action == i.Action && slices.Equal(got.Over, i.Over) && slices.Equal(got.Via, i.Via) && slices.Equal(got.Targets, i.Targets)
}

// render writes the item with the piece and the type after "=" spelled as given, and other pieces as inner spells them.
func (i Item) render(subject, becomes string, inner func(string) string) string {
	var b strings.Builder
	if i.Kind == Action {
		b.WriteString(actionWord + " ")
		if i.Action != "" {
			b.WriteString(i.Action + " ")
		}
	}
	b.WriteString(subject)
	if len([]rune(subject)) > 1 && i.From != "" {
		b.WriteByte(' ')
	}
	b.WriteString(i.From)
	mark := ""
	switch i.Kind {
	case Pass, Surrender:
		return i.Kind.String()
	case Close:
		return closeWord + " " + i.To
	case Choice:
		if strings.ContainsAny(i.Choose, `;"\`) {
			return i.Name + ": " + quote(i.Choose)
		}
		return i.Name + ": " + i.Choose
	case Destroy:
		return destroyWord + " " + i.To
	case Placement:
		b.WriteString("@" + i.To)
	case Move:
		for _, sq := range i.Via {
			b.WriteString("-" + sq)
		}
		b.WriteString("-" + i.To)
		for _, w := range i.With {
			b.WriteString(" + " + inner(w.Name) + w.From + "-" + w.To)
		}
	case Off:
		b.WriteString("-off")
	case Action:
		b.WriteString(": " + strings.Join(i.Targets, ", "))
	case Exit:
		if mark = i.Mark; mark == "" {
			mark = marks.Exit[0]
		}
		if i.To == "" {
			b.WriteString("-off")
		} else {
			b.WriteString("-" + i.To)
		}
	case Promotion: // only what it becomes
	default: // a capture, or a move of a declared kind
		if i.Kind.Declared() {
			mark = string(i.Kind)
		}
		for _, sq := range i.Via {
			b.WriteString("-" + sq)
		}
		for _, sq := range i.Over {
			b.WriteString("x" + sq)
		}
		if i.Victim != "" {
			b.WriteString("x" + inner(i.Named) + i.Victim)
		}
		switch {
		case i.Kind == Capture && i.Way != "":
			mark = i.Way
		case i.To != "":
			b.WriteString("-" + i.To)
		}
	}
	if becomes != "" {
		b.WriteString("=" + becomes)
	}
	if i.Manner != "" {
		b.WriteString(" (" + i.Manner + ")")
	}
	if i.Helps != "" {
		mark += " " + i.Helps
	}
	if mark != "" {
		b.WriteString(" (" + mark + ")")
	}
	return b.String()
}

// before writes a name as it stands before a square.
func before(name string) string {
	switch {
	case len([]rune(name)) < 2:
		return name
	case strings.ContainsAny(name, `" \`):
		return quote(name) + " "
	}
	return name + " "
}

// quotedBefore is before with the name in quotes, whatever it is.
func quotedBefore(name string) string {
	if name == "" {
		return ""
	}
	return quote(name) + " "
}

// quote puts s in double quotes, a backslash before quotes and backslashes.
func quote(s string) string {
	return `"` + quotable.Replace(s) + `"`
}

// unquoted is what quote has put in quotes; any other text is left alone.
func unquoted(s string) string {
	if len(s) < 2 || !strings.HasPrefix(s, `"`) || !strings.HasSuffix(s, `"`) {
		return s
	}
	inner := s[1 : len(s)-1]
	return strings.NewReplacer(`\\`, `\`, `\"`, `"`).Replace(inner)
}

var quotable = strings.NewReplacer(`\`, `\\`, `"`, `\"`)
