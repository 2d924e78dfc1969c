package esdb

import (
	"crypto/tls"
	"errors"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
)

// theirs are the settings of an address that the client knows, in lower case. It only warns
// of others; here they are refused, because a slip in "tls" must not go unseen.
var theirs = []string{
	"defaultdeadline", "discoveryinterval", "gossiptimeout", "keepaliveinterval", "keepalivetimeout", "maxdiscoverattempts",
	"nodepreference", "tls", "tlscafile", "tlsverifycert", "usercertfile", "userkeyfile",
}

var (
	schemed = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)^(esdb|esdb\+discover)://`) })
	nearly  = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)^(//|(esdb|esdb\+discover|eventstore|eventstoredb|kurrent|kurrentdb)(\+discover)?:/*)`)
	})
	atPort = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z0-9.-]+:[0-9]{1,5}$`) })
)

// IsAddress reports whether a text that is to name a store is the address of a server. One that
// is nearly an address is an *AddressError that says what was probably meant; everything else is
// for others to make sense of, such as the path of a file.
func IsAddress(place string) (bool, error) {
	if schemed().MatchString(place) {
		return true, nil
	}
	rest := place
	if m := nearly().FindString(place); m != "" {
		rest = place[len(m):]
	} else if !atPort().MatchString(place) {
		return false, nil
	}
	return false, &AddressError{Found: "did you mean " + Place("esdb://"+rest) + "? (write a file of that name as ./" + Place("esdb://" + rest)[len("esdb://"):] + ")"}
}

// Place is an address as it may be shown: without user, password and settings, also where they
// are not written as they should be. Other texts are left as they are.
func Place(address string) string {
	m := nearly().FindString(address)
	if m == "" {
		return address
	}
	rest := address[len(m):]
	if at := strings.LastIndex(rest, "@"); at >= 0 {
		rest = rest[at+1:]
	}
	rest, _, _ = strings.Cut(rest, "?")
	return m + strings.TrimSuffix(rest, "/")
}

// parse reads an address: our settings go into o, the others to the client.
func parse(address string, o *Options) (*client.Configuration, error) {
	if m := schemed().FindString(address); m != "" {
		address = strings.ToLower(m) + address[len(m):]
	}
	base, query, _ := strings.Cut(address, "?")
	settings, err := url.ParseQuery(query)
	if err != nil {
		return nil, &AddressError{Found: "invalid settings", Err: err}
	}
	rest := url.Values{}
	given := map[string]bool{}
	for key, values := range settings {
		lower := strings.ToLower(key)
		if given[lower] || len(values) > 1 {
			return nil, &AddressError{Found: "duplicate setting " + strconv.Quote(key)}
		}
		given[lower] = true
		if err := theirSetting(lower, values[0]); err != nil {
			return nil, err
		}
		known, err := o.take(strings.ToLower(key), values[0])
		if err != nil {
			return nil, err
		}
		switch {
		case known:
		case slices.Contains(theirs, strings.ToLower(key)):
			rest[key] = values
		default:
			return nil, &AddressError{Found: "unknown setting " + strconv.Quote(key) + ": expected category, maxAppendSize, answer, patience, " + strings.Join(theirs, ", ")}
		}
	}
	if !strings.HasPrefix(base, "esdb://") && !strings.HasPrefix(base, "esdb+discover://") {
		return nil, &AddressError{Found: "expected one such as esdb://user:password@host:2113?tls=true"}
	}
	base = strings.TrimSuffix(base, "/")
	if len(rest) > 0 {
		base += "?" + rest.Encode()
	}
	if err := checkPorts(base); err != nil {
		return nil, err
	}
	conf, err := client.ParseConnectionString(base)
	if err != nil {
		if given["tlscafile"] && strings.Contains(err.Error(), "ertificate") {
			return nil, &AddressError{Found: "invalid certificate", Err: err}
		}
		var u *url.Error
		if errors.As(err, &u) {
			err = u.Err // without the address, which may hold a password
		}
		return nil, &AddressError{Found: "invalid syntax (in a user name or password, percent-encode : / ? # @ , and %)", Err: err}
	}
	if err := conf.Validate(); err != nil {
		return nil, &AddressError{Found: "invalid certificate", Err: err}
	}
	if conf.UserCertFile != "" {
		if _, err := tls.LoadX509KeyPair(conf.UserCertFile, conf.UserKeyFile); err != nil {
			return nil, &AddressError{Found: "invalid certificate", Err: err}
		}
	}
	if conf.Username != "" && conf.Password == "" {
		conf.Password = o.Password
	}
	switch {
	case conf.Username != "" && conf.Password == "":
		return nil, &AddressError{Found: "missing password: expected user:password@host, or the password in the environment"}
	case conf.Username != "" && conf.DisableTLS:
		return nil, &AddressError{Found: "a user name and password are only sent over TLS: use tls=true, or leave them out for a server that runs --insecure"}
	case conf.GossipTimeout < 1:
		return nil, &AddressError{Found: "invalid gossipTimeout: expected a number of seconds, at least 1"}
	}
	if conf.DefaultDeadline != nil {
		o.Answer = *conf.DefaultDeadline
	}
	conf.DefaultDeadline = nil // each call has its own, see Options.Answer
	conf.Logger = client.NoopLogging()
	return conf, nil
}

// theirSetting refuses values that the client would take for something else, or only warn of.
func theirSetting(key, value string) error {
	switch key {
	case "tls", "tlsverifycert":
		if value != "true" && value != "false" {
			return &AddressError{Found: "invalid " + key + " " + strconv.Quote(value) + ": expected true or false"}
		}
	case "defaultdeadline", "discoveryinterval", "gossiptimeout", "maxdiscoverattempts", "keepaliveinterval", "keepalivetimeout":
		if _, err := strconv.Atoi(value); err != nil {
			return &AddressError{Found: "invalid " + key + " " + strconv.Quote(value) + ": expected a whole number"}
		}
	}
	return nil
}

// checkPorts refuses ports that there are not: the client takes the rest of a division.
func checkPorts(base string) error {
	_, hosts, _ := strings.Cut(base, "://")
	hosts = hosts[strings.LastIndex(hosts, "@")+1:]
	for host := range strings.SplitSeq(hosts, ",") {
		_, port, ok := strings.Cut(host, ":")
		if n, err := strconv.Atoi(port); ok && err == nil && (n < 1 || n > 65535) {
			return &AddressError{Found: "invalid port " + port + ": expected 1 to 65535"}
		}
	}
	return nil
}

// take takes a setting that is ours.
func (o *Options) take(key, value string) (known bool, err error) {
	switch key {
	case "category":
		if value == "" {
			return true, &AddressError{Found: "empty category: omit it for \"ledger\""}
		}
		o.Category = value
	case "maxappendsize":
		n, err := strconv.Atoi(value)
		if err != nil || n < 1 || n > 256<<20 {
			return true, &AddressError{Found: "invalid maxAppendSize " + strconv.Quote(value) + ": expected a number of bytes, at most 256 MiB"}
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
		return &AddressError{Found: "invalid " + key + " " + strconv.Quote(value) + ": expected a duration such as 90s or 5m"}
	}
	*d = v
	return nil
}

// Realm is what an address names: the members of the cluster, in one order, and the category. Two
// addresses of one realm lead to the same ledgers.
func Realm(address string) string {
	var o Options
	conf, err := parse(address, &o)
	if err != nil {
		return Place(address)
	}
	scheme, hosts, _ := strings.Cut(placeOf(conf), "://")
	members := strings.Split(hosts, ",")
	slices.Sort(members)
	category := o.Category
	if category == "" {
		category = defaultCategory
	}
	return scheme + "://" + strings.Join(members, ",") + "/" + category
}
