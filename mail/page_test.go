package mail

import (
	"errors"
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestThePageIsRight runs every mail of docs/notation.md. Below each stands what is made of it.
func TestThePageIsRight(t *testing.T) {
	page, err := os.ReadFile("../docs/notation.md")
	if err != nil {
		t.Fatal(err)
	}
	example := regexp.MustCompile("(?s)```mail\n(.*?)```\n→ ([^\n]+)\n")
	mails := example.FindAllStringSubmatch(string(page), -1)
	if len(mails) < 8 || len(mails) != strings.Count(string(page), "```mail") {
		t.Fatalf("%d mails with a verdict: is the page still in the form this test reads?", len(mails))
	}
	verdict := regexp.MustCompile(`^refused(?:, line (\d+))?: (.+)$`)
	for _, m := range mails {
		text, want := m[1], m[2]
		name, _, _ := strings.Cut(text, "\n")
		t.Run(name, func(t *testing.T) {
			if !strings.HasPrefix(text, "From:") {
				text = "From: a@example.org\nDate: Fri, 16 Oct 2026 10:00:00 +0000\nMessage-ID: <1@example.org>\n\n" + text
			}
			got, err := Read(strings.NewReader(text))
			parts := verdict.FindStringSubmatch(want)
			if parts == nil {
				var all []string
				for _, p := range got.Plays() {
					all = append(all, "`"+p.Play.String()+"`")
				}
				if said := strings.Join(all, ", then "); err != nil || said != want {
					t.Errorf("play %s, error %v; the page says %s", said, err, want)
				}
				return
			}
			var refusal *Refusal
			if !errors.As(err, &refusal) {
				t.Fatalf("play %q, error %v; the page says %s", got.Play, err, want)
			}
			if !strings.HasPrefix(refusal.Reason.String(), parts[2]) || parts[1] != "" && !strings.HasPrefix(err.Error(), "line "+parts[1]+",") {
				t.Errorf("%v; the page says %s", err, want)
			}
		})
	}
}
