package store

import (
	"encoding/base64"
	"fmt"

	"axioma/internal/loyalty"
)

// Logo returns a PNG, or loyalty.ErrLogoNotFound, also for a former name or a suspended business.
func (q Business) Logo(name loyalty.LogoName) ([]byte, error) {
	var encodedPicture string
	found, err := q.tx.queryOne(`
		SELECT l.picture FROM businesses b JOIN logos l ON l.business_id = b.id
		WHERE b.id = $1 AND b.logo_name = $2 AND b.status = $3`,
		[]any{q.tx.businessID, name, loyalty.BusinessActive}, &encodedPicture)
	if err != nil {
		return nil, fmt.Errorf("reading the logo of business %s: %w", q.tx.businessID, err)
	}
	if !found {
		return nil, loyalty.ErrLogoNotFound
	}
	picture, err := base64.StdEncoding.DecodeString(encodedPicture)
	if err != nil {
		return nil, fmt.Errorf("reading the logo of business %s: %w", q.tx.businessID, err)
	}
	return picture, nil
}

// SetLogo stores or replaces the logo.
func (q Business) SetLogo(name loyalty.LogoName, picture []byte) error {
	_, err := q.tx.exec(`
		INSERT INTO logos (business_id, picture) VALUES ($1, $2)
		ON CONFLICT (business_id) DO UPDATE SET picture = excluded.picture`,
		q.tx.businessID, base64.StdEncoding.EncodeToString(picture))
	if err != nil {
		return fmt.Errorf("storing the logo of business %s: %w", q.tx.businessID, err)
	}
	return q.nameLogo(name)
}

// RemoveLogo removes the logo.
func (q Business) RemoveLogo() error {
	if _, err := q.tx.exec(`DELETE FROM logos WHERE business_id = $1`, q.tx.businessID); err != nil {
		return fmt.Errorf("removing the logo of business %s: %w", q.tx.businessID, err)
	}
	return q.nameLogo("")
}

func (q Business) nameLogo(name loyalty.LogoName) error {
	q.tx.txCache.Invalidate()
	if err := q.tx.execOne(`UPDATE businesses SET logo_name = $2 WHERE id = $1`, q.tx.businessID, text(string(name))); err != nil {
		return fmt.Errorf("naming the logo of business %s: %w", q.tx.businessID, err)
	}
	return nil
}
