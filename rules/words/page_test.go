package words

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"adjudicate/events"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "renew the tables of docs/words.md")

const page = "../../docs/words.md"

// between replaces what stands between two marks of a page.
func between(text, mark, with string) string {
	before, rest, ok := strings.Cut(text, "<!-- "+mark+" -->\n")
	_, after, closed := strings.Cut(rest, "<!-- end -->")
	if !ok || !closed {
		panic("the page has no mark " + mark)
	}
	return before + "<!-- " + mark + " -->\n" + with + "<!-- end -->" + after
}

func TestThePageListsEveryMessageAndLabel(t *testing.T) {
	have, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	var messages, labels strings.Builder
	messages.WriteString("| message | in plain English | if n is 1 | placeholders | variants for |\n|---|---|---|---|---|\n")
	for _, m := range Messages {
		of := ""
		if m.Of != "" {
			of = "a " + m.Of
			if strings.ContainsAny(m.Of[:1], "aeo") {
				of = "an " + m.Of
			}
		}
		fmt.Fprintf(&messages, "| `%s` | %s | %s | %s | %s |\n", m.Key, m.Text, m.One, strings.Join(m.With, ", "), of)
	}
	labels.WriteString("| label | in plain English |\n|---|---|\n")
	for _, l := range Labels {
		fmt.Fprintf(&labels, "| `%s` | %s |\n", l.Key, l.Text)
	}
	want := between(between(string(have), "messages", messages.String()), "labels", labels.String())
	if *update {
		if err := os.WriteFile(page, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if diff := cmp.Diff(want, string(have)); diff != "" {
		t.Errorf("docs/words.md: renew it with -update:\n%s", diff)
	}
}

// The sentences that the page shows are said with the table that stands above them.
func TestThePageSaysWhatIsSaid(t *testing.T) {
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	parts := strings.Split(string(text), "```yaml\n")
	var s *Speaker
	for i, part := range parts[1:] {
		block, _, _ := strings.Cut(part, "```")
		one := speaker(t, block)
		if i == 0 {
			s = one
		}
	}
	told := 0
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(line, " | ")
		if len(cells) != 2 || !strings.Contains(cells[0], ": ") || strings.Contains(cells[0], "`") {
			continue
		}
		key, rest, _ := strings.Cut(strings.TrimPrefix(cells[0], "| "), ": ")
		args := strings.Split(rest, ", ")
		got := ""
		if key == "office-held" {
			got = s.Say(key, args[1], With{"player": args[0], "office": s.Office(args[1])})
		} else {
			n, err := events.ParseHalf(args[2])
			if err != nil {
				t.Fatal(err)
			}
			why := append(args, "")[3]
			got = s.Count(key, args[1], n, With{"account": args[0], "amount": s.Amount(args[1], n), "because": s.Because(why)})
		}
		if want := strings.TrimSuffix(strings.TrimSpace(cells[1]), " |"); got != want {
			t.Errorf("%s is said %q, the page says %q", cells[0], got, want)
		}
		told++
	}
	if told != 4 {
		t.Errorf("the page shows %d sentences, expected 4", told)
	}
	_, wrong, _ := strings.Cut(string(text), "hall/system.yaml")
	wrong, _, _ = strings.Cut(wrong, "\n")
	if _, found := parse("words:\n  messages:\n    aset-gained: x\n"); len(found) != 1 || !strings.HasSuffix(found[0].String(), wrong) {
		t.Errorf("the page shows the message %q, it is %v", wrong, found)
	}
}

func TestMessagesUseTheirPlaceholders(t *testing.T) {
	for _, m := range Messages {
		for _, text := range []string{m.Text, m.One} {
			c := new(checker)
			if c.placeholders(m.Key, text, m.With); len(c.list) > 0 {
				t.Error(c.list)
			}
		}
		if m.One != "" && !strings.Contains(strings.Join(m.With, " "), "n") {
			t.Errorf("%s has a form of one and no number", m.Key)
		}
	}
}
