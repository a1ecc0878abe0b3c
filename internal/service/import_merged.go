package service

import (
	"errors"

	"axioma/internal/importing"
	"axioma/internal/loyalty"
	"axioma/internal/store"
)

// rowHints are the facts beside a row that decide whose it is.
type rowHints struct {
	samePerson string // id of the customer whom the owner declared the same person
	merged     mergedRecords
}

// mergedRecords are the merged records with the phones of some rows, by phone. A list from before a merge has the
// phones of both records: the second one is not another customer.
type mergedRecords map[string][]store.MergedRecord

func readMergedRecords(tx *store.Tx, rows []importing.Row) (mergedRecords, error) {
	var phones []string
	for _, row := range rows {
		if row.Phone != "" {
			canonical, second := loyalty.PhoneForms(row.Phone)
			phones = append(phones, canonical, second)
		}
	}
	return store.ImportsIn(tx).MergedRecords(phones)
}

// keptFor returns the customer into whose record one with the row's phone and name was merged, or false. The phone of a
// record with another name may have a new owner.
func (m mergedRecords) keptFor(tx *store.Tx, row importing.Row) (loyalty.Customer, bool, error) {
	for _, record := range m[loyalty.CanonicalPhone(row.Phone)] {
		if !importing.IsSameName(record.Name, row.Name) {
			continue
		}
		kept, err := tx.Customers().Get(record.ID)
		if err == nil || !errors.Is(err, loyalty.ErrCustomerNotFound) {
			return kept, err == nil, err
		}
	}
	return loyalty.Customer{}, false, nil
}
