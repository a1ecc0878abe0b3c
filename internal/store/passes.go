package store

import (
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"time"

	"axioma/internal/loyalty"
)

// Passes are the passes of a business's customers.
type Passes struct{ tx *Tx }

// Passes are the passes of the business's customers.
func (tx *Tx) Passes() Passes { return Passes{tx} }

// PlatformPasses are the passes of all businesses.
type PlatformPasses struct{ tx *Tx }

// Passes are the passes of all businesses.
func (p *PlatformTx) Passes() PlatformPasses { return PlatformPasses{&p.tx} }

const passColumns = ` business_id, customer_id, serial, says, version, modified_at, ended_at `

func scanPass(row scanner) (loyalty.Pass, bool, error) {
	var pass loyalty.Pass
	var modified, ended sql.NullInt64
	err := row.Scan(&pass.BusinessID, &pass.CustomerID, &pass.Serial, &pass.Digest, &pass.Version, &modified, &ended)
	if errors.Is(err, sql.ErrNoRows) {
		return pass, false, nil
	}
	pass.ModifiedAt, pass.EndedAt = instant(modified), instant(ended)
	return pass, err == nil, err
}

// Of returns the pass that goes with a customer's card, and false while she has none. In a
// writing transaction no other one changes it until this one ends.
func (q Passes) Of(customerID string) (loyalty.Pass, bool, error) {
	return q.where(`customer_id = $2 AND ended_at IS NULL`, customerID)
}

// Get returns a pass as it is now, also where it has ended, and false where there is none any
// more. In a writing transaction no other one changes it until this one ends.
func (q Passes) Get(p loyalty.Pass) (loyalty.Pass, bool, error) {
	return q.where(`customer_id = $2 AND serial = $3`, p.CustomerID, p.Serial)
}

func (q Passes) where(condition string, args ...any) (loyalty.Pass, bool, error) {
	pass, found, err := scanPass(q.tx.row(`SELECT`+passColumns+`FROM passes WHERE business_id = $1 AND `+condition+q.tx.locking(),
		append([]any{q.tx.businessID}, args...)...))
	return pass, found, wrapped("reading a pass", err)
}

// WithSerial returns the pass with a serial, and false where there is none.
func (q PlatformPasses) WithSerial(serial string) (loyalty.Pass, bool, error) {
	pass, found, err := scanPass(q.tx.row(`SELECT`+passColumns+`FROM passes WHERE serial = $1`, serial))
	if err != nil {
		return pass, false, fmt.Errorf("looking for a pass: %w", err)
	}
	return pass, found, nil
}

// passVersion is the setting of the platform that has the last version of any pass.
const passVersion = "pass.version"

// Versions are so many versions, the first of which it returns, that no pass has had. Whoever
// takes some is alone until her transaction ends, so that versions are seen in their order.
// They are no smaller than the time in milliseconds: where a copy of the data was put back,
// telephones have heard of versions of which it does not know.
func (q Passes) Versions(count int, now time.Time) (int64, error) {
	var last int64
	_, err := q.tx.one(`
		INSERT INTO settings (name, value) VALUES ($1, CAST($3 AS TEXT))
		ON CONFLICT (name) DO UPDATE SET value = CAST(
			CASE WHEN CAST(settings.value AS BIGINT) + CAST($2 AS BIGINT) > CAST($3 AS BIGINT)
				THEN CAST(settings.value AS BIGINT) + CAST($2 AS BIGINT) ELSE CAST($3 AS BIGINT) END AS TEXT)
		RETURNING CAST(value AS BIGINT)`, []any{passVersion, strconv.Itoa(count), strconv.FormatInt(now.UnixMilli(), 10)}, &last)
	if err != nil {
		return 0, fmt.Errorf("taking versions of passes: %w", err)
	}
	return last - int64(count) + 1, nil
}

// Doubt has all passes looked at and told anew, of a copy that was put back: telephones and
// Google have heard since of what it does not know.
func (q PlatformPasses) Doubt() error {
	for _, statement := range []struct {
		text string
		args []any
	}{
		{`UPDATE passes SET says = '' WHERE ended_at IS NULL`, nil},
		{`UPDATE google_passes SET says = $1 WHERE says <> ''`, []any{loyalty.GoogleStateUnknown}},
		{`UPDATE google_classes SET says = $1 WHERE says <> ''`, []any{loyalty.GoogleStateUnknown}},
		{`UPDATE settings SET value = '' WHERE name = $1`, []any{PassesFollowed}},
	} {
		if _, err := q.tx.exec(statement.text, statement.args...); err != nil {
			return fmt.Errorf("having all passes told anew: %w", err)
		}
	}
	return nil
}

