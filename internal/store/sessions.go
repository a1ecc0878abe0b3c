package store

import (
	"database/sql"
	"fmt"
	"time"

	"axioma/internal/loyalty"
)

// Sessions are what decides whether the tokens of users and customers still hold.
type Sessions struct{ tx *Tx }

// Sessions are what decides whether the tokens of users and customers still hold.
func (p *PlatformTx) Sessions() Sessions { return Sessions{&p.tx} }

// End keeps the token with an id from opening anything until it expires.
func (q Sessions) End(id string, expires time.Time) error {
	_, err := q.tx.exec(`INSERT INTO ended_sessions (id, expires_at) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING`, id, millis(expires))
	if err != nil {
		return fmt.Errorf("ending a session: %w", err)
	}
	return nil
}

// Forget removes the ended sessions whose tokens expired before an
// instant.
func (q Sessions) Forget(before time.Time) error {
	if _, err := q.tx.exec(`DELETE FROM ended_sessions WHERE expires_at < $1`, millis(before)); err != nil {
		return fmt.Errorf("forgetting ended sessions: %w", err)
	}
	return nil
}

// Standing is what decides whether a user's token still holds.
type Standing struct {
	Role           loyalty.Role
	BusinessID     string // empty for SUPERADMIN
	TokenVersion   int64
	FormerVersion  sql.NullInt64 // the version before the random ones were drawn; NULL: none is accepted
	VersionDrawnAt time.Time     // when the random ones were drawn
	Disabled       bool
	Temporary      bool                   // her password is one that somebody else has given
	Ended          bool                   // she has signed out of the session
	BusinessStatus loyalty.BusinessStatus // empty for SUPERADMIN
}

// Standing returns how a user with a session stands now, or
// loyalty.ErrUserNotFound.
func (q Sessions) Standing(userID, sessionID string) (Standing, error) {
	var s Standing
	var business, status sql.NullString
	found, err := q.tx.one(`
		SELECT u.role, u.business_id, u.token_version, u.former_version, u.former_version_at, u.disabled_at IS NOT NULL, u.password_until IS NOT NULL, b.status,
			EXISTS (SELECT 1 FROM ended_sessions e WHERE e.id = $2)
		FROM users u LEFT JOIN businesses b ON b.id = u.business_id
		WHERE u.id = $1`, []any{userID, sessionID}, &s.Role, &business, &s.TokenVersion, &s.FormerVersion, (*optionalInstant)(&s.VersionDrawnAt), &s.Disabled, &s.Temporary, &status, &s.Ended)
	if err != nil {
		return s, fmt.Errorf("reading the standing of user %s: %w", userID, err)
	}
	if !found {
		return s, loyalty.ErrUserNotFound
	}
	s.BusinessID = business.String
	s.BusinessStatus = loyalty.BusinessStatus(status.String)
	return s, nil
}

// Accepts reports whether tokens of a version are valid at an instant. Versions were
// counters once: a token of that time is accepted for the lifetime of a session after the
// random version was drawn, when all of them have expired.
func (s Standing) Accepts(version int64, now time.Time, lifetime time.Duration) bool {
	if version == s.TokenVersion {
		return true
	}
	return s.FormerVersion.Valid && version == s.FormerVersion.Int64 && now.Before(s.VersionDrawnAt.Add(lifetime))
}

// PortalStanding is what decides whether a customer's portal token still
// holds.
type PortalStanding struct {
	BusinessID     string
	Phone          string // of a child her guardian's
	Email          loyalty.SignInEmail
	BusinessStatus loyalty.BusinessStatus
	Open           bool      // the session is
	By             OpenedBy  // what opened the session
	SeenAt         time.Time // when the session was used last, by some hours
}

// PortalStanding returns how an active customer with a session stands now, or
// loyalty.ErrCustomerNotFound. A session that has not been used for too long is not open.
func (q Sessions) PortalStanding(customerID, sessionID string, now time.Time) (PortalStanding, error) {
	var s PortalStanding
	var phone, phoneKey, emailKey sql.NullString
	found, err := q.tx.one(`
		SELECT c.business_id, p.phone, b.status, s.id IS NOT NULL, s.seen_at, s.phone_key, s.email_key, `+emailStanding+`
		FROM customers c`+whoseThePhoneIs+` JOIN businesses b ON b.id = c.business_id LEFT JOIN portal_sessions s ON s.id = $2 AND s.expires_at > $3
		WHERE c.id = $1 AND c.archived_at IS NULL`, []any{customerID, sessionID, millis(now)},
		append([]any{&s.BusinessID, &phone, &s.BusinessStatus, &s.Open, (*optionalInstant)(&s.SeenAt), &phoneKey, &emailKey}, emailStandingInto(&s.Email)...)...)
	if err != nil {
		return s, fmt.Errorf("reading the standing of customer %s: %w", customerID, err)
	}
	if !found {
		return s, loyalty.ErrCustomerNotFound
	}
	s.Phone, s.By = phone.String, OpenedBy{PhoneKey: phoneKey.String, EmailKey: emailKey.String}
	return s, nil
}
