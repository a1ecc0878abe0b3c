package store

import (
	"database/sql"
	"errors"
	"fmt"

	"axioma/internal/loyalty"
)

const businessColumns = `
	id, name, status, time_zone, country, visit_target, vip_visit_target, half_reward_enabled, welcome_text,
	wa_enabled, wa_from, wa_rate_per_minute, wa_daily_cap, wa_monthly_cap, wa_free_credits, created_at`

// Business returns the business that the transaction is bound to, or
// loyalty.ErrBusinessNotFound.
func (tx *Tx) Business() (loyalty.Business, error) {
	if known, ok := tx.memo.businesses[tx.businessID]; ok && !tx.memo.changed {
		return known, nil
	}
	business, err := tx.scanBusiness(tx.q.QueryRowContext(tx.ctx,
		`SELECT`+businessColumns+` FROM businesses WHERE id = $1`, tx.businessID))
	if errors.Is(err, sql.ErrNoRows) {
		return business, loyalty.ErrBusinessNotFound
	}
	if err != nil {
		return business, fmt.Errorf("reading business %s: %w", tx.businessID, err)
	}
	tx.memo.businesses[tx.businessID] = business
	return business, nil
}

// InsertBusiness adds a business.
func (p *PlatformTx) InsertBusiness(b loyalty.Business) error {
	_, err := p.tx.exec(`
		INSERT INTO businesses (`+businessColumns+`)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
		b.ID, b.Name, b.Status, b.Zone.String(), b.Country, b.VisitTarget, b.VIPVisitTarget, b.HalfRewardEnabled,
		text(b.WelcomeText), b.WhatsApp.Enabled, text(b.WhatsApp.From), b.WhatsApp.RatePerMinute, b.WhatsApp.DailyCap,
		b.WhatsApp.MonthlyCap, b.WhatsApp.FreeCredits, millis(b.CreatedAt))
	if err != nil {
		return fmt.Errorf("adding business %s: %w", b.ID, err)
	}
	return nil
}

// LockBusiness is Business, and keeps other transactions from changing its
// settings until this one ends.
func (tx *Tx) LockBusiness() (loyalty.Business, error) {
	if lock := tx.locking(); lock != "" {
		var locked string
		if _, err := tx.one(`SELECT id FROM businesses WHERE id = $1`+lock, []any{tx.businessID}, &locked); err != nil {
			return loyalty.Business{}, fmt.Errorf("locking business %s: %w", tx.businessID, err)
		}
		delete(tx.memo.businesses, tx.businessID)
	}
	return tx.Business()
}

// UpdateBusiness writes the settings that its owner changes.
func (tx *Tx) UpdateBusiness(b loyalty.Business) error {
	tx.memo.changed = true
	err := tx.execOne(`
		UPDATE businesses
		SET name = $2, time_zone = $3, country = $4, visit_target = $5, vip_visit_target = $6,
			half_reward_enabled = $7, welcome_text = $8
		WHERE id = $1`,
		tx.businessID, b.Name, b.Zone.String(), b.Country, b.VisitTarget, b.VIPVisitTarget, b.HalfRewardEnabled,
		text(b.WelcomeText))
	if err != nil {
		return fmt.Errorf("changing business %s: %w", tx.businessID, err)
	}
	return nil
}

// Business returns a business, or loyalty.ErrBusinessNotFound.
func (p *PlatformTx) Business(id string) (loyalty.Business, error) {
	bound := p.tx
	bound.businessID = id
	return bound.Business()
}

// Businesses returns every business of the platform, oldest first.
func (p *PlatformTx) Businesses() ([]loyalty.Business, error) {
	businesses := []loyalty.Business{}
	err := p.tx.each(`SELECT`+businessColumns+` FROM businesses ORDER BY created_at, id`, nil, func(row scanner) error {
		business, err := p.tx.scanBusiness(row)
		businesses = append(businesses, business)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("listing the businesses: %w", err)
	}
	return businesses, nil
}

// BusinessOfCustomer returns the business that a customer's id belongs to, or
// loyalty.ErrCustomerNotFound. Archived customers are not found, but those that
// were merged into another are.
func (p *PlatformTx) BusinessOfCustomer(customerID string) (string, error) {
	var businessID string
	found, err := p.tx.one(`SELECT business_id FROM customers WHERE id = $1 AND (archived_at IS NULL OR merged_into IS NOT NULL)`,
		[]any{customerID}, &businessID)
	if err != nil {
		return "", fmt.Errorf("finding the business of customer %s: %w", customerID, err)
	}
	if !found {
		return "", loyalty.ErrCustomerNotFound
	}
	return businessID, nil
}

func (tx *Tx) scanBusiness(row scanner) (loyalty.Business, error) {
	var b loyalty.Business
	var zone string
	var welcome, from sql.NullString
	var created sql.NullInt64
	err := row.Scan(&b.ID, &b.Name, &b.Status, &zone, &b.Country, &b.VisitTarget, &b.VIPVisitTarget,
		&b.HalfRewardEnabled, &welcome, &b.WhatsApp.Enabled, &from, &b.WhatsApp.RatePerMinute, &b.WhatsApp.DailyCap,
		&b.WhatsApp.MonthlyCap, &b.WhatsApp.FreeCredits, &created)
	if err != nil {
		return b, err
	}
	b.WelcomeText, b.WhatsApp.From, b.CreatedAt = welcome.String, from.String, instant(created)
	b.Zone, err = tx.store.Zone(zone)
	return b, err
}
