package loyalty

import "time"

// QRResendInterval is the minimum time before a form may resend a QR: anybody can type the phone.
const QRResendInterval = 24 * time.Hour

// MessageStatus is the progress of a message. It only advances, except that a failed try queues it again.
type MessageStatus string

// The states of a message.
const (
	MessageQueued    MessageStatus = "QUEUED"    // waiting
	MessageSending   MessageStatus = "SENDING"   // claimed by a worker
	MessageSent      MessageStatus = "SENT"      // accepted by the provider
	MessageDelivered MessageStatus = "DELIVERED" // on the customer's phone
	MessageRead      MessageStatus = "READ"
	MessageFailed    MessageStatus = "FAILED"  // will never arrive
	MessageDropped   MessageStatus = "DROPPED" // not sent: too late, or consent withdrawn
	MessageUnknown   MessageStatus = "UNKNOWN" // the provider may have it; not sent again
)

// MessageHold is the reason why a queued message is held.
type MessageHold string

// The reasons. A held message waits and is not lost.
const (
	HeldByRate      MessageHold = "RATE"      // limit per minute
	HeldByDaily     MessageHold = "DAILY"     // limit per day
	HeldByMonthly   MessageHold = "MONTHLY"   // limit per month
	HeldByQuiet     MessageHold = "QUIET"     // quiet hours
	HeldByDisabled  MessageHold = "DISABLED"  // switched off by the operator
	HeldBySuspended MessageHold = "SUSPENDED" // business suspended
	HeldByProvider  MessageHold = "PROVIDER"  // limit of the provider
	HeldBySetup     MessageHold = "SETUP"     // the provider refuses the sender: token or rights
	HeldByRestore   MessageHold = "RESTORED"  // from a restored copy; may have been sent before
)

// Message is a text for a phone, sent by WhatsApp.
type Message struct {
	ID          string
	BusinessID  string
	CustomerID  string
	Phone       string // E.164; in a reply to a hidden phone the provider's id
	Kind        MessageKind
	Sender      string // of a reply: the provider's id of the receiving number; empty: the platform's
	Urgency     int64  // of a code: UrgencyKnownCode to UrgencyCode; else that of its kind
	Occasion    string // of marketing: its unique occasion
	Text        string
	Status      MessageStatus
	CreatedAt   time.Time
	NextTryAt   time.Time // earliest next try; zero when queued: now
	ExpiresAt   time.Time // not sent from then on; zero: never
	Tries       int64
	HeldBy      MessageHold // empty: not held; when failed: HeldBySetup if the operator must act
	Error       string      // short reason of the last failure
	ProviderID  string      // the provider's id once accepted
	SentAt      time.Time
	DeliveredAt time.Time
	ReadAt      time.Time
}
