package access

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// Attempts counts and limits attempts.
type Attempts struct {
	base   *usecase.Base
	tokens tokens
	staff  *StaffAddresses
	alerts signInAlerts
}

// Origin is where a call comes from; zero is not counted.
type Origin struct {
	Address string // of a household or business
	Network string // callers easily change the address within it
}

// Attempt is a limited attempt.
type Attempt struct {
	Kind    AttemptKind
	Subject string // such as an address or account
}

func newAttempts(base *usecase.Base, signer tokens, staff *StaffAddresses, mails signInAlerts) *Attempts {
	for _, kind := range AttemptKinds() {
		base.LimitHits.Declare(string(kind))
	}
	return &Attempts{base: base, tokens: signer, staff: staff, alerts: mails}
}

const minWait = time.Second

// Take counts all attempts or none. If one has reached its limit, it writes nothing and returns loyalty.ErrTooMany.
func (a *Attempts) Take(ctx context.Context, attempts ...Attempt) error {
	now := a.base.Now()
	err := a.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) error { return a.checkLimits(tx, now, attempts) })
	if err != nil {
		return err
	}
	return a.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		for _, attempt := range attempts {
			count, err := a.consume(tx.Attempts(), attempt, attempt.Kind.Limit(), loyalty.ErrTooMany)
			if err == nil && count > 0 && count == attempt.Kind.AlertThreshold() {
				err = a.alertOfGuessing(tx, attempt)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// Return uncounts attempts that Take has counted.
func (a *Attempts) Return(ctx context.Context, attempts ...Attempt) error {
	return a.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		for _, attempt := range attempts {
			if err := tx.Attempts().Return(a.tokens.attemptKey(attempt), a.base.Now()); err != nil {
				return err
			}
		}
		return nil
	})
}

const alertInterval = time.Hour

func (a *Attempts) alertOfGuessing(tx *store.PlatformTx, attempt Attempt) error {
	user, err := guessedUser(tx, attempt)
	if errors.Is(err, loyalty.ErrUserNotFound) {
		return nil
	}
	if err != nil || a.base.Now().Sub(user.TriedAt).Abs() < alertInterval {
		return err
	}
	if err := tx.Users().MarkAttacked(user.ID, a.base.Now()); err != nil {
		return err
	}
	if err := a.queueAlerts(tx, user); err != nil {
		return err
	}
	return a.base.Record(tx.In(user.BusinessID), "", loyalty.ActionSignInsTried, user.ID, "")
}

func guessedUser(tx *store.PlatformTx, attempt Attempt) (loyalty.User, error) {
	switch attempt.Kind {
	case AttemptOwnPasswordDay:
		return tx.Users().Get(attempt.Subject)
	case AttemptSecondFactorDay:
		account, _, _ := strings.Cut(attempt.Subject, " ")
		return tx.Users().Get(account)
	case AttemptSignInKnownDay:
		account, _, _ := strings.Cut(attempt.Subject, " ")
		return tx.Users().ByEmail(account)
	}
	return tx.Users().ByEmail(attempt.Subject)
}

func (a *Attempts) checkLimits(tx *store.PlatformTx, now time.Time, attempts []Attempt) error {
	for _, attempt := range attempts {
		limit := attempt.Kind.Limit()
		count, err := tx.Attempts().Of(a.tokens.attemptKey(attempt), now, limit.Window)
		if err != nil {
			return err
		}
		if count.Used >= limit.Max {
			a.base.LimitHits.Add(string(attempt.Kind), 1)
			return loyalty.TooManyFor(max(minWait, count.EndsAt.Sub(now)))
		}
	}
	return nil
}

func (a *Attempts) consume(
	attempts store.Attempts, attempt Attempt, limit AttemptLimit, refusal *loyalty.Error,
) (int64, error) {
	now := a.base.Now()
	count, err := attempts.Use(a.tokens.attemptKey(attempt), now, limit.Window)
	if err == nil && count.Used > limit.Max {
		a.base.LimitHits.Add(string(attempt.Kind), 1)
		err = refusal.WithRetryAfter(max(minWait, count.EndsAt.Sub(now)))
	}
	return count.Used, err
}

// Count counts an attempt and returns the new count.
func (a *Attempts) Count(tx *store.Tx, attempt Attempt) (int64, error) {
	return a.consume(tx.Attempts(), attempt, attempt.Kind.Limit(), loyalty.ErrTooMany)
}

