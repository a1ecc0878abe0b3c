package store

import (
	"fmt"
	"strconv"

	"axioma/internal/loyalty"
)

// ImportedCustomers are active customers whom an import created or completed. An undo removes the rows.
type ImportedCustomers struct{ tx *Tx }

// ImportedCustomersIn gives access to the business's imported customers.
func ImportedCustomersIn(tx *Tx) ImportedCustomers { return ImportedCustomers{tx} }

const fromImportRows = `
	FROM import_rows r JOIN customers c ON c.business_id = r.business_id AND c.id = r.customer_id
	WHERE r.business_id = $1 AND r.import_id = $2 AND r.run = $3 AND c.archived_at IS NULL`

// importedCustomers selects each customer once, by their first row.
const importedCustomers = fromImportRows + ` AND r.number > $4
	AND NOT EXISTS (SELECT 1 FROM import_rows e WHERE e.business_id = r.business_id AND e.customer_id = r.customer_id
		AND e.import_id = r.import_id AND e.run = r.run AND e.number < r.number)
	ORDER BY r.number LIMIT $5`

// rowKey returns a cursor's row number, or -1 for the first page.
func (p Page) rowKey() (int64, error) {
	if p.after == nil {
		return -1, nil
	}
	number, err := strconv.ParseInt(p.after[0], 10, 64)
	if err != nil {
		return 0, errCursor()
	}
	return number, nil
}

// List returns customers in file order, without families and total.
func (q ImportedCustomers) List(importID string, run int64, page Page) (List[loyalty.Customer], error) {
	list := lister[loyalty.Customer]{limit: page.Limit, total: unknown}
	after, err := page.rowKey()
	if err != nil {
		return list.build(), err
	}
	err = q.tx.queryEach(`SELECT CAST(r.number AS TEXT),`+customerRow.selectList(`c`)+importedCustomers,
		[]any{q.tx.businessID, importID, run, after, page.Limit + 1}, func(row scanner) error {
			var number string
			var customer loyalty.Customer
			err := row.Scan(append([]any{&number}, customerRow.scanTargets(&customer)...)...)
			list.add(customer, number, customer.ID)
			return err
		})
	if err != nil {
		return list.build(), fmt.Errorf("reading the customers of import %s: %w", importID, err)
	}
	return list.build(), nil
}

// Count counts all customers, and those with a phone.
func (q ImportedCustomers) Count(importID string, run int64) (all, withPhone int64, err error) {
	_, err = q.tx.queryOne(`SELECT count(DISTINCT c.id), count(DISTINCT CASE WHEN coalesce(c.phone, '') <> '' THEN c.id END)`+fromImportRows,
		[]any{q.tx.businessID, importID, run}, &all, &withPhone)
	return all, withPhone, wrapError("counting the customers of an import", err)
}
