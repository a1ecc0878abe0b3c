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

// Attempts count what strangers try, and refuse what is too often.
type Attempts struct {
	base   *usecase.Base
	tokens tokens
	staff  *StaffAddresses
	mails  triedMails
}

// Origin is where a call of no signed-in user comes from. The zero value is not counted.
type Origin struct {
	Address string // one shop's or one household's line
	Network string // as far as a caller may easily go from the address
}

// Attempt is something that a stranger attempts.
type Attempt struct {
	Kind AttemptKind
	By   string // whose attempts it counts with: an address, an account, both
}

func newAttempts(base *usecase.Base, signer tokens, staff *StaffAddresses, mails triedMails) *Attempts {
	for _, kind := range AttemptKinds() {
		base.LimitHits.Declare(string(kind))
	}
	return &Attempts{base: base, tokens: signer, staff: staff, mails: mails}
}

// shortestWait is the least that anybody is told to wait.
const shortestWait = time.Second

// Take counts attempts, all of them or none. It refuses with
// loyalty.ErrTooMany when one was tried too often already; that only reads.
func (a *Attempts) Take(ctx context.Context, attempts ...Attempt) error {
	now := a.base.Now()
	err := a.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) error { return a.have(tx, now, attempts) })
	if err != nil {
		return err
	}
	return a.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		for _, attempt := range attempts {
			made, err := a.use(tx.Attempts(), attempt, attempt.Kind.Limit(), loyalty.ErrTooMany)
			if err == nil && made > 0 && made == attempt.Kind.ToldAt() {
				err = a.noteTried(tx, attempt)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// Return takes back what Take counted, as long as it counts.
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

// toldEvery is how often it is told at most that an account is tried.
const toldEvery = time.Hour

// noteTried tells that the passwords of an account are tried again and again: in the app, in
// the audit trail and by e-mail.
func (a *Attempts) noteTried(tx *store.PlatformTx, attempt Attempt) error {
	user, err := triedUser(tx, attempt)
	if errors.Is(err, loyalty.ErrUserNotFound) {
		return nil
	}
	if err != nil || a.base.Now().Sub(user.TriedAt).Abs() < toldEvery {
		return err
	}
	if err := tx.Users().SetTried(user.ID, a.base.Now()); err != nil {
		return err
	}
	if err := a.mailTried(tx, user); err != nil {
		return err
	}
	return a.base.Record(tx.In(user.BusinessID), "", loyalty.ActionSignInsTried, user.ID, "")
}

// triedUser returns the user whose password an attempt tries.
func triedUser(tx *store.PlatformTx, attempt Attempt) (loyalty.User, error) {
	switch attempt.Kind {
	case AttemptOwnPasswordDay:
		return tx.Users().Get(attempt.By)
	case AttemptSignInKnownDay: // by account and device
		account, _, _ := strings.Cut(attempt.By, " ")
		return tx.Users().ByEmail(account)
	}
	return tx.Users().ByEmail(attempt.By)
}

// have refuses when one of the attempts was made too often already.
func (a *Attempts) have(tx *store.PlatformTx, now time.Time, attempts []Attempt) error {
	for _, attempt := range attempts {
		limit := attempt.Kind.Limit()
		made, err := tx.Attempts().Of(a.tokens.attemptKey(attempt), now, limit.Within)
		if err != nil {
			return err
		}
		if made.Used >= limit.Most {
			a.base.LimitHits.Add(string(attempt.Kind), 1)
			return loyalty.TooManyFor(max(shortestWait, made.EndsAt.Sub(now)))
		}
	}
	return nil
}

// use counts an attempt and returns how often it was made with this one,
// or the refusal when that is more than the limit.
func (a *Attempts) use(
	kept store.Attempts, attempt Attempt, limit AttemptLimit, refusal *loyalty.Error,
) (int64, error) {
	now := a.base.Now()
	made, err := kept.Use(a.tokens.attemptKey(attempt), now, limit.Within)
	if err == nil && made.Used > limit.Most {
		a.base.LimitHits.Add(string(attempt.Kind), 1)
		err = refusal.WithRetryAfter(max(shortestWait, made.EndsAt.Sub(now)))
	}
	return made.Used, err
}

// Count counts an attempt, and returns how often it was made with this one.
func (a *Attempts) Count(tx *store.Tx, attempt Attempt) (int64, error) {
	return a.use(tx.Attempts(), attempt, attempt.Kind.Limit(), loyalty.ErrTooMany)
}

// RoomForStranger counts a code that a device asks for which is not known, and reports
// whether it was not one too many of what the business leaves to such devices.
func (a *Attempts) RoomForStranger(tx *store.Tx, business loyalty.Business, network string, unproved bool) (bool, error) {
	day := business.DayOf(a.base.Now())
	limits := StrangersCodes(business.WhatsApp)
	for _, attempt := range []Attempt{
		{AttemptStrangersNetwork, business.ID + " " + string(day) + " " + network},
		{AttemptStrangersPhone, business.ID + " " + string(day)},
		{AttemptStrangersCode, business.ID + " " + string(day)},
		{AttemptStrangersMonth, business.ID + " " + day.Month()},
	} {
		if attempt.Kind == AttemptStrangersNetwork && network == "" || attempt.Kind == AttemptStrangersPhone && !unproved {
			continue
		}
		_, err := a.use(tx.Attempts(), attempt, limits[attempt.Kind], loyalty.ErrTooMany)
		if errors.Is(err, loyalty.ErrTooMany) {
			return false, nil
		}
		if err != nil {
			return false, err
		}
	}
	return true, nil
}

// RoomFor counts an attempt, and reports whether it was not one too many.
func (a *Attempts) RoomFor(tx *store.Tx, attempt Attempt) (bool, error) {
	_, err := a.use(tx.Attempts(), attempt, attempt.Kind.Limit(), loyalty.ErrTooMany)
	if errors.Is(err, loyalty.ErrTooMany) {
		return false, nil
	}
	return err == nil, err
}

// RoomForQRMail counts an e-mail with a QR to an address, and reports whether it was not one
// too many: for the address, from whichever businesses, and where nobody has proved that for
// the business too, so that forms that name strangers' addresses close nobody's account.
func (a *Attempts) RoomForQRMail(tx *store.Tx, businessID string, to loyalty.SignInEmail) (bool, error) {
	attempts := []Attempt{{AttemptMailedQR, to.Address}}
	if to.Unverified {
		attempts = []Attempt{{AttemptUnprovedQR, to.Address}, {AttemptUnprovedQRShop, businessID}}
	}
	for _, attempt := range attempts {
		if room, err := a.RoomFor(tx, attempt); err != nil || !room {
			return false, err
		}
	}
	return true, nil
}

// TakeRegistration counts a customer who registers without the staff. It refuses with
// loyalty.ErrAtTheCounter when too many have from there. It reports whether the business
// may still send a message because of it: past its day and its month it does not.
func (a *Attempts) TakeRegistration(tx *store.Tx, business loyalty.Business, from Origin) (mayWrite bool, err error) {
	if from == (Origin{}) {
		return true, nil
	}
	limits := RegistrationLimits(business.WhatsApp)
	ofStaff, err := a.staff.has(tx, business.ID, from.Address)
	if err != nil {
		return false, fmt.Errorf("looking for where staff call from: %w", err)
	}
	bounds, allowances := registrationAttempts(business.ID, from, ofStaff)
	for _, attempt := range bounds {
		if _, err := a.use(tx.Attempts(), attempt, limits[attempt.Kind], loyalty.ErrRegisterAtCounter); err != nil {
			return false, fmt.Errorf("counting who registers: %w", err)
		}
	}
	mayWrite = true
	for _, attempt := range allowances {
		_, err := a.use(tx.Attempts(), attempt, limits[attempt.Kind], loyalty.ErrRegisterAtCounter)
		if err != nil && !errors.Is(err, loyalty.ErrRegisterAtCounter) {
			return false, fmt.Errorf("counting who registers: %w", err)
		}
		mayWrite = mayWrite && err == nil
	}
	return mayWrite, nil
}

// registrationAttempts are what a registration counts as: those whose limits refuse it, and
// those past which it goes on without a message.
func registrationAttempts(businessID string, from Origin, ofStaff bool) (bounds, allowances []Attempt) {
	allowances = []Attempt{{AttemptJoinDay, businessID}, {AttemptJoinMonth, businessID}}
	if ofStaff {
		return []Attempt{{AttemptJoinStaffAddress, businessID + " " + from.Address}}, allowances
	}
	bounds = []Attempt{
		{AttemptJoinAddress, businessID + " " + from.Address}, {AttemptJoinNetwork, businessID + " " + from.Network},
	}
	return bounds, append(allowances, Attempt{AttemptJoinStrangers, businessID})
}

// attemptKey stands for whoever attempts something where neither address nor
// account is to be kept.
func (t tokens) attemptKey(attempt Attempt) string {
	return t.keyed("attempt", string(attempt.Kind), attempt.By)
}

// forget removes attempts that do not count any more.
func (a *Attempts) forget(ctx context.Context) error {
	return a.base.RunRemovals(ctx, []usecase.Removal{{Remove: usecase.RemoverOf((*store.PlatformTx).Attempts, store.Attempts.RemoveEnded), Before: a.base.Now()}})
}
