package san_test

import (
	"fmt"
	"log"

	"adjudicate/systems"
	"adjudicate/systems/fen"
	"adjudicate/systems/san"
)

func Example() {
	sys, err := systems.Find("chess")
	if err != nil {
		log.Fatal(err)
	}
	at, err := fen.Read(sys, "")
	if err != nil {
		log.Fatal(err)
	}
	s := san.At(at)
	for _, text := range []string{"f2-f3", "e5", "g2-g4!?", "Qh4"} {
		m, err := s.Read(text)
		if err != nil {
			log.Fatal(err)
		}
		s.Play(m)
		fmt.Println(m.Text)
	}
	_, err = s.Read("Kf2")
	fmt.Println(err)
	// Output:
	// f3
	// e5
	// g4
	// Qh4#
	// "Kf2" is illegal: White would be in check
}
