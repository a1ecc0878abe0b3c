package loyalty

import "time"

// QRResendInterval limits resending by the public form: a stranger may type the phone.
const QRResendInterval = 24 * time.Hour

// MessageStatus only advances, except that a failed try queues again.
type MessageStatus string

// States of a message.
const (
	MessageQueued    MessageStatus = "QUEUED"
	MessageSending   MessageStatus = "SENDING"
	MessageSent      MessageStatus = "SENT"
	MessageDelivered MessageStatus = "DELIVERED"
	MessageRead      MessageStatus = "READ"
	MessageFailed    MessageStatus = "FAILED"
	MessageDropped   MessageStatus = "DROPPED" // too late, or consent withdrawn
	MessageUnknown   MessageStatus = "UNKNOWN" // the provider may have it: no retry
)

// MessageHold is why a message waits.
type MessageHold string

// A held message is not lost.
const (
	HeldByRate      MessageHold = "RATE"
	HeldByDaily     MessageHold = "DAILY"
	HeldByMonthly   MessageHold = "MONTHLY"
	HeldByQuiet     MessageHold = "QUIET"
	HeldByDisabled  MessageHold = "DISABLED"
	HeldBySuspended MessageHold = "SUSPENDED"
	HeldByProvider  MessageHold = "PROVIDER"
	HeldBySetup     MessageHold = "SETUP"    // the provider refused token or rights
	HeldByRestore   MessageHold = "RESTORED" // may already have been sent
)

// Message is a text sent by WhatsApp.
type Message struct {
	ID          string
	BusinessID  string
	CustomerID  string
	Phone       string // E.164; for a hidden phone the provider's id
	Kind        MessageKind
	Sender      string // of a reply: the sending number's id; empty: the platform's
	Urgency     int64  // of a code: UrgencyKnownCode to UrgencyCode
	Occasion    string // unique, of marketing
	Text        string
	Status      MessageStatus
	CreatedAt   time.Time
	NextTryAt   time.Time // zero: now
	ExpiresAt   time.Time // zero: never
	Tries       int64
	HeldBy      MessageHold // after a failure: HeldBySetup if the operator must act
	Error       string
	ProviderID  string
	SentAt      time.Time
	DeliveredAt time.Time
	ReadAt      time.Time
}
