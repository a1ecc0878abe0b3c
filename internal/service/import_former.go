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
	noted      notedContacts
}

func readHints(tx *store.Tx, importID string, rows []importing.Row) (hints rowHints, err error) {
	if hints.former, err = readFormerRecords(tx, rows); err != nil {
		return hints, err
	}
	hints.noted, err = readNotedContacts(tx, importID, rows)
	return hints, err
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
	kept         loyalty.Customer
	isMerged     bool // into kept
	isArchived   bool // the customer's record, or that into which it was merged
	hasRowPhone  bool // the archived record has the row's phone, not only another one of it
	isIdentified bool // e-mail or birthday show that the archived record is the row's
}

// match finds the records with the row's name and one of its phones. The phone of a record with another name may have a
// new owner, and a parent may share name and phone with a child.
func (f formerRecords) match(tx *store.Tx, row importing.Row) (found formerMatch, err error) {
	for at, phone := range phonesOf(row) {
		for _, record := range f[loyalty.CanonicalPhone(phone)] {
			if !importing.IsSameName(record.Name, row.Name) {
				continue
			}
			if record.IsMerged {
				kept, err := tx.Customers().Get(record.ID)
				if err == nil || !errors.Is(err, loyalty.ErrCustomerNotFound) {
					return formerMatch{kept: kept, isMerged: err == nil}, err
				}
			}
			if importing.IsOtherGeneration(record.Birthday, row.Birthday) {
				continue
			}
			found.isArchived, found.hasRowPhone = true, found.hasRowPhone || at == 0
			found.isIdentified = found.isIdentified || row.IsIdentifiedBy(record.Email, record.Birthday)
		}
	}
	return found, nil
}

// excludes reports whether the row is rather the archived record's than that of a customer who has its other phone.
func (m formerMatch) excludes(customer loyalty.Customer, row importing.Row) bool {
	return m.isArchived && (m.isIdentified || m.hasRowPhone && !row.IsIdentifiedBy(customer.Email, customer.Birthday))
}
