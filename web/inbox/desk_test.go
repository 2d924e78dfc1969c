package inbox

import (
	"bytes"
	"context"
	"crypto"
	"crypto/ed25519"
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-msgauth/dkim"
	"github.com/google/go-cmp/cmp"

	"adjudicate/internal/played"
	"adjudicate/internal/tray"
	"adjudicate/ledger"
	"adjudicate/ledger/people"
	"adjudicate/ledger/place"
	"adjudicate/ledger/post"
	"adjudicate/report"
	"adjudicate/store"
)

// noon is a day after the last entry of the season that these games are.
var noon = time.Date(1998, 10, 9, 12, 0, 0, 0, time.UTC)

// An office is a store of games, with a desk for its mails.
type office struct {
	*testing.T
	st   *place.Store
	o    Options
	desk *Desk
}

// teaFile is a store with one game in it, made once; tests copy it.
var teaFile = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "inbox")
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, "games.ledger")
	st, err := (&place.Host{Engine: "adjudicate test"}).OpenOrCreate(context.Background(), path)
	if err != nil {
		return "", err
	}
	defer st.Close()
	return path, fill(context.Background(), st, []string{tea})
})

func TestMain(m *testing.M) {
	code := m.Run()
	if path, err := teaFile(); err == nil {
		os.RemoveAll(filepath.Dir(path))
	}
	os.Exit(code)
}

func fill(ctx context.Context, st *place.Store, games []string) error {
	for _, g := range games {
		if _, err := played.Into(st.Events, g, "../../fixtures/season/short.season", ledger.Options{Engine: "adjudicate test"}); err != nil {
			return err
		}
		for _, p := range []people.Person{{Player: "Ann", Addresses: []string{"ann@example.org"}}, {Player: "Bob", Addresses: []string{"bob@example.org", "bob@" + g + ".example"}}} {
			if err := st.Game(g).Put(ctx, p); err != nil {
				return err
			}
		}
	}
	return nil
}

