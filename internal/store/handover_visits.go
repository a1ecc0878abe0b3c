package store

import (
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"axioma/internal/loyalty"
)

// HandoverVisits are visits that await the owner: from revoked devices, or late from unnamed ones.
type HandoverVisits struct{ tx *Tx }

// HandoverVisits gives access to the business's handed-over visits.
func (tx *Tx) HandoverVisits() HandoverVisits { return HandoverVisits{tx} }

// ListedHandoverVisit is a visit with names.
type ListedHandoverVisit struct {
	loyalty.HandoverVisit
	CustomerName string
	ScannedBy    string
	SettledBy    string
}

// Count counts a device's visits.
func (q HandoverVisits) Count(deviceID string) (int64, error) {
	count, err := q.tx.queryCount(`SELECT count(*) FROM handover_visits WHERE business_id = $1 AND device_id = $2`, []any{q.tx.businessID, deviceID})
	if err != nil {
		return 0, fmt.Errorf("counting visits that device %s handed over: %w", deviceID, err)
	}
	return count, nil
}

// Insert adds a visit once per key.
func (q HandoverVisits) Insert(h loyalty.HandoverVisit) error {
	_, err := q.tx.exec(`
		INSERT INTO handover_visits (
			business_id, id, device_id, key, customer_id, qr_ended, phone, name, notes, authorized, scanned_by, served_by, visited_at, received_at, clock_skew_ms)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
		ON CONFLICT (business_id, device_id, key) DO NOTHING`,
		q.tx.businessID, h.ID, text(h.DeviceID), h.Key, text(h.CustomerID), h.QRRevoked, text(h.Phone), text(h.Name), text(h.Notes), h.Authorized,
		text(h.ScannedBy), text(h.ServedBy), millis(h.At), millis(h.ReceivedAt),
		sql.NullInt64{Int64: h.ClockSkew.Milliseconds(), Valid: h.ClockSkew != 0})
	if err != nil {
		return fmt.Errorf("storing a visit that was handed over: %w", err)
	}
	return nil
}

// Lock locks a device's visit or, without deviceID, a waiting one, or returns loyalty.ErrHandoverVisitNotFound.
func (q HandoverVisits) Lock(deviceID, id string) (loyalty.HandoverVisit, error) {
	return q.one(`business_id = $1 AND id = $2 AND coalesce(device_id, '') = $3`+q.tx.lockClause(), id, deviceID)
}

// Get returns a visit, decided or not, or loyalty.ErrHandoverVisitNotFound.
func (q HandoverVisits) Get(id string) (loyalty.HandoverVisit, error) {
	return q.one(`business_id = $1 AND id = $2`, id)
}

// WaitingBetween returns the first waiting visit with from <= at < to. It ignores authorized further visits.
func (q HandoverVisits) WaitingBetween(customerID string, from, to time.Time) (loyalty.HandoverVisit, bool, error) {
	h, err := q.one(`customer_id = $2 AND business_id = $1 AND visited_at >= $3 AND visited_at < $4
		AND device_id IS NULL AND outcome IS NULL AND NOT authorized ORDER BY visited_at, id LIMIT 1`, customerID, millis(from), millis(to))
	if errors.Is(err, loyalty.ErrHandoverVisitNotFound) {
		return h, false, nil
	}
	return h, err == nil, err
}

func (q HandoverVisits) one(condition string, args ...any) (loyalty.HandoverVisit, error) {
	var h loyalty.HandoverVisit
	var device, customer, phone, notes, scanner, servedBy, outcome, visit sql.NullString
	var at, receivedAt, skew, settledAt sql.NullInt64
	found, err := q.tx.queryOne(`
		SELECT id, device_id, key, customer_id, qr_ended, phone, notes, authorized, scanned_by, served_by, visited_at, received_at,
			clock_skew_ms, outcome, visit_id, settled_at
		FROM handover_visits WHERE `+condition, append([]any{q.tx.businessID}, args...),
		&h.ID, &device, &h.Key, &customer, &h.QRRevoked, &phone, &notes, &h.Authorized, &scanner, &servedBy, &at, &receivedAt, &skew, &outcome, &visit, &settledAt)
	if err != nil {
		return h, fmt.Errorf("reading a visit that was handed over: %w", err)
	}
	if !found {
		return h, loyalty.ErrHandoverVisitNotFound
	}
	h.DeviceID, h.CustomerID, h.Phone, h.Notes, h.VisitID = device.String, customer.String, phone.String, notes.String, visit.String
	h.ScannedBy, h.ServedBy = scanner.String, servedBy.String
	h.At, h.ReceivedAt, h.ClockSkew = instant(at), instant(receivedAt), duration(skew)
	h.Outcome, h.SettledAt = loyalty.HandoverOutcome(outcome.String), instant(settledAt)
	return h, nil
}

