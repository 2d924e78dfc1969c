package words

import (
	"slices"
	"strings"
	"testing"

	"adjudicate/events"
	"adjudicate/rules"
)

// parse reads the texts in a document whose only key is words, and what is wrong with them.
func parse(text string) (*Texts, rules.Problems) {
	var into struct {
		Words Texts `json:"words"`
	}
	doc, found := rules.ReadDocument("words.yaml", []byte(text), &into)
	for _, f := range into.Words.Faults() {
		found = append(found, doc.Problem(f.Field, f.Hint, f.Message))
	}
	return &into.Words, found
}

func read(t *testing.T, text string) (Table, error) {
	t.Helper()
	texts, found := parse(text)
	if len(found) > 0 {
		return nil, found
	}
	return texts.Table(), nil
}

func speaker(t *testing.T, text string) *Speaker {
	t.Helper()
	table, err := read(t, text)
	if err != nil {
		t.Fatal(err)
	}
	return New(table, nil)
}

// gained says what somebody gains, as a report of the game would.
func gained(s *Speaker, account, asset string, n events.Half, why string) string {
	return s.Count("asset-gained", asset, n, With{"account": account, "asset": s.Asset(asset), "amount": s.Amount(asset, n), "because": s.Because(why)})
}

func TestAGameWithoutWordsSpeaksPlainEnglish(t *testing.T) {
	for _, s := range []*Speaker{nil, New(nil, nil)} {
		for want, got := range map[string]string{
			"Ann becomes umpire":                    s.Say("office-held", "umpire", With{"player": "Ann", "office": s.Office("umpire")}),
			"Ann gains 3 of gems (a toll)":          gained(s, "Ann", "gems", events.Whole(3), "a toll"),
			"Ann gains 0.5 of gems":                 gained(s, "Ann", "gems", 1, ""),
			"Red has made 1 default play in a row":  s.Count("defaults-made", "", events.Whole(1), With{"side": "Red"}),
			"Red has made 2 default plays in a row": s.Count("defaults-made", "", events.Whole(2), With{"side": "Red"}),
			"Long Rest":                             s.Stage("long-rest"),
			"gems 3":                                s.Balance("gems", events.Whole(3)),
			"owes gems 3":                           s.Balance("gems", -events.Whole(3)),
			"nobody has any gems any more":          s.Say("assets-cleared", "gems", With{"asset": s.Asset("gems")}),
		} {
			if got != want {
				t.Errorf("said %q, expected %q", got, want)
			}
		}
	}
}

const german = `words:
  language: de
  assets:
    gems: {name: Edelsteine, one: einen Edelstein, other: "{n} Edelsteine"}
  offices: {umpire: Schiedsrichterin}
  stages: {melee: Getümmel}
  attributes: {asleep: am Schlafen}
  plays: {placement: Einsatz}
  reasons: {toll: Wegzoll}
  labels: {next: Am Zug, holder: Spieler}
  messages:
    asset-gained: "{account} bekommt {amount}{because}"
    asset-lost: "{account} verliert {amount}{because}"
    because: " für: {reason}"
    office-held: "{player} ist nun {office}"
    stage-running.melee: "Das {stage} tobt bis {ends}"
  counted:
    defaults-made: {one: "{side} hat einen Zug verschlafen", other: "{side} hat {n} Züge verschlafen"}
`

func TestAGameSpeaksItsOwnLanguage(t *testing.T) {
	s := speaker(t, german)
	for want, got := range map[string]string{
		"Ann bekommt einen Edelstein für: Wegzoll": gained(s, "Ann", "gems", events.Whole(1), "toll"),
		"Ann bekommt 3 Edelsteine":                 gained(s, "Ann", "gems", events.Whole(3), ""),
		"Ann bekommt 0 Edelsteine":                 gained(s, "Ann", "gems", 0, ""),
		"Ann ist nun Schiedsrichterin":             s.Say("office-held", "umpire", With{"player": "Ann", "office": s.Office("umpire")}),
		"Das Getümmel tobt bis Montag":             s.Say("stage-running", "melee", With{"stage": s.Stage("melee"), "starts": "Sonntag", "ends": "Montag"}),
		"Lull running: Sonntag to Montag":          s.Say("stage-running", "lull", With{"stage": s.Stage("lull"), "starts": "Sonntag", "ends": "Montag"}),
		"Rot hat einen Zug verschlafen":            s.Count("defaults-made", "", events.Whole(1), With{"side": "Rot"}),
		"Rot hat 2 Züge verschlafen":               s.Count("defaults-made", "", events.Whole(2), With{"side": "Rot"}),
		"Am Zug":                                   s.Label("next"),
		"Einsatz":                                  s.Play("Placement"),
		"capture":                                  s.Play("capture"),
		"am Schlafen":                              s.Attribute("asleep"),
		"2 Edelsteine":                             s.Balance("gems", events.Whole(2)),
	} {
		if got != want {
			t.Errorf("said %q, expected %q", got, want)
		}
	}
}

