package store

import (
	"time"

	"axioma/internal/loyalty"
)

const stillReleased = ` business_id = $1 AND phone_released_at IS NOT NULL AND phone_release_seen_at IS NULL AND archived_at IS NULL `

// NoteReleased records that a phone was taken off a customer.
func (q Phones) NoteReleased(customerID string, at time.Time) error {
	err := q.tx.execOne(`UPDATE customers SET phone_released_at = $3, phone_release_seen_at = NULL WHERE business_id = $1 AND id = $2`,
		q.tx.businessID, customerID, millis(at))
	return wrapError("recording a released phone", err)
}

// ListReleases returns unacknowledged releases, latest first, and their total.
func (q Phones) ListReleases(limit int) (phones []loyalty.ReleasedPhone, total int64, err error) {
	if _, err := q.tx.queryOne(`SELECT count(*) FROM customers WHERE`+stillReleased, []any{q.tx.businessID}, &total); err != nil {
		return nil, total, wrapError("counting released phones", err)
	}
	err = q.tx.queryEach(`SELECT id, name, phone_released_at FROM customers WHERE`+stillReleased+`ORDER BY phone_released_at DESC LIMIT $2`,
		[]any{q.tx.businessID, limit}, func(row scanner) error {
			var phone loyalty.ReleasedPhone
			err := row.Scan(&phone.CustomerID, &phone.Name, (*optionalInstant)(&phone.At))
			phones = append(phones, phone)
			return err
		})
	return phones, total, wrapError("listing released phones", err)
}

// NoteReleaseSeen records the staff's acknowledgement.
func (q Phones) NoteReleaseSeen(customerID string, at time.Time) (bool, error) {
	rowCount, err := q.tx.exec(`UPDATE customers SET phone_release_seen_at = $3 WHERE id = $2 AND`+stillReleased, q.tx.businessID, customerID, millis(at))
	return rowCount == 1, wrapError("marking a released phone as known", err)
}
