package store

import (
	"database/sql"
	"errors"
	"fmt"
	"time"

	"axioma/internal/loyalty"
)

// Customers are a business's customers.
type Customers struct{ tx *Tx }

// Customers gives access to the business's customers.
func (tx *Tx) Customers() Customers { return Customers{tx} }

// PlatformCustomers are all customers.
type PlatformCustomers struct{ tx *Tx }

// Customers gives access to all customers.
func (p *PlatformTx) Customers() PlatformCustomers { return PlatformCustomers{&p.tx} }

// Get returns an active customer or loyalty.ErrCustomerNotFound. The id may be a merged record's, a snapshot's, or a
// QR's, ended or not.
func (q Customers) Get(id string) (loyalty.Customer, error) {
	customer, err := q.read(customerByID, id)
	if !errors.Is(err, loyalty.ErrCustomerNotFound) {
		return customer, err
	}
	other, leads, fault := q.resolveID(id)
	if fault != nil {
		return customer, fault
	}
	if !leads {
		return customer, err
	}
	return q.Get(other)
}

func (q Customers) resolveID(id string) (record string, leads bool, err error) {
	record, leads, err = q.MergedInto(id)
	if err != nil || leads {
		return record, leads, err
	}
	leads, err = q.tx.queryOne(`
		SELECT id FROM customers WHERE business_id = $1 AND qr_id = $2
		UNION ALL SELECT id FROM customers WHERE business_id = $1 AND snapshot_id = $2 AND id <> $2
		UNION ALL SELECT customer_id FROM revoked_qrs WHERE business_id = $1 AND qr_id = $2 AND customer_id <> $2`, []any{q.tx.businessID, id}, &record)
	if err != nil {
		return "", false, fmt.Errorf("finding the customer with id %s: %w", id, err)
	}
	return record, leads, nil
}

const customerToLock = `SELECT c.id FROM customers c WHERE c.business_id = $1` + idOrQR

// Lock returns a customer like Get, and locks the row.
func (q Customers) Lock(id string) (loyalty.Customer, error) {
	lockedID, err := q.lockRow(id)
	if err != nil {
		return loyalty.Customer{}, err
	}
	customer, err := q.Get(id)
	if err != nil || customer.ID == lockedID || q.tx.lockClause() == "" {
		return customer, err
	}
	return q.Lock(customer.ID)
}

// lockRow locks the record by its id or its QR's. It returns the record's id, or "" if there is none or only one writer
// can run.
func (q Customers) lockRow(id string) (string, error) {
	lock := q.tx.lockClause()
	if lock == "" {
		return "", nil
	}
	var lockedID string
	if _, err := q.tx.queryOne(customerToLock+lock, []any{q.tx.businessID, id}, &lockedID); err != nil {
		return "", fmt.Errorf("locking customer %s: %w", id, err)
	}
	return lockedID, nil
}

// ByPhone returns the active customer with a phone (E.164, either form; the canonical one wins), or
// loyalty.ErrCustomerNotFound.
func (q Customers) ByPhone(phone string) (loyalty.Customer, error) {
	canonical, second := loyalty.PhoneForms(phone)
	return q.read(customersByPhone+` LIMIT 1`, canonical, second)
}

