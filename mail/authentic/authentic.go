// Package authentic answers: how certain is it that a mail comes from the address in its From?
//
//	From: one field, one address ──► its domain
//	Authentication-Results of a trusted server ──► dmarc, dkim, spf, for that domain
//	DKIM-Signature ──key from DNS──► verified, for that domain
//	                                     └──► Proof
//
// A signature speaks for the domain that made it. It counts only if From is in that domain or
// shares its registered domain (relaxed alignment, RFC 7489), and only if it covers the fields
// that identify a mail and its date; otherwise the mail could be replayed as another one.
//
// Anyone can write an Authentication-Results field. It counts only under server names that the
// caller trusts; those servers must strip such fields from incoming mail (RFC 8601 §5). If there
// are several, the topmost counts, because that server added it last.
//
// The package does no I/O except to look up keys, through a function that the caller supplies.
// A mail that proves nothing is not thereby a forgery; what follows is for the caller to decide.
package authentic

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/emersion/go-message"
	"github.com/emersion/go-message/mail"
	"github.com/emersion/go-msgauth/authres"
	"github.com/emersion/go-msgauth/dkim"
	"golang.org/x/net/publicsuffix"
)

// A Proof is what speaks for the sender of a mail.
type Proof struct {
	By     string // what proves the sender's domain: "dkim", "dmarc", "spf"; "" for nothing
	Forged bool   // a trusted server says that the domain disowns the mail
	Why    string // in a few words
}

// Proved reports whether the domain of the From answers for the mail.
func (p Proof) Proved() bool { return p.By != "" }

// A Judge looks for proofs.
type Judge struct {
	Trusted []string                              // the names by which servers of ours sign Authentication-Results
	Lookup  func(domain string) ([]string, error) // TXT records; nil if signatures are not to be verified
}

// mostSignatures is how many signatures of a mail are verified.
const mostSignatures = 5

// Judge looks for what speaks for the sender of a message.
func (j *Judge) Judge(raw []byte) Proof {
	raw = bytes.ReplaceAll(bytes.ReplaceAll(raw, []byte("\r\n"), []byte("\n")), []byte("\n"), []byte("\r\n"))
	entity, _ := message.Read(bytes.NewReader(raw))
	if entity == nil {
		return Proof{Why: "not a mail message"}
	}
	domain, err := domainOf(&entity.Header)
	if err != nil {
		return Proof{Why: err.Error()}
	}
	found, told := j.told(&entity.Header, domain)
	if found.Proved() || found.Forged {
		return found
	}
	if j.Lookup == nil {
		if !told {
			found.Why = "it has no authentication results"
		}
		return found
	}
	return j.signed(raw, &entity.Header, domain)
}

// domainOf is the domain of the only sender.
func domainOf(h *message.Header) (string, error) {
	if n := len(h.Values("From")); n != 1 {
		return "", fmt.Errorf("it has %d From fields", n)
	}
	senders, err := (&mail.Header{Header: *h}).AddressList("From")
	if err != nil || len(senders) != 1 {
		return "", errors.New("it has no single sender")
	}
	_, domain, _ := strings.Cut(senders[0].Address, "@")
	if domain == "" || strings.Contains(domain, "@") {
		return "", errors.New("its sender has no domain")
	}
	return domain, nil
}

// signed verifies the signatures of a message.
func (j *Judge) signed(raw []byte, h *message.Header, domain string) Proof {
	list, err := dkim.VerifyWithOptions(bytes.NewReader(raw), &dkim.VerifyOptions{LookupTXT: j.Lookup, MaxVerifications: mostSignatures})
	if err != nil && !errors.Is(err, dkim.ErrTooManySignatures) {
		return Proof{Why: "its signatures are malformed"}
	}
	why := "it has no signature"
	for _, v := range list {
		switch open := uncovered(h, v.HeaderKeys); {
		case v.Err != nil:
			why = fmt.Sprintf("invalid signature of %s: %v", v.Domain, v.Err)
		case !aligned(v.Domain, domain):
			why = fmt.Sprintf("it is signed by %s but comes from %s", v.Domain, domain)
		case open != "":
			why = fmt.Sprintf("the signature of %s does not cover %s", v.Domain, open)
		default:
			return Proof{By: "dkim", Why: "signed by " + v.Domain}
		}
	}
	return Proof{Why: why}
}

// uncovered is a field that tells one mail from another and that a signature leaves open.
func uncovered(h *message.Header, keys []string) string {
	for _, name := range []string{"Message-ID", "Date"} {
		if h.Has(name) && !slices.ContainsFunc(keys, func(k string) bool { return strings.EqualFold(strings.TrimSpace(k), name) }) {
			return name
		}
	}
	return ""
}

// aligned reports whether one domain answers for another: both are, or belong to, one registered domain.
func aligned(a, b string) bool {
	a, b = registered(a), registered(b)
	return a != "" && a == b
}

func registered(domain string) string {
	domain = strings.ToLower(strings.Trim(domain, ". "))
	if own, err := publicsuffix.EffectiveTLDPlusOne(domain); err == nil {
		return own
	}
	return domain
}

// told is what the topmost field of a trusted server says, and whether there is one.
func (j *Judge) told(h *message.Header, domain string) (Proof, bool) {
	for _, field := range h.Values("Authentication-Results") {
		plain, ok := bare(field)
		if !ok {
			continue
		}
		by, results, err := authres.Parse(plain)
		if err != nil || !slices.ContainsFunc(j.Trusted, func(t string) bool { return strings.EqualFold(t, by) }) {
			continue
		}
		return read(by, results, domain), true
	}
	return Proof{}, false
}

// read weighs the results of a trusted server.
func read(by string, results []authres.Result, domain string) Proof {
	found := Proof{Why: by + " has nothing for " + domain}
	for _, r := range results {
		p := Proof{}
		switch r := r.(type) {
		case *authres.DMARCResult:
			if r.Value == authres.ResultFail {
				return Proof{Forged: true, Why: by + " says that " + domain + " disowns it"}
			}
			if r.Value == authres.ResultPass && strings.EqualFold(r.From, domain) {
				p.By = "dmarc"
			}
		case *authres.DKIMResult:
			signer := r.Domain
			if signer == "" {
				_, signer, _ = strings.Cut(r.Identifier, "@")
			}
			if r.Value == authres.ResultPass && aligned(signer, domain) {
				p.By = "dkim"
			}
		case *authres.SPFResult:
			from := r.From
			if _, host, ok := strings.Cut(from, "@"); ok {
				from = host
			}
			if r.Value == authres.ResultPass && aligned(from, domain) {
				p.By = "spf"
			}
		}
		if p.Proved() && !found.Proved() {
			found = Proof{By: p.By, Why: fmt.Sprintf("%s says %s=pass", by, p.By)}
		}
	}
	return found
}

// bare is a field without comments. Quoted strings are refused: what stands in them is often the sender's own text, and the library that reads
// the field does not know where they end.
func bare(field string) (string, bool) {
	var out strings.Builder
	depth := 0
	for i := 0; i < len(field); i++ {
		switch c := field[i]; {
		case c == '\\' && depth > 0:
			i++
		case c == '(':
			depth++
		case c == ')':
			if depth--; depth < 0 {
				return "", false
			}
		case depth > 0:
		case c == '"' || c == '\\':
			return "", false
		default:
			out.WriteByte(c)
		}
	}
	return out.String(), depth == 0
}
