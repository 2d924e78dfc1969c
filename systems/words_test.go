package systems_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"adjudicate/events"
	"adjudicate/rules/words"
	"adjudicate/systems"
)

func folder(manifest string) fstest.MapFS {
	return fstest.MapFS{
		"system.yaml": {Data: []byte(manifest)},
		"rules/1.yaml": {Data: []byte(`number: "1"
title: Edelsteine
procedure:
  board: {files: 4, ranks: 4}
  assets: [{name: gems}]
`)},
	}
}

func TestTheOpeningRecordsTheWordsOfAGame(t *testing.T) {
	s, err := systems.Read(folder("name: hort\nsides: [Rot, Blau]\nwords:\n  language: de\n  assets: {gems: {one: ein Edelstein, other: \"{n} Edelsteine\"}}\n"), "hort")
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Check()) != 0 {
		t.Errorf("problems of the folder: %v", s.Check())
	}
	in := s.Opening("hort", strings.Repeat("0", 64), "")
	wire, text, err := events.EncodePayload(in)
	if err != nil {
		t.Fatal(err)
	}
	again, err := events.DecodePayload(wire, text)
	if err != nil {
		t.Fatal(err)
	}
	if got := words.New(again.(events.GameOpened).Words, nil).Amount("gems", events.Whole(2)); got != "2 Edelsteine" {
		t.Errorf("read from its opening the game says %q", got)
	}
}

func TestWordsOfWhatNoRuleDeclaresAreDoubted(t *testing.T) {
	s, err := systems.Read(folder("name: hort\nwords:\n  assets: {gens: {other: Steine}}\n"), "hort")
	if err != nil {
		t.Fatal(err)
	}
	list := s.Check()
	if len(list) != 1 || len(list.Faults()) != 0 || !strings.Contains(list.Error(), `hort/system.yaml: words.assets.gens: no asset of the rules is called "gens"; did you mean "gems"?`) {
		t.Errorf("problems: %v", list)
	}
}

func TestAWrongWordIsToldWithItsLine(t *testing.T) {
	_, err := systems.Read(folder("name: hort\nwords:\n  assets: {}\n  mesages: {}\n"), "hort")
	if want := `hort/system.yaml:4:3: words.mesages: no section of words is called "mesages"; did you mean "messages"?`; err == nil || !strings.HasSuffix(err.Error(), want) {
		t.Errorf("refused with %v, expected %s", err, want)
	}
}
