package store

import (
	"fmt"

	"axioma/internal/loyalty"
)

// QRLabels reads the QRs to print.
type QRLabels struct{ tx *Tx }

// QRLabelsIn gives access to the business's labels.
func QRLabelsIn(tx *Tx) QRLabels { return QRLabels{tx} }

// QRLabel has the id of loyalty.Customer.QR.
type QRLabel struct{ Name, QRID string }

// ByName returns active customers, without total.
func (q QRLabels) ByName(page Page) (List[QRLabel], error) {
	sortKey, id := "", ""
	if page.after != nil {
		sortKey, id = page.after[0], page.after[1]
	}
	return q.page(page, `
		SELECT c.sort_key, c.id, c.name, c.qr_id FROM customers c
		WHERE c.business_id = $1 AND c.archived_at IS NULL AND (c.sort_key, c.id) > ($2, $3)
		ORDER BY c.sort_key, c.id LIMIT $4`, q.tx.businessID, sortKey, id, page.Limit+1)
}

// OfImport returns an import's active customers in file order, without total.
func (q QRLabels) OfImport(id string, run int64, page Page) (List[QRLabel], error) {
	after, err := page.rowKey()
	if err != nil {
		return List[QRLabel]{}, err
	}
	return q.page(page, `SELECT CAST(r.number AS TEXT), c.id, c.name, c.qr_id`+importedCustomers, q.tx.businessID, id, run, after, page.Limit+1)
}

func (q QRLabels) page(page Page, query string, args ...any) (List[QRLabel], error) {
	list := lister[QRLabel]{limit: page.Limit, total: unknown}
	err := q.tx.queryEach(query, args, func(row scanner) error {
		var key string
		var customer loyalty.Customer
		err := row.Scan(&key, &customer.ID, &customer.Name, (*optionalText)(&customer.QRID))
		list.add(QRLabel{Name: customer.Name, QRID: customer.QR()}, key, customer.ID)
		return err
	})
	if err != nil {
		return List[QRLabel]{}, fmt.Errorf("reading customers for labels: %w", err)
	}
	return list.build(), nil
}
