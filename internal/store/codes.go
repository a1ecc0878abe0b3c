package store

import (
	"database/sql"
	"fmt"
	"time"

	"axioma/internal/loyalty"
)

// Codes sign customers in.
type Codes struct{ tx *Tx }

// Codes gives access to all codes.
func (p *PlatformTx) Codes() Codes { return Codes{&p.tx} }

// Replace replaces a requester's code for a phone.
func (q Codes) Replace(c loyalty.LoginCode) error {
	_, err := q.tx.exec(`
		INSERT INTO login_codes (scope, phone_key, requester_key, code_hash, tries_left, expires_at, business_id, customer_id, message_id, email_key, birthday_matched)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
		ON CONFLICT (scope, phone_key, requester_key) DO UPDATE
		SET code_hash = $4, tries_left = $5, expires_at = $6, business_id = $7, customer_id = $8, message_id = $9, email_key = $10, birthday_matched = $11, session_id = NULL`,
		c.Scope, c.PhoneKey, c.Requester, c.CodeHash, c.TriesLeft, millis(c.ExpiresAt),
		text(c.BusinessID), text(c.CustomerID), text(c.MessageID), text(c.EmailKey), c.BirthdayMatched)
	if err != nil {
		return fmt.Errorf("storing a code: %w", err)
	}
	return nil
}

// Lock returns and locks the requester's code.
func (q Codes) Lock(scope, phoneKey, requester string) (loyalty.LoginCode, bool, error) {
	c := loyalty.LoginCode{Scope: scope, PhoneKey: phoneKey, Requester: requester}
	var expires sql.NullInt64
	var business, customer, message, email, session sql.NullString
	found, err := q.tx.queryOne(`
		SELECT code_hash, tries_left, expires_at, business_id, customer_id, message_id, email_key, session_id, birthday_matched FROM login_codes
		WHERE scope = $1 AND phone_key = $2 AND requester_key = $3`+q.tx.lockClause(),
		[]any{scope, phoneKey, requester}, &c.CodeHash, &c.TriesLeft, &expires, &business, &customer, &message, &email, &session, &c.BirthdayMatched)
	if err != nil {
		return c, false, fmt.Errorf("reading a code: %w", err)
	}
	c.ExpiresAt, c.BusinessID, c.CustomerID = instant(expires), business.String, customer.String
	c.MessageID, c.EmailKey, c.SessionID = message.String, email.String, session.String
	return c, found, nil
}

// SpendTry uses one try of a locked code.
func (q Codes) SpendTry(c loyalty.LoginCode) error {
	err := q.tx.execOne(`UPDATE login_codes SET tries_left = tries_left - 1 WHERE scope = $1 AND phone_key = $2 AND requester_key = $3`,
		c.Scope, c.PhoneKey, c.Requester)
	if err != nil {
		return fmt.Errorf("counting a try: %w", err)
	}
	return nil
}

// Use records the session. The code stays until it expires, for repeated requests.
func (q Codes) Use(c loyalty.LoginCode, sessionID string) error {
	err := q.tx.execOne(`UPDATE login_codes SET session_id = $4 WHERE scope = $1 AND phone_key = $2 AND requester_key = $3`,
		c.Scope, c.PhoneKey, c.Requester, sessionID)
	if err != nil {
		return fmt.Errorf("recording the session of a code: %w", err)
	}
	return nil
}

// Remove removes a code.
func (q Codes) Remove(c loyalty.LoginCode) error {
	err := q.tx.execOne(`DELETE FROM login_codes WHERE scope = $1 AND phone_key = $2 AND requester_key = $3`, c.Scope, c.PhoneKey, c.Requester)
	if err != nil {
		return fmt.Errorf("removing a code: %w", err)
	}
	return nil
}

// RemoveExpired removes expired codes.
func (q Codes) RemoveExpired(before time.Time, limit int) (int, error) {
	return remove(q.tx, "codes", `
		DELETE FROM login_codes WHERE (scope, phone_key, requester_key) IN (
			SELECT scope, phone_key, requester_key FROM login_codes WHERE expires_at < $1 ORDER BY expires_at LIMIT $2)`, millis(before), limit)
}
