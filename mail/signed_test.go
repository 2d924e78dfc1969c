package mail

import (
	"strings"
	"testing"
)

const (
	signedHead = "adjudicate play 0190b5b6-7c00-7000-8000-000000000001 after 742\n"
	signedTail = "-----BEGIN SSH SIGNATURE-----\nU1NIU0lHAAAAAQAA\nADMAAAALc3No\n-----END SSH SIGNATURE-----\n"
)

func TestASignedPlayIsTakenOutOfItsMail(t *testing.T) {
	head := "From: ann@example.org\nMessage-ID: <s@example.org>\n"
	plain := head + "Content-Type: text/plain\n\n"
	mixed := head + "Content-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: text/plain\n\n"
	attachment := "\n--x\nContent-Type: application/octet-stream; name=play.txt.sig\nContent-Disposition: attachment; filename=play.txt.sig\n\n"
	for _, c := range []struct {
		name, raw string
		after     uint64
	}{
		{"in the text", plain + "Dear umpire,\n\n" + signedHead + "Red: Ra1-a5\n" + signedTail + "\nAnn\n", 742},
		{"with the signature attached", mixed + signedHead + "Red: Ra1-a5\n" + attachment + signedTail + "\n--x--\n", 742},
		{"with all of it attached", mixed + "Here you are.\n" + attachment + signedHead + "Red: Ra1-a5\n" + attachment + signedTail + "\n--x--\n", 742},
		{"in lines that end as mails' do", strings.ReplaceAll(plain+signedHead+"Red: Ra1-a5\n"+signedTail, "\n", "\r\n"), 742},
		{"without a heading", plain + "Red: Ra1-a5\n" + signedTail, 0},
	} {
		m, err := Read(strings.NewReader(c.raw))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if m.Text != "Ra1-a5" || m.Announced != "Red" || m.After != c.after || m.Signature != signedTail {
			t.Errorf("%s: %q for %q after %d with %q", c.name, m.Text, m.Announced, m.After, m.Signature)
		}
	}
	quoted := plain + "Red: Rb1-b2\n\nOn Monday the umpire wrote:\n> " + strings.ReplaceAll(signedHead+"Red: Ra1-a5\n"+signedTail, "\n", "\n> ") + "\n"
	if m, err := Read(strings.NewReader(quoted)); err != nil || m.Text != "Rb1-b2" || m.Signature != "" {
		t.Errorf("a quotation: %q with %q, %v", m.Text, m.Signature, err)
	}
	other := mixed + "Red: Ra1-a5\n" + attachment + "Red: Rb1-b2\n\n--x--\n"
	if m, err := Read(strings.NewReader(other)); err != nil || m.Text != "Ra1-a5" {
		t.Errorf("an attachment that is neither: %q, %v", m.Text, err)
	}
}
