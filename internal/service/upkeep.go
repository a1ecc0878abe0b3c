package service

import (
	"context"
	"log/slog"
	"time"

	"axioma/internal/store"
)

const (
	answersKept = 30 * 24 * time.Hour
	upkeepEvery = 6 * time.Hour
)

// Upkeep removes what is not needed any more, from time to time until the
// context ends. Any number of programs on one database may do it.
func (s *Service) Upkeep(ctx context.Context, log *slog.Logger) {
	repeat(ctx, log, upkeepEvery, s.forgetAnswers, s.forgetCodes, s.forgetProofs, s.forgetNotices, s.ApplyRetention)
}

// repeat does chores from time to time until the context ends. One that fails
// is tried again the next time.
func repeat(ctx context.Context, log *slog.Logger, every time.Duration, chores ...func(context.Context) error) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(every):
		}
		for _, chore := range chores {
			if err := chore(ctx); err != nil && ctx.Err() == nil {
				log.ErrorContext(ctx, "upkeep", "error", err)
			}
		}
	}
}

// forgetAnswers removes idempotency keys that nobody retries with any more.
func (s *Service) forgetAnswers(ctx context.Context) error {
	return s.store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		_, err := tx.ForgetAnswers(s.now().Add(-answersKept))
		return err
	})
}

// forgetCodes removes codes that nobody can use any more.
func (s *Service) forgetCodes(ctx context.Context) error {
	return s.store.InPlatform(ctx, func(tx *store.PlatformTx) error { return tx.ForgetCodes(s.now()) })
}
