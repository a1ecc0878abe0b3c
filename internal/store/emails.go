package store

import "axioma/internal/loyalty"

// ProveEmail records that a customer's e-mail is known to be hers.
func (q Phones) ProveEmail(customerID string) error { return q.setEmailUnproved(customerID, false) }

// LeaveEmailUnproved records that a customer's e-mail was typed by nobody knows whom.
func (q Phones) LeaveEmailUnproved(customerID string) error {
	return q.setEmailUnproved(customerID, true)
}

func (q Phones) setEmailUnproved(customerID string, unproved bool) error {
	err := q.tx.execOne(`UPDATE customers SET email_unproved = $3 WHERE business_id = $1 AND id = $2`, q.tx.businessID, customerID, unproved)
	return wrapped("recording whose an e-mail is", err)
}

// EmailUnproved reports whether the e-mail on a customer's own record was typed by nobody knows
// whom, and never proved since.
func (q Phones) EmailUnproved(customerID string) (bool, error) {
	var unproved bool
	_, err := q.tx.one(`SELECT email_unproved FROM customers WHERE business_id = $1 AND id = $2`, []any{q.tx.businessID, customerID}, &unproved)
	return unproved, wrapped("reading whose an e-mail is", err)
}

const emailStanding = `coalesce(p.email, ''), p.email_unproved, p.phone_unproved`

func emailStandingInto(s *loyalty.SignInEmail) []any {
	return []any{&s.Address, &s.Unverified, &s.PhoneUnverified}
}

// EmailStanding returns what is known of a customer's e-mail, of a child of her guardian's.
func (q Phones) EmailStanding(customerID string) (loyalty.SignInEmail, error) {
	var s loyalty.SignInEmail
	_, err := q.tx.one(`SELECT `+emailStanding+` FROM customers c`+whoseThePhoneIs+` WHERE c.business_id = $1 AND c.id = $2`,
		[]any{q.tx.businessID, customerID}, emailStandingInto(&s)...)
	return s, wrapped("reading whose an e-mail is", err)
}
