package store

import (
	"fmt"
	"time"

	"axioma/internal/loyalty"
)

// Erasures are a business's erasures.
type Erasures struct{ tx *Tx }

// Erasures gives access to the business's erasures.
func (tx *Tx) Erasures() Erasures { return Erasures{tx} }

// Insert schedules an erasure. An erasure that is already scheduled stays unchanged.
func (q Erasures) Insert(e loyalty.Erasure) error {
	_, err := q.tx.exec(`INSERT INTO erasures (business_id, customer_id, requested_at, due_at) VALUES ($1, $2, $3, $4)
		ON CONFLICT (business_id, customer_id) DO NOTHING`,
		q.tx.businessID, e.CustomerID, millis(e.RequestedAt), millis(e.DueAt))
	if err != nil {
		return fmt.Errorf("recording a request for erasure: %w", err)
	}
	return nil
}

// inErasedCustomers matches customer $2 and merged records.
const inErasedCustomers = `IN (SELECT CAST($2 AS TEXT) UNION ALL SELECT id FROM customers WHERE business_id = $1 AND merged_into = $2)`

// Erase removes personal data, also of merged records. Visits and rewards stay without a name.
func (q Erasures) Erase(customerID string, at time.Time) error {
	for _, statement := range []string{
		`UPDATE visits SET ` + visitRow.eraseSQL() + ` WHERE business_id = $1 AND customer_id ` + inErasedCustomers,
		`UPDATE adjustments SET ` + adjustmentRow.eraseSQL() + ` WHERE business_id = $1 AND customer_id ` + inErasedCustomers,
		`DELETE FROM import_rows WHERE business_id = $1 AND customer_id ` + inErasedCustomers,
		`DELETE FROM import_claims WHERE business_id = $1 AND customer_id ` + inErasedCustomers,
		`DELETE FROM messages WHERE business_id = $1 AND customer_id ` + inErasedCustomers,
		`DELETE FROM customer_texts WHERE business_id = $1 AND customer_id ` + inErasedCustomers,
		`DELETE FROM mails WHERE business_id = $1 AND customer_id ` + inErasedCustomers,
		`DELETE FROM greetings WHERE business_id = $1 AND customer_id ` + inErasedCustomers,
		`DELETE FROM consents WHERE business_id = $1 AND customer_id ` + inErasedCustomers,
		`DELETE FROM login_codes WHERE business_id = $1 AND customer_id ` + inErasedCustomers,
		`DELETE FROM handover_visits WHERE business_id = $1 AND customer_id ` + inErasedCustomers,
		`DELETE FROM handover_visits WHERE business_id = $1 AND customer_id IN (
			SELECT qr_id FROM customers WHERE business_id = $1 AND id ` + inErasedCustomers + `)`,
		`DELETE FROM handover_visits WHERE business_id = $1 AND customer_id IN (
			SELECT coalesce(snapshot_id, id) FROM customers WHERE business_id = $1 AND id ` + inErasedCustomers + `)`,
		`DELETE FROM handover_visits WHERE business_id = $1 AND customer_id IN (
			SELECT qr_id FROM revoked_qrs WHERE business_id = $1 AND customer_id ` + inErasedCustomers + `)`,
		// A counter may know the record's id and must learn of the erasure.
		`UPDATE customers SET snapshot_id = id WHERE business_id = $1 AND snapshot_id IS NULL AND qr_id IS NOT NULL AND id ` + inErasedCustomers,
		`DELETE FROM usual_pictures WHERE business_id = $1 AND customer_id ` + inErasedCustomers,
		`DELETE FROM phone_proofs WHERE business_id = $1 AND customer_id ` + inErasedCustomers,
		`DELETE FROM revoked_qrs WHERE business_id = $1 AND customer_id ` + inErasedCustomers,
		`DELETE FROM pass_holders WHERE business_id = $1 AND customer_id ` + inErasedCustomers,
		`DELETE FROM google_passes WHERE business_id = $1 AND customer_id ` + inErasedCustomers,
		`DELETE FROM passes WHERE business_id = $1 AND customer_id ` + inErasedCustomers,
		// Address and device say where the customer acted.
		`UPDATE audit_events SET address = NULL, device = NULL WHERE business_id = $1 AND actor_id IS NULL AND customer_id ` + inErasedCustomers,
		// The detail of a reverted redemption has a reason in free text.
		`UPDATE audit_events SET detail = NULL WHERE business_id = $1 AND action = 'reward.taken-back' AND EXISTS (
			SELECT 1 FROM customers c WHERE c.business_id = $1 AND c.id ` + inErasedCustomers + `
			AND substr(audit_events.detail, 1, length(c.id)) = c.id)`,
		`DELETE FROM merges WHERE business_id = $1 AND kept_id ` + inErasedCustomers,
		`DELETE FROM merges WHERE business_id = $1 AND merged_id ` + inErasedCustomers,
	} {
		if _, err := q.tx.exec(statement, q.tx.businessID, customerID); err != nil {
			return fmt.Errorf("erasing what belongs to customer %s: %w", customerID, err)
		}
	}
	_, err := q.tx.exec(`UPDATE customers SET `+customerRow.eraseSQL()+` WHERE business_id = $1 AND id `+inErasedCustomers,
		q.tx.businessID, customerID, loyalty.ErasedCustomerName, loyalty.SortKey(loyalty.ErasedCustomerName))
	if err != nil {
		return fmt.Errorf("erasing customer %s: %w", customerID, err)
	}
	return q.tx.execOne(`UPDATE erasures SET erased_at = $3 WHERE business_id = $1 AND customer_id = $2`,
		q.tx.businessID, customerID, millis(at))
}
