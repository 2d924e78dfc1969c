package naivelaw

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adjudicate/aggregate"
	"adjudicate/events"
)

// TestTablesGoAsTheDocumentationSays is about sides that take turns at several tables.
func TestTablesGoAsTheDocumentationSays(t *testing.T) {
	kinds := games(t, 60, 19000000, (*Random).Tabled)
	if few := kinds["games"] < 60; !few && (kinds["out of turn"] < 30 || kinds["another table"] < 100 || kinds["answers"] < 5) {
		t.Errorf("too few plays at tables: %v", kinds)
	}
}

// seats has the sides of a game that begins sit down, each table with its turn.
func (g *game) seats() (list []events.Payload) {
	var order []string
	for _, t := range g.namedTables() {
		order = append(order, t...)
	}
	g.order = append(order, without(g.order, order)...)
	tables := g.tables()
	if len(tables) < 2 {
		return nil
	}
	var set events.TablesSet
	for _, t := range tables {
		set.Tables = append(set.Tables, events.TableOrder{Order: t})
	}
	list = append(list, set)
	for i, t := range tables {
		list = append(list, events.TableTurned{Table: i + 1}, events.TurnBegan{Side: t[0]})
	}
	return list
}

// whoPlays chooses who plays now, of those whose turn it is at the tables; odd says that others play by the program, or that it lets others play.
func (g *game) whoPlays(j *aggregate.Judge, r *Random, last string, kinds map[string]int) (side, odd string) {
	tables := g.tables()
	if len(tables) == 1 {
		side = j.State().ToPlay()
		if side != g.toPlay() {
			odd = fmt.Sprintf("%s is to play, and %s by the second opinion", side, g.toPlay())
		} else if order := j.State().Order(); !slices.Equal(order, g.order) && len(g.answers) == 0 {
			odd = fmt.Sprintf("the order is %v, and %v by the second opinion", order, g.order)
		}
		return side, odd
	}
	if orders := j.State().Tables(); fmt.Sprint(orders) != fmt.Sprint(tables) {
		return "", fmt.Sprintf("at the tables sit %v, and %v by the second opinion", orders, tables)
	}
	var sides []string
	for _, t := range tables {
		sides = append(sides, g.toPlayWith(t[0]))
	}
	if now := j.State().AllToPlay(); !slices.Equal(now, sides) {
		return "", fmt.Sprintf("%v are to play, and %v by the second opinion", now, sides)
	}
	if others := without(g.order, sides); len(others) > 0 && r.chance(25) {
		other := others[r.IntN(len(others))]
		if acts := g.acts(other); len(acts) > 0 {
			a := acts[r.IntN(len(acts))]
			d := j.Decide(aggregate.Input{ID: "in", At: noon, Actor: "Umpire", Payload: events.PlaySubmitted{Side: other, Text: a.text()}})
			if kinds["out of turn"]++; d.Ruling.Verdict == aggregate.Accepted || d.Ruling.Faults[0].Code != aggregate.FaultNotYourTurn {
				return "", fmt.Sprintf("%s may play %s out of turn: %v", other, a.text(), faults(d))
			}
		}
	}
	side = sides[r.IntN(len(sides))]
	if last != "" && !slices.Contains(g.table(side), last) {
		kinds["another table"]++
	}
	return side, ""
}

