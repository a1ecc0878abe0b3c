package store

import (
	"database/sql"
	"errors"
	"fmt"
	"time"

	"axioma/internal/loyalty"
)

// Users are those whom records of a business name: its staff, and operators.
type Users struct{ tx *Tx }

// Users are those whom records of the business name.
func (tx *Tx) Users() Users { return Users{tx} }

// PlatformUsers are the accounts of the staff of all businesses, and of the operators.
type PlatformUsers struct{ tx *Tx }

// Users are the accounts of all businesses, and of the operators.
func (p *PlatformTx) Users() PlatformUsers { return PlatformUsers{&p.tx} }

const userColumns = `
	u.id, u.business_id, u.email, u.name, u.role, u.password_hash, u.token_version, u.disabled_at,
	u.created_at, u.password_until, u.tried_at`

// Insert adds a user, or returns loyalty.ErrEmailTaken.
func (q PlatformUsers) Insert(u loyalty.User) error {
	added, err := q.tx.exec(`
		INSERT INTO users (id, business_id, email, name, role, password_hash, token_version, created_at,
			password_until)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
		ON CONFLICT (email) DO NOTHING`,
		u.ID, text(u.BusinessID), u.Email, u.Name, u.Role, u.PasswordHash, u.TokenVersion, millis(u.CreatedAt),
		millis(u.PasswordUntil))
	if err != nil {
		return fmt.Errorf("adding a user: %w", err)
	}
	if added == 0 {
		return loyalty.ErrEmailTaken
	}
	return nil
}

// ByEmail returns a user by the address (in lower case), or
// loyalty.ErrUserNotFound.
func (q PlatformUsers) ByEmail(email string) (loyalty.User, error) {
	return q.where(`u.email = $1`, email)
}

// Get returns a user, or loyalty.ErrUserNotFound.
func (q PlatformUsers) Get(id string) (loyalty.User, error) {
	return q.where(`u.id = $1`, id)
}

func (q PlatformUsers) where(condition, value string) (loyalty.User, error) {
	user, err := scanUser(q.tx.q.QueryRowContext(q.tx.ctx, `SELECT`+userColumns+` FROM users u WHERE `+condition, value))
	if errors.Is(err, sql.ErrNoRows) {
		return user, loyalty.ErrUserNotFound
	}
	if err != nil {
		return user, fmt.Errorf("reading a user: %w", err)
	}
	return user, nil
}

// Name returns the name of a member of staff or of an operator.
func (q Users) Name(id string) (string, error) {
	var name string
	if _, err := q.tx.one(`SELECT name FROM users WHERE id = $1`, []any{id}, &name); err != nil {
		return "", fmt.Errorf("reading the name of user %s: %w", id, err)
	}
	return name, nil
}

// Of returns the staff of a business in the order of their addresses.
func (q PlatformUsers) Of(businessID string) ([]loyalty.User, error) {
	users, err := q.allWhere(`u.business_id = $1`, businessID)
	if err != nil {
		return nil, fmt.Errorf("listing the users of business %s: %w", businessID, err)
	}
	return users, nil
}

// Operators returns the accounts of the platform's operators in the order of their
// addresses.
func (q PlatformUsers) Operators() ([]loyalty.User, error) {
	operators, err := q.allWhere(`u.business_id IS NULL`)
	if err != nil {
		return nil, fmt.Errorf("listing the operators: %w", err)
	}
	return operators, nil
}

func (q PlatformUsers) allWhere(condition string, args ...any) ([]loyalty.User, error) {
	users := []loyalty.User{}
	query := `SELECT` + userColumns + ` FROM users u WHERE ` + condition + ` ORDER BY u.email`
	err := q.tx.each(query, args, func(row scanner) error {
		user, err := scanUser(row)
		users = append(users, user)
		return err
	})
	return users, err
}

// SetDisabled disables a user since an instant, which ends her tokens, or
// enables her again with the zero instant.
func (q PlatformUsers) SetDisabled(userID string, since time.Time) error {
	err := q.tx.execOne(`
		UPDATE users SET disabled_at = $2, token_version = token_version + 1
		WHERE id = $1`, userID, millis(since))
	if err != nil {
		return fmt.Errorf("disabling or enabling user %s: %w", userID, err)
	}
	return nil
}

// SetTried notes when an account was tried again and again.
func (q PlatformUsers) SetTried(userID string, at time.Time) error {
	if err := q.tx.execOne(`UPDATE users SET tried_at = $2 WHERE id = $1`, userID, millis(at)); err != nil {
		return fmt.Errorf("noting that somebody tries the account of user %s: %w", userID, err)
	}
	return nil
}

// SetPassword stores a password and ends the tokens that the user has, all in
// one step. It holds until an instant, or, with the zero one, until she changes
// it. It returns the version that new tokens carry.
func (q PlatformUsers) SetPassword(userID, hash string, until time.Time) (int64, error) {
	var version int64
	found, err := q.tx.one(`
		UPDATE users SET password_hash = $2, password_until = $3, token_version = token_version + 1
		WHERE id = $1 RETURNING token_version`, []any{userID, hash, millis(until)}, &version)
	if err != nil {
		return 0, fmt.Errorf("changing the password of user %s: %w", userID, err)
	}
	if !found {
		return 0, loyalty.ErrUserNotFound
	}
	return version, nil
}

func scanUser(row scanner) (loyalty.User, error) {
	var u loyalty.User
	var business sql.NullString
	var disabled, created, until, tried sql.NullInt64
	err := row.Scan(&u.ID, &business, &u.Email, &u.Name, &u.Role, &u.PasswordHash, &u.TokenVersion, &disabled, &created, &until, &tried)
	u.BusinessID, u.DisabledAt, u.CreatedAt, u.PasswordUntil = business.String, instant(disabled), instant(created), instant(until)
	u.TriedAt = instant(tried)
	return u, err
}

// ByEmail returns the id of who works for the business under an address, empty
// when nobody does.
func (q Users) ByEmail(email string) (string, error) {
	var id string
	_, err := q.tx.one(`SELECT id FROM users WHERE business_id = $1 AND email = $2`, []any{q.tx.businessID, email}, &id)
	if err != nil {
		return "", fmt.Errorf("looking for who scanned a visit: %w", err)
	}
	return id, nil
}
