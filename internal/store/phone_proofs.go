package store

import (
	"database/sql"
	"fmt"
	"time"

	"axioma/internal/loyalty"
)

// InsertProof records that a proof of a phone is waited for.
func (p *PlatformTx) InsertProof(proof loyalty.PhoneProof) error {
	_, err := p.tx.exec(`
		INSERT INTO phone_proofs (code_hash, ticket_hash, scope, expires_at, business_id, customer_id)
		VALUES ($1, $2, $3, $4, $5, $6)`,
		proof.CodeHash, text(proof.TicketHash), proof.Scope, millis(proof.ExpiresAt), text(proof.BusinessID), text(proof.CustomerID))
	if err != nil {
		return fmt.Errorf("recording a proof that is waited for: %w", err)
	}
	return nil
}

// ProofByCode returns the proof that a code belongs to, which no other
// transaction changes until this one ends, and false when there is none.
func (p *PlatformTx) ProofByCode(codeHash string) (loyalty.PhoneProof, bool, error) {
	return p.proofWhere("code_hash", codeHash)
}

// ProofByTicket is ProofByCode for what the waiting browser holds.
func (p *PlatformTx) ProofByTicket(ticketHash string) (loyalty.PhoneProof, bool, error) {
	return p.proofWhere("ticket_hash", ticketHash)
}

func (p *PlatformTx) proofWhere(column, hash string) (loyalty.PhoneProof, bool, error) {
	var proof loyalty.PhoneProof
	var ticket, business, customer, phone sql.NullString
	var expires sql.NullInt64
	found, err := p.tx.one(`
		SELECT code_hash, ticket_hash, scope, expires_at, business_id, customer_id, phone_key, phone_hidden
		FROM phone_proofs WHERE `+column+` = $1`+p.tx.locking(), []any{hash},
		&proof.CodeHash, &ticket, &proof.Scope, &expires, &business, &customer, &phone, &proof.Hidden)
	if err != nil {
		return proof, false, fmt.Errorf("reading a proof that is waited for: %w", err)
	}
	proof.TicketHash, proof.ExpiresAt = ticket.String, instant(expires)
	proof.BusinessID, proof.CustomerID, proof.PhoneKey = business.String, customer.String, phone.String
	return proof, found, nil
}

// UpdateProof writes who has proved which phone, or that it is hidden.
func (p *PlatformTx) UpdateProof(proof loyalty.PhoneProof) error {
	err := p.tx.execOne(`
		UPDATE phone_proofs SET business_id = $2, customer_id = $3, phone_key = $4, phone_hidden = $5 WHERE code_hash = $1`,
		proof.CodeHash, text(proof.BusinessID), text(proof.CustomerID), text(proof.PhoneKey), proof.Hidden)
	if err != nil {
		return fmt.Errorf("writing a proof: %w", err)
	}
	return nil
}

// RemoveProof removes a proof that has been used.
func (p *PlatformTx) RemoveProof(proof loyalty.PhoneProof) error {
	if err := p.tx.execOne(`DELETE FROM phone_proofs WHERE code_hash = $1`, proof.CodeHash); err != nil {
		return fmt.Errorf("removing a used proof: %w", err)
	}
	return nil
}

// PhoneHidden reports whether the last proof that a customer was given after her
// registration is still waited for, and a message for it has come from a phone
// that WhatsApp hides.
func (tx *Tx) PhoneHidden(customerID string, now time.Time) (bool, error) {
	var hidden bool
	_, err := tx.one(`
		SELECT phone_hidden FROM phone_proofs
		WHERE business_id = $1 AND customer_id = $2 AND ticket_hash IS NULL AND expires_at > $3 ORDER BY expires_at DESC LIMIT 1`,
		[]any{tx.businessID, customerID, millis(now)}, &hidden)
	if err != nil {
		return false, fmt.Errorf("reading the proof that customer %s was given: %w", customerID, err)
	}
	return hidden, nil
}

// RemoveProofs removes proofs that were waited for until an instant, at most so
// many, and returns how many.
func (p *PlatformTx) RemoveProofs(until time.Time, most int) (int, error) {
	return p.remove("proofs", `
		DELETE FROM phone_proofs WHERE code_hash IN (
			SELECT code_hash FROM phone_proofs WHERE expires_at < $1 ORDER BY expires_at LIMIT $2)`, millis(until), most)
}

// VerifyPhone records since when a customer's phone is known to be hers, unless
// she has another one by now.
func (tx *Tx) VerifyPhone(c loyalty.Customer, at time.Time) error {
	_, err := tx.exec(`UPDATE customers SET phone_verified_at = $4, phone_unproved = FALSE WHERE business_id = $1 AND id = $2 AND phone = $3`,
		tx.businessID, c.ID, c.Phone, millis(at))
	if err != nil {
		return fmt.Errorf("recording that a phone is customer %s's: %w", c.ID, err)
	}
	return nil
}

// LeavePhoneUnproved records that a customer's phone was typed by nobody knows
// whom.
func (tx *Tx) LeavePhoneUnproved(customerID string) error {
	err := tx.execOne(`UPDATE customers SET phone_unproved = TRUE WHERE business_id = $1 AND id = $2`, tx.businessID, customerID)
	if err != nil {
		return fmt.Errorf("recording that nobody proved the phone of customer %s: %w", customerID, err)
	}
	return nil
}

// PhoneUnproved reports whether a customer's phone was typed by nobody knows whom,
// and never proved since.
func (tx *Tx) PhoneUnproved(customerID string) (bool, error) {
	var unproved bool
	_, err := tx.one(`SELECT phone_unproved FROM customers WHERE business_id = $1 AND id = $2`, []any{tx.businessID, customerID}, &unproved)
	if err != nil {
		return false, fmt.Errorf("reading whether the phone of customer %s is hers: %w", customerID, err)
	}
	return unproved, nil
}

// CustomerOf names a customer of a business.
type CustomerOf struct{ BusinessID, ID string }

// CustomersWritingTo returns the active customers with a phone, in the order of
// their businesses: of the businesses whose own number has been written to, by
// the provider's id, or of all when it is no business's own.
func (p *PlatformTx) CustomersWritingTo(number, phone string) ([]CustomerOf, error) {
	var customers []CustomerOf
	err := p.tx.each(`
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
