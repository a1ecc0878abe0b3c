package store

import (
	"fmt"

	"axioma/internal/loyalty"
)

// FirstStepFacts returns which first records the business has: colleague, customer, opening, visit.
func (q Business) FirstStepFacts() (loyalty.FirstStepFacts, error) {
	var colleague, customer, opening, visit int64
	_, err := q.tx.queryOne(`SELECT
		CASE WHEN EXISTS (SELECT 1 FROM users u WHERE u.business_id = b.id ORDER BY u.email LIMIT 1 OFFSET 1) THEN 1 ELSE 0 END,
		CASE WHEN EXISTS (SELECT 1 FROM customers c WHERE c.business_id = b.id) THEN 1 ELSE 0 END,
		CASE WHEN EXISTS (SELECT 1 FROM adjustments a WHERE a.business_id = b.id AND a.kind = 'OPENING')
			OR EXISTS (SELECT 1 FROM imports i WHERE i.business_id = b.id AND i.state = 'DONE') THEN 1 ELSE 0 END,
		CASE WHEN EXISTS (SELECT 1 FROM visits v WHERE v.business_id = b.id) THEN 1 ELSE 0 END
		FROM businesses b WHERE b.id = $1`,
		[]any{q.tx.businessID}, &colleague, &customer, &opening, &visit)
	if err != nil {
		return loyalty.FirstStepFacts{}, fmt.Errorf("reading the first steps of business %s: %w", q.tx.businessID, err)
	}
	return loyalty.FirstStepFacts{HasColleague: colleague == 1, HasCustomer: customer == 1, HasOpening: opening == 1, HasVisit: visit == 1}, nil
}

// SetFirstSteps stores marks without a new version of the settings.
func (q Business) SetFirstSteps(marks loyalty.FirstStepMarks) error {
	q.tx.txCache.Invalidate()
	if err := q.tx.execOne(`UPDATE businesses SET first_steps = $2 WHERE id = $1`, q.tx.businessID, text(string(marks))); err != nil {
		return fmt.Errorf("marking the first steps of business %s: %w", q.tx.businessID, err)
	}
	return nil
}
