package store

import (
	"time"

	"axioma/internal/loyalty"
)

// StaffMails are unsent e-mails to staff.
type StaffMails struct{ tx *Tx }

// StaffMails gives access to unsent e-mails.
func (p *PlatformTx) StaffMails() StaffMails { return StaffMails{&p.tx} }

// Insert queues a mail until it expires. A mail without a user is never sent.
func (q StaffMails) Insert(m loyalty.Mail, userID string) error {
	_, err := q.tx.exec(`
		INSERT INTO staff_mails (id, user_id, kind, address, sender, subject, text, html, created_at, expires_at, send_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $9)`,
		m.ID, text(userID), m.Kind, m.Address, m.Sender, m.Subject, m.Text, m.HTML, m.CreatedAt.UnixMilli(), m.ExpiresAt.UnixMilli())
	return wrapError("adding a mail to staff", err)
}

// End removes a claimed mail.
func (q StaffMails) End(id, claim string) error {
	_, err := q.tx.exec(`DELETE FROM staff_mails WHERE id = $1 AND claim = $2`, id, claim)
	return wrapError("ending a mail to staff", err)
}

// Reschedule requeues a claimed mail, at the latest for its expiry.
func (q StaffMails) Reschedule(id, claim string, at time.Time, tries int64) error {
	_, err := q.tx.exec(`
		UPDATE staff_mails SET send_at = CASE WHEN expires_at < $3 THEN expires_at ELSE $3 END, tries = $4, claim = NULL
		WHERE id = $1 AND claim = $2`, id, claim, at.UnixMilli(), tries)
	return wrapError("recording the outcome of a mail to staff", err)
}

const isToStaffNotMoving = ` (SELECT 1 FROM users u JOIN business_moves m ON m.business_id = u.business_id
	WHERE u.id = staff_mails.user_id AND m.state <> 'MOVED' LIMIT 1) IS NULL`

// HasDue reports whether a mail is due.
func (q StaffMails) HasDue(now time.Time) (bool, error) {
	var id string
	waiting, err := q.tx.queryOne(`SELECT id FROM staff_mails WHERE send_at <= $1 AND`+isToStaffNotMoving+` LIMIT 1`, []any{now.UnixMilli()}, &id)
	return waiting, wrapError("finding mails to staff", err)
}

// Claim is like PlatformMails.Claim. Mails are astray without a user, or if the user has another address, is disabled,
// or belongs to a suspended business. Operators have no business.
func (q StaffMails) Claim(claim string, now, until time.Time, limit int) ([]ClaimedMail, error) {
	var mails []ClaimedMail
	err := q.tx.queryEach(`
		WITH due AS MATERIALIZED (
			SELECT id FROM staff_mails WHERE send_at <= $1 AND`+isToStaffNotMoving+`
			ORDER BY send_at LIMIT $2`+q.tx.store.dialect.SkipLocked+`)
		UPDATE staff_mails SET claim = $3, send_at = $4, tries = tries + 1
		WHERE id IN (SELECT id FROM due)
		RETURNING id, kind, address, sender, subject, text, html, created_at, expires_at, tries, NOT EXISTS (
			SELECT 1 FROM users u LEFT JOIN businesses b ON b.id = u.business_id
			WHERE u.id = staff_mails.user_id AND u.email = staff_mails.address AND u.disabled_at IS NULL
				AND (u.business_id IS NULL OR b.status = 'ACTIVE'))`,
		[]any{now.UnixMilli(), limit, claim, until.UnixMilli()}, func(row scanner) error {
			m := ClaimedMail{Staff: true}
			err := row.Scan(&m.ID, &m.Kind, &m.Address, &m.Sender, &m.Subject, &m.Text, &m.HTML,
				(*optionalInstant)(&m.CreatedAt), (*optionalInstant)(&m.ExpiresAt), &m.Tries, &m.Astray)
			mails = append(mails, m)
			return err
		})
	return mails, wrapError("claiming mails to staff", err)
}

// CountWaiting counts unexpired mails with a user.
func (q StaffMails) CountWaiting(now time.Time) (WaitingMails, error) {
	var waiting WaitingMails
	_, err := q.tx.queryOne(`SELECT count(*), min(created_at) FROM staff_mails WHERE expires_at > $1 AND user_id IS NOT NULL AND`+isToStaffNotMoving,
		[]any{now.UnixMilli()}, &waiting.Count, (*optionalInstant)(&waiting.Oldest))
	return waiting, wrapError("counting mails to staff", err)
}

// RemoveExpired removes expired mails.
func (q StaffMails) RemoveExpired(before time.Time, limit int) (int, error) {
	return remove(q.tx, "mails to staff", `
		DELETE FROM staff_mails WHERE id IN (SELECT id FROM staff_mails WHERE expires_at < $1 ORDER BY expires_at LIMIT $2)`,
		before.UnixMilli(), limit)
}
