package web

import (
	"bytes"
	"context"
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

// An authority is a small one that speaks ACME: it asks the office whether it is there, and signs. It does not check the signatures of requests.
type authority struct {
	t      *testing.T
	srv    *httptest.Server
	office string // where it asks
	key    crypto.Signer
	cert   *x509.Certificate

	mu     sync.Mutex
	host   string
	valid  bool   // the office has answered
	issued []byte // PEM
	orders int
}

func newAuthority(t *testing.T, office string) *authority {
	a := &authority{t: t, office: office}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	a.key = key
	own := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "authority"}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign}
	raw, err := x509.CreateCertificate(rand.Reader, own, own, key.Public(), key)
	if err == nil {
		a.cert, err = x509.ParseCertificate(raw)
	}
	if err != nil {
		t.Fatal(err)
	}
	a.srv = httptest.NewServer(a)
	t.Cleanup(a.srv.Close)
	return a
}

func (a *authority) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	a.mu.Lock()
	defer a.mu.Unlock()
	at := func(path string) string { return a.srv.URL + path }
	var sent struct{ Payload string }
	body, _ := io.ReadAll(r.Body)
	_ = json.Unmarshal(body, &sent)
	payload, _ := base64.RawURLEncoding.DecodeString(sent.Payload)
	w.Header().Set("Replay-Nonce", fmt.Sprint(time.Now().UnixNano()))
	answer := func(status int, v any) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_ = json.NewEncoder(w).Encode(v)
	}
	state := func(done bool) string {
		if done {
			return "valid"
		}
		return "pending"
	}
	order := func() map[string]any {
		v := map[string]any{"status": "pending", "identifiers": []any{map[string]string{"type": "dns", "value": a.host}}, "authorizations": []string{at("/authz")}, "finalize": at("/finalize")}
		if a.valid {
			v["status"] = "ready"
		}
		if a.issued != nil {
			v["status"], v["certificate"] = "valid", at("/cert")
		}
		return v
	}
	challenge := func() map[string]any {
		return map[string]any{"type": "tls-alpn-01", "url": at("/challenge"), "token": "token-of-a-test", "status": state(a.valid)}
	}
	switch r.URL.Path {
	case "/":
		answer(200, map[string]any{"newNonce": at("/nonce"), "newAccount": at("/account"), "newOrder": at("/order")})
	case "/nonce":
	case "/account":
		w.Header().Set("Location", at("/account/1"))
		answer(201, map[string]string{"status": "valid"})
	case "/order":
		var asked struct{ Identifiers []struct{ Value string } }
		_ = json.Unmarshal(payload, &asked)
		a.host, a.orders = asked.Identifiers[0].Value, a.orders+1
		w.Header().Set("Location", at("/order/1"))
		answer(201, order())
	case "/order/1":
		w.Header().Set("Location", at("/order/1"))
		answer(200, order())
	case "/authz":
		answer(200, map[string]any{"status": state(a.valid), "identifier": map[string]string{"type": "dns", "value": a.host}, "challenges": []any{challenge()}})
	case "/challenge":
		conn, err := tls.Dial("tcp", a.office, &tls.Config{ServerName: a.host, NextProtos: []string{"acme-tls/1"}, InsecureSkipVerify: true})
		if err != nil {
			a.t.Error("the office does not answer the authority:", err)
		} else {
			a.valid = conn.ConnectionState().PeerCertificates[0].VerifyHostname(a.host) == nil
			conn.Close()
		}
		answer(200, challenge())
	case "/finalize":
		var asked struct{ CSR string }
		_ = json.Unmarshal(payload, &asked)
		raw, _ := base64.RawURLEncoding.DecodeString(asked.CSR)
		csr, err := x509.ParseCertificateRequest(raw)
		if err != nil || !a.valid {
			a.t.Error("a certificate is asked for out of turn:", err)
			return
		}
		leaf := &x509.Certificate{SerialNumber: big.NewInt(2), DNSNames: csr.DNSNames, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(90 * 24 * time.Hour), KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}}
		signed, err := x509.CreateCertificate(rand.Reader, leaf, a.cert, csr.PublicKey, a.key)
		if err != nil {
			a.t.Error(err)
		}
		var b bytes.Buffer
		_ = pem.Encode(&b, &pem.Block{Type: "CERTIFICATE", Bytes: signed})
		_ = pem.Encode(&b, &pem.Block{Type: "CERTIFICATE", Bytes: a.cert.Raw})
		a.issued = b.Bytes()
		w.Header().Set("Location", at("/order/1"))
		answer(200, order())
	case "/cert":
		w.Header().Set("Content-Type", "application/pem-certificate-chain")
		_, _ = w.Write(a.issued)
	default:
		answer(404, map[string]string{"detail": "no such address " + r.URL.Path})
	}
}

