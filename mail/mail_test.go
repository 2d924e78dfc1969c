package mail

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/google/go-cmp/cmp"

	"adjudicate/notation"
)

const fixtures = "../fixtures/mail"

// accepted has what a person reads in each mail of the fixtures that holds a play.
var accepted = map[string]struct {
	id, from, name, sent, subject string
	play, text                    string
	lines                         []int
}{
	"plain.eml": { // a greeting, a signature with plays in it
		"19981002141405.A1203@example.org", "ann.lee@example.org", "Ann Lee", "1998-10-02T09:14:05-05:00", "Party Chess: my play",
		"Ra1-a9", "Ra1-a9", []int{5},
	},
	"prefix.eml": { // an address in the old form, a play mentioned in prose
		"Pine.SOL.3.96.981002160102.8812B-100000@ariel.example.edu", "breadbox@ariel.example.edu", "Ben Oxley", "1998-10-02T16:01:02+01:00", "Re: Party Chess - who's up?",
		"R@c3; Kc2-c1", "R@c3; K c2-c1", []int{1},
	},
	"several-lines.eml": {
		"CAF0d8=Xw3k@mail.example.com", "chie@example.com", "Mori, Chie", "1998-10-03T11:30:00Z", "play",
		"Dd3-d4; Df6=Rook; R@c3", "Dd3-d4\nDf6=Rook\nR @ c3", []int{3, 4, 6},
	},
	"reply-top.eml": {
		"361A2B3C.5D6E7F80@example.com", "dov@example.com", "Dov Ash", "1998-10-06T14:22:20-04:00", "Re: Party Chess: my play",
		"Pb2xa3", "Pb2xa3", []int{1},
	},
	"reply-wrapped-attribution.eml": {
		"CAHk7pQ2_bottom@mail.example.com", "eva@example.de", "Eva Brandt", "2026-10-06T19:02:41+02:00", "Re: Hand 3, your turn",
		"il-Nabi c3-d6", "il-Nabi c3–d6", []int{7},
	},
	"outlook-original.eml": { // the older message below is not marked line by line
		"DM6PR0401MB@DM6PR0401MB.example.com", "farid.nasser@corp.example.com", "Farid Nasser", "2026-10-07T07:55:13Z", "RE: Hand 3, your turn",
		"Ra1-b3 (special)", "special Ra1-b3", []int{3},
	},
	"outlook-ruler.eml": {
		"AM0PR02MB4567@AM0PR02MB4567.eurprd02.example.com", "gul@example.com", "Gül Aydın", "2026-10-07T08:05:00Z", "Re: Hand 3, your turn",
		"Aa1xb2 (shot)", "Aa1xb2 (shot)", []int{3},
	},
	"gmail-alternative.eml": { // the plain alternative, although there is a page as well
		"CAP=Z9u+ALT@mail.example.com", "hugo.reis@example.com", "Hugo Reis", "2026-10-08T23:59:59-03:00", "Re: Your turn",
		"*a1xb1=victim", "*a1×b1=victim", []int{3},
	},
	"quoted-printable-latin1.eml": {
		"199810091200.OAA00042@fh.example.de", "weiss@fh.example.de", "Jürgen Weiß", "1998-10-09T14:00:00+02:00", "Zug",
		"Za1xb5", "Za1×b5", []int{4},
	},
	"windows-1252.eml": {
		"0f8e$1$d2@windows.example", "iris@example.com", "", "1998-10-10T10:10:10-07:00", "go",
		"Rook a1-a5", "Rook a1 – a5", []int{1},
	},
	"html-only.eml": {
		"7F3A@phone.example.com", "jo@example.com", "Jo King", "2026-10-11T08:00:00+02:00", "Re: Your turn",
		"Ra1-a5; pi10-j10=Camel", "Ra1–a5; pi10-j10=Camel", []int{2},
	},
	"flowed.eml": { // a list that the mail program wrapped
		"5F8A0B1C.2030405@example.org", "kim@example.org", "Kim Ode", "2026-10-12T12:00:00Z", "a long one",
		`Bouncy!Ball a1-c1; Bouncy!Ball c3-e5; "Strange Name"@a4; H3@b4`,
		`Bouncy!Ball a1-c1; Bouncy!Ball c3-e5; "Strange Name"@a4; H3@b4`, []int{4},
	},
	"list-with-attachment.eml": {
		"list.20261013.1@example.org", "lou@example.org", "Lou Park", "2026-10-13T09:00:00Z", "[partychess] play",
		"Qh7-a1 (scratch)", "Qh7-a1 (scratch)", []int{1},
	},
	"surrender.eml": {
		"20261014.mia@example.org", "mia@example.org", "", "2026-10-14T20:15:00+09:00", "enough",
		"surrender", "SURRENDER", []int{3},
	},
	"repeated.eml": { // the same play twice
		"20261015.nat@example.org", "nat@example.org", "", "2026-10-15T10:00:00Z", "for the record",
		"Guard a1-a3", "Guard a1-a3", []int{1},
	},
	"no-id.eml": { // known by a digest of what its sender wrote
		"", "olga@example.org", "Olga Petrov", "2026-10-17T10:00:00Z", "play", "Ra1-a5", "Ra1-a5", []int{1},
	},
	"no-date.eml": { // "yesterday": it counts from when it arrives
		"nodate@example.org", "olga@example.org", "Olga Petrov", "", "play", "Ra1-a5", "Ra1-a5", []int{1},
	},
	"unknown-charset.eml": {
		"charset@example.org", "olga@example.org", "Olga Petrov", "2026-10-17T10:00:00Z", "play", "Ra1-a5", "Ra1-a5", []int{1},
	},
	"two-sides.eml": { // the second play is Green's
		"20261016.two@example.org", "pia@example.org", "Pia Quist", "2026-10-16T10:00:00Z", "Re: Hand 3, your turn", "Ra1-a5", "Ra1-a5", []int{3},
	},
	"utf16.eml": {
		"20261017.utf16@example.org", "ro@example.org", "Róisín", "2026-10-17T10:00:00Z", "Hi", "Ra1-a5", "Ra1-a5", []int{3},
	},
	"wrong-charset.eml": { // says UTF-8 and is Windows-1252
		"20261018.label@example.org", "sven@example.org", "Sven", "2026-10-18T10:00:00Z", "Zug", "Ra1-a5", "Ra1–a5", []int{3},
	},
	"invitation.eml": { // a date for the calendar and a picture beside the play
		"20261019.cal@example.org", "tom@example.org", "Tom", "2026-10-19T10:00:00Z", "play, and shall we meet?", "Ra1-a5", "Ra1-a5", []int{1},
	},
}

