package loyalty

import "time"

// MessageKind says why a message is sent.
type MessageKind string

// The kinds of message. A QR that the customer asks for is a service message:
// it needs no marketing consent.
const (
	MessageQR MessageKind = "QR"
)

// Message is a text that is to reach a phone through WhatsApp.
type Message struct {
	ID         string
	CustomerID string
	Phone      string // E.164
	Kind       MessageKind
	Text       string
	CreatedAt  time.Time
}
