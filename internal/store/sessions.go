package store

import (
	"fmt"
	"time"
)

// EndSession keeps the token with an id from opening anything until it expires.
func (p *PlatformTx) EndSession(id string, expires time.Time) error {
	_, err := p.tx.exec(`INSERT INTO ended_sessions (id, expires_at) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING`, id, millis(expires))
	if err != nil {
		return fmt.Errorf("ending a session: %w", err)
	}
	return nil
}

// ForgetSessions removes the ended sessions whose tokens expired before an
// instant.
func (p *PlatformTx) ForgetSessions(before time.Time) error {
	if _, err := p.tx.exec(`DELETE FROM ended_sessions WHERE expires_at < $1`, millis(before)); err != nil {
		return fmt.Errorf("forgetting ended sessions: %w", err)
	}
	return nil
}
