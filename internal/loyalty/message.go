package loyalty

import "time"

// QRResendInterval is how long after a QR was sent another one may be that a form asks for:
// anybody can type her phone.
const QRResendInterval = 24 * time.Hour

// MessageStatus says how far a message has come. It only moves forward, but for
// one that could not be sent and waits again.
type MessageStatus string

// The states of a message.
const (
	MessageQueued    MessageStatus = "QUEUED"    // waits
	MessageSending   MessageStatus = "SENDING"   // a worker has it
	MessageSent      MessageStatus = "SENT"      // the provider has accepted it
	MessageDelivered MessageStatus = "DELIVERED" // it is on the customer's phone
	MessageRead      MessageStatus = "READ"
	MessageFailed    MessageStatus = "FAILED"  // it will never reach her
	MessageDropped   MessageStatus = "DROPPED" // not sent: it came too late, or her consent was withdrawn
	MessageUnknown   MessageStatus = "UNKNOWN" // the provider may have it or not; it is not sent again
)

// MessageHold says what keeps a queued message back.
type MessageHold string

// What holds a message back. It waits, and is not lost.
const (
	HeldByRate      MessageHold = "RATE"      // the business's messages of one minute
	HeldByDaily     MessageHold = "DAILY"     // its messages of one day
	HeldByMonthly   MessageHold = "MONTHLY"   // its messages of one month
	HeldByQuiet     MessageHold = "QUIET"     // its quiet hours
	HeldByDisabled  MessageHold = "DISABLED"  // the operator has switched its messages off
	HeldBySuspended MessageHold = "SUSPENDED" // the business is suspended
	HeldByProvider  MessageHold = "PROVIDER"  // a limit of the provider's own
	HeldBySetup     MessageHold = "SETUP"     // the provider refuses the sender: its token or its rights
	HeldByRestore   MessageHold = "RESTORED"  // it waited in a copy that was put back: it may have been sent already
)

// Message is a text that is to reach a phone through WhatsApp.
type Message struct {
	ID          string
	BusinessID  string
	CustomerID  string
	Phone       string // E.164; of an answer to somebody who hides hers: what the provider calls her instead
	Kind        MessageKind
	Sender      string // of an answer: the provider's id of the number that was written to; empty: the platform's own
	Urgency     int64  // of a code: UrgencyKnownCode to UrgencyCode; of all else that of its kind
	Occasion    string // of marketing: what it is for; there is one message for each
	Text        string
	Status      MessageStatus
	CreatedAt   time.Time
	NextTryAt   time.Time // not tried before; zero when it is queued: at once
	ExpiresAt   time.Time // not sent from then on; zero: never too late
	Tries       int64
	HeldBy      MessageHold // empty: nothing; of one that failed: HeldBySetup where an operator has to act
	Error       string      // why the last try failed, in short
	ProviderID  string      // what the provider calls it, once it has accepted it
	SentAt      time.Time
	DeliveredAt time.Time
	ReadAt      time.Time
}
