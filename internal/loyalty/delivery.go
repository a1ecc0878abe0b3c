package loyalty

import "time"

// Delivery is what the provider says of a message that it was given. It may say
// it late, again, and in another order than it happened.
type Delivery struct {
	ProviderID string
	MessageID  string // ours, which was sent along; may be empty
	Status     MessageStatus
	At         time.Time
	Error      string // of a message that failed: why, in short
	OptedOut   bool   // it failed because the customer wants no marketing any more
	Setup      bool   // it failed because of what an operator has to put right
}

// stage orders the states that a provider tells of. What has arrived has not
// failed, whatever is said besides.
func (s MessageStatus) stage() int {
	switch s {
	case MessageSent:
		return 1
	case MessageFailed:
		return 2
	case MessageDelivered:
		return 3
	case MessageRead:
		return 4
	}
	return 0
}

// WithDelivery returns the message as it stands once a delivery is known. Any order
// and repetition of the same deliveries leads to the same message: states only
// move forward, and of an instant that is told twice the earlier holds. Who has
// read a message has received it, and so the provider had it.
func (m Message) WithDelivery(d Delivery) Message {
	if m.ProviderID == "" {
		m.ProviderID = d.ProviderID
	}
	if d.Status != MessageFailed {
		m.SentAt = earliest(m.SentAt, d.At)
	}
	if d.Status.stage() >= MessageDelivered.stage() {
		m.DeliveredAt = earliest(m.DeliveredAt, d.At)
	}
	if d.Status == MessageRead {
		m.ReadAt = earliest(m.ReadAt, d.At)
	}
	if d.Status.stage() > m.Status.stage() {
		m.Status, m.Error, m.HeldBy = d.Status, d.Error, ""
		if d.Setup {
			m.HeldBy = HeldBySetup
		}
	}
	return m
}

// earliest is the first of two instants, of which the first may not be known.
func earliest(known, told time.Time) time.Time {
	if known.IsZero() || told.Before(known) {
		return told
	}
	return known
}
