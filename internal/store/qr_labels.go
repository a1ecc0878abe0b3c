package store

import (
	"fmt"
	"strconv"

	"axioma/internal/loyalty"
)

// QRLabels are the customers whose QR is printed on labels.
type QRLabels struct{ tx *Tx }

// QRLabelsIn returns the transaction's labels.
func QRLabelsIn(tx *Tx) QRLabels { return QRLabels{tx} }

// QRLabel is a customer's name and the id in their QR, as in loyalty.Customer.QR.
type QRLabel struct{ Name, QRID string }

// ByName returns active customers by name, without total.
func (q QRLabels) ByName(page Page) (Listed[QRLabel], error) {
	sortKey, id := "", ""
	if page.after != nil {
		sortKey, id = page.after[0], page.after[1]
	}
	return q.page(page, `
		SELECT c.sort_key, c.id, c.name, c.qr_id FROM customers c
		WHERE c.business_id = $1 AND c.archived_at IS NULL AND (c.sort_key, c.id) > ($2, $3)
		ORDER BY c.sort_key, c.id LIMIT $4`, q.tx.businessID, sortKey, id, page.Limit+1)
}

// OfImport returns active customers of an import, in file order, without total.
func (q QRLabels) OfImport(id string, run int64, page Page) (Listed[QRLabel], error) {
	number := int64(-1)
	if page.after != nil {
		var err error
		if number, err = strconv.ParseInt(page.after[0], 10, 64); err != nil {
			return Listed[QRLabel]{}, errCursor()
		}
	}
	return q.page(page, `
		SELECT CAST(r.number AS TEXT), c.id, c.name, c.qr_id
		FROM import_rows r JOIN customers c ON c.business_id = r.business_id AND c.id = r.customer_id
		WHERE r.business_id = $1 AND r.import_id = $2 AND r.run = $3 AND r.number > $4 AND c.archived_at IS NULL
		AND NOT EXISTS (SELECT 1 FROM import_rows e WHERE e.business_id = r.business_id AND e.customer_id = r.customer_id
			AND e.import_id = r.import_id AND e.run = r.run AND e.number < r.number)
		ORDER BY r.number LIMIT $5`, q.tx.businessID, id, run, number, page.Limit+1)
}

func (q QRLabels) page(page Page, query string, args ...any) (Listed[QRLabel], error) {
	listed := lister[QRLabel]{limit: page.Limit, total: unknown}
	err := q.tx.queryEach(query, args, func(row scanner) error {
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
