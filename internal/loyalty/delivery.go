package loyalty

import "time"

// Delivery is a provider's report about a message. Reports may be late, repeated or out of order.
type Delivery struct {
	ProviderID string
	MessageID  string // our id, sent along; may be empty
	Status     MessageStatus
	At         time.Time
	Error      string // short reason of a failure
	OptedOut   bool   // failed because the customer stopped marketing
	Setup      bool   // failed because the operator must fix the setup
}

// stage orders the statuses. DELIVERED outranks FAILED: a delivered message has not failed.
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

// WithDelivery returns the message after a report, regardless of order and repetition: statuses only advance, the
// earliest instant wins, READ implies delivered and sent.
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

func earliest(known, reported time.Time) time.Time {
	if known.IsZero() || reported.Before(known) {
		return reported
	}
	return known
}