var refused = map[string]struct {
	reason Reason
	line   int
	says   string // part of the message
}{
	"refused-no-play.eml":        {NoPlay, 0, "no line holds a play"},
	"refused-two-plays.eml":      {ManyPlays, 5, `line 5, "Ra1-a6"`},
	"refused-split-by-quote.eml": {ManyPlays, 4, `line 4, "R@c3"`},
	"refused-broken-prefix.eml":  {NotAPlay, 3, "column 5: expected the square it goes to"},
	"refused-nearly.eml":         {NotAPlay, 2, `"then Rb1-b5."`},
	"refused-half.eml":           {NotAPlay, 2, `column 4: expected "-"`},
	"refused-told.eml":           {ToldInProse, 1, "states a play in a sentence"},
	"refused-empty-prefix.eml":   {NotAPlay, 1, "nothing follows"},
	"refused-only-announced.eml": {NotAPlay, 1, "without a play"},
	"refused-vacation.eml":       {Automatic, 0, "auto-replied"},
	"refused-no-sender.eml":      {NoSender, 0, "no readable sender address"},
	"refused-two-senders.eml":    {ManySenders, 0, "more than one sender"},
	"refused-two-ids.eml":        {Repeated, 0, "Message-ID"},
	"refused-no-text.eml":        {NoText, 0, "no text"},
	"refused-not-a-message.eml":  {NoMessage, 0, "not a mail message"},
}

