package store

import (
	"database/sql"
	"fmt"
	"time"

	"axioma/internal/loyalty"
)

// Proofs are the pending proofs of phones.
type Proofs struct{ tx *Tx }

// Proofs gives access to the pending proofs.
func (p *PlatformTx) Proofs() Proofs { return Proofs{&p.tx} }

// Insert adds a proof.
func (q Proofs) Insert(proof loyalty.PhoneProof) error {
	_, err := q.tx.exec(`
		INSERT INTO phone_proofs (code_hash, ticket_hash, scope, expires_at, business_id, customer_id, browser)
		VALUES ($1, $2, $3, $4, $5, $6, $7)`,
		proof.CodeHash, text(proof.TicketHash), proof.Scope, millis(proof.ExpiresAt), text(proof.BusinessID), text(proof.CustomerID),
		text(proof.Browser))
	if err != nil {
		return fmt.Errorf("recording a pending proof: %w", err)
	}
	return nil
}

// ByCode returns and locks a code's proof.
func (q Proofs) ByCode(codeHash string) (loyalty.PhoneProof, bool, error) {
	return q.getBy("code_hash", codeHash)
}

// ByTicket returns the proof of a waiting browser's ticket, or false.
func (q Proofs) ByTicket(ticketHash string) (loyalty.PhoneProof, bool, error) {
	return q.getBy("ticket_hash", ticketHash)
}

func (q Proofs) getBy(column, hash string) (loyalty.PhoneProof, bool, error) {
	var proof loyalty.PhoneProof
	var ticket, business, customer, phone, browser, session, requester sql.NullString
	var expires sql.NullInt64
	found, err := q.tx.queryOne(`
		SELECT code_hash, ticket_hash, scope, expires_at, business_id, customer_id, phone_key, phone_hidden, browser, session_id, requester_key
		FROM phone_proofs WHERE `+column+` = $1`+q.tx.lockClause(), []any{hash},
		&proof.CodeHash, &ticket, &proof.Scope, &expires, &business, &customer, &phone, &proof.Hidden, &browser, &session, &requester)
	if err != nil {
		return proof, false, fmt.Errorf("reading a pending proof: %w", err)
	}
	proof.TicketHash, proof.ExpiresAt = ticket.String, instant(expires)
	proof.SessionID, proof.Requester = session.String, requester.String
	proof.BusinessID, proof.CustomerID, proof.PhoneKey = business.String, customer.String, phone.String
	proof.Browser = browser.String
	return proof, found, nil
}

// Update writes the customer who proved the phone, and the phone's key or that it is hidden.
func (q Proofs) Update(proof loyalty.PhoneProof) error {
	err := q.tx.execOne(`
		UPDATE phone_proofs SET business_id = $2, customer_id = $3, phone_key = $4, phone_hidden = $5 WHERE code_hash = $1`,
		proof.CodeHash, text(proof.BusinessID), text(proof.CustomerID), text(proof.PhoneKey), proof.Hidden)
	if err != nil {
		return fmt.Errorf("writing a proof: %w", err)
	}
	return nil
}

// Use records a ticket's session. The proof stays until it expires, for repeated requests.
func (q Proofs) Use(proof loyalty.PhoneProof) error {
	err := q.tx.execOne(`UPDATE phone_proofs SET session_id = $2, requester_key = $3 WHERE code_hash = $1`, proof.CodeHash, proof.SessionID, proof.Requester)
	if err != nil {
		return fmt.Errorf("recording the session of a ticket: %w", err)
	}
	return nil
}

// Remove removes a proof.
func (q Proofs) Remove(proof loyalty.PhoneProof) error {
	if err := q.tx.execOne(`DELETE FROM phone_proofs WHERE code_hash = $1`, proof.CodeHash); err != nil {
		return fmt.Errorf("removing a used proof: %w", err)
	}
	return nil
}

// RemoveExpired removes expired proofs.
func (q Proofs) RemoveExpired(until time.Time, limit int) (int, error) {
	return remove(q.tx, "proofs", `
		DELETE FROM phone_proofs WHERE code_hash IN (
			SELECT code_hash FROM phone_proofs WHERE expires_at < $1 ORDER BY expires_at LIMIT $2)`, millis(until), limit)
}
