package proof

import (
	"encoding/base64"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Policy says which checkpoints are believed: those that one of its logs' keys signed and a quorum of its witnesses cosigned
// (c2sp.org/tlog-policy).
//
//	log umpire.example+0a1b2c3d+AZ…
//	witness w1 w1.example+4e5f6071+BM… https://w1.example/
//	witness w2 w2.example+8293a4b5+BK…
//	witness w3 w3.example+c6d7e8f9+BQ…
//	group two-of-three 2 w1 w2 w3
//	quorum two-of-three
//
// The name of a log's key need not be the origin of a ledger: an umpire has one key for several.
type Policy struct {
	Logs      []*Key
	Witnesses []PolicyWitness
	groups    []group // each names those before it alone
	quorum    string  // of a witness or a group; "none"
}

// PolicyWitness is one of the witnesses of a policy.
type PolicyWitness struct {
	Name string // within the policy
	Key  *Key
	URL  string // where it is asked, "" if that is not said
}

type group struct {
	name    string
	least   int
	members []string
}

// Bounds of a policy.
const (
	maxPolicyBytes = 64 << 10 // bytes of a policy
	maxPolicyNames = 256      // witnesses and groups of a policy
	noQuorum       = "none"
)

// ReadPolicy reads the file of a policy. The error is a *FormError that names the line.
func ReadPolicy(text []byte) (*Policy, error) {
	p := &Policy{}
	at := 0
	fail := func(format string, args ...any) (*Policy, error) {
		return nil, &FormError{"policy", at, fmt.Sprintf(format, args...)}
	}
	if len(text) > maxPolicyBytes {
		return fail("at most %d bytes, found %d", maxPolicyBytes, len(text))
	}
	grouped := map[string]bool{}
	keys := map[string]bool{} // public parts
	for line := range strings.Lines(string(text)) {
		at++
		word := strings.FieldsFunc(strings.TrimSuffix(line, "\n"), func(c rune) bool { return c == ' ' || c == '\t' })
		if len(word) == 0 || strings.HasPrefix(word[0], "#") {
			continue
		}
		if i := strings.IndexFunc(strings.TrimSuffix(line, "\n"), func(c rune) bool { return c < ' ' && c != '\t' || c == 0x7f }); i >= 0 {
			return fail("control character at column %d", i+1)
		}
		name := ""
		if len(word) > 1 {
			name = word[1]
		}
		if (word[0] == "witness" || word[0] == "group") && (name == noQuorum || p.defined(name)) {
			return fail("%q is defined already", name)
		}
		switch word[0] {
		case "log":
			if len(word) < 2 || len(word) > 3 {
				return fail("expected log KEY [URL]")
			}
			k, err := ReadKey([]byte(name))
			if err != nil || k.Cosigns() || strings.HasPrefix(name, "PRIVATE") {
				return fail("%q is not the public key of a log", name)
			}
			if keys[material(name)] {
				return fail("duplicate key")
			}
			keys[material(name)] = true
			p.Logs = append(p.Logs, k)
		case "witness":
			if len(word) < 3 || len(word) > 4 {
				return fail("expected witness NAME KEY [URL]")
			}
			k, err := ReadKey([]byte(word[2]))
			if err != nil || !k.Cosigns() || strings.HasPrefix(word[2], "PRIVATE") {
				return fail("%q is not the public key of a witness", word[2])
			}
			if keys[material(word[2])] {
				return fail("duplicate key")
			}
			keys[material(word[2])] = true
			w := PolicyWitness{Name: name, Key: k}
			if len(word) == 4 {
				w.URL = word[3]
			}
			p.Witnesses = append(p.Witnesses, w)
		case "group":
			if len(word) < 4 {
				return fail("expected group NAME all|any|NUMBER MEMBER...")
			}
			g := group{name: name, members: word[3:]}
			var err error
			switch g.least, err = strconv.Atoi(word[2]); {
			case word[2] == "all":
				g.least = len(g.members)
			case word[2] == "any":
				g.least = 1
			case err != nil || g.least < 1 || g.least > len(g.members) || strconv.Itoa(g.least) != word[2]:
				return fail("expected all, any or a number from 1 to %d, found %q", len(g.members), word[2])
			}
			for _, m := range g.members {
				switch {
				case !p.defined(m):
					return fail("no witness or group %q before this line", m)
				case grouped[m]:
					return fail("%q is a member already", m)
				}
				grouped[m] = true
			}
			p.groups = append(p.groups, g)
		case "quorum":
			switch {
			case len(word) != 2:
				return fail("expected quorum NAME")
			case p.quorum != "":
				return fail("duplicate quorum")
			case name != noQuorum && !p.defined(name):
				return fail("no witness or group %q before this line", name)
			}
			p.quorum = name
		default:
			return fail("expected log, witness, group or quorum, found %q", word[0])
		}
		if len(p.Witnesses)+len(p.groups) > maxPolicyNames || len(p.Logs) > maxPolicyNames {
			return fail("more than %d logs, or witnesses and groups", maxPolicyNames)
		}
	}
	if at = 0; p.quorum == "" {
		return fail("no quorum: expected a line such as \"quorum NAME\"")
	}
	return p, nil
}

// material is the public part of a key's line, which two names may share, without its algorithm.
func material(line string) string {
	part := strings.SplitN(line, "+", 3)
	if len(part) < 3 || len(part[2]) < 2 {
		return line
	}
	data, _ := base64.StdEncoding.DecodeString(part[2])
	return string(data[min(1, len(data)):])
}

// defined reports whether a name is that of a witness or a group.
func (p *Policy) defined(name string) bool {
	return slices.ContainsFunc(p.Witnesses, func(w PolicyWitness) bool { return w.Name == name }) ||
		slices.ContainsFunc(p.groups, func(g group) bool { return g.name == name })
}

// Keys are those of the logs and of the witnesses.
func (p *Policy) Keys() []*Key {
	list := slices.Clone(p.Logs)
	for _, w := range p.Witnesses {
		list = append(list, w.Key)
	}
	return list
}

// Accepts reports whether a checkpoint that was read with the policy's keys is believed.
func (p *Policy) Accepts(c *Signed) bool {
	if len(p.Logs) > 0 && !slices.ContainsFunc(p.Logs, func(k *Key) bool { return slices.Contains(c.By, k.Name()) }) {
		return false
	}
	held := map[string]bool{noQuorum: true}
	for _, w := range p.Witnesses {
		held[w.Name] = slices.Contains(c.By, w.Key.Name())
	}
	for _, g := range p.groups {
		n := 0
		for _, m := range g.members {
			if held[m] {
				n++
			}
		}
		held[g.name] = n >= g.least
	}
	return held[p.quorum]
}

// String says what the quorum is: "2 of w1, w2, w3".
func (p *Policy) String() string {
	if p.quorum == noQuorum {
		return "no witness"
	}
	return p.of(p.quorum, false)
}

func (p *Policy) of(name string, within bool) string {
	i := slices.IndexFunc(p.groups, func(g group) bool { return g.name == name })
	if i < 0 {
		return name
	}
	g := p.groups[i]
	var members []string
	for _, m := range g.members {
		members = append(members, p.of(m, true))
	}
	text := fmt.Sprintf("%d of %s", g.least, strings.Join(members, ", "))
	if within {
		text = "(" + text + ")"
	}
	return text
}
