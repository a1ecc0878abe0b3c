package store

import (
	"database/sql"
	"fmt"

	"axioma/internal/loyalty"
)

// HandedVisits are the visits that revoked devices of a business have handed over.
type HandedVisits struct{ tx *Tx }

// HandedVisits are the visits that devices of the business have handed over.
func (tx *Tx) HandedVisits() HandedVisits { return HandedVisits{tx} }

// ListedHanded is a visit that was handed over, with names: of the customer as she is
// called now, of who scanned it and who decided about it.
type ListedHanded struct {
	loyalty.HandedVisit
	CustomerName string
	ScannedBy    string
	SettledBy    string
}

// Count is how many visits a device has handed over.
func (q HandedVisits) Count(deviceID string) (int64, error) {
	count, err := q.tx.count(`SELECT count(*) FROM handed_visits WHERE business_id = $1 AND device_id = $2`, []any{q.tx.businessID, deviceID})
	if err != nil {
		return 0, fmt.Errorf("counting what device %s handed over: %w", deviceID, err)
	}
	return count, nil
}

// Insert adds a visit unless the device has handed it over already, by its key.
func (q HandedVisits) Insert(h loyalty.HandedVisit) error {
	_, err := q.tx.exec(`
		INSERT INTO handed_visits (
			business_id, id, device_id, key, customer_id, qr_ended, phone, name, notes, authorized, scanned_by, visited_at, received_at, clock_skew_ms)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
		ON CONFLICT (business_id, device_id, key) DO NOTHING`,
		q.tx.businessID, h.ID, h.DeviceID, h.Key, text(h.CustomerID), h.QREnded, text(h.Phone), text(h.Name), text(h.Notes), h.Authorized,
		text(h.ScannedBy), millis(h.At), millis(h.ReceivedAt),
		sql.NullInt64{Int64: h.ClockSkew.Milliseconds(), Valid: h.ClockSkew != 0})
	if err != nil {
		return fmt.Errorf("keeping a visit that was handed over: %w", err)
	}
	return nil
}

// Lock returns a visit that a device handed over, or loyalty.ErrHandedNotFound.
// No other transaction changes it until this one ends.
func (q HandedVisits) Lock(deviceID, id string) (loyalty.HandedVisit, error) {
	h := loyalty.HandedVisit{ID: id, DeviceID: deviceID}
	var customer, phone, notes, outcome sql.NullString
	var at, received, skew, settled sql.NullInt64
	found, err := q.tx.one(`
		SELECT key, customer_id, qr_ended, phone, notes, authorized, visited_at, received_at, clock_skew_ms, outcome, settled_at
		FROM handed_visits WHERE business_id = $1 AND device_id = $2 AND id = $3`+q.tx.locking(),
		[]any{q.tx.businessID, deviceID, id},
		&h.Key, &customer, &h.QREnded, &phone, &notes, &h.Authorized, &at, &received, &skew, &outcome, &settled)
	if err != nil {
		return h, fmt.Errorf("reading a visit that was handed over: %w", err)
	}
	if !found {
		return h, loyalty.ErrHandedNotFound
	}
	h.CustomerID, h.Phone, h.Notes = customer.String, phone.String, notes.String
	h.At, h.ReceivedAt, h.ClockSkew = instant(at), instant(received), duration(skew)
	h.Outcome, h.SettledAt = loyalty.HandedOutcome(outcome.String), instant(settled)
	return h, nil
}

// Settle records what came of a visit that was handed over.
func (q HandedVisits) Settle(h loyalty.HandedVisit) error {
	err := q.tx.execOne(`
		UPDATE handed_visits SET outcome = $3, visit_id = $4, settled_at = $5, settled_by = $6
		WHERE business_id = $1 AND id = $2`,
		q.tx.businessID, h.ID, h.Outcome, text(h.VisitID), millis(h.SettledAt), h.SettledBy)
	if err != nil {
		return fmt.Errorf("settling a visit that was handed over: %w", err)
	}
	return nil
}

// List returns what the devices of the business have handed over, oldest
// first, by device.
func (q HandedVisits) List() (map[string][]ListedHanded, error) {
	byDevice := map[string][]ListedHanded{}
	err := q.tx.each(`
		SELECT h.id, h.device_id, h.customer_id, h.phone, h.name, h.notes, h.authorized, h.visited_at, h.received_at,
			h.clock_skew_ms, h.outcome, h.settled_at, c.name, s.name, u.name
		FROM handed_visits h
		LEFT JOIN customers c ON c.business_id = h.business_id AND c.id = h.customer_id AND c.archived_at IS NULL
		LEFT JOIN users s ON s.id = h.scanned_by
		LEFT JOIN users u ON u.id = h.settled_by
		WHERE h.business_id = $1 ORDER BY h.visited_at, h.id`,
		[]any{q.tx.businessID}, func(row scanner) error {
			var l ListedHanded
			var customer, phone, name, notes, outcome, customerName, scanner, settler sql.NullString
			var at, received, skew, settled sql.NullInt64
			err := row.Scan(&l.ID, &l.DeviceID, &customer, &phone, &name, &notes, &l.Authorized, &at, &received,
				&skew, &outcome, &settled, &customerName, &scanner, &settler)
			l.CustomerID, l.Phone, l.Name, l.Notes = customer.String, phone.String, name.String, notes.String
			l.At, l.ReceivedAt, l.ClockSkew = instant(at), instant(received), duration(skew)
			l.Outcome, l.SettledAt = loyalty.HandedOutcome(outcome.String), instant(settled)
			l.CustomerName, l.ScannedBy, l.SettledBy = customerName.String, scanner.String, settler.String
			byDevice[l.DeviceID] = append(byDevice[l.DeviceID], l)
			return err
		})
	if err != nil {
		return nil, fmt.Errorf("listing what devices handed over: %w", err)
	}
	return byDevice, nil
}
