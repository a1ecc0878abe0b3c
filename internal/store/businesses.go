package store

import (
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"axioma/internal/loyalty"
)

// Business is the transaction's business.
type Business struct{ tx *Tx }

// Business gives access to the transaction's business.
func (tx *Tx) Business() Business { return Business{tx} }

// PlatformBusinesses are all businesses.
type PlatformBusinesses struct{ tx *Tx }

// Businesses gives access to all businesses.
func (p *PlatformTx) Businesses() PlatformBusinesses { return PlatformBusinesses{&p.tx} }

type businessCacheKey string

// Get returns the business, or loyalty.ErrBusinessNotFound. A writing transaction locks the row: settings stay as read.
func (q Business) Get() (loyalty.Business, error) {
	key := businessCacheKey(q.tx.businessID)
	if value, ok := q.tx.txCache.Get(key); ok {
		return value.(loyalty.Business), nil
	}
	if business, ok := q.tx.store.cache.businesses.Get(q.tx.ctx, q.tx.businessID, q.tx.generation); ok {
		q.tx.txCache.Put(key, business)
		return business, nil
	}
	lock := ""
	if !q.tx.readOnly {
		lock = q.tx.store.dialect.ForKeyShare
	}
	business, err := q.tx.store.scanBusiness(q.tx.queryRow(businessByID+lock, q.tx.businessID))
	if errors.Is(err, sql.ErrNoRows) {
		return business, loyalty.ErrBusinessNotFound
	}
	if err != nil {
		return business, fmt.Errorf("reading business %s: %w", q.tx.businessID, err)
	}
	q.tx.txCache.Put(key, business)
	q.tx.store.cache.businesses.Put(q.tx.businessID, business, q.tx.generation)
	return business, nil
}

// Insert adds a business.
func (q PlatformBusinesses) Insert(b loyalty.Business) error {
	if _, err := q.tx.exec(insertBusiness, businessRow.insertArgs(b)...); err != nil {
		return fmt.Errorf("adding business %s: %w", b.ID, err)
	}
	return nil
}

// QRKey returns the secret that signs QRs ("": none yet), or loyalty.ErrBusinessNotFound.
func (q Business) QRKey() (string, error) {
	var key sql.NullString
	found, err := q.tx.queryOne(`SELECT qr_key FROM businesses WHERE id = $1`, []any{q.tx.businessID}, &key)
	if err != nil {
		return "", fmt.Errorf("reading the key for the QRs of business %s: %w", q.tx.businessID, err)
	}
	if !found {
		return "", loyalty.ErrBusinessNotFound
	}
	return key.String, nil
}

// SetQRKeyIfAbsent stores a missing key.
func (q Business) SetQRKeyIfAbsent(key string) error {
	if _, err := q.tx.exec(`UPDATE businesses SET qr_key = $2 WHERE id = $1 AND qr_key IS NULL`, q.tx.businessID, key); err != nil {
		return fmt.Errorf("storing a key for the QRs of business %s: %w", q.tx.businessID, err)
	}
	return nil
}

// Lock returns the business like Get, with an exclusive lock.
func (q Business) Lock() (loyalty.Business, error) {
	if lock := q.tx.lockClause(); lock != "" {
		var lockedID string
		if _, err := q.tx.queryOne(`SELECT id FROM businesses WHERE id = $1`+lock, []any{q.tx.businessID}, &lockedID); err != nil {
			return loyalty.Business{}, fmt.Errorf("locking business %s: %w", q.tx.businessID, err)
		}
		q.tx.txCache.Remove(businessCacheKey(q.tx.businessID))
	}
	return q.Get()
}

// Update writes the owner's settings.
func (q Business) Update(b loyalty.Business) error {
	q.tx.txCache.Invalidate()
	if err := q.tx.execOne(updateBusiness, businessRow.updateArgs(b, q.tx.businessID)...); err != nil {
		return fmt.Errorf("changing business %s: %w", q.tx.businessID, err)
	}
	return nil
}

// Get returns a business, or loyalty.ErrBusinessNotFound.
func (q PlatformBusinesses) Get(id string) (loyalty.Business, error) {
	return q.tx.in(id).Business().Get()
}

// Count counts all and active businesses.
func (q PlatformBusinesses) Count() (all, active int64, err error) {
	_, err = q.tx.queryOne(`SELECT count(*), count(CASE WHEN status = 'ACTIVE' THEN 1 END) FROM businesses`, nil, &all, &active)
	if err != nil {
		return 0, 0, fmt.Errorf("counting the active businesses: %w", err)
	}
	return all, active, nil
}

