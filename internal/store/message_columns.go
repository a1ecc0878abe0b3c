package store

import "axioma/internal/loyalty"

// messageRow is what is kept of a message, and what becomes of it. It goes as a whole
// when the customer is erased.
var messageRow = columns[loyalty.Message]{
	{
		name: "id", hidden: technical,
		bind: func(m loyalty.Message) any { return m.ID },
		into: func(m *loyalty.Message) any { return &m.ID },
	},
	{
		name: "customer_id", hidden: technical,
		bind: func(m loyalty.Message) any { return text(m.CustomerID) },
		into: func(m *loyalty.Message) any { return (*optionalText)(&m.CustomerID) },
	},
	{
		name: "phone",
		bind: func(m loyalty.Message) any { return m.Phone },
		into: func(m *loyalty.Message) any { return &m.Phone },
	},
	{
		name: "kind",
		bind: func(m loyalty.Message) any { return m.Kind },
		into: func(m *loyalty.Message) any { return &m.Kind },
	},
	{
		name: "sender", hidden: errand,
		bind: func(m loyalty.Message) any { return text(m.Sender) },
		into: func(m *loyalty.Message) any { return (*optionalText)(&m.Sender) },
	},
	{
		name: "occasion", hidden: errand,
		bind: func(m loyalty.Message) any { return text(m.Occasion) },
	},
	{
		// A code that may still open a portal is for the customer alone.
		name: "text", exported: `CASE WHEN ` + bringsCode() + ` THEN NULL ELSE text END`,
		bind: func(m loyalty.Message) any { return m.Text },
		into: func(m *loyalty.Message) any { return &m.Text },
	},
	{
		name: "status",
		bind: func(m loyalty.Message) any { return m.Status },
		into: func(m *loyalty.Message) any { return &m.Status },
	},
	{
		name: "urgency", hidden: errand, withheld: "for the queue",
		bind: func(m loyalty.Message) any { return m.Urgency },
		into: func(m *loyalty.Message) any { return &m.Urgency },
	},
	{
		name: "created_at",
		bind: func(m loyalty.Message) any { return millis(m.CreatedAt) },
		into: func(m *loyalty.Message) any { return (*optionalInstant)(&m.CreatedAt) },
	},
	{
		name: "next_try_at", hidden: errand, withheld: errand,
		bind: func(m loyalty.Message) any { return millis(m.NextTryAt) },
		into: func(m *loyalty.Message) any { return (*optionalInstant)(&m.NextTryAt) },
	},
	{
		name: "expires_at", hidden: errand,
		bind: func(m loyalty.Message) any { return millis(m.ExpiresAt) },
		into: func(m *loyalty.Message) any { return (*optionalInstant)(&m.ExpiresAt) },
	},
	{name: "tries", hidden: errand, into: func(m *loyalty.Message) any { return &m.Tries }},
	{name: "claim", hidden: errand, withheld: errand},
	{name: "claimed_until", hidden: errand, withheld: errand},
	{name: "tried_at", hidden: errand},
	{name: "held_by", hidden: errand, into: func(m *loyalty.Message) any { return (*optionalText)(&m.HeldBy) }},
	{name: "error", hidden: errand, into: func(m *loyalty.Message) any { return (*optionalText)(&m.Error) }},
	{name: "provider_id", hidden: errand, into: func(m *loyalty.Message) any { return (*optionalText)(&m.ProviderID) }},
	{name: "sent_at", into: func(m *loyalty.Message) any { return (*optionalInstant)(&m.SentAt) }},
	{name: "delivered_at", into: func(m *loyalty.Message) any { return (*optionalInstant)(&m.DeliveredAt) }},
	{name: "read_at", into: func(m *loyalty.Message) any { return (*optionalInstant)(&m.ReadAt) }},
}

// The texts that messageRow makes, once.
var (
	insertMessage = messageRow.insertInto(`messages`, `business_id`) +
		` ON CONFLICT (business_id, kind, occasion) WHERE occasion IS NOT NULL DO NOTHING`
	messageColumns = messageRow.of(`messages`) + `, messages.business_id`
)

// scanMessage reads messageColumns, and what a query has besides.
func scanMessage(row scanner, besides ...any) (loyalty.Message, error) {
	var m loyalty.Message
	err := row.Scan(messageRow.into(&m, append([]any{&m.BusinessID}, besides...)...)...)
	return m, err
}
