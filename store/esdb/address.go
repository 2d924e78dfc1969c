package esdb

import (
	"crypto/tls"
	"errors"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
)

// theirs are the settings of an address that the client knows, in lower case. It only warns
// of others; here they are refused, because a slip in "tls" must not go unseen.
var theirs = []string{
	"defaultdeadline", "discoveryinterval", "gossiptimeout", "keepaliveinterval", "keepalivetimeout", "maxdiscoverattempts",
	"nodepreference", "tls", "tlscafile", "tlsverifycert", "usercertfile", "userkeyfile",
}

// parse reads an address: our settings go into o, the others to the client.
func parse(address string, o *Options) (*client.Configuration, error) {
	base, query, _ := strings.Cut(address, "?")
	settings, err := url.ParseQuery(query)
	if err != nil {
		return nil, &AddressError{Found: "its settings cannot be read", Err: err}
	}
	rest := url.Values{}
	for key, values := range settings {
		known, err := o.take(strings.ToLower(key), values[0])
		if err != nil {
			return nil, err
		}
		switch {
		case known:
		case slices.Contains(theirs, strings.ToLower(key)):
			rest[key] = values
		default:
			return nil, &AddressError{Found: "there is no setting " + strconv.Quote(key) + ": expected category, maxAppendSize, answer, patience, " + strings.Join(theirs, ", ")}
		}
	}
	if !strings.HasPrefix(base, "esdb://") && !strings.HasPrefix(base, "esdb+discover://") {
		return nil, &AddressError{Found: "expected one such as esdb://user:password@host:2113?tls=true"}
	}
	base = strings.TrimSuffix(base, "/")
	if len(rest) > 0 {
		base += "?" + rest.Encode()
	}
	conf, err := client.ParseConnectionString(base)
	if err != nil {
		var u *url.Error
		if errors.As(err, &u) {
			err = u.Err // without the address, which may hold a password
		}
		return nil, &AddressError{Found: "it cannot be read (in a user name or password, write : / ? # @ , and % as % and two digits)", Err: err}
	}
	if err := conf.Validate(); err != nil {
		return nil, &AddressError{Found: "its certificate", Err: err}
	}
	if conf.UserCertFile != "" {
		if _, err := tls.LoadX509KeyPair(conf.UserCertFile, conf.UserKeyFile); err != nil {
			return nil, &AddressError{Found: "its certificate", Err: err}
		}
	}
	switch {
	case conf.Username != "" && conf.Password == "":
		return nil, &AddressError{Found: "a user name without a password: expected user:password@host"}
	case conf.Username != "" && conf.DisableTLS:
		return nil, &AddressError{Found: "a user name and password are only sent over TLS: use tls=true, or leave them out for a server that runs --insecure"}
	case conf.GossipTimeout < 1:
		return nil, &AddressError{Found: "gossipTimeout is in seconds, 1 or more"}
	}
	if conf.DefaultDeadline != nil {
		o.Answer = *conf.DefaultDeadline
	}
	conf.DefaultDeadline = nil // each call has its own, see Options.Answer
	conf.Logger = client.NoopLogging()
	return conf, nil
}

// take takes a setting that is ours.
func (o *Options) take(key, value string) (known bool, err error) {
	switch key {
	case "category":
		o.Category = value
	case "maxappendsize":
		n, err := strconv.Atoi(value)
		if err != nil || n < 1 {
			return true, &AddressError{Found: "maxAppendSize is a number of bytes, not " + strconv.Quote(value)}
		}
		o.MaxAppend = n
	case "answer":
		return true, duration(&o.Answer, key, value)
	case "patience":
		return true, duration(&o.Patience, key, value)
	default:
		return false, nil
	}
	return true, nil
}

func duration(d *time.Duration, key, value string) error {
	v, err := time.ParseDuration(value)
	if err != nil || v <= 0 {
		return &AddressError{Found: key + " is a duration such as 90s or 5m, not " + strconv.Quote(value)}
	}
	*d = v
	return nil
}
