package mail

import (
	"strings"

	"github.com/emersion/go-message"
	"github.com/emersion/go-message/mail"
)

// readHeader reads what identifies a message. It goes on after a fault, so that the answer to
// a refused mail knows as much as there is, and returns the first one.
func readHeader(entity *message.Entity) (Message, error) {
	var m Message
	var first *Refusal
	refuse := func(reason Reason, text string, err error) {
		if first == nil {
			first = &Refusal{Reason: reason, Text: text, Err: err}
		}
	}
	h := mail.Header{Header: entity.Header}
	if h.Len() == 0 {
		return m, &Refusal{Reason: NoMessage}
	}
	for _, field := range []string{"From", "Date", "Message-ID"} {
		if values := h.Values(field); len(values) > 1 {
			refuse(Repeated, field, nil)
		}
	}

	switch senders, err := h.AddressList("From"); {
	case err != nil || len(senders) == 0:
		refuse(NoSender, h.Get("From"), err)
	case len(senders) > 1:
		refuse(ManySenders, h.Get("From"), nil)
	default:
		m.From, m.Name = senders[0].Address, senders[0].Name
		if at := strings.LastIndexByte(m.From, '@'); at >= 0 {
			m.From = m.From[:at] + strings.ToLower(m.From[at:])
		}
	}

	if h.Get("Date") == "" {
		refuse(NoDate, "", nil)
	} else if sent, err := h.Date(); err != nil {
		refuse(NoDate, h.Get("Date"), err)
	} else {
		m.Sent = sent
	}

	// Many programs write ids that the grammar of RFC 5322 does not allow. As a key they
	// serve as well.
	m.ID = strings.Trim(strings.TrimSpace(h.Get("Message-ID")), "<>")
	if m.ID == "" || strings.ContainsAny(m.ID, " \t<>") {
		refuse(NoID, m.ID, nil)
		m.ID = ""
	}

	if auto := strings.ToLower(h.Get("Auto-Submitted")); auto != "" && !strings.HasPrefix(auto, "no") {
		refuse(Automatic, "Auto-Submitted: "+auto, nil)
	}
	if subject, err := h.Subject(); err == nil {
		m.Subject = subject
	} else {
		m.Subject = h.Get("Subject")
	}
	if first != nil {
		return m, first
	}
	return m, nil
}
