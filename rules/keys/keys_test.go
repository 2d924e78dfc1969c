package keys_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"adjudicate/rules/keys"
)

type inner struct {
	Marks int `json:"@marks"`
}

func (i inner) MarshalJSON() ([]byte, error) {
	type plain inner
	return keys.Marshal(plain(i))
}

type outer struct {
	Text  string           `json:"text"`
	Inner inner            `json:"inner"`
	Named map[string]int   `json:"named"`
	List  []map[string]int `json:"list"`
	Order []string         `json:"@order,omitempty"`
}

// What stands in texts, in maps and in members of members is not taken for a field.
func TestFieldsAloneAreRenamed(t *testing.T) {
	v := outer{
		Text: `{"@order": "\"@order\":"} <&>`, Inner: inner{3}, Named: map[string]int{"@order": 1, `\"@order`: 2}, List: []map[string]int{{"@order": 1}},
		Order: []string{"@order", `"@order":`},
	}
	got, err := keys.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	var read struct {
		Text  string           `json:"text"`
		Inner map[string]int   `json:"inner"`
		Named map[string]int   `json:"named"`
		List  []map[string]int `json:"list"`
		Order []string         `json:"play_list"`
	}
	if err := json.Unmarshal(got, &read); err != nil {
		t.Fatalf("%s: %v", got, err)
	}
	if read.Text != v.Text || read.Inner["knives"] != 3 || !reflect.DeepEqual(read.Named, v.Named) || !reflect.DeepEqual(read.List, v.List) || !reflect.DeepEqual(read.Order, v.Order) {
		t.Errorf("%s\n\tis read as %+v", got, read)
	}
	if v.Order = nil; true {
		got, err := keys.Marshal(v)
		if want := `{"text":"{\"@order\": \"\\\"@order\\\":\"} <&>","inner":{"knives":3},"named":{"@order":1,"\\\"@order":2},"list":[{"@order":1}]}` + "\n"; err != nil || string(got) != want {
			t.Errorf("%s\n%s (%v)", got, want, err)
		}
	}
}

func TestTagsTellTheNameOutside(t *testing.T) {
	f := reflect.TypeFor[outer]().Field(4)
	if name, options := keys.Of(f); name != "play_list" || options != "omitempty" {
		t.Errorf("got %q with %q, want play_list with omitempty", name, options)
	}
	if name, options := keys.Of(reflect.TypeFor[outer]().Field(0)); name != "text" || options != "" {
		t.Errorf("got %q with %q, want text", name, options)
	}
	defer func() {
		if recover() == nil {
			t.Error("a name that the table lacks is taken for one")
		}
	}()
	keys.Name("none")
}