// TestAnOfficeObtainsItsCertificate has a browser come to an office that has no certificate yet, twice, and to a name that is not the office's.
func TestAnOfficeObtainsItsCertificate(t *testing.T) {
	s, _ := office(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	folder := t.TempDir()
	var told []string
	serve := func(directory string) string {
		plain, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		l, err := Certificates{Hosts: []string{"play.example"}, Folder: folder, Directory: directory}.Listen(plain, func(err error) { told = append(told, err.Error()) })
		if err != nil {
			t.Fatal(err)
		}
		go func() { _ = s.Run(ctx, l) }()
		return plain.Addr().String()
	}
	plain, err := net.Listen("tcp", "127.0.0.1:0") // its address is the first office's, which the authority is to know
	if err != nil {
		t.Fatal(err)
	}
	address := plain.Addr().String()
	a := newAuthority(t, address)
	l, err := Certificates{Hosts: []string{"play.example"}, Folder: folder, Directory: a.srv.URL + "/"}.Listen(plain, func(err error) { t.Error(err) })
	if err != nil {
		t.Fatal(err)
	}
	go func() { _ = s.Run(ctx, l) }()

	roots := x509.NewCertPool()
	roots.AddCert(a.cert)
	get := func(address, name string) (string, error) {
		client := &http.Client{Timeout: 30 * time.Second, Transport: &http.Transport{ForceAttemptHTTP2: true, TLSClientConfig: &tls.Config{RootCAs: roots, ServerName: name},
			DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
				return new(net.Dialer).DialContext(ctx, "tcp", address)
			}}}
		defer client.CloseIdleConnections()
		w, err := client.Get("https://" + name + "/")
		if err != nil {
			return "", err
		}
		defer w.Body.Close()
		body, err := io.ReadAll(w.Body)
		return w.Proto + " " + string(body), err
	}
	for range 2 {
		if page, err := get(address, "play.example"); err != nil || !strings.HasPrefix(page, "HTTP/2.0 ") || !strings.Contains(page, "The Autumn Hand") {
			t.Fatalf("%.80q, %v", page, err)
		}
	}
	if a.orders != 1 {
		t.Errorf("%d certificates were ordered", a.orders)
	}
	if _, err := get(address, "other.example"); err == nil {
		t.Error("a certificate for another's name")
	}
	// Started anew, it has the certificate, though the authority cannot be reached.
	if page, err := get(serve("http://127.0.0.1:1/"), "play.example"); err != nil || !strings.Contains(page, "The Autumn Hand") || len(told) > 0 {
		t.Errorf("%.80q, %v, told %q", page, err, told)
	}
}

func TestOnlyHostsHaveCertificates(t *testing.T) {
	plain, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := (Certificates{Folder: t.TempDir(), Directory: "https://authority.example/"}).Listen(plain, nil); err == nil {
		t.Error("an authority is named and no host")
	}
	for host, ok := range map[string]bool{"play.example": true, "localhost": false, "127.0.0.1": false, "https://play.example": false, "play.example:443": false, "": false, "*.example.org": false} {
		if err := CheckHost(host); (err == nil) != ok {
			t.Errorf("%q: %v", host, err)
		}
	}
}
