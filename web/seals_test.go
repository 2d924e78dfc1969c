package web

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strings"
	"testing"

	"adjudicate/events"
	"adjudicate/ledger"
)

const auction = `number: "1230.326"
title: An auction
procedure:
  assets: [{name: bids, one: a bid, many: bids}]
  powers:
    - name: bid
      by: side
      amount: "10"
      sealed: not player.sealed("bid")
      do: [{pay: amount, asset: bids, payee: side}]
      cite: §1
`

// TestABidIsSealedAndOpenedOnThePage bids under a seal, which is the SHA-256 of the salt, a colon, a space and what is done, and opens it.
func TestABidIsSealedAndOpenedOnThePage(t *testing.T) {
	s, st := office(t)
	l, err := st.Game(autumn).Ledger(t.Context(), 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	deeds, umpire := "/games/"+autumn+"/deeds", invitedAs(t, s, l.State().Holder(events.KnownOffice), roleUmpire)
	if w := postTo(s, deskPath, form(s, t, "kind", "entry", "line", "enact auction.yaml", "rules", auction, "do", "submit"), umpire); w.Code != http.StatusSeeOther {
		t.Fatalf("enacting: status %d: %s", w.Code, w.Body)
	}
	pavel := invited(t, s, "Pavel")
	page := getAs(s, deeds, pavel).Body.String()
	for _, field := range []string{`name="amount"`, `name="how"`, `name="salt"`, `<option>bid</option>`} {
		if !strings.Contains(page, field) {
			t.Errorf("no %s on the page", field)
		}
	}
	if strings.Contains(page, `name="on"`) {
		t.Error("the page asks what a power is used on that is used on nothing")
	}
	bid := []string{"kind", "power", "power", "bid", "side", "Masque", "amount", "7", "salt", "pepper-and-42", "do", "submit"}
	with := func(more ...string) []string { return append(append([]string{}, bid...), more...) }
	if w := postTo(s, deeds, form(s, t, with("how", "seal", "salt", "short")...), pavel); !strings.Contains(w.Body.String(), "expected at least 8 characters") {
		t.Errorf("a salt that could be guessed: status %d", w.Code)
	}
	if w := postTo(s, deeds, form(s, t, with("how", "seal", "do", "preview")...), pavel); !strings.Contains(w.Body.String(), "<code>pepper-and-42</code>") {
		t.Error("the preview does not say which salt opens the seal")
	}
	if w := postTo(s, deeds, form(s, t, with("how", "seal")...), pavel); w.Code != http.StatusSeeOther {
		t.Fatalf("sealing: status %d: %s", w.Code, w.Body)
	}
	sum := sha256.Sum256([]byte("pepper-and-42: bid amount 7"))
	if !sealKept(t, s, hex.EncodeToString(sum[:])) {
		t.Error("the ledger has not kept the seal")
	}
	if w := postTo(s, deeds, form(s, t, with("how", "open")...), pavel); w.Code != http.StatusSeeOther {
		t.Fatalf("opening: status %d: %s", w.Code, w.Body)
	}
	end, err := st.Game(autumn).Ledger(t.Context(), 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := end.State().Held("Pavel", "bids"); got != 7 {
		t.Errorf("Pavel has bid %d, expected 7", got)
	}
}

// sealKept reports whether a seal is among the events.
func sealKept(t *testing.T, s *Server, seal string) (found bool) {
	t.Helper()
	for e, err := range ledger.Events(t.Context(), s.store.Events, autumn, 2096) {
		if err != nil {
			t.Fatal(err)
		}
		if k, ok := e.Payload.(events.SealKept); ok {
			found = found || k.Seal == seal
		}
	}
	return found
}