func TestFixturesReadAsAPersonReadsThem(t *testing.T) {
	paths, err := filepath.Glob(fixtures + "/*.eml")
	if err != nil || len(paths) != len(accepted)+len(refused) {
		t.Fatalf("%d mails (%v), but %d expectations", len(paths), err, len(accepted)+len(refused))
	}
	for _, path := range paths {
		name := filepath.Base(path)
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for ending, text := range map[string][]byte{"": raw, " with CRLF": bytes.ReplaceAll(raw, []byte("\n"), []byte("\r\n"))} {
			t.Run(name+ending, func(t *testing.T) {
				m, err := Read(bytes.NewReader(text))
				if want, ok := accepted[name]; ok {
					if err != nil {
						t.Fatal(err)
					}
					var sent time.Time
					if want.sent != "" {
						if sent, err = time.Parse(time.RFC3339, want.sent); err != nil {
							t.Fatal(err)
						}
					}
					play, err := notation.Parse(want.text)
					if err != nil {
						t.Fatal(err)
					}
					wanted := Message{ID: want.id, Key: want.id, From: want.from, Name: want.name, Sent: sent, Subject: want.subject,
						Said: Said{Play: play, Text: want.text, Lines: want.lines}}
					if name == "two-sides.eml" {
						wanted.Announced = "Blue"
						if len(m.Others) != 1 || m.Others[0].Announced != "Green" || m.Others[0].Text != "K@j18" {
							t.Errorf("the second play is %+v", m.Others)
						}
					}
					if want.id == "" {
						if wanted.Key = m.Key; !strings.HasPrefix(m.Key, "sha256:") {
							t.Errorf("a mail without an id is known as %q", m.Key)
						}
					}
					wanted.To, wanted.Answers, wanted.List, wanted.Others = m.To, m.Answers, m.List, m.Others
					if at := "1998-10-02T14:14:12Z"; name == "plain.eml" && m.Received.UTC().Format(time.RFC3339) != at {
						t.Errorf("received %s, want %s", m.Received, at)
					}
					wanted.Received = m.Received
					if diff := cmp.Diff(wanted, m); diff != "" {
						t.Errorf("(-want +got):\n%s", diff)
					}
					if m.Play.String() != want.play {
						t.Errorf("play %q, want %q", m.Play, want.play)
					}
					return
				}
				want := refused[name]
				var refusal *Refusal
				if !errors.As(err, &refusal) {
					t.Fatalf("read %+v, error %v; want a refusal", m, err)
				}
				if refusal.Reason != want.reason || refusal.Line != want.line || !strings.Contains(err.Error(), want.says) {
					t.Errorf("refused as %q, line %d: %v\nwant %q, line %d: …%s…", refusal.Reason, refusal.Line, err, want.reason, want.line, want.says)
				}
				if len(m.Play.Items) != 0 {
					t.Errorf("refused, and yet the play %q", m.Play)
				}
			})
		}
	}
}

func TestARefusedMailStillSaysWhomToAnswer(t *testing.T) {
	raw, err := os.ReadFile(fixtures + "/refused-broken-prefix.eml")
	if err != nil {
		t.Fatal(err)
	}
	m, err := Read(bytes.NewReader(raw))
	var syntax *notation.SyntaxError
	if !errors.As(err, &syntax) {
		t.Fatalf("error %v does not hold the syntax error", err)
	}
	if m.From != "olga@example.org" || m.ID != "broken@example.org" || m.Sent.IsZero() {
		t.Errorf("got %+v, want the header read", m)
	}
}

// TestLines has texts of mails whose header is of no interest.
func TestLines(t *testing.T) {
	tests := []struct {
		name, text string
		play       string // "" if refused
		reason     Reason
	}{
		{"blank lines do not part a play", "Ra1-a5\n\n\npass", "Ra1-a5; pass", 0},
		{"prose parts two plays", "Ra1-a5\nand after that\npass", "", ManyPlays},
		{"a prefix begins a play of its own", "play: Ra1-a5\nplay: R@c3", "", ManyPlays},
		{"a prefix and a list", "Play:\nRa1-a5;\nR@c3", "Ra1-a5; R@c3", 0},
		{"a prefix in a sentence of its own", "Here is my play: Ra1-a5", "Ra1-a5", 0},
		{"a prefix with prose", "play: whatever you like", "", NotAPlay},
		{"a prefix with prose below", "play:\nwhatever you like\nRa1-a5", "", NotAPlay},
		{"an action of a piece", "Hello\n\naction mash Mc3: d3, c4, e5, f6, g7\n\nBye", "action mash Mc3: d3, c4, e5, f6, g7", 0},
		{"an action gone wrong among many words", "action mash Mc3: d3, c4, e5, f6, g7 and h8\nRa1-a5", "", NotAPlay},
		{"talk of action", "Action at last: I liked it.\nRa1-a5", "Ra1-a5", 0},
		{"two prefixes", "play:\nmove:\nRa1-a5", "", NotAPlay},
		{"a prefix before a quotation", "play:\n> Ra1-a5", "", NotAPlay},
		{"a pass alone", "Hello\n\n  Pass  \n\nBye", "pass", 0},
		{"a pass with a full stop", "pass.", "", ToldInProse},
		{"a pass in a sentence", "I pass.", "", ToldInProse},
		{"a pass in a sentence beside a play", "Ra1-a5\nThen I pass", "", ToldInProse},
		{"a surrender in a sentence", "Okay, we surrender, please.", "", ToldInProse},
		{"passing mentioned", "I will pass your regards on to her.\nRa1-a5", "Ra1-a5", 0},
		{"a numbered line", "1. Ra1-a5", "Ra1-a5", 0},
		{"numbered lines", "1. Ra1-a5\n2. Rb1-b5", "Ra1-a5; Rb1-b5", 0},
		{"a play and a word", "Ra1-a5 please", "", NotAPlay},
		{"a play in a long sentence", "I would say that Ra1-a5 was a mistake\npass", "pass", 0},
		{"a list that goes wrong late", "Ra1-a5; Rb1-b5; and so on and so on and so on", "", NotAPlay},
		{"an address below the play", "Ra1-a5\nBob\nbob@example.org\nhttp://a1.example.org/b2", "Ra1-a5", 0},
		{"a quotation in prose", "\"Well played,\" she said.\nRa1-a5", "Ra1-a5", 0},
		{"an attribution without marks below", "Ra1-a5\n\nOn 3 May 2026, at 10:00, Ann <a@example.org> wrote:\n\npass", "Ra1-a5", 0},
		{"a forwarded message", "Ra1-a5\n\nBegin forwarded message:\n\npass", "Ra1-a5", 0},
		{"a header of an older mail", "Ra1-a5\n\nFrom: Ann\nSent: Monday\nTo: Bob\n\npass", "Ra1-a5", 0},
		{"a sentence that begins with On", "On we go\nRa1-a5", "Ra1-a5", 0},
		{"a piece called From", "From a1-a5", "From a1-a5", 0},
		{"only a quotation", "> Ra1-a5", "", NoPlay},
		{"nothing", "", "", NoPlay},
		{"the same play three ways", "Ra1-a5\nAgain: yes\nRa1 – a5\nmove: Ra1—a5", "Ra1-a5", 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m, err := Read(strings.NewReader("From: a@example.org\nDate: Fri, 16 Oct 2026 10:00:00 +0000\nMessage-ID: <1@example.org>\n\n" + tt.text + "\n"))
			var refusal *Refusal
			if err != nil && !errors.As(err, &refusal) {
				t.Fatalf("error of type %T: %v", err, err)
			}
			if refusal == nil {
				refusal = &Refusal{}
			}
			if m.Play.String() != tt.play || refusal.Reason != tt.reason {
				t.Errorf("play %q, error %v; want %q, %q", m.Play, err, tt.play, tt.reason)
			}
		})
	}
}

