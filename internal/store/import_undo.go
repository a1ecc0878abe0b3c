package store

import (
	"database/sql"
	"fmt"
	"strings"
	"time"
)

// EffectOf returns a run's effect on a customer.
func (q Imports) EffectOf(id string, run int64, customerID string) (row ImportRow, found bool, err error) {
	var effect string
	found, err = q.tx.queryOne(`SELECT number, effect FROM import_rows
		WHERE business_id = $1 AND import_id = $2 AND run = $3 AND customer_id = $4 AND effect IS NOT NULL`,
		[]any{q.tx.businessID, id, run, customerID}, &row.Number, &effect)
	if err == nil && found {
		row.CustomerID = customerID
		err = row.setEffect(effect)
	}
	if err != nil {
		return row, false, fmt.Errorf("reading changes of customer %[2]s by import %[1]s: %[3]w", id, customerID, err)
	}
	return row, found, nil
}

// PhoneImage reads phone and e-mail.
func (q Imports) PhoneImage(customerID string) (*PhoneImage, error) {
	var image PhoneImage
	var verifiedAt, releasedAt, seenAt sql.NullInt64
	_, err := q.tx.queryOne(`
		SELECT phone_verified_at, phone_unverified, registrant, whatsapp_id, phone_released_at, phone_release_seen_at, email_unverified
		FROM customers WHERE business_id = $1 AND id = $2`, []any{q.tx.businessID, customerID},
		&verifiedAt, &image.Unproved, (*optionalText)(&image.Registrant), (*optionalText)(&image.WhatsAppID), &releasedAt, &seenAt, &image.EmailUnproved)
	if err != nil {
		return nil, fmt.Errorf("reading the state of the phone of customer %s: %w", customerID, err)
	}
	image.VerifiedAt, image.ReleasedAt, image.ReleaseSeenAt = verifiedAt.Int64, releasedAt.Int64, seenAt.Int64
	return &image, nil
}

// RestorePhoneImage writes back what PhoneImage returned.
func (q Imports) RestorePhoneImage(customerID string, image PhoneImage) error {
	number := func(value int64) sql.NullInt64 { return sql.NullInt64{Int64: value, Valid: value != 0} }
	err := q.tx.execOne(`
		UPDATE customers SET phone_verified_at = $3, phone_unverified = $4, registrant = $5, whatsapp_id = $6,
			phone_released_at = $7, phone_release_seen_at = $8, email_unverified = $9
		WHERE business_id = $1 AND id = $2`, q.tx.businessID, customerID,
		number(image.VerifiedAt), image.Unproved, text(image.Registrant), text(image.WhatsAppID),
		number(image.ReleasedAt), number(image.ReleaseSeenAt), image.EmailUnproved)
	if err != nil {
		return fmt.Errorf("restoring the state of the phone of customer %s: %w", customerID, err)
	}
	return nil
}

// reasonToKeepCustomer has the arguments business, customer, version and opening balance.
const reasonToKeepCustomer = `
	SELECT CASE
	WHEN (SELECT 1 FROM visits v WHERE v.business_id = c.business_id AND v.customer_id = c.id LIMIT 1) IS NOT NULL
		OR (SELECT 1 FROM handover_visits w WHERE w.business_id = c.business_id AND w.customer_id = c.id LIMIT 1) IS NOT NULL
		THEN 'Ha venido'
	WHEN (SELECT 1 FROM rewards r WHERE r.business_id = c.business_id AND r.redeemed_customer_id = c.id AND r.redeemed_at IS NOT NULL LIMIT 1) IS NOT NULL
		OR (SELECT 1 FROM cards k CROSS JOIN rewards r
			WHERE k.business_id = c.business_id AND k.customer_id = c.id AND r.business_id = k.business_id AND r.card_id = k.id
			AND r.status = 'REDEEMED' LIMIT 1) IS NOT NULL
		THEN 'Ha canjeado una recompensa'
	WHEN (SELECT 1 FROM adjustments a
		WHERE a.business_id = c.business_id AND a.customer_id = c.id AND a.id <> $4 LIMIT 1) IS NOT NULL
		THEN 'Sus sellos se han corregido después'
	WHEN c.family_id IS NOT NULL OR c.guardian_id IS NOT NULL
		OR (SELECT 1 FROM customers k WHERE k.guardian_id = c.id AND k.business_id = c.business_id LIMIT 1) IS NOT NULL
		THEN 'Es de una familia'
	WHEN (SELECT 1 FROM merges g WHERE g.business_id = c.business_id AND g.kept_id = c.id LIMIT 1) IS NOT NULL
		OR (SELECT 1 FROM merges g WHERE g.business_id = c.business_id AND g.merged_id = c.id LIMIT 1) IS NOT NULL
		OR (SELECT 1 FROM customers m WHERE m.business_id = c.business_id AND m.merged_into = c.id LIMIT 1) IS NOT NULL
		THEN 'Su ficha se ha unido a otra'
	WHEN (SELECT 1 FROM consents s WHERE s.business_id = c.business_id AND s.customer_id = c.id LIMIT 1) IS NOT NULL
		THEN 'Ha dado un consentimiento'
	WHEN c.signed_in_at IS NOT NULL OR c.phone_verified_at IS NOT NULL
		OR (SELECT 1 FROM login_codes l WHERE l.business_id = c.business_id AND l.customer_id = c.id LIMIT 1) IS NOT NULL
		OR (SELECT 1 FROM phone_proofs p WHERE p.business_id = c.business_id AND p.customer_id = c.id LIMIT 1) IS NOT NULL
		OR (SELECT 1 FROM passes p WHERE p.business_id = c.business_id AND p.customer_id = c.id LIMIT 1) IS NOT NULL
		OR (SELECT 1 FROM pass_holders p WHERE p.business_id = c.business_id AND p.customer_id = c.id LIMIT 1) IS NOT NULL
		OR (SELECT 1 FROM google_passes p WHERE p.business_id = c.business_id AND p.customer_id = c.id LIMIT 1) IS NOT NULL
		THEN 'Ha abierto su tarjeta'
	WHEN c.greeted_at IS NOT NULL
		OR (SELECT 1 FROM greetings g WHERE g.business_id = c.business_id AND g.customer_id = c.id LIMIT 1) IS NOT NULL
		OR (SELECT 1 FROM revoked_qrs e WHERE e.business_id = c.business_id AND e.customer_id = c.id LIMIT 1) IS NOT NULL
		OR (SELECT 1 FROM messages m WHERE m.business_id = c.business_id AND m.customer_id = c.id LIMIT 1) IS NOT NULL
		OR (SELECT 1 FROM mails m WHERE m.business_id = c.business_id AND m.customer_id = c.id LIMIT 1) IS NOT NULL
		OR (SELECT 1 FROM customer_texts t WHERE t.business_id = c.business_id AND t.customer_id = c.id LIMIT 1) IS NOT NULL
		THEN 'Se le ha escrito o tiene otro QR'
	WHEN c.version <> $3 OR c.phone_released_at IS NOT NULL
		OR (SELECT 1 FROM usual_pictures u WHERE u.business_id = c.business_id AND u.customer_id = c.id LIMIT 1) IS NOT NULL
		OR (SELECT 1 FROM import_rows r WHERE r.business_id = c.business_id AND r.customer_id = c.id LIMIT 1) IS NOT NULL
		OR (SELECT 1 FROM erasures e WHERE e.business_id = c.business_id AND e.customer_id = c.id LIMIT 1) IS NOT NULL
		THEN 'Sus datos se han cambiado después'
	END
	FROM customers c WHERE c.business_id = $1 AND c.id = $2`

