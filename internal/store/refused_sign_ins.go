package store

import (
	"fmt"
	"time"

	"axioma/internal/loyalty"
)

// RefusedSignIns counts refused sign-ins by account and day.
type RefusedSignIns struct{ tx *Tx }

// RefusedSignInsIn gives access to the counts of the business or the platform.
func RefusedSignInsIn(tx *Tx) RefusedSignIns { return RefusedSignIns{tx} }

// Add adds to an account's count of a day. userID "" stands for addresses without an account.
func (q RefusedSignIns) Add(userID string, day loyalty.Day, count int64, last time.Time) error {
	_, err := q.tx.exec(`
		INSERT INTO refused_sign_ins (business_id, local_day, user_id, refused, last_at) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (business_id, local_day, user_id) DO UPDATE
		SET refused = refused_sign_ins.refused + excluded.refused,
			last_at = CASE WHEN excluded.last_at > refused_sign_ins.last_at THEN excluded.last_at ELSE refused_sign_ins.last_at END`,
		q.tx.businessID, day, userID, count, millis(last))
	if err != nil {
		return fmt.Errorf("counting refused sign-ins: %w", err)
	}
	return nil
}

// RefusedSignIn counts an account's day.
type RefusedSignIn struct {
	Day          loyalty.Day
	UserID       string // empty: addresses without an account
	Name, Email  string
	BusinessName string // empty: platform
	Count        int64
	LastAt       time.Time
}

const refusedSignInColumns = `
	SELECT r.local_day, r.user_id, coalesce(u.name, ''), coalesce(u.email, ''), coalesce(b.name, ''), r.refused, r.last_at
	FROM refused_sign_ins r LEFT JOIN users u ON u.id = r.user_id LEFT JOIN businesses b ON b.id = r.business_id`

// Since returns counts, latest first.
func (q RefusedSignIns) Since(from loyalty.Day, limit int) ([]RefusedSignIn, error) {
	return q.list(refusedSignInColumns+`
		WHERE r.business_id = $1 AND r.local_day >= $2 ORDER BY r.local_day DESC, r.user_id LIMIT $3`, q.tx.businessID, from, limit)
}

// SinceOfAll returns the counts of all businesses and the platform from a day on.
func (q RefusedSignIns) SinceOfAll(from loyalty.Day, limit int) ([]RefusedSignIn, error) {
	return q.list(refusedSignInColumns+`
		WHERE r.local_day >= $1 ORDER BY r.local_day DESC, r.refused DESC, r.user_id LIMIT $2`, from, limit)
}

func (q RefusedSignIns) list(query string, args ...any) ([]RefusedSignIn, error) {
	signIns := []RefusedSignIn{}
	err := q.tx.queryEach(query, args, func(row scanner) error {
		var r RefusedSignIn
		err := row.Scan(&r.Day, &r.UserID, &r.Name, &r.Email, &r.BusinessName, &r.Count, (*optionalInstant)(&r.LastAt))
		signIns = append(signIns, r)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("reading refused sign-ins: %w", err)
	}
	return signIns, nil
}

// RemoveBefore removes old counts.
func (q RefusedSignIns) RemoveBefore(day loyalty.Day, limit int) (int, error) {
	return remove(q.tx, "refused sign-ins", `
		DELETE FROM refused_sign_ins WHERE (business_id, local_day, user_id) IN (
			SELECT business_id, local_day, user_id FROM refused_sign_ins WHERE local_day < $1 ORDER BY local_day LIMIT $2)`, day, limit)
}
