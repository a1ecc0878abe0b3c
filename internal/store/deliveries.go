package store

import (
	"fmt"
	"time"

	"axioma/internal/loyalty"
)

// Deliveries are delivery states.
type Deliveries struct{ tx *Tx }

// Deliveries gives access to all delivery states.
func (p *PlatformTx) Deliveries() Deliveries { return Deliveries{&p.tx} }

// Lock returns and locks a message, by the provider's id or ours.
func (q Deliveries) Lock(d loyalty.Delivery) (loyalty.Message, bool, error) {
	for _, by := range []struct{ column, id string }{{"provider_id", d.ProviderID}, {"id", d.MessageID}} {
		if by.id == "" {
			continue
		}
		message, found, err := q.message(by.column, by.id)
		if found || err != nil {
			return message, found, err
		}
	}
	return loyalty.Message{}, false, nil
}

// Message finds a message by the provider's id.
func (q Deliveries) Message(providerID string) (loyalty.Message, bool, error) {
	return q.message("provider_id", providerID)
}

func (q Deliveries) message(column, value string) (message loyalty.Message, found bool, err error) {
	err = q.tx.queryEach(`SELECT`+messageColumns+` FROM messages WHERE `+column+` = $1`+q.tx.lockClause(), []any{value},
		func(row scanner) (err error) {
			message, err = scanMessage(row)
			found = true
			return err
		})
	if err != nil {
		return message, false, fmt.Errorf("finding a message by its %s: %w", column, err)
	}
	return message, found, nil
}

// Update writes a locked message's delivery state. The provider has accepted it, so it counts towards the rate even
// while a worker has it.
func (q Deliveries) Update(m loyalty.Message, now time.Time) error {
	err := q.tx.execOne(`
		UPDATE messages
		SET status = $3, provider_id = $4, error = $5, held_by = $6, sent_at = $7, delivered_at = $8, read_at = $9,
			last_try_at = CASE WHEN messages.status = 'SENDING' THEN $10 ELSE last_try_at END
		WHERE business_id = $1 AND id = $2`,
		m.BusinessID, m.ID, m.Status, text(m.ProviderID), text(m.Error), text(m.HeldBy),
		millis(m.SentAt), millis(m.DeliveredAt), millis(m.ReadAt), millis(now))
	if err != nil {
		return fmt.Errorf("recording the state of message %s: %w", m.ID, err)
	}
	return nil
}
