package esdb

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"strings"
	"time"
)

// What the connection says when the other side does not speak as expected is an end of file, a
// broken frame or nothing at all. A probe asks the other side what it is instead.

// peerError says what stands at an address in the place of the server that was expected.
type peerError struct {
	text string
	err  error
}

func (e *peerError) Error() string { return e.text }
func (e *peerError) Unwrap() error { return e.err }

// probing bounds how long one step of a probe takes.
const probing = time.Second

// preface begins a connection of HTTP/2: the client's words and an empty frame of settings.
const preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\x00\x00\x00\x04\x00\x00\x00\x00\x00"

// strange reports whether an error of a connection may be that of a peer that speaks otherwise.
func strange(err error) bool {
	text := err.Error()
	for _, sign := range []string{"server preface", "handshake failed", "tls: first record", "ALPN", "frame", "malformed HTTP", "connection reset", "broken pipe", "EOF"} {
		if strings.Contains(text, sign) {
			return !strings.Contains(text, "x509: ") && !strings.Contains(text, "remote error: tls")
		}
	}
	return false
}

// unmasked looks who answers at an address where a connection came to nothing, and returns a
// *peerError if it is nobody that can be talked to as the address says; else the error as it is.
func (s *Store) unmasked(ctx context.Context, address string, err error) error {
	if !strange(err) {
		return err
	}
	found, protocol := answering(ctx, address, nil), ""
	if found == tlsPeer {
		found, protocol = answering(ctx, address, &tls.Config{InsecureSkipVerify: true, NextProtos: []string{"h2"}}), "TLS"
	}
	var text string
	switch {
	case found == otherPeer:
		text = "the address is that of another kind of server"
	case found == httpPeer:
		text = "the address is that of an HTTP server"
	case found == sshPeer:
		text = "the address is that of an SSH server"
	case found == http2Peer && protocol == "TLS" && s.conf.DisableTLS:
		text = "the server requires TLS, but the address says tls=false"
	case found == http2Peer && protocol == "" && !s.conf.DisableTLS:
		text = "the server does not use TLS: use tls=false in the address"
	default:
		return err
	}
	return &peerError{text, err}
}

// A peer is what answers at an address.
type peer int

const (
	silentPeer peer = iota // nothing, or nobody
	http2Peer
	tlsPeer
	httpPeer
	sshPeer
	otherPeer
)

// answering asks an address what it is, over TLS if that is given.
func answering(ctx context.Context, address string, over *tls.Config) peer {
	ctx, cancel := context.WithTimeoutCause(ctx, 3*probing, errSlow)
	defer cancel()
	var d net.Dialer
	conn, err := d.DialContext(ctx, "tcp", address)
	if err != nil {
		return silentPeer
	}
	defer conn.Close()
	if over != nil {
		c := tls.Client(conn, over)
		if c.HandshakeContext(ctx) != nil {
			return silentPeer
		}
		conn = c
	}
	if _, err := conn.Write([]byte(preface)); err != nil {
		return silentPeer
	}
	_ = conn.SetReadDeadline(time.Now().Add(probing))
	head := make([]byte, 9)
	n, err := io.ReadFull(conn, head)
	head = head[:n]
	switch {
	case bytes.HasPrefix(head, []byte("SSH-")):
		return sshPeer
	case bytes.HasPrefix(head, []byte("HTTP/1")):
		return httpPeer
	case n == 9 && head[3] == 4 && head[0] == 0: // settings
		return http2Peer
	case over == nil && n > 1 && head[0] == 0x15 && head[1] == 3: // an alert
		return tlsPeer
	case n > 0:
		return otherPeer
	}
	if over == nil && errors.Is(err, io.EOF) && handshakes(ctx, address) {
		return tlsPeer // one that closes without a word
	}
	return silentPeer
}

// handshakes reports whether there is TLS at an address.
func handshakes(ctx context.Context, address string) bool {
	d := tls.Dialer{Config: &tls.Config{InsecureSkipVerify: true, NextProtos: []string{"h2"}}}
	conn, err := d.DialContext(ctx, "tcp", address)
	if err != nil {
		return false
	}
	conn.Close()
	return true
}
