package store

import (
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"time"

	"axioma/internal/loyalty"
)

// Passes are a business's passes.
type Passes struct{ tx *Tx }

// Passes gives access to the business's passes.
func (tx *Tx) Passes() Passes { return Passes{tx} }

// PlatformPasses are all passes.
type PlatformPasses struct{ tx *Tx }

// Passes gives access to all passes.
func (p *PlatformTx) Passes() PlatformPasses { return PlatformPasses{&p.tx} }

const passColumns = ` business_id, customer_id, serial, digest, version, modified_at, ended_at `

func scanPass(row scanner) (loyalty.Pass, bool, error) {
	var pass loyalty.Pass
	var modifiedAt, endedAt sql.NullInt64
	err := row.Scan(&pass.BusinessID, &pass.CustomerID, &pass.Serial, &pass.Digest, &pass.Version, &modifiedAt, &endedAt)
	if errors.Is(err, sql.ErrNoRows) {
		return pass, false, nil
	}
	pass.ModifiedAt, pass.EndedAt = instant(modifiedAt), instant(endedAt)
	return pass, err == nil, err
}

// Of returns the valid pass. A writing transaction locks it.
func (q Passes) Of(customerID string) (loyalty.Pass, bool, error) {
	return q.getWhere(`customer_id = $2 AND ended_at IS NULL`, customerID)
}

// Get returns a pass, ended or not. A writing transaction locks it.
func (q Passes) Get(p loyalty.Pass) (loyalty.Pass, bool, error) {
	return q.getWhere(`customer_id = $2 AND serial = $3`, p.CustomerID, p.Serial)
}

func (q Passes) getWhere(condition string, args ...any) (loyalty.Pass, bool, error) {
	pass, found, err := scanPass(q.tx.queryRow(`SELECT`+passColumns+`FROM passes WHERE business_id = $1 AND `+condition+q.tx.lockClause(),
		append([]any{q.tx.businessID}, args...)...))
	return pass, found, wrapError("reading a pass", err)
}

// BySerial returns the pass with a serial, or false.
func (q PlatformPasses) BySerial(serial string) (loyalty.Pass, bool, error) {
	pass, found, err := scanPass(q.tx.queryRow(`SELECT`+passColumns+`FROM passes WHERE serial = $1`, serial))
	if err != nil {
		return pass, false, fmt.Errorf("finding a pass: %w", err)
	}
	return pass, found, nil
}

const passVersion = "pass.version"

// NextVersions reserves versions and returns the first. Reservations wait, so versions become visible in order. The
// last is at least the time in milliseconds: devices may know versions that a restored copy lacks.
func (q Passes) NextVersions(count int, now time.Time) (int64, error) {
	var last int64
	_, err := q.tx.queryOne(`
		INSERT INTO settings (name, value) VALUES ($1, CAST($3 AS TEXT))
		ON CONFLICT (name) DO UPDATE SET value = CAST(
			CASE WHEN CAST(settings.value AS BIGINT) + CAST($2 AS BIGINT) > CAST($3 AS BIGINT)
				THEN CAST(settings.value AS BIGINT) + CAST($2 AS BIGINT) ELSE CAST($3 AS BIGINT) END AS TEXT)
		RETURNING CAST(value AS BIGINT)`, []any{passVersion, strconv.Itoa(count), strconv.FormatInt(now.UnixMilli(), 10)}, &last)
	if err != nil {
		return 0, fmt.Errorf("claiming pass versions: %w", err)
	}
	return last - int64(count) + 1, nil
}

// ReviewAll reviews all passes of a restored copy: devices and Google may have newer states.
func (q PlatformPasses) ReviewAll() error {
	for _, statement := range []struct {
		text string
		args []any
	}{
		{`UPDATE passes SET digest = '' WHERE ended_at IS NULL`, nil},
		{`UPDATE google_passes SET digest = $1 WHERE digest <> ''`, []any{loyalty.GoogleStateUnknown}},
		{`UPDATE google_classes SET digest = $1 WHERE digest <> ''`, []any{loyalty.GoogleStateUnknown}},
		{`UPDATE settings SET value = '' WHERE name = $1`, []any{PassEventPosition}},
	} {
		if _, err := q.tx.exec(statement.text, statement.args...); err != nil {
			return fmt.Errorf("scheduling an update of all passes: %w", err)
		}
	}
	return nil
}

