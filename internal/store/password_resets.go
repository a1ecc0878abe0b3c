package store

import (
	"fmt"
	"time"

	"axioma/internal/loyalty"
)

// PasswordReset lets an owner choose a new password.
type PasswordReset struct {
	TokenHash    string
	UserID       string // empty: no owner has the address
	TokenVersion int64  // when the link was requested
	ExpiresAt    time.Time
}

// PasswordResets are owners' links.
type PasswordResets struct{ tx *Tx }

// PasswordResets gives access to all links.
func (p *PlatformTx) PasswordResets() PasswordResets { return PasswordResets{&p.tx} }

// Insert adds a link.
func (q PasswordResets) Insert(r PasswordReset) error {
	_, err := q.tx.exec(`INSERT INTO password_resets (token_hash, user_id, token_version, expires_at) VALUES ($1, $2, $3, $4)`,
		r.TokenHash, text(r.UserID), r.TokenVersion, r.ExpiresAt.UnixMilli())
	return wrapError("adding a password reset", err)
}

// Get returns the link with a token's hash.
func (q PasswordResets) Get(tokenHash string) (PasswordReset, bool, error) {
	r := PasswordReset{TokenHash: tokenHash}
	found, err := q.tx.queryOne(`SELECT user_id, token_version, expires_at FROM password_resets WHERE token_hash = $1`,
		[]any{tokenHash}, (*optionalText)(&r.UserID), &r.TokenVersion, (*optionalInstant)(&r.ExpiresAt))
	if err != nil {
		return r, false, fmt.Errorf("reading a password reset: %w", err)
	}
	return r, found, nil
}

// RemoveOf removes a user's links.
func (q PasswordResets) RemoveOf(userID string) error {
	_, err := q.tx.exec(`DELETE FROM password_resets WHERE user_id = $1`, userID)
	return wrapError("removing the password resets of a user", err)
}

// RemoveExpired removes expired links.
func (q PasswordResets) RemoveExpired(before time.Time, limit int) (int, error) {
	return remove(q.tx, "password resets", `
		DELETE FROM password_resets WHERE token_hash IN (SELECT token_hash FROM password_resets WHERE expires_at < $1 ORDER BY expires_at LIMIT $2)`,
		before.UnixMilli(), limit)
}

// Owner returns an active business's enabled owner by lower-case address, or loyalty.ErrUserNotFound.
func (q PlatformUsers) Owner(email string) (loyalty.User, error) {
	return q.read(ownerByEmail, email)
}
