package service

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"axioma/internal/logs"
	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

const (
	firstSealing = 2 * time.Minute
	// sealingInterval is the time to a seal. With shorter ones, blocks outnumber sealed rows.
	sealingInterval = 15 * time.Minute
	sealsKeptFor    = loyalty.EventRetention + 24*time.Hour
)

// Chains seals visits, rewards and events in hash chains (decision 0049). It is safe for concurrent use.
type Chains struct {
	base     *usecase.Base
	episodes logs.Episodes

	mutex sync.Mutex // one pass at a time
}

// RunPeriodically seals until the context ends, on any number of servers.
func (c *Chains) RunPeriodically(ctx context.Context, log *slog.Logger) {
	usecase.RunPeriodically(ctx, log, usecase.PeriodicTask{Name: "hash chains", First: firstSealing, Every: sealingInterval, Run: func(ctx context.Context) error {
		return c.seal(ctx, func(businessID string, err error) {
			c.episodes.For(businessID).Record(ctx, log, "maintenance", err, "task", "hash chains", "business", businessID)
		})
	}})
}

// Seal seals new events, rows that changed, and rows from before the chains.
func (c *Chains) Seal(ctx context.Context) error {
	var faults error
	err := c.seal(ctx, func(_ string, fault error) { faults = errors.Join(faults, fault) })
	return errors.Join(err, faults)
}

func (c *Chains) seal(ctx context.Context, report func(businessID string, err error)) error {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	var upTo int64
	err := c.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		upTo, err = tx.Events().Last()
		return err
	})
	if err != nil {
		return err
	}
	var businesses []string
	err = c.base.Store.SurveyPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		businesses, err = tx.Businesses().ListUnsealed(upTo)
		return err
	})
	if err != nil {
		return err
	}
	return c.sealInTurn(ctx, businesses, upTo, report)
}

// sealInTurn alternates between businesses, so that a large one delays no other.
func (c *Chains) sealInTurn(ctx context.Context, waiting []string, upTo int64, report func(businessID string, err error)) error {
	for len(waiting) > 0 {
		var unfinishedIDs []string
		for _, id := range waiting {
			more, err := c.sealBlock(ctx, id, upTo)
			if err != nil && (ctx.Err() != nil || isOutage(err)) {
				return err
			}
			switch {
			case err != nil:
				report(id, fmt.Errorf("sealing business %s: %w", id, err))
			case more:
				unfinishedIDs = append(unfinishedIDs, id)
			default:
				report(id, nil)
			}
		}
		waiting = unfinishedIDs
	}
	return nil
}

// sealBlock reads in one transaction and writes in a short one. It returns false if nothing is left or another server
// is sealing.
func (c *Chains) sealBlock(ctx context.Context, businessID string, upTo int64) (more bool, err error) {
	var block store.ChainBlock
	isFound := false
	err = c.base.Store.ViewMaintenance(ctx, businessID, func(tx *store.Tx) error {
		isRestoring, err := store.ChainIn(tx).IsRestoring()
		if err != nil || isRestoring {
			return err
		}
		block, isFound, err = store.ChainIn(tx).Next(upTo, c.base.Now())
		return err
	})
	if err != nil {
		return false, err
	}
	if !isFound {
		return false, c.removeEventSeals(ctx, businessID)
	}
	isAdded := false
	err = c.base.Store.InBusiness(ctx, businessID, func(tx *store.Tx) (err error) {
		isAdded, err = store.ChainIn(tx).Append(block)
		return err
	})
	if errors.Is(err, loyalty.ErrBusinessMoving) { // sealed after the move
		return false, nil
	}
	return isAdded, err
}

func (c *Chains) removeEventSeals(ctx context.Context, businessID string) error {
	before := c.base.Now().Add(-sealsKeptFor)
	return usecase.RunInBatches(ctx, func() (count int, err error) {
		err = c.base.Store.InBusiness(ctx, businessID, func(tx *store.Tx) (err error) {
			count, err = store.ChainIn(tx).RemoveEventSeals(before, usecase.BatchSize)
			return err
		})
		return count, err
	})
}
