package service

import (
	"errors"
	"strings"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// newCustomerSearch returns the search for a text. An actor who sees phones and e-mails masked finds them only if the
// text has them in full.
func newCustomerSearch(tx *store.Tx, actor usecase.Actor, text string, business loyalty.Business) (store.CustomerSearch, error) {
	search := store.CustomerSearch{Text: text, Masked: !actor.Role.IsAdminLevel()}
	matches, err := matchPhone(tx, actor, loyalty.ParseTypedPhone(text, business.Country))
	for _, customer := range matches {
		search.Phones = append(search.Phones, customer.Phone)
		search.Guardians = append(search.Guardians, customer.ID)
	}
	return search, err
}

// matchPhone returns the customers with the typed phone. If there are none, it tries other countries' prefixes, and
// then phones that end with the typed digits. Only actors who see whole phones may search by the end: others could
// guess masked digits.
func matchPhone(tx *store.Tx, actor usecase.Actor, typedPhone loyalty.TypedPhone) ([]loyalty.Customer, error) {
	if typedPhone.Whole != "" {
		holders, err := customersWithPhone(tx, typedPhone.Whole)
		if err != nil || len(holders) > 0 {
			return holders, err
		}
	}
	if typedPhone.Suffix == "" {
		return nil, nil
	}
	for _, phone := range typedPhone.ForeignMobiles() {
		holders, err := customersWithPhone(tx, phone)
		if err != nil || len(holders) > 0 {
			return holders, err
		}
	}
	ending, err := tx.Customers().ByPhoneEnd(typedPhone.Suffix)
	if err != nil {
		return nil, err
	}
	var whole []loyalty.Customer
	for _, customer := range ending {
		if typedPhone.Matches(customer.Phone) {
			whole = append(whole, customer)
		}
	}
	if len(whole) > 0 || !actor.Role.IsAdminLevel() {
		return whole, nil
	}
	return ending, nil
}

// customersWithPhone returns the customers with a phone. There are several only while records with the phone's two
// forms are not merged.
func customersWithPhone(tx *store.Tx, phone string) ([]loyalty.Customer, error) {
	if _, hasTwoForms := loyalty.SecondPhoneForm(phone); hasTwoForms {
		return tx.Customers().AllByPhone(phone)
	}
	customer, err := tx.Customers().ByPhone(phone)
	if errors.Is(err, loyalty.ErrCustomerNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return []loyalty.Customer{customer}, nil
}

// customerByPhone returns the customer with a typed phone. Errors: those of holderOfPhone, and
// loyalty.ErrSeveralCustomers for a guardian's phone, which is also the children's.
func customerByPhone(tx *store.Tx, actor usecase.Actor, typedPhone loyalty.TypedPhone) (loyalty.Customer, error) {
	holder, err := holderOfPhone(tx, actor, typedPhone)
	if err != nil {
		return holder, err
	}
	children, err := tx.Customers().Children(holder.ID)
	if err == nil && len(children) > 0 {
		err = loyalty.ErrSeveralCustomers
	}
	return holder, err
}

// holderOfPhone returns the only match, loyalty.ErrCustomerNotFound or loyalty.ErrSeveralCustomers.
func holderOfPhone(tx *store.Tx, actor usecase.Actor, typedPhone loyalty.TypedPhone) (loyalty.Customer, error) {
	matches, err := matchPhone(tx, actor, typedPhone)
	switch {
	case err != nil:
		return loyalty.Customer{}, err
	case len(matches) == 0:
		return loyalty.Customer{}, loyalty.ErrCustomerNotFound
	case len(matches) > 1:
		return loyalty.Customer{}, loyalty.ErrSeveralCustomers
	}
	return matches[0], nil
}

func findCustomer(tx *store.Tx, actor usecase.Actor, business loyalty.Business, phone, email string) (loyalty.Customer, error) {
	if strings.TrimSpace(phone) != "" {
		return customerByPhone(tx, actor, loyalty.ParseTypedPhone(phone, business.Country))
	}
	address, ok := loyalty.ParseEmail(email)
	if !ok {
		return loyalty.Customer{}, loyalty.ErrCustomerNotFound
	}
	return tx.Customers().ByEmail(address)
}
