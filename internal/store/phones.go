package store

import (
	"database/sql"
	"fmt"
	"time"

	"axioma/internal/loyalty"
)

// Phones handles the verification of phones and e-mails, and unverified registrations.
type Phones struct{ tx *Tx }

// Phones gives access to the business's phones.
func (tx *Tx) Phones() Phones { return Phones{tx} }

// NoteVerification records that a phone was verified, unless the customer has another one now.
func (q Phones) NoteVerification(c loyalty.Customer, at time.Time) error {
	_, err := q.tx.exec(`UPDATE customers SET phone_verified_at = $4, phone_unverified = FALSE WHERE business_id = $1 AND id = $2 AND phone = $3`,
		q.tx.businessID, c.ID, c.Phone, millis(at))
	if err != nil {
		return fmt.Errorf("recording the verified phone of customer %s: %w", c.ID, err)
	}
	return nil
}

// MarkUnverified marks a phone unverified, and stores the registering browser's key, or "".
func (q Phones) MarkUnverified(customerID, registrant string) error {
	err := q.tx.execOne(`UPDATE customers SET phone_unverified = TRUE, registrant = $3 WHERE business_id = $1 AND id = $2`,
		q.tx.businessID, customerID, text(registrant))
	if err != nil {
		return fmt.Errorf("recording the unverified phone of customer %s: %w", customerID, err)
	}
	return nil
}

// IsUnverified reports whether the phone is unverified.
func (q Phones) IsUnverified(customerID string) (bool, error) {
	var unverified bool
	_, err := q.tx.queryOne(`SELECT phone_unverified FROM customers WHERE business_id = $1 AND id = $2`, []any{q.tx.businessID, customerID}, &unverified)
	if err != nil {
		return false, fmt.Errorf("reading whether the phone of customer %s is verified: %w", customerID, err)
	}
	return unverified, nil
}

// MarkVerified marks a phone verified; first: it was unverified. registrant stays until ForgetRegistrant.
func (q Phones) MarkVerified(customerID string) (first bool, registrant string, err error) {
	var browser sql.NullString
	first, err = q.tx.queryOne(`SELECT registrant FROM customers WHERE business_id = $1 AND id = $2 AND phone_unverified`+q.tx.lockClause(),
		[]any{q.tx.businessID, customerID}, &browser)
	if err == nil && first {
		err = q.tx.execOne(`UPDATE customers SET phone_unverified = FALSE WHERE business_id = $1 AND id = $2`,
			q.tx.businessID, customerID)
	}
	return first, browser.String, wrapError("proving a phone", err)
}

// Registrant returns the registering browser's key, or "".
func (q Phones) Registrant(customerID string) (string, error) {
	var browser sql.NullString
	_, err := q.tx.queryOne(`SELECT registrant FROM customers WHERE business_id = $1 AND id = $2`, []any{q.tx.businessID, customerID}, &browser)
	return browser.String, wrapError("reading the registering browser", err)
}

// ForgetRegistrant removes the key of a browser that is not the customer's.
func (q Phones) ForgetRegistrant(customerID string) error {
	err := q.tx.execOne(`UPDATE customers SET registrant = NULL WHERE business_id = $1 AND id = $2`, q.tx.businessID, customerID)
	return wrapError("removing the registering browser", err)
}

// silentHolder requires no activity of customer p and children after $2. Activity by phone alone does not count: the
// phone may have a new owner.
const silentHolder = ` p.created_at <= $2 AND coalesce(p.last_visit_at, 0) <= $2 AND coalesce(p.signed_in_at, 0) <= $2
	AND NOT EXISTS (
		SELECT 1 FROM consents s
		WHERE s.business_id = p.business_id AND s.customer_id = p.id AND s.given_at > $2 AND s.form IN ('PORTAL', 'STAFF'))
	AND NOT EXISTS (
		SELECT 1 FROM rewards r WHERE r.business_id = p.business_id AND r.redeemed_customer_id = p.id AND r.redeemed_at > $2)
	AND NOT EXISTS (
		SELECT 1 FROM customers k
		WHERE k.business_id = p.business_id AND k.guardian_id = p.id AND k.archived_at IS NULL
			AND (k.created_at > $2 OR coalesce(k.last_visit_at, 0) > $2 OR coalesce(k.signed_in_at, 0) > $2))`

// IsSilent reports whether a customer had no activity since an instant.
func (q Phones) IsSilent(customerID string, since time.Time) (bool, error) {
	var id string
	silent, err := q.tx.queryOne(`SELECT p.id FROM customers p WHERE p.business_id = $1 AND p.id = $3 AND`+silentHolder,
		[]any{q.tx.businessID, millis(since), customerID}, &id)
	return silent, wrapError("finding activity of a phone's owner", err)
}

