package store

import (
	"database/sql"
	"fmt"
	"time"

	"axioma/internal/loyalty"
)

// Proofs are the proofs of phones that are waited for.
type Proofs struct{ tx *Tx }

// Proofs are the proofs of phones that are waited for.
func (p *PlatformTx) Proofs() Proofs { return Proofs{&p.tx} }

// Insert records that a proof of a phone is waited for.
func (q Proofs) Insert(proof loyalty.PhoneProof) error {
	_, err := q.tx.exec(`
		INSERT INTO phone_proofs (code_hash, ticket_hash, scope, expires_at, business_id, customer_id)
		VALUES ($1, $2, $3, $4, $5, $6)`,
		proof.CodeHash, text(proof.TicketHash), proof.Scope, millis(proof.ExpiresAt), text(proof.BusinessID), text(proof.CustomerID))
	if err != nil {
		return fmt.Errorf("recording a proof that is waited for: %w", err)
	}
	return nil
}

// ByCode returns the proof that a code belongs to, which no other
// transaction changes until this one ends, and false when there is none.
func (q Proofs) ByCode(codeHash string) (loyalty.PhoneProof, bool, error) {
	return q.where("code_hash", codeHash)
}

// ByTicket is ByCode for what the waiting browser holds.
func (q Proofs) ByTicket(ticketHash string) (loyalty.PhoneProof, bool, error) {
	return q.where("ticket_hash", ticketHash)
}

func (q Proofs) where(column, hash string) (loyalty.PhoneProof, bool, error) {
	var proof loyalty.PhoneProof
	var ticket, business, customer, phone sql.NullString
	var expires sql.NullInt64
	found, err := q.tx.one(`
		SELECT code_hash, ticket_hash, scope, expires_at, business_id, customer_id, phone_key, phone_hidden
		FROM phone_proofs WHERE `+column+` = $1`+q.tx.locking(), []any{hash},
		&proof.CodeHash, &ticket, &proof.Scope, &expires, &business, &customer, &phone, &proof.Hidden)
	if err != nil {
		return proof, false, fmt.Errorf("reading a proof that is waited for: %w", err)
	}
	proof.TicketHash, proof.ExpiresAt = ticket.String, instant(expires)
	proof.BusinessID, proof.CustomerID, proof.PhoneKey = business.String, customer.String, phone.String
	return proof, found, nil
}

// Update writes who has proved which phone, or that it is hidden.
func (q Proofs) Update(proof loyalty.PhoneProof) error {
	err := q.tx.execOne(`
		UPDATE phone_proofs SET business_id = $2, customer_id = $3, phone_key = $4, phone_hidden = $5 WHERE code_hash = $1`,
		proof.CodeHash, text(proof.BusinessID), text(proof.CustomerID), text(proof.PhoneKey), proof.Hidden)
	if err != nil {
		return fmt.Errorf("writing a proof: %w", err)
	}
	return nil
}

// Remove removes a proof that has been used.
func (q Proofs) Remove(proof loyalty.PhoneProof) error {
	if err := q.tx.execOne(`DELETE FROM phone_proofs WHERE code_hash = $1`, proof.CodeHash); err != nil {
		return fmt.Errorf("removing a used proof: %w", err)
	}
	return nil
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

// RemoveExpired removes proofs that were waited for until an instant, at most so
// many, and returns how many.
func (q Proofs) RemoveExpired(until time.Time, most int) (int, error) {
	return q.tx.remove("proofs", `
		DELETE FROM phone_proofs WHERE code_hash IN (
			SELECT code_hash FROM phone_proofs WHERE expires_at < $1 ORDER BY expires_at LIMIT $2)`, millis(until), most)
}

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

// CustomerOf names a customer of a business.
type CustomerOf struct{ BusinessID, ID string }

// WritingTo returns the active customers with a phone, in the order of
// their businesses: of the businesses whose own number has been written to, by
// the provider's id, or of all when it is no business's own.
func (q PlatformCustomers) WritingTo(number, phone string) ([]CustomerOf, error) {
	var customers []CustomerOf
	err := q.tx.each(`
		SELECT c.business_id, c.id FROM customers c JOIN businesses b ON b.id = c.business_id
		WHERE c.phone = $1 AND c.archived_at IS NULL
			AND (b.wa_phone_number_id = $2 OR NOT EXISTS (SELECT 1 FROM businesses o WHERE o.wa_phone_number_id = $2))
		ORDER BY c.business_id`, []any{phone, number}, func(row scanner) error {
		var c CustomerOf
		err := row.Scan(&c.BusinessID, &c.ID)
		customers = append(customers, c)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("looking for the customers with a phone: %w", err)
	}
	return customers, nil
}
