package store

import (
	"database/sql"
	"errors"
	"fmt"
	"time"

	"axioma/internal/loyalty"
)

// Devices are a business's devices.
type Devices struct{ tx *Tx }

// Devices gives access to the business's devices.
func (tx *Tx) Devices() Devices { return Devices{tx} }

// PlatformDevices are all devices.
type PlatformDevices struct{ tx *Tx }

// Devices gives access to all devices.
func (p *PlatformTx) Devices() PlatformDevices { return PlatformDevices{&p.tx} }

const deviceColumns = ` business_id, id, name, created_at, code_expires_at, enrolled_at, seen_at, app_version, outbox_count,
	outbox_oldest_at, revoked_at `

// Insert adds a device with a code.
func (q Devices) Insert(d loyalty.Device, codeHash, by string) error {
	_, err := q.tx.exec(`
		INSERT INTO devices (business_id, id, name, created_at, created_by, code_hash, code_expires_at, outbox_count)
		VALUES ($1, $2, $3, $4, $5, $6, $7, 0)`,
		q.tx.businessID, d.ID, d.Name, millis(d.CreatedAt), by, codeHash, millis(d.CodeExpiresAt))
	if err != nil {
		return fmt.Errorf("adding a device: %w", err)
	}
	return nil
}

// Enrol exchanges a code for a token. It returns loyalty.ErrDeviceCode for a used or expired code.
func (q PlatformDevices) Enrol(codeHash, tokenHash string, now time.Time) (loyalty.Device, error) {
	row := q.tx.queryRow(`
		UPDATE devices
		SET token_hash = $2, enrolled_at = $3, seen_at = $3, code_hash = NULL, code_expires_at = NULL,
			used_code_hash = code_hash, used_code_until = code_expires_at
		WHERE code_hash = $1 AND code_expires_at > $3 AND revoked_at IS NULL
		RETURNING`+deviceColumns, codeHash, tokenHash, millis(now))
	device, found, err := scanDevice(row)
	if err != nil {
		return device, fmt.Errorf("enrolling a device: %w", err)
	}
	if !found {
		return device, loyalty.ErrDeviceCode
	}
	return device, nil
}

// FindEnrolled returns the device that used a code and token, until the code expires or the device is revoked.
func (q PlatformDevices) FindEnrolled(codeHash, tokenHash string, now time.Time) (loyalty.Device, bool, error) {
	device, found, err := scanDevice(q.tx.queryRow(`SELECT`+deviceColumns+`FROM devices
		WHERE used_code_hash = $1 AND token_hash = $2 AND used_code_until > $3 AND revoked_at IS NULL`, codeHash, tokenHash, millis(now)))
	return device, found, wrapError("finding the device of a used code", err)
}

// ByToken returns the device with a token, also a revoked one.
func (q PlatformDevices) ByToken(tokenHash string) (loyalty.Device, bool, error) {
	device, found, err := scanDevice(q.tx.queryRow(`SELECT`+deviceColumns+`FROM devices WHERE token_hash = $1`, tokenHash))
	if err != nil {
		return device, false, fmt.Errorf("finding a device: %w", err)
	}
	return device, found, nil
}

// Lock returns and locks a device, or returns loyalty.ErrDeviceNotFound.
func (q Devices) Lock(id string) (loyalty.Device, error) {
	device, found, err := scanDevice(q.tx.queryRow(`SELECT`+deviceColumns+`FROM devices WHERE business_id = $1 AND id = $2`+q.tx.lockClause(), q.tx.businessID, id))
	if err != nil {
		return device, fmt.Errorf("reading device %s: %w", id, err)
	}
	if !found {
		return device, loyalty.ErrDeviceNotFound
	}
	return device, nil
}

