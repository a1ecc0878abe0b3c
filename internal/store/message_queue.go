package store

import (
	"database/sql"
	"fmt"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/queueing"
)

// Queue is a business's message queue.
type Queue struct{ tx *Tx }

// Queue gives access to the business's message queue.
func (tx *Tx) Queue() Queue { return Queue{tx} }

// PlatformQueue is the queues of all businesses.
type PlatformQueue struct{ tx *Tx }

// Queue gives access to the queues of all businesses.
func (p *PlatformTx) Queue() PlatformQueue { return PlatformQueue{&p.tx} }

// Urgencies is an inclusive range of urgencies.
type Urgencies struct{ First, Last int64 }

// Businesses returns those with due messages.
func (q PlatformQueue) Businesses(urgencies Urgencies, now time.Time) ([]string, error) {
	due, err := q.waitingIn(`m.urgency BETWEEN $1 AND $2 AND m.next_try_at <= $3`, urgencies.First, urgencies.Last, millis(now))
	if err != nil {
		return nil, fmt.Errorf("finding messages to send: %w", err)
	}
	return due, nil
}

func (q PlatformQueue) waitingIn(condition string, args ...any) ([]string, error) {
	businessIDs := []string{}
	// With EXISTS PostgreSQL would read all messages.
	err := q.tx.queryEach(`
		WITH RECURSIVE waiting (id) AS (
			SELECT min(business_id) FROM messages WHERE status = 'QUEUED'
			UNION ALL
			SELECT (SELECT min(m.business_id) FROM messages m WHERE m.status = 'QUEUED' AND m.business_id > waiting.id)
			FROM waiting WHERE waiting.id IS NOT NULL
		)
		SELECT b.id FROM waiting JOIN businesses b ON b.id = waiting.id
		WHERE (
			SELECT 1 FROM messages m
			WHERE m.business_id = b.id AND m.status = 'QUEUED' AND `+condition+`
			LIMIT 1) = 1
		ORDER BY b.id`, args, func(row scanner) error {
		var id string
		err := row.Scan(&id)
		businessIDs = append(businessIDs, id)
		return err
	})
	return businessIDs, err
}

// Lock returns the business and locks its queue, so that concurrent senders together keep the limits.
func (q Queue) Lock() (loyalty.Business, error) {
	if lock := q.tx.store.dialect.ForNoKeyUpdate; lock != "" {
		var lockedID string
		if _, err := q.tx.queryOne(`SELECT id FROM businesses WHERE id = $1`+lock, []any{q.tx.businessID}, &lockedID); err != nil {
			return loyalty.Business{}, fmt.Errorf("locking the queue of business %s: %w", q.tx.businessID, err)
		}
	}
	return q.tx.Business().Get()
}

// DueMessage is a message with its recipient.
type DueMessage struct {
	loyalty.Message
	To loyalty.Recipient
}

// joinPhoneOwner joins p, who has c's phone: the guardian or c. PostgreSQL uses no index for coalesce behind row-level
// security (decision 0048).
const joinPhoneOwner = ` JOIN customers p ON p.business_id = c.business_id AND p.id = CASE WHEN c.guardian_id IS NULL THEN c.id ELSE c.guardian_id END`

var dueMessages = `
	SELECT` + messageColumns + `,
		(SELECT c.name FROM customers c WHERE c.business_id = messages.business_id AND c.id = customer_id),
		(SELECT coalesce(c.qr_id, c.id) FROM customers c WHERE c.business_id = messages.business_id AND c.id = customer_id),
		(SELECT p.phone FROM customers c` + joinPhoneOwner + ` WHERE c.business_id = messages.business_id AND c.id = customer_id),
		EXISTS (
			SELECT 1 FROM customers c
			WHERE c.business_id = messages.business_id AND c.id = customer_id AND c.archived_at IS NOT NULL),
		EXISTS (
			SELECT 1 FROM customers c` + joinPhoneOwner + `
			WHERE c.business_id = messages.business_id AND c.id = customer_id AND p.phone_unverified)
	FROM messages
	WHERE business_id = $1 AND status = 'QUEUED' AND urgency = $2 AND next_try_at <= $3
	ORDER BY next_try_at LIMIT $4`

// Due returns and locks due messages, most urgent first, then longest waiting.
func (q Queue) Due(urgencies Urgencies, now time.Time, limit int64) ([]DueMessage, error) {
	due := []DueMessage{}
	for urgency := urgencies.First; urgency <= urgencies.Last && int64(len(due)) < limit; urgency++ {
		args := []any{q.tx.businessID, urgency, millis(now), limit - int64(len(due))}
		err := q.tx.queryEach(dueMessages+q.tx.store.dialect.SkipLocked, args, func(row scanner) (err error) {
			var message DueMessage
			to := &message.To
			message.Message, err = scanMessage(row, (*optionalText)(&to.Name), (*optionalText)(&to.QRID), (*optionalText)(&to.Phone), &to.Removed, &to.PhoneUnverified)
			due = append(due, message)
			return err
		})
		if err != nil {
			return nil, fmt.Errorf("finding messages to send: %w", err)
		}
	}
	for i := range due {
		if err := q.addPermission(&due[i]); err != nil {
			return nil, err
		}
	}
	return due, nil
}

