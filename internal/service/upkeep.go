package service

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"time"

	"axioma/internal/store"
)

const (
	answersKept = 30 * 24 * time.Hour
	upkeepEvery = 6 * time.Hour
	// keysAtATime are the idempotency keys that are found by going through them
	// all once.
	keysAtATime = 10_000
	// upkeepFirst lets a server begin in peace, and yet do its upkeep where it is
	// started anew more often than every six hours.
	upkeepFirst = 3 * time.Minute
)

// Upkeep removes what is not needed any more, from time to time until the
// context ends. Any number of programs on one database may do it.
func (s *Service) Upkeep(ctx context.Context, log *slog.Logger) {
	repeat(ctx, log, upkeepFirst, upkeepEvery, s.RunUpkeep)
}

// RunUpkeep does once what Upkeep does from time to time. A chore that fails
// keeps none of the others from being done.
func (s *Service) RunUpkeep(ctx context.Context) error {
	var failed error
	for _, chore := range []func(context.Context) error{
		s.forgetAnswers, s.forgetCodes, s.forgetAttempts, s.forgetProofs, s.forgetSessions, s.forgetNotices, s.forgetDevices, s.ApplyRetention, s.store.KeepStatistics, s.KeepRhythms,
	} {
		failed = errors.Join(failed, chore(ctx))
	}
	return failed
}

// repeat does a chore a first time after a while, and then from time to time
// until the context ends. What fails is tried again the next time.
func repeat(ctx context.Context, log *slog.Logger, first, every time.Duration, chore func(context.Context) error) {
	for wait := first; ; wait = every {
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
		if err := chore(ctx); err != nil && ctx.Err() == nil {
			log.ErrorContext(ctx, "upkeep", "error", err)
		}
	}
}

// forgetAnswers removes idempotency keys that nobody retries with any more.
func (s *Service) forgetAnswers(ctx context.Context) error {
	before := s.now().Add(-answersKept)
	for {
		var keys []store.KeyOf
		err := s.store.SurveyPlatform(ctx, func(tx *store.PlatformTx) (err error) {
			keys, err = tx.OldKeys(before, keysAtATime)
			return err
		})
		if err != nil {
			return err
		}
		for some := range slices.Chunk(keys, retainedAtATime) {
			if err := s.store.InPlatform(ctx, func(tx *store.PlatformTx) error { return tx.RemoveKeys(some) }); err != nil {
				return err
			}
		}
		if len(keys) < keysAtATime {
			return s.removeAll(ctx, []removal{{(*store.PlatformTx).RemoveBusinessKeys, before}})
		}
	}
}

// forgetCodes removes codes that nobody can use any more.
func (s *Service) forgetCodes(ctx context.Context) error {
	return s.removeAll(ctx, []removal{{(*store.PlatformTx).RemoveCodes, s.now()}})
}
