package esdb_test

import (
	"errors"
	"net/url"
	"strings"
	"testing"
	"time"

	"adjudicate/store"
	"adjudicate/store/esdb"
	"adjudicate/store/esdb/esdbtest"
	"adjudicate/store/storetest"
)

func TestAddressesThatCannotBeUsed(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ title, address, want string }{
		{"another scheme", "http://localhost:2113", "expected one such as esdb://"},
		{"no host", "esdb://", "invalid syntax"},
		{"a path", "esdb://localhost/hand-3", "invalid syntax"},
		{"a port that is none", "esdb://localhost:port", "invalid syntax"},
		{"a setting that is none", "esdb://localhost?tsl=false", `unknown setting "tsl"`},
		{"a truth that is none", "esdb://localhost?tls=maybe", `invalid tls "maybe": expected true or false`},
		{"a port beyond the last", "esdb://localhost:99999", "port 99999"},
		{"a port beyond the last, of a member", "esdb://umpire:secret@a:1,b:70000", "port 70000"},
		{"a setting given twice", "esdb://localhost?tls=false&tls=true", `duplicate setting "tls"`},
		{"a setting given twice in other letters", "esdb://localhost?category=a&Category=b", "duplicate setting"},
		{"an empty category", "esdb://localhost?category=", "empty category"},
		{"a size beyond every server's", "esdb://localhost?maxAppendSize=1600000020", "maxAppendSize"},
		{"a deadline that is none", "esdb://localhost?defaultDeadline=x", `invalid defaultdeadline "x": expected a whole number`},
		{"a password that is not escaped, with a question mark", "esdb://umpire:sec?ret@localhost", ""},
		{"credentials without TLS", "esdb://umpire:secret@localhost?tls=false", "only sent over TLS"},
		{"a user without a password", "esdb://umpire@localhost", "missing password"},
		{"a password that is not escaped", "esdb://umpire:sec/ret@localhost", "invalid syntax"},
		{"a certificate that is not there", "esdb://localhost?tlsCAFile=/nowhere/ca.crt", "/nowhere/ca.crt"},
		{"a certificate without its key", "esdb://localhost?userCertFile=x", "invalid certificate"},
		{"a certificate of a user that is not there", "esdb://localhost?userCertFile=/nowhere/x.crt&userKeyFile=/nowhere/x.key", "/nowhere/x.crt"},
		{"a size that is none", "esdb://localhost?maxAppendSize=1MB", "maxAppendSize"},
		{"a duration that is none", "esdb://localhost?patience=90", `invalid patience "90": expected a duration`},
		{"a duration below nothing", "esdb://localhost?answer=-1s", `invalid answer "-1s": expected a duration`},
		{"a time limit of nothing", "esdb://localhost?gossipTimeout=0", "gossipTimeout"},
		{"a category with a hyphen", "esdb://localhost?category=my-games", `category "my-games"`},
		{"settings that cannot be read", "esdb://localhost?a=%zz", "invalid settings"},
	} {
		t.Run(c.title, func(t *testing.T) {
			_, err := esdb.Open(c.address, esdb.Options{})
			var refused *esdb.AddressError
			if !errors.As(err, &refused) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got error %v, want %q", err, c.want)
			}
			if err != nil && (strings.Contains(err.Error(), "secret") || strings.Contains(err.Error(), "sec/ret") || strings.Contains(err.Error(), "sec?ret")) {
				t.Errorf("the error shows the password: %v", err)
			}
		})
	}
}

func TestThePlaceOfAnAddressHidesThePassword(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"esdb://localhost:2113?tls=false":                                          "esdb://localhost:2113",
		"esdb://localhost":                                                         "esdb://localhost:2113",
		"esdb://umpire:secret@db.example:2113/?tls=true":                           "esdb://db.example:2113",
		"esdb://umpire:secret@a:1,b:2,c:3?tls=true":                                "esdb://a:1,b:2,c:3",
		"esdb+discover://umpire:secret@cluster.example:2113?nodepreference=leader": "esdb+discover://cluster.example:2113",
	} {
		if got := open(t, address, esdb.Options{}).Place(); got != want {
			t.Errorf("place of %s: %s, want %s", address, got, want)
		}
	}
	for address, want := range map[string]string{
		"esdb://umpire:se@cret@db.example:2113?tls=true": "esdb://db.example:2113",
		"ESDB://umpire:secret@db.example":                "ESDB://db.example", "esdb:umpire:secret@db.example": "esdb:db.example",
		"esdb:/umpire:secret@db.example:2113/": "esdb:/db.example:2113", "esdb://umpire:sec?r#e/t@db.example?tls=true": "esdb://db.example",
		"esdb://db.example": "esdb://db.example", "hand-3.ledger": "hand-3.ledger", "http://u:p@x": "http://u:p@x",
	} {
		if got := esdb.Place(address); got != want {
			t.Errorf("%s is shown as %s, want %s", address, got, want)
		}
	}
}

