package service

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"time"

	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// Upkeep removes what is not needed any more.
type Upkeep struct {
	base   *usecase.Base
	chores []usecase.Chore // what else is not needed any more
}

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

// Keep removes what is not needed any more, from time to time until the
// context ends. Any number of programs on one database may do it.
func (u *Upkeep) Keep(ctx context.Context, log *slog.Logger) {
	usecase.Repeat(ctx, log, usecase.Routine{Name: "upkeep", First: upkeepFirst, Every: upkeepEvery, Chore: u.Run})
}

// Run does once what Keep does from time to time. A chore that fails
// keeps none of the others from being done.
func (u *Upkeep) Run(ctx context.Context) error {
	var failed error
	for _, chore := range append(slices.Clone(u.chores), u.forgetAnswers, u.ApplyRetention, u.base.Store.KeepStatistics) {
		failed = errors.Join(failed, chore(ctx))
	}
	return failed
}

// forgetAnswers removes idempotency keys that nobody retries with any more.
func (u *Upkeep) forgetAnswers(ctx context.Context) error {
	before := u.base.Now().Add(-answersKept)
	for {
		var keys []store.KeyOf
		err := u.base.Store.SurveyPlatform(ctx, func(tx *store.PlatformTx) (err error) {
			keys, err = tx.Answers().Old(before, keysAtATime)
			return err
		})
		if err != nil {
			return err
		}
		for some := range slices.Chunk(keys, usecase.AtATime) {
			if err := u.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error { return tx.Answers().Remove(some) }); err != nil {
				return err
			}
		}
		if len(keys) < keysAtATime {
			return u.base.RemoveAll(ctx, []usecase.Removal{{Remove: usecase.From((*store.PlatformTx).Openings, store.Openings.Remove), Before: before}})
		}
	}
}
