package proof_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"golang.org/x/mod/sumdb/tlog"

	"adjudicate/ledger/proof"
)

// TestAPolicyAccepts holds every set of signatures against what the quorum of c2sp.org/tlog-policy's own example says, two
// organisations of three witnesses each, reckoned here without it.
func TestAPolicyAccepts(t *testing.T) {
	umpire := keyFor(t, 1, "umpire")
	text := "# two organisations\nlog " + umpire.Public + "\n\n"
	names := []string{"X1", "X2", "X3", "Y1", "Y2", "Y3"}
	var keys []*proof.Key
	for i, name := range names {
		k, _ := witnessFor(t, byte(10+i), strings.ToLower(name)+".example")
		keys = append(keys, k)
		text += fmt.Sprintf("\twitness  %s %s https://%s.example/\n", name, k.Public, name)
	}
	text += "group X-witnesses 2 X1 X2 X3\ngroup Y-witnesses any Y1 Y2 Y3\ngroup X-and-Y all X-witnesses Y-witnesses\nquorum X-and-Y\n"
	p, err := proof.ReadPolicy([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := p.String(), "2 of (2 of X1, X2, X3), (1 of Y1, Y2, Y3)"; got != want {
		t.Errorf("the quorum is %q, want %q", got, want)
	}
	if p.Witnesses[1].URL != "https://X2.example/" {
		t.Errorf("the address is %q", p.Witnesses[1].URL)
	}
	base, err := proof.Sign(proof.Checkpoint{Origin: "adjudicate/x", Size: 8, Root: tlog.Hash{7}}, umpire.Signer)
	if err != nil {
		t.Fatal(err)
	}
	known := proof.Verifiers(p.Keys())
	for set := range 1 << len(keys) {
		c, x, y := base, 0, 0
		for i, k := range keys {
			if set>>i&1 == 0 {
				continue
			}
			if i < 3 {
				x++
			} else {
				y++
			}
			line, err := k.Cosign(c, time.Unix(1e9, 0))
			if err != nil {
				t.Fatal(err)
			}
			if c, err = c.WithCosignatures([]byte(line), known); err != nil {
				t.Fatal(err)
			}
		}
		if got, want := p.Accepts(c), x >= 2 && y >= 1; got != want {
			t.Errorf("%d of X and %d of Y: %v", x, y, got)
		}
	}
	bare, err := proof.ReadPolicy([]byte("log " + umpire.Public + "\nquorum none\n"))
	if err != nil || !bare.Accepts(base) || bare.String() != "no witness" {
		t.Errorf("without a quorum: %v, %v", bare, err)
	}
	other := keyFor(t, 9, "umpire")
	if bare, err = proof.ReadPolicy([]byte("log " + other.Public + "\nquorum none\n")); err != nil || bare.Accepts(base) {
		t.Errorf("the signature of another log is accepted (%v)", err)
	}
}

func TestPoliciesThatAreNone(t *testing.T) {
	umpire := keyFor(t, 1, "umpire")
	w1, private := witnessFor(t, 2, "w1.example")
	twin, _ := witnessFor(t, 2, "other.example")
	w2, _ := witnessFor(t, 3, "w2.example")
	one, two := "witness a "+w1.Public+"\n", "witness b "+w2.Public+"\n"
	for _, c := range []struct{ text, want string }{
		{"", "no quorum"},
		{one, "no quorum"},
		{one + "quorum b\n", `line 2: no witness or group "b" before this line`},
		{one + "quorum a\nquorum a\n", "line 3: duplicate quorum"},
		{one + one + "quorum a\n", `line 2: "a" is defined already`},
		{one + "witness b " + twin.Public + "\nquorum a\n", "line 2: duplicate key"},
		{"witness a " + umpire.Public + "\nquorum a\n", "is not the public key of a witness"},
		{"witness a " + private + "\nquorum a\n", "is not the public key of a witness"},
		{"log " + w1.Public + "\nquorum none\n", "is not the public key of a log"},
		{"witness none " + w1.Public + "\nquorum none\n", `"none" is defined already`},
		{one + two + "group g 3 a b\nquorum g\n", "line 3: expected all, any or a number from 1 to 2"},
		{one + two + "group g 0 a b\nquorum g\n", "line 3: expected all, any or a number from 1 to 2"},
		{one + two + "group g 02 a b\nquorum g\n", "line 3: expected all, any or a number from 1 to 2"},
		{one + two + "group g any a a\nquorum g\n", `line 3: "a" is a member already`},
		{one + two + "group g any a b\ngroup h any a b\nquorum g\n", `line 4: "a" is a member already`},
		{one + "group g any g\nquorum g\n", `line 2: no witness or group "g" before this line`},
		{one + "group g any\nquorum a\n", "line 2: expected group"},
		{one + "vote a\n", `line 2: expected log, witness, group or quorum, found "vote"`},
		{one + "quorum a\r\n", "line 2: control character"},
		{"# " + strings.Repeat("x", 70_000), "at most 65536 bytes"},
	} {
		if _, err := proof.ReadPolicy([]byte(c.text)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.200q: %v, want %q", c.text, err, c.want)
		}
	}
}
