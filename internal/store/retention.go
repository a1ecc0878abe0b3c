package store

import (
	"database/sql"
	"fmt"
	"time"

	"axioma/internal/loyalty"
)

// Retention finds and removes expired data.
type Retention struct{ tx *Tx }

// Retention gives access to all expired data.
func (p *PlatformTx) Retention() Retention { return Retention{&p.tx} }

// isInactive requires no activity of active customer c after instant $1 and day $2, and no active child. Acts of the
// staff count: entered stamps, a merge, a waiting visit. Subqueries look up single customers: for NOT EXISTS,
// PostgreSQL would join all.
const isInactive = ` c.archived_at IS NULL AND c.created_at <= $1
	AND coalesce(c.last_visit_at, 0) <= $1 AND coalesce(c.signed_in_at, 0) <= $1 AND coalesce(c.phone_verified_at, 0) <= $1
	AND coalesce(c.imported_visit_day, '') <= $2
	AND (
		SELECT 1 FROM adjustments a
		WHERE a.business_id = c.business_id AND a.customer_id = c.id AND a.created_at > $1 AND a.undone_at IS NULL LIMIT 1) IS NULL
	AND (
		SELECT 1 FROM customers m
		WHERE m.business_id = c.business_id AND m.merged_into = c.id AND m.archived_at > $1 LIMIT 1) IS NULL
	AND (
		SELECT 1 FROM handover_visits w
		WHERE w.business_id = c.business_id AND w.customer_id = c.id AND w.received_at > $1 AND w.outcome IS NULL LIMIT 1) IS NULL
	AND (
		SELECT 1 FROM pass_holders h
		WHERE h.business_id = c.business_id AND h.customer_id = c.id AND h.registered_at > $1 LIMIT 1) IS NULL
	AND (
		SELECT 1 FROM consents s WHERE s.business_id = c.business_id AND s.customer_id = c.id AND s.given_at > $1 LIMIT 1) IS NULL
	AND (
		SELECT 1 FROM rewards r
		WHERE r.business_id = c.business_id AND r.redeemed_customer_id = c.id AND r.redeemed_at > $1 LIMIT 1) IS NULL
	AND (
		SELECT 1 FROM customers k
		WHERE k.business_id = c.business_id AND k.guardian_id = c.id AND k.archived_at IS NULL LIMIT 1) IS NULL`

// Inactive returns customers without activity.
func (q Retention) Inactive(since time.Time, limit int) ([]CustomerRef, error) {
	return q.customers(`SELECT c.business_id, c.id FROM customers c WHERE`+isInactive+` ORDER BY c.created_at LIMIT $3`,
		millis(since), since.UTC().Format(time.DateOnly), limit)
}

// LockInactive locks a customer. It reports whether they are still active and had no activity after since.
func (q Customers) LockInactive(id string, since time.Time) (bool, error) {
	if _, err := q.lockRow(id); err != nil {
		return false, err
	}
	// The query must follow the lock to see what was committed while waiting.
	var lockedID string
	inactive, err := q.tx.queryOne(`SELECT c.id FROM customers c WHERE`+isInactive+` AND c.business_id = $3 AND c.id = $4`,
		[]any{millis(since), since.UTC().Format(time.DateOnly), q.tx.businessID, id}, &lockedID)
	if err != nil {
		return false, fmt.Errorf("reading customer %s again: %w", id, err)
	}
	return inactive, nil
}

// notErased selects archived customers with search text, which an erasure empties. A merged record is erased with its
// target: until then its QR and passes open a current card.
const notErased = ` c.archived_at <= $1 AND c.search <> '' AND (c.merged_into IS NULL OR (
		SELECT 1 FROM customers k WHERE k.business_id = c.business_id AND k.id = c.merged_into AND k.search = '' LIMIT 1) = 1)`

// ListBlocked returns unerased archived customers, oldest first.
func (q Retention) ListBlocked(since time.Time, limit int) ([]CustomerRef, error) {
	return q.customers(`SELECT c.business_id, c.id FROM customers c WHERE`+notErased+` ORDER BY c.archived_at LIMIT $2`, millis(since), limit)
}

