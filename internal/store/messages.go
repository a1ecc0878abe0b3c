package store

import (
	"database/sql"
	"fmt"
	"strconv"
	"time"

	"axioma/internal/loyalty"
)

const messageColumns = ` business_id, id, customer_id, phone, kind, text, status, created_at, next_try_at, expires_at, tries,
	held_by, error, provider_id, sent_at, delivered_at, read_at`

// InsertMessage puts a message into the queue of what is to be sent.
func (tx *Tx) InsertMessage(m loyalty.Message) error {
	if m.NextTryAt.IsZero() {
		m.NextTryAt = m.CreatedAt
	}
	_, err := tx.exec(`
		INSERT INTO messages (business_id, id, customer_id, phone, kind, text, status, urgency, created_at, next_try_at, expires_at)
		VALUES ($1, $2, $3, $4, $5, $6, 'QUEUED', $7, $8, $9, $10)`,
		tx.businessID, m.ID, text(m.CustomerID), m.Phone, m.Kind, m.Text, m.Kind.Urgency(), millis(m.CreatedAt),
		millis(m.NextTryAt), millis(m.ExpiresAt))
	if err != nil {
		return fmt.Errorf("queueing a message: %w", err)
	}
	return nil
}

// MessageWaits reports whether a message of a kind to a customer waits to be
// sent.
func (tx *Tx) MessageWaits(customerID string, kind loyalty.MessageKind) (bool, error) {
	waiting, err := tx.count(`
		SELECT count(*) FROM messages
		WHERE business_id = $1 AND customer_id = $2 AND kind = $3 AND status = 'QUEUED'`,
		[]any{tx.businessID, customerID, kind})
	if err != nil {
		return false, fmt.Errorf("looking for messages to customer %s: %w", customerID, err)
	}
	return waiting > 0, nil
}

// MessagesWait reports whether any message waits to be sent.
func (p *PlatformTx) MessagesWait() (bool, error) {
	var id string
	waiting, err := p.tx.one(`SELECT id FROM messages WHERE status = 'QUEUED' LIMIT 1`, nil, &id)
	if err != nil {
		return false, fmt.Errorf("looking for waiting messages: %w", err)
	}
	return waiting, nil
}

// DropMessages gives up on waiting messages of a kind from before an instant.
func (p *PlatformTx) DropMessages(kind loyalty.MessageKind, before time.Time) error {
	_, err := p.tx.exec(`UPDATE messages SET status = 'DROPPED' WHERE status = 'QUEUED' AND kind = $1 AND created_at <= $2`,
		kind, millis(before))
	if err != nil {
		return fmt.Errorf("dropping messages that come too late: %w", err)
	}
	return nil
}

// TakeMessages marks waiting messages as sent and returns them: codes first,
// then the oldest. Of several programs on one database, each message is taken
// by one.
func (p *PlatformTx) TakeMessages(most int, at time.Time) ([]loyalty.Message, error) {
	messages := []loyalty.Message{}
	err := p.tx.each(`
		UPDATE messages SET status = 'SENT', sent_at = $1
		WHERE (business_id, id) IN (
			SELECT business_id, id FROM messages WHERE status = 'QUEUED'
			ORDER BY CASE WHEN kind = 'OTP' THEN 0 ELSE 1 END, created_at LIMIT $2`+p.tx.store.dialect.skipLocked+`)
		RETURNING`+messageColumns, []any{millis(at), most}, func(row scanner) error {
		message, _, err := scanMessage(row)
		messages = append(messages, message)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("taking messages to send: %w", err)
	}
	return messages, nil
}

// ListedMessage is a message with the name of the business that sends it.
type ListedMessage struct {
	loyalty.Message
	BusinessName string
}

// ListMessages returns a page of all businesses' messages, newest first: all,
// or those of a status. The search finds parts of phones and texts.
func (p *PlatformTx) ListMessages(status loyalty.MessageStatus, search string, page Page) (Listed[ListedMessage], error) {
	where := clause{}
	if status != "" {
		where.and(`status = ` + where.bind(status))
	}
	if search != "" {
		part := where.bind("%" + likeLiteral(search) + "%")
		where.and(`(phone LIKE ` + part + ` ESCAPE '\' OR text LIKE ` + part + ` ESCAPE '\')`)
	}
	const from = ` FROM messages WHERE TRUE`
	total, err := p.tx.count(`SELECT count(*)`+from+where.sql(), where.args)
	if err != nil {
		return Listed[ListedMessage]{}, fmt.Errorf("counting messages: %w", err)
	}
	if err := afterInstant(&where, page, `created_at`, `id`); err != nil {
		return Listed[ListedMessage]{}, err
	}
	listed := lister[ListedMessage]{limit: page.Limit, total: total}
	err = p.tx.each(`SELECT`+messageColumns+`, (SELECT b.name FROM businesses b WHERE b.id = business_id)`+from+where.sql()+`
		ORDER BY created_at DESC, id DESC LIMIT `+where.bind(page.Limit+1), where.args, func(row scanner) error {
		var name string
		message, millis, err := scanMessage(row, &name)
		listed.add(ListedMessage{Message: message, BusinessName: name}, strconv.FormatInt(millis, 10), message.ID)
		return err
	})
	if err != nil {
		return Listed[ListedMessage]{}, fmt.Errorf("listing messages: %w", err)
	}
	return listed.done(), nil
}

func scanMessage(row scanner, more ...any) (loyalty.Message, int64, error) {
	var m loyalty.Message
	var customer, held, fault, provider sql.NullString
	var created, next, expires, sent, delivered, read sql.NullInt64
	columns := []any{&m.BusinessID, &m.ID, &customer, &m.Phone, &m.Kind, &m.Text, &m.Status, &created, &next, &expires, &m.Tries,
		&held, &fault, &provider, &sent, &delivered, &read}
	err := row.Scan(append(columns, more...)...)
	m.CustomerID, m.HeldBy, m.Error, m.ProviderID = customer.String, loyalty.MessageHold(held.String), fault.String, provider.String
	m.CreatedAt, m.NextTryAt, m.ExpiresAt = instant(created), instant(next), instant(expires)
	m.SentAt, m.DeliveredAt, m.ReadAt = instant(sent), instant(delivered), instant(read)
	return m, created.Int64, err
}
