package loyalty

import "time"

// MessageKind says why a message is sent.
type MessageKind string

// The kinds of message. A QR or a code that the customer asks for is a service
// message: it needs no marketing consent.
const (
	MessageQR  MessageKind = "QR"
	MessageOTP MessageKind = "OTP" // a code to sign in with; worthless once it has expired
)

// MessageStatus says how far a message has come.
type MessageStatus string

// The states of a message.
const (
	MessageQueued  MessageStatus = "QUEUED"
	MessageSent    MessageStatus = "SENT"
	MessageDropped MessageStatus = "DROPPED" // not sent: it came too late to be of use
)

// Message is a text that is to reach a phone through WhatsApp.
type Message struct {
	ID         string
	BusinessID string
	CustomerID string
	Phone      string // E.164
	Kind       MessageKind
	Text       string
	Status     MessageStatus
	CreatedAt  time.Time
	SentAt     time.Time
}