// Polish says 1 kamień, 2 to 4 kamienie (12 to 14 excepted), 5 kamieni, 1.5 kamienia.
func TestALanguageHasTheFormsOfItsOwn(t *testing.T) {
	s := speaker(t, `words:
  language: pl
  assets: {gems: {one: kamień, few: "{n} kamienie", many: "{n} kamieni", other: "{n} kamienia"}}
`)
	for n, want := range map[events.Half]string{2: "kamień", 4: "2 kamienie", 8: "4 kamienie", 10: "5 kamieni", 24: "12 kamieni", 44: "22 kamienie", 3: "1.5 kamienia"} {
		if got := s.Amount("gems", n); got != want {
			t.Errorf("%s are said %q, expected %q", n, got, want)
		}
	}
}

func TestWhatRulesCallAThingComesFirst(t *testing.T) {
	list, err := rules.Parse("gems.yaml", []byte(`number: "1"
title: Gems
procedure:
  offices: [{name: umpire, title: Arbiter}]
  assets: [{name: gems, one: a gem, many: gems}]
`))
	if err != nil {
		t.Fatal(err)
	}
	table, err := read(t, german)
	if err != nil {
		t.Fatal(err)
	}
	s := New(table, func() *rules.Rulebook { return rules.NewRulebook(list...) })
	for want, got := range map[string]string{
		"Arbiter":            s.Office("umpire"),
		"Ann bekommt a gem":  gained(s, "Ann", "gems", events.Whole(1), ""),
		"Ann bekommt 2 gems": gained(s, "Ann", "gems", events.Whole(2), ""),
	} {
		if got != want {
			t.Errorf("said %q, expected %q", got, want)
		}
	}
	p := Entitle(&rules.Procedure{Stages: []rules.Stage{{Name: "melee"}}, Offices: []rules.Office{{Name: "umpire", Title: "Arbiter"}}}, table)
	if p.Stages[0].Called() != "Getümmel" || p.Offices[0].Called() != "Arbiter" {
		t.Errorf("a stage is called %q and an office %q", p.Stages[0].Called(), p.Offices[0].Called())
	}
}

func TestAWrongTableIsRefusedWhereItIsWrong(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"words: {asets: {}}", `did you mean "assets"?`},
		{"words: {messages: {aset-gained: x}}", `1:33: words.messages.aset-gained: no such message: "aset-gained" (did you mean "asset-gained"?)`},
		{"words: {messages: {asset-gained: '{acount} gains'}}", `no such placeholder: "acount" (did you mean "account"?)`},
		{"words: {messages: {side-left.Red: x}}", "side-left is one sentence for all"},
		{"words: {counted: {side-left: {other: x}}}", "no number that could have plural forms"},
		{"words: {counted: {defaults-made: {one: x}}}", "missing form other"},
		{"words: {messages: {defaults-made: x}, counted: {defaults-made: {other: x}}}", "it is set in messages too"},
		{"words: {messages: {side-left: '{side'}}", "a placeholder ends with }"},
		{"words: {messages: {side-left: {other: x}}}", "expected a text"},
		{"words: {assets: {gems: {onne: x, other: y}}}", `no such plural form: "onne" (did you mean "one"?)`},
		{"words: {assets: {gems: {few: x, other: y}}}", "no such plural form in the language en (it has one, other)"},
		{"words: {assets: {gems: {one: x}}}", "missing form for several"},
		{"words: {language: klingonisch}", `invalid language "klingonisch"`},
		{"words: {labels: {nex: x}}", `did you mean "next"?`},
		{"words: {offices: {umpire: 'the {n}th'}}", `no such placeholder: "n"`},
		{"words: [a]", "a mapping"},
	} {
		if _, found := parse(c.text); !strings.Contains(found.Error(), c.want) {
			t.Errorf("%s\nis refused with %v\nexpected %s", c.text, found, c.want)
		}
	}
}

func TestNamesThatNoRuleDeclaresAreDoubted(t *testing.T) {
	texts, found := parse("words: {assets: {gens: {other: x}, gems: {other: x}}, stages: {lull: Lull}, reasons: {what ever: x}, plays: {mov: x, charge: y, leap: z}}")
	if len(found) > 0 {
		t.Fatal(found)
	}
	got := texts.Doubts(map[string][]string{Assets: {"gems"}, OfPlays: {"charge"}})
	want := []Find{
		{"words.assets.gens", `no such asset of the rules: "gens"`, `did you mean "gems"?`},
		{"words.stages.lull", `no such stage of the rules: "lull"`, ""},
		{"words.plays.leap", `no such kind of play: "leap"`, ""},
		{"words.plays.mov", `no such kind of play: "mov"`, `did you mean "move"?`},
	}
	if !slices.Equal(got, want) {
		t.Errorf("doubts are %v", got)
	}
}

func TestASystemLaysItsWordsOverThoseOfAnother(t *testing.T) {
	base, _ := read(t, "words: {offices: {umpire: A, scribe: B}}")
	own, _ := read(t, "words: {offices: {umpire: C}}")
	s := New(own.Over(base), nil)
	if s.Office("umpire") != "C" || s.Office("scribe") != "B" {
		t.Errorf("offices are called %q and %q", s.Office("umpire"), s.Office("scribe"))
	}
}

func TestAPieceWhoseSideHasLeftIsDestroyedForThat(t *testing.T) {
	var plain *Speaker
	if got, want := plain.Because(events.WhyLeft), " (its side has left)"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
