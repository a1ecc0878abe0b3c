package store

import "axioma/internal/loyalty"

// adjustmentRow lists the columns of adjustments.
var adjustmentRow = columns[loyalty.Adjustment]{
	{
		name: "id", hidden: technical, stays: nameless,
		bind: func(a loyalty.Adjustment) any { return a.ID },
		into: func(a *loyalty.Adjustment) any { return &a.ID },
	},
	{
		name: "kind", stays: nameless,
		bind: func(a loyalty.Adjustment) any { return a.Kind },
		into: func(a *loyalty.Adjustment) any { return &a.Kind },
	},
	{
		name: "customer_id", hidden: technical, stays: nameless,
		bind: func(a loyalty.Adjustment) any { return a.CustomerID },
		into: func(a *loyalty.Adjustment) any { return &a.CustomerID },
	},
	{
		name: "card_id", hidden: technical, stays: nameless,
		bind: func(a loyalty.Adjustment) any { return a.CardID },
		into: func(a *loyalty.Adjustment) any { return &a.CardID },
	},
	{
		name: "stamps", stays: nameless,
		bind: func(a loyalty.Adjustment) any { return a.Stamps },
		into: func(a *loyalty.Adjustment) any { return &a.Stamps },
	},
	{
		name: "stamps_after", hidden: technical, stays: nameless,
		bind: func(a loyalty.Adjustment) any { return a.StampsAfter },
		into: func(a *loyalty.Adjustment) any { return &a.StampsAfter },
	},
	{
		name: "reason", erased: `NULL`,
		bind: func(a loyalty.Adjustment) any { return text(a.Reason) },
		into: func(a *loyalty.Adjustment) any { return (*optionalText)(&a.Reason) },
	},
	{
		name: "note", erased: `NULL`,
		bind: func(a loyalty.Adjustment) any { return text(a.Note) },
		into: func(a *loyalty.Adjustment) any { return (*optionalText)(&a.Note) },
	},
	{
		name: "created_at", stays: nameless,
		bind: func(a loyalty.Adjustment) any { return millis(a.CreatedAt) },
		into: func(a *loyalty.Adjustment) any { return (*optionalInstant)(&a.CreatedAt) },
	},
	{
		name: "created_by", whose: OfStaff,
		bind: func(a loyalty.Adjustment) any { return a.CreatedBy },
		into: func(a *loyalty.Adjustment) any { return &a.CreatedBy },
	},
	{
		name: "undone_at", stays: nameless,
		bind: func(a loyalty.Adjustment) any { return millis(a.UndoneAt) },
		into: func(a *loyalty.Adjustment) any { return (*optionalInstant)(&a.UndoneAt) },
	},
	{
		name: "undone_by", whose: OfStaff,
		bind: func(a loyalty.Adjustment) any { return text(a.UndoneBy) },
		into: func(a *loyalty.Adjustment) any { return (*optionalText)(&a.UndoneBy) },
	},
}

// The statements that adjustmentRow builds, once.
var (
	insertAdjustment  = adjustmentRow.insertInto(`adjustments`, `business_id`)
	adjustmentColumns = adjustmentRow.of(`a`)

	// emptyOldAdjustments removes the same texts from old rows as an erasure does.
	emptyOldAdjustments = `
		UPDATE adjustments SET ` + adjustmentRow.erasing() + ` WHERE (business_id, id) IN (
			SELECT business_id, id FROM adjustments
			WHERE (reason IS NOT NULL OR note IS NOT NULL) AND created_at <= $1 ORDER BY created_at LIMIT $2)`
)
