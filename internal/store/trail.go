package store

import (
	"fmt"
	"strings"
	"time"

	"axioma/internal/loyalty"
)

// Trail is a business's or the platform's audit trail.
type Trail struct{ tx *Tx }

// Trail gives access to the business's or the platform's trail.
func (tx *Tx) Trail() Trail { return Trail{tx} }

// PlatformTrail is all businesses' trail.
type PlatformTrail struct{ tx *Tx }

// Trail gives access to the trails of all businesses and the platform.
func (p *PlatformTx) Trail() PlatformTrail { return PlatformTrail{&p.tx} }

// Insert adds an entry.
func (q Trail) Insert(e loyalty.AuditEntry) error {
	return q.tx.execDeferred(func(err error) error { return fmt.Errorf("recording %s: %w", e.Action, err) }, `
		INSERT INTO audit_events (business_id, id, at, actor_id, action, subject_id, detail, fields, role, address, device, device_id, customer_id, action_group)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
		q.tx.businessID, e.ID, millis(e.At), text(e.ActorID), e.Action, e.SubjectID, text(e.Detail), text(strings.Join(e.Fields, " ")), text(string(e.Role)),
		text(e.Address), text(e.Device), text(e.DeviceID), text(e.CustomerID()), e.Action.Group())
}

// Businesses returns all businesses and "", the platform.
func (q PlatformTrail) Businesses() ([]string, error) {
	ids, err := q.tx.queryStrings(`SELECT id FROM businesses ORDER BY id`)
	if err != nil {
		return nil, fmt.Errorf("finding businesses: %w", err)
	}
	return append(ids, ""), nil
}

// Remove removes a business's old entries.
func (q PlatformTrail) Remove(businessID string, before time.Time, limit int) (int, error) {
	return remove(q.tx, "audit events", `
		DELETE FROM audit_events WHERE business_id = $1 AND id IN (
			SELECT id FROM audit_events WHERE business_id = $1 AND id < $2 ORDER BY id LIMIT $3)`,
		businessID, loyalty.FirstAt(before), limit)
}
