package store

import (
	"encoding/json"
	"fmt"
	"time"

	"axioma/internal/loyalty"
)

const installationSetting = "installation.known"

// LockInstallation reads and locks the installation.
func (q Restores) LockInstallation() (loyalty.KnownInstallation, error) {
	text, err := Settings(q).Lock(installationSetting)
	if err != nil || text == "" {
		return loyalty.KnownInstallation{}, err
	}
	var installation loyalty.KnownInstallation
	if err := json.Unmarshal([]byte(text), &installation); err != nil {
		return loyalty.KnownInstallation{}, fmt.Errorf("reading the known installation: %w", err)
	}
	return installation, nil
}

// SetInstallation stores the serving installation; zero: the next that starts.
func (q Restores) SetInstallation(installation loyalty.KnownInstallation) error {
	if installation.IsZero() {
		return Settings(q).Set(installationSetting, "")
	}
	text, err := json.Marshal(installation)
	if err != nil {
		return fmt.Errorf("writing the known installation: %w", err)
	}
	return Settings(q).Set(installationSetting, string(text))
}

// HoldOutgoing holds unexpired messages and e-mails, and pushes, until released or dropped.
func (q Restores) HoldOutgoing(now time.Time) (int64, error) {
	tx := q.tx
	messages, err := PlatformQueue(q).HoldWaiting(now)
	if err != nil {
		return 0, err
	}
	mails, err := tx.exec(`UPDATE mails SET send_at = $1 WHERE expires_at > $2`, millis(neverTriedAt()), millis(now))
	if err != nil {
		return 0, fmt.Errorf("holding queued e-mails: %w", err)
	}
	pushes, err := tx.exec(`UPDATE pass_holders SET push_at = $1, push_claim = NULL WHERE push_at IS NOT NULL`, millis(neverTriedAt()))
	if err != nil {
		return 0, fmt.Errorf("holding queued pushes: %w", err)
	}
	return messages + mails + pushes, nil
}

// CountHeldOutgoing counts what HoldOutgoing holds.
func (q Restores) CountHeldOutgoing() (int64, error) {
	messages, err := PlatformQueue(q).CountRestored()
	if err != nil {
		return 0, err
	}
	others, err := q.CountHeldMailsAndPushes()
	return messages + others, err
}

// CountHeldMailsAndPushes counts held e-mails and pushes.
func (q Restores) CountHeldMailsAndPushes() (int64, error) {
	mails, err := q.tx.queryCount(`SELECT count(*) FROM mails WHERE send_at = $1`, []any{millis(neverTriedAt())})
	if err != nil {
		return 0, fmt.Errorf("counting the e-mails that are held: %w", err)
	}
	total := mails
	for _, vendor := range loyalty.WalletVendors() {
		for _, urgency := range loyalty.PushUrgencies() {
			pushes, err := q.tx.queryCount(`SELECT count(*) FROM pass_holders WHERE vendor = $1 AND push_urgency = $2 AND push_at = $3`,
				[]any{vendor, urgency, millis(neverTriedAt())})
			if err != nil {
				return 0, fmt.Errorf("counting the pushes that are held: %w", err)
			}
			total += pushes
		}
	}
	return total, nil
}

const (
	heldMails = ` WHERE send_at = $1 AND (business_id, id) IN (SELECT business_id, id FROM mails WHERE send_at = $1 LIMIT $2)`

	heldPushes = ` WHERE (business_id, customer_id, serial, holder) IN (
		SELECT business_id, customer_id, serial, holder FROM pass_holders WHERE vendor = $1 AND push_urgency = $2 AND push_at = $3 LIMIT $4)`
)

// ReleaseMails releases held e-mails.
func (q Restores) ReleaseMails(now time.Time, limit int) (int, error) {
	rowCount, err := q.tx.exec(`UPDATE mails SET send_at = $3, claim = NULL`+heldMails, millis(neverTriedAt()), limit, millis(now))
	return int(rowCount), wrapError("releasing held e-mails", err)
}

// DropMails removes held e-mails.
func (q Restores) DropMails(_ time.Time, limit int) (int, error) {
	rowCount, err := q.tx.exec(`DELETE FROM mails`+heldMails, millis(neverTriedAt()), limit)
	return int(rowCount), wrapError("removing held e-mails", err)
}

// ReleasePushes releases held pushes.
func (q Restores) ReleasePushes(vendor loyalty.WalletVendor, urgency loyalty.PushUrgency, now time.Time, limit int) (int, error) {
	rowCount, err := q.tx.exec(`UPDATE pass_holders SET push_at = $5, push_claim = NULL`+heldPushes, vendor, urgency, millis(neverTriedAt()), limit, millis(now))
	return int(rowCount), wrapError("releasing held pushes", err)
}

// DropPushes drops held pushes.
func (q Restores) DropPushes(vendor loyalty.WalletVendor, urgency loyalty.PushUrgency, _ time.Time, limit int) (int, error) {
	rowCount, err := q.tx.exec(`UPDATE pass_holders SET push_at = NULL, push_tries = 0, push_claim = NULL`+heldPushes,
		vendor, urgency, millis(neverTriedAt()), limit)
	return int(rowCount), wrapError("removing held pushes", err)
}
