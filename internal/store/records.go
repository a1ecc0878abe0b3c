package store

import (
	"database/sql"
	"fmt"
	"time"

	"axioma/internal/loyalty"
)

// Get returns what was answered to the request that was sent with an
// idempotency key, and a description of that request. It reports false for a
// key that is new.
func (q Answers) Get(key string) (request, answer string, known bool, err error) {
	known, err = q.tx.one(`SELECT request, answer FROM idempotency_keys WHERE business_id = $1 AND key = $2`,
		[]any{q.tx.businessID, key}, &request, &answer)
	if err != nil {
		return "", "", false, fmt.Errorf("looking for an idempotency key: %w", err)
	}
	return request, answer, known, nil
}

// Keep records the answer to a request under its idempotency key. When
// another transaction was first with the key, this one is undone and run
// again, to find that answer.
func (q Answers) Keep(key, request, answer string, at time.Time) error {
	kept, err := q.tx.exec(`
		INSERT INTO idempotency_keys (business_id, key, request, answer, created_at)
		VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (business_id, key) DO NOTHING`,
		q.tx.businessID, key, request, answer, millis(at))
	if err != nil {
		return fmt.Errorf("keeping an idempotent answer: %w", err)
	}
	if kept == 0 {
		return errAgain
	}
	return nil
}

// KeyOf is an idempotency key of a business.
type KeyOf struct{ BusinessID, Key string }

// Old returns idempotency keys of all businesses from before an instant, at
// most so many. It goes through all keys: an index would be paid at every
// check-in.
func (q PlatformAnswers) Old(before time.Time, most int) ([]KeyOf, error) {
	var keys []KeyOf
	err := q.tx.each(`SELECT business_id, key FROM idempotency_keys WHERE created_at < $1 LIMIT $2`, []any{millis(before), most},
		func(row scanner) error {
			var key KeyOf
			err := row.Scan(&key.BusinessID, &key.Key)
			keys = append(keys, key)
			return err
		})
	if err != nil {
		return nil, fmt.Errorf("looking for old idempotency keys: %w", err)
	}
	return keys, nil
}

// Remove removes idempotency keys.
func (q PlatformAnswers) Remove(keys []KeyOf) error {
	for _, key := range keys {
		if _, err := q.tx.exec(`DELETE FROM idempotency_keys WHERE business_id = $1 AND key = $2`, key.BusinessID, key.Key); err != nil {
			return fmt.Errorf("removing old idempotency keys: %w", err)
		}
	}
	return nil
}

// With returns the id of the business that was opened with an idempotency
// key, and a description of the request for it. It reports false for a key that is
// new.
func (q Openings) With(key string) (request, businessID string, known bool, err error) {
	known, err = q.tx.one(`SELECT request, business_id FROM business_keys WHERE key = $1`, []any{key}, &request, &businessID)
	if err != nil {
		return "", "", false, fmt.Errorf("looking for the key of a business: %w", err)
	}
	return request, businessID, known, nil
}

// Keep records with which key a business was opened. When another
// transaction was first with the key, this one is undone and run again, to find
// that business.
func (q Openings) Keep(key, request, businessID string, at time.Time) error {
	kept, err := q.tx.exec(`
		INSERT INTO business_keys (key, request, business_id, created_at) VALUES ($1, $2, $3, $4)
		ON CONFLICT (key) DO NOTHING`, key, request, businessID, millis(at))
	if err != nil {
		return fmt.Errorf("keeping the key of a business: %w", err)
	}
	if kept == 0 {
		return errAgain
	}
	return nil
}

// Remove removes keys with which businesses were opened before an
// instant, at most so many.
func (q Openings) Remove(before time.Time, most int) (int, error) {
	return q.tx.remove("keys of businesses", `
		DELETE FROM business_keys WHERE key IN (SELECT key FROM business_keys WHERE created_at < $1 LIMIT $2)`,
		millis(before), most)
}

// Insert adds a line to the audit trail of the business, or of the platform
// where the transaction is bound to none.
func (q Trail) Insert(e loyalty.Event) error {
	_, err := q.tx.exec(`
		INSERT INTO audit_events (business_id, id, at, actor_id, action, subject_id, detail)
		VALUES ($1, $2, $3, $4, $5, $6, $7)`,
		q.tx.businessID, e.ID, millis(e.At), text(e.ActorID), e.Action, e.SubjectID, text(e.Detail))
	if err != nil {
		return fmt.Errorf("recording %s: %w", e.Action, err)
	}
	return nil
}

// Since returns a business's audit events from an instant on: of each its id,
// what was done and to what.
func (q PlatformTrail) Since(businessID string, since time.Time) ([]loyalty.Event, error) {
	var events []loyalty.Event
	err := q.tx.each(`SELECT id, action, subject_id, detail FROM audit_events WHERE business_id = $1 AND id >= $2`,
		[]any{businessID, loyalty.FirstAt(since)}, func(row scanner) error {
			var event loyalty.Event
			var detail sql.NullString
			err := row.Scan(&event.ID, &event.Action, &event.SubjectID, &detail)
			event.Detail = detail.String
			events = append(events, event)
			return err
		})
	if err != nil {
		return nil, fmt.Errorf("reading what happened in business %s: %w", businessID, err)
	}
	return events, nil
}

// Get returns a setting of the platform that the program keeps for
// itself, and false when there is none.
func (q Settings) Get(name string) (string, bool, error) {
	var value string
	found, err := q.tx.one(`SELECT value FROM settings WHERE name = $1`, []any{name}, &value)
	if err != nil {
		return "", false, fmt.Errorf("reading setting %s: %w", name, err)
	}
	return value, found, nil
}

// Keep stores a setting unless there is one already: of several
// programs that start together, the first one's value holds.
func (q Settings) Keep(name, value string) error {
	if _, err := q.tx.exec(`INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING`, name, value); err != nil {
		return fmt.Errorf("storing setting %s: %w", name, err)
	}
	return nil
}
