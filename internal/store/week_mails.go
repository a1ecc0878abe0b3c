package store

import (
	"fmt"
	"time"

	"axioma/internal/loyalty"
)

// WithoutWeekMail returns the ids of the active businesses with week mails that lack the one of a Monday. Businesses
// opened at or after an instant get none yet.
func (q PlatformBusinesses) WithoutWeekMail(monday loyalty.Day, openedBefore time.Time) ([]string, error) {
	ids, err := q.tx.queryStrings(`
		SELECT id FROM businesses WHERE status = 'ACTIVE' AND week_mail AND week_mailed < $1 AND created_at < $2`, monday, millis(openedBefore))
	if err != nil {
		return nil, fmt.Errorf("looking for businesses without the week mail of %s: %w", monday, err)
	}
	return ids, nil
}

// SetWeekMailed stores that the week mail of a Monday was queued. The version of the settings stays.
func (q Business) SetWeekMailed(monday loyalty.Day) error {
	q.tx.txCache.Invalidate()
	if err := q.tx.execOne(`UPDATE businesses SET week_mailed = $2 WHERE id = $1`, q.tx.businessID, monday); err != nil {
		return fmt.Errorf("recording the week mail of business %s: %w", q.tx.businessID, err)
	}
	return nil
}
