package store

import (
	"database/sql"
	"fmt"
	"time"

	"axioma/internal/loyalty"
)

// Sessions checks and revokes tokens.
type Sessions struct{ tx *Tx }

// Sessions gives access to all sessions.
func (p *PlatformTx) Sessions() Sessions { return Sessions{&p.tx} }

// End revokes a session.
func (q Sessions) End(id string, expires time.Time) error {
	_, err := q.tx.exec(`INSERT INTO ended_sessions (id, expires_at) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING`, id, millis(expires))
	if err != nil {
		return fmt.Errorf("ending a session: %w", err)
	}
	return nil
}

// Forget removes expired revocations.
func (q Sessions) Forget(before time.Time) error {
	if _, err := q.tx.exec(`DELETE FROM ended_sessions WHERE expires_at < $1`, millis(before)); err != nil {
		return fmt.Errorf("removing ended sessions: %w", err)
	}
	return nil
}

// SessionStatus decides whether a user's token is valid.
type SessionStatus struct {
	Role                 loyalty.Role
	BusinessID           string // empty: SUPERADMIN
	TokenVersion         int64
	FormerVersion        sql.NullInt64 // NULL: none is accepted
	VersionRandomizedAt  time.Time
	Disabled             bool
	HasTemporaryPassword bool // set by another user, to be changed
	SessionEnded         bool
	HasSecondFactor      bool                   // app or passkey
	RequiresSecondFactor bool                   // by the business
	BusinessStatus       loyalty.BusinessStatus // empty: SUPERADMIN
}

// Status returns the status of a user's session, or loyalty.ErrUserNotFound.
func (q Sessions) Status(userID, sessionID string) (SessionStatus, error) {
	var s SessionStatus
	var business, status sql.NullString
	found, err := q.tx.queryOne(`
		SELECT u.role, u.business_id, u.token_version, u.previous_token_version, u.previous_token_version_at, u.disabled_at IS NOT NULL, u.password_until IS NOT NULL, b.status,
			EXISTS (SELECT 1 FROM ended_sessions e WHERE e.id = $2), u.totp_enrolled_at IS NOT NULL OR u.passkey_count > 0, COALESCE(b.second_factor_required, FALSE)
		FROM users u LEFT JOIN businesses b ON b.id = u.business_id
		WHERE u.id = $1`, []any{userID, sessionID}, &s.Role, &business, &s.TokenVersion, &s.FormerVersion, (*optionalInstant)(&s.VersionRandomizedAt), &s.Disabled, &s.HasTemporaryPassword, &status, &s.SessionEnded, &s.HasSecondFactor, &s.RequiresSecondFactor)
	if err != nil {
		return s, fmt.Errorf("reading the access of user %s: %w", userID, err)
	}
	if !found {
		return s, loyalty.ErrUserNotFound
	}
	s.BusinessID = business.String
	s.BusinessStatus = loyalty.BusinessStatus(status.String)
	return s, nil
}

// Accepts reports whether a version's tokens are valid. A former version was a counter, and is valid for one lifetime
// after the random one was set.
func (s SessionStatus) Accepts(version int64, now time.Time, lifetime time.Duration) bool {
	if version == s.TokenVersion {
		return true
	}
	return s.FormerVersion.Valid && version == s.FormerVersion.Int64 && now.Before(s.VersionRandomizedAt.Add(lifetime))
}

// PortalSessionStatus decides whether a portal token is valid.
type PortalSessionStatus struct {
	BusinessID     string
	Phone          string // for a child the guardian's
	Email          loyalty.SignInEmail
	BusinessStatus loyalty.BusinessStatus
	SessionOpen    bool
	Origin         SessionOrigin
	SeenAt         time.Time // last use, some hours inexact
}

// PortalStatus returns the status of a portal session, or loyalty.ErrCustomerNotFound, also for an archived customer.
// Sessions unused for too long are not open.
func (q Sessions) PortalStatus(customerID, sessionID string, now time.Time) (PortalSessionStatus, error) {
	var s PortalSessionStatus
	var phone, phoneKey, emailKey sql.NullString
	found, err := q.tx.queryOne(`
		SELECT c.business_id, p.phone, b.status, s.id IS NOT NULL, s.seen_at, s.phone_key, s.email_key, `+emailStanding+`
		FROM customers c`+joinPhoneOwner+` JOIN businesses b ON b.id = c.business_id LEFT JOIN portal_sessions s ON s.id = $2 AND s.expires_at > $3
		WHERE c.id = $1 AND c.archived_at IS NULL`, []any{customerID, sessionID, millis(now)},
		append([]any{&s.BusinessID, &phone, &s.BusinessStatus, &s.SessionOpen, (*optionalInstant)(&s.SeenAt), &phoneKey, &emailKey}, emailStandingInto(&s.Email)...)...)
	if err != nil {
		return s, fmt.Errorf("reading the access of customer %s: %w", customerID, err)
	}
	if !found {
		return s, loyalty.ErrCustomerNotFound
	}
	s.Phone, s.Origin = phone.String, SessionOrigin{PhoneKey: phoneKey.String, EmailKey: emailKey.String}
	return s, nil
}
