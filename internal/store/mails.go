package store

import (
	"database/sql"
	"time"

	"axioma/internal/loyalty"
)

// Mails are unsent e-mails to customers.
type Mails struct{ tx *Tx }

// Mails gives access to the business's mails.
func (tx *Tx) Mails() Mails { return Mails{tx} }

// PlatformMails are all mails.
type PlatformMails struct{ tx *Tx }

// Mails gives access to all mails.
func (p *PlatformTx) Mails() PlatformMails { return PlatformMails{&p.tx} }

// Insert queues a mail from SendAt (zero: CreatedAt) until it expires.
func (q Mails) Insert(m loyalty.Mail) error {
	sendAt := m.SendAt
	if sendAt.IsZero() {
		sendAt = m.CreatedAt
	}
	_, err := q.tx.exec(`
		INSERT INTO mails (business_id, id, customer_id, kind, address, sender, subject, text, html, created_at, expires_at, send_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
		q.tx.businessID, m.ID, m.CustomerID, m.Kind, m.Address, m.Sender, m.Subject, m.Text, m.HTML, m.CreatedAt.UnixMilli(), m.ExpiresAt.UnixMilli(), sendAt.UnixMilli())
	return wrapError("adding a mail", err)
}

// Drop removes a queued mail. If it is being sent, it may still arrive.
func (q Mails) Drop(id string) error {
	_, _, err := q.DropCode(id)
	return err
}

// DropCode is Drop and returns the place in the queue, or false if the mail is absent or being sent.
func (q Mails) DropCode(id string) (place CodePlace, waited bool, err error) {
	var claim sql.NullString
	var at sql.NullInt64
	found, err := q.tx.queryOne(`DELETE FROM mails WHERE business_id = $1 AND id = $2 RETURNING send_at, claim`, []any{q.tx.businessID, id}, &at, &claim)
	place.At = instant(at)
	return place, found && !claim.Valid, wrapError("cancelling a mail", err)
}

// HasWaitingQR reports whether a mail with a QR is queued.
func (q Mails) HasWaitingQR(customerID string) (bool, error) {
	waiting, err := q.tx.queryCount(`SELECT count(*) FROM mails WHERE business_id = $1 AND customer_id = $2 AND kind = $3`,
		[]any{q.tx.businessID, customerID, loyalty.MailQR})
	return waiting > 0, wrapError("finding mails to a customer", err)
}

// DropQRs removes queued mails with a QR.
func (q Mails) DropQRs(customerID string) error {
	_, err := q.tx.exec(`DELETE FROM mails WHERE business_id = $1 AND customer_id = $2 AND kind = $3`, q.tx.businessID, customerID, loyalty.MailQR)
	return wrapError("cancelling mails with a QR", err)
}

// End removes a claimed mail.
func (q Mails) End(id, claim string) error {
	_, err := q.tx.exec(`DELETE FROM mails WHERE business_id = $1 AND id = $2 AND claim = $3`, q.tx.businessID, id, claim)
	return wrapError("ending a mail", err)
}

// Reschedule requeues a claimed mail, at the latest for its expiry.
func (q Mails) Reschedule(id, claim string, at time.Time, tries int64) error {
	_, err := q.tx.exec(`
		UPDATE mails SET send_at = CASE WHEN expires_at < $4 THEN expires_at ELSE $4 END, tries = $5, claim = NULL
		WHERE business_id = $1 AND id = $2 AND claim = $3`, q.tx.businessID, id, claim, at.UnixMilli(), tries)
	return wrapError("recording the outcome of a mail", err)
}

// isNotMoving excludes businesses under way to another installation, which are suspended: their mails must wait, but a
// suspended business's mails are dropped.
const isNotMoving = ` (SELECT 1 FROM business_moves m WHERE m.business_id = mails.business_id AND m.state <> 'MOVED' LIMIT 1) IS NULL`

// HasDue reports whether a mail is due.
func (q PlatformMails) HasDue(now time.Time) (bool, error) {
	var id string
	waiting, err := q.tx.queryOne(`SELECT id FROM mails WHERE send_at <= $1 AND`+isNotMoving+` LIMIT 1`, []any{now.UnixMilli()}, &id)
	return waiting, wrapError("finding mails", err)
}

// ClaimedMail is a mail that a worker has claimed.
type ClaimedMail struct {
	loyalty.Mail
	// Astray mails must not be sent: the customer is archived, has another address or accepts no QR by e-mail, or the
	// business is suspended.
	Astray bool
	Staff  bool   // from StaffMails
	QRID   string // the customer's current QR
}

// Claim claims due and expired mails, longest waiting first. From until on, other workers may claim them.
func (q PlatformMails) Claim(claim string, now, until time.Time, limit int) ([]ClaimedMail, error) {
	var mails []ClaimedMail
	err := q.tx.queryEach(`
		WITH due AS MATERIALIZED (
			SELECT business_id, id FROM mails WHERE send_at <= $1 AND`+isNotMoving+` ORDER BY send_at LIMIT $2`+q.tx.store.dialect.SkipLocked+`)
		UPDATE mails SET claim = $3, send_at = $4, tries = tries + 1
		WHERE (business_id, id) IN (SELECT business_id, id FROM due)
		RETURNING business_id, id, customer_id, kind, address, sender, subject, text, html, created_at, expires_at, tries, (
			SELECT 1 FROM customers r JOIN businesses b ON b.id = r.business_id
			JOIN customers c ON c.business_id = r.business_id AND c.id = CASE WHEN r.guardian_id IS NULL THEN r.id ELSE r.guardian_id END
			WHERE r.business_id = mails.business_id AND r.id = mails.customer_id AND r.archived_at IS NULL
				AND c.archived_at IS NULL AND c.email = mails.address AND b.status = 'ACTIVE' AND (mails.kind <> $5 OR`+acceptsEmail+`) LIMIT 1) IS NULL,
			coalesce((SELECT coalesce(c.qr_id, c.id) FROM customers c WHERE c.business_id = mails.business_id AND c.id = mails.customer_id), '')`,
		[]any{now.UnixMilli(), limit, claim, until.UnixMilli(), loyalty.MailQR}, func(row scanner) error {
			var m ClaimedMail
			err := row.Scan(&m.BusinessID, &m.ID, &m.CustomerID, &m.Kind, &m.Address, &m.Sender, &m.Subject, &m.Text, &m.HTML,
				(*optionalInstant)(&m.CreatedAt), (*optionalInstant)(&m.ExpiresAt), &m.Tries, &m.Astray, &m.QRID)
			mails = append(mails, m)
			return err
		})
	return mails, wrapError("claiming mails", err)
}

// WaitingMails counts queued mails.
type WaitingMails struct {
	Count  int64
	Oldest time.Time // zero: none
}

// CountWaiting counts unexpired mails.
func (q PlatformMails) CountWaiting(now time.Time) (WaitingMails, error) {
	var waiting WaitingMails
	_, err := q.tx.queryOne(`SELECT count(*), min(created_at) FROM mails WHERE expires_at > $1 AND`+isNotMoving, []any{now.UnixMilli()}, &waiting.Count, (*optionalInstant)(&waiting.Oldest))
	return waiting, wrapError("counting mails", err)
}

// RemoveExpired removes expired mails.
func (q PlatformMails) RemoveExpired(before time.Time, limit int) (int, error) {
	return remove(q.tx, "mails", `
		DELETE FROM mails WHERE (business_id, id) IN (SELECT business_id, id FROM mails WHERE expires_at < $1 ORDER BY expires_at LIMIT $2)`,
		before.UnixMilli(), limit)
}
