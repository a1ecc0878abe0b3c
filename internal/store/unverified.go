package store

import (
	"database/sql"
	"fmt"
	"strings"
	"time"

	"axioma/internal/database"
	"axioma/internal/loyalty"
)

func untouchedCondition(alias string) string {
	return strings.ReplaceAll(untouchedByAlias, "c.", alias+".")
}

// untouchedByAlias uses subqueries, which look up single customers: for NOT EXISTS, PostgreSQL would join all.
const untouchedByAlias = ` c.archived_at IS NULL AND c.visits_count = 0 AND c.last_visit_at IS NULL
	AND c.phone_verified_at IS NULL AND c.signed_in_at IS NULL AND c.family_id IS NULL AND c.version <= 1
	AND (SELECT 1 FROM revoked_qrs e WHERE e.business_id = c.business_id AND e.customer_id = c.id LIMIT 1) IS NULL
	AND (SELECT 1 FROM visits v WHERE v.business_id = c.business_id AND v.customer_id = c.id LIMIT 1) IS NULL
	AND (SELECT 1 FROM adjustments a WHERE a.business_id = c.business_id AND a.customer_id = c.id LIMIT 1) IS NULL
	AND (
		SELECT 1 FROM rewards r
		WHERE r.business_id = c.business_id AND r.redeemed_customer_id = c.id AND r.redeemed_at IS NOT NULL LIMIT 1) IS NULL
	AND (
		SELECT 1 FROM consents s WHERE s.business_id = c.business_id AND s.customer_id = c.id AND s.given_at > c.created_at LIMIT 1) IS NULL
	AND (SELECT 1 FROM pass_holders h WHERE h.business_id = c.business_id AND h.customer_id = c.id LIMIT 1) IS NULL
	AND (
		SELECT 1 FROM handover_visits w WHERE w.business_id = c.business_id AND w.customer_id = c.id LIMIT 1) IS NULL
	AND (SELECT 1 FROM customers m WHERE m.business_id = c.business_id AND m.merged_into = c.id LIMIT 1) IS NULL`

// unverifiedCondition selects customers c of business $1, untouched like their children, who registered by the open form with $2
// <= time < $3.
var unverifiedCondition = ` c.business_id = $1 AND c.created_at >= $2 AND c.created_at < $3 AND c.phone_unverified AND` + untouchedCondition("c") + `
	AND (
		SELECT 1 FROM customers k
		WHERE k.business_id = c.business_id AND k.guardian_id = c.id AND k.archived_at IS NULL AND NOT (` + untouchedCondition("k") + `) LIMIT 1) IS NULL`

// UnverifiedSince returns registration times, oldest first.
func (q Phones) UnverifiedSince(from, before time.Time) ([]time.Time, error) {
	instants := []time.Time{}
	err := q.tx.queryEach(`SELECT c.created_at FROM customers c WHERE`+unverifiedCondition+` ORDER BY c.created_at`,
		[]any{q.tx.businessID, millis(from), millis(before)}, func(row scanner) error {
			var createdAt sql.NullInt64
			err := row.Scan(&createdAt)
			instants = append(instants, instant(createdAt))
			return err
		})
	if err != nil {
		return nil, fmt.Errorf("reading the registrations of unverified customers: %w", err)
	}
	return instants, nil
}

// FirstUnverified returns unverified customers with from <= registration < before, oldest first.
func (q Phones) FirstUnverified(from, before time.Time, limit int) ([]loyalty.Customer, error) {
	customers := []loyalty.Customer{}
	err := q.tx.queryEach(`SELECT`+customerColumns+` FROM customers c WHERE`+unverifiedCondition+` ORDER BY c.created_at, c.id LIMIT $4`,
		[]any{q.tx.businessID, millis(from), millis(before), limit}, func(row scanner) error {
			customer, err := scanCustomer(row)
			customers = append(customers, customer)
			return err
		})
	if err != nil {
		return nil, fmt.Errorf("finding unverified customers: %w", err)
	}
	return customers, nil
}

