package mail_test

import (
	"fmt"
	"strings"

	"adjudicate/mail"
)

func ExampleRead() {
	m, err := mail.Read(strings.NewReader(`From: Ann Lee <ann@example.org>
Date: Fri, 2 Oct 1998 09:14:05 -0500
Message-ID: <19981002.A1203@example.org>
Subject: my play

Ra1 – a9; Df6=Rook

> You are in check. Please send your play.
> pass is not legal
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s by %s, %s\n", m.Play, m.From, m.ID)

	_, err = mail.Read(strings.NewReader(`From: Bob <bob@example.org>
Date: Fri, 2 Oct 1998 10:00:00 -0500
Message-ID: <2@example.org>

Ra1-a9
Or perhaps Ra1-a8.
`))
	fmt.Println(err)
	// Output:
	// Ra1-a9; Df6=Rook by ann@example.org, 19981002.A1203@example.org
	// line 2, "Or perhaps Ra1-a8.": cannot be read as a play: column 1: expected one glyph or type name before the square (in quotes if it holds spaces), found "Or"
}
