package service

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

const (
	// grantBatchSize are the cards of one transaction: no check-in waits for more.
	grantBatchSize = 50

	firstGrantsDelay = 5 * time.Second
	grantsInterval   = time.Minute
)

// FinishGrantsPeriodically finishes, from time to time until the context ends, what FinishGrants does.
func (b *Businesses) FinishGrantsPeriodically(ctx context.Context, log *slog.Logger) {
	usecase.RunPeriodically(ctx, log, usecase.PeriodicTask{Name: "upkeep of rewards", First: firstGrantsDelay, Every: grantsInterval, Run: b.FinishGrants})
}

// FinishGrants records what is owed at once by changes of settings that a fault, or
// the end of a program, has interrupted. Several programs may do it at once.
func (b *Businesses) FinishGrants(ctx context.Context) error {
	var businesses []string
	err := b.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		businesses, err = tx.Grants().UnderWay()
		return err
	})
	for _, id := range businesses {
		err = errors.Join(err, b.finishGrant(ctx, id))
	}
	return err
}

// finishGrant goes through the cards of a business until what they have reached is
// owed. Nobody changes the settings meanwhile, and every visit has its terms.
func (b *Businesses) finishGrant(ctx context.Context, businessID string) error {
	for {
		step, found, err := b.findGrantStep(ctx, businessID)
		if err == nil && found {
			err = b.applyGrantStep(ctx, businessID, step)
		}
		if err != nil {
			return fmt.Errorf("owing what the cards of business %s have reached: %w", businessID, err)
		}
		if !found {
			return nil
		}
	}
}

// grantStep are the cards between two, of which these seem to be owed something.
type grantStep struct {
	after, last string // last is empty for the end of all
	cards       []string
}

// findGrantStep looks for the next cards that seem to be owed something. It reports
// false when no grant is under way.
func (b *Businesses) findGrantStep(ctx context.Context, businessID string) (step grantStep, found bool, err error) {
	err = b.base.Store.ViewChore(ctx, businessID, func(tx *store.Tx) error {
		step = grantStep{}
		if step.after, found, err = tx.Grants().UnderWay(); err != nil || !found {
			return err
		}
		business, err := tx.Business().Get()
		if err != nil {
			return err
		}
		return eachStanding(tx, step.after, func(standing loyalty.CardProgress) bool {
			if len(step.cards) == grantBatchSize {
				step.last = step.cards[grantBatchSize-1]
				return false
			}
			if len(standing.MilestonesOwed(business)) > 0 {
				step.cards = append(step.cards, standing.CardID)
			}
			return true
		})
	})
	return step, found, err
}

// applyGrantStep looks again at the cards of a step, which nobody stamps meanwhile, and
// owes what they have reached. It does nothing when another program was first.
func (b *Businesses) applyGrantStep(ctx context.Context, businessID string, step grantStep) error {
	return b.base.Store.InBusiness(ctx, businessID, func(tx *store.Tx) error {
		business, err := tx.Business().Get()
		if err != nil {
			return err
		}
		after, found, err := tx.Grants().UnderWay()
		if err != nil || !found || after != step.after {
			return err
		}
		standings, err := tx.Standings().Lock(step.cards)
		if err != nil {
			return err
		}
		for _, standing := range standings {
			if err := b.grantAll(tx, standing, business); err != nil {
				return err
			}
		}
		return tx.Grants().UpTo(step.last)
	})
}

func (b *Businesses) grantAll(tx *store.Tx, standing loyalty.CardProgress, business loyalty.Business) error {
	for _, milestone := range standing.MilestonesOwed(business) {
		if _, err := b.rewards.grant(tx, standing.Card(), standing.CustomerID, milestone); err != nil {
			return err
		}
	}
	return nil
}

// eachStanding calls fn with how far each card that follows one has come, until it
// returns false.
func eachStanding(tx *store.Tx, after string, fn func(loyalty.CardProgress) bool) error {
	for {
		standings, last, err := tx.Standings().After(after)
		if err != nil {
			return err
		}
		for _, standing := range standings {
			if !fn(standing) {
				return nil
			}
		}
		if last == "" {
			return nil
		}
		after = last
	}
}