// AllowUnknownDeviceCode counts a code and reports whether it may be sent.
func (a *Attempts) AllowUnknownDeviceCode(tx *store.Tx, business loyalty.Business, network string, unproved bool) (bool, error) {
	day := business.DayOf(a.base.Now())
	limits := UnknownDeviceCodeLimits(business.WhatsApp)
	businessDay := business.ID + " " + string(day)
	networkCodes := int64(0)
	if network != "" {
		used, isAllowed, err := a.allow(tx, Attempt{AttemptUnknownDeviceNetwork, businessDay + " " + network}, limits[AttemptUnknownDeviceNetwork])
		if err != nil || !isAllowed {
			return false, err
		}
		networkCodes = used
	}
	isBusy := networkCodes > quietNetworkCodes
	for _, rule := range []struct {
		Attempt
		applies bool
	}{
		{Attempt{AttemptUnknownDeviceBusyPhone, businessDay}, isBusy && unproved},
		{Attempt{AttemptUnknownDevicePhone, businessDay}, unproved},
		{Attempt{AttemptUnknownDeviceBusy, businessDay}, isBusy},
		{Attempt{AttemptUnknownDeviceCode, businessDay}, true},
		{Attempt{AttemptUnknownDeviceMonth, business.ID + " " + day.Month()}, true},
	} {
		if !rule.applies {
			continue
		}
		if _, isAllowed, err := a.allow(tx, rule.Attempt, limits[rule.Kind]); err != nil || !isAllowed {
			return false, err
		}
	}
	return true, nil
}

// Allow counts an attempt and reports whether it is allowed.
func (a *Attempts) Allow(tx *store.Tx, attempt Attempt) (bool, error) {
	_, isAllowed, err := a.allow(tx, attempt, attempt.Kind.Limit())
	return isAllowed, err
}

func (a *Attempts) allow(tx *store.Tx, attempt Attempt, limit AttemptLimit) (used int64, isAllowed bool, err error) {
	used, err = a.consume(tx.Attempts(), attempt, limit, loyalty.ErrTooMany)
	if errors.Is(err, loyalty.ErrTooMany) {
		return used, false, nil
	}
	return used, err == nil, err
}

// AllowQRMail counts a mail with a QR and reports whether it may be sent. Unverified addresses cannot use up the limits
// of verified ones.
func (a *Attempts) AllowQRMail(tx *store.Tx, businessID string, to loyalty.SignInEmail) (bool, error) {
	attempts := []Attempt{{AttemptMailedQR, to.Address}}
	if to.Unverified {
		attempts = []Attempt{{AttemptUnverifiedQR, to.Address}, {AttemptUnverifiedQRBusiness, businessID}}
	}
	for _, attempt := range attempts {
		if room, err := a.Allow(tx, attempt); err != nil || !room {
			return false, err
		}
	}
	return true, nil
}

// CountRegistration counts a registration, or returns loyalty.ErrRegisterAtCounter. mayWrite reports whether a message
// may be sent.
func (a *Attempts) CountRegistration(tx *store.Tx, business loyalty.Business, from Origin) (mayWrite bool, err error) {
	if from == (Origin{}) {
		return true, nil
	}
	limits := RegistrationLimits(business.WhatsApp)
	isStaffNetwork, err := a.staff.contains(tx, business.ID, from.Address)
	if err != nil {
		return false, fmt.Errorf("reading staff addresses: %w", err)
	}
	bounds, allowances := registrationAttempts(business.ID, from, isStaffNetwork)
	for _, attempt := range bounds {
		if _, err := a.consume(tx.Attempts(), attempt, limits[attempt.Kind], loyalty.ErrRegisterAtCounter); err != nil {
			return false, fmt.Errorf("counting a registration: %w", err)
		}
	}
	mayWrite = true
	for _, attempt := range allowances {
		_, err := a.consume(tx.Attempts(), attempt, limits[attempt.Kind], loyalty.ErrRegisterAtCounter)
		if err != nil && !errors.Is(err, loyalty.ErrRegisterAtCounter) {
			return false, fmt.Errorf("counting a registration: %w", err)
		}
		mayWrite = mayWrite && err == nil
	}
	return mayWrite, nil
}

// registrationAttempts returns bounds, which refuse the form, and allowances for messages.
func registrationAttempts(businessID string, from Origin, isStaffNetwork bool) (bounds, allowances []Attempt) {
	allowances = []Attempt{{AttemptRegisterDay, businessID}, {AttemptRegisterMonth, businessID}}
	if isStaffNetwork {
		return []Attempt{{AttemptRegisterStaffAddress, businessID + " " + from.Address}}, allowances
	}
	bounds = []Attempt{
		{AttemptRegisterAddress, businessID + " " + from.Address}, {AttemptRegisterNetwork, businessID + " " + from.Network},
	}
	return bounds, append(allowances, Attempt{AttemptRegisterStrangers, businessID})
}

// attemptKey returns a keyed hash: addresses and accounts are not stored.
func (t tokens) attemptKey(attempt Attempt) string {
	return t.hmacHex("attempt", string(attempt.Kind), attempt.Subject)
}

func (a *Attempts) removeExpired(ctx context.Context) error {
	return a.base.RunRemovals(ctx, []usecase.Removal{{Remove: usecase.RemoverOf((*store.PlatformTx).Attempts, store.Attempts.RemoveEnded), Before: a.base.Now()}})
}
