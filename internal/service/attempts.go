package service

import (
	"context"
	"errors"
	"fmt"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/store"
)

// Attempt is something that a stranger attempts.
type Attempt struct {
	Kind loyalty.AttemptKind
	By   string // whose attempts it counts with: an address, an account, both
}

// shortestWait is the least that anybody is told to wait.
const shortestWait = time.Second

// TakeAttempts counts attempts, all of them or none. It refuses with
// loyalty.ErrTooMany when one was tried too often already; that only reads.
func (s *Service) TakeAttempts(ctx context.Context, attempts ...Attempt) error {
	now := s.now()
	err := s.store.ViewPlatform(ctx, func(tx *store.PlatformTx) error { return s.haveAttempts(tx, now, attempts) })
	if err != nil {
		return err
	}
	return s.store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		for _, attempt := range attempts {
			made, err := s.useAttempt(tx.In(""), attempt, attempt.Kind.Limit(), loyalty.ErrTooMany)
			if err == nil && attempt.Kind == loyalty.AttemptSignInAccount && made == loyalty.SignInsTold {
				err = s.noteTried(tx, attempt.By)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// ReturnAttempts takes back what TakeAttempts counted, as long as it counts.
func (s *Service) ReturnAttempts(ctx context.Context, attempts ...Attempt) error {
	return s.store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		for _, attempt := range attempts {
			if err := tx.In("").ReturnAttempt(s.tokens.attemptKey(attempt), s.now()); err != nil {
				return err
			}
		}
		return nil
	})
}

// noteTried tells, once in the time that the limit counts, that somebody tries an
// account again and again from devices on which nobody has signed in to it.
func (s *Service) noteTried(tx *store.PlatformTx, email string) error {
	user, err := tx.UserByEmail(email)
	if errors.Is(err, loyalty.ErrUserNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	if err := tx.SetTried(user.ID, s.now()); err != nil {
		return err
	}
	return s.record(tx.In(user.BusinessID), "", loyalty.ActionSignInsTried, user.ID, "")
}

// haveAttempts refuses when one of the attempts was made too often already.
func (s *Service) haveAttempts(tx *store.PlatformTx, now time.Time, attempts []Attempt) error {
	for _, attempt := range attempts {
		limit := attempt.Kind.Limit()
		made, err := tx.Attempts(s.tokens.attemptKey(attempt), now, limit.Within)
		if err != nil {
			return err
		}
		if made.Used >= limit.Most {
			return loyalty.TooManyFor(max(shortestWait, made.EndsAt.Sub(now)))
		}
	}
	return nil
}

// useAttempt counts an attempt and returns how often it was made with this one,
// or the refusal when that is more than the limit.
func (s *Service) useAttempt(
	tx *store.Tx, attempt Attempt, limit loyalty.AttemptLimit, refusal *loyalty.Error,
) (int64, error) {
	now := s.now()
	made, err := tx.UseAttempt(s.tokens.attemptKey(attempt), now, limit.Within)
	if err == nil && made.Used > limit.Most {
		err = refusal.For(max(shortestWait, made.EndsAt.Sub(now)))
	}
	return made.Used, err
}

// roomFor counts an attempt, and reports whether it was not one too many.
func (s *Service) roomFor(tx *store.Tx, attempt Attempt) (bool, error) {
	_, err := s.useAttempt(tx, attempt, attempt.Kind.Limit(), loyalty.ErrTooMany)
	if errors.Is(err, loyalty.ErrTooMany) {
		return false, nil
	}
	return err == nil, err
}

// takeRegistration counts a customer who registers herself from an address. It
// refuses with loyalty.ErrAtTheCounter when too many have.
func (s *Service) takeRegistration(tx *store.Tx, business loyalty.Business, address string) error {
	limits := business.WhatsApp.Registrations()
	for _, attempt := range []Attempt{
		{loyalty.AttemptJoinAddress, business.ID + " " + address}, {loyalty.AttemptJoinDay, business.ID}, {loyalty.AttemptJoinMonth, business.ID},
	} {
		if _, err := s.useAttempt(tx, attempt, limits[attempt.Kind], loyalty.ErrAtTheCounter); err != nil {
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

// forgetAttempts removes attempts that do not count any more.
func (s *Service) forgetAttempts(ctx context.Context) error {
	return s.removeAll(ctx, []removal{{(*store.PlatformTx).RemoveAttempts, s.now()}})
}
