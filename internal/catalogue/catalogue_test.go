package catalogue_test

import (
	"fmt"
	"slices"
	"testing"
	"testing/fstest"

	"adjudicate/internal/catalogue"
)

func Example() {
	files := fstest.MapFS{"messages/de.yaml": {Data: []byte(`"%s to play": "%s ist am Zug"`)}}
	c := catalogue.In(files)
	fmt.Println(c.Say("de", "%s to play", "Lantern"))
	fmt.Println(c.Say("en", "%s to play", "Lantern"))
	fmt.Println(c.Say("de", "%s has won", "Lantern"))
	// Output:
	// Lantern ist am Zug
	// Lantern to play
	// Lantern has won
}

func TestACatalogueHasTheLanguagesOfItsFiles(t *testing.T) {
	c := catalogue.In(fstest.MapFS{
		"messages/fr.yaml": {Data: []byte("50% off: moitié prix\nb: c")},
		"messages/de.yaml": {Data: []byte("a: b")},
		"other/it.yaml":    {Data: []byte("a: b")},
		"messages/README":  {Data: []byte("a: b")},
	})
	if got := c.Languages(); !slices.Equal(got, []string{"de", "fr"}) {
		t.Errorf("languages %q", got)
	}
	if got := c.Phrases("fr"); !slices.Equal(got, []string{"50% off", "b"}) {
		t.Errorf("phrases %q", got)
	}
	if got := c.Say("it", "100%d"); got != "100%d" {
		t.Errorf("a phrase without arguments reads %q", got)
	}
	if got := c.Phrase("de", "b"); got != "" {
		t.Errorf("a phrase that is missing reads %q", got)
	}
}

func TestAFileThatCannotBeReadIsNamed(t *testing.T) {
	defer func() {
		if err, _ := recover().(error); err == nil || err.Error()[:len("messages/de.yaml: ")] != "messages/de.yaml: " {
			t.Errorf("it panics with %v", err)
		}
	}()
	catalogue.In(fstest.MapFS{"messages/de.yaml": {Data: []byte("- a\n- b")}}).Languages()
}
