package hooks

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"syscall"
	"time"

	"adjudicate/ledger/people"
)

const (
	within     = 15 * time.Second // for one call
	mostAnswer = 16 << 10         // bytes of an answer that are read
	mostURL    = 2048             // bytes of an address
)

// CheckURL refuses what cannot be called.
func CheckURL(text string, inside bool) error {
	u, err := url.Parse(text)
	switch {
	case err != nil || u.Host == "" || len(text) > mostURL || u.Fragment != "":
		return fmt.Errorf("invalid address %q: expected one such as https://bot.example/games", text)
	case u.User != nil:
		return errors.New("the address holds a password: calls are signed instead")
	case u.Scheme != "https" && !(inside && u.Scheme == "http"):
		return fmt.Errorf("invalid address %q: expected https; --inside also allows http, to this machine and the networks that it is in", text)
	}
	if ip, err := netip.ParseAddr(u.Hostname()); err == nil && !inside && !open(ip) {
		return &DeniedError{ip}
	}
	return nil
}

// Secret is what the calls of a hook are signed with, as its receiver is given it, by a key of the user's.
func Secret(key []byte, game, id string) string {
	return "whsec_" + base64.StdEncoding.EncodeToString(secret(key, game, id))
}

func secret(key []byte, game, id string) []byte {
	h := hmac.New(sha256.New, key)
	fmt.Fprintf(h, "webhook\x00%s\x00%s", game, id)
	return h.Sum(nil)
}

// Sign is the signature of a call.
func Sign(secret []byte, id string, at time.Time, body []byte) string {
	h := hmac.New(sha256.New, secret)
	fmt.Fprintf(h, "%s.%d.%s", id, at.Unix(), body)
	return "v1," + base64.StdEncoding.EncodeToString(h.Sum(nil))
}

// A DeniedError says that an address is not one of the open net.
type DeniedError struct{ IP netip.Addr }

func (e *DeniedError) Error() string {
	return fmt.Sprintf("%s is on this machine or a private network: such hooks are added with --inside", e.IP)
}

// unrouted are networks beyond those that package netip knows, which the open net does not route.
var unrouted = []netip.Prefix{
	netip.MustParsePrefix("0.0.0.0/8"), netip.MustParsePrefix("100.64.0.0/10"), netip.MustParsePrefix("192.0.0.0/24"), netip.MustParsePrefix("192.0.2.0/24"),
	netip.MustParsePrefix("198.18.0.0/15"), netip.MustParsePrefix("198.51.100.0/24"), netip.MustParsePrefix("203.0.113.0/24"), netip.MustParsePrefix("240.0.0.0/4"),
	netip.MustParsePrefix("64:ff9b::/96"), netip.MustParsePrefix("64:ff9b:1::/48"), netip.MustParsePrefix("100::/64"), netip.MustParsePrefix("2001::/23"),
	netip.MustParsePrefix("2001:db8::/32"), netip.MustParsePrefix("2002::/16"), netip.MustParsePrefix("fec0::/10"),
}

// open reports whether an address is one of the open net.
func open(ip netip.Addr) bool {
	ip = ip.Unmap().WithZone("")
	if !ip.IsGlobalUnicast() || ip.IsPrivate() {
		return false
	}
	for _, p := range unrouted {
		if p.Contains(ip) {
			return false
		}
	}
	return true
}

// control lets a connection be made to the open net only. It is asked with the address that a name came to, just before.
func control(_, address string, _ syscall.RawConn) error {
	at, err := netip.ParseAddrPort(address)
	if err != nil {
		return err
	}
	if !open(at.Addr()) {
		return &DeniedError{at.Addr()}
	}
	return nil
}

// newClient is what a call is made with: to the open net, or anywhere.
func newClient(inside bool) *http.Client {
	d := &net.Dialer{Timeout: within}
	if !inside {
		d.Control = control
	}
	return &http.Client{Timeout: within,
		Transport:     &http.Transport{DialContext: d.DialContext, Proxy: nil, DisableKeepAlives: true, TLSHandshakeTimeout: within, ForceAttemptHTTP2: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

// A StatusError says that a hook did not answer with a status of 2xx.
type StatusError struct{ Status int }

func (e *StatusError) Error() string { return fmt.Sprintf("it answers %d", e.Status) }

// call posts one document.
func (o *Options) call(ctx context.Context, game string, h *people.Hook, id string, body []byte) error {
	if err := CheckURL(h.URL, h.Inside); err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, h.URL, bytes.NewReader(body))
	if err != nil {
		return err
	}
	at := o.Now()
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("User-Agent", "adjudicate")
	req.Header.Set("Webhook-Id", id)
	req.Header.Set("Webhook-Timestamp", strconv.FormatInt(at.Unix(), 10))
	req.Header.Set("Webhook-Signature", Sign(secret(o.Key, game, h.ID), id, at, body))
	res, err := newClient(h.Inside).Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	_, _ = io.Copy(io.Discard, io.LimitReader(res.Body, mostAnswer))
	if res.StatusCode/100 != 2 {
		return &StatusError{res.StatusCode}
	}
	return nil
}
