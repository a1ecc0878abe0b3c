package store

import (
	"database/sql"
	"fmt"

	"axioma/internal/loyalty"
)

// InsertConsent adds an entry to a customer's consent history.
func (tx *Tx) InsertConsent(c loyalty.Consent) error {
	_, err := tx.exec(`
		INSERT INTO consents (business_id, id, customer_id, kind, granted, given_at, form, text_version, given_by)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
		tx.businessID, c.ID, c.CustomerID, c.Kind, c.Granted, millis(c.At), c.Form, c.TextVersion, text(c.GivenBy))
	if err != nil {
		return fmt.Errorf("recording a consent: %w", err)
	}
	return tx.OrderConsents(c.CustomerID, c.Kind)
}

// OrderConsents notes of each entry of a customer on a purpose which one came
// next, and so of the last one that it stands.
func (tx *Tx) OrderConsents(customerID string, kind loyalty.ConsentKind) error {
	_, err := tx.exec(`
		UPDATE consents SET replaced_at = (
			SELECT min(n.given_at) FROM consents n
			WHERE n.business_id = $1 AND n.customer_id = $2 AND n.kind = $3 AND (n.given_at, n.id) > (consents.given_at, consents.id))
		WHERE business_id = $1 AND customer_id = $2 AND kind = $3`, tx.businessID, customerID, kind)
	if err != nil {
		return fmt.Errorf("ordering the consents of customer %s: %w", customerID, err)
	}
	return nil
}

// RemoveConsents takes entries back that follow from a merge that is taken
// back.
func (tx *Tx) RemoveConsents(ids []string) error {
	for _, id := range ids {
		if _, err := tx.exec(`DELETE FROM consents WHERE business_id = $1 AND id = $2`, tx.businessID, id); err != nil {
			return fmt.Errorf("taking a consent back: %w", err)
		}
	}
	return nil
}

// ConsentsOf returns a customer's consent history, newest first.
func (tx *Tx) ConsentsOf(customerID string) ([]loyalty.Consent, error) {
	consents := []loyalty.Consent{}
	err := tx.each(`
		SELECT id, kind, granted, given_at, form, text_version, given_by, replaced_at FROM consents
		WHERE business_id = $1 AND customer_id = $2 ORDER BY given_at DESC, id DESC`,
		[]any{tx.businessID, customerID}, func(row scanner) error {
			c := loyalty.Consent{CustomerID: customerID}
			var at, replaced sql.NullInt64
			var givenBy sql.NullString
			err := row.Scan(&c.ID, &c.Kind, &c.Granted, &at, &c.Form, &c.TextVersion, &givenBy, &replaced)
			c.At, c.ReplacedAt, c.GivenBy = instant(at), instant(replaced), givenBy.String
			consents = append(consents, c)
			return err
		})
	if err != nil {
		return nil, fmt.Errorf("reading the consents of customer %s: %w", customerID, err)
	}
	return consents, nil
}
