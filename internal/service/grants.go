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
	// grantBatchSize keeps transactions short for check-ins.
	grantBatchSize = 50

	firstGrantsDelay = 5 * time.Second
	grantsInterval   = time.Minute
)

// FinishGrantsPeriodically runs FinishGrants until the context ends.
func (b *Businesses) FinishGrantsPeriodically(ctx context.Context, log *slog.Logger) {
	usecase.RunPeriodically(ctx, log, usecase.PeriodicTask{Name: "maintenance of rewards", First: firstGrantsDelay, Every: grantsInterval, Run: b.FinishGrants})
}

// FinishGrants finishes interrupted grants. Several servers may run it at once.
func (b *Businesses) FinishGrants(ctx context.Context) error {
	var businesses []string
	err := b.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		businesses, err = tx.Grants().InProgress()
		return err
	})
	for _, id := range businesses {
		err = errors.Join(err, b.finishGrant(ctx, id))
	}
	return err
}

// finishGrant grants in steps of one transaction each. The settings cannot change before the last step.
func (b *Businesses) finishGrant(ctx context.Context, businessID string) error {
	for {
		step, found, err := b.findGrantStep(ctx, businessID)
		if err == nil && found {
			err = b.applyGrantStep(ctx, businessID, step)
		}
		if err != nil {
			return fmt.Errorf("granting rewards that cards of business %s have reached: %w", businessID, err)
		}
		if !found {
			return nil
		}
	}
}

type grantStep struct {
	after, last string // last is empty when no cards are left
	cards       []string
}

func (b *Businesses) findGrantStep(ctx context.Context, businessID string) (step grantStep, found bool, err error) {
	err = b.base.Store.ViewMaintenance(ctx, businessID, func(tx *store.Tx) error {
		step = grantStep{}
		if step.after, found, err = tx.Grants().InProgress(); err != nil || !found {
			return err
		}
		business, err := tx.Business().Get()
		if err != nil {
			return err
		}
		return eachCardProgress(tx, step.after, func(card loyalty.CardProgress) bool {
			if len(step.cards) == grantBatchSize {
				step.last = step.cards[grantBatchSize-1]
				return false
			}
			if len(card.MilestonesOwed(business)) > 0 {
				step.cards = append(step.cards, card.CardID)
			}
			return true
		})
	})
	return step, found, err
}

// applyGrantStep grants the rewards of a step in one transaction. It skips a step done by another server.
func (b *Businesses) applyGrantStep(ctx context.Context, businessID string, step grantStep) error {
	return b.base.Store.InBusiness(ctx, businessID, func(tx *store.Tx) error {
		business, err := tx.Business().Get()
		if err != nil {
			return err
		}
		after, found, err := tx.Grants().InProgress()
		if err != nil || !found || after != step.after {
			return err
		}
		cards, err := tx.Progress().Lock(step.cards)
		if err != nil {
			return err
		}
		for _, card := range cards {
			if err := b.grantAll(tx, card, business); err != nil {
				return err
			}
		}
		return tx.Grants().SaveProgress(step.last)
	})
}

func (b *Businesses) grantAll(tx *store.Tx, card loyalty.CardProgress, business loyalty.Business) error {
	for _, milestone := range card.MilestonesOwed(business) {
		if _, err := b.rewards.grant(tx, card.Card(), card.CustomerID, milestone); err != nil {
			return err
		}
	}
	return nil
}

func eachCardProgress(tx *store.Tx, after string, fn func(loyalty.CardProgress) bool) error {
	for {
		cards, last, err := tx.Progress().After(after)
		if err != nil {
			return err
		}
		for _, card := range cards {
			if !fn(card) {
				return nil
			}
		}
		if last == "" {
			return nil
		}
		after = last
	}
}