// TestMailsAsPeopleWriteThem reads what a person reads at once, and leaves to a person what is
// not certain.
func TestMailsAsPeopleWriteThem(t *testing.T) {
	const head = "From: Ann <ann@example.org>\nDate: Fri, 16 Oct 2026 10:00:00 +0000\nMessage-ID: <1@example.org>\n"
	page := func(html string) string { return head + "Content-Type: text/html\n\n" + html }
	const forward = "Subject: Fwd: my play\n"
	for _, c := range []struct {
		name, mail string
		play       string // "" for a refusal
		reason     Reason
		from       string
	}{
		{"the log's own form", head + "\nZinnober: K@a18\n", "K@a18", 0, ""},
		{"an announcement in another language", head + "\nMein Zug: K@a18\n", "K@a18", 0, ""},
		{"a sentence", head + "\nI play Ra1-a5.\n", "Ra1-a5", 0, ""},
		{"a full stop behind a Pass that is announced", head + "\nZinnober: pass.\n", "pass", 0, ""},
		{"a full stop behind a Pass that is the play", head + "\nMy play: pass.\n", "pass", 0, ""},
		{"a full stop behind a Surrender that is announced on the line before", head + "\nMy move:\nSurrender!\n", "surrender", 0, ""},
		{"a full stop behind a word that nothing announces", head + "\npass.\n", "", ToldInProse, ""},
		{"a full stop", head + "\nK@j18.\n", "K@j18", 0, ""},
		{"capital letters", head + "\nK@T18\n", "K@t18", 0, ""},
		{"capital letters on both ends", head + "\nRook A1-A5\n", "Rook a1-a5", 0, ""},
		{"a word before a colon that could be a piece", head + "\nZug: e2-e4\n", "e2-e4", 0, ""},
		{"a doubt before a colon that could be a piece", head + "\nVielleicht: e2-e4\n", "", NotAPlay, ""},
		{"a play that depends on another", head + "\nFalls Schwarz e5 spielt, dann\n\nNg1-f3\n", "", NotAPlay, ""},
		{"a play on a condition that a colon ends", head + "\nIf Blue passes:\nRa1-a5\n", "", NotAPlay, ""},
		{"a condition that ends before the play", head + "\nTell me if anything is wrong.\n\nRa1-a5\n", "Ra1-a5", 0, ""},
		{"a condition that something follows", head + "\nIf I lose this, then\nI shall never play again. Anyway:\nRa1-a5\n", "Ra1-a5", 0, ""},
		{"a play taken back below", head + "\ne2-e4\n\nNein, warte, bitte nicht ausführen!\n", "", NotAPlay, ""},
		{"a play taken back in English", head + "\ne2-e4\n\nWait, please do not enter this yet.\n", "", NotAPlay, ""},
		{"on second thoughts another", head + "\ne2-e4\n\nOn second thoughts:\nd2-d4\n", "", NotAPlay, ""},
		{"talk below of what is not entered", head + "\ne2-e4\n\nPlease do not enter the tournament without me. I do not take it lightly.\n", "e2-e4", 0, ""},
		{"what is taken back above", head + "\nIgnore that last mail.\n\ne2-e4\n", "e2-e4", 0, ""},
		{"struck out", page(`<p><s>d2-d4</s></p><p>e2-e4</p>`), "e2-e4", 0, ""},
		{"struck out by a style", page(`<p><span style="text-decoration: line-through">d2-d4</span></p><p>e2-e4</p>`), "e2-e4", 0, ""},
		{"struck out, which plain text cannot say", head + "Content-Type: multipart/alternative; boundary=b\n\n--b\nContent-Type: text/plain\n\nd2-d4\n\ne2-e4\n--b\nContent-Type: text/html\n\n<p><s>d2-d4</s></p><p>e2-e4</p>\n--b--\n", "", ManyPlays, ""},
		{"above German Outlook's divider", head + "\nHallo Udo,\r\n\r\ne2-e4\r\n\r\n-----Ursprüngliche Nachricht-----\r\nVon: Umpire [mailto:umpire@example.net]\r\nGesendet: Sonntag, 22. November 2026 10:00\r\nBetreff: your turn\r\n\r\nd2-d4\r\n", "e2-e4", 0, ""},
		{"above German Outlook's header", head + "\ne2-e4\n\nVon: Umpire <umpire@example.net>\nGesendet: Sonntag, 22. November 2026 10:00\nAn: Ann <ann@example.org>\nBetreff: your turn\n\nd2-d4\n", "e2-e4", 0, ""},
		{"below a German quotation", head + "\nAm 22.11.26 um 10:00 schrieb Umpire:\n> d2-d4\n\ne2-e4\n\n-- \nAnn\n", "e2-e4", 0, ""},
		{"above a German quotation that wraps", head + "\ne2-e4\n\nAm So., 22. Nov. 2026 um 10:00 Uhr schrieb Umpire via Club <\numpire@example.net>:\n\n> d2-d4\n", "e2-e4", 0, ""},
		{"between quoted lines", head + "\n> Your turn.\ne2-e4\n> Limit: 3 days\n", "e2-e4", 0, ""},
		{"above the footer of a list", head + "\ne2-e4\n\n_______________________________________________\nclub mailing list\nclub@lists.example.org\n", "e2-e4", 0, ""},
		{"beside winmail.dat", head + "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n\ne2-e4\n--b\nContent-Type: application/ms-tnef; name=\"winmail.dat\"\nContent-Transfer-Encoding: base64\n\neJ8+IgAAAAAA\n--b--\n", "e2-e4", 0, ""},
		{"attached alone", head + "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n\nSiehe Anhang.\n--b\nContent-Type: text/plain\nContent-Disposition: attachment; filename=\"zug.txt\"\n\ne2-e4\n--b--\n", "", NoPlay, ""},
		{"Latin-9", head + "Content-Type: text/plain; charset=ISO-8859-15\n\nF\xfcr 5 \xa4 ziehe ich\n\ne2-e4\n", "e2-e4", 0, ""},
		{"with an emoji below", head + "\ne2-e4\n\n😀🎉\n", "e2-e4", 0, ""},
		{"a doubt", head + "\nPerhaps: K@a18\n", "", NotAPlay, ""},
		{"a negation", head + "\nNot legal: Ra1-a5\n", "", NotAPlay, ""},
		{"a From_ line", "From ann@example.org Fri Oct 16 10:00:00 2026\n" + head + "\nK@a18\n", "K@a18", 0, ""},
		{"a byte order mark", "\ufeff" + head + "\nK@a18\n", "K@a18", 0, ""},
		{"signed within", head + "\n-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\nK@a18\n-----BEGIN PGP SIGNATURE-----\n\niQEz=x\n-----END PGP SIGNATURE-----\n", "K@a18", 0, ""},
		{"forwarded within the text", head + forward + "\nsee below\n\n---------- Forwarded message ----------\nFrom: Bob <bob@Example.com>\nDate: Thu, 15 Oct 2026\nSubject: my play\n\nRa1-a5\n", "Ra1-a5", 0, "bob@example.com"},
		{"forwarded as a part", head + forward + "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n\nsee below\n--b\nContent-Type: message/rfc822\n\nFrom: bob@example.com\nDate: Thu, 15 Oct 2026 10:00:00 +0000\nMessage-ID: <2@example.com>\n\nRa1-a5\n--b--\n", "Ra1-a5", 0, "bob@example.com"},
		{"an answer to a play is no forward", head + "Subject: Re: my play\n\nthanks\n\n-----Original Message-----\nFrom: bob@example.com\nDate: Thu, 15 Oct 2026\n\nRa1-a5\n", "", NoPlay, ""},
		{"not shown", page(`<p>hello</p><div style="display:none">pass</div>`), "", NoPlay, ""},
		{"not shown by a style sheet", page(`<style>.x { color: red; display: none }</style><p class="x">pass</p>`), "", NoPlay, ""},
		{"the attribute hidden", page(`<p hidden>pass</p>`), "", NoPlay, ""},
		{"so small that nobody reads it", page(`<span style="font-size:0px">pass</span>`), "", NoPlay, ""},
		{"shown", page(`<div style="color:red;font-size:10px">pass</div>`), "pass", 0, ""},
		{"the page does not show what the plain text says", head + "Content-Type: multipart/alternative; boundary=b\n\n--b\nContent-Type: text/plain\n\npass\n--b\nContent-Type: text/html\n\n<p>hello</p>\n--b--\n", "", ManyPlays, ""},
		{"an automatic answer", "X-Autoreply: yes\n" + head + "\npass\n", "", Automatic, ""},
		{"bulk", "Precedence: bulk\n" + head + "\npass\n", "", Automatic, ""},
		{"auto_reply", "Precedence: auto_reply\n" + head + "\npass\n", "", Automatic, ""},
		{"suppressed answers", "X-Auto-Response-Suppress: All\n" + head + "\npass\n", "", Automatic, ""},
		{"a bounce", "Return-Path: <>\n" + head + "\npass\n", "", Automatic, ""},
		{"a mailing list", "Precedence: bulk\nList-Id: Party Chess <chess.example.org>\n" + head + "\npass\n", "pass", 0, ""},
		{"a program that tells of an absence", "Subject: Automatische Antwort: Ihr Zug\n" + head + "\npass\n", "", Automatic, ""},
		{"an answer about an absence", "Subject: Re: out of office\n" + head + "\npass\n", "pass", 0, ""},
		{"a mail server", "From: MAILER-DAEMON@mx.example.org\nDate: Fri, 16 Oct 2026 10:00:00 +0000\nMessage-ID: <1@example.org>\n\npass\n", "", Automatic, ""},
		{"parts without end", head + "Content-Type: multipart/mixed; boundary=b\n\n" + strings.Repeat("--b\n\npass\n", 300) + "--b--\n", "", Unreadable, ""},
		{"one side twice", head + "\nBlue: Ra1-a5\nBlue: Ra1-a6\n", "", ManyPlays, ""},
		{"one play with a name and one without", head + "\nBlue: Ra1-a5\n\nor so:\nRa1-a6\n", "", ManyPlays, ""},
		{"a machine on a mailing list", "Auto-Submitted: auto-replied\nList-Id: Party Chess <chess.example.org>\n" + head + "\npass\n", "", Automatic, ""},
		{"a play without end", head + "\n" + strings.Repeat("pass; ", 300) + "pass\n", "", NotAPlay, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, err := Read(strings.NewReader(c.mail))
			var refusal *Refusal
			if errors.As(err, &refusal) != (c.play == "") || c.play == "" && refusal.Reason != c.reason {
				t.Fatalf("error %v, play %q; want %q, %q", err, m.Play, c.play, c.reason)
			}
			if c.play != "" && m.Play.String() != c.play {
				t.Errorf("play %q, want %q", m.Play, c.play)
			}
			if c.from != "" && (m.From != c.from || m.Forwarder != "ann@example.org") {
				t.Errorf("from %q by way of %q, want %q", m.From, m.Forwarder, c.from)
			}
		})
	}
}

