package store

import (
	"fmt"
	"time"

	"axioma/internal/loyalty"
)

// Phones are the phones of a business's customers and the e-mails that stand beside them,
// and what is known of whose they are. Registrations of which no sign has come are here too.
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
// whom.
func (q Phones) LeaveUnproved(customerID string) error {
	err := q.tx.execOne(`UPDATE customers SET phone_unproved = TRUE WHERE business_id = $1 AND id = $2`, q.tx.businessID, customerID)
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
