package store

import (
	"fmt"
	"time"

	"axioma/internal/loyalty"
)

// NamedVisit is a visit with the names of customer and user.
type NamedVisit struct {
	loyalty.Visit
	CustomerName     string
	RegisteredByName string
}

const namedVisitColumns = `, c.name, r.name`

// fromNamedVisits omits archived customers: their visits can be neither deleted nor kept on request.
const fromNamedVisits = ` FROM visits v
	JOIN customers c ON c.business_id = v.business_id AND c.id = v.customer_id AND c.archived_at IS NULL
	JOIN users r ON r.id = v.registered_by
	WHERE v.business_id = $1 AND v.deleted_at IS NULL`

// RegisteredOn returns a user's visits of a day, newest first.
func (q Visits) RegisteredOn(userID string, day loyalty.Day, limit int) ([]NamedVisit, error) {
	visits, err := q.withNames(` AND v.local_day = $2 AND v.registered_by = $3 ORDER BY v.visited_at DESC, v.id DESC LIMIT $4`, day, userID, limit)
	if err != nil {
		return nil, fmt.Errorf("reading the visits that user %s registered: %w", userID, err)
	}
	return visits, nil
}

// AwaitingRemoval returns visits with undecided requests, oldest first.
func (q Visits) AwaitingRemoval(limit int) ([]NamedVisit, error) {
	visits, err := q.withNames(` AND v.removal_requested_at IS NOT NULL AND v.removal_refused_at IS NULL ORDER BY v.removal_requested_at, v.id LIMIT $2`, limit)
	if err != nil {
		return nil, fmt.Errorf("reading the visits that are to be removed: %w", err)
	}
	return visits, nil
}

func (q Visits) withNames(condition string, args ...any) ([]NamedVisit, error) {
	visits := []NamedVisit{}
	err := q.tx.queryEach(`SELECT`+visitColumns+namedVisitColumns+fromNamedVisits+condition, append([]any{q.tx.businessID}, args...), func(row scanner) error {
		var v NamedVisit
		err := row.Scan(visitRow.scanTargets(&v.Visit, &v.CustomerName, &v.RegisteredByName)...)
		visits = append(visits, v)
		return err
	})
	return visits, err
}

// RequestRemoval records a request.
func (q Visits) RequestRemoval(id string, at time.Time) error {
	err := q.tx.execOne(`UPDATE visits SET removal_requested_at = $3 WHERE business_id = $1 AND id = $2 AND removal_requested_at IS NULL`,
		q.tx.businessID, id, millis(at))
	if err != nil {
		return fmt.Errorf("asking for the removal of visit %s: %w", id, err)
	}
	return nil
}

// RefuseRemoval records a refusal.
func (q Visits) RefuseRemoval(id string, at time.Time) error {
	err := q.tx.execOne(`UPDATE visits SET removal_refused_at = $3 WHERE business_id = $1 AND id = $2 AND removal_refused_at IS NULL`,
		q.tx.businessID, id, millis(at))
	if err != nil {
		return fmt.Errorf("refusing the removal of visit %s: %w", id, err)
	}
	return nil
}
