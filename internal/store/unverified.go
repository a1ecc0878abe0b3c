package store

import (
	"database/sql"
	"fmt"
	"strings"
	"time"

	"axioma/internal/database"
	"axioma/internal/loyalty"
)

// untouched is a condition on a customer, c or another alias, to whom nothing has happened since she was added: no
// visit, reward, sign-in, change by the staff, other QR, family, consent or telephone that
// holds her pass.
func untouched(alias string) string {
	return strings.ReplaceAll(untouchedByAlias, "c.", alias+".")
}

// What there is of each is looked up, customer by customer: of NOT EXISTS PostgreSQL makes a
// join, for which it reads all that the business has.
const untouchedByAlias = ` c.archived_at IS NULL AND c.visits_count = 0 AND c.last_visit_at IS NULL
	AND c.phone_verified_at IS NULL AND c.signed_in_at IS NULL AND c.family_id IS NULL AND c.version <= 1 AND c.qr_id IS NULL
	AND (SELECT 1 FROM visits v WHERE v.business_id = c.business_id AND v.customer_id = c.id LIMIT 1) IS NULL
	AND (
		SELECT 1 FROM rewards r
		WHERE r.business_id = c.business_id AND r.redeemed_customer_id = c.id AND r.redeemed_at IS NOT NULL LIMIT 1) IS NULL
	AND (
		SELECT 1 FROM consents s WHERE s.business_id = c.business_id AND s.customer_id = c.id AND s.given_at > c.created_at LIMIT 1) IS NULL
	AND (SELECT 1 FROM pass_holders h WHERE h.business_id = c.business_id AND h.customer_id = c.id LIMIT 1) IS NULL
	AND (
		SELECT 1 FROM handed_visits w WHERE w.business_id = c.business_id AND w.customer_id = c.id LIMIT 1) IS NULL
	AND (SELECT 1 FROM customers m WHERE m.business_id = c.business_id AND m.merged_into = c.id LIMIT 1) IS NULL`

// unverified holds for a customer c of a business, $1, who registered by the open form from
// an instant, $2, and before another, $3, and who is untouched, as are her children.
var unverified = ` c.business_id = $1 AND c.created_at >= $2 AND c.created_at < $3 AND c.phone_unproved AND` + untouched("c") + `
	AND (
		SELECT 1 FROM customers k
		WHERE k.business_id = c.business_id AND k.guardian_id = c.id AND k.archived_at IS NULL AND NOT (` + untouched("k") + `) LIMIT 1) IS NULL`

// UnverifiedSince returns when the unverified customers of a span registered, the oldest first.
func (q Phones) UnverifiedSince(from, before time.Time) ([]time.Time, error) {
	instants := []time.Time{}
	err := q.tx.queryEach(`SELECT c.created_at FROM customers c WHERE`+unverified+` ORDER BY c.created_at`,
		[]any{q.tx.businessID, millis(from), millis(before)}, func(row scanner) error {
			var created sql.NullInt64
			err := row.Scan(&created)
			instants = append(instants, instant(created))
			return err
		})
	if err != nil {
		return nil, fmt.Errorf("looking for when unverified customers registered: %w", err)
	}
	return instants, nil
}

// FirstUnverified returns unverified customers of a span, the oldest first, at most so many.
func (q Phones) FirstUnverified(from, before time.Time, most int) ([]loyalty.Customer, error) {
	customers := []loyalty.Customer{}
	err := q.tx.queryEach(`SELECT`+customerColumns+` FROM customers c WHERE`+unverified+` ORDER BY c.created_at, c.id LIMIT $4`,
		[]any{q.tx.businessID, millis(from), millis(before), most}, func(row scanner) error {
			customer, err := scanCustomer(row)
			customers = append(customers, customer)
			return err
		})
	if err != nil {
		return nil, fmt.Errorf("looking for unverified customers: %w", err)
	}
	return customers, nil
}

