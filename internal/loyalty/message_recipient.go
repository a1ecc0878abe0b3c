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

// SenderOf returns the provider's id of the sending number; empty: the platform's number.
func (b Business) SenderOf(m Message) string {
	switch {
	case m.Kind.IsReply():
		return m.Sender
	case m.Kind.BringsCode():
		return b.SenderOfCodes()
	}
	return b.WhatsApp.PhoneNumberID
}

// SenderOfCodes returns SenderOf for messages with a code.
func (b Business) SenderOfCodes() string {
	if !b.WhatsApp.CodesAllowed {
		return ""
	}
	return b.WhatsApp.PhoneNumberID
}

// Reasons for dropping a message, as its Error.
const (
	DroppedExpired   = "EXPIRED"    // too late
	DroppedReplaced  = "REPLACED"   // replaced by a newer code
	DroppedRestored  = "RESTORED"   // from a restored copy, dropped by the operator
	DroppedGone      = "GONE"       // customer removed, or with another phone
	DroppedNoConsent = "NO_CONSENT" // consent withdrawn while it waited
	DroppedVisited   = "CAME"       // a reminder after the visit
)

// Recipient is the customer's state that decides whether a message may be sent.
type Recipient struct {
	Name     string
	QRID     string // as Customer.QR; set for queued messages
	Removed  bool   // archived or erased
	Consents MessagingConsents
	Phone    string
	// PhoneUnverified reports that phone and name come from the open form.
	PhoneUnverified bool
	LastVisitAt     time.Time // set for reminders only
}

// Greeting returns how a message addresses the customer. An unverified name is not used.
func (r Recipient) Greeting() string {
	if r.PhoneUnverified {
		return genericGreeting
	}
	return GreetingName(r.Name)
}

// DropReason returns why a message may no longer be sent in a try that ends by until; empty: it may be sent.
func (m Message) DropReason(to Recipient, until time.Time) string {
	switch {
	case !m.ExpiresAt.IsZero() && m.ExpiresAt.Before(until):
		return DroppedExpired
	// The former phone may belong to another person. A reply goes to its writer.
	case !m.Kind.IsReply() && (to.Removed || !SamePhone(to.Phone, m.Phone)):
		return DroppedGone
	case !to.Consents.Allows(m.Kind):
		return DroppedNoConsent
	case m.Kind.IsReminder() && to.LastVisitAt.After(m.CreatedAt):
		return DroppedVisited
	}
	return ""
}

// Code returns the code at the start of an OTP's text; empty when removed.
func (m Message) Code() string {
	code, _, _ := strings.Cut(m.Text, " ")
	return code
}
