package store

import "axioma/internal/loyalty"

// messageRow needs no eraseSQL: an erasure removes the row.
var messageRow = columns[loyalty.Message]{
	{
		name: "id", hiddenReason: reasonTechnical,
		bind: func(m loyalty.Message) any { return m.ID },
		dest: func(m *loyalty.Message) any { return &m.ID },
	},
	{
		name: "customer_id", hiddenReason: reasonTechnical,
		bind: func(m loyalty.Message) any { return text(m.CustomerID) },
		dest: func(m *loyalty.Message) any { return (*optionalText)(&m.CustomerID) },
	},
	{
		name: "phone",
		bind: func(m loyalty.Message) any { return m.Phone },
		dest: func(m *loyalty.Message) any { return &m.Phone },
	},
	{
		name: "kind",
		bind: func(m loyalty.Message) any { return m.Kind },
		dest: func(m *loyalty.Message) any { return &m.Kind },
	},
	{
		name: "sender", hiddenReason: reasonQueue,
		bind: func(m loyalty.Message) any { return text(m.Sender) },
		dest: func(m *loyalty.Message) any { return (*optionalText)(&m.Sender) },
	},
	{
		name: "occasion", hiddenReason: reasonQueue,
		bind: func(m loyalty.Message) any { return text(m.Occasion) },
	},
	{
		// A code is for the customer alone: it may still open a portal.
		name: "text", exportSQL: `CASE WHEN ` + bringsCode() + ` THEN NULL ELSE text END`,
		bind: func(m loyalty.Message) any { return m.Text },
		dest: func(m *loyalty.Message) any { return &m.Text },
	},
	{
		name: "status",
		bind: func(m loyalty.Message) any { return m.Status },
		dest: func(m *loyalty.Message) any { return &m.Status },
	},
	{
		name: "urgency", hiddenReason: reasonQueue, withheldReason: "the order of the queue",
		bind: func(m loyalty.Message) any { return m.Urgency },
		dest: func(m *loyalty.Message) any { return &m.Urgency },
	},
	{
		name: "created_at",
		bind: func(m loyalty.Message) any { return millis(m.CreatedAt) },
		dest: func(m *loyalty.Message) any { return (*optionalInstant)(&m.CreatedAt) },
	},
	{
		name: "next_try_at", hiddenReason: reasonQueue, withheldReason: reasonQueue,
		bind: func(m loyalty.Message) any { return millis(m.NextTryAt) },
		dest: func(m *loyalty.Message) any { return (*optionalInstant)(&m.NextTryAt) },
	},
	{
		name: "expires_at", hiddenReason: reasonQueue,
		bind: func(m loyalty.Message) any { return millis(m.ExpiresAt) },
		dest: func(m *loyalty.Message) any { return (*optionalInstant)(&m.ExpiresAt) },
	},
	{name: "tries", hiddenReason: reasonQueue, dest: func(m *loyalty.Message) any { return &m.Tries }},
	{name: "claim", hiddenReason: reasonQueue, withheldReason: reasonQueue},
	{name: "claimed_until", hiddenReason: reasonQueue, withheldReason: reasonQueue},
	{name: "last_try_at", hiddenReason: reasonQueue},
	{name: "held_by", hiddenReason: reasonQueue, dest: func(m *loyalty.Message) any { return (*optionalText)(&m.HeldBy) }},
	{name: "error", hiddenReason: reasonQueue, dest: func(m *loyalty.Message) any { return (*optionalText)(&m.Error) }},
	{name: "provider_id", hiddenReason: reasonQueue, dest: func(m *loyalty.Message) any { return (*optionalText)(&m.ProviderID) }},
	{name: "sent_at", dest: func(m *loyalty.Message) any { return (*optionalInstant)(&m.SentAt) }},
	{name: "delivered_at", dest: func(m *loyalty.Message) any { return (*optionalInstant)(&m.DeliveredAt) }},
	{name: "read_at", dest: func(m *loyalty.Message) any { return (*optionalInstant)(&m.ReadAt) }},
}

var (
	insertMessage = messageRow.insertSQL(`messages`, `business_id`) +
		` ON CONFLICT (business_id, kind, occasion) WHERE occasion IS NOT NULL DO NOTHING`
	messageColumns = messageRow.selectList(`messages`) + `, messages.business_id`
)

func scanMessage(row scanner, further ...any) (loyalty.Message, error) {
	var m loyalty.Message
	err := row.Scan(messageRow.scanTargets(&m, append([]any{&m.BusinessID}, further...)...)...)
	return m, err
}