// TestAMailWithoutAnIDIsKnownWhicheverWayItComes has servers add to it on its way.
func TestAMailWithoutAnIDIsKnownWhicheverWayItComes(t *testing.T) {
	key := func(mail string) string {
		m, err := Read(strings.NewReader(mail))
		if err != nil {
			t.Fatal(err)
		}
		return m.Key
	}
	const mail = "From: ann@example.org\nDate: Fri, 16 Oct 2026 10:00:00 +0000\n\npass\n"
	want := key(mail)
	if got := key("Received: by mx; Fri, 16 Oct 2026 10:00:05 +0000\r\nDelivered-To: x@y\r\n" + strings.ReplaceAll(mail, "\n", "\r\n") + "\r\n"); got != want {
		t.Errorf("by another way it is %s, not %s", got, want)
	}
	if got := key(strings.Replace(mail, "pass", "Ra1-a5", 1)); got == want {
		t.Error("another play has the same name")
	}
}

// TestAMailSaysWhatItAnswersAndWhereItWent is what a game is found by.
func TestAMailSaysWhatItAnswersAndWhereItWent(t *testing.T) {
	m, err := Read(strings.NewReader("From: ann@example.org\nDelivered-To: umpire+hand-3@example.org\nTo: The Umpire <umpire@example.org>\nReferences: <a@x> <b@x>\nIn-Reply-To: <b@x>\nList-Post: <mailto:l@x>\n\npass\n"))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"umpire+hand-3@example.org", "umpire@example.org"}, m.To); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"a@x", "b@x"}, m.Answers); diff != "" || !m.List {
		t.Error(diff, m.List)
	}
}

