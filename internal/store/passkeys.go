package store

import (
	"encoding/base64"
	"fmt"
	"strings"
	"time"

	"axioma/internal/loyalty"
)

// Passkeys are WebAuthn credentials and challenges. Callers must lock the user for Insert, Rename, Remove and
// RemoveAll.
type Passkeys struct{ tx *Tx }

// Passkeys gives access to all accounts' passkeys.
func (p *PlatformTx) Passkeys() Passkeys { return Passkeys{&p.tx} }

// Insert adds a passkey, or returns false for a known credential id.
func (q Passkeys) Insert(p loyalty.Passkey) (bool, error) {
	rowCount, err := q.tx.exec(`
		INSERT INTO passkeys (id, user_id, credential_id, public_key, rp_id, name, sign_count, backup_eligible, transports, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (credential_id) DO NOTHING`,
		p.ID, p.UserID, base64.RawURLEncoding.EncodeToString(p.CredentialID), base64.RawURLEncoding.EncodeToString(p.PublicKey),
		p.RPID, p.Name, int64(p.SignCount), p.BackupEligible, strings.Join(p.Transports, ","), millis(p.CreatedAt))
	if err != nil {
		return false, fmt.Errorf("adding a passkey of user %s: %w", p.UserID, err)
	}
	return rowCount == 1, q.recount(p.UserID)
}

func (q Passkeys) recount(userID string) error {
	_, err := q.tx.exec(`UPDATE users SET passkey_count = (SELECT count(*) FROM passkeys p WHERE p.user_id = $1) WHERE id = $1`, userID)
	return wrapError("counting the passkeys of a user", err)
}

// OfUser returns passkeys, oldest first.
func (q Passkeys) OfUser(userID string) ([]loyalty.Passkey, error) {
	var keys []loyalty.Passkey
	err := q.tx.queryEach(`
		SELECT id, user_id, credential_id, public_key, rp_id, name, sign_count, backup_eligible, transports, created_at, used_at, version
		FROM passkeys WHERE user_id = $1 ORDER BY created_at, id`, []any{userID}, func(row scanner) error {
		key, err := scanPasskey(row)
		keys = append(keys, key)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("reading the passkeys of user %s: %w", userID, err)
	}
	return keys, nil
}

func scanPasskey(row scanner) (loyalty.Passkey, error) {
	var p loyalty.Passkey
	var credentialID, publicKey, transports string
	var count int64
	err := row.Scan(&p.ID, &p.UserID, &credentialID, &publicKey, &p.RPID, &p.Name, &count, &p.BackupEligible, &transports,
		(*optionalInstant)(&p.CreatedAt), (*optionalInstant)(&p.UsedAt), &p.Version)
	if err != nil {
		return p, err
	}
	p.SignCount = uint32(count)
	if transports != "" {
		p.Transports = strings.Split(transports, ",")
	}
	if p.CredentialID, err = base64.RawURLEncoding.DecodeString(credentialID); err == nil {
		p.PublicKey, err = base64.RawURLEncoding.DecodeString(publicKey)
	}
	if err != nil {
		err = fmt.Errorf("decoding passkey %s: %w", p.ID, err)
	}
	return p, err
}

// RecordUse stores a signature counter. It returns false if the passkey is gone or its counter did not grow.
// Authenticators without a counter send 0.
func (q Passkeys) RecordUse(p loyalty.Passkey, count uint32, now time.Time) (bool, error) {
	used, err := q.tx.exec(`
		UPDATE passkeys SET sign_count = $3, used_at = $4
		WHERE id = $1 AND user_id = $2 AND (sign_count < $3 OR (sign_count = 0 AND $3 = 0))`, p.ID, p.UserID, int64(count), millis(now))
	if err != nil {
		return false, fmt.Errorf("recording the use of passkey %s: %w", p.ID, err)
	}
	return used == 1, nil
}

// Rename stores name and version.
func (q Passkeys) Rename(p loyalty.Passkey) error {
	_, err := q.tx.exec(`UPDATE passkeys SET name = $3, version = $4 WHERE user_id = $1 AND id = $2`, p.UserID, p.ID, p.Name, p.Version)
	if err != nil {
		return fmt.Errorf("renaming passkey %s: %w", p.ID, err)
	}
	return nil
}

// Remove removes a passkey, or returns false.
func (q Passkeys) Remove(userID, id string) (bool, error) {
	rowCount, err := q.tx.exec(`DELETE FROM passkeys WHERE user_id = $1 AND id = $2`, userID, id)
	if err != nil {
		return false, fmt.Errorf("removing passkey %s: %w", id, err)
	}
	return rowCount == 1, q.recount(userID)
}

// RemoveAll removes a user's passkeys.
func (q Passkeys) RemoveAll(userID string) error {
	if _, err := q.tx.exec(`DELETE FROM passkeys WHERE user_id = $1`, userID); err != nil {
		return fmt.Errorf("removing the passkeys of user %s: %w", userID, err)
	}
	return q.recount(userID)
}

// PasskeyPurpose is a challenge's purpose.
type PasskeyPurpose string

// Purposes of challenges.
const (
	PasskeyRegistration PasskeyPurpose = "REGISTER"
	PasskeyAssertion    PasskeyPurpose = "ASSERT"
)

// PasskeyChallenge is random data to sign once.
type PasskeyChallenge struct {
	SessionID string
	Purpose   PasskeyPurpose
	UserID    string
	Challenge string // base64url
	ExpiresAt time.Time
}

// PutChallenge replaces the session's challenge of this purpose.
func (q Passkeys) PutChallenge(c PasskeyChallenge) error {
	_, err := q.tx.exec(`
		INSERT INTO passkey_challenges (session_id, purpose, user_id, challenge, expires_at) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (session_id, purpose) DO UPDATE SET user_id = excluded.user_id, challenge = excluded.challenge, expires_at = excluded.expires_at`,
		c.SessionID, string(c.Purpose), c.UserID, c.Challenge, millis(c.ExpiresAt))
	return wrapError("storing a challenge", err)
}

// TakeChallenge removes a challenge. It returns false if there was none or it had expired.
func (q Passkeys) TakeChallenge(sessionID string, purpose PasskeyPurpose, userID string, now time.Time) (string, bool, error) {
	var challenge string
	var ends time.Time
	found, err := q.tx.queryOne(`
		DELETE FROM passkey_challenges WHERE session_id = $1 AND purpose = $2 AND user_id = $3 RETURNING challenge, expires_at`,
		[]any{sessionID, string(purpose), userID}, &challenge, (*optionalInstant)(&ends))
	if err != nil {
		return "", false, fmt.Errorf("claiming a challenge: %w", err)
	}
	return challenge, found && now.Before(ends), nil
}

// RemoveExpired removes ended challenges.
func (q Passkeys) RemoveExpired(before time.Time, limit int) (int, error) {
	return remove(q.tx, "passkey challenges", `
		DELETE FROM passkey_challenges WHERE (session_id, purpose) IN (
			SELECT session_id, purpose FROM passkey_challenges WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2)`, millis(before), limit)
}
