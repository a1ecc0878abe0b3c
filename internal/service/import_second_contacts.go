package service

import (
	"cmp"
	"slices"
	"strings"

	"axioma/internal/importing"
	"axioma/internal/loyalty"
	"axioma/internal/store"
)

// notedContacts finds customers by name and a second contact in their notes, except from the same import.
type notedContacts map[string][]string

func readNotedContacts(tx *store.Tx, importID string, rows []importing.Row) (notedContacts, error) {
	var names []string
	for _, row := range rows {
		if row.Name != "" {
			names = append(names, row.Name)
		}
	}
	customers, err := store.ImportsIn(tx).WithOtherContacts(importID, names)
	if err != nil {
		return nil, err
	}
	addedContacts, err := store.ImportsIn(tx).AddedContacts(importID, idsOfCustomers(customers))
	secondContacts := notedContacts{}
	for _, customer := range customers {
		for _, contact := range loyalty.OtherContacts(customer.Notes) {
			if !slices.Contains(loyalty.OtherContacts(addedContacts[customer.ID]), contact) {
				secondContacts[contact] = append(secondContacts[contact], customer.ID)
			}
		}
	}
	return secondContacts, err
}

// match returns the customer with the row's name and its second phone: a customer may have registered with a landline
// and have a mobile in another row. Without phone, the e-mail counts. Birthday or e-mail decide among several.
func (n notedContacts) match(tx *store.Tx, row importing.Row) (rowMatch, error) {
	candidates, err := n.candidates(tx, row)
	if err != nil {
		return rowMatch{}, err
	}
	var persons []loyalty.Customer
	for _, customer := range candidates {
		isKnown := slices.ContainsFunc(persons, func(p loyalty.Customer) bool { return p.ID == customer.ID })
		if !isKnown && row.Name != "" && row.IsSamePerson(customer.Name, customer.Birthday) {
			persons = append(persons, customer)
		}
	}
	persons = importing.NarrowDown(row, persons, func(c loyalty.Customer) (string, loyalty.Day) { return c.Email, c.Birthday })
	switch {
	case len(persons) == 1:
		return rowMatch{customer: persons[0], found: true}, nil
	case len(persons) > 1:
		return rowMatch{ambiguous: "Varios clientes con este nombre tienen este teléfono o correo. Añade su móvil a la fila."}, nil
	}
	return rowMatch{}, nil
}

func (n notedContacts) candidates(tx *store.Tx, row importing.Row) (customers []loyalty.Customer, err error) {
	for _, phone := range row.OtherPhones {
		holders, err := customersWithPhone(tx, phone)
		if err != nil {
			return nil, err
		}
		customers = append(customers, holders...)
	}
	for _, id := range n[cmp.Or(row.Phone, row.Email)] {
		customer, err := tx.Customers().Get(id)
		if err != nil {
			return nil, err
		}
		customers = append(customers, customer)
	}
	return customers, nil
}

// exchangeContacts swaps the row's phone with one of its other phones if the customer is known by that one, and likewise
// the e-mail. The customer keeps their own, and the row's is then a second one.
func exchangeContacts(row importing.Row, customer loyalty.Customer) importing.Row {
	isOwn := func(phone string) bool {
		return loyalty.CanonicalPhone(phone) == loyalty.CanonicalPhone(customer.Phone)
	}
	if at := slices.IndexFunc(row.OtherPhones, isOwn); at >= 0 {
		row.Note = strings.Replace(row.Note, loyalty.OtherPhoneNote(row.OtherPhones[at]), loyalty.OtherPhoneNote(row.Phone), 1)
		row.OtherPhones = slices.Clone(row.OtherPhones)
		row.OtherPhones[at], row.Phone = row.Phone, customer.Phone
	}
	if at := slices.Index(row.OtherEmails, customer.Email); at >= 0 {
		row.Note = strings.Replace(row.Note, loyalty.OtherEmailNote(customer.Email), loyalty.OtherEmailNote(row.Email), 1)
		row.OtherEmails = slices.Clone(row.OtherEmails)
		row.OtherEmails[at], row.Email = row.Email, customer.Email
	}
	return row
}
