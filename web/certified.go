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
	Hosts     []string // the names, such as play.example; without one nothing is obtained
	Folder    string   // of the user, in which the key of the account and the certificates are kept for the user alone
	Directory string   // the address of the authority, "" for Let's Encrypt
}

// Address is where the office is reached by the first name, or plain, where it is reached without certificates.
func (c Certificates) Address(plain string) string {
	if len(c.Hosts) == 0 {
		return plain
	}
	return "https://" + c.Hosts[0]
}

// CheckHost refuses what is no name of a host for which there could be a certificate.
func CheckHost(host string) error {
	if net.ParseIP(host) != nil || !strings.Contains(host, ".") || strings.ContainsAny(host, "/:@*? ") || strings.HasPrefix(host, ".") || strings.HasSuffix(host, ".") {
		return fmt.Errorf("invalid host name %q: expected one such as play.example, without https:// and port", host)
	}
	return nil
}

// Listen returns a listener that speaks TLS by l, with certificates for the names and no others, or l itself if there are none. Told hears why a
// certificate could not be obtained. It closes l if it fails.
func (c Certificates) Listen(l net.Listener, told func(error)) (net.Listener, error) {
	if len(c.Hosts) == 0 && c.Directory == "" {
		return l, nil
	}
	if err := c.check(); err != nil {
		return nil, errors.Join(err, l.Close())
	}
	m := &autocert.Manager{Prompt: autocert.AcceptTOS, Cache: autocert.DirCache(c.Folder + "/certificates"), HostPolicy: autocert.HostWhitelist(c.Hosts...)}
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

func (c Certificates) check() error {
	if c.Folder == "" {
		return errors.New("no folder of the user's to keep certificates in: set XDG_CONFIG_HOME or HOME")
	}
	if len(c.Hosts) == 0 {
		return errors.New("an authority, and no host that it could certify")
	}
	for _, host := range c.Hosts {
		if err := CheckHost(host); err != nil {
			return err
		}
	}
	return nil
}
