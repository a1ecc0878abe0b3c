package loyalty

import (
	"strings"
	"time"
)

// MessageHold returns why the business sends nothing; empty: it sends.
func (b Business) MessageHold() MessageHold {
	switch {
	case !b.IsActive():
		return HeldBySuspended
	case !b.WhatsApp.Enabled:
		return HeldByDisabled
	}
	return ""
}

// SenderOf returns the sending number's id; empty: the platform's.
func (b Business) SenderOf(m Message) string {
	switch {
	case m.Kind.IsReply():
		return m.Sender
	case m.Kind.BringsCode():
		return b.SenderOfCodes()
	}
	return b.WhatsApp.PhoneNumberID
}

// SenderOfCodes returns the id of the number that sends codes; empty: the platform's.
func (b Business) SenderOfCodes() string {
	if !b.WhatsApp.CodesAllowed {
		return ""
	}
	return b.WhatsApp.PhoneNumberID
}

// Why messages are dropped.
const (
	DroppedExpired   = "EXPIRED"
	DroppedReplaced  = "REPLACED"
	DroppedRestored  = "RESTORED"
	DroppedGone      = "GONE" // removed, or another phone
	DroppedNoConsent = "NO_CONSENT"
	DroppedVisited   = "CAME"
)

// Recipient has the facts that decide whether a message may be sent to a customer.
type Recipient struct {
	Name     string
	QRID     string
	Removed  bool // archived, erased or merged
	Consents MessagingConsents
	Phone    string
	// PhoneUnverified means that phone and name come from the open form.
	PhoneUnverified bool
	LastVisitAt     time.Time
}

// Greeting returns how to address the customer, without an unverified name.
func (r Recipient) Greeting() string {
	if r.PhoneUnverified {
		return genericGreeting
	}
	return GreetingName(r.Name)
}

// DropReason is why a message may not be sent in a try that ends by "until", or "".
func (m Message) DropReason(to Recipient, until time.Time) string {
	switch {
	case !m.ExpiresAt.IsZero() && m.ExpiresAt.Before(until):
		return DroppedExpired
	// The former phone may be another person's. A reply goes to its writer.
	case !m.Kind.IsReply() && (to.Removed || !SamePhone(to.Phone, m.Phone)):
		return DroppedGone
	case !to.Consents.Allows(m.Kind):
		return DroppedNoConsent
	case m.Kind.IsReminder() && to.LastVisitAt.After(m.CreatedAt):
		return DroppedVisited
	}
	return ""
}

// Code returns the code, with which an OTP's text begins; empty: removed.
func (m Message) Code() string {
	code, _, _ := strings.Cut(m.Text, " ")
	return code
}
