package store

import (
	"errors"
	"fmt"
	"time"
)

// SecondFactors are the keys of authenticator apps and the recovery codes of accounts.
type SecondFactors struct{ tx *Tx }

// SecondFactors returns the second factors of accounts.
func (p *PlatformTx) SecondFactors() SecondFactors { return SecondFactors{&p.tx} }

// Offer stores a key that a user has yet to confirm. It reports false if the user has a second factor.
func (q SecondFactors) Offer(userID, secret string) (bool, error) {
	return q.changeUser("offering a second factor", `
		UPDATE users SET totp_secret = $2, totp_step = NULL WHERE id = $1 AND totp_enrolled_at IS NULL`, userID, secret)
}

// Enrol confirms an offered key with the time step of its first code. It reports false if another key was offered or
// confirmed meanwhile.
func (q SecondFactors) Enrol(userID, secret string, step int64, now time.Time) (bool, error) {
	return q.changeUser("enrolling a second factor", `
		UPDATE users SET totp_enrolled_at = $4, totp_step = $3 WHERE id = $1 AND totp_secret = $2 AND totp_enrolled_at IS NULL`,
		userID, secret, step, millis(now))
}

// UseStep accepts the code of a time step. It reports false if a code of this step or a later one was accepted before.
func (q SecondFactors) UseStep(userID, secret string, step int64) (bool, error) {
	return q.changeUser("using a code", `
		UPDATE users SET totp_step = $3 WHERE id = $1 AND totp_secret = $2 AND totp_enrolled_at IS NOT NULL AND totp_step < $3`,
		userID, secret, step)
}

// Remove removes a user's app, passkeys and recovery codes. It reports false if there was no second factor.
func (q SecondFactors) Remove(userID string) (bool, error) {
	// First, because it locks the user: a passkey that is added meanwhile waits.
	removed, err := q.changeUser("removing a second factor", `
		UPDATE users SET totp_secret = NULL, totp_enrolled_at = NULL, totp_step = NULL, passkey_count = 0
		WHERE id = $1 AND (totp_enrolled_at IS NOT NULL OR passkey_count > 0)`, userID)
	if err != nil || !removed {
		return false, err
	}
	return true, errors.Join(q.RemoveCodes(userID), Passkeys(q).RemoveAll(userID))
}

func (q SecondFactors) changeUser(doing, statement, userID string, more ...any) (bool, error) {
	changed, err := q.tx.exec(statement, append([]any{userID}, more...)...)
	if err != nil {
		return false, fmt.Errorf("%s of user %s: %w", doing, userID, err)
	}
	return changed == 1, nil
}

// ReplaceCodes replaces a user's recovery codes.
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

// RemoveCodes removes a user's recovery codes.
func (q SecondFactors) RemoveCodes(userID string) error {
	_, err := q.tx.exec(`DELETE FROM recovery_codes WHERE user_id = $1`, userID)
	return wrapped("removing the recovery codes of a user", err)
}

// UseCode removes a recovery code. It reports false if the user has no such code.
func (q SecondFactors) UseCode(userID, hash string) (bool, error) {
	used, err := q.tx.exec(`DELETE FROM recovery_codes WHERE user_id = $1 AND code_hash = $2`, userID, hash)
	if err != nil {
		return false, fmt.Errorf("using a recovery code of user %s: %w", userID, err)
	}
	return used == 1, nil
}

// CountCodes returns how many recovery codes a user has left.
func (q SecondFactors) CountCodes(userID string) (int, error) {
	var left int
	_, err := q.tx.queryOne(`SELECT count(*) FROM recovery_codes WHERE user_id = $1`, []any{userID}, &left)
	return left, wrapped("counting the recovery codes of a user", err)
}
