package store

import (
	"database/sql"
	"fmt"
	"strconv"
	"time"

	"axioma/internal/loyalty"
)

// Messages are a business's messages.
type Messages struct{ tx *Tx }

// Messages gives access to the business's messages.
func (tx *Tx) Messages() Messages { return Messages{tx} }

// PlatformMessages are all messages.
type PlatformMessages struct{ tx *Tx }

// Messages gives access to all messages.
func (p *PlatformTx) Messages() PlatformMessages { return PlatformMessages{&p.tx} }

// Insert queues one message per occasion.
func (q Messages) Insert(m loyalty.Message) error {
	if !m.Kind.IsValid() {
		return fmt.Errorf("queueing a message: there is no kind %q", m.Kind)
	}
	if m.NextTryAt.IsZero() {
		m.NextTryAt = m.CreatedAt
	}
	if !m.Kind.BringsCode() {
		m.Urgency = m.Kind.Urgency()
	}
	m.Status = loyalty.MessageQueued
	if _, err := q.tx.exec(insertMessage, messageRow.insertArgs(m, q.tx.businessID)...); err != nil {
		return fmt.Errorf("queueing a message: %w", err)
	}
	*q.tx.hasQueued = true
	return nil
}

// HasWaiting reports whether a message is queued or being sent.
func (q Messages) HasWaiting(customerID string, kind loyalty.MessageKind) (bool, error) {
	waiting, err := q.tx.queryCount(`
		SELECT count(*) FROM messages
		WHERE business_id = $1 AND customer_id = $2 AND kind = $3 AND status IN ('QUEUED', 'SENDING')`,
		[]any{q.tx.businessID, customerID, kind})
	if err != nil {
		return false, fmt.Errorf("finding messages to customer %s: %w", customerID, err)
	}
	return waiting > 0, nil
}

// SentSince reports whether a message was sent or may still be.
func (q Messages) SentSince(customerID string, kind loyalty.MessageKind, since time.Time) (bool, error) {
	count, err := q.tx.queryCount(`
		SELECT count(*) FROM messages
		WHERE business_id = $1 AND customer_id = $2 AND kind = $3 AND created_at > $4 AND status NOT IN ('DROPPED', 'FAILED')`,
		[]any{q.tx.businessID, customerID, kind, millis(since)})
	if err != nil {
		return false, fmt.Errorf("finding messages to customer %s: %w", customerID, err)
	}
	return count > 0, nil
}

// ListedMessage is a message with its business's name.
type ListedMessage struct {
	loyalty.Message
	BusinessName string
}

// MessageFilter selects messages, all by default.
type MessageFilter struct {
	Status     loyalty.MessageStatus
	Kind       loyalty.MessageKind
	BusinessID string
	// WithoutCodes keeps searches from finding codes.
	WithoutCodes bool
}

func (f MessageFilter) conditions() clause {
	where := clause{}
	if f.Status != "" {
		where.and(`status = ` + where.bind(f.Status))
	}
	if f.Kind != "" {
		where.and(`kind = ` + where.bind(f.Kind))
	}
	if f.BusinessID != "" {
		where.and(`business_id = ` + where.bind(f.BusinessID))
	}
	return where
}

func phoneSearchDigits(search string) []string {
	digits := loyalty.PhoneDigits(search)
	if digits == "" {
		return nil
	}
	whole := loyalty.ParseTypedPhone(search, loyalty.DefaultCountry).Whole
	second, found := loyalty.SecondPhoneForm(whole)
	if !found {
		return []string{digits}
	}
	return []string{digits, whole, second}
}

// List returns messages, newest first, without those to archived customers. The search ignores case and matches parts
// of texts, or of phones in any notation.
func (q PlatformMessages) List(filter MessageFilter, search string, page Page) (List[ListedMessage], error) {
	where := filter.conditions()
	if search != "" {
		position := q.tx.store.dialect.PositionFunc
		// Accents are not ignored: folding every text takes too long.
		if filter.WithoutCodes {
			position = `NOT ` + bringsCode() + ` AND ` + position
		}
		condition := position + `(lower(text), lower(` + where.bind(search) + `)) > 0`
		for _, digits := range phoneSearchDigits(search) {
			condition += ` OR ` + q.tx.store.dialect.PositionFunc + `(phone, ` + where.bind(digits) + `) > 0`
		}
		where.and(`(` + condition + `)`)
	}
	const from = ` FROM messages WHERE NOT EXISTS (
		SELECT 1 FROM customers c
		WHERE c.business_id = messages.business_id AND c.id = messages.customer_id AND c.archived_at IS NOT NULL)`
	total, err := q.tx.queryCount(`SELECT count(*)`+from+where.sql(), where.args)
	if err != nil {
		return List[ListedMessage]{}, fmt.Errorf("counting messages: %w", err)
	}
	if err := afterInstant(&where, page, `created_at`, `id`); err != nil {
		return List[ListedMessage]{}, err
	}
	list := lister[ListedMessage]{limit: page.Limit, total: total}
	err = q.tx.queryEach(`SELECT`+messageColumns+`, (SELECT b.name FROM businesses b WHERE b.id = business_id)`+from+where.sql()+`
		ORDER BY created_at DESC, id DESC LIMIT `+where.bind(page.Limit+1), where.args, func(row scanner) error {
		var name string
		message, err := scanMessage(row, &name)
		list.add(ListedMessage{Message: message, BusinessName: name}, strconv.FormatInt(message.CreatedAt.UnixMilli(), 10), message.ID)
		return err
	})
	if err != nil {
		return List[ListedMessage]{}, fmt.Errorf("listing messages: %w", err)
	}
	return list.build(), nil
}

