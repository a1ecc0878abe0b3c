package store

import (
	"database/sql"
	"fmt"

	"axioma/internal/loyalty"
)

// ShortCode returns a code, "", or loyalty.ErrBusinessNotFound.
func (q Business) ShortCode() (string, error) {
	var code sql.NullString
	found, err := q.tx.queryOne(`SELECT short_code FROM businesses WHERE id = $1`, []any{q.tx.businessID}, &code)
	if err != nil {
		return "", fmt.Errorf("reading the short address of business %s: %w", q.tx.businessID, err)
	}
	if !found {
		return "", loyalty.ErrBusinessNotFound
	}
	return code.String, nil
}

// SetShortCodeIfAbsent stores a code, unless the business has one or the code is taken.
func (q Business) SetShortCodeIfAbsent(code string) error {
	_, err := tryExecOne(q.tx, `UPDATE businesses SET short_code = coalesce(short_code, $2) WHERE id = $1`, q.tx.businessID, code)
	if err != nil {
		return fmt.Errorf("storing a short address of business %s: %w", q.tx.businessID, err)
	}
	return nil
}

// ByShortCode returns the id of the business with a short code, or loyalty.ErrBusinessNotFound.
func (q PlatformBusinesses) ByShortCode(code string) (string, error) {
	var businessID string
	found, err := q.tx.queryOne(`SELECT id FROM businesses WHERE short_code = $1`, []any{code}, &businessID)
	if err != nil {
		return "", fmt.Errorf("finding the business of a short address: %w", err)
	}
	if !found {
		return "", loyalty.ErrBusinessNotFound
	}
	return businessID, nil
}

// ReplaceShortCode restores a printed code, or returns false if another business has it.
func (q Business) ReplaceShortCode(code string) (bool, error) {
	isTaken, err := tryExecOne(q.tx, `UPDATE businesses SET short_code = $2 WHERE id = $1`, q.tx.businessID, code)
	if err != nil {
		return false, fmt.Errorf("restoring the short address of business %s: %w", q.tx.businessID, err)
	}
	return !isTaken, nil
}
