package store

import "axioma/internal/loyalty"

// MarkEmailVerified marks an e-mail verified.
func (q Phones) MarkEmailVerified(customerID string) error {
	return q.setEmailUnverified(customerID, false)
}

// MarkEmailUnverified marks an e-mail unverified.
func (q Phones) MarkEmailUnverified(customerID string) error {
	return q.setEmailUnverified(customerID, true)
}

func (q Phones) setEmailUnverified(customerID string, unverified bool) error {
	err := q.tx.execOne(`UPDATE customers SET email_unverified = $3 WHERE business_id = $1 AND id = $2`, q.tx.businessID, customerID, unverified)
	return wrapError("recording whether an e-mail is verified", err)
}

// IsEmailUnverified reports whether the e-mail on the customer's own record is unverified.
func (q Phones) IsEmailUnverified(customerID string) (bool, error) {
	var unverified bool
	_, err := q.tx.queryOne(`SELECT email_unverified FROM customers WHERE business_id = $1 AND id = $2`, []any{q.tx.businessID, customerID}, &unverified)
	return unverified, wrapError("finding the customer with an e-mail", err)
}

const emailStanding = `coalesce(p.email, ''), p.email_unverified, p.phone_unverified`

func emailStandingInto(s *loyalty.SignInEmail) []any {
	return []any{&s.Address, &s.Unverified, &s.PhoneUnverified}
}

// SignInEmail returns the e-mail status of a customer, or of a child's guardian.
func (q Phones) SignInEmail(customerID string) (loyalty.SignInEmail, error) {
	var s loyalty.SignInEmail
	_, err := q.tx.queryOne(`SELECT `+emailStanding+` FROM customers c`+joinPhoneOwner+` WHERE c.business_id = $1 AND c.id = $2`,
		[]any{q.tx.businessID, customerID}, emailStandingInto(&s)...)
	return s, wrapError("finding the customer with an e-mail", err)
}