// TestBothSeatThese asks both opinions about plays at several tables. What is expected was worked out by hand from docs/rule-language/course.md,
// "Several tables".
func TestBothSeatThese(t *testing.T) {
	for _, test := range []struct {
		name, order, more string
		plays             string // a side and its play; "no" before it: it is not its turn
		then              string // who is to play next, of each table the whole order
	}{
		{"each table at its own pace", "tables: [[Red, Blue], [Green, Gold]], by: fixed", "", "Red pass / Blue pass / Red pass / no Red pass / no Gold pass / Green pass", "[Blue Red] [Gold Green]"},
		{"who is not named sits at one more", "tables: [[Gold, Red]], by: fixed", "", "no Red pass / Gold pass / no Blue pass / Green pass / Red pass", "[Gold Red] [Blue Green]"},
		{"who comes before others does so where a turn ends", "tables: [[Red, Blue, Pink], [Green, Gold, Teal]], up: 'mover == \"Pink\" or mover == \"Teal\"'", "", "Red pass", "[Pink Blue Red] [Green Gold Teal]"},
		{"turns are those of all", "tables: [[Red, Blue, Pink], [Green, Gold, Teal]], up: 'turns == 3 and (mover == \"Pink\" or mover == \"Teal\")'", "", "Red pass / Blue pass / Green pass", "[Pink Red Blue] [Teal Gold Green]"},
		{"whom an effect names plays next where it sits, once the turn there has ended", "tables: [[Red, Blue, Pink], [Green, Gold, Teal]], by: list",
			"consequences: [{on: turn-ends, when: 'side == \"Red\"', do: [{next: side, side: '\"Teal\"'}]}]", "Red pass / Blue pass / Green pass", "[Pink Red Blue] [Teal Gold Green]"},
		{"and another where it sits", "tables: [[Red, Blue, Pink], [Green, Gold, Teal]], by: list",
			"consequences: [{on: turn-ends, when: 'side == \"Red\"', do: [{next: side, side: '\"Teal\"'}, {next: side, side: '\"Pink\"'}]}]", "Red pass / Green pass", "[Pink Blue Red] [Teal Gold Green]"},
		{"a turn begun at another table keeps whom an effect named", "tables: [[Red, Blue, Pink], [Green, Gold, Teal]], by: list",
			"consequences: [{on: turn-starts, when: 'side == \"Blue\"', do: [{next: side, side: '\"Red\"'}, {pass: side, side: '\"Green\"'}]}]", "Red pass / Blue pass", "[Red Pink Blue] [Gold Teal Green]"},
		{"a turn is lost at another table", "tables: [[Red, Blue], [Green, Gold]], by: fixed",
			"consequences: [{on: turn-ends, when: 'side == \"Red\"', do: [{pass: side, side: 'first(sides, s, s.to_play and s != side)'}]}]", "Red pass", "[Blue Red] [Gold Green]"},
		{"a position in which another side is to play at another table is another one", "tables: [[Red, Blue], [Green, Gold]], by: fixed", `ends: [{when: "repetitions >= 2"}]`,
			"Red pass / Blue pass / Green pass / Red pass", "[Blue Red] [Gold Green]"},
		{"one in which the same are to play at each is the same, whoever has played last", "tables: [[Red, Blue], [Green, Gold]], by: fixed", `ends: [{when: "repetitions >= 2"}]`,
			"Red pass / Green pass / Gold pass", "over"},
	} {
		t.Run(test.name, func(t *testing.T) {
			text := fmt.Sprintf("rules:\n  - number: 1\n    procedure:\n      board: {files: 5, ranks: 5}\n      order: {%s}\n      passing: {when: \"true\"}\n      %s\n  - number: 2\n    piece: {name: Ant, glyph: A, value: 1, modes: [{legs: [{dir: all}]}]}\n", test.order, test.more)
			sides := []string{"Red", "Green", "Blue", "Gold"}
			if strings.Contains(text, "Pink") {
				sides = append(sides, "Pink", "Teal")
			}
			j, g, err := begun(text, sides, nil, nil)
			if err != nil {
				t.Fatal(err)
			}
			for _, play := range strings.Split(test.plays, " / ") {
				play, refused := strings.CutPrefix(play, "no ")
				side, what, _ := strings.Cut(play, " ")
				if to := g.toPlayWith(side); (to != side) != refused {
					t.Fatalf("by the second opinion %s is to play where %s is", to, side)
				}
				d := j.Decide(aggregate.Input{ID: "in", At: noon, Actor: "Umpire", Payload: events.PlaySubmitted{Side: side, Text: what}})
				if (d.Ruling.Verdict != aggregate.Accepted) != refused {
					t.Fatalf("%s: %v", play, faults(d))
				}
				if !refused {
					j.Commit(d)
					g.play(act{side: side, kind: what})
				}
			}
			if over := test.then == "over"; g.over != over || j.State().Over() != over {
				t.Errorf("it is over: %t, and %t by the second opinion", j.State().Over(), g.over)
			} else if over {
				return
			}
			for who, tables := range map[string][][]string{"the second opinion": g.tables(), "the program": j.State().Tables()} {
				if got := strings.Trim(fmt.Sprint(tables), "[]"); got != strings.Trim(test.then, "[]") {
					t.Errorf("%s: %s, not %s", who, got, test.then)
				}
			}
			if diff := cmp.Diff(g.toPlay(), strings.Join(j.State().AllToPlay(), " ")); diff != "" {
				t.Error(diff)
			}
		})
	}
}
