package web

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"

	"golang.org/x/crypto/acme"
	"golang.org/x/crypto/acme/autocert"
)

// An office can speak TLS by itself, with certificates that it obtains and renews by ACME (RFC 8555), as those of Let's Encrypt. The authority asks the
// office at port 443 of its name whether it is there (RFC 8737), so no other port and no other program is needed.

// Certificates say for which names an office obtains certificates.
type Certificates struct {
	Hosts     []string // the names, such as play.example
	Folder    string   // where the key of the account and the certificates are kept; nobody else is to read it
	Directory string   // the address of the authority, "" for Let's Encrypt
}

// CheckHost refuses what is no name of a host for which there could be a certificate.
func CheckHost(host string) error {
	if net.ParseIP(host) != nil || !strings.Contains(host, ".") || strings.ContainsAny(host, "/:@*? ") || strings.HasPrefix(host, ".") || strings.HasSuffix(host, ".") {
		return fmt.Errorf("invalid host name %q: expected one such as play.example, without https:// and port", host)
	}
	return nil
}

// Certified returns a listener that speaks TLS with certificates of an authority, for some names and no others. Told hears why one could not be obtained.
func Certified(l net.Listener, c Certificates, told func(error)) (net.Listener, error) {
	if c.Folder == "" {
		return nil, errors.New("missing folder for certificates")
	}
	for _, host := range c.Hosts {
		if err := CheckHost(host); err != nil {
			return nil, err
		}
	}
	m := &autocert.Manager{Prompt: autocert.AcceptTOS, Cache: autocert.DirCache(c.Folder), HostPolicy: autocert.HostWhitelist(c.Hosts...)}
	if c.Directory != "" {
		m.Client = &acme.Client{DirectoryURL: c.Directory}
	}
	config := m.TLSConfig()
	config.MinVersion = tls.VersionTLS12
	obtain := config.GetCertificate
	config.GetCertificate = func(hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
		cert, err := obtain(hello)
		if err != nil && slices.Contains(c.Hosts, strings.ToLower(hello.ServerName)) && !errors.Is(err, context.Canceled) {
			told(fmt.Errorf("certificate of %s: %w", hello.ServerName, err))
		}
		return cert, err
	}
	return tls.NewListener(l, config), nil
}
