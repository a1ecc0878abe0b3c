package store

import "time"

// UserIdentities are users' accounts at OpenID Connect providers.
type UserIdentities struct{ tx *Tx }

// UserIdentities gives access to all identities.
func (p *PlatformTx) UserIdentities() UserIdentities { return UserIdentities{&p.tx} }

// UserOf returns the id of the user with an account at a provider, or "".
func (q UserIdentities) UserOf(issuer, subject string) (userID string, err error) {
	_, err = q.tx.queryOne(`SELECT user_id FROM user_identities WHERE issuer = $1 AND subject = $2`, []any{issuer, subject}, &userID)
	return userID, wrapError("finding an account at a provider", err)
}

// Link links an account, or returns false if another user has it or the user has another one there.
func (q UserIdentities) Link(userID, issuer, subject string, now time.Time) (bool, error) {
	rowCount, err := q.tx.exec(`
		INSERT INTO user_identities (issuer, subject, user_id, created_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
		issuer, subject, userID, millis(now))
	return rowCount == 1, wrapError("linking an account at a provider", err)
}

// Unlink removes a user's accounts at all providers.
func (q UserIdentities) Unlink(userID string) error {
	_, err := q.tx.exec(`DELETE FROM user_identities WHERE user_id = $1`, userID)
	return wrapError("unlinking the accounts at providers", err)
}