// List returns devices that are enrolled or have a valid code, by name. Revoked ones come last, if revoked since or
// with undecided visits.
func (q Devices) List(now, revokedAfter time.Time) ([]loyalty.Device, error) {
	devices := []loyalty.Device{}
	err := q.tx.queryEach(`SELECT`+deviceColumns+`FROM devices
		WHERE business_id = $1 AND (enrolled_at IS NOT NULL OR code_expires_at > $2)
			AND (revoked_at IS NULL OR revoked_at > $3 OR EXISTS (
				SELECT 1 FROM handover_visits h
				WHERE h.business_id = $1 AND h.device_id = devices.id AND h.outcome IS NULL))
		ORDER BY revoked_at IS NOT NULL, name, id`,
		[]any{q.tx.businessID, millis(now), millis(revokedAfter)}, func(row scanner) error {
			device, _, err := scanDevice(row)
			devices = append(devices, device)
			return err
		})
	if err != nil {
		return nil, fmt.Errorf("listing devices: %w", err)
	}
	return devices, nil
}

// Rename renames a device.
func (q Devices) Rename(id, name string) error {
	err := q.tx.execOne(`UPDATE devices SET name = $3 WHERE business_id = $1 AND id = $2`, q.tx.businessID, id, name)
	if err != nil {
		return fmt.Errorf("renaming device %s: %w", id, err)
	}
	return nil
}

// Revoke ends a device. It keeps the token, with which the device hands over visits.
func (q Devices) Revoke(id string, at time.Time, by string) error {
	err := q.tx.execOne(`
		UPDATE devices SET revoked_at = $3, revoked_by = $4, code_hash = NULL, code_expires_at = NULL,
			used_code_hash = NULL, used_code_until = NULL
		WHERE business_id = $1 AND id = $2`, q.tx.businessID, id, millis(at), by)
	if err != nil {
		return fmt.Errorf("revoking device %s: %w", id, err)
	}
	return nil
}

// NoteContact records a device's report, unless a later one is stored.
func (q Devices) NoteContact(id string, c loyalty.Contact) error {
	_, err := q.tx.exec(`
		UPDATE devices SET seen_at = $3, app_version = $4, outbox_count = $5, outbox_oldest_at = $6
		WHERE business_id = $1 AND id = $2 AND (seen_at IS NULL OR seen_at <= $3)`,
		q.tx.businessID, id, millis(c.At), text(c.AppVersion), c.Waiting, millis(c.WaitingSince))
	if err != nil {
		return fmt.Errorf("recording a call of device %s: %w", id, err)
	}
	return nil
}

// RemoveUnused removes devices whose code expired unused.
func (q PlatformDevices) RemoveUnused(before time.Time, limit int) (int, error) {
	return remove(q.tx, "devices that were never enrolled", `
		DELETE FROM devices WHERE (business_id, id) IN (
			SELECT business_id, id FROM devices
			WHERE code_hash IS NOT NULL AND code_expires_at <= $1 ORDER BY code_expires_at LIMIT $2)`, millis(before), limit)
}

// ForgetUsedCodes removes expired used codes.
func (q PlatformDevices) ForgetUsedCodes(before time.Time, limit int) (int, error) {
	return remove(q.tx, "codes of devices", `
		UPDATE devices SET used_code_hash = NULL, used_code_until = NULL WHERE (business_id, id) IN (
			SELECT business_id, id FROM devices
			WHERE used_code_hash IS NOT NULL AND used_code_until <= $1 ORDER BY used_code_until LIMIT $2)`, millis(before), limit)
}

func scanDevice(row scanner) (loyalty.Device, bool, error) {
	var d loyalty.Device
	var createdAt, expiresAt, enrolledAt, seenAt, waitingSince, revokedAt sql.NullInt64
	var version sql.NullString
	err := row.Scan(&d.BusinessID, &d.ID, &d.Name, &createdAt, &expiresAt, &enrolledAt, &seenAt, &version, &d.Contact.Waiting, &waitingSince, &revokedAt)
	if errors.Is(err, sql.ErrNoRows) {
		return d, false, nil
	}
	d.CreatedAt, d.CodeExpiresAt, d.EnrolledAt = instant(createdAt), instant(expiresAt), instant(enrolledAt)
	d.Contact.At, d.Contact.AppVersion, d.Contact.WaitingSince = instant(seenAt), version.String, instant(waitingSince)
	d.RevokedAt = instant(revokedAt)
	return d, err == nil, err
}
