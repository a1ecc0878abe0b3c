package store

import (
	"cmp"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"axioma/internal/loyalty"
)

// Users are staff and operators named by a business's rows.
type Users struct{ tx *Tx }

// Users gives access to the users named by the business's rows.
func (tx *Tx) Users() Users { return Users{tx} }

// PlatformUsers are all accounts.
type PlatformUsers struct{ tx *Tx }

// Users gives access to all accounts.
func (p *PlatformTx) Users() PlatformUsers { return PlatformUsers{&p.tx} }

// Insert adds a user, or returns loyalty.ErrEmailTaken.
func (q PlatformUsers) Insert(u loyalty.User) error {
	rowCount, err := q.tx.exec(insertUser, userRow.insertArgs(u, text(u.BusinessID))...)
	if err != nil {
		return fmt.Errorf("adding a user: %w", err)
	}
	if rowCount == 0 {
		return loyalty.ErrEmailTaken
	}
	return nil
}

// ByEmail returns a user by lower-case address, or loyalty.ErrUserNotFound.
func (q PlatformUsers) ByEmail(email string) (loyalty.User, error) {
	return q.read(userByEmail, email)
}

// Get returns a user, or loyalty.ErrUserNotFound.
func (q PlatformUsers) Get(id string) (loyalty.User, error) {
	return q.read(userByID, id)
}

// Lock returns a user like Get, and locks the row.
func (q PlatformUsers) Lock(id string) (loyalty.User, error) {
	return q.read(userByID+q.tx.lockClause(), id)
}

func (q PlatformUsers) read(query, value string) (loyalty.User, error) {
	user, err := scanUser(q.tx.queryRow(query, value))
	if errors.Is(err, sql.ErrNoRows) {
		return user, loyalty.ErrUserNotFound
	}
	if err != nil {
		return user, fmt.Errorf("reading a user: %w", err)
	}
	return user, nil
}

// Name returns a user's or operator's name.
func (q Users) Name(id string) (string, error) {
	var name string
	if _, err := q.tx.queryOne(`SELECT name FROM users WHERE id = $1`, []any{id}, &name); err != nil {
		return "", fmt.Errorf("reading the name of user %s: %w", id, err)
	}
	return name, nil
}

// IsOwner reports whether a user is an enabled owner.
func (q Users) IsOwner(id string) (bool, error) {
	var one int64
	isOwner, err := q.tx.queryOne(`SELECT 1 FROM users WHERE id = $1 AND business_id = $2 AND role = 'OWNER' AND disabled_at IS NULL`,
		[]any{id, q.tx.businessID}, &one)
	if err != nil {
		return false, fmt.Errorf("reading whether user %s is an owner: %w", id, err)
	}
	return isOwner, nil
}

// IsStaff reports whether a user belongs to the business, enabled or not.
func (q Users) IsStaff(id string) (bool, error) {
	var one int64
	isStaff, err := q.tx.queryOne(`SELECT 1 FROM users WHERE id = $1 AND business_id = $2`, []any{id, q.tx.businessID}, &one)
	return isStaff, wrapError("finding user "+id+" in the staff", err)
}

// Colleague is a user of the staff.
type Colleague struct{ ID, Name string }

// Colleagues returns enabled staff by name.
func (q Users) Colleagues() ([]Colleague, error) {
	staff := []Colleague{}
	err := q.tx.queryEach(`SELECT id, name FROM users WHERE business_id = $1 AND disabled_at IS NULL`,
		[]any{q.tx.businessID}, func(row scanner) error {
			var colleague Colleague
			err := row.Scan(&colleague.ID, &colleague.Name)
			staff = append(staff, colleague)
			return err
		})
	slices.SortFunc(staff, func(a, b Colleague) int { return cmp.Or(strings.Compare(a.Name, b.Name), strings.Compare(a.ID, b.ID)) })
	return staff, wrapError("listing the enabled staff", err)
}

// Of returns staff by address.
func (q PlatformUsers) Of(businessID string) ([]loyalty.User, error) {
	users, err := q.all(staff, businessID)
	if err != nil {
		return nil, fmt.Errorf("listing the users of business %s: %w", businessID, err)
	}
	return users, nil
}

