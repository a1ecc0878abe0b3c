package store

import (
	"fmt"
	"time"

	"axioma/internal/loyalty"
)

// Records returns the ids of an active customer's records: her own, and those that were
// merged into it, each of which has a QR that leads to her.
func (q Customers) Records(customerID string) ([]string, error) {
	ids := []string{customerID}
	for i := 0; i < len(ids); i++ {
		merged, err := q.tx.texts(`SELECT id FROM customers WHERE business_id = $1 AND merged_into = $2`, q.tx.businessID, ids[i])
		if err != nil {
			return nil, fmt.Errorf("looking for the records of customer %s: %w", customerID, err)
		}
		ids = append(ids, merged...)
	}
	return ids, nil
}

// ChangeQR gives the QR of a record another id. The former one has ended: a customer has
// changed it. What she is still to be sent says the new one.
func (q Customers) ChangeQR(recordID, qrID, customerID string, at time.Time) error {
	_, err := q.tx.exec(`
		INSERT INTO ended_qrs (qr_id, business_id, customer_id, ended_at)
		SELECT coalesce(qr_id, id), business_id, $3, $4 FROM customers WHERE business_id = $1 AND id = $2`,
		q.tx.businessID, recordID, customerID, millis(at))
	if err == nil {
		_, err = q.tx.exec(`
			UPDATE messages SET text = replace(text, (SELECT coalesce(qr_id, id) FROM customers WHERE business_id = $1 AND id = $2), $3)
			WHERE business_id = $1 AND customer_id = $4 AND coalesce(status, '') IN ('QUEUED', 'SENDING')`,
			q.tx.businessID, recordID, qrID, customerID)
	}
	if err == nil {
		err = q.tx.execOne(`UPDATE customers SET qr_id = $3 WHERE business_id = $1 AND id = $2`, q.tx.businessID, recordID, qrID)
	}
	if err != nil {
		return fmt.Errorf("changing the QR of record %s: %w", recordID, err)
	}
	return nil
}

// EndedQR returns the QR that had an id until a customer changed it, and false for one that
// has not ended.
func (q Customers) EndedQR(qrID string) (loyalty.EndedQR, bool, error) {
	ended := loyalty.EndedQR{ID: qrID}
	found, err := q.tx.one(`SELECT customer_id, ended_at FROM ended_qrs WHERE business_id = $1 AND qr_id = $2`,
		[]any{q.tx.businessID, qrID}, &ended.CustomerID, (*optionalInstant)(&ended.At))
	if err != nil {
		return ended, false, fmt.Errorf("looking for a QR that has ended: %w", err)
	}
	return ended, found, nil
}

// EndedQRs returns the ids of the QRs that some customers have ended, by customer.
func (q Customers) EndedQRs(customers []string) (map[string][]string, error) {
	args, in := placeholders(2, append(customers, "")) // no list is empty
	ended := map[string][]string{}
	err := q.tx.each(`SELECT customer_id, qr_id FROM ended_qrs WHERE business_id = $1 AND customer_id IN (`+in+`) ORDER BY qr_id`,
		append([]any{q.tx.businessID}, args...), func(row scanner) error {
			var customer, qrID string
			err := row.Scan(&customer, &qrID)
			ended[customer] = append(ended[customer], qrID)
			return err
		})
	if err != nil {
		return nil, fmt.Errorf("reading which QRs have ended: %w", err)
	}
	return ended, nil
}
