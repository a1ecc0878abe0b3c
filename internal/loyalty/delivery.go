package loyalty

import "time"

// Delivery is a provider's report. It may be late, repeated or out of order.
type Delivery struct {
	ProviderID string
	MessageID  string
	Status     MessageStatus
	At         time.Time
	Error      string
	OptedOut   bool // failed, because the customer stopped marketing
	Setup      bool // failed; the operator must act
}

// stage ranks DELIVERED above FAILED: a delivered message has not failed.
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

// WithDelivery applies a report. It is idempotent and commutative: status only advances, the earliest instant counts,
// READ implies delivered and sent.
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

func earliest(knownAt, reportedAt time.Time) time.Time {
	if knownAt.IsZero() || reportedAt.Before(knownAt) {
		return reportedAt
	}
	return knownAt
}
