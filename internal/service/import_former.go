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
	former     formerRecords
}

// formerRecords are the merged and archived records with the phones of some rows, by phone. An old list still has these
// phones. The row of a merged record belongs to the customer who was kept, and the row of an archived one is skipped.
type formerRecords map[string][]store.FormerRecord

func readFormerRecords(tx *store.Tx, rows []importing.Row) (formerRecords, error) {
	var phones []string
	for _, row := range rows {
		for _, phone := range phonesOf(row) {
			canonical, second := loyalty.PhoneForms(phone)
			phones = append(phones, canonical, second)
		}
	}
	return store.ImportsIn(tx).FormerRecords(phones)
}

// phonesOf returns the row's phone and its other ones, or none without a valid phone.
func phonesOf(row importing.Row) []string {
	if row.Phone == "" {
		return nil
	}
	return append([]string{row.Phone}, row.OtherPhones...)
}

// formerMatch is what the former records say about a row.
type formerMatch struct {
	kept       loyalty.Customer
	isMerged   bool // into kept
	isArchived bool // the customer's record, or that into which it was merged
}

// match finds the records with the row's name and one of its phones. The phone of a record with another name may have a
// new owner.
func (f formerRecords) match(tx *store.Tx, row importing.Row) (found formerMatch, err error) {
	var records []store.FormerRecord
	for _, phone := range phonesOf(row) {
		records = append(records, f[loyalty.CanonicalPhone(phone)]...)
	}
	for _, record := range records {
		if !importing.IsSameName(record.Name, row.Name) {
			continue
		}
		if record.IsMerged {
			kept, err := tx.Customers().Get(record.ID)
			if err == nil || !errors.Is(err, loyalty.ErrCustomerNotFound) {
				return formerMatch{kept: kept, isMerged: err == nil}, err
			}
		}
		found.isArchived = true
	}
	return found, nil
}
