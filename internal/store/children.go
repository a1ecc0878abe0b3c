package store

import (
	"fmt"

	"axioma/internal/loyalty"
)

var childrenOf = `SELECT` + customerColumns + fromCustomers + ` AND c.guardian_id = $2 AND c.archived_at IS NULL`

// Children returns the active children of a guardian, the oldest first: at most
// loyalty.MaxChildren, and more only of whose records were merged.
func (q Customers) Children(guardianID string) ([]loyalty.Customer, error) {
	children := []loyalty.Customer{}
	err := q.tx.each(childrenOf, []any{q.tx.businessID, guardianID}, func(row scanner) error {
		child, err := scanCustomer(row)
		children = append(children, child)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("reading the children of customer %s: %w", guardianID, err)
	}
	loyalty.SortChildren(children)
	return children, nil
}
