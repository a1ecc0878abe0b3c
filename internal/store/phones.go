package store

import (
	"database/sql"
	"fmt"
	"time"

	"axioma/internal/loyalty"
)

// Phones are the phones of a business's customers and the e-mails that stand beside them,
// and what is known of whose they are.
type Phones struct{ tx *Tx }

// Phones are the phones of the business's customers.
func (tx *Tx) Phones() Phones { return Phones{tx} }

// Verify records since when a customer's phone is known to be hers, unless
// she has another one by now.
func (q Phones) Verify(c loyalty.Customer, at time.Time) error {
	_, err := q.tx.exec(`UPDATE customers SET phone_verified_at = $4, phone_unproved = FALSE WHERE business_id = $1 AND id = $2 AND phone = $3`,
		q.tx.businessID, c.ID, c.Phone, millis(at))
	if err != nil {
		return fmt.Errorf("recording that a phone is customer %s's: %w", c.ID, err)
	}
	return nil
}

// LeaveUnproved records that a customer's phone was typed by nobody knows
// whom, in a browser whose key is given, or empty where it is not known.
func (q Phones) LeaveUnproved(customerID, registrant string) error {
	err := q.tx.execOne(`UPDATE customers SET phone_unproved = TRUE, registrant = $3 WHERE business_id = $1 AND id = $2`,
		q.tx.businessID, customerID, text(registrant))
	if err != nil {
		return fmt.Errorf("recording that nobody proved the phone of customer %s: %w", customerID, err)
	}
	return nil
}

// Unproved reports whether a customer's phone was typed by nobody knows whom,
// and never proved since.
func (q Phones) Unproved(customerID string) (bool, error) {
	var unproved bool
	_, err := q.tx.one(`SELECT phone_unproved FROM customers WHERE business_id = $1 AND id = $2`, []any{q.tx.businessID, customerID}, &unproved)
	if err != nil {
		return false, fmt.Errorf("reading whether the phone of customer %s is hers: %w", customerID, err)
	}
	return unproved, nil
}

// Prove records that a customer's phone is theirs, and reports whether it is the first proof
// of it. The registrant is the key of the browser in which the phone was typed; empty: it is
// not known. No other transaction proves the phone until this one ends.
func (q Phones) Prove(customerID string) (first bool, registrant string, err error) {
	var browser sql.NullString
	first, err = q.tx.one(`SELECT registrant FROM customers WHERE business_id = $1 AND id = $2 AND phone_unproved`+q.tx.locking(),
		[]any{q.tx.businessID, customerID}, &browser)
	if err == nil && first {
		err = q.tx.execOne(`UPDATE customers SET phone_unproved = FALSE, registrant = NULL WHERE business_id = $1 AND id = $2`,
			q.tx.businessID, customerID)
	}
	return first, browser.String, wrapped("proving a phone", err)
}

// silentHolder holds for a customer p with a phone of whom, and of whose children, there has been
// no sign of life after an instant, $2. What comes from the phone alone is none: somebody else may
// have it by now.
const silentHolder = ` p.created_at <= $2 AND coalesce(p.last_visit_at, 0) <= $2 AND coalesce(p.signed_in_at, 0) <= $2
	AND NOT EXISTS (
		SELECT 1 FROM consents s
		WHERE s.business_id = p.business_id AND s.customer_id = p.id AND s.given_at > $2 AND s.form IN ('PORTAL', 'STAFF'))
	AND NOT EXISTS (
		SELECT 1 FROM rewards r WHERE r.business_id = p.business_id AND r.redeemed_customer_id = p.id AND r.redeemed_at > $2)
	AND NOT EXISTS (
		SELECT 1 FROM customers k
		WHERE k.business_id = p.business_id AND k.guardian_id = p.id AND k.archived_at IS NULL
			AND (k.created_at > $2 OR coalesce(k.last_visit_at, 0) > $2 OR coalesce(k.signed_in_at, 0) > $2))`

// Silent reports whether there has been no sign of life of a customer after an instant.
func (q Phones) Silent(customerID string, since time.Time) (bool, error) {
	var id string
	silent, err := q.tx.one(`SELECT p.id FROM customers p WHERE p.business_id = $1 AND p.id = $3 AND`+silentHolder,
		[]any{q.tx.businessID, millis(since), customerID}, &id)
	return silent, wrapped("looking for a sign of life", err)
}

// NoteReleased records since when a customer's phone is known to be somebody else's.
func (q Phones) NoteReleased(customerID string, at time.Time) error {
	err := q.tx.execOne(`UPDATE customers SET phone_released_at = $3 WHERE business_id = $1 AND id = $2`, q.tx.businessID, customerID, millis(at))
	return wrapped("recording that a phone was released", err)
}

// Hidden reports whether the last proof that a customer was given after her
// registration is still waited for, and a message for it has come from a phone
// that WhatsApp hides.
func (q Phones) Hidden(customerID string, now time.Time) (bool, error) {
	var hidden bool
	_, err := q.tx.one(`
		SELECT phone_hidden FROM phone_proofs
		WHERE business_id = $1 AND customer_id = $2 AND ticket_hash IS NULL AND expires_at > $3 ORDER BY expires_at DESC LIMIT 1`,
		[]any{q.tx.businessID, customerID, millis(now)}, &hidden)
	if err != nil {
		return false, fmt.Errorf("reading the proof that customer %s was given: %w", customerID, err)
	}
	return hidden, nil
}
