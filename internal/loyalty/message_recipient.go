package loyalty

import (
	"strings"
	"time"
)

// MessageHold says why a business sends nothing at all; empty: it sends.
func (b Business) MessageHold() MessageHold {
	switch {
	case !b.IsActive():
		return HeldBySuspended
	case !b.WhatsApp.Enabled:
		return HeldByDisabled
	}
	return ""
}

// SenderOf is the provider's id of the number that a message goes out from;
// empty: the platform's own number.
func (b Business) SenderOf(m Message) string {
	switch {
	case m.Kind.IsReply():
		return m.Sender
	case m.Kind.BringsCode():
		return b.SenderOfCodes()
	}
	return b.WhatsApp.PhoneNumberID
}

// SenderOfCodes is SenderOf whatever brings a code.
func (b Business) SenderOfCodes() string {
	if !b.WhatsApp.CodesAllowed {
		return ""
	}
	return b.WhatsApp.PhoneNumberID
}

// Why a message was dropped instead of sent, as its Error.
const (
	DroppedExpired   = "EXPIRED"    // it would have come too late
	DroppedReplaced  = "REPLACED"   // a newer code holds instead
	DroppedRestored  = "RESTORED"   // it waited in a copy that was put back, and the operator did not let it go
	DroppedGone      = "GONE"       // the customer is not a customer any more, or has another phone
	DroppedNoConsent = "NO_CONSENT" // the consent that it needs was withdrawn while it waited
	DroppedVisited   = "CAME"       // the customer was to be reminded to come, and came
)

// Recipient is what decides whether a message may still go to a customer.
type Recipient struct {
	Name     string
	QRID     string // as of Customer.QR; known of who is in the queue
	Removed  bool   // archived or erased
	Consents MessagingConsents
	Phone    string
	// PhoneUnverified says that the phone was typed by nobody knows whom, who typed the name too.
	PhoneUnverified bool
	LastVisitAt     time.Time // of whoever is to be reminded to come: when she was there last
}

// Greeting is the word with which a message addresses her: none that a stranger
// has typed.
func (r Recipient) Greeting() string {
	if r.PhoneUnverified {
		return genericGreeting
	}
	return GreetingName(r.Name)
}

// DropReason says why a message may not be sent any more in a try that ends by
// an instant; empty: it may.
func (m Message) DropReason(to Recipient, until time.Time) string {
	switch {
	case !m.ExpiresAt.IsZero() && m.ExpiresAt.Before(until):
		return DroppedExpired
	// Whoever has the former phone may be a stranger; an answer goes to whoever wrote.
	case !m.Kind.IsReply() && (to.Removed || !SamePhone(to.Phone, m.Phone)):
		return DroppedGone
	case !to.Consents.Allows(m.Kind):
		return DroppedNoConsent
	case m.Kind.IsReminder() && to.LastVisitAt.After(m.CreatedAt):
		return DroppedVisited
	}
	return ""
}

// Code is the code that an OTP's text begins with; empty when it is blanked.
func (m Message) Code() string {
	code, _, _ := strings.Cut(m.Text, " ")
	return code
}
