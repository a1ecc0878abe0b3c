package store

import (
	"fmt"
	"time"
)

// Sessions are what decides whether the tokens of users and customers still hold.
type Sessions struct{ tx *Tx }

// Sessions are what decides whether the tokens of users and customers still hold.
func (p *PlatformTx) Sessions() Sessions { return Sessions{&p.tx} }

// End keeps the token with an id from opening anything until it expires.
func (q Sessions) End(id string, expires time.Time) error {
	_, err := q.tx.exec(`INSERT INTO ended_sessions (id, expires_at) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING`, id, millis(expires))
	if err != nil {
		return fmt.Errorf("ending a session: %w", err)
	}
	return nil
}

// Forget removes the ended sessions whose tokens expired before an
// instant.
func (q Sessions) Forget(before time.Time) error {
	if _, err := q.tx.exec(`DELETE FROM ended_sessions WHERE expires_at < $1`, millis(before)); err != nil {
		return fmt.Errorf("forgetting ended sessions: %w", err)
	}
	return nil
}
