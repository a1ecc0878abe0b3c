package store

import (
	"fmt"

	"axioma/internal/loyalty"
)

// QRLabels are the customers whose QR is printed on labels.
type QRLabels struct{ tx *Tx }

// QRLabelsIn returns the labels of the transaction's business.
func QRLabelsIn(tx *Tx) QRLabels { return QRLabels{tx} }

// QRLabel is what a customer's label needs. QRID is as of loyalty.Customer.QR.
type QRLabel struct{ Name, QRID string }

// ByName returns a page of the active customers by name, without their total.
func (q QRLabels) ByName(page Page) (Listed[QRLabel], error) {
	sortKey, id := "", ""
	if page.after != nil {
		sortKey, id = page.after[0], page.after[1]
	}
	listed := lister[QRLabel]{limit: page.Limit, total: unknown}
	err := q.tx.queryEach(`
		SELECT c.sort_key, c.id, c.name, c.qr_id FROM customers c
		WHERE c.business_id = $1 AND c.archived_at IS NULL AND (c.sort_key, c.id) > ($2, $3)
		ORDER BY c.sort_key, c.id LIMIT $4`,
		[]any{q.tx.businessID, sortKey, id, page.Limit + 1}, func(row scanner) error {
			var key string
			var customer loyalty.Customer
			err := row.Scan(&key, &customer.ID, &customer.Name, (*optionalText)(&customer.QRID))
			listed.add(QRLabel{Name: customer.Name, QRID: customer.QR()}, key, customer.ID)
			return err
		})
	if err != nil {
		return Listed[QRLabel]{}, fmt.Errorf("reading customers for labels: %w", err)
	}
	return listed.done(), nil
}
