package store

import "axioma/internal/loyalty"

var adjustmentRow = columns[loyalty.Adjustment]{
	{
		name: "id", hiddenReason: reasonTechnical, keepReason: reasonAnonymous,
		bind: func(a loyalty.Adjustment) any { return a.ID },
		dest: func(a *loyalty.Adjustment) any { return &a.ID },
	},
	{
		name: "kind", keepReason: reasonAnonymous,
		bind: func(a loyalty.Adjustment) any { return a.Kind },
		dest: func(a *loyalty.Adjustment) any { return &a.Kind },
	},
	{
		name: "customer_id", hiddenReason: reasonTechnical, keepReason: reasonAnonymous,
		bind: func(a loyalty.Adjustment) any { return a.CustomerID },
		dest: func(a *loyalty.Adjustment) any { return &a.CustomerID },
	},
	{
		name: "card_id", hiddenReason: reasonTechnical, keepReason: reasonAnonymous,
		bind: func(a loyalty.Adjustment) any { return a.CardID },
		dest: func(a *loyalty.Adjustment) any { return &a.CardID },
	},
	{
		name: "stamps", keepReason: reasonAnonymous,
		bind: func(a loyalty.Adjustment) any { return a.Stamps },
		dest: func(a *loyalty.Adjustment) any { return &a.Stamps },
	},
	{
		name: "stamps_after", hiddenReason: reasonTechnical, keepReason: reasonAnonymous,
		bind: func(a loyalty.Adjustment) any { return a.StampsAfter },
		dest: func(a *loyalty.Adjustment) any { return &a.StampsAfter },
	},
	{
		name: "reason", eraseSQL: `NULL`,
		bind: func(a loyalty.Adjustment) any { return text(a.Reason) },
		dest: func(a *loyalty.Adjustment) any { return (*optionalText)(&a.Reason) },
	},
	{
		name: "note", eraseSQL: `NULL`,
		bind: func(a loyalty.Adjustment) any { return text(a.Note) },
		dest: func(a *loyalty.Adjustment) any { return (*optionalText)(&a.Note) },
	},
	{
		name: "created_at", keepReason: reasonAnonymous,
		bind: func(a loyalty.Adjustment) any { return millis(a.CreatedAt) },
		dest: func(a *loyalty.Adjustment) any { return (*optionalInstant)(&a.CreatedAt) },
	},
	{
		name: "created_by", subject: SubjectStaff,
		bind: func(a loyalty.Adjustment) any { return a.CreatedBy },
		dest: func(a *loyalty.Adjustment) any { return &a.CreatedBy },
	},
	{
		name: "undone_at", keepReason: reasonAnonymous,
		bind: func(a loyalty.Adjustment) any { return millis(a.UndoneAt) },
		dest: func(a *loyalty.Adjustment) any { return (*optionalInstant)(&a.UndoneAt) },
	},
	{
		name: "undone_by", subject: SubjectStaff,
		bind: func(a loyalty.Adjustment) any { return text(a.UndoneBy) },
		dest: func(a *loyalty.Adjustment) any { return (*optionalText)(&a.UndoneBy) },
	},
	{
		name: "claimed_stamps", withheldReason: reasonUndoClaim, hiddenReason: reasonTechnical, keepReason: reasonAnonymous,
		bind: func(a loyalty.Adjustment) any { return a.AnsweredClaim.ClaimedStamps },
		dest: func(a *loyalty.Adjustment) any { return &a.AnsweredClaim.ClaimedStamps },
	},
	{
		name: "rejected_stamps", withheldReason: reasonUndoClaim, hiddenReason: reasonTechnical, keepReason: reasonAnonymous,
		bind: func(a loyalty.Adjustment) any { return a.AnsweredClaim.RejectedStamps },
		dest: func(a *loyalty.Adjustment) any { return &a.AnsweredClaim.RejectedStamps },
	},
}

const reasonUndoClaim = "undo data of an opening balance, of no use after loyalty.OpeningUndoPeriod"

var (
	insertAdjustment  = adjustmentRow.insertSQL(`adjustments`, `business_id`)
	adjustmentColumns = adjustmentRow.selectList(`a`)

	emptyOldAdjustments = `
		UPDATE adjustments SET ` + adjustmentRow.eraseSQL() + ` WHERE (business_id, id) IN (
			SELECT business_id, id FROM adjustments
			WHERE (reason IS NOT NULL OR note IS NOT NULL) AND created_at <= $1 ORDER BY created_at LIMIT $2)`
)