// IsHidden reports whether the last unexpired proof after registration came from a phone that WhatsApp hides.
func (q Phones) IsHidden(customerID string, now time.Time) (bool, error) {
	var hidden bool
	_, err := q.tx.queryOne(`
		SELECT phone_hidden FROM phone_proofs
		WHERE business_id = $1 AND customer_id = $2 AND ticket_hash IS NULL AND expires_at > $3 ORDER BY expires_at DESC LIMIT 1`,
		[]any{q.tx.businessID, customerID, millis(now)}, &hidden)
	if err != nil {
		return false, fmt.Errorf("reading the proof that customer %s was given: %w", customerID, err)
	}
	return hidden, nil
}

// ChangeForm changes a phone to its other form and keeps its verification. It returns loyalty.ErrPhoneTaken if another
// customer has that form.
func (q Phones) ChangeForm(customerID, from, to string) error {
	_, err := q.tx.exec(`
		UPDATE customers SET phone = $4, search = replace(search, $3, $4)
		WHERE business_id = $1 AND id = $2 AND phone = $3`, q.tx.businessID, customerID, from, to)
	if q.tx.store.dialect.IsUnique(err) {
		return loyalty.ErrPhoneTaken
	}
	if err != nil {
		return fmt.Errorf("writing the phone of customer %s in another form: %w", customerID, err)
	}
	return nil
}

// NoteWhatsAppID records the id on active customers.
func (q Phones) NoteWhatsAppID(phone, whatsAppID string) error {
	canonical, second := loyalty.PhoneForms(phone)
	_, err := q.tx.exec(`
		UPDATE customers SET whatsapp_id = $4
		WHERE business_id = $1 AND phone IN ($2, $3) AND archived_at IS NULL AND coalesce(whatsapp_id, '') <> $4`,
		q.tx.businessID, canonical, second, whatsAppID)
	if err != nil {
		return fmt.Errorf("recording the WhatsApp id of a phone: %w", err)
	}
	return nil
}

// PhoneOfWhatsAppID returns a customer's phone, which differs from the id only where WhatsApp writes numbers
// differently.
func (q PlatformCustomers) PhoneOfWhatsAppID(id string) (string, bool, error) {
	var phone string
	found, err := q.tx.queryOne(`
		SELECT c.phone FROM customers c
		WHERE c.whatsapp_id = $1 AND c.archived_at IS NULL AND c.phone IS NOT NULL ORDER BY c.id LIMIT 1`, []any{id}, &phone)
	if err != nil {
		return "", false, fmt.Errorf("finding the phone of a WhatsApp id: %w", err)
	}
	return phone, found, nil
}

// SharedPhone is a customer whose phone another one has too, in its other form or by WhatsApp id.
type SharedPhone struct {
	BusinessID   string
	BusinessName string
	SharedBy     string // the canonical form
	Customer     loyalty.Customer
}

// ListSharedPhones returns active customers sharing a phone in their business. It is for a command: it reads all phones
// with a WhatsApp id or of countries with two forms.
func (q PlatformCustomers) ListSharedPhones() ([]SharedPhone, error) {
	groups := map[[2]string][]SharedPhone{}
	var order [][2]string
	err := q.tx.queryEach(`
		SELECT c.business_id, b.name, c.id, c.name, c.phone, coalesce(c.whatsapp_id, ''), c.created_at, c.visits_count
		FROM customers c JOIN businesses b ON b.id = c.business_id
		WHERE c.archived_at IS NULL AND c.phone IS NOT NULL
		AND (c.whatsapp_id IS NOT NULL OR substr(c.phone, 1, 3) IN ('+52', '+54', '+55') OR substr(c.phone, 1, 4) IN ('+225', '+229'))
		ORDER BY c.business_id, c.created_at, c.id`, nil, func(row scanner) error {
		var s SharedPhone
		var whatsAppID string
		err := row.Scan(&s.BusinessID, &s.BusinessName, &s.Customer.ID, &s.Customer.Name, &s.Customer.Phone, &whatsAppID,
			(*optionalInstant)(&s.Customer.CreatedAt), &s.Customer.VisitsCount)
		s.SharedBy = loyalty.CanonicalPhone(s.Customer.Phone)
		if whatsAppID != "" {
			s.SharedBy = loyalty.CanonicalPhone("+" + whatsAppID)
		}
		key := [2]string{s.BusinessID, s.SharedBy}
		if groups[key] == nil {
			order = append(order, key)
		}
		groups[key] = append(groups[key], s)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("finding customers who share a phone: %w", err)
	}
	var sharedPhones []SharedPhone
	for _, key := range order {
		if len(groups[key]) > 1 {
			sharedPhones = append(sharedPhones, groups[key]...)
		}
	}
	return sharedPhones, nil
}