// Insert adds a pass unless the customer has one.
func (q Passes) Insert(p loyalty.Pass) error {
	_, err := q.tx.exec(`
		INSERT INTO passes (business_id, customer_id, serial, digest, version, modified_at) VALUES ($1, $2, $3, $4, $5, $6)
		ON CONFLICT (business_id, customer_id) WHERE ended_at IS NULL DO NOTHING`,
		q.tx.businessID, p.CustomerID, p.Serial, p.Digest, p.Version, millis(p.ModifiedAt))
	return wrapError("adding a pass", err)
}

// Update writes digest, change, version and end.
func (q Passes) Update(p loyalty.Pass) error {
	err := q.tx.execOne(`
		UPDATE passes SET digest = $4, modified_at = $5, version = $6, ended_at = $7
		WHERE business_id = $1 AND customer_id = $2 AND serial = $3`,
		q.tx.businessID, p.CustomerID, p.Serial, p.Digest, millis(p.ModifiedAt), p.Version, millis(p.EndedAt))
	return wrapError("changing a pass", err)
}

const passCondition = ` business_id = $1 AND customer_id = $2 AND serial = $3 `

func (q Passes) passArgs(p loyalty.Pass, more ...any) []any {
	return append([]any{q.tx.businessID, p.CustomerID, p.Serial}, more...)
}

// AddHolder stores a device's push token and reports whether the device is new. It removes the vendor's oldest devices
// beyond loyalty.MaxPassHolders.
func (q Passes) AddHolder(p loyalty.Pass, holder loyalty.PassHolder, at time.Time) (bool, error) {
	rowCount, err := q.tx.exec(`UPDATE pass_holders SET push_token = $5 WHERE`+passCondition+`AND holder = $4 AND vendor = $6`,
		q.passArgs(p, holder.ID, holder.PushToken, holder.Vendor)...)
	if err != nil || rowCount > 0 {
		return false, wrapError("recording a holder of a pass", err)
	}
	for _, statement := range []struct {
		text string
		args []any
	}{
		{`INSERT INTO pass_holders (business_id, customer_id, serial, holder, vendor, push_token, registered_at) VALUES ($1, $2, $3, $4, $5, $6, $7)
			ON CONFLICT (business_id, customer_id, serial, holder) DO NOTHING`, q.passArgs(p, holder.ID, holder.Vendor, holder.PushToken, millis(at))},
		{`DELETE FROM pass_holders WHERE` + passCondition + `AND holder IN (
			SELECT holder FROM pass_holders WHERE` + passCondition + `AND vendor = $4 ORDER BY registered_at DESC, holder LIMIT 1000 OFFSET $5)`,
			q.passArgs(p, holder.Vendor, loyalty.MaxPassHolders)},
	} {
		if _, err := q.tx.exec(statement.text, statement.args...); err != nil {
			return false, wrapError("recording a holder of a pass", err)
		}
	}
	return true, nil
}

// HasHolder reports whether a device has the pass and this push token.
func (q Passes) HasHolder(p loyalty.Pass, holder loyalty.PassHolder) (bool, error) {
	var token string
	found, err := q.tx.queryOne(`SELECT push_token FROM pass_holders WHERE`+passCondition+`AND holder = $4`, q.passArgs(p, holder.ID), &token)
	return found && token == holder.PushToken, wrapError("reading holders of a pass", err)
}

// RemoveHolder records that a device has removed a pass.
func (q Passes) RemoveHolder(p loyalty.Pass, vendor loyalty.WalletVendor, holder string) error {
	_, err := q.tx.exec(`DELETE FROM pass_holders WHERE`+passCondition+`AND holder = $4 AND vendor = $5`, q.passArgs(p, holder, vendor)...)
	return wrapError("removing a holder of a pass", err)
}

// ChangedSince returns passes on an Apple device with a later version, earliest first.
func (q PlatformPasses) ChangedSince(holder string, version int64, limit int) ([]loyalty.Pass, error) {
	var passes []loyalty.Pass
	err := q.tx.queryEach(`
		SELECT p.business_id, p.customer_id, p.serial, p.digest, p.version, p.modified_at, p.ended_at
		FROM pass_holders h JOIN passes p ON p.business_id = h.business_id AND p.customer_id = h.customer_id AND p.serial = h.serial
		WHERE h.holder = $1 AND h.vendor = $4 AND p.version > $2 ORDER BY p.version LIMIT $3`, []any{holder, version, limit, loyalty.AppleWallet}, func(row scanner) error {
		pass, _, err := scanPass(row)
		passes = append(passes, pass)
		return err
	})
	return passes, wrapError("finding changed passes", err)
}

func wrapError(doing string, err error) error {
	if err != nil {
		return fmt.Errorf("%s: %w", doing, err)
	}
	return nil
}