// AllByPhone returns all active customers with a phone, canonical form first. Several exist from before phones were
// canonical.
func (q Customers) AllByPhone(phone string) ([]loyalty.Customer, error) {
	canonical, second := loyalty.PhoneForms(phone)
	var holders []loyalty.Customer
	err := q.tx.queryEach(customersByPhone, []any{q.tx.businessID, canonical, second}, func(row scanner) error {
		customer, err := scanCustomer(row)
		holders = append(holders, customer)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("finding the customers with a phone: %w", err)
	}
	return holders, nil
}

var customersByPhoneEnd = `SELECT` + customerColumns + fromCustomers + `
	AND c.phone_end = $2 AND substr(c.phone, length(c.phone) - $3 + 1) = $4
	AND c.archived_at IS NULL
	ORDER BY coalesce(c.sort_key, ''), c.id` // no index has this order, so none is scanned

// ByPhoneEnd returns active customers whose phone ends with at least loyalty.MinPhoneSuffix digits, by name.
func (q Customers) ByPhoneEnd(digits string) ([]loyalty.Customer, error) {
	var customers []loyalty.Customer
	err := q.tx.queryEach(customersByPhoneEnd,
		[]any{q.tx.businessID, digits[len(digits)-loyalty.MinPhoneSuffix:], len(digits), digits},
		func(row scanner) error {
			customer, err := scanCustomer(row)
			customers = append(customers, customer)
			return err
		})
	if err != nil {
		return nil, fmt.Errorf("finding customers by the end of their phones: %w", err)
	}
	return customers, nil
}

// ByEmail returns the oldest active customer with a lower-case address, or loyalty.ErrCustomerNotFound.
func (q Customers) ByEmail(email string) (loyalty.Customer, error) {
	return q.read(customerByEmail, email)
}

func (q Customers) read(query string, values ...any) (loyalty.Customer, error) {
	customer, err := scanCustomer(q.tx.queryRow(query, append([]any{q.tx.businessID}, values...)...))
	if errors.Is(err, sql.ErrNoRows) {
		return customer, loyalty.ErrCustomerNotFound
	}
	if err != nil {
		return customer, fmt.Errorf("reading a customer: %w", err)
	}
	return customer, nil
}

// Insert adds a customer and their card, or returns false if an active one has either form of the phone.
func (q Customers) Insert(c loyalty.Customer, card loyalty.Card) (bool, error) {
	exists, err := q.hasSecondForm(c)
	if err != nil || exists {
		return false, err
	}
	rowCount, err := q.tx.exec(insertCustomer, customerRow.insertArgs(c, q.tx.businessID)...)
	if err != nil {
		return false, fmt.Errorf("adding a customer: %w", err)
	}
	if rowCount == 0 {
		return false, nil
	}
	return true, q.tx.Cards().Insert(card)
}

// Update writes edited fields. It returns loyalty.ErrPhoneTaken if another active customer has either form of the
// phone. A changed phone counts as registered by the staff.
func (q Customers) Update(c loyalty.Customer) error {
	second, err := q.hasSecondForm(c)
	if err != nil {
		return err
	}
	if second {
		return loyalty.ErrPhoneTaken
	}
	isTaken, err := tryExecOne(q.tx, updateCustomer, customerRow.updateArgs(c, q.tx.businessID, c.ID)...)
	if err != nil {
		return fmt.Errorf("changing customer %s: %w", c.ID, err)
	}
	if isTaken {
		return loyalty.ErrPhoneTaken
	}
	return nil
}

// hasSecondForm reports whether another customer has the second form of a new or changed phone. The unique key compares
// one form.
func (q Customers) hasSecondForm(c loyalty.Customer) (bool, error) {
	second, found := loyalty.SecondPhoneForm(c.Phone)
	if !found {
		return false, nil
	}
	var other string
	isTaken, err := q.tx.queryOne(`
		SELECT o.id FROM customers o
		WHERE o.business_id = $1 AND o.phone = $3 AND o.archived_at IS NULL AND o.id <> $2
		AND NOT EXISTS (SELECT 1 FROM customers c WHERE c.business_id = $1 AND c.id = $2 AND c.phone = $4)`,
		[]any{q.tx.businessID, c.ID, second, c.Phone}, &other)
	if err != nil {
		return false, fmt.Errorf("finding the second form of a phone: %w", err)
	}
	return isTaken, nil
}

// Archive hides a customer, who leaves the family. Visits and rewards stay.
func (q Customers) Archive(customerID string, at time.Time) error {
	err := q.tx.execOne(`
		UPDATE customers SET archived_at = $3, family_id = NULL, family_role = NULL
		WHERE business_id = $1 AND id = $2`,
		q.tx.businessID, customerID, millis(at))
	if err != nil {
		return fmt.Errorf("archiving customer %s: %w", customerID, err)
	}
	return nil
}

// NoteSignIn records a portal sign-in, which verifies the phone.
func (q Customers) NoteSignIn(customerID string, at time.Time) error {
	err := q.tx.execOne(`UPDATE customers SET signed_in_at = $3, phone_unverified = FALSE WHERE business_id = $1 AND id = $2`, q.tx.businessID, customerID, millis(at))
	if err != nil {
		return fmt.Errorf("recording the sign-in of customer %s: %w", customerID, err)
	}
	return nil
}

// NoteSignInByEmail records a portal sign-in that does not verify the phone.
func (q Customers) NoteSignInByEmail(customerID string, at time.Time) error {
	err := q.tx.execOne(`UPDATE customers SET signed_in_at = $3 WHERE business_id = $1 AND id = $2`, q.tx.businessID, customerID, millis(at))
	return wrapError("recording a customer's sign-in", err)
}

// LastSeen returns when the phone was verified and the last portal sign-in; zero: never.
func (q Customers) LastSeen(customerID string) (phoneVerified, signedIn time.Time, err error) {
	var verifiedAt, signedInAt sql.NullInt64
	_, err = q.tx.queryOne(`SELECT phone_verified_at, signed_in_at FROM customers WHERE business_id = $1 AND id = $2`,
		[]any{q.tx.businessID, customerID}, &verifiedAt, &signedInAt)
	if err != nil {
		return phoneVerified, signedIn, fmt.Errorf("reading the last activity of customer %s: %w", customerID, err)
	}
	return instant(verifiedAt), instant(signedInAt), nil
}

// CountVisit counts a visit. The first one sets the first day.
func (q Customers) CountVisit(v loyalty.Visit, first bool) error {
	args, firstDay := []any{q.tx.businessID, v.CustomerID, v.At.UnixMilli()}, ""
	// Later visits must not write this indexed column.
	if first {
		args, firstDay = append(args, v.Day), `, first_visit_day = $4`
	}
	return q.tx.execDeferred(func(err error) error { return fmt.Errorf("counting visit %s: %w", v.ID, err) }, `
		UPDATE customers
		SET visits_count = visits_count + 1, rhythm = NULL,
			last_visit_at = CASE WHEN last_visit_at > $3 THEN last_visit_at ELSE $3 END`+firstDay+`
		WHERE business_id = $1 AND id = $2`, args...)
}

// UncountVisit reverses CountVisit.
func (q Customers) UncountVisit(v loyalty.Visit) error {
	err := q.tx.execOne(`
		UPDATE customers
		SET visits_count = visits_count - 1, rhythm = NULL,
			first_visit_day = (SELECT min(v.local_day)`+activeVisitsOfCustomer+`),
			last_visit_at = (SELECT max(v.visited_at)`+activeVisitsOfCustomer+`)
		WHERE business_id = $1 AND id = $2`,
		q.tx.businessID, v.CustomerID)
	if err != nil {
		return fmt.Errorf("subtracting visit %s from the counts: %w", v.ID, err)
	}
	return nil
}

// Recount recomputes visit count, first and last visit, and own card's stamps.
func (q Customers) Recount(customerID, cardID string) error {
	err := q.tx.execOne(`
		UPDATE customers
		SET visits_count = (SELECT count(*)`+activeVisitsOfCustomer+`), rhythm = NULL,
			first_visit_day = (SELECT min(v.local_day)`+activeVisitsOfCustomer+`),
			last_visit_at = (SELECT max(v.visited_at)`+activeVisitsOfCustomer+`)
		WHERE business_id = $1 AND id = $2`, q.tx.businessID, customerID)
	if err != nil {
		return fmt.Errorf("recounting the visits of customer %s: %w", customerID, err)
	}
	err = q.tx.execOne(`UPDATE cards SET stamps = `+countedStamps+` WHERE business_id = $1 AND id = $3`,
		q.tx.businessID, customerID, cardID)
	if err != nil {
		return fmt.Errorf("recounting the stamps of card %s: %w", cardID, err)
	}
	return nil
}

// LastAttendance returns the last visit or redemption, or zero.
func (q Customers) LastAttendance(customerID string) (time.Time, error) {
	var visitedAt, redeemedAt sql.NullInt64
	_, err := q.tx.queryOne(`
		SELECT c.last_visit_at, (
			SELECT max(r.redeemed_at) FROM rewards r
			WHERE r.business_id = c.business_id AND r.redeemed_customer_id = c.id AND r.redeemed_at IS NOT NULL)
		FROM customers c WHERE c.business_id = $1 AND c.id = $2`, []any{q.tx.businessID, customerID}, &visitedAt, &redeemedAt)
	if err != nil {
		return time.Time{}, fmt.Errorf("finding the last visit of customer %s: %w", customerID, err)
	}
	return instant(sql.NullInt64{Int64: max(visitedAt.Int64, redeemedAt.Int64), Valid: visitedAt.Valid || redeemedAt.Valid}), nil
}

// MergedInto returns the merge target.
func (q Customers) MergedInto(customerID string) (string, bool, error) {
	var keptID string
	merged, err := q.tx.queryOne(`
		SELECT merged_into FROM customers
		WHERE business_id = $1 AND id = $2 AND merged_into IS NOT NULL`, []any{q.tx.businessID, customerID}, &keptID)
	if err != nil {
		return "", false, fmt.Errorf("finding the record that customer %s was merged into: %w", customerID, err)
	}
	return keptID, merged, nil
}

// ArchiveMerged archives a merged record.
func (q Customers) ArchiveMerged(customerID, keptID string, at time.Time) error {
	err := q.tx.execOne(`
		UPDATE customers SET archived_at = $3, merged_into = $4, family_id = NULL, family_role = NULL
		WHERE business_id = $1 AND id = $2`, q.tx.businessID, customerID, millis(at), keptID)
	if err != nil {
		return fmt.Errorf("closing record %s: %w", customerID, err)
	}
	return nil
}

// RestoreMerged reactivates a merged record, as a child if its guardian is active. It returns loyalty.ErrPhoneTaken if
// another active customer has the phone.
func (q Customers) RestoreMerged(customerID string) error {
	isTaken, err := tryExecOne(q.tx, `
		UPDATE customers SET archived_at = NULL, merged_into = NULL, guardian_id = (
			SELECT g.id FROM customers g
			WHERE g.business_id = $1 AND g.id = customers.guardian_id AND g.archived_at IS NULL)
		WHERE business_id = $1 AND id = $2`, q.tx.businessID, customerID)
	if err != nil {
		return fmt.Errorf("reopening record %s: %w", customerID, err)
	}
	if isTaken {
		return loyalty.ErrPhoneTaken
	}
	return nil
}

func (q Customers) archivedIDs() (map[string]bool, error) {
	ids, err := q.tx.queryStrings(`SELECT id FROM customers WHERE business_id = $1 AND archived_at IS NOT NULL`, q.tx.businessID)
	if err != nil {
		return nil, fmt.Errorf("reading archived customers: %w", err)
	}
	archivedIDs := map[string]bool{}
	for _, id := range ids {
		archivedIDs[id] = true
	}
	return archivedIDs, nil
}

// CustomerRef names a customer.
type CustomerRef struct{ BusinessID, ID string }

// BySender finds active customers by phone (either form) or WhatsApp id, sorted by business. If a business owns the
// receiving number, only its customers are found.
func (q PlatformCustomers) BySender(number, phone, whatsAppID string) ([]CustomerRef, error) {
	const senderCondition = `
		AND c.archived_at IS NULL
		AND (b.wa_phone_number_id = $2 OR NOT EXISTS (SELECT 1 FROM businesses o WHERE o.wa_phone_number_id = $2))`
	canonical, second := loyalty.PhoneForms(phone)
	var customers []CustomerRef
	err := q.tx.queryEach(`
		SELECT c.business_id, c.id FROM customers c JOIN businesses b ON b.id = c.business_id
		WHERE c.phone IN ($1, $3)`+senderCondition+`
		UNION
		SELECT c.business_id, c.id FROM customers c JOIN businesses b ON b.id = c.business_id
		WHERE c.whatsapp_id = $4`+senderCondition+`
		ORDER BY 1, 2`, []any{canonical, number, second, whatsAppID}, func(row scanner) error {
		var c CustomerRef
		err := row.Scan(&c.BusinessID, &c.ID)
		customers = append(customers, c)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("finding the customers with a phone: %w", err)
	}
	return customers, nil
}
