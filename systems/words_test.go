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
  order: {by: fixed}
  passing: {}
  assets: [{name: gems}]
  consequences: [{on: passes, do: [{pay: 1, asset: gems, payee: side}]}]
`)},
	}
}

func TestTheOpeningRecordsTheWordsOfAGame(t *testing.T) {
	s, err := systems.Read(folder("name: hort\nsides: [Rot, Blau]\nwords:\n  language: de\n  assets: {gems: {one: ein Edelstein, other: \"{n} Edelsteine\"}}\n"), "hort")
	if err != nil {
		t.Fatal(err)
	}
	if _, found := systems.Examine(folder("name: hort"), "hort"); len(found) != 0 {
		t.Errorf("problems of the folder: %v", found)
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
	_, list := systems.Examine(folder("name: hort\nwords:\n  assets: {gens: {other: Steine}}\n"), "hort")
	if len(list) != 1 || len(list.Faults()) != 0 || !strings.Contains(list.Error(), `words.assets.gens: no such asset of the rules: "gens" (did you mean "gems"?)`) {
		t.Errorf("problems: %v", list)
	}
}

func TestAWrongWordIsToldWithItsPlace(t *testing.T) {
	_, err := systems.Read(folder("name: hort\nwords:\n  messages: {side-lef: x}\n"), "hort")
	if want := `hort/system.yaml:3:24: words.messages.side-lef: no such message: "side-lef" (did you mean "side-left"?)`; err == nil || err.Error() != want {
		t.Errorf("refused with %v, expected %s", err, want)
	}
}