// TestAMailboxIsSplit reads three messages, one of which quotes a line that begins as messages do.
func TestAMailboxIsSplit(t *testing.T) {
	const box = "From a@x Fri Oct 16 10:00:00 2026\nSubject: 1\n\nhello\n>From here\n\nFrom b@x Fri Oct 16 11:00:00 2026\nSubject: 2\n\nFrom what I see, fine\n\nFrom c@x Fri Oct 16 12:00:00 2026\nSubject: 3\n\nend\n"
	for name, raw := range map[string]string{"": box, "CRLF": strings.ReplaceAll(box, "\n", "\r\n")} {
		list, err := Split([]byte(raw))
		if err != nil || len(list) != 3 {
			t.Fatalf("%s: %d messages, %v; want 3", name, len(list), err)
		}
		if !bytes.Contains(list[0], []byte("\nFrom here")) || !bytes.HasPrefix(list[1], []byte("Subject: 2")) {
			t.Errorf("%s: %q", name, list)
		}
	}
}

func TestLongMailsAreReadInOnePass(t *testing.T) {
	const n = 1 << 17
	for name, body := range map[string]string{
		"blank lines":        "\n" + strings.Repeat("\n", n),
		"one flowing line":   "Content-Type: text/plain; format=flowed\n\n" + strings.Repeat("a \n", n),
		"one endless line":   "\n" + strings.Repeat("a1-", n),
		"fields without end": "\n" + strings.Repeat("From: a\n\n", n),
		"nested quotations":  "Content-Type: text/html\n\n" + strings.Repeat("<blockquote>a", n/16),
	} {
		t.Run(name, func(t *testing.T) {
			start := time.Now()
			_, err := Read(strings.NewReader("From: a@example.org\nDate: Fri, 16 Oct 2026 10:00:00 +0000\nMessage-ID: <1@example.org>\n" + body + "\n"))
			var refusal *Refusal
			if !errors.As(err, &refusal) {
				t.Errorf("error %v, want a refusal", err)
			}
			if took := time.Since(start); took > 20*time.Second {
				t.Errorf("took %v", took)
			}
		})
	}
}

