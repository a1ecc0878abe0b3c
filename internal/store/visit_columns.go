package store

import (
	"database/sql"

	"axioma/internal/loyalty"
)

// visitRow is what is kept of a visit, and what becomes of it.
var visitRow = columns[loyalty.Visit]{
	{
		name: "id", hidden: technical, stays: nameless,
		bind: func(v loyalty.Visit) any { return v.ID },
		into: func(v *loyalty.Visit) any { return &v.ID },
	},
	{
		name: "customer_id", hidden: technical, stays: nameless,
		bind: func(v loyalty.Visit) any { return v.CustomerID },
		into: func(v *loyalty.Visit) any { return &v.CustomerID },
	},
	{
		name: "card_id", hidden: technical, stays: nameless,
		bind: func(v loyalty.Visit) any { return v.CardID },
		into: func(v *loyalty.Visit) any { return &v.CardID },
	},
	{
		name: "visited_at", stays: nameless,
		bind: func(v loyalty.Visit) any { return millis(v.At) },
		into: func(v *loyalty.Visit) any { return (*optionalInstant)(&v.At) },
	},
	{
		name: "local_day", hidden: technical, stays: nameless,
		bind: func(v loyalty.Visit) any { return v.Day },
		into: func(v *loyalty.Visit) any { return &v.Day },
	},
	{
		name: "day_slot", hidden: technical, stays: nameless,
		bind: func(v loyalty.Visit) any { return v.DaySlot },
		into: func(v *loyalty.Visit) any { return &v.DaySlot }, // only of visits that are not deleted
	},
	{
		name: "stamp_number", hidden: technical, stays: nameless,
		bind: func(v loyalty.Visit) any { return v.StampNumber },
		into: func(v *loyalty.Visit) any { return &v.StampNumber },
	},
	{
		name: "card_target", hidden: technical, stays: nameless,
		bind: func(v loyalty.Visit) any { return v.Terms.Target },
		into: func(v *loyalty.Visit) any { return &v.Terms.Target },
	},
	{
		name: "card_half", hidden: technical, stays: nameless,
		bind: func(v loyalty.Visit) any { return v.Terms.Half },
		into: func(v *loyalty.Visit) any { return &v.Terms.Half },
	},
	{
		name: "notes", erased: `NULL`,
		bind: func(v loyalty.Visit) any { return text(v.Notes) },
		into: func(v *loyalty.Visit) any { return (*optionalText)(&v.Notes) },
	},
	{
		name: "registered_by", whose: OfStaff,
		bind: func(v loyalty.Visit) any { return v.RegisteredBy },
		into: func(v *loyalty.Visit) any { return &v.RegisteredBy },
	},
	{
		name: "authorized_by", whose: OfStaff,
		bind: func(v loyalty.Visit) any { return text(v.AuthorizedBy) },
		into: func(v *loyalty.Visit) any { return (*optionalText)(&v.AuthorizedBy) },
	},
	{
		name: "received_at", hidden: device, stays: nameless,
		bind: func(v loyalty.Visit) any { return millis(v.ReceivedAt) },
		into: func(v *loyalty.Visit) any { return (*optionalInstant)(&v.ReceivedAt) },
	},
	{
		name: "clock_skew_ms", hidden: device, stays: nameless,
		bind: func(v loyalty.Visit) any {
			return sql.NullInt64{Int64: v.ClockSkew.Milliseconds(), Valid: v.ClockSkew != 0}
		},
		into: func(v *loyalty.Visit) any { return (*optionalMillis)(&v.ClockSkew) },
	},
	{
		name: "device_id", hidden: device, stays: nameless,
		bind: func(v loyalty.Visit) any { return text(v.DeviceID) },
		into: func(v *loyalty.Visit) any { return (*optionalText)(&v.DeviceID) },
	},
	{
		name: "removal_asked_at", hidden: technical, stays: nameless,
		bind: func(v loyalty.Visit) any { return millis(v.RemovalRequestedAt) },
		into: func(v *loyalty.Visit) any { return (*optionalInstant)(&v.RemovalRequestedAt) },
	},
	{
		name: "removal_refused_at", hidden: technical, stays: nameless,
		bind: func(v loyalty.Visit) any { return millis(v.RemovalRefusedAt) },
		into: func(v *loyalty.Visit) any { return (*optionalInstant)(&v.RemovalRefusedAt) },
	},
	{
		name: "past_day", flag: true, stays: nameless,
		bind: func(v loyalty.Visit) any { return v.PastDay },
		into: func(v *loyalty.Visit) any { return &v.PastDay },
	},
	{name: "deleted_at", hidden: technical, stays: nameless},
	{name: "deleted_by", whose: OfStaff},
}

// The texts that visitRow makes, once.
var (
	insertVisit  = visitRow.insertInto(`visits`, `business_id`) + ` ON CONFLICT (business_id, customer_id, local_day, day_slot) DO NOTHING`
	visitByID    = `SELECT` + visitColumns + ` FROM visits v WHERE v.business_id = $1 AND v.id = $2 AND v.deleted_at IS NULL`
	visitColumns = visitRow.of(`v`)

	// What goes of a visit when its customer is erased goes of an old one too.
	emptyOldVisits = `
		UPDATE visits SET ` + visitRow.erasing() + ` WHERE (business_id, id) IN (
			SELECT business_id, id FROM visits
			WHERE ` + visitRow.telling(`visits`) + ` AND visited_at <= $1 ORDER BY visited_at LIMIT $2)`
)
