package store

import (
	"database/sql"

	"axioma/internal/loyalty"
)

var visitRow = columns[loyalty.Visit]{
	{
		name: "id", hiddenReason: reasonTechnical, keepReason: reasonAnonymous,
		bind: func(v loyalty.Visit) any { return v.ID },
		dest: func(v *loyalty.Visit) any { return &v.ID },
	},
	{
		name: "customer_id", hiddenReason: reasonTechnical, keepReason: reasonAnonymous,
		bind: func(v loyalty.Visit) any { return v.CustomerID },
		dest: func(v *loyalty.Visit) any { return &v.CustomerID },
	},
	{
		name: "card_id", hiddenReason: reasonTechnical, keepReason: reasonAnonymous,
		bind: func(v loyalty.Visit) any { return v.CardID },
		dest: func(v *loyalty.Visit) any { return &v.CardID },
	},
	{
		name: "visited_at", keepReason: reasonAnonymous,
		bind: func(v loyalty.Visit) any { return millis(v.At) },
		dest: func(v *loyalty.Visit) any { return (*optionalInstant)(&v.At) },
	},
	{
		name: "local_day", hiddenReason: reasonTechnical, keepReason: reasonAnonymous,
		bind: func(v loyalty.Visit) any { return v.Day },
		dest: func(v *loyalty.Visit) any { return &v.Day },
	},
	{
		name: "day_slot", hiddenReason: reasonTechnical, keepReason: reasonAnonymous,
		bind: func(v loyalty.Visit) any { return v.DaySlot },
		dest: func(v *loyalty.Visit) any { return &v.DaySlot }, // NULL if deleted
	},
	{
		name: "stamp_number", hiddenReason: reasonTechnical, keepReason: reasonAnonymous,
		bind: func(v loyalty.Visit) any { return v.StampNumber },
		dest: func(v *loyalty.Visit) any { return &v.StampNumber },
	},
	{
		name: "card_target", hiddenReason: reasonTechnical, keepReason: reasonAnonymous,
		bind: func(v loyalty.Visit) any { return v.Terms.Target },
		dest: func(v *loyalty.Visit) any { return &v.Terms.Target },
	},
	{
		name: "card_half", hiddenReason: reasonTechnical, keepReason: reasonAnonymous,
		bind: func(v loyalty.Visit) any { return v.Terms.Half },
		dest: func(v *loyalty.Visit) any { return &v.Terms.Half },
	},
	{
		name: "notes", eraseSQL: `NULL`,
		bind: func(v loyalty.Visit) any { return text(v.Notes) },
		dest: func(v *loyalty.Visit) any { return (*optionalText)(&v.Notes) },
	},
	{
		name: "registered_by", subject: SubjectStaff,
		bind: func(v loyalty.Visit) any { return v.RegisteredBy },
		dest: func(v *loyalty.Visit) any { return &v.RegisteredBy },
	},
	{
		name: "served_by", subject: SubjectStaff,
		bind: func(v loyalty.Visit) any { return text(v.ServedBy) },
		dest: func(v *loyalty.Visit) any { return (*optionalText)(&v.ServedBy) },
	},
	{
		name: "authorized_by", subject: SubjectStaff,
		bind: func(v loyalty.Visit) any { return text(v.AuthorizedBy) },
		dest: func(v *loyalty.Visit) any { return (*optionalText)(&v.AuthorizedBy) },
	},
	{
		name: "received_at", hiddenReason: reasonDevice, keepReason: reasonAnonymous,
		bind: func(v loyalty.Visit) any { return millis(v.ReceivedAt) },
		dest: func(v *loyalty.Visit) any { return (*optionalInstant)(&v.ReceivedAt) },
	},
	{
		name: "clock_skew_ms", hiddenReason: reasonDevice, keepReason: reasonAnonymous,
		bind: func(v loyalty.Visit) any {
			return sql.NullInt64{Int64: v.ClockSkew.Milliseconds(), Valid: v.ClockSkew != 0}
		},
		dest: func(v *loyalty.Visit) any { return (*optionalMillis)(&v.ClockSkew) },
	},
	{
		name: "device_id", hiddenReason: reasonDevice, keepReason: reasonAnonymous,
		bind: func(v loyalty.Visit) any { return text(v.DeviceID) },
		dest: func(v *loyalty.Visit) any { return (*optionalText)(&v.DeviceID) },
	},
	{
		name: "removal_requested_at", hiddenReason: reasonTechnical, keepReason: reasonAnonymous,
		bind: func(v loyalty.Visit) any { return millis(v.RemovalRequestedAt) },
		dest: func(v *loyalty.Visit) any { return (*optionalInstant)(&v.RemovalRequestedAt) },
	},
	{
		name: "removal_refused_at", hiddenReason: reasonTechnical, keepReason: reasonAnonymous,
		bind: func(v loyalty.Visit) any { return millis(v.RemovalRefusedAt) },
		dest: func(v *loyalty.Visit) any { return (*optionalInstant)(&v.RemovalRefusedAt) },
	},
	{
		name: "past_day", flag: true, keepReason: reasonAnonymous,
		bind: func(v loyalty.Visit) any { return v.PastDay },
		dest: func(v *loyalty.Visit) any { return &v.PastDay },
	},
	{name: "deleted_at", hiddenReason: reasonTechnical, keepReason: reasonAnonymous},
	{name: "deleted_by", subject: SubjectStaff},
}

func servedBy(visit string) string {
	return `coalesce(` + visit + `.served_by, ` + visit + `.registered_by)`
}

var (
	insertVisit  = visitRow.insertSQL(`visits`, `business_id`) + ` ON CONFLICT (business_id, customer_id, local_day, day_slot) DO NOTHING`
	visitByID    = `SELECT` + visitColumns + ` FROM visits v WHERE v.business_id = $1 AND v.id = $2 AND v.deleted_at IS NULL`
	visitColumns = visitRow.selectList(`v`)

	// emptyOldVisits removes personal data from old visits: it sets the same columns as an erasure.
	emptyOldVisits = `
		UPDATE visits SET ` + visitRow.eraseSQL() + ` WHERE (business_id, id) IN (
			SELECT business_id, id FROM visits
			WHERE ` + visitRow.hasPersonalDataSQL(`visits`) + ` AND visited_at <= $1 ORDER BY visited_at LIMIT $2)`
)