// opened is an office with games of the short season, in each of which Ann plays Red and is umpire, and Bob plays Blue.
func opened(t *testing.T, games ...string) *office {
	t.Helper()
	where := filepath.Join(t.TempDir(), "games.ledger")
	if len(games) == 1 {
		path, err := teaFile()
		if err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(path)
		if err == nil {
			err = os.WriteFile(where, text, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	st, err := (&place.Host{Engine: "adjudicate test"}).OpenOrCreate(t.Context(), where)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { st.Close() })
	if len(games) > 1 {
		if err := fill(t.Context(), st, games); err != nil {
			t.Fatal(err)
		}
	}
	f := &office{T: t, st: st}
	f.o = Options{Now: func() time.Time { return noon }, Tray: filepath.Join(t.TempDir(), "tray"), Own: []string{"umpire@example.org"}, Key: []byte("key")}
	f.desk = New(st, f.o)
	return f
}

func (f *office) take(mail string) *report.TakenMail {
	f.Helper()
	v, err := New(f.st, f.o).Take(f.Context(), post.Letter{Label: "a mail", Raw: []byte(mail)})
	if err != nil {
		f.Fatal(err)
	}
	return v
}

// head is how many events a game has.
func (f *office) head(game string) store.Revision {
	f.Helper()
	n, err := f.st.Events.Head(f.Context(), game)
	if err != nil {
		f.Fatal(err)
	}
	return n
}

// answers are those that are due: to whom, and what.
func (f *office) answers() (list []people.Answer) {
	f.Helper()
	m, err := f.st.Mails(f.Context(), nil)
	if err != nil {
		f.Fatal(err)
	}
	for _, x := range m.List {
		if x.Answer != nil {
			list = append(list, *x.Answer)
		}
	}
	return list
}

func (f *office) tray() int {
	f.Helper()
	list, err := tray.List(f.o.Tray)
	if err != nil {
		f.Fatal(err)
	}
	return len(list)
}

var counted = 0

// written is a mail with an id of its own.
func written(from, header, body string) string {
	counted++
	return fmt.Sprintf("From: %s\nDate: Fri, 09 Oct 1998 11:00:00 +0000\nMessage-ID: <%d@example.org>\n%s\n%s\n", from, counted, header, body)
}

const tea = "two-for-tea"

func TestAPlayIsRuledOnOnce(t *testing.T) {
	f := opened(t, tea)
	before := f.head(tea)
	m := written("Ann <ann@example.org>", "Subject: Re: your turn\n", "Kd4-d5")
	v := f.take(m)
	if v.Made != people.MailRuled || len(v.Plays) != 1 || v.Plays[0].Verdict != "accepted" || v.Plays[0].Side != "Red" || v.Player != "Ann" {
		t.Fatalf("%+v", v)
	}
	after := f.head(tea)
	if after == before {
		t.Error("nothing was recorded")
	}
	if v := f.take("Received: by another way; Fri, 09 Oct 1998 11:00:05 +0000\n" + m); !v.Repeated || v.Made != people.MailRuled || f.head(tea) != after {
		t.Errorf("the second time: %+v", v)
	}
	v = f.take(written("bob@example.org", "", "Ki4-t20"))
	if v.Made != people.MailRuled || v.Plays[0].Verdict != "rejected" || len(v.Plays[0].Faults) == 0 || strings.Contains(v.Plays[0].Faults[0], "()") {
		t.Errorf("an illegal play: %+v", v)
	}
	if len(f.answers()) != 0 || f.tray() != 0 {
		t.Errorf("plays that are ruled on are answered apart, or lie in the tray: %v", f.answers())
	}
}

// TestAMailThatIsKilledHalfWayIsTakenOnce ends the taking after the ledger has the play and before that is noted.
func TestAMailThatIsKilledHalfWayIsTakenOnce(t *testing.T) {
	f := opened(t, tea)
	m := written("ann@example.org", "", "Kd4-d5")
	type killed struct{}
	func() {
		defer func() {
			if p := recover(); p != (killed{}) {
				t.Fatalf("it was not killed: %v", p)
			}
		}()
		o := f.o
		o.Entered = func(string, uint64) { panic(killed{}) }
		_, _ = New(f.st, o).Take(t.Context(), post.Letter{Raw: []byte(m)})
	}()
	after := f.head(tea)
	v := f.take(m)
	if v.Made != people.MailRuled || !v.Repeated || len(v.Plays) != 1 || f.head(tea) != after {
		t.Errorf("taken again: %+v", v)
	}
	known, err := f.st.Mails(t.Context(), nil)
	if err != nil || len(known.List) != 1 || known.List[0].Made != people.MailRuled || known.List[0].Upto == 0 {
		t.Errorf("%+v, %v", known, err)
	}
}

// TestWhatOneProcessHasFinishedAnotherDoesNotBeginAgain has two processes take one mail at once. The second begins when the first has
// finished, and is killed half-way.
func TestWhatOneProcessHasFinishedAnotherDoesNotBeginAgain(t *testing.T) {
	f := opened(t, tea)
	m := written("ann@example.org", "", "Kd4-d5")
	type killed struct{}
	func() {
		defer func() {
			if p := recover(); p != (killed{}) {
				t.Fatalf("it was not killed: %v", p)
			}
		}()
		o, asked := f.o, false
		o.Now = func() time.Time { // after it was asked whether the mail is known
			if !asked {
				asked = true
				f.take(m)
			}
			return noon
		}
		o.Entered = func(string, uint64) { panic(killed{}) }
		_, _ = New(f.st, o).Take(t.Context(), post.Letter{Raw: []byte(m)})
	}()
	known, err := f.st.Mails(t.Context(), nil)
	if err != nil || len(known.List) != 1 || known.List[0].Made != people.MailRuled || known.List[0].Upto == 0 {
		t.Errorf("%+v, %v", known, err)
	}
}

// TestAMailThatTwoProcessesTakeIsAnsweredOnce has two processes take one mail at once that holds no play. The answer has been sent
// when the second finishes.
func TestAMailThatTwoProcessesTakeIsAnsweredOnce(t *testing.T) {
	f := opened(t, tea)
	m := written("ann@example.org", "", "What is this game about?")
	o, asked := f.o, false
	o.Now = func() time.Time { // after it was asked whether the mail is known
		if !asked {
			asked = true
			if f.take(m); len(f.answers()) != 1 {
				t.Errorf("after the first: %v", f.answers())
			}
			if _, err := f.st.Mails(t.Context(), func(all *people.Mails) error { all.List[0].Answer = nil; return nil }); err != nil {
				t.Error(err)
			}
		}
		return noon
	}
	v, err := New(f.st, o).Take(t.Context(), post.Letter{Raw: []byte(m)})
	if err != nil || v.Made != people.MailTray || !v.Answer || len(f.answers()) != 0 || f.tray() != 1 {
		t.Errorf("%+v, %v; answers due: %v; %d in the tray", v, err, f.answers(), f.tray())
	}
}

func TestWhatIsNotTakenLiesInTheTrayAndIsAnswered(t *testing.T) {
	for _, c := range []struct {
		name, from, header, body string
		why                      string
		answered                 bool
		says                     string
	}{
		{"talk", "ann@example.org", "", "When is the party?", "no line holds a play", true, "in one of these forms"},
		{"in words", "ann@example.org", "", "My king would like to go from d4 over to d5.\n\nAnn", "no line holds a play", true, "Did you mean this? Then send it alone on its line:\n\n    Kd4-d5\n"},
		{"as in its game", "ann@example.org", "", "What may I play?", "no line holds a play", true, "in one of these forms:\n\n    Kd4-"},
		{"nearly a play", "Ann <ann@example.org>", "", "play: Ra1-7a", "cannot be read as a play", true, "expected the square"},
		{"a square that there is not", "ann@example.org", "", "Kd4-z99", "z99", true, ""},
		{"a stranger", "dora@example.org", "", "pass", "no player of this game has the address dora@example.org", true, "ask the umpire to register this one"},
		{"another's side", "ann@example.org", "", "Blue: pass", "the play is for Blue", true, ""},
		{"a machine", "ann@example.org", "Auto-Submitted: auto-replied\n", "pass", "an automatic answer", false, ""},
		{"by a list", "ann@example.org", "List-Id: <chess.example.org>\n", "When is the party?", "no line holds a play", false, ""},
		{"two senders", "ann@example.org, bob@example.org", "", "pass", "", false, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := opened(t, tea)
			before := f.head(tea)
			m := written(c.from, c.header, c.body)
			v := f.take(m)
			if v.Made == people.MailRuled || !strings.Contains(v.Why, c.why) || f.tray() != 1 || f.head(tea) != before {
				t.Fatalf("%+v, %d in the tray", v, f.tray())
			}
			list := f.answers()
			if v.Answer != c.answered || (len(list) == 1) != c.answered {
				t.Fatalf("answered %v: %+v", v.Answer, list)
			}
			if c.answered && (!strings.Contains(c.from, list[0].To) || !strings.Contains(list[0].Text, c.why) || !strings.Contains(list[0].Text, c.says)) {
				t.Errorf("the answer is %+v", list[0])
			}
			if v := f.take(m); !v.Repeated || len(f.answers()) != len(list) || f.tray() != 1 {
				t.Errorf("the second time: %+v", v)
			}
		})
	}
}

func TestTheOfficesOwnMailsAreLeftAlone(t *testing.T) {
	f := opened(t, tea)
	if v := f.take(written("Umpire <Umpire@example.org>", "", "pass")); v.Made != people.MailIgnored || f.tray() != 0 || len(f.answers()) != 0 {
		t.Errorf("%+v", v)
	}
}

func TestStrangersAreAnsweredSeldom(t *testing.T) {
	f := opened(t, tea)
	for i := range 30 {
		f.take(written(fmt.Sprintf("eve%d@example.net", i), "", "hello"))
		f.take(written("eve0@example.net", "", "hello"))
	}
	to := map[string]int{}
	for _, a := range f.answers() {
		to[a.To]++
	}
	if len(to) != mostAnswers || to["eve0@example.net"] != 1 {
		t.Errorf("%d strangers are answered, one of them %d times", len(to), to["eve0@example.net"])
	}
	for range 30 {
		f.take(written("ann@example.org", "", "hello"))
	}
	if n := len(f.answers()) - mostAnswers; n != mostAnswers {
		t.Errorf("a player is answered %d times a day", n)
	}
	f.o.Now = func() time.Time { return noon.Add(25 * time.Hour) }
	if v := f.take(written("eve0@example.net", "", "hello")); !v.Answer {
		t.Error("the next day they are not answered either")
	}
	if f.tray() != 91 {
		t.Errorf("%d mails lie in the tray", f.tray())
	}
}

func TestAMailIsAboutTheGameThatItNames(t *testing.T) {
	f := opened(t, "alpha", "beta")
	first, _, err := store.EventAt(t.Context(), f.st.Events, "beta", 1)
	if err != nil {
		t.Fatal(err)
	}
	origin := first.ID.String()
	for _, c := range []struct {
		name, from, header string
		game               string // "" if nothing says
	}{
		{"by its subject", "ann@example.org", "Subject: Re: [Beta] your turn: Red (#33)\n", "beta"},
		{"by an address", "ann@example.org", "To: Umpire <umpire+alpha@example.org>\n", "alpha"},
		{"by what it answers", "ann@example.org", "In-Reply-To: <" + origin + "@example.org>\n", "beta"},
		{"by a letter that it answers", "ann@example.org", "References: <x@y> <" + origin + "@example.org> <0199.aa." + origin[:8] + "@example.org>\n", "beta"},
		{"by a letter that two games could have sent", "bob@alpha.example", "References: <0199.aa." + origin[:8] + "@example.org>\n", "alpha"},
		{"the subject before the rest", "ann@example.org", "Subject: [alpha]\nReferences: <" + origin + "@example.org>\n", "alpha"},
		{"by who plays there alone", "bob@beta.example", "", "beta"},
		{"not at all", "ann@example.org", "Subject: [gamma] my play\n", ""},
		{"one of them twice", "ann@example.org", "Subject: [beta] Re: [Beta]\n", "beta"},
		{"two by its subject", "ann@example.org", "Subject: [alpha] [Beta] my play\n", ""},
		{"two by addresses", "ann@example.org", "To: umpire+alpha@example.org, umpire+beta@example.org\n", ""},
		{"the subject before two addresses", "ann@example.org", "Subject: [Beta]\nTo: umpire+alpha@example.org, umpire+beta@example.org\n", "beta"},
	} {
		t.Run(c.name, func(t *testing.T) {
			v := f.take(written(c.from, c.header, "play: xyzzy"))
			if v.Game != c.game || v.Made != people.MailTray || (c.game == "") != (strings.HasPrefix(v.Why, "it ") && strings.HasSuffix(v.Why, ": alpha, beta")) {
				t.Errorf("%+v", v)
			}
		})
	}
	if v := f.take("Message-ID: <nobody@example.org>\n\nplay: xyzzy\n"); v.Made != people.MailTray || !strings.Contains(v.Why, "it does not say who sent it") {
		t.Errorf("a mail of nobody: %+v", v)
	}
}

func TestAGameSaysWhatItDemands(t *testing.T) {
	key := ed25519.NewKeyFromSeed(bytes.Repeat([]byte{7}, ed25519.SeedSize))
	lookup := func(string) ([]string, error) {
		return []string{"v=DKIM1; k=ed25519; p=" + base64.StdEncoding.EncodeToString(key.Public().(ed25519.PublicKey))}, nil
	}
	signed := func(m string) string {
		var out bytes.Buffer
		err := dkim.Sign(&out, strings.NewReader(strings.ReplaceAll(m, "\n", "\r\n")), &dkim.SignOptions{Domain: "example.org", Selector: "s", Signer: key, Hash: crypto.SHA256})
		if err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	plain := func(string) string { return written("ann@example.org", "", "Kd4-d5") }
	titled := func(player string, at time.Time) func(string) string {
		return func(origin string) string {
			return written("ann@example.org", "Subject: Re: your turn: Red "+post.Token([]byte("key"), origin, player, at)+"\n", "Kd4-d5")
		}
	}
	for _, c := range []struct {
		name, demand string
		mail         func(origin string) string
		taken        bool
	}{
		{"nothing", "", plain, true},
		{"nothing, and it is disowned", people.DemandNothing, func(string) string {
			return written("ann@example.org", "Authentication-Results: mx.example.com; dmarc=fail header.from=example.org\n", "Kd4-d5")
		}, false},
		{"proof, and there is none", people.DemandAuthentic, plain, false},
		{"proof by a signature", people.DemandAuthentic, func(string) string { return signed(plain("")) }, true},
		{"proof by our server", people.DemandAuthentic, func(string) string {
			return written("ann@example.org", "Authentication-Results: mx.example.com; dmarc=pass header.from=example.org\n", "Kd4-d5")
		}, true},
		{"proof by another server", people.DemandAuthentic, func(string) string {
			return written("ann@example.org", "Authentication-Results: mx.example.net; dmarc=pass header.from=example.org\n", "Kd4-d5")
		}, false},
		{"a token, and there is none", people.DemandToken, plain, false},
		{"a token", people.DemandToken, titled("Ann", noon), true},
		{"a token of last month", people.DemandToken, titled("Ann", noon.AddDate(0, -1, 0)), true},
		{"a token of long ago", people.DemandToken, titled("Ann", noon.AddDate(0, -2, 0)), false},
		{"a token of another player", people.DemandToken, titled("Bob", noon), false},
		{"the umpire's hand", people.DemandUmpire, func(string) string { return signed(plain("")) }, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := opened(t, tea)
			f.o.Trust = post.Trust{Trusted: []string{"mx.example.com"}, Lookup: lookup}
			if _, err := f.st.Game(tea).Posted(t.Context(), func(p *people.Posted) error { p.Demand = c.demand; return nil }); err != nil {
				t.Fatal(err)
			}
			first, _, err := store.EventAt(t.Context(), f.st.Events, tea, 1)
			if err != nil {
				t.Fatal(err)
			}
			v := f.take(c.mail(first.ID.String()))
			if taken := v.Made == people.MailRuled; taken != c.taken || !taken && (f.tray() != 1 || v.Why == "") {
				t.Errorf("%+v", v)
			}
		})
	}
}

func TestMailsThatComeTogetherAreTakenInTheOrderOfTheirDates(t *testing.T) {
	f := opened(t, tea)
	at := func(id, date, from, play string) post.Letter {
		return post.Letter{Label: id, Raw: []byte("From: " + from + "\nDate: " + date + "\nMessage-ID: <" + id + "@x>\n\n" + play + "\n")}
	}
	v, err := f.desk.TakeAll(t.Context(), []post.Letter{
		at("third", "Fri, 09 Oct 1998 11:00:00 +0000", "ann@example.org", "Kd5-d6"),
		at("first", "Fri, 09 Oct 1998 11:00:00 +0200", "ann@example.org", "Kd4-d5"),
		at("second", "Fri, 09 Oct 1998 10:00:00 +0000", "bob@example.org", "Ki4-i5"),
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range v.Mails {
		got = append(got, m.Label+" "+m.Plays[0].Verdict)
	}
	if diff := cmp.Diff([]string{"first accepted", "second accepted", "third accepted"}, got); diff != "" {
		t.Error(diff)
	}
}

// TestAMailThatNothingCanBeDoneWithStaysWithItsSource takes the store away.
func TestAMailThatNothingCanBeDoneWithStaysWithItsSource(t *testing.T) {
	f := opened(t, tea)
	f.o.Tray = filepath.Join(t.TempDir(), "file", "tray")
	if err := os.WriteFile(filepath.Dir(f.o.Tray), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	m := written("ann@example.org", "", "hello")
	if v, err := New(f.st, f.o).Take(t.Context(), post.Letter{Raw: []byte(m)}); err == nil {
		t.Fatalf("%+v", v)
	}
	f.o.Tray = filepath.Join(t.TempDir(), "tray")
	if v := f.take(m); v.Repeated || v.Made != people.MailTray {
		t.Errorf("%+v", v)
	}
}

func TestAForgottenPlayerIsInNoNote(t *testing.T) {
	f := opened(t, tea)
	f.take(written("Ann <ann@example.org>", "", "hello"))
	if found, err := f.st.Game(tea).Forget(t.Context(), "Ann"); err != nil || !found {
		t.Fatal(found, err)
	}
	if list := f.answers(); len(list) != 0 {
		t.Errorf("they are still to be answered: %+v", list)
	}
}

// TestMailsEndAndBeginByAMail has Ann unsubscribe as her mail program does it, with an empty mail, and take it back; a stranger cannot.
func TestMailsEndAndBeginByAMail(t *testing.T) {
	f := opened(t, tea)
	off := func() bool {
		t.Helper()
		all, err := f.st.Game(tea).Wishes(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		return all["Ann"].Off
	}
	head := f.head(tea)
	for _, c := range []struct {
		from, subject, made string
		off                 bool
	}{
		{"eve@elsewhere.example", "unsubscribe " + tea, people.MailTray, false},
		{"ann@example.org", "unsubscribe " + tea, people.MailWish, true},
		{"ann@example.org", "Subscribe " + tea, people.MailWish, false},
	} {
		v := f.take(written(c.from, "Message-ID: <"+c.subject[:3]+c.from+">\nSubject: "+c.subject+"\n", ""))
		if v.Made != c.made || off() != c.off {
			t.Errorf("%s by %s: made %q (%s), off: %v", c.subject, c.from, v.Made, v.Why, off())
		}
	}
	if f.head(tea) != head {
		t.Error("something was written to the ledger")
	}
	if n := len(f.answers()); n != 3 {
		t.Errorf("%d answers", n)
	}
	f.o.Trust = post.Trust{}
	if _, err := f.st.Game(tea).Demand(t.Context(), people.DemandAuthentic); err != nil {
		t.Fatal(err)
	}
	if v := f.take(written("ann@example.org", "Message-ID: <forged>\nSubject: unsubscribe "+tea+"\n", "")); v.Made != people.MailTray || off() {
		t.Errorf("of a sender whom nothing proves: made %q, off: %v", v.Made, off())
	}
	// Forgetting takes the wish along.
	if _, err := f.st.Game(tea).Wish(t.Context(), "Ann", func(w *people.Wish) { w.Language = "de" }); err != nil {
		t.Fatal(err)
	}
	if _, err := f.st.Game(tea).Forget(t.Context(), "Ann"); err != nil {
		t.Fatal(err)
	}
	if all, err := f.st.Game(tea).Wishes(t.Context(), nil); err != nil || len(all) != 0 {
		t.Errorf("wishes are left: %v, %v", all, err)
	}
}