// LockBlocked locks a customer and returns when they were archived. It returns false if that was after since, or if they
// are erased.
func (q Customers) LockBlocked(id string, since time.Time) (time.Time, bool, error) {
	var archivedAt sql.NullInt64
	due, err := q.tx.queryOne(`SELECT c.archived_at FROM customers c WHERE`+notErased+` AND c.business_id = $2 AND c.id = $3`+q.tx.lockClause(),
		[]any{millis(since), q.tx.businessID, id}, &archivedAt)
	if err != nil {
		return time.Time{}, false, fmt.Errorf("reading customer %s again: %w", id, err)
	}
	return instant(archivedAt), due, nil
}

func (q Retention) customers(query string, args ...any) ([]CustomerRef, error) {
	customers := []CustomerRef{}
	err := q.tx.queryEach(query, args, func(row scanner) error {
		var customer CustomerRef
		err := row.Scan(&customer.BusinessID, &customer.ID)
		customers = append(customers, customer)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("finding customers whose retention has ended: %w", err)
	}
	return customers, nil
}

// RemoveNotes removes the notes of visits before an instant. Like the methods below, it changes at most limit rows and
// returns their number.
func (q Retention) RemoveNotes(before time.Time, limit int) (int, error) {
	return remove(q.tx, "notes of visits", emptyOldVisits, millis(before), limit)
}

// RemoveAdjustmentTexts empties adjustments' reasons and notes.
func (q Retention) RemoveAdjustmentTexts(before time.Time, limit int) (int, error) {
	return remove(q.tx, "texts of adjustments", emptyOldAdjustments, millis(before), limit)
}

// RemoveMessages removes messages that are not being sent.
func (q Retention) RemoveMessages(before time.Time, limit int) (int, error) {
	return remove(q.tx, "messages", `
		DELETE FROM messages WHERE (business_id, id) IN (
			SELECT business_id, id FROM messages WHERE created_at <= $1 AND status <> 'SENDING' ORDER BY created_at, id LIMIT $2)`,
		millis(before), limit)
}

// RemoveGreetings removes invitations.
func (q Retention) RemoveGreetings(before time.Time, limit int) (int, error) {
	return remove(q.tx, "invitations", `
		DELETE FROM greetings WHERE (business_id, id) IN (
			SELECT business_id, id FROM greetings WHERE greeted_at <= $1 ORDER BY greeted_at LIMIT $2)`, millis(before), limit)
}

// RemoveReplacedConsents removes consents replaced before an instant.
func (q Retention) RemoveReplacedConsents(before time.Time, limit int) (int, error) {
	return remove(q.tx, "consents", `
		DELETE FROM consents WHERE (business_id, id) IN (
			SELECT business_id, id FROM consents WHERE replaced_at <= $1 ORDER BY replaced_at LIMIT $2)`, millis(before), limit)
}

// ForgetMerges removes what merges need for their undo.
func (q Retention) ForgetMerges(before time.Time, limit int) (int, error) {
	return remove(q.tx, "what merges remember", `
		UPDATE merges SET undo_data = '{}' WHERE (business_id, id) IN (
			SELECT business_id, id FROM merges WHERE undo_data <> '{}' AND merged_at <= $1 ORDER BY merged_at LIMIT $2)`, millis(before), limit)
}

// EraseFamilies removes deleted families' names.
func (q Retention) EraseFamilies(before time.Time, limit int) (int, error) {
	return remove(q.tx, "names of families", `
		UPDATE families SET name = $3, sort_key = $4, search = '' WHERE (business_id, id) IN (
			SELECT business_id, id FROM families WHERE archived_at <= $1 AND search <> '' LIMIT $2)`,
		millis(before), limit, loyalty.ErasedFamilyName, loyalty.SortKey(loyalty.ErasedFamilyName))
}

// RemoveSettledVisits removes visits settled before an instant.
func (q Retention) RemoveSettledVisits(before time.Time, limit int) (int, error) {
	return remove(q.tx, "visits that were handed over and settled", `
		DELETE FROM handover_visits WHERE (business_id, id) IN (
			SELECT business_id, id FROM handover_visits WHERE settled_at <= $1 ORDER BY received_at LIMIT $2)`, millis(before), limit)
}

// RemoveHandedVisits removes visits by arrival, settled or not.
func (q Retention) RemoveHandedVisits(before time.Time, limit int) (int, error) {
	return remove(q.tx, "visits that were handed over", `
		DELETE FROM handover_visits WHERE (business_id, id) IN (
			SELECT business_id, id FROM handover_visits WHERE received_at <= $1 ORDER BY received_at LIMIT $2)`, millis(before), limit)
}
