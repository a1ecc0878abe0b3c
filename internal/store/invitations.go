package store

import (
	"fmt"
	"time"

	"axioma/internal/loyalty"
)

// Invitation lets new staff choose their first password.
type Invitation struct {
	UserID       string
	TokenHash    string
	Role         loyalty.Role // when invited
	TokenVersion int64        // when invited
	ExpiresAt    time.Time
}

// Invitations has at most one per account.
type Invitations struct{ tx *Tx }

// Invitations gives access to all invitations.
func (p *PlatformTx) Invitations() Invitations { return Invitations{&p.tx} }

// Put adds or replaces an account's invitation.
func (q Invitations) Put(i Invitation) error {
	_, err := q.tx.exec(`
		INSERT INTO invitations (user_id, token_hash, role, token_version, expires_at) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (user_id) DO UPDATE SET
			token_hash = excluded.token_hash, role = excluded.role, token_version = excluded.token_version, expires_at = excluded.expires_at`,
		i.UserID, i.TokenHash, i.Role, i.TokenVersion, i.ExpiresAt.UnixMilli())
	return wrapError("adding an invitation", err)
}

// Get returns the invitation with a token's hash.
func (q Invitations) Get(tokenHash string) (Invitation, bool, error) {
	i := Invitation{TokenHash: tokenHash}
	found, err := q.tx.queryOne(`SELECT user_id, role, token_version, expires_at FROM invitations WHERE token_hash = $1`,
		[]any{tokenHash}, &i.UserID, &i.Role, &i.TokenVersion, (*optionalInstant)(&i.ExpiresAt))
	if err != nil {
		return i, false, fmt.Errorf("reading an invitation: %w", err)
	}
	return i, found, nil
}

// RemoveOf removes an account's invitation.
func (q Invitations) RemoveOf(userID string) error {
	_, err := q.tx.exec(`DELETE FROM invitations WHERE user_id = $1`, userID)
	return wrapError("removing the invitation of a user", err)
}

// RemoveExpired removes expired invitations.
func (q Invitations) RemoveExpired(before time.Time, limit int) (int, error) {
	return remove(q.tx, "invitations", `
		DELETE FROM invitations WHERE user_id IN (SELECT user_id FROM invitations WHERE expires_at < $1 ORDER BY expires_at LIMIT $2)`,
		before.UnixMilli(), limit)
}
