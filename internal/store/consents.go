package store

import (
	"database/sql"
	"fmt"

	"axioma/internal/loyalty"
)

// Consents are histories of consent.
type Consents struct{ tx *Tx }

// Consents gives access to the business's consents.
func (tx *Tx) Consents() Consents { return Consents{tx} }

// Insert adds an entry.
func (q Consents) Insert(c loyalty.Consent) error {
	_, err := q.tx.exec(`
		INSERT INTO consents (business_id, id, customer_id, kind, granted, given_at, form, text_version, given_by)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
		q.tx.businessID, c.ID, c.CustomerID, c.Kind, c.Granted, millis(c.At), c.Form, c.TextVersion, text(c.GivenBy))
	if err != nil {
		return fmt.Errorf("recording a consent: %w", err)
	}
	return q.MarkReplaced(c.CustomerID, c.Kind)
}

// MarkReplaced records when the next entry replaced each. The last is in force.
func (q Consents) MarkReplaced(customerID string, kind loyalty.ConsentKind) error {
	_, err := q.tx.exec(`
		UPDATE consents SET replaced_at = (
			SELECT min(n.given_at) FROM consents n
			WHERE n.business_id = $1 AND n.customer_id = $2 AND n.kind = $3 AND (n.given_at, n.id) > (consents.given_at, consents.id))
		WHERE business_id = $1 AND customer_id = $2 AND kind = $3`, q.tx.businessID, customerID, kind)
	if err != nil {
		return fmt.Errorf("ordering the consents of customer %s: %w", customerID, err)
	}
	return nil
}

// Remove removes the entries of an undone merge.
func (q Consents) Remove(ids []string) error {
	for _, id := range ids {
		if _, err := q.tx.exec(`DELETE FROM consents WHERE business_id = $1 AND id = $2`, q.tx.businessID, id); err != nil {
			return fmt.Errorf("withdrawing a consent: %w", err)
		}
	}
	return nil
}

// Of returns a customer's history, newest first.
func (q Consents) Of(customerID string) ([]loyalty.Consent, error) {
	consents := []loyalty.Consent{}
	err := q.tx.queryEach(`
		SELECT id, kind, granted, given_at, form, text_version, given_by, replaced_at FROM consents
		WHERE business_id = $1 AND customer_id = $2 ORDER BY given_at DESC, id DESC`,
		[]any{q.tx.businessID, customerID}, func(row scanner) error {
			c := loyalty.Consent{CustomerID: customerID}
			var at, replacedAt sql.NullInt64
			var givenBy sql.NullString
			err := row.Scan(&c.ID, &c.Kind, &c.Granted, &at, &c.Form, &c.TextVersion, &givenBy, &replacedAt)
			c.At, c.ReplacedAt, c.GivenBy = instant(at), instant(replacedAt), givenBy.String
			consents = append(consents, c)
			return err
		})
	if err != nil {
		return nil, fmt.Errorf("reading the consents of customer %s: %w", customerID, err)
	}
	return consents, nil
}

// Accepts returns which messages a customer accepts. A child has the guardian's consents.
func (q Consents) Accepts(customerID string) (loyalty.MessagingConsents, error) {
	var accepts loyalty.MessagingConsents
	_, err := q.tx.queryOne(`SELECT`+acceptsWhatsApp+`,`+acceptsEmail+`,`+acceptsMarketing+`
		FROM customers r JOIN customers c ON c.business_id = $1 AND c.id = CASE WHEN r.guardian_id IS NULL THEN r.id ELSE r.guardian_id END
		WHERE r.business_id = $1 AND r.id = $2`,
		[]any{q.tx.businessID, customerID}, &accepts.WhatsApp, &accepts.Email, &accepts.Marketing)
	if err != nil {
		return loyalty.MessagingConsents{}, fmt.Errorf("reading the consents of customer %s: %w", customerID, err)
	}
	return accepts, nil
}

// AcceptsOf returns, by id, which messages some customers accept, in one query.
func (q Consents) AcceptsOf(customerIDs []string) (map[string]loyalty.MessagingConsents, error) {
	accepts := make(map[string]loyalty.MessagingConsents, len(customerIDs))
	if len(customerIDs) == 0 {
		return accepts, nil
	}
	args, in := placeholders(2, customerIDs)
	err := q.tx.queryEach(`SELECT r.id,`+acceptsWhatsApp+`,`+acceptsEmail+`,`+acceptsMarketing+`
		FROM customers r JOIN customers c ON c.business_id = $1 AND c.id = CASE WHEN r.guardian_id IS NULL THEN r.id ELSE r.guardian_id END
		WHERE r.business_id = $1 AND r.id IN (`+in+`)`,
		append([]any{q.tx.businessID}, args...), func(row scanner) error {
			var id string
			var consents loyalty.MessagingConsents
			err := row.Scan(&id, &consents.WhatsApp, &consents.Email, &consents.Marketing)
			accepts[id] = consents
			return err
		})
	if err != nil {
		return nil, fmt.Errorf("reading the consents of %d customers: %w", len(customerIDs), err)
	}
	return accepts, nil
}

// RefusingWhatsApp returns those customers whose answer about WhatsApp in force is no. It omits those never asked.
func (q Consents) RefusingWhatsApp(customerIDs []string) (map[string]bool, error) {
	refusing := map[string]bool{}
	if len(customerIDs) == 0 {
		return refusing, nil
	}
	args, in := placeholders(2, customerIDs)
	ids, err := q.tx.queryStrings(`SELECT s.customer_id FROM consents s
		WHERE s.business_id = $1 AND s.customer_id IN (`+in+`) AND s.kind = 'WHATSAPP' AND NOT s.granted AND s.replaced_at IS NULL`,
		append([]any{q.tx.businessID}, args...)...)
	if err != nil {
		return nil, fmt.Errorf("reading the refusals of %d customers: %w", len(customerIDs), err)
	}
	for _, id := range ids {
		refusing[id] = true
	}
	return refusing, nil
}
