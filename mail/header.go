package mail

import (
	netmail "net/mail"
	"slices"
	"strings"
	"time"

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

	if by := machine(&entity.Header); by != "" {
		refuse(Automatic, by, nil)
	}
	m.Received = received(h.Get("Received"))
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

// machine returns the field of a header that says that no person sent the message, "" if none
// does. Mailing lists mark what they pass on in some of these ways; they name themselves.
func machine(h *message.Header) string {
	_, _, list := strings.Cut(h.Get("List-Id"), "<")
	for _, f := range []struct {
		name   string
		person []string // values with which a person may have sent it; a message without the field is such a one
		listed bool     // whether a mailing list may set it
	}{
		{"Auto-Submitted", []string{"no"}, false},
		{"X-Autoreply", []string{"no"}, false},
		{"X-Autorespond", []string{"no"}, false},
		{"X-Auto-Response-Suppress", []string{"none"}, true},
		{"Precedence", []string{"normal", "first-class", "special-delivery", "urgent", "list"}, true},
	} {
		for _, value := range h.Values(f.name) {
			word, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(value)), ";")
			word = strings.TrimSpace(word)
			if word == "" || slices.Contains(f.person, word) || list && f.listed && word != "auto_reply" {
				continue
			}
			return f.name + ": " + word
		}
	}
	if kind, _, err := h.ContentType(); err == nil && kind == "multipart/report" {
		return "Content-Type: multipart/report"
	}
	if strings.TrimSpace(h.Get("Return-Path")) == "<>" {
		return "Return-Path: <>"
	}
	return ""
}

// received is the moment at which the last server took a message over, zero if the message
// does not say. Each server puts its field on top.
func received(field string) time.Time {
	at := strings.LastIndexByte(field, ';')
	if at < 0 {
		return time.Time{}
	}
	t, err := netmail.ParseDate(strings.TrimSpace(field[at+1:]))
	if err != nil {
		return time.Time{}
	}
	return t
}
