package events

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Every kind that there is no longer is read as what it is today, from the bytes that a ledger of format 1
// holds.
func TestKindsOfFormat1AreReadAsWhatTheyAreToday(t *testing.T) {
	for wire, c := range map[string]struct {
		payload string
		want    Payload
	}{
		"account-changed.v1":     {`{"account":"Ann","asset":"money","change":-1.5,"balance":8,"why":"purchase"}`, AssetChanged{Account: "Ann", Asset: "money", Change: -3, Why: "purchase"}},
		"knife-awarded.v1":       {`{"player":"Ann","why":"surrender"}`, AssetChanged{Account: "Ann", Asset: "knives", Change: 2, Why: "surrender"}},
		"award-given.v1":         {`{"player":"Ann","award":"badges","replaces":"cardigans"}`, AssetChanged{Account: "Ann", Asset: "badges", Change: 2, Replaces: "cardigans", Why: "hand"}},
		"shirt-lost.v1":          {`{"player":"Ann"}`, AssetChanged{Account: "Ann", Asset: "lost shirts", Change: 2, Why: "king-capture"}},
		"knives-destroyed.v1":    {`{}`, AssetsCleared{Asset: "knives"}},
		"winner-declared.v1":     {`{"player":"Ann","hand":2,"title":"Winner"}`, EndDeclared{Player: "Ann", Hand: 2, Title: "Winner"}},
		"free-pieces-granted.v1": {`{"side":"Red","count":2,"budget":7.5}`, AllotmentSet{Side: "Red", Count: 2, Budget: 15}},
	} {
		got, err := DecodePayload(wire, []byte(c.payload))
		if err != nil || !cmp.Equal(c.want, got) {
			t.Errorf("%s: error %v (-want +got):\n%s", wire, err, cmp.Diff(c.want, got))
		}
		if !IsOutcome(wire) || IsInput(wire) {
			t.Errorf("%s is no outcome", wire)
		}
		if _, err := DecodePayload(wire, []byte(strings.Replace(c.payload, "{", `{"x":1,`, 1))); err == nil {
			t.Errorf("%s: read with a field that it does not have", wire)
		}
	}
}

// A state of version 1 lists accounts as they began and lost shorts apart.
func TestAStateOfVersion1HasItsAccountsInOrder(t *testing.T) {
	old := `{"edition":1,"state":{"version":1,"game":"<&>","balances":[{"account":"Cay","asset":"money","amount":1.5},{"account":"Ann","asset":"swingpoints","amount":10}],"sides":[{"name":"Red"}],"shirts":["Bob","Ann","Bob"]}}`
	want := `{"version":2,"game":"<&>","balances":[{"account":"Ann","asset":"lost shirts","amount":1},{"account":"Ann","asset":"swingpoints","amount":10},{"account":"Bob","asset":"lost shirts","amount":2},{"account":"Cay","asset":"money","amount":1.5}],"sides":[{"name":"Red"}]}`
	got, err := DecodePayload("state-restated.v1", []byte(old))
	if err != nil {
		t.Fatal(err)
	}
	if p := got.(StateRestated); p.Edition != 1 || string(p.State) != want {
		t.Errorf("(-want +got):\n%s", cmp.Diff(want, string(p.State)))
	}
	none := strings.Replace(strings.Replace(old, `"balances":[{"account":"Cay","asset":"money","amount":1.5},{"account":"Ann","asset":"swingpoints","amount":10}],`, "", 1), `["Bob","Ann","Bob"]`, `["Bob"]`, 1)
	want = `{"version":2,"game":"<&>","balances":[{"account":"Bob","asset":"lost shirts","amount":1}],"sides":[{"name":"Red"}]}`
	if got, err := DecodePayload("state-restated.v1", []byte(none)); err != nil || string(got.(StateRestated).State) != want {
		t.Errorf("error %v (-want +got):\n%s", err, cmp.Diff(want, string(got.(StateRestated).State)))
	}
}

func TestARenamingNamesAKindThatThereIs(t *testing.T) {
	step := into(func(struct{}) Payload { return AssetsCleared{} })
	for _, c := range []renaming{
		{"knives-destroyed.v1", "nothing", step}, {"assets-cleared.v2", "assets-cleared", step},
	} {
		if _, err := newRegistry([]*kind{outcome[AssetsCleared]()}, nil, []renaming{c}); err == nil {
			t.Errorf("%s may be renamed to %s", c.was, c.now)
		}
	}
}