// Settle records a visit's outcome.
func (q HandoverVisits) Settle(h loyalty.HandoverVisit) error {
	err := q.tx.execOne(`
		UPDATE handover_visits SET outcome = $3, visit_id = $4, settled_at = $5, settled_by = $6
		WHERE business_id = $1 AND id = $2`,
		q.tx.businessID, h.ID, h.Outcome, text(h.VisitID), millis(h.SettledAt), h.SettledBy)
	if err != nil {
		return fmt.Errorf("settling a visit that was handed over: %w", err)
	}
	return nil
}

// List groups visits by device, oldest first.
func (q HandoverVisits) List() (map[string][]ListedHandoverVisit, error) {
	byDevice := map[string][]ListedHandoverVisit{}
	visits, err := q.list(`h.device_id IS NOT NULL`)
	for _, l := range visits {
		byDevice[l.DeviceID] = append(byDevice[l.DeviceID], l)
	}
	return byDevice, err
}

// ListWaiting returns visits from unnamed devices, also recently decided ones, oldest first.
func (q HandoverVisits) ListWaiting() ([]ListedHandoverVisit, error) {
	return q.list(`h.device_id IS NULL`)
}

func (q HandoverVisits) list(condition string) ([]ListedHandoverVisit, error) {
	visits, mergeTargets := []ListedHandoverVisit{}, map[string]string{}
	err := q.tx.queryEach(`
		SELECT h.id, h.device_id, h.customer_id, h.phone, h.name, h.notes, h.authorized, h.visited_at, h.received_at,
			h.clock_skew_ms, h.outcome, h.settled_at, CASE WHEN c.archived_at IS NULL THEN c.name END, c.merged_into, s.name, u.name
		FROM handover_visits h
		LEFT JOIN customers c ON c.business_id = h.business_id AND c.id = h.customer_id
		LEFT JOIN users s ON s.id = h.scanned_by
		LEFT JOIN users u ON u.id = h.settled_by
		WHERE h.business_id = $1 AND `+condition+` ORDER BY h.visited_at, h.id`,
		[]any{q.tx.businessID}, func(row scanner) error {
			var l ListedHandoverVisit
			var device, customer, phone, name, notes, outcome, customerName, mergedInto, scanner, settledBy sql.NullString
			var at, receivedAt, skew, settledAt sql.NullInt64
			err := row.Scan(&l.ID, &device, &customer, &phone, &name, &notes, &l.Authorized, &at, &receivedAt,
				&skew, &outcome, &settledAt, &customerName, &mergedInto, &scanner, &settledBy)
			l.DeviceID, l.CustomerID, l.Phone, l.Name, l.Notes = device.String, customer.String, phone.String, name.String, notes.String
			l.At, l.ReceivedAt, l.ClockSkew = instant(at), instant(receivedAt), duration(skew)
			l.Outcome, l.SettledAt = loyalty.HandoverOutcome(outcome.String), instant(settledAt)
			l.CustomerName, l.ScannedBy, l.SettledBy = customerName.String, scanner.String, settledBy.String
			if mergedInto.Valid {
				mergeTargets[l.ID] = mergedInto.String
			}
			visits = append(visits, l)
			return err
		})
	if err != nil {
		return nil, fmt.Errorf("listing handed-over visits: %w", err)
	}
	return visits, q.nameKept(visits, mergeTargets)
}

func (q HandoverVisits) nameKept(visits []ListedHandoverVisit, mergeTargets map[string]string) error {
	if len(mergeTargets) == 0 {
		return nil
	}
	names, err := q.tx.Trail().namesOfKept(slices.Collect(maps.Values(mergeTargets)))
	for i, visit := range visits {
		if name, isKept := names[mergeTargets[visit.ID]]; isKept {
			visits[i].CustomerName = name
		}
	}
	return err
}
