package store

import (
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/queueing"
)

// ClockRepairs makes work due that waits for a future instant because the clock was set back, except work that a
// restore holds.
type ClockRepairs struct {
	tx    *Tx
	slack time.Duration
}

// ClockRepairs returns the repairs. Work that is due within slack is left.
func (p *PlatformTx) ClockRepairs(slack time.Duration) ClockRepairs {
	return ClockRepairs{&p.tx, slack}
}

const longestLease = 2*time.Minute + MaxClockSkew

// ResumeMessages makes waiting messages due. Like the methods below, it changes at most limit rows and returns their
// number.
func (q ClockRepairs) ResumeMessages(now time.Time, limit int) (int, error) {
	return q.exec("resuming messages", `
		WITH due AS MATERIALIZED (
			SELECT business_id, id FROM messages WHERE status = 'QUEUED' AND next_try_at > $2 AND next_try_at < $3 LIMIT $4`+q.tx.store.dialect.SkipLocked+`)
		UPDATE messages SET next_try_at = $1 WHERE (business_id, id) IN (SELECT business_id, id FROM due)`,
		millis(now), millis(now.Add(q.slack)), millis(neverTriedAt()), limit)
}

// EndTries ends message leases that are longer than any server gives now.
func (q ClockRepairs) EndTries(now time.Time, limit int) (int, error) {
	return q.exec("ending leases of messages", `
		WITH due AS MATERIALIZED (
			SELECT business_id, id FROM messages WHERE status = 'SENDING' AND claimed_until > $2 LIMIT $3`+q.tx.store.dialect.SkipLocked+`)
		UPDATE messages SET claimed_until = $1 WHERE (business_id, id) IN (SELECT business_id, id FROM due)`,
		millis(now), millis(endOfClaims(now)), limit)
}

func endOfClaims(now time.Time) time.Time { return now.Add(queueing.Lease + MaxClockSkew) }

// ResumeMails makes mails to customers due.
func (q ClockRepairs) ResumeMails(now time.Time, limit int) (int, error) {
	return q.exec("resuming mails", `
		WITH due AS MATERIALIZED (
			SELECT business_id, id FROM mails WHERE send_at > $2 AND send_at < $3 AND (claim IS NULL OR send_at > $4) LIMIT $5`+q.tx.store.dialect.SkipLocked+`)
		UPDATE mails SET send_at = $1, claim = NULL WHERE (business_id, id) IN (SELECT business_id, id FROM due)`,
		millis(now), millis(now.Add(q.slack)), millis(neverTriedAt()), millis(endOfClaims(now)), limit)
}

// ResumeStaffMails makes mails to staff due.
func (q ClockRepairs) ResumeStaffMails(now time.Time, limit int) (int, error) {
	return q.exec("resuming mails to staff", `
		WITH due AS MATERIALIZED (
			SELECT id FROM staff_mails WHERE send_at > $2 AND send_at < $3 AND (claim IS NULL OR send_at > $4) LIMIT $5`+q.tx.store.dialect.SkipLocked+`)
		UPDATE staff_mails SET send_at = $1, claim = NULL WHERE id IN (SELECT id FROM due)`,
		millis(now), millis(now.Add(q.slack)), millis(neverTriedAt()), millis(endOfClaims(now)), limit)
}

// ResumePushes makes pushes due.
func (q ClockRepairs) ResumePushes(now time.Time, limit int) (int, error) {
	return q.exec("resuming pushes", `
		WITH due AS MATERIALIZED (
			SELECT business_id, customer_id, serial, holder FROM pass_holders
			WHERE push_at > $2 AND push_at < $3 AND (push_claim IS NULL OR push_at > $4) LIMIT $5`+q.tx.store.dialect.SkipLocked+`)
		UPDATE pass_holders SET push_at = $1, push_claim = NULL WHERE (business_id, customer_id, serial, holder) IN (SELECT business_id, customer_id, serial, holder FROM due)`,
		millis(now), millis(now.Add(q.slack)), millis(neverTriedAt()), millis(endOfClaims(now)), limit)
}

// ResumeNotices makes notices of WhatsApp due.
func (q ClockRepairs) ResumeNotices(now time.Time, limit int) (int, error) {
	return q.exec("resuming notices", `
		WITH due AS MATERIALIZED (
			SELECT id FROM notices WHERE done_at IS NULL AND next_try_at > $2 LIMIT $3`+q.tx.store.dialect.SkipLocked+`)
		UPDATE notices SET next_try_at = $1 WHERE id IN (SELECT id FROM due)`,
		millis(now), millis(now.Add(max(q.slack, longestLease))), limit)
}

// EndImportLeases ends leases of imports that are longer than any server gives now. It has no limit: imports are few.
func (q ClockRepairs) EndImportLeases(now time.Time, _ int) (int, error) {
	return q.exec("ending leases of imports", `
		UPDATE imports SET lease_until = $1 WHERE state IN ('CHECKING', 'IMPORTING', 'UNDOING') AND lease_until > $2`,
		millis(now), millis(now.Add(longestLease)))
}

// EndDataJobLeases ends leases of data jobs that are longer than any server gives now. It has no limit: jobs are few.
func (q ClockRepairs) EndDataJobLeases(now time.Time, _ int) (int, error) {
	return q.exec("ending leases of data jobs", `UPDATE data_jobs SET lease_until = $1 WHERE lease_until > $2`,
		millis(now), millis(now.Add(longestLease)))
}

// ForgetLaterWeeks clears the week of a last mail in the future, so that businesses get their week again.
func (q ClockRepairs) ForgetLaterWeeks(now time.Time, limit int) (int, error) {
	monday, _ := loyalty.WeekMailMonday(now)
	q.tx.txCache.Invalidate()
	return q.exec("clearing later weeks", `
		WITH due AS MATERIALIZED (
			SELECT id FROM businesses WHERE (week_mail OR week_phone IS NOT NULL) AND status = 'ACTIVE' AND week_mailed > $1 LIMIT $2`+q.tx.store.dialect.SkipLocked+`)
		UPDATE businesses SET week_mailed = '' WHERE id IN (SELECT id FROM due)`, monday, limit)
}

func (q ClockRepairs) exec(name, statement string, args ...any) (int, error) {
	rowCount, err := q.tx.exec(statement, args...)
	return int(rowCount), wrapError(name+" after the clock was set back", err)
}
