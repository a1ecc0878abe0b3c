package store

import (
	"errors"
	"fmt"
	"time"
)

// SecondFactors are authenticator keys and recovery codes.
type SecondFactors struct{ tx *Tx }

// SecondFactors gives access to all second factors.
func (p *PlatformTx) SecondFactors() SecondFactors { return SecondFactors{&p.tx} }

// Offer stores a key to confirm. An enrolled key stays until then.
func (q SecondFactors) Offer(userID, secret string) error {
	return wrapError("offering a second factor", q.tx.execOne(`
		UPDATE users SET totp_secret = CASE WHEN totp_enrolled_at IS NULL THEN $2 ELSE totp_secret END,
			totp_step = CASE WHEN totp_enrolled_at IS NULL THEN NULL ELSE totp_step END,
			totp_next_secret = CASE WHEN totp_enrolled_at IS NULL THEN NULL ELSE $2 END
		WHERE id = $1`, userID, secret))
}

// ConfirmedKey is a key with the first code's time step and the confirming session.
type ConfirmedKey struct {
	Secret, SessionID string
	Step              int64
	At                time.Time
}

// Enrol enrols an offered key, or returns false if another was offered or confirmed meanwhile.
func (q SecondFactors) Enrol(userID string, key ConfirmedKey) (bool, error) {
	return q.changeUser("enrolling a second factor", `
		UPDATE users SET totp_secret = $2, totp_enrolled_at = $4, totp_step = $3, totp_session = $5, totp_next_secret = NULL
		WHERE id = $1 AND (totp_enrolled_at IS NULL AND totp_secret = $2 OR totp_enrolled_at IS NOT NULL AND totp_next_secret = $2)`,
		userID, key.Secret, key.Step, millis(key.At), key.SessionID)
}

// UseStep accepts a code's time step, or returns false if it is not later than the last.
func (q SecondFactors) UseStep(userID, secret string, step int64) (bool, error) {
	return q.changeUser("using a code", `
		UPDATE users SET totp_step = $3 WHERE id = $1 AND totp_secret = $2 AND totp_enrolled_at IS NOT NULL AND totp_step < $3`,
		userID, secret, step)
}

// Remove removes key, passkeys and recovery codes.
func (q SecondFactors) Remove(userID string) (bool, error) {
	// This locks the user first: a passkey added meanwhile waits.
	removed, err := q.changeUser("removing a second factor", `
		UPDATE users SET totp_secret = NULL, totp_enrolled_at = NULL, totp_step = NULL, totp_next_secret = NULL, totp_session = NULL, passkey_count = 0
		WHERE id = $1 AND (totp_enrolled_at IS NOT NULL OR passkey_count > 0)`, userID)
	if err != nil || !removed {
		return false, err
	}
	return true, errors.Join(q.RemoveCodes(userID), Passkeys(q).RemoveAll(userID))
}

func (q SecondFactors) changeUser(doing, statement, userID string, more ...any) (bool, error) {
	rowCount, err := q.tx.exec(statement, append([]any{userID}, more...)...)
	if err != nil {
		return false, fmt.Errorf("%s of user %s: %w", doing, userID, err)
	}
	return rowCount == 1, nil
}

// ReplaceCodes replaces the recovery codes.
func (q SecondFactors) ReplaceCodes(userID string, hashes []string) error {
	if err := q.RemoveCodes(userID); err != nil {
		return err
	}
	for _, hash := range hashes {
		if _, err := q.tx.exec(`INSERT INTO recovery_codes (user_id, code_hash) VALUES ($1, $2)`, userID, hash); err != nil {
			return fmt.Errorf("adding a recovery code of user %s: %w", userID, err)
		}
	}
	return nil
}

// RemoveCodes removes the recovery codes.
func (q SecondFactors) RemoveCodes(userID string) error {
	_, err := q.tx.exec(`DELETE FROM recovery_codes WHERE user_id = $1`, userID)
	return wrapError("removing the recovery codes of a user", err)
}

// UseCode removes a recovery code.
func (q SecondFactors) UseCode(userID, hash string) (bool, error) {
	used, err := q.tx.exec(`DELETE FROM recovery_codes WHERE user_id = $1 AND code_hash = $2`, userID, hash)
	if err != nil {
		return false, fmt.Errorf("using a recovery code of user %s: %w", userID, err)
	}
	return used == 1, nil
}

// CountCodes counts the recovery codes left.
func (q SecondFactors) CountCodes(userID string) (int, error) {
	var remaining int
	_, err := q.tx.queryOne(`SELECT count(*) FROM recovery_codes WHERE user_id = $1`, []any{userID}, &remaining)
	return remaining, wrapError("counting the recovery codes of a user", err)
}