func TestReadPassesOnWhatGoesWrongWithItsReader(t *testing.T) {
	broken := errors.New("line cut")
	_, err := Read(iotest.ErrReader(broken))
	var refusal *Refusal
	if !errors.Is(err, broken) || errors.As(err, &refusal) {
		t.Errorf("got %v, want the reader's own error", err)
	}
	_, err = Read(io.LimitReader(endless{}, MaxSize+2))
	if !errors.As(err, &refusal) || refusal.Reason != TooLong {
		t.Errorf("got %v, want a refusal for length", err)
	}
}

type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'a'
	}
	return len(p), nil
}

func FuzzRead(f *testing.F) {
	paths, err := filepath.Glob(fixtures + "/*.eml")
	if err != nil || len(paths) == 0 {
		f.Fatal("no mails", err)
	}
	for _, path := range paths {
		raw, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(raw)
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		m, err := Read(bytes.NewReader(raw))
		if err != nil {
			var refusal *Refusal
			if !errors.As(err, &refusal) || refusal.Error() == "" {
				t.Fatalf("error of type %T: %v", err, err)
			}
			return
		}
		if m.Key == "" || m.From == "" || len(m.Lines) == 0 {
			t.Fatalf("accepted without what identifies it: %+v", m)
		}
		if play, err := notation.Parse(m.Text); err != nil || play.String() != m.Play.String() {
			t.Fatalf("text %q is not the play %q: %v", m.Text, m.Play, err)
		}
	})
}