// LockUnverified locks a customer and reports whether she still is an unverified one of a span.
func (q Phones) LockUnverified(customerID string, from, before time.Time) (bool, error) {
	if err := q.tx.Customers().lockRow(customerID); err != nil {
		return false, err
	}
	// What came while she was waited for is seen only by a query that begins now.
	var locked string
	found, err := q.tx.queryOne(`SELECT c.id FROM customers c WHERE`+unverified+` AND c.id = $4`,
		[]any{q.tx.businessID, millis(from), millis(before), customerID}, &locked)
	if err != nil {
		return false, fmt.Errorf("looking again at customer %s: %w", customerID, err)
	}
	return found, nil
}

// Discard archives a customer so that Restore can take it back.
func (q Phones) Discard(customerID string, at time.Time) error {
	err := q.tx.execOne(`UPDATE customers SET archived_at = $3, discarded_at = $3 WHERE business_id = $1 AND id = $2`,
		q.tx.businessID, customerID, millis(at))
	if err != nil {
		return fmt.Errorf("discarding customer %s: %w", customerID, err)
	}
	return nil
}

// Discard is what was discarded at an instant.
type Discard struct {
	At        time.Time
	Customers int64
	First     time.Time // when the first of them registered
}

// Discards returns what was discarded after an instant and not erased, the latest first.
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
		return nil, fmt.Errorf("listing what was discarded: %w", err)
	}
	return discards, nil
}

// CustomersOfDiscard returns the ids of those who were discarded at an instant and are not erased,
// guardians before their children.
func (q Phones) CustomersOfDiscard(at time.Time) ([]string, error) {
	ids, err := q.tx.queryStrings(`
		SELECT id FROM customers WHERE business_id = $1 AND discarded_at = $2 AND search <> ''
		ORDER BY CASE WHEN guardian_id IS NULL THEN 0 ELSE 1 END, id`, q.tx.businessID, millis(at))
	return ids, wrapped("looking for who was discarded", err)
}

// Restore makes a customer active who was discarded at an instant. It reports false where
// another active customer has the phone by now, the guardian is no customer any more, or
// she was restored already.
func (q Phones) Restore(customerID string, at time.Time) (bool, error) {
	restored, err := q.tx.exec(`
		UPDATE customers SET archived_at = NULL, discarded_at = NULL
		WHERE business_id = $1 AND id = $2 AND discarded_at = $3 AND search <> ''
			AND NOT EXISTS (
				SELECT 1 FROM customers o
				WHERE o.business_id = $1 AND o.phone = customers.phone AND o.archived_at IS NULL)
			AND (guardian_id IS NULL OR EXISTS (
				SELECT 1 FROM customers g WHERE g.business_id = $1 AND g.id = customers.guardian_id AND g.archived_at IS NULL))`,
		q.tx.businessID, customerID, millis(at))
	if q.tx.store.dialect.IsUnique(err) {
		return false, database.ErrRetry // registered meanwhile: found the next time
	}
	return restored == 1, wrapped("restoring customer "+customerID, err)
}

// Discarded returns customers of all businesses who were discarded by an instant and are
// not erased.
func (q Retention) Discarded(since time.Time, most int) ([]CustomerRef, error) {
	return q.customers(`
		SELECT c.business_id, c.id FROM customers c WHERE c.discarded_at <= $1 AND c.search <> ''
		ORDER BY c.discarded_at LIMIT $2`, since, most)
}

// LockDiscarded locks a customer and returns when she was discarded, and false when that is
// not by an instant, or she is erased or restored already.
func (q Phones) LockDiscarded(id string, since time.Time) (time.Time, bool, error) {
	var discarded sql.NullInt64
	due, err := q.tx.queryOne(`
		SELECT c.discarded_at FROM customers c
		WHERE c.discarded_at <= $1 AND c.search <> '' AND c.business_id = $2 AND c.id = $3`+q.tx.lockClause(),
		[]any{millis(since), q.tx.businessID, id}, &discarded)
	if err != nil {
		return time.Time{}, false, fmt.Errorf("looking again at customer %s: %w", id, err)
	}
	return instant(discarded), due, nil
}
