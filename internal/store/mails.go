package store

import (
	"database/sql"
	"time"

	"axioma/internal/loyalty"
)

// Mails are the e-mails that a business's customers are still to be sent.
type Mails struct{ tx *Tx }

// Mails are the e-mails that the business's customers are still to be sent.
func (tx *Tx) Mails() Mails { return Mails{tx} }

// PlatformMails are the e-mails that customers of any business are still to be sent.
type PlatformMails struct{ tx *Tx }

// Mails are the e-mails that customers of any business are still to be sent.
func (p *PlatformTx) Mails() PlatformMails { return PlatformMails{&p.tx} }

// Insert adds a mail, which may be sent at once and until it expires.
func (q Mails) Insert(m loyalty.Mail) error {
	sendAt := m.SendAt
	if sendAt.IsZero() {
		sendAt = m.CreatedAt
	}
	_, err := q.tx.exec(`
		INSERT INTO mails (business_id, id, customer_id, kind, address, sender, subject, text, html, created_at, expires_at, send_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
		q.tx.businessID, m.ID, m.CustomerID, m.Kind, m.Address, m.Sender, m.Subject, m.Text, m.HTML, m.CreatedAt.UnixMilli(), m.ExpiresAt.UnixMilli(), sendAt.UnixMilli())
	return wrapped("adding a mail", err)
}

// Drop has a mail not be sent any more, and does nothing where there is none. What is being
// sent at the moment may arrive all the same.
func (q Mails) Drop(id string) error {
	_, _, err := q.DropCode(id)
	return err
}

// DropCode is Drop. It returns the place in the queue that the mail had, and false when
// there was none or somebody sends it.
func (q Mails) DropCode(id string) (place CodePlace, waited bool, err error) {
	var claim sql.NullString
	var at sql.NullInt64
	found, err := q.tx.queryOne(`DELETE FROM mails WHERE business_id = $1 AND id = $2 RETURNING send_at, claim`, []any{q.tx.businessID, id}, &at, &claim)
	place.At = instant(at)
	return place, found && !claim.Valid, wrapped("dropping a mail", err)
}

// HasWaitingQR reports whether a mail with a customer's QR is still to be sent.
func (q Mails) HasWaitingQR(customerID string) (bool, error) {
	waiting, err := q.tx.queryCount(`SELECT count(*) FROM mails WHERE business_id = $1 AND customer_id = $2 AND kind = $3`,
		[]any{q.tx.businessID, customerID, loyalty.MailQR})
	return waiting > 0, wrapped("looking for mails to a customer", err)
}

// DropQRs has no mail with a customer's QR be sent any more.
func (q Mails) DropQRs(customerID string) error {
	_, err := q.tx.exec(`DELETE FROM mails WHERE business_id = $1 AND customer_id = $2 AND kind = $3`, q.tx.businessID, customerID, loyalty.MailQR)
	return wrapped("dropping mails with a QR", err)
}

// End removes a mail that has a claim: it was sent, or never will be.
func (q Mails) End(id, claim string) error {
	_, err := q.tx.exec(`DELETE FROM mails WHERE business_id = $1 AND id = $2 AND claim = $3`, q.tx.businessID, id, claim)
	return wrapped("ending a mail", err)
}

// Reschedule has a mail that has a claim be sent at an instant, or looked at when it expires
// before; so many tries of it count.
func (q Mails) Reschedule(id, claim string, at time.Time, tries int64) error {
	_, err := q.tx.exec(`
		UPDATE mails SET send_at = CASE WHEN expires_at < $4 THEN expires_at ELSE $4 END, tries = $5, claim = NULL
		WHERE business_id = $1 AND id = $2 AND claim = $3`, q.tx.businessID, id, claim, at.UnixMilli(), tries)
	return wrapped("recording how a mail went", err)
}

// HasDue reports whether a mail may be sent now.
func (q PlatformMails) HasDue(now time.Time) (bool, error) {
	var id string
	waiting, err := q.tx.queryOne(`SELECT id FROM mails WHERE send_at <= $1 LIMIT 1`, []any{now.UnixMilli()}, &id)
	return waiting, wrapped("looking for mails", err)
}

// ClaimedMail is a mail that somebody has taken to send it.
type ClaimedMail struct {
	loyalty.Mail
	// Astray: its customer was archived or has another address by now, the business is
	// suspended, or it brings a QR and she does not accept e-mails any more.
	Astray bool
	Staff  bool   // it is one of StaffMails
	QRID   string // of the customer's QR as it is now
}

// Claim gives mails that may be sent now, also expired ones, to whoever has the claim, those
// first that have waited longest. What becomes of them has to be told until an instant; then
// others may take them.
func (q PlatformMails) Claim(claim string, now, until time.Time, most int) ([]ClaimedMail, error) {
	var mails []ClaimedMail
	err := q.tx.queryEach(`
		WITH due AS MATERIALIZED (
			SELECT business_id, id FROM mails WHERE send_at <= $1 ORDER BY send_at LIMIT $2`+q.tx.store.dialect.SkipLocked+`)
		UPDATE mails SET claim = $3, send_at = $4, tries = tries + 1
		WHERE (business_id, id) IN (SELECT business_id, id FROM due)
		RETURNING business_id, id, customer_id, kind, address, sender, subject, text, html, created_at, expires_at, tries, (
			SELECT 1 FROM customers r JOIN businesses b ON b.id = r.business_id
			JOIN customers c ON c.business_id = r.business_id AND c.id = coalesce(r.guardian_id, r.id)
			WHERE r.business_id = mails.business_id AND r.id = mails.customer_id AND r.archived_at IS NULL
				AND c.archived_at IS NULL AND c.email = mails.address AND b.status = 'ACTIVE' AND (mails.kind <> $5 OR`+acceptsEmail+`) LIMIT 1) IS NULL,
			coalesce((SELECT coalesce(c.qr_id, c.id) FROM customers c WHERE c.business_id = mails.business_id AND c.id = mails.customer_id), '')`,
		[]any{now.UnixMilli(), most, claim, until.UnixMilli(), loyalty.MailQR}, func(row scanner) error {
			var m ClaimedMail
			err := row.Scan(&m.BusinessID, &m.ID, &m.CustomerID, &m.Kind, &m.Address, &m.Sender, &m.Subject, &m.Text, &m.HTML,
				(*optionalInstant)(&m.CreatedAt), (*optionalInstant)(&m.ExpiresAt), &m.Tries, &m.Astray, &m.QRID)
			mails = append(mails, m)
			return err
		})
	return mails, wrapped("taking mails", err)
}

// WaitingMails are the mails that are still to be sent.
type WaitingMails struct {
	Count  int64
	Oldest time.Time // when the first of them was written; zero: there are none
}

// Waiting returns how many mails are still to be sent at an instant: expired ones never are.
func (q PlatformMails) Waiting(now time.Time) (WaitingMails, error) {
	var waiting WaitingMails
	_, err := q.tx.queryOne(`SELECT count(*), min(created_at) FROM mails WHERE expires_at > $1`, []any{now.UnixMilli()}, &waiting.Count, (*optionalInstant)(&waiting.Oldest))
	return waiting, wrapped("counting mails", err)
}

// RemoveExpired removes mails that expired before an instant, at most so many, and returns
// how many.
func (q PlatformMails) RemoveExpired(before time.Time, most int) (int, error) {
	return remove(q.tx, "mails", `
		DELETE FROM mails WHERE (business_id, id) IN (SELECT business_id, id FROM mails WHERE expires_at < $1 ORDER BY expires_at LIMIT $2)`,
		before.UnixMilli(), most)
}