// TestPlaysInTheShortNotationOfAGame reads mails of a game with a notation of its own, here of a piece's letter and a square.
func TestPlaysInTheShortNotationOfAGame(t *testing.T) {
	short := Short(regexp.MustCompile(`^(?:[KN]?[a-h][1-8](?:=[QN])?|0-0)[+!?]*$`).MatchString)
	for _, c := range []struct{ body, play, why string }{
		{"Nf3", "Nf3", ""},
		{"Hello,\n\nNf3!\n\nAnn", "Nf3", ""},
		{"*Nf3*", "Nf3", ""},
		{"- Nf3", "Nf3", ""},
		{"„Nf3“", "Nf3", ""},
		{"0-0", "0-0", ""},
		{"White: 0-0", "0-0", ""},
		{"My move: Nf3", "Nf3", ""},
		{"I play Nf3.", "Nf3", ""},
		{"e8=Q", "e8=Q", ""},
		{"Nf3\n\nOnce more:\n\nNf3+", "Nf3", ""},
		{"Nf3\nf4", "", "different plays"},
		{"e2-e4\nf4", "", "different plays"},
		{"Nf3\x00", "", "cannot be read"},
		{"Nf3?", "", "cannot be read"},
		{"(Nf3)", "", "cannot be read"},
		{"Would Nf3 be good here?", "", "no line holds a play"},
		{"If he takes, then\nNf3", "", "depends on it"},
	} {
		m, err := short.Read(strings.NewReader("From: ann@example.org\nMessage-ID: <1@example.org>\nContent-Type: text/plain; charset=utf-8\n\n" + c.body + "\n"))
		switch {
		case c.why == "" && (err != nil || m.Text != c.play || len(m.Others) > 0):
			t.Errorf("%q: %q, %v", c.body, m.Text, err)
		case c.why != "" && (err == nil || !strings.Contains(err.Error(), c.why)):
			t.Errorf("%q: %q, %v", c.body, m.Text, err)
		}
	}
}

// TestMessagesBelowAnAnswerAreNotRead quotes as mail programs of several languages do that mark no lines.
func TestMessagesBelowAnAnswerAreNotRead(t *testing.T) {
	for name, below := range map[string]string{
		"French":   "De : Umpire <u@example.org>\nEnvoyé : lundi 23 novembre 2026 10:00\nÀ : Ann <ann@example.org>\nObjet : your turn\n",
		"Spanish":  "De: Umpire <u@example.org>\nEnviado: lunes, 23 de noviembre de 2026 10:00\nPara: Ann <ann@example.org>\n",
		"Dutch":    "Van: Umpire <u@example.org>\nVerzonden: maandag 23 november 2026 10:00\nAan: Ann <ann@example.org>\n",
		"Russian":  "пн, 23 нояб. 2026 г. в 10:00, Umpire <u@example.org>:\n",
		"Japanese": "2026年11月23日(月) 10:00 Umpire <u@example.org>:\n",
	} {
		m, err := Read(strings.NewReader("From: ann@example.org\nMessage-ID: <1@example.org>\nContent-Type: text/plain; charset=utf-8\n\nRa1-a5\n\n" + below + "\nRb1-b5\n"))
		if err != nil || m.Text != "Ra1-a5" {
			t.Errorf("%s: %q, %v", name, m.Text, err)
		}
	}
	// Sides with their plays are no header.
	m, err := Read(strings.NewReader("From: ann@example.org\nMessage-ID: <1@example.org>\n\nRed: Ra1-a5\nBlue: Rb1-b5\nGreen: pass\n"))
	if err != nil || len(m.Plays()) != 3 {
		t.Errorf("%d plays, %v", len(m.Plays()), err)
	}
}

// TestHeadersOfCarelessPrograms reads what the standards do not allow and people send.
func TestHeadersOfCarelessPrograms(t *testing.T) {
	for _, c := range []struct{ header, body, play, why string }{
		{"From: J\xfcrgen <j@example.org>", "Ra1-a5", "Ra1-a5", ""},
		{"From: j@example.org\nContent-Type: text", "Ra1-a5", "Ra1-a5", ""},
		{"From: j@example.org\nContent-Type: ;;=", "Ra1-a5", "Ra1-a5", ""},
		{"From: j@example.org", "Ra1-a5\x00", "", "printable characters"},
		{"From: j@example.org", "\u202eRa1-a5", "", "printable characters"}, // shown as 5a-1aR
		{"From: j@example.org", "Ra1-\u200ba5", "Ra1-\u200ba5", ""},
	} {
		m, err := Read(strings.NewReader(c.header + "\nMessage-ID: <1@example.org>\n\n" + c.body + "\n"))
		switch {
		case c.why == "" && (err != nil || m.From != "j@example.org" || m.Text != c.play):
			t.Errorf("%q, %q: %q of %q, %v", c.header, c.body, m.Text, m.From, err)
		case c.why != "" && (err == nil || !strings.Contains(err.Error(), c.why)):
			t.Errorf("%q, %q: %q, %v", c.header, c.body, m.Text, err)
		}
	}
}

// TestManyLinesLikeFieldsAreReadInTheirNumber reads a mail in which every line could begin a header. Were each followed to the end, it would take minutes.
func TestManyLinesLikeFieldsAreReadInTheirNumber(t *testing.T) {
	_, err := Read(strings.NewReader("From: a@example.org\nMessage-ID: <1@example.org>\n\n" + strings.Repeat("a: b\n", 20_000)))
	if r, ok := err.(*Refusal); !ok || r.Reason != NoPlay {
		t.Error(err)
	}
}