func (q Queue) addPermission(m *DueMessage) (err error) {
	if (loyalty.MessagingConsents{}).Allows(m.Kind) {
		return nil
	}
	if m.To.Consents, err = q.tx.Consents().Accepts(m.CustomerID); err != nil || !m.Kind.IsReminder() {
		return err
	}
	m.To.LastVisitAt, err = q.tx.Customers().LastAttendance(m.CustomerID)
	return err
}

// CountDue counts due messages, at most limit.
func (q Queue) CountDue(urgencies Urgencies, now time.Time, limit int64) (int64, error) {
	due, err := q.tx.queryCount(`
		SELECT count(*) FROM (
			SELECT 1 FROM messages
			WHERE business_id = $1 AND status = 'QUEUED' AND urgency BETWEEN $2 AND $3 AND next_try_at <= $4 LIMIT $5
		) due`, []any{q.tx.businessID, urgencies.First, urgencies.Last, millis(now), limit})
	if err != nil {
		return 0, fmt.Errorf("counting messages to send: %w", err)
	}
	return due, nil
}

// Claim claims a waiting message.
func (q Queue) Claim(id, claim string, at, until time.Time) error {
	err := q.tx.execOne(`
		UPDATE messages
		SET status = 'SENDING', claim = $3, last_try_at = $4, claimed_until = $5, tries = tries + 1, held_by = NULL, error = NULL
		WHERE business_id = $1 AND id = $2 AND`+isWaiting, q.tx.businessID, id, claim, millis(at), millis(until))
	if err != nil {
		return fmt.Errorf("claiming message %s: %w", id, err)
	}
	return nil
}

// Drop gives up on a waiting message.
func (q Queue) Drop(id, reason string) error {
	err := q.tx.execOne(`
		UPDATE messages SET status = 'DROPPED', error = $3, held_by = NULL
		WHERE business_id = $1 AND id = $2 AND`+isWaiting, q.tx.businessID, id, reason)
	if err != nil {
		return fmt.Errorf("cancelling message %s: %w", id, err)
	}
	return nil
}

// Postpone delays a waiting message.
func (q Queue) Postpone(id string, hold loyalty.MessageHold, until time.Time) error {
	err := q.tx.execOne(`
		UPDATE messages SET held_by = $3, next_try_at = $4
		WHERE business_id = $1 AND id = $2 AND`+isWaiting, q.tx.businessID, id, hold, millis(until))
	if err != nil {
		return fmt.Errorf("postponing message %s: %w", id, err)
	}
	return nil
}

// Hold records why due messages are held back.
func (q Queue) Hold(urgencies Urgencies, hold loyalty.MessageHold, now time.Time, limit int64) (int64, error) {
	rowCount, err := q.tx.exec(`
		WITH due AS MATERIALIZED (
			SELECT id FROM messages
			WHERE business_id = $1 AND status = 'QUEUED' AND urgency BETWEEN $5 AND $6 AND next_try_at <= $3
				AND (held_by IS NULL OR held_by <> $2)
			LIMIT $4`+q.tx.store.dialect.SkipLocked+`)
		UPDATE messages SET held_by = $2 WHERE business_id = $1 AND id IN (SELECT id FROM due)`, q.tx.businessID, hold, millis(now), limit, urgencies.First, urgencies.Last)
	if err != nil {
		return 0, fmt.Errorf("holding messages back: %w", err)
	}
	return rowCount, nil
}

// LockClaim locks a claimed message. It returns false if another worker has it.
func (q Queue) LockClaim(id, claim string) (loyalty.MessageStatus, bool, error) {
	var status loyalty.MessageStatus
	found, err := q.tx.queryOne(`SELECT status FROM messages WHERE business_id = $1 AND id = $2 AND claim = $3`+q.tx.lockClause(),
		[]any{q.tx.businessID, id, claim}, &status)
	if err != nil {
		return "", false, fmt.Errorf("finding message %s: %w", id, err)
	}
	return status, found, nil
}

// EndTry writes a try's result. The try counts towards the rate limit at the instant counts, or not at all if counts
// is zero.
func (q Queue) EndTry(m loyalty.Message, counts time.Time) error {
	err := q.tx.execOne(`
		UPDATE messages
		SET status = $3, next_try_at = $4, held_by = $5, error = $6, provider_id = $7, sent_at = $8, last_try_at = $9, tries = $10,
			claimed_until = NULL
		WHERE business_id = $1 AND id = $2`,
		q.tx.businessID, m.ID, m.Status, millis(m.NextTryAt), text(m.HeldBy), text(m.Error), text(m.ProviderID), millis(m.SentAt), millis(counts),
		m.Tries)
	if err != nil {
		return fmt.Errorf("recording the outcome of message %s: %w", m.ID, err)
	}
	return nil
}

