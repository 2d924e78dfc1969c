package esdbtest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// Authority is a certificate authority made for a test.
type Authority struct {
	PEM []byte // its own certificate

	key  *ecdsa.PrivateKey
	root *x509.Certificate
}

// NewAuthority makes an authority whose certificates hold for a day around a moment.
func NewAuthority(at time.Time) (*Authority, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	root := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "authority of a test"},
		NotBefore: at.Add(-12 * time.Hour), NotAfter: at.Add(12 * time.Hour),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
	}
	der, err := x509.CreateCertificate(rand.Reader, root, root, &key.PublicKey, key)
	if err != nil {
		return nil, err
	}
	return &Authority{PEM: pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), key: key, root: root}, nil
}

// certify makes a key for a server at an IP address, and a certificate for it.
func (a *Authority) certify(host string) (*tls.Config, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	node := &x509.Certificate{
		SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: "eventstoredb-node"},
		NotBefore: a.root.NotBefore, NotAfter: a.root.NotAfter, KeyUsage: x509.KeyUsageDigitalSignature,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
		IPAddresses: []net.IP{net.ParseIP(host)},
	}
	der, err := x509.CreateCertificate(rand.Reader, node, a.root, &key.PublicKey, a.key)
	if err != nil {
		return nil, err
	}
	return &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}}, nil
}

// File writes the authority's certificate into a file, for the setting tlsCAFile.
func (a *Authority) File(tb testing.TB) string {
	tb.Helper()
	path := filepath.Join(tb.TempDir(), "ca.crt")
	if err := os.WriteFile(path, a.PEM, 0o600); err != nil {
		tb.Fatal(err)
	}
	return path
}
