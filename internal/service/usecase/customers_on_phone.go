package usecase

import (
	"cmp"
	"errors"

	"axioma/internal/loyalty"
	"axioma/internal/store"
)

// CustomersOnPhone returns guardian and children, as opened by a phone.
func CustomersOnPhone(tx *store.Tx, customerID string) ([]loyalty.Customer, error) {
	customer, err := tx.Customers().Get(customerID)
	if err != nil {
		return nil, err
	}
	guardianID := cmp.Or(customer.GuardianID, customer.ID)
	guardian, err := tx.Customers().Get(guardianID)
	if err != nil && !errors.Is(err, loyalty.ErrCustomerNotFound) {
		return nil, err
	}
	children, fault := tx.Customers().Children(guardianID)
	if err != nil || fault != nil {
		return children, fault // the guardian was archived
	}
	return append([]loyalty.Customer{guardian}, children...), nil
}