// ReasonToKeep returns in Spanish why an imported customer must stay, or "".
func (q Imports) ReasonToKeep(customerID string, effect ImportEffect) (string, error) {
	var reason sql.NullString
	_, err := q.tx.queryOne(reasonToKeepCustomer, []any{q.tx.businessID, customerID, effect.Version, effect.Adjustment}, &reason)
	if err != nil {
		return "", fmt.Errorf("reading the activity of customer %s: %w", customerID, err)
	}
	return reason.String, nil
}

// ContactUse returns in Spanish how phone or e-mail was used, or "".
func (q Imports) ContactUse(customerID string, since time.Time) (string, error) {
	var reason sql.NullString
	_, err := q.tx.queryOne(`
		SELECT CASE
		WHEN c.signed_in_at > $3 OR c.phone_verified_at > $3 THEN 'Ha abierto su tarjeta'
		WHEN (SELECT 1 FROM consents s WHERE s.business_id = c.business_id AND s.customer_id = c.id AND s.given_at > $3 LIMIT 1) IS NOT NULL
			THEN 'Ha dado un consentimiento'
		WHEN (SELECT 1 FROM customers k WHERE k.guardian_id = c.id AND k.business_id = c.business_id AND k.archived_at IS NULL LIMIT 1) IS NOT NULL
			THEN 'Es de una familia'
		END
		FROM customers c WHERE c.business_id = $1 AND c.id = $2`, []any{q.tx.businessID, customerID, millis(since)}, &reason)
	if err != nil {
		return "", fmt.Errorf("reading how the contacts of customer %s were used: %w", customerID, err)
	}
	return reason.String, nil
}

// RewardsEarned returns the own card's rewards, in order.
func (q Imports) RewardsEarned(customerID string) (ids []string, times []time.Time, err error) {
	err = q.tx.queryEach(`
		SELECT r.id, r.created_at FROM cards k CROSS JOIN rewards r
		WHERE k.business_id = $1 AND k.customer_id = $2 AND r.business_id = $1 AND r.card_id = k.id ORDER BY r.created_at, r.id`,
		[]any{q.tx.businessID, customerID}, func(row scanner) error {
			var id string
			var at time.Time
			err := row.Scan(&id, (*optionalInstant)(&at))
			ids, times = append(ids, strings.Clone(id)), append(times, at)
			return err
		})
	return ids, times, wrapError("reading when rewards were earned", err)
}

// RemoveCustomer removes an imported customer, to whom nothing else may refer.
func (q Imports) RemoveCustomer(customerID string) error {
	for _, statement := range customerRemoval() {
		if _, err := q.tx.exec(statement, q.tx.businessID, customerID); err != nil {
			return fmt.Errorf("removing customer %s: %w", customerID, err)
		}
	}
	return nil
}

func customerRemoval() []string {
	return []string{
		`DELETE FROM import_claims WHERE business_id = $1 AND customer_id = $2`,
		`DELETE FROM rewards WHERE business_id = $1 AND card_id IN (SELECT id FROM cards WHERE business_id = $1 AND customer_id = $2)`,
		`DELETE FROM adjustments WHERE business_id = $1 AND customer_id = $2`,
		`DELETE FROM cards WHERE business_id = $1 AND customer_id = $2`,
		`DELETE FROM customer_steps WHERE business_id = $1 AND customer_id = $2`,
		`DELETE FROM customers WHERE business_id = $1 AND id = $2`,
	}
}

// RemoveClaims removes an import's claims.
func (q Imports) RemoveClaims(id, customerID string) error {
	_, err := q.tx.exec(`DELETE FROM import_claims WHERE business_id = $1 AND import_id = $2 AND customer_id = $3`, q.tx.businessID, id, customerID)
	if err != nil {
		return fmt.Errorf("removing the claims of customer %s: %w", customerID, err)
	}
	return nil
}
