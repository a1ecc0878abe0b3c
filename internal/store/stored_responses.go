package store

import (
	"fmt"
	"time"

	"axioma/internal/database"
)

// StoredResponses are responses by idempotency key.
type StoredResponses struct{ tx *Tx }

// StoredResponses gives access to the business's stored responses.
func (tx *Tx) StoredResponses() StoredResponses { return StoredResponses{tx} }

// PlatformStoredResponses are all stored responses.
type PlatformStoredResponses struct{ tx *Tx }

// StoredResponses gives access to all stored responses.
func (p *PlatformTx) StoredResponses() PlatformStoredResponses { return PlatformStoredResponses{&p.tx} }

const responseByKey = `SELECT request, answer FROM idempotency_keys WHERE business_id = $1 AND key = $2`

// Get returns a key's request and response.
func (q StoredResponses) Get(key string) (request, response string, known bool, err error) {
	known, err = q.tx.queryOne(responseByKey, []any{q.tx.businessID, key}, &request, &response)
	if err != nil {
		return "", "", false, fmt.Errorf("finding an idempotency key: %w", err)
	}
	return request, response, known, nil
}

// Insert stores a response. It retries the transaction if another one stored a response first.
func (q StoredResponses) Insert(key, request, response string, at time.Time) error {
	return q.tx.execDeferred(func(err error) error {
		if q.tx.store.dialect.IsUnique(err) {
			return database.ErrRetry
		}
		return fmt.Errorf("storing an idempotent answer: %w", err)
	}, `INSERT INTO idempotency_keys (business_id, key, request, answer, created_at) VALUES ($1, $2, $3, $4, $5)`,
		q.tx.businessID, key, request, response, millis(at))
}

// Confirm makes a stored response as durable as a new one. PostgreSQL shows a response whose commit was cancelled while
// it waited for a standby, but a failover loses it.
func (q StoredResponses) Confirm(key string) error {
	rowCount, err := q.tx.exec(`UPDATE idempotency_keys SET created_at = created_at WHERE business_id = $1 AND key = $2`, q.tx.businessID, key)
	if err == nil && rowCount == 0 {
		return database.ErrRetry // removed meanwhile
	}
	return wrapError("confirming a stored response", err)
}

// Remove makes a key unused.
func (q StoredResponses) Remove(key string) error {
	_, err := q.tx.exec(`DELETE FROM idempotency_keys WHERE business_id = $1 AND key = $2`, q.tx.businessID, key)
	return wrapError("removing an idempotency key", err)
}

// RemoveBefore removes an old response.
func (q StoredResponses) RemoveBefore(key string, before time.Time) error {
	_, err := q.tx.exec(`DELETE FROM idempotency_keys WHERE business_id = $1 AND key = $2 AND created_at < $3`,
		q.tx.businessID, key, millis(before))
	return wrapError("removing an old idempotency key", err)
}

// IdempotencyKey is a key of a business.
type IdempotencyKey struct{ BusinessID, Key string }

// KeysBefore returns old keys. It scans all: each check-in would maintain an index.
func (q PlatformStoredResponses) KeysBefore(before time.Time, limit int) ([]IdempotencyKey, error) {
	var keys []IdempotencyKey
	err := q.tx.queryEach(`SELECT business_id, key FROM idempotency_keys WHERE created_at < $1 LIMIT $2`, []any{millis(before), limit},
		func(row scanner) error {
			var key IdempotencyKey
			err := row.Scan(&key.BusinessID, &key.Key)
			keys = append(keys, key)
			return err
		})
	if err != nil {
		return nil, fmt.Errorf("finding old idempotency keys: %w", err)
	}
	return keys, nil
}

// Remove removes keys.
func (q PlatformStoredResponses) Remove(keys []IdempotencyKey) error {
	for _, key := range keys {
		if _, err := q.tx.exec(`DELETE FROM idempotency_keys WHERE business_id = $1 AND key = $2`, key.BusinessID, key.Key); err != nil {
			return fmt.Errorf("removing old idempotency keys: %w", err)
		}
	}
	return nil
}
