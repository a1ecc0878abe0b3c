package service

import (
	"errors"

	"axioma/internal/importing"
	"axioma/internal/loyalty"
	"axioma/internal/store"
)

// rowHints help to identify the customer of a row.
type rowHints struct {
	samePerson     string // chosen by the owner
	former         formerRecords
	secondContacts notedContacts
}

func readHints(tx *store.Tx, importID string, rows []importing.Row) (hints rowHints, err error) {
	if hints.former, err = readFormerRecords(tx, rows); err != nil {
		return hints, err
	}
	hints.secondContacts, err = readNotedContacts(tx, importID, rows)
	return hints, err
}

// formerRecords are merged and archived records by phone, as in old lists. A merged record's row belongs to the kept
// customer; an archived one's is skipped.
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

func phonesOf(row importing.Row) []string {
	if row.Phone == "" {
		return nil
	}
	return append([]string{row.Phone}, row.OtherPhones...)
}

type formerMatch struct {
	keptCustomer loyalty.Customer
	isMerged     bool // into keptCustomer
	isArchived   bool // the customer's record, or that into which it was merged
	hasRowPhone  bool // the row's phone, not only a second one
	isIdentified bool // by e-mail or birthday
}

// match returns the former record of a row. It needs the row's name and a phone: a phone under another name may have a
// new owner, and a parent may share both with a child.
func (f formerRecords) match(tx *store.Tx, row importing.Row) (match formerMatch, err error) {
	for at, phone := range phonesOf(row) {
		for _, record := range f[loyalty.CanonicalPhone(phone)] {
			if !importing.IsSameName(record.Name, row.Name) {
				continue
			}
			if record.IsMerged {
				keptCustomer, err := tx.Customers().Get(record.ID)
				if err == nil || !errors.Is(err, loyalty.ErrCustomerNotFound) {
					return formerMatch{keptCustomer: keptCustomer, isMerged: err == nil}, err
				}
			}
			if importing.IsOtherGeneration(record.Birthday, row.Birthday) {
				continue
			}
			match.isArchived, match.hasRowPhone = true, match.hasRowPhone || at == 0
			match.isIdentified = match.isIdentified || row.IsIdentifiedBy(record.Email, record.Birthday)
		}
	}
	return match, nil
}

// excludes reports whether the row is rather the archived record's than that of a customer who has its other phone.
func (m formerMatch) excludes(customer loyalty.Customer, row importing.Row) bool {
	return m.isArchived && (m.isIdentified || m.hasRowPhone && !row.IsIdentifiedBy(customer.Email, customer.Birthday))
}