// SetProviderIDIfAbsent stores the provider's id of a message that has none.
func (q Queue) SetProviderIDIfAbsent(id, providerID string) error {
	_, err := q.tx.exec(`UPDATE messages SET provider_id = $3 WHERE business_id = $1 AND id = $2 AND provider_id IS NULL`,
		q.tx.businessID, id, text(providerID))
	if err != nil {
		return fmt.Errorf("recording the provider's id of message %s: %w", id, err)
	}
	return nil
}

const (
	hasExpired  = `status = 'QUEUED' AND expires_at IS NOT NULL AND expires_at <= $1`
	claimRunOut = `status = 'SENDING' AND claimed_until <= $1`
)

func hasExpiredCode() string { return bringsCode() + ` AND text <> '' AND expires_at <= $1` }

// NeedsMaintenance reports whether there is work for DropExpired, MarkLostClaims or, with hideCodes, BlankOldCodes.
func (q PlatformQueue) NeedsMaintenance(now time.Time, hideCodes bool) (bool, error) {
	conditions := []string{hasExpired, claimRunOut}
	if hideCodes {
		conditions = append(conditions, hasExpiredCode())
	}
	for _, condition := range conditions {
		var id string
		found, err := q.tx.queryOne(`SELECT id FROM messages WHERE `+condition+` LIMIT 1`, []any{millis(now)}, &id)
		if err != nil {
			return false, fmt.Errorf("finding messages to clean up: %w", err)
		}
		if found {
			return true, nil
		}
	}
	return false, nil
}

// DropExpired drops expired waiting messages.
func (q PlatformQueue) DropExpired(now time.Time, limit int) (int, error) {
	return q.tidy(`status = 'DROPPED', error = $3, held_by = NULL`, hasExpired, `expires_at`, now, limit, loyalty.DroppedExpired)
}

// MarkLostClaims sets messages with expired claims to unknown.
func (q PlatformQueue) MarkLostClaims(now time.Time, limit int) (int, error) {
	return q.tidy(`status = 'UNKNOWN', error = $3, last_try_at = claimed_until, claimed_until = NULL`, claimRunOut, `claimed_until`, now, limit,
		queueing.WorkerGone)
}

// BlankOldCodes empties texts with expired codes.
func (q PlatformQueue) BlankOldCodes(now time.Time, limit int) (int, error) {
	return q.tidy(`text = ''`, hasExpiredCode(), `expires_at`, now, limit)
}

func (q PlatformQueue) tidy(change, condition, oldest string, now time.Time, limit int, args ...any) (int, error) {
	rowCount, err := q.tx.exec(`
		WITH old AS MATERIALIZED (
			SELECT business_id, id FROM messages WHERE `+condition+` ORDER BY `+oldest+` LIMIT $2`+q.tx.store.dialect.SkipLocked+`)
		UPDATE messages SET `+change+` WHERE (business_id, id) IN (SELECT business_id, id FROM old)`,
		append([]any{millis(now), limit}, args...)...)
	if err != nil {
		return 0, fmt.Errorf("cleaning up messages: %w", err)
	}
	return int(rowCount), nil
}

// DropMarketing drops a customer's waiting marketing.
func (q Queue) DropMarketing(customerID string) error {
	_, err := q.tx.exec(`
		UPDATE messages SET status = 'DROPPED', error = $3, held_by = NULL
		WHERE business_id = $1 AND customer_id = $2 AND`+isWaiting+` AND `+kindCondition(loyalty.MessageKind.IsMarketing),
		q.tx.businessID, customerID, loyalty.DroppedNoConsent)
	if err != nil {
		return fmt.Errorf("cancelling marketing messages to customer %s: %w", customerID, err)
	}
	return nil
}

// DropCode drops a message whose code was replaced, if it still waits, and returns its place in the queue.
func (q Queue) DropCode(id string) (place CodePlace, waited bool, err error) {
	var next sql.NullInt64
	waited, err = q.tx.queryOne(`
		UPDATE messages SET status = 'DROPPED', error = $3, held_by = NULL WHERE business_id = $1 AND id = $2 AND`+isWaiting+`
		RETURNING urgency, next_try_at`, []any{q.tx.businessID, id, loyalty.DroppedReplaced}, &place.Urgency, &next)
	if err != nil {
		return place, false, fmt.Errorf("removing the code of message %s: %w", id, err)
	}
	place.At = instant(next)
	return place, waited, nil
}

// CodePlace orders by urgency, then instant.
type CodePlace struct {
	Urgency int64
	At      time.Time
}

// BlankCodes empties a customer's sent texts with codes.
func (q Queue) BlankCodes(customerID string) error {
	_, err := q.tx.exec(`
		UPDATE messages SET text = ''
		WHERE business_id = $1 AND customer_id = $2 AND `+bringsCode()+` AND status NOT IN ('QUEUED', 'SENDING')`, q.tx.businessID, customerID)
	if err != nil {
		return fmt.Errorf("blanking the codes of customer %s: %w", customerID, err)
	}
	return nil
}

// isWaiting uses coalesce to make the planner search by key.
const isWaiting = ` coalesce(status, '') = 'QUEUED'`
