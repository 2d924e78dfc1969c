package esdbtest

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"slices"
	"strings"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
)

// User is who may come in, with the groups that lists of rights name.
type User struct {
	Name, Password string
	Groups         []string
}

const (
	administrators = "$admins"
	everybody      = "$all"
)

// right is what a caller wants to do with a stream.
type right int

const (
	toRead right = iota
	toWrite
	toDelete
)

// caller finds out who calls: nobody without credentials, an error for wrong ones.
func (c *Cluster) caller(ctx context.Context) (*User, error) {
	md, _ := metadata.FromIncomingContext(ctx)
	told := md.Get("authorization")
	if len(told) == 0 {
		return nil, nil
	}
	text, _ := strings.CutPrefix(told[0], "Basic ")
	pair, err := base64.StdEncoding.DecodeString(text)
	name, password, _ := strings.Cut(string(pair), ":")
	if err == nil {
		for i := range c.users {
			if c.users[i].Name == name && c.users[i].Password == password {
				return &c.users[i], nil
			}
		}
	}
	return nil, status.Error(codes.Unauthenticated, "Unauthenticated")
}

// admit holds a call to the rights that a stream's metadata gives, or the default of the
// stream $settings. A server that knows no users lets everybody do everything.
func (c *Cluster) admit(ctx context.Context, name string, want right, trailer func(metadata.MD)) error {
	if len(c.users) == 0 {
		return nil
	}
	u, err := c.caller(ctx)
	if err != nil {
		return err
	}
	if u != nil && (slices.Contains(u.Groups, administrators) || c.log.allows(name, want, u)) {
		return nil
	}
	trailer(metadata.Pairs("exception", "access-denied"))
	return status.Error(codes.PermissionDenied, "Access Denied")
}

func (l *log) allows(name string, want right, u *User) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	of, isMeta := original(name)
	if name == "" || name == everybody {
		of = everybody
		if want != toRead {
			return false
		}
	}
	if isMeta && want == toDelete {
		return false
	}
	system := strings.HasPrefix(of, "$")
	for _, a := range []*acl{l.metadataOf(of, l.committed).acl, l.defaultRights(system)} {
		if list := a.roles(want, isMeta); list != nil {
			return slices.ContainsFunc(list, func(r string) bool { return r == everybody || r == u.Name || slices.Contains(u.Groups, r) })
		}
	}
	return !system
}

// roles is the list of who may do something, nil if nothing is said about it.
func (a *acl) roles(want right, isMeta bool) []string {
	switch {
	case a == nil:
		return nil
	case isMeta && want == toRead:
		return a.metaRead
	case isMeta:
		return a.metaWrite
	case want == toRead:
		return a.read
	case want == toWrite:
		return a.write
	}
	return a.delete
}

// defaultRights is what the newest event of $settings says of streams without rights of
// their own.
func (l *log) defaultRights(system bool) *acl {
	r := l.newest("$settings", l.committed)
	if r == nil {
		return nil
	}
	var fields map[string]json.RawMessage
	if json.Unmarshal(r.data, &fields) != nil {
		return nil
	}
	field := "$userStreamAcl"
	if system {
		field = "$systemStreamAcl"
	}
	return readMetadata([]byte(`{"$acl":` + string(fields[field]) + `}`)).acl
}
