package main

import (
	"os"
	"strings"
	"testing"
)

// Rhoda goes on with the Bishop of #163 on 10 October, by a command, and so with all of the ledger before her eyes; from which #179 and
// #196 were played, nobody recorded what their author could see. If #163 falls, so do the three. Whoever judges is told, wherever the plays
// that fall are shown.
func TestAJudgeIsToldWhoReliedOnWhatFalls(t *testing.T) {
	command := inCourt(t, "Judith", "a Pawn is a piece")
	play, _, _ := strings.Cut(string(command("play", "Red", "Bc8-d9", "--now=1996-10-13T10:00:00Z")), " ")
	want := play + " relying on what is undone; of 2 plays it is not recorded"
	command("dispute", "page", "D1", "--out", "judge.html")
	command("readjudicate", `rule 163 illegal by "1230.2 §6.C"`, "--html", "report.html")
	answers := map[string]string{"dispute show": string(command("dispute", "show", "D1")),
		"readjudicate": string(command("readjudicate", `rule 163 illegal by "1230.2 §6.C"`))}
	for _, page := range []string{"judge.html", "report.html"} {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		answers[page] = string(text)
	}
	if !strings.Contains(answers["report.html"], "only here:") {
		t.Error("report.html does not say what only one history has")
	}
	for where, text := range answers {
		if !strings.Contains(strings.Join(strings.Fields(text), " "), want) {
			t.Errorf("%s does not say %q", where, want)
		}
	}
}
