package store

import (
	"fmt"
	"time"

	"axioma/internal/loyalty"
)

// WithoutWeekMail returns active businesses, created before createdBefore, that want the week mail by a channel of this
// installation and have not received monday's.
func (q PlatformBusinesses) WithoutWeekMail(monday loyalty.Day, createdBefore time.Time, byMail, byWhatsApp bool) ([]string, error) {
	ids, err := q.tx.queryStrings(`
		SELECT id FROM businesses
		WHERE status = 'ACTIVE' AND (week_mail OR week_phone IS NOT NULL) AND week_mailed < $1 AND created_at < $2
			AND (week_mail AND $3 OR week_phone IS NOT NULL AND $4)`,
		monday, millis(createdBefore), byMail, byWhatsApp)
	if err != nil {
		return nil, fmt.Errorf("finding businesses without the week mail of %s: %w", monday, err)
	}
	return ids, nil
}

// ByWeekPhone returns businesses that send their week to a phone (either form). If number, which received the message,
// is a business's own, no other is returned.
func (q PlatformBusinesses) ByWeekPhone(number, phone string) ([]string, error) {
	canonical, second := loyalty.PhoneForms(phone)
	ids, err := q.tx.queryStrings(`
		SELECT id FROM businesses b
		WHERE week_phone IN ($1, $2)
			AND (wa_phone_number_id = $3 OR NOT EXISTS (SELECT 1 FROM businesses o WHERE o.wa_phone_number_id = $3))
		ORDER BY id`, canonical, second, number)
	if err != nil {
		return nil, fmt.Errorf("finding businesses that get their week by WhatsApp: %w", err)
	}
	return ids, nil
}

// SetWeekMailed records the Monday of a queued week mail without a new version of the settings.
func (q Business) SetWeekMailed(monday loyalty.Day) error {
	q.tx.txCache.Invalidate()
	if err := q.tx.execOne(`UPDATE businesses SET week_mailed = $2 WHERE id = $1`, q.tx.businessID, monday); err != nil {
		return fmt.Errorf("recording the week mail of business %s: %w", q.tx.businessID, err)
	}
	return nil
}
