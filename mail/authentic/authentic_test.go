package authentic

import (
	"bytes"
	"crypto"
	"crypto/ed25519"
	"encoding/base64"
	"errors"
	"strings"
	"testing"

	"github.com/emersion/go-msgauth/dkim"
)

// key is that of every domain in these tests.
var key = ed25519.NewKeyFromSeed(bytes.Repeat([]byte{7}, ed25519.SeedSize))

func lookup(domain string) ([]string, error) {
	if !strings.HasPrefix(domain, "s._domainkey.") {
		return nil, errors.New("no such host")
	}
	return []string{"v=DKIM1; k=ed25519; p=" + base64.StdEncoding.EncodeToString(key.Public().(ed25519.PublicKey))}, nil
}

const plain = "From: Ann <ann@example.org>\r\nDate: Fri, 16 Oct 2026 10:00:00 +0000\r\nMessage-ID: <1@example.org>\r\nSubject: play\r\n\r\nRa1-a5\r\n"

var covered = []string{"From", "Date", "Message-ID", "Subject"}

func sign(t *testing.T, mail, domain string, fields []string) string {
	t.Helper()
	var out bytes.Buffer
	err := dkim.Sign(&out, strings.NewReader(mail), &dkim.SignOptions{Domain: domain, Selector: "s", Signer: key, Hash: crypto.SHA256, HeaderKeys: fields})
	if err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestASignatureCountsForItsOwnDomainAndForWhatItCovers(t *testing.T) {
	good := sign(t, plain, "example.org", covered)
	for _, c := range []struct {
		name, mail string
		proved     bool
		why        string
	}{
		{"signed", good, true, "signed by example.org"},
		{"with the line ends of a file", strings.ReplaceAll(good, "\r\n", "\n"), true, "signed by example.org"},
		{"signed by the domain above", sign(t, strings.Replace(plain, "ann@example.org", "ann@mail.example.org", 1), "example.org", covered), true, "signed by example.org"},
		{"not signed", plain, false, "no signature"},
		{"signed by another", sign(t, plain, "example.net", covered), false, "signed by example.net but comes from example.org"},
		{"signed by another below a public suffix", sign(t, strings.Replace(plain, "ann@example.org", "ann@a.github.io", 1), "b.github.io", covered), false, "signed by b.github.io"},
		{"another play", strings.Replace(good, "Ra1-a5", "Ra1-a6", 1), false, "invalid signature of example.org"},
		{"another sender", strings.Replace(good, "ann@", "bob@", 1), false, "invalid signature of example.org"},
		{"a second From before the first", "From: Eve <eve@example.net>\r\n" + good, false, "2 From fields"},
		{"the id is left open", sign(t, plain, "example.org", []string{"From", "Date"}), false, "does not cover Message-ID"},
		{"the date is left open", sign(t, plain, "example.org", []string{"From", "Message-ID"}), false, "does not cover Date"},
		{"two senders", sign(t, strings.Replace(plain, "Ann <ann@example.org>", "ann@example.org, eve@example.net", 1), "example.org", covered), false, "no single sender"},
		{"the second signature", sign(t, good, "example.net", covered), true, "signed by example.org"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := (&Judge{Lookup: lookup}).Judge([]byte(c.mail))
			if got.Proved() != c.proved || !strings.Contains(got.Why, c.why) || got.Forged {
				t.Errorf("got %+v, want %v: %s", got, c.proved, c.why)
			}
		})
	}
	if got := (&Judge{}).Judge([]byte(good)); got.Proved() {
		t.Errorf("nobody has looked, and yet %+v", got)
	}
	if got := (&Judge{Lookup: func(string) ([]string, error) { return nil, errors.New("away") }}).Judge([]byte(good)); got.Proved() {
		t.Errorf("without a key: %+v", got)
	}
}

func TestResultsCountFromServersThatAreTrusted(t *testing.T) {
	j := &Judge{Trusted: []string{"mx.example.com"}}
	for _, c := range []struct {
		name, fields string
		by           string
		forged       bool
	}{
		{"dmarc", "Authentication-Results: mx.example.com; dmarc=pass (p=NONE sp=NONE; dis=NONE) header.from=example.org\r\n", "dmarc", false},
		{"as a large provider writes it", "Authentication-Results: mx.example.com;\r\n       dkim=pass header.i=@example.org header.s=s1 header.b=AbC;\r\n       spf=pass (mx: domain of ann@example.org designates 192.0.2.1 as permitted sender) smtp.mailfrom=ann@example.org\r\n", "dkim", false},
		{"spf", "Authentication-Results: mx.example.com 1; spf=pass smtp.mailfrom=bounce.example.org\r\n", "spf", false},
		{"for another domain", "Authentication-Results: mx.example.com; dkim=pass header.d=example.net; spf=pass smtp.mailfrom=example.net; dmarc=pass header.from=example.net\r\n", "", false},
		{"disowned", "Authentication-Results: mx.example.com; dkim=pass header.d=example.org; dmarc=fail header.from=example.org\r\n", "", true},
		{"a server that nobody trusts", "Authentication-Results: mx.example.net; dmarc=pass header.from=example.org\r\n", "", false},
		{"the topmost of a server counts", "Authentication-Results: mx.example.com; dmarc=none header.from=example.org\r\nAuthentication-Results: mx.example.com; dmarc=pass header.from=example.org\r\n", "", false},
		{"a sender's own text", "Authentication-Results: mx.example.com; spf=fail smtp.mailfrom=\"a; dmarc=pass header.from=example.org; x\"@example.net\r\n", "", false},
		{"in a comment", "Authentication-Results: mx.example.com; spf=fail (a; dmarc=pass header.from=example.org) smtp.mailfrom=example.net\r\n", "", false},
		{"a comment without end", "Authentication-Results: mx.example.com; dmarc=pass header.from=example.org (x\r\n", "", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := j.Judge([]byte(c.fields + plain)); got.By != c.by || got.Forged != c.forged || got.Why == "" {
				t.Errorf("got %+v, want %q, forged %v", got, c.by, c.forged)
			}
		})
	}
}

func FuzzJudge(f *testing.F) {
	f.Add([]byte("Authentication-Results: mx; dmarc=pass header.from=example.org\r\n" + plain))
	f.Add([]byte("DKIM-Signature: v=1; a=ed25519-sha256; d=example.org\r\n" + plain))
	f.Fuzz(func(t *testing.T, raw []byte) {
		p := (&Judge{Trusted: []string{"mx"}, Lookup: lookup}).Judge(raw)
		if p.Why == "" || p.Forged && p.Proved() {
			t.Errorf("%+v", p)
		}
	})
}
