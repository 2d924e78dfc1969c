package mail

import (
	netmail "net/mail"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

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

	if from := h.Get("From"); !utf8.ValidString(from) { // a name in the letters of an old program
		h.Set("From", decoded([]byte(from)))
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

	if sent, err := h.Date(); err == nil {
		m.Sent = sent // else the mail counts from when it arrived
	}

	// Many programs write ids that the grammar of RFC 5322 does not allow. As a key they
	// serve as well.
	m.ID = strings.Trim(strings.TrimSpace(h.Get("Message-ID")), "<>")
	if strings.ContainsAny(m.ID, " \t<>") {
		m.ID = ""
	}

	if subject, err := h.Subject(); err == nil {
		m.Subject = subject
	} else {
		m.Subject = h.Get("Subject")
	}
	if by := machine(&entity.Header, &m); by != "" {
		refuse(Automatic, by, nil)
	}
	m.Received = received(h.Get("Received"))
	m.To, m.Answers, m.List = recipients(&h), answered(&h), listed(&entity.Header)
	if first != nil {
		return m, first
	}
	return m, nil
}

// machine returns the field of a header that says that no person sent the message, "" if none
// does. Mailing lists mark what they pass on in some of these ways; they name themselves.
func machine(h *message.Header, m *Message) string {
	if name, _, _ := strings.Cut(strings.ToLower(m.From), "@"); slices.Contains(machines, name) {
		return "From: " + m.From
	}
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
	if away().MatchString(m.Subject) {
		return "Subject: " + m.Subject
	}
	return ""
}

var (
	// The names from which programs send.
	machines = []string{"mailer-daemon", "postmaster", "noreply", "no-reply", "donotreply", "do-not-reply", "bounce", "bounces"}

	// What programs put before the subject that they answer, where they do not say so as RFC 3834 wants.
	away = pattern(`(?i)^\s*(?:auto(?:matic)?[- ]?(?:reply|response)|automatische (?:antwort|abwesenheitsnotiz)|out of (?:the )?office|abwesenheitsnotiz|abwesend|réponse automatique|absence du bureau|respuesta automática|risposta automatica|autosvar|automatisk svar|automatisch antwoord|automatische afwezigheid|risposta automatica|fuori (?:sede|ufficio)|fuera de (?:la )?oficina|resposta automática|ausência|automatyczna odpowiedź|odpowiedź automatyczna|` +
		`automatická odpověď|automatická odpoveď|automatikus válasz|automaattinen vastaus|otomatik yanıt|răspuns automat|автоматический ответ|автоматична відповідь|αυτόματη απάντηση|undeliverable|undelivered mail|delivery status notification|mail delivery failed)(?:\P{L}|$)|^\s*(?:自動応答|自動返信|不在通知|自动回复|自動回覆|자동 ?회신|부재 ?중|תשובה אוטומטית|رد تلقائي)`)
)

// mostRecipients is how many addresses are looked at, and how many ids of what a mail answers.
const mostRecipients = 50

// recipients are the addresses that a mail names as those that it was sent or delivered to.
func recipients(h *mail.Header) (list []string) {
	for _, name := range []string{"Delivered-To", "X-Original-To", "Envelope-To", "To", "Cc"} {
		found, err := h.AddressList(name)
		if err != nil {
			continue
		}
		for _, a := range found {
			if len(list) < mostRecipients && !slices.Contains(list, a.Address) {
				list = append(list, a.Address)
			}
		}
	}
	return list
}

// answered are the ids that a mail refers to.
func answered(h *mail.Header) (list []string) {
	for _, name := range []string{"References", "In-Reply-To"} {
		found, err := h.MsgIDList(name)
		if err != nil {
			continue
		}
		for _, id := range found {
			if len(list) < mostRecipients && !slices.Contains(list, id) {
				list = append(list, id)
			}
		}
	}
	return list
}

// listed reports whether a mail came by way of a mailing list.
func listed(h *message.Header) bool {
	for _, name := range []string{"List-Id", "List-Post", "List-Unsubscribe", "List-Help", "Mailing-List"} {
		if h.Has(name) {
			return true
		}
	}
	return strings.EqualFold(strings.TrimSpace(h.Get("Precedence")), "list")
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