// LockStaff returns a business's staff, and locks their rows.
func (q PlatformUsers) LockStaff(businessID string) ([]loyalty.User, error) {
	users, err := q.all(staff+q.tx.lockClause(), businessID)
	if err != nil {
		return nil, fmt.Errorf("locking the users of business %s: %w", businessID, err)
	}
	return users, nil
}

// LockOperators returns the operators, and locks their rows.
func (q PlatformUsers) LockOperators() ([]loyalty.User, error) {
	users, err := q.all(operators + q.tx.lockClause())
	if err != nil {
		return nil, fmt.Errorf("locking the operators: %w", err)
	}
	return users, nil
}

// Operators returns the operators by address.
func (q PlatformUsers) Operators() ([]loyalty.User, error) {
	users, err := q.all(operators)
	if err != nil {
		return nil, fmt.Errorf("listing the operators: %w", err)
	}
	return users, nil
}

func (q PlatformUsers) all(query string, args ...any) ([]loyalty.User, error) {
	users := []loyalty.User{}
	err := q.tx.queryEach(query, args, func(row scanner) error {
		user, err := scanUser(row)
		users = append(users, user)
		return err
	})
	return users, err
}

// setVersion sets the token version to $2, which ends tokens of other versions.
const setVersion = ` token_version = $2, previous_token_version = NULL, previous_token_version_at = NULL `

// SetDisabled disables a user, or enables them if since is zero. It ends tokens of other versions.
func (q PlatformUsers) SetDisabled(userID string, since time.Time, version int64) error {
	err := q.tx.execOne(`UPDATE users SET disabled_at = $3,`+setVersion+`WHERE id = $1`, userID, version, millis(since))
	if err != nil {
		return fmt.Errorf("disabling or enabling user %s: %w", userID, err)
	}
	return nil
}

// EndSessions ends tokens of other versions.
func (q PlatformUsers) EndSessions(userID string, version int64) error {
	if err := q.tx.execOne(`UPDATE users SET`+setVersion+`WHERE id = $1`, userID, version); err != nil {
		return fmt.Errorf("ending the sessions of user %s: %w", userID, err)
	}
	return nil
}

// After returns the next accounts by id; "": the first.
func (q PlatformUsers) After(id string, limit int) ([]loyalty.User, error) {
	users, err := q.all(usersAfter, id, limit)
	if err != nil {
		return nil, fmt.Errorf("listing the users after %q: %w", id, err)
	}
	return users, nil
}

// MarkAttacked records when repeated attempts to sign in were last seen.
func (q PlatformUsers) MarkAttacked(userID string, at time.Time) error {
	if err := q.tx.execOne(`UPDATE users SET attacked_at = $2 WHERE id = $1`, userID, millis(at)); err != nil {
		return fmt.Errorf("recording an attempt on the account of user %s: %w", userID, err)
	}
	return nil
}

// PasswordChange sets an account's password.
type PasswordChange struct {
	UserID         string
	Hash           string
	Until          time.Time // expiry of a temporary password, or zero
	CheckedVersion int64     // token version when the caller was checked
	Version        int64     // new token version
}

// SetPassword stores a password and ends the user's tokens. It returns false if the token version is not
// change.CheckedVersion: password or sessions have changed.
func (q PlatformUsers) SetPassword(change PasswordChange) (bool, error) {
	rowCount, err := q.tx.exec(`
		UPDATE users SET password_hash = $3, password_until = $4,`+setVersion+`WHERE id = $1 AND token_version = $5`,
		change.UserID, change.Version, change.Hash, millis(change.Until), change.CheckedVersion)
	if err != nil {
		return false, fmt.Errorf("changing the password of user %s: %w", change.UserID, err)
	}
	return rowCount == 1, nil
}

// IDByEmail returns a user's id, or "".
func (q Users) IDByEmail(email string) (string, error) {
	var id string
	_, err := q.tx.queryOne(`SELECT id FROM users WHERE business_id = $1 AND email = $2`, []any{q.tx.businessID, email}, &id)
	if err != nil {
		return "", fmt.Errorf("finding the user who scanned a visit: %w", err)
	}
	return id, nil
}
