package store

import (
	"database/sql"
	"fmt"
	"time"

	"axioma/internal/loyalty"
)

// Regular is an active customer with the rhythm in which she used to come.
type Regular struct {
	CustomerID  string
	Name        string
	Phone       string
	LastVisitAt time.Time
	Rhythm      loyalty.Rhythm
}

// Silent returns the active customers whose last visit lies before an instant,
// with their rhythms.
func (tx *Tx) Silent(since time.Time) ([]Regular, error) {
	var regulars []Regular
	err := tx.each(`
		SELECT c.id, c.name, c.phone, c.last_visit_at, (
			SELECT min(d.local_day) || ' ' || max(d.local_day) || ' ' || CAST(count(*) AS TEXT)
			FROM (
				SELECT v.local_day FROM visits v
				WHERE v.business_id = c.business_id AND v.customer_id = c.id AND v.day_slot = 0
				ORDER BY v.local_day DESC LIMIT $3
			) d)
		FROM customers c
		WHERE c.business_id = $1 AND c.archived_at IS NULL AND c.last_visit_at < $2 AND c.visits_count > 0`,
		[]any{tx.businessID, millis(since), loyalty.RhythmDays}, func(row scanner) error {
			var r Regular
			var phone, rhythm sql.NullString
			var last sql.NullInt64
			if err := row.Scan(&r.CustomerID, &r.Name, &phone, &last, &rhythm); err != nil {
				return err
			}
			r.Phone, r.LastVisitAt = phone.String, instant(last)
			_, err := fmt.Sscan(rhythm.String, &r.Rhythm.First, &r.Rhythm.Last, &r.Rhythm.Days)
			regulars = append(regulars, r)
			return err
		})
	if err != nil {
		return nil, fmt.Errorf("looking for who has not come: %w", err)
	}
	return regulars, nil
}

// Owed counts the rewards for services that active customers may redeem.
type Owed struct {
	Free, Half int64
	Customers  int64
}

// OwedRewards counts what is owed: a reward once, whoever of a family redeems
// it, and every customer who may.
func (tx *Tx) OwedRewards() (Owed, error) {
	// It begins with what is owed: CROSS JOIN keeps SQLite to that order.
	const pending = `
		SELECT r.id, r.kind, c.id AS customer_id
		FROM rewards r
		CROSS JOIN cards k
		CROSS JOIN customers c
		WHERE k.business_id = $1 AND k.id = r.card_id AND c.business_id = $1 AND c.archived_at IS NULL AND `
	const owed = ` AND r.business_id = $1 AND r.status = 'PENDING' AND r.kind IN ('FREE', 'HALF')`
	var o Owed
	_, err := tx.one(`
		SELECT count(DISTINCT CASE WHEN kind = 'FREE' THEN id END), count(DISTINCT CASE WHEN kind = 'HALF' THEN id END),
			count(DISTINCT customer_id)
		FROM (`+pending+`c.id = k.customer_id`+owed+` UNION ALL `+pending+`c.family_id = k.family_id`+owed+`) owed`,
		[]any{tx.businessID}, &o.Free, &o.Half, &o.Customers)
	if err != nil {
		return o, fmt.Errorf("counting what is owed: %w", err)
	}
	return o, nil
}

// Overrides is what one of the staff allowed or took back.
type Overrides struct {
	UserID     string
	Name       string
	Authorized int64 // further visits on the same day
	Deleted    int64 // visits, later than they could be undone
}

// OverridesSince counts what each of the staff allowed or took back since an
// instant, by name.
func (tx *Tx) OverridesSince(since time.Time) ([]Overrides, error) {
	var people []Overrides
	err := tx.each(`
		SELECT u.id, u.name,
			sum(CASE WHEN e.action = $4 THEN 1 ELSE 0 END), sum(CASE WHEN e.action = $5 THEN 1 ELSE 0 END)
		FROM audit_events e JOIN users u ON u.id = e.actor_id
		WHERE e.business_id = $1 AND e.id >= $2 AND e.at >= $3 AND e.action IN ($4, $5)
		GROUP BY u.id, u.name ORDER BY u.name, u.id`,
		[]any{tx.businessID, loyalty.FirstAt(since), millis(since), loyalty.ActionVisitAuthorized, loyalty.ActionVisitDeleted},
		func(row scanner) error {
			var o Overrides
			err := row.Scan(&o.UserID, &o.Name, &o.Authorized, &o.Deleted)
			people = append(people, o)
			return err
		})
	if err != nil {
		return nil, fmt.Errorf("counting what the staff allowed and took back: %w", err)
	}
	return people, nil
}
