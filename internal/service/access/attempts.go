package access

import (
	"context"
	"errors"
	"fmt"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/act"
	"axioma/internal/store"
)

// Attempts count what strangers try, and refuse what is too often.
type Attempts struct {
	*act.Base
	tokens tokens
}

// Attempt is something that a stranger attempts.
type Attempt struct {
	Kind loyalty.AttemptKind
	By   string // whose attempts it counts with: an address, an account, both
}

func newAttempts(base *act.Base, signer tokens) *Attempts {
	for _, kind := range loyalty.AttemptKinds() {
		base.Hits.Know(string(kind))
	}
	return &Attempts{Base: base, tokens: signer}
}

// shortestWait is the least that anybody is told to wait.
const shortestWait = time.Second

// Take counts attempts, all of them or none. It refuses with
// loyalty.ErrTooMany when one was tried too often already; that only reads.
func (a *Attempts) Take(ctx context.Context, attempts ...Attempt) error {
	now := a.Now()
	err := a.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) error { return a.have(tx, now, attempts) })
	if err != nil {
		return err
	}
	return a.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		for _, attempt := range attempts {
			made, err := a.use(tx.Attempts(), attempt, attempt.Kind.Limit(), loyalty.ErrTooMany)
			if err == nil && attempt.Kind == loyalty.AttemptSignInAccount && made == loyalty.SignInsTold {
				err = a.noteTried(tx, attempt.By)
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
	return a.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		for _, attempt := range attempts {
			if err := tx.Attempts().Return(a.tokens.attemptKey(attempt), a.Now()); err != nil {
				return err
			}
		}
		return nil
	})
}

// noteTried tells, once in the time that the limit counts, that somebody tries an
// account again and again from devices on which nobody has signed in to it.
func (a *Attempts) noteTried(tx *store.PlatformTx, email string) error {
	user, err := tx.Users().ByEmail(email)
	if errors.Is(err, loyalty.ErrUserNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	if err := tx.Users().SetTried(user.ID, a.Now()); err != nil {
		return err
	}
	return a.Record(tx.In(user.BusinessID), "", loyalty.ActionSignInsTried, user.ID, "")
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
			a.Hits.Hit(string(attempt.Kind), 1)
			return loyalty.TooManyFor(max(shortestWait, made.EndsAt.Sub(now)))
		}
	}
	return nil
}

// use counts an attempt and returns how often it was made with this one,
// or the refusal when that is more than the limit.
func (a *Attempts) use(
	kept store.Attempts, attempt Attempt, limit loyalty.AttemptLimit, refusal *loyalty.Error,
) (int64, error) {
	now := a.Now()
	made, err := kept.Use(a.tokens.attemptKey(attempt), now, limit.Within)
	if err == nil && made.Used > limit.Most {
		a.Hits.Hit(string(attempt.Kind), 1)
		err = refusal.For(max(shortestWait, made.EndsAt.Sub(now)))
	}
	return made.Used, err
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
func (a *Attempts) RoomForQRMail(tx *store.Tx, businessID string, to loyalty.EmailStanding) (bool, error) {
	attempts := []Attempt{{loyalty.AttemptMailedQR, to.Address}}
	if to.Unproved {
		attempts = []Attempt{{loyalty.AttemptUnprovedQR, to.Address}, {loyalty.AttemptUnprovedQRShop, businessID}}
	}
	for _, attempt := range attempts {
		if room, err := a.RoomFor(tx, attempt); err != nil || !room {
			return false, err
		}
	}
	return true, nil
}

// TakeRegistration counts a customer who registers herself from an address. It
// refuses with loyalty.ErrAtTheCounter when too many have.
func (a *Attempts) TakeRegistration(tx *store.Tx, business loyalty.Business, address string) error {
	limits := business.WhatsApp.Registrations()
	for _, attempt := range []Attempt{
		{loyalty.AttemptJoinAddress, business.ID + " " + address}, {loyalty.AttemptJoinDay, business.ID}, {loyalty.AttemptJoinMonth, business.ID},
	} {
		if _, err := a.use(tx.Attempts(), attempt, limits[attempt.Kind], loyalty.ErrAtTheCounter); err != nil {
			return fmt.Errorf("counting who registers: %w", err)
		}
	}
	return nil
}

// attemptKey stands for whoever attempts something where neither address nor
// account is to be kept.
func (t tokens) attemptKey(attempt Attempt) string {
	return t.keyed("attempt", string(attempt.Kind), attempt.By)
}

// forget removes attempts that do not count any more.
func (a *Attempts) forget(ctx context.Context) error {
	return a.RemoveAll(ctx, []act.Removal{{Remove: act.From((*store.PlatformTx).Attempts, store.Attempts.RemoveEnded), Before: a.Now()}})
}