func TestCredentialsAreSentOverTLS(t *testing.T) {
	t.Parallel()
	c := esdbtest.New(t, esdbtest.Options{Secure: true, User: "umpire", Password: "p@ss:w/rd", Nodes: 2})
	ca := "tlsCAFile=" + url.QueryEscape(c.Authority.File(t))
	held := storetest.Events("tls", 1, 2)
	for _, address := range []string{c.URL(ca), c.ClusterURL(ca)} {
		s := open(t, address, esdb.Options{})
		mustAppend(t, s, "s", 0, held)
		holds(t, s, "s", held)
	}
	mustAppend(t, open(t, c.URL("tlsVerifyCert=false"), esdb.Options{}), "s", 2, storetest.Events("tls", 3, 1))

	other, err := esdbtest.NewAuthority(time.Now())
	if err != nil {
		t.Fatal(err)
	}
	wrong := "tlsCAFile=" + url.QueryEscape(other.File(t))
	for _, x := range []struct{ title, address, want string }{
		{"another authority", c.URL(wrong), "certificate signed by unknown authority"},
		{"another authority of a cluster", c.ClusterURL(wrong), "certificate signed by unknown authority"},
		{"no authority", c.URL(), "certificate signed by unknown authority"},
		{"a wrong password", strings.Replace(c.URL(ca), "w%2Frd", "word", 1), "wrong user name or password"},
		{"no password", "esdb://" + c.Servers[0].Addr() + "?" + ca, "anonymous access denied"},
	} {
		t.Run(x.title, func(t *testing.T) {
			s := open(t, x.address, esdb.Options{})
			began := time.Now()
			_, err := s.Append(ctxOf(t), "s", 0, held)
			var u *store.UnreachableError
			if !errors.As(err, &u) || u.InDoubt || !strings.Contains(err.Error(), x.want) {
				t.Errorf("got error %v, want %q", err, x.want)
			}
			if err := drained(s.Read(ctxOf(t), "s", 1)); err == nil || !strings.Contains(err.Error(), x.want) {
				t.Errorf("reading: got error %v, want %q", err, x.want)
			}
			if took := time.Since(began); took > hangs {
				t.Errorf("it took %s: waiting does not help", took)
			}
		})
	}
	t.Run("a server without TLS", func(t *testing.T) {
		plain := esdbtest.New(t, esdbtest.Options{})
		s := open(t, "esdb://"+plain.Servers[0].Addr()+"?tls=true", esdb.Options{})
		_, err := s.Head(ctxOf(t), "s")
		var u *store.UnreachableError
		if !errors.As(err, &u) || !strings.Contains(err.Error(), "the server does not use TLS") {
			t.Errorf("got error %v", err)
		}
	})
}

func TestAClosedStoreSaysSo(t *testing.T) {
	t.Parallel()
	c := esdbtest.New(t, esdbtest.Options{})
	s := open(t, c.URL(), esdb.Options{})
	mustAppend(t, s, "s", 0, storetest.Events("s", 1, 1))
	for range 2 {
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	_, err := s.Head(ctxOf(t), "s")
	var u *store.UnreachableError
	if !errors.As(err, &u) || !strings.Contains(err.Error(), "the store is closed") {
		t.Errorf("got error %v", err)
	}
}

func FuzzNames(f *testing.F) {
	for _, seed := range []string{"hand-3", "a b", "%", "%41", "½", "\xff", "", "x\x00"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, name string) {
		written := esdb.Escape(name)
		back, ok := esdb.Unescape(written)
		if ok != (name != "") || ok && back != name {
			t.Errorf("%q is written %q, and read as %q, %t", name, written, back, ok)
		}
		if read, ok := esdb.Unescape(name); ok && esdb.Escape(read) != name {
			t.Errorf("%q is read as %q, which is written %q", name, read, esdb.Escape(read))
		}
	})
}

func TestWhatIsNearlyAnAddressIsNoFile(t *testing.T) {
	t.Parallel()
	for place, want := range map[string]string{
		"esdb://localhost": "", "ESDB://localhost:2113": "", "esdb+discover://umpire:secret@localhost": "",
		"127.0.0.1:2113": "did you mean esdb://127.0.0.1:2113?", "localhost:2113": "did you mean esdb://localhost:2113?",
		"esdb:127.0.0.1:2113": "did you mean esdb://127.0.0.1:2113?", "esdb:/umpire:secret@db.example": "did you mean esdb://db.example?",
		"kurrentdb://localhost:2113?tls=false": "did you mean esdb://localhost:2113?", "//localhost:2113": "did you mean esdb://localhost:2113?",
		"hand-3.ledger": "no", "./127.0.0.1:2113": "no", "games/2113": "no", "C:ledger": "no", "/tmp/a:1": "no",
	} {
		is, err := esdb.IsAddress(place)
		switch {
		case want == "" && (!is || err != nil), want == "no" && (is || err != nil):
			t.Errorf("%s: %t and error %v", place, is, err)
		case want != "" && want != "no" && (err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "secret")):
			t.Errorf("%s: got error %v, want %q", place, err, want)
		}
	}
}
