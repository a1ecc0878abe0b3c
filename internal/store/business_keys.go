package store

import (
	"fmt"
	"time"

	"axioma/internal/database"
)

// BusinessKeys are idempotency keys of created businesses.
type BusinessKeys struct{ tx *Tx }

// BusinessKeys gives access to all keys.
func (p *PlatformTx) BusinessKeys() BusinessKeys { return BusinessKeys{&p.tx} }

// Get returns request and business.
func (q BusinessKeys) Get(key string) (request, businessID string, known bool, err error) {
	known, err = q.tx.queryOne(`SELECT request, business_id FROM business_keys WHERE key = $1`, []any{key}, &request, &businessID)
	if err != nil {
		return "", "", false, fmt.Errorf("finding the key of a business: %w", err)
	}
	return request, businessID, known, nil
}

// Insert stores a key. It retries the transaction if another one stored the key first.
func (q BusinessKeys) Insert(key, request, businessID string, at time.Time) error {
	rowCount, err := q.tx.exec(`
		INSERT INTO business_keys (key, request, business_id, created_at) VALUES ($1, $2, $3, $4)
		ON CONFLICT (key) DO NOTHING`, key, request, businessID, millis(at))
	if err != nil {
		return fmt.Errorf("storing the key of a business: %w", err)
	}
	if rowCount == 0 {
		return database.ErrRetry
	}
	return nil
}

// Remove removes old keys.
func (q BusinessKeys) Remove(before time.Time, limit int) (int, error) {
	return remove(q.tx, "keys of businesses", `
		DELETE FROM business_keys WHERE key IN (SELECT key FROM business_keys WHERE created_at < $1 LIMIT $2)`,
		millis(before), limit)
}