// Insert adds a pass, unless the customer has one: of several that are added at once, the
// first holds.
func (q Passes) Insert(p loyalty.Pass) error {
	_, err := q.tx.exec(`
		INSERT INTO passes (business_id, customer_id, serial, says, version, modified_at) VALUES ($1, $2, $3, $4, $5, $6)
		ON CONFLICT (business_id, customer_id) WHERE ended_at IS NULL DO NOTHING`,
		q.tx.businessID, p.CustomerID, p.Serial, p.Digest, p.Version, millis(p.ModifiedAt))
	return wrapped("adding a pass", err)
}

// Change records what a pass says now, its version, and whether it has ended.
func (q Passes) Change(p loyalty.Pass) error {
	err := q.tx.execOne(`
		UPDATE passes SET says = $4, modified_at = $5, version = $6, ended_at = $7
		WHERE business_id = $1 AND customer_id = $2 AND serial = $3`,
		q.tx.businessID, p.CustomerID, p.Serial, p.Digest, millis(p.ModifiedAt), p.Version, millis(p.EndedAt))
	return wrapped("changing a pass", err)
}

// ofPass is a row about a pass that a query names first: by the business, the customer and
// the serial.
const ofPass = ` business_id = $1 AND customer_id = $2 AND serial = $3 `

// named are what ofPass asks for, and more after it.
func (q Passes) named(p loyalty.Pass, more ...any) []any {
	return append([]any{q.tx.businessID, p.CustomerID, p.Serial}, more...)
}

// Hold records a telephone that keeps a pass, or its new push token, and reports whether it
// is new. Of more than loyalty.MostPassHolders of a vendor the first ones are forgotten.
func (q Passes) Hold(p loyalty.Pass, holder loyalty.PassHolder, at time.Time) (bool, error) {
	known, err := q.tx.exec(`UPDATE pass_holders SET push_token = $5 WHERE`+ofPass+`AND holder = $4 AND vendor = $6`,
		q.named(p, holder.ID, holder.PushToken, holder.Vendor)...)
	if err != nil || known > 0 {
		return false, wrapped("recording who keeps a pass", err)
	}
	for _, statement := range []struct {
		text string
		args []any
	}{
		{`INSERT INTO pass_holders (business_id, customer_id, serial, holder, vendor, push_token, registered_at) VALUES ($1, $2, $3, $4, $5, $6, $7)
			ON CONFLICT (business_id, customer_id, serial, holder) DO NOTHING`, q.named(p, holder.ID, holder.Vendor, holder.PushToken, millis(at))},
		{`DELETE FROM pass_holders WHERE` + ofPass + `AND holder IN (
			SELECT holder FROM pass_holders WHERE` + ofPass + `AND vendor = $4 ORDER BY registered_at DESC, holder LIMIT 1000 OFFSET $5)`,
			q.named(p, holder.Vendor, loyalty.MaxPassHolders)},
	} {
		if _, err := q.tx.exec(statement.text, statement.args...); err != nil {
			return false, wrapped("recording who keeps a pass", err)
		}
	}
	return true, nil
}

// Holds reports whether a telephone keeps a pass, and has this push token.
func (q Passes) Holds(p loyalty.Pass, holder loyalty.PassHolder) (bool, error) {
	var token string
	found, err := q.tx.one(`SELECT push_token FROM pass_holders WHERE`+ofPass+`AND holder = $4`, q.named(p, holder.ID), &token)
	return found && token == holder.PushToken, wrapped("reading who keeps a pass", err)
}

// Release forgets a telephone with a vendor's wallet that keeps a pass no longer.
func (q Passes) Release(p loyalty.Pass, vendor loyalty.WalletVendor, holder string) error {
	_, err := q.tx.exec(`DELETE FROM pass_holders WHERE`+ofPass+`AND holder = $4 AND vendor = $5`, q.named(p, holder, vendor)...)
	return wrapped("forgetting who keeps a pass", err)
}

// ChangedOf returns the passes of a telephone with Apple's wallet that have a later version than one it names,
// the earliest first, at most so many.
func (q PlatformPasses) ChangedOf(holder string, version int64, most int) ([]loyalty.Pass, error) {
	var passes []loyalty.Pass
	err := q.tx.each(`
		SELECT p.business_id, p.customer_id, p.serial, p.says, p.version, p.modified_at, p.ended_at
		FROM pass_holders h JOIN passes p ON p.business_id = h.business_id AND p.customer_id = h.customer_id AND p.serial = h.serial
		WHERE h.holder = $1 AND h.vendor = $4 AND p.version > $2 ORDER BY p.version LIMIT $3`, []any{holder, version, most, loyalty.AppleWallet}, func(row scanner) error {
		pass, _, err := scanPass(row)
		passes = append(passes, pass)
		return err
	})
	return passes, wrapped("looking for what has changed", err)
}

// wrapped says of an error what was being done.
func wrapped(doing string, err error) error {
	if err != nil {
		return fmt.Errorf("%s: %w", doing, err)
	}
	return nil
}