// ToCustomer returns messages, newest first.
func (q Messages) ToCustomer(customerID string, page Page) (List[loyalty.Message], error) {
	where := clause{args: []any{q.tx.businessID, customerID}}
	const from = ` FROM messages WHERE business_id = $1 AND customer_id = $2`
	total, err := q.tx.queryCount(`SELECT count(*)`+from, where.args)
	if err != nil {
		return List[loyalty.Message]{}, fmt.Errorf("counting messages to customer %s: %w", customerID, err)
	}
	if err := afterInstant(&where, page, `created_at`, `id`); err != nil {
		return List[loyalty.Message]{}, err
	}
	list := lister[loyalty.Message]{limit: page.Limit, total: total}
	err = q.tx.queryEach(`SELECT`+messageColumns+from+where.sql()+` ORDER BY created_at DESC, id DESC LIMIT `+where.bind(page.Limit+1),
		where.args, func(row scanner) error {
			message, err := scanMessage(row)
			list.add(message, strconv.FormatInt(message.CreatedAt.UnixMilli(), 10), message.ID)
			return err
		})
	if err != nil {
		return List[loyalty.Message]{}, fmt.Errorf("listing messages to customer %s: %w", customerID, err)
	}
	return list.build(), nil
}

// CountWaiting counts waiting messages, and returns their most frequent hold.
func (q Messages) CountWaiting() (waiting int64, most loyalty.MessageHold, err error) {
	var largest int64
	err = q.tx.queryEach(`
		SELECT COALESCE(held_by, ''), count(*) FROM messages
		WHERE business_id = $1 AND status = 'QUEUED' GROUP BY held_by ORDER BY 1`, []any{q.tx.businessID}, func(row scanner) error {
		var hold loyalty.MessageHold
		var messages int64
		err := row.Scan(&hold, &messages)
		waiting += messages
		if messages >= largest {
			largest, most = messages, hold
		}
		return err
	})
	if err != nil {
		return 0, "", fmt.Errorf("counting queued rows: %w", err)
	}
	return waiting, most, nil
}

// IsLastRefused reports whether the last try failed for a reason that an operator must fix.
func (q Messages) IsLastRefused() (bool, error) {
	var heldBy sql.NullString
	_, err := q.tx.queryOne(`
		SELECT CASE WHEN status = 'FAILED' THEN held_by END FROM messages
		WHERE business_id = $1 AND last_try_at IS NOT NULL ORDER BY last_try_at DESC LIMIT 1`, []any{q.tx.businessID}, &heldBy)
	if err != nil {
		return false, fmt.Errorf("reading the message that was tried last: %w", err)
	}
	return heldBy.String == string(loyalty.HeldBySetup), nil
}

// IsSenderRefused reports whether messages wait because the provider refuses the sender.
func (q Messages) IsSenderRefused() (bool, error) {
	var id string
	refused, err := q.tx.queryOne(`
		SELECT id FROM messages WHERE business_id = $1 AND status = 'QUEUED' AND held_by = '`+string(loyalty.HeldBySetup)+`' LIMIT 1`,
		[]any{q.tx.businessID}, &id)
	return refused, wrapError("finding messages whose sender is refused", err)
}

// RepliesSince counts replies to a phone.
func (q PlatformMessages) RepliesSince(phone string, since time.Time) (int64, error) {
	replies, err := q.tx.queryCount(`SELECT count(*) FROM messages WHERE phone = $1 AND created_at >= $2 AND `+kindCondition(loyalty.MessageKind.IsReply),
		[]any{phone, millis(since)})
	if err != nil {
		return 0, fmt.Errorf("counting the answers to a phone: %w", err)
	}
	return replies, nil
}

// LastTo returns the newest message's time, or zero.
func (q Messages) LastTo(customerID string) (time.Time, error) {
	var last time.Time
	_, err := q.tx.queryOne(`SELECT max(created_at) FROM messages WHERE business_id = $1 AND customer_id = $2`,
		[]any{q.tx.businessID, customerID}, (*optionalInstant)(&last))
	if err != nil {
		return time.Time{}, fmt.Errorf("finding the newest message to customer %s: %w", customerID, err)
	}
	return last, nil
}

// RemoveAnswersToStrangers removes replies to phones without a customer.
func (q PlatformMessages) RemoveAnswersToStrangers(before time.Time, limit int) (int, error) {
	return remove(q.tx, "answers to strangers", `
		DELETE FROM messages WHERE (business_id, id) IN (
			SELECT business_id, id FROM messages
			WHERE `+kindCondition(loyalty.MessageKind.IsReply)+` AND customer_id IS NULL AND created_at < $1 AND status <> 'SENDING' ORDER BY created_at LIMIT $2)`,
		millis(before), limit)
}