// List returns the newest first. The search matches parts of names (without case and accents) and of owners' addresses,
// and whole ids.
func (q PlatformBusinesses) List(search string, page Page) (List[loyalty.Business], error) {
	where := clause{}
	if foldedText := loyalty.Fold(search); foldedText != "" {
		position, part := q.tx.store.dialect.PositionFunc, where.bind(foldedText)
		where.and(`(` + position + `(search, ` + part + `) > 0 OR id = ` + part + ` OR EXISTS (
			SELECT 1 FROM users u
			WHERE u.business_id = businesses.id AND u.role = 'OWNER' AND ` + position + `(u.email, ` + where.bind(strings.ToLower(strings.TrimSpace(search))) + `) > 0))`)
	}
	const from = ` FROM businesses WHERE TRUE`
	total, err := q.tx.queryCount(`SELECT count(*)`+from+where.sql(), where.args)
	if err != nil {
		return List[loyalty.Business]{}, fmt.Errorf("counting the businesses: %w", err)
	}
	if err := afterInstant(&where, page, `created_at`, `id`); err != nil {
		return List[loyalty.Business]{}, err
	}
	list := lister[loyalty.Business]{limit: page.Limit, total: total}
	err = q.tx.queryEach(`SELECT`+businessColumns+from+where.sql()+` ORDER BY created_at DESC, id DESC LIMIT `+where.bind(page.Limit+1),
		where.args, func(row scanner) error {
			business, err := q.tx.store.scanBusiness(row)
			list.add(business, strconv.FormatInt(business.CreatedAt.UnixMilli(), 10), business.ID)
			return err
		})
	if err != nil {
		return List[loyalty.Business]{}, fmt.Errorf("listing the businesses: %w", err)
	}
	return list.build(), nil
}

// Lock returns a business like Get, with an exclusive lock.
func (q PlatformBusinesses) Lock(id string) (loyalty.Business, error) {
	return q.tx.in(id).Business().Lock()
}

// Rename writes name and version.
func (q PlatformBusinesses) Rename(b loyalty.Business) error {
	q.tx.txCache.Invalidate()
	if err := q.tx.execOne(`UPDATE businesses SET name = $2, search = $3, version = $4 WHERE id = $1`,
		b.ID, b.Name, loyalty.Fold(b.Name), b.Version); err != nil {
		return fmt.Errorf("renaming business %s: %w", b.ID, err)
	}
	return nil
}

// SetSending writes sending limits and version.
func (q PlatformBusinesses) SetSending(b loyalty.Business) error {
	q.tx.txCache.Invalidate()
	if err := q.tx.execOne(updateSending, sendingRow.updateArgs(b.WhatsApp, b.ID)...); err != nil {
		return fmt.Errorf("changing how business %s sends: %w", b.ID, err)
	}
	if err := q.tx.execOne(`UPDATE businesses SET version = $2 WHERE id = $1`, b.ID, b.Version); err != nil {
		return fmt.Errorf("writing the version of business %s: %w", b.ID, err)
	}
	return nil
}

// SetStatus suspends or reactivates a business.
func (q PlatformBusinesses) SetStatus(id string, status loyalty.BusinessStatus) error {
	q.tx.txCache.Invalidate()
	if err := q.tx.execOne(`UPDATE businesses SET status = $2 WHERE id = $1`, id, status); err != nil {
		return fmt.Errorf("changing the status of business %s: %w", id, err)
	}
	return nil
}

// ByQR returns the business of a current QR and follows merges. It returns loyalty.ErrCustomerNotFound for an ended QR
// or an archived customer.
func (q PlatformBusinesses) ByQR(qrID string) (loyalty.Business, error) {
	business, err := q.tx.store.scanBusiness(q.tx.queryRow(businessOfQR, qrID))
	if errors.Is(err, sql.ErrNoRows) {
		return business, loyalty.ErrCustomerNotFound
	}
	if err != nil {
		return business, fmt.Errorf("finding the business of QR %s: %w", qrID, err)
	}
	return business, nil
}

// ByPhone returns the active business of an active customer with the phone (either form). The latest visit wins; a
// customer without visits counts by registration.
func (q PlatformBusinesses) ByPhone(phone string) (string, bool, error) {
	canonical, second := loyalty.PhoneForms(phone)
	var businessID string
	found, err := q.tx.queryOne(`
		SELECT c.business_id FROM customers c JOIN businesses b ON b.id = c.business_id
		WHERE c.phone IN ($1, $2) AND c.archived_at IS NULL AND b.status = 'ACTIVE'
		ORDER BY coalesce(c.last_visit_at, c.created_at) DESC, c.id LIMIT 1`, []any{canonical, second}, &businessID)
	if err != nil {
		return "", false, fmt.Errorf("finding the business of a phone: %w", err)
	}
	return businessID, found, nil
}

// WithMarketing returns the ids of active businesses that send marketing.
func (q PlatformBusinesses) WithMarketing() ([]string, error) {
	ids, err := q.tx.queryStrings(`
		SELECT id FROM businesses
		WHERE status = 'ACTIVE' AND wa_enabled AND (birthday_messages OR one_more_messages) ORDER BY id`)
	if err != nil {
		return nil, fmt.Errorf("finding businesses with marketing: %w", err)
	}
	return ids, nil
}

// SetStatus suspends or reactivates the business.
func (q Business) SetStatus(status loyalty.BusinessStatus) error {
	return PlatformBusinesses(q).SetStatus(q.tx.businessID, status)
}
