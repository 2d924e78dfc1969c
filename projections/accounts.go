package projections

import (
	"iter"
	"time"

	"adjudicate/aggregate"
	"adjudicate/events"
)

// Accounts is what every account holds of every asset, and the statement of how that came
// about. Stabber's Knives and awards are assets like money, Benefyts and Swingpoints.
type Accounts struct {
	cursor
	entries  []AccountEntry
	before   []int32 // the entry of the same account and asset before each, -1 for none
	balances []Balance
	last     []int32                        // the last entry of each balance
	index    map[aggregate.AccountAsset]int // into balances; never iterated
}

// AccountEntry is one change on a statement. Why is the outcome's word for it; awards, and
// knives that a hand's end destroys, are "hand".
type AccountEntry struct {
	Sequence uint64      `json:"sequence"`
	Recorded time.Time   `json:"recorded"`
	Account  string      `json:"account"`
	Asset    string      `json:"asset"`
	Change   events.Half `json:"change"`
	Balance  events.Half `json:"balance"` // after it
	Why      string      `json:"why"`
}

// Balance is what an account holds of an asset.
type Balance struct {
	Account, Asset string
	Amount         events.Half
}

const accountsVersion = 1

// NewAccounts returns the projection before the first event.
func NewAccounts() *Accounts { return &Accounts{index: map[aggregate.AccountAsset]int{}} }

// Name returns "accounts".
func (a *Accounts) Name() string { return "accounts" }

// Fold takes the next envelope.
func (a *Accounts) Fold(e *events.Envelope) error { return fold(a, e) }

func (a *Accounts) apply(e *events.Envelope) {
	switch p := e.Payload.(type) {
	case events.AccountChanged:
		a.add(e, p.Account, p.Asset, p.Change, p.Balance, p.Why)
	case events.KnifeAwarded:
		a.count(e, p.Player, aggregate.KnifeAsset, 1, p.Why)
	case events.KnivesDestroyed:
		for i := range a.balances {
			if b := a.balances[i]; b.Asset == aggregate.KnifeAsset && b.Amount != 0 {
				a.add(e, b.Account, b.Asset, -b.Amount, 0, aggregate.WhyHand)
			}
		}
	case events.AwardGiven:
		a.count(e, p.Player, p.Award, 1, aggregate.WhyHand)
		if p.Replaces != "" {
			a.count(e, p.Player, p.Replaces, -1, aggregate.WhyHand)
		}
	}
}

// count adds a number of things that are counted one by one.
func (a *Accounts) count(e *events.Envelope, account, asset string, n int, why string) {
	change := events.Whole(n)
	a.add(e, account, asset, change, a.Balance(account, asset)+change, why)
}

func (a *Accounts) add(e *events.Envelope, account, asset string, change, balance events.Half, why string) {
	a.keep(AccountEntry{Sequence: e.Sequence, Recorded: e.Recorded.UTC(), Account: account, Asset: asset, Change: change, Balance: balance, Why: why})
}

func (a *Accounts) keep(entry AccountEntry) {
	at := aggregate.AccountAsset{Account: entry.Account, Asset: entry.Asset}
	i, ok := a.index[at]
	if !ok {
		i = len(a.balances)
		a.index[at] = i
		a.balances = append(a.balances, Balance{Account: entry.Account, Asset: entry.Asset})
		a.last = append(a.last, -1)
	}
	a.entries = append(a.entries, entry)
	a.before = append(a.before, a.last[i])
	a.last[i] = int32(len(a.entries) - 1)
	a.balances[i].Amount = entry.Balance
}

// Balance returns what an account holds of an asset; 0 if it was never heard of.
func (a *Accounts) Balance(account, asset string) events.Half {
	if i, ok := a.index[aggregate.AccountAsset{Account: account, Asset: asset}]; ok {
		return a.balances[i].Amount
	}
	return 0
}

// Balances returns every balance in the order in which the accounts first changed.
func (a *Accounts) Balances() []Balance { return append([]Balance(nil), a.balances...) }

// Statement yields the changes of an account, oldest first: of one asset, or of all if asset
// is "".
func (a *Accounts) Statement(account, asset string) iter.Seq[AccountEntry] {
	return func(yield func(AccountEntry) bool) {
		for i := range a.entries {
			e := &a.entries[i]
			if e.Account == account && (asset == "" || e.Asset == asset) && !yield(*e) {
				return
			}
		}
	}
}

// Entries returns all changes, oldest first.
func (a *Accounts) Entries() []AccountEntry { return a.entries }

// At returns what Balances returned at a sequence.
func (a *Accounts) At(sequence uint64) ([]Balance, error) {
	if err := a.known(sequence); err != nil {
		return nil, err
	}
	var list []Balance
	for i, b := range a.balances {
		k := a.last[i]
		for k >= 0 && a.entries[k].Sequence > sequence {
			k = a.before[k]
		}
		if k < 0 {
			// Balances stand in the order of their first entries, so no later one is older.
			break
		}
		b.Amount = a.entries[k].Balance
		list = append(list, b)
	}
	return list, nil
}

// Checkpoint writes every change.
func (a *Accounts) Checkpoint() ([]byte, error) {
	return seal(a.Name(), accountsVersion, &a.cursor, append([]AccountEntry{}, a.entries...))
}

// Restore resumes from a checkpoint.
func (a *Accounts) Restore(checkpoint []byte) error {
	var list []AccountEntry
	c, err := unseal(checkpoint, a.Name(), accountsVersion, &list)
	if err != nil {
		return err
	}
	if err := ordered(a.Name(), c, list, func(e *AccountEntry) uint64 { return e.Sequence }); err != nil {
		return err
	}
	n := NewAccounts()
	n.cursor = c
	for _, e := range list {
		n.keep(e)
	}
	if err := confirm(n, checkpoint); err != nil {
		return err
	}
	*a = *n
	return nil
}
