package store

import (
	"fmt"
	"time"

	"axioma/internal/loyalty"
)

// InsertText adds a text and removes the customer's oldest ones beyond loyalty.MaxCustomerTexts.
func (q Messages) InsertText(t loyalty.CustomerText) error {
	_, err := q.tx.exec(`INSERT INTO customer_texts (business_id, id, customer_id, text, received_at) VALUES ($1, $2, $3, $4, $5)`,
		q.tx.businessID, t.ID, t.CustomerID, t.Text, millis(t.ReceivedAt))
	if err != nil {
		return fmt.Errorf("storing a text of customer %s: %w", t.CustomerID, err)
	}
	_, err = q.tx.exec(`
		DELETE FROM customer_texts WHERE business_id = $1 AND customer_id = $2 AND id IN (
			SELECT id FROM customer_texts WHERE business_id = $1 AND customer_id = $2
			ORDER BY received_at DESC, id DESC LIMIT $4 OFFSET $3)`,
		q.tx.businessID, t.CustomerID, loyalty.MaxCustomerTexts, loyalty.MaxCustomerTexts)
	if err != nil {
		return fmt.Errorf("removing older texts of customer %s: %w", t.CustomerID, err)
	}
	return nil
}

// TextsOf returns a customer's texts, newest first.
func (q Messages) TextsOf(customerID string, since time.Time) ([]loyalty.CustomerText, error) {
	texts := []loyalty.CustomerText{}
	err := q.tx.queryEach(`
		SELECT id, customer_id, text, received_at FROM customer_texts
		WHERE business_id = $1 AND customer_id = $2 AND received_at > $3
		ORDER BY received_at DESC, id DESC LIMIT $4`,
		[]any{q.tx.businessID, customerID, millis(since), loyalty.MaxCustomerTexts}, func(row scanner) error {
			var t loyalty.CustomerText
			err := row.Scan(&t.ID, &t.CustomerID, &t.Text, (*optionalInstant)(&t.ReceivedAt))
			texts = append(texts, t)
			return err
		})
	if err != nil {
		return nil, fmt.Errorf("reading the texts of customer %s: %w", customerID, err)
	}
	return texts, nil
}

// RemoveCustomerTexts removes old texts.
func (q Retention) RemoveCustomerTexts(before time.Time, limit int) (int, error) {
	return remove(q.tx, "texts of customers", `
		DELETE FROM customer_texts WHERE (business_id, id) IN (
			SELECT business_id, id FROM customer_texts WHERE received_at <= $1 ORDER BY received_at LIMIT $2)`, millis(before), limit)
}
