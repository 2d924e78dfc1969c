package compare

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"adjudicate/aggregate"
	"adjudicate/events"
)

// standing tells what a state holds beside pieces, law and books, each by a name: of sides who plays them, what is true of them,
// their defaults, what they may still choose; of players their status; the offices, the limit, the stages; who is skipped, and who is promised the next turn.
func standing(s *aggregate.State) ([]string, map[string]string) {
	var names []string
	all := map[string]string{}
	add := func(name, text string) {
		names, all[name] = append(names, name), text
	}
	for side := range s.Sides() {
		add(side.Name, "here")
		add(side.Name+", played by", side.Player)
		for _, a := range side.Attributes {
			add(side.Name+", "+a, "yes")
		}
		if side.Defaults > 0 {
			add(side.Name+", default plays in a row", strconv.Itoa(side.Defaults))
		}
		if side.Free.Count > 0 {
			add(side.Name+", pieces to choose", fmt.Sprintf("%d worth %s", side.Free.Count, side.Free.Budget))
		}
	}
	for _, p := range s.Players() {
		add("player "+p.Name, p.Status)
	}
	for _, o := range s.Offices() {
		add(o.Office, o.Player)
	}
	for _, l := range s.Limits() {
		what := "time limit"
		if s.Tables() != nil {
			what += " of " + l.Side
		}
		add(what, l.Side+" until "+written(l.Expires))
	}
	for f := range s.Stages() {
		text := fmt.Sprintf("%s, %s to %s", f.State, written(f.Starts), written(f.Ends))
		if len(f.Objections) > 0 {
			text += ", objections of " + strings.Join(f.Objections, ", ")
		}
		add(f.Stage, text)
	}
	if skipped := s.Skipped(); len(skipped) > 0 {
		add("skipped", strings.Join(skipped, ", "))
	}
	if side := s.Promised(); side != "" {
		add("promised the next turn", side)
	}
	return names, all
}

func written(t time.Time) string { return t.UTC().Format(time.RFC3339) }

// statuses pairs what is told otherwise of two states.
func statuses(a, b *aggregate.State) []Pair[string] {
	out := []Pair[string]{}
	first, was := standing(a)
	second, is := standing(b)
	for _, name := range append(second, slices.DeleteFunc(first, func(n string) bool { _, both := is[n]; return both })...) {
		if was[name] != is[name] {
			out = append(out, Pair[string]{name, was[name], is[name]})
		}
	}
	return out
}

// counted writes the counters of a piece: "Hn 3, wrath 2".
func counted(list []events.Counter) string {
	var parts []string
	for _, c := range list {
		parts = append(parts, fmt.Sprintf("%s %d", c.Name, c.Value))
	}
	return strings.Join(parts, ", ")
}