// LockUnverified reports whether FirstUnverified still includes the locked customer.
func (q Phones) LockUnverified(customerID string, from, before time.Time) (bool, error) {
	if _, err := q.tx.Customers().lockRow(customerID); err != nil {
		return false, err
	}
	// The query must follow the lock to see what was committed while waiting.
	var lockedID string
	found, err := q.tx.queryOne(`SELECT c.id FROM customers c WHERE`+unverifiedCondition+` AND c.id = $4`,
		[]any{q.tx.businessID, millis(from), millis(before), customerID}, &lockedID)
	if err != nil {
		return false, fmt.Errorf("reading customer %s again: %w", customerID, err)
	}
	return found, nil
}

// Discard archives a customer for Restore.
func (q Phones) Discard(customerID string, at time.Time) error {
	err := q.tx.execOne(`UPDATE customers SET archived_at = $3, discarded_at = $3 WHERE business_id = $1 AND id = $2`,
		q.tx.businessID, customerID, millis(at))
	if err != nil {
		return fmt.Errorf("discarding customer %s: %w", customerID, err)
	}
	return nil
}

// Discard counts customers discarded at one instant.
type Discard struct {
	At        time.Time
	Customers int64
	First     time.Time // first registration
}

// Discards returns discards with unerased customers, latest first.
func (q Phones) Discards(since time.Time) ([]Discard, error) {
	discards := []Discard{}
	err := q.tx.queryEach(`
		SELECT discarded_at, count(*), min(created_at) FROM customers
		WHERE business_id = $1 AND discarded_at > $2 AND search <> ''
		GROUP BY discarded_at ORDER BY discarded_at DESC`, []any{q.tx.businessID, millis(since)}, func(row scanner) error {
		var discard Discard
		var at, first sql.NullInt64
		err := row.Scan(&at, &discard.Customers, &first)
		discard.At, discard.First = instant(at), instant(first)
		discards = append(discards, discard)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("listing discarded customers: %w", err)
	}
	return discards, nil
}

// CustomersOfDiscard returns ids of unerased customers, guardians first.
func (q Phones) CustomersOfDiscard(at time.Time) ([]string, error) {
	ids, err := q.tx.queryStrings(`
		SELECT id FROM customers WHERE business_id = $1 AND discarded_at = $2 AND search <> ''
		ORDER BY CASE WHEN guardian_id IS NULL THEN 0 ELSE 1 END, id`, q.tx.businessID, millis(at))
	return ids, wrapError("finding discarded customers", err)
}

// Restore reactivates a customer, or returns false if the customer is active, their guardian is not, or another active
// customer has the phone.
func (q Phones) Restore(customerID string, at time.Time) (bool, error) {
	rowCount, err := q.tx.exec(`
		UPDATE customers SET archived_at = NULL, discarded_at = NULL
		WHERE business_id = $1 AND id = $2 AND discarded_at = $3 AND search <> ''
			AND NOT EXISTS (
				SELECT 1 FROM customers o
				WHERE o.business_id = $1 AND o.phone = customers.phone AND o.archived_at IS NULL)
			AND (guardian_id IS NULL OR EXISTS (
				SELECT 1 FROM customers g WHERE g.business_id = $1 AND g.id = customers.guardian_id AND g.archived_at IS NULL))`,
		q.tx.businessID, customerID, millis(at))
	if q.tx.store.dialect.IsUnique(err) {
		return false, database.ErrRetry // registered meanwhile; the retry finds it
	}
	return rowCount == 1, wrapError("restoring customer "+customerID, err)
}

// ListDiscarded returns unerased customers discarded by an instant.
func (q Retention) ListDiscarded(since time.Time, limit int) ([]CustomerRef, error) {
	return q.customers(`
		SELECT c.business_id, c.id FROM customers c WHERE c.discarded_at <= $1 AND c.search <> ''
		ORDER BY c.discarded_at LIMIT $2`, millis(since), limit)
}

// LockDiscarded locks a customer and returns when they were discarded. It returns false if that was after since, or if
// they are erased or restored.
func (q Phones) LockDiscarded(id string, since time.Time) (time.Time, bool, error) {
	var discardedAt sql.NullInt64
	due, err := q.tx.queryOne(`
		SELECT c.discarded_at FROM customers c
		WHERE c.discarded_at <= $1 AND c.search <> '' AND c.business_id = $2 AND c.id = $3`+q.tx.lockClause(),
		[]any{millis(since), q.tx.businessID, id}, &discardedAt)
	if err != nil {
		return time.Time{}, false, fmt.Errorf("reading customer %s again: %w", id, err)
	}
	return instant(discardedAt), due, nil
}
