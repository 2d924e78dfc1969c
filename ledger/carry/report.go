package carry

import (
	"time"

	"adjudicate/events"
	"adjudicate/ledger/people"
)

// Report says what a ledger has become.
type Report struct {
	Events    uint64      `json:"events"`    // of the old ledger
	Written   uint64      `json:"written"`   // events of the new one
	Inputs    int         `json:"inputs"`    // carried over
	Editions  int         `json:"editions"`  // adopted again
	Disputes  int         `json:"disputes"`  // with the precedents that they set
	Due       []Due       `json:"due"`       // what time had made due and nobody had recorded
	Otherwise []Otherwise `json:"otherwise"` // what comes out differently
	Citations int         `json:"citations"` // inputs that merely rest on other clauses, readings or facts
	Labels    []Label     `json:"labels"`    // pieces and lots that are called otherwise
	Rewritten []Rewritten `json:"rewritten"` // plays that name such a piece
	LeftOut   []LeftOut   `json:"left_out"`

	People []people.Person `json:"-"` // whom the events of the old ledger gave addresses
}

// Due is an entry that the old ledger lacks.
type Due struct {
	Edition int       `json:"edition"`
	Entry   string    `json:"entry"` // its address in the new ledger
	At      time.Time `json:"at"`
}

// Otherwise is an entry that comes out differently.
type Otherwise struct {
	Edition   int            `json:"edition"`
	Was       string         `json:"was"`  // its address in the old ledger
	Is        string         `json:"is"`   // and in the new one
	What      string         `json:"what"` // "verdict" or "effects"
	Before    string         `json:"before"`
	After     string         `json:"after"`
	WhyBefore []string       `json:"why_before,omitempty"` // the reasons why it was rejected
	WhyAfter  []string       `json:"why_after,omitempty"`
	Text      string         `json:"text"` // of the input, for whoever shows it to fill in
	Input     events.Payload `json:"-"`    // as it stands in the new ledger
}

// Label is what a piece or a lot is called.
type Label struct {
	Edition int    `json:"edition"` // of the old ledger, in which it was called so
	Entry   string `json:"entry"`   // the address of what brought it about, in the new ledger
	Was     string `json:"was"`
	Is      string `json:"is"`
}

// Rewritten is a play that names a piece by another label.
type Rewritten struct {
	Was  uint64 `json:"was"` // sequence in the old ledger
	Is   uint64 `json:"is"`
	Text string `json:"text"` // as it was written
}

// LeftOut is an input that has none in the new ledger.
type LeftOut struct {
	Sequence uint64 `json:"sequence"`
	Type     string `json:"type"`
	Why      string `json:"why"`
}

func (r *Report) left(in *events.Envelope, why string) {
	r.LeftOut = append(r.LeftOut, LeftOut{in.Sequence, in.Type, why})
}
