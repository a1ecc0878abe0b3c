package service

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"axioma/internal/logs"
	"axioma/internal/loyalty"
	"axioma/internal/queueing"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

const (
	// countsInterval is how often changes are counted. Reports add later changes.
	countsInterval = time.Minute
	// countsInTurn is the number of businesses with incomplete first counts that get a batch between two searches.
	countsInTurn   = 8
	eventsToRemove = 5000
)

type counter interface {
	// countChanged counts events up to a position. It returns errOvertaken if another server stores counts during a run
	// of several batches.
	countChanged(ctx context.Context, businessID string, upTo int64) (isComplete bool, err error)
	countNext(ctx context.Context, businessID string) (isComplete bool, err error)
	// restart discards the counts, so that earlier events are not needed.
	restart(ctx context.Context, businessID string) error
}

var errOvertaken = errors.New("another server is counting the business")

// Counts keeps the counts of reports current. It is safe for concurrent use.
type Counts struct {
	base     *usecase.Base
	counters []counter
	episodes logs.Episodes
	failing  atomic.Int64

	restartedMutex sync.Mutex
	restartedIDs   []string // counts restarted without an event

	mutex        sync.Mutex // one refresh at a time
	hasLooked    bool
	upTo         int64
	changedIDs   map[string]bool
	overtakenIDs []string // left to another server until the next refresh
	uncountedIDs []string // next one first
	failures     map[string]failedCount
}

type failedCount struct {
	times    int64
	failedAt time.Time
	backoff  time.Duration
}

// isBackingOff reports whether the time of the retry is still to come. It returns false if the clock was set back after
// the failure.
func (f failedCount) isBackingOff(now time.Time) bool {
	since := now.Sub(f.failedAt)
	return since >= 0 && since < f.backoff
}

func newCounts(base *usecase.Base) *Counts {
	return &Counts{
		base: base, counters: []counter{dayCounter{base}, stepCounter{base}},
		changedIDs: map[string]bool{}, failures: map[string]failedCount{},
	}
}

// FailingCount returns how many businesses wait for a retry.
func (c *Counts) FailingCount() int { return int(c.failing.Load()) }

// RunPeriodically counts until the context ends, on any number of servers.
func (c *Counts) RunPeriodically(ctx context.Context, log *slog.Logger) {
	usecase.RunPeriodically(ctx, log, usecase.PeriodicTask{Name: "counts", First: countsInterval, Every: countsInterval, Run: func(ctx context.Context) error {
		return c.refresh(ctx, func(businessID string, err error) {
			c.episodes.For(businessID).Record(ctx, log, "maintenance", err, "task", "counts", "business", businessID)
		})
	}})
}

// Refresh counts changed and incomplete businesses. It returns all errors.
func (c *Counts) Refresh(ctx context.Context) error {
	var faults error
	err := c.refresh(ctx, func(_ string, fault error) { faults = errors.Join(faults, fault) })
	return errors.Join(err, faults)
}

func (c *Counts) refresh(ctx context.Context, report func(businessID string, err error)) error {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.add(c.overtakenIDs, c.base.Now())
	c.overtakenIDs = nil
	for {
		if err := c.find(ctx); err != nil {
			return err
		}
		if err := c.countEachChanged(ctx, report); err != nil {
			return err
		}
		if err := c.countInTurn(ctx, report); err != nil || len(c.uncountedIDs) == 0 {
			return err
		}
	}
}

// find takes new events and due retries, at first also uncounted businesses.
func (c *Counts) find(ctx context.Context) error {
	now := c.base.Now()
	due := c.takeRestarted()
	for id := range c.failures {
		due = append(due, id)
	}
	c.add(due, now)
	var upTo int64
	err := c.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		upTo, err = tx.Events().Last()
		return err
	})
	if err != nil || upTo <= c.upTo && c.hasLooked {
		return err
	}
	var changedIDs, uncountedIDs []string
	err = c.base.Store.SurveyPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		if changedIDs, err = tx.Events().Businesses(c.upTo, upTo); err == nil && !c.hasLooked {
			uncountedIDs, err = tx.Businesses().ListUncounted()
		}
		return err
	})
	if err != nil {
		return err
	}
	c.add(append(changedIDs, uncountedIDs...), now)
	c.upTo, c.hasLooked = upTo, true
	return nil
}

// add queues businesses, except those that wait for a retry, which counts all changes.
func (c *Counts) add(businesses []string, now time.Time) {
	for _, id := range businesses {
		if !c.waitsForRetry(id, now) {
			c.changedIDs[id] = true
		}
	}
}

func (c *Counts) waitsForRetry(businessID string, now time.Time) bool {
	return c.failures[businessID].isBackingOff(now)
}

func (c *Counts) takeRestarted() []string {
	c.restartedMutex.Lock()
	defer c.restartedMutex.Unlock()
	restartedIDs := c.restartedIDs
	c.restartedIDs = nil
	return restartedIDs
}

func (c *Counts) countEachChanged(ctx context.Context, report func(string, error)) error {
	for _, id := range slices.Sorted(maps.Keys(c.changedIDs)) {
		isOvertaken := false
		isComplete, err := c.each(func(each counter) (bool, error) {
			isDone, err := each.countChanged(ctx, id, c.upTo)
			if errors.Is(err, errOvertaken) {
				isOvertaken = true
				return false, nil
			}
			return isDone, err
		})
		if err = c.record(ctx, id, isComplete, err, report); err != nil {
			return err
		}
		delete(c.changedIDs, id)
		if isOvertaken {
			c.overtakenIDs = append(c.overtakenIDs, id)
			continue
		}
		if !isComplete && !slices.Contains(c.uncountedIDs, id) && !c.waitsForRetry(id, c.base.Now()) {
			c.uncountedIDs = append(c.uncountedIDs, id)
		}
	}
	return nil
}

func (c *Counts) countInTurn(ctx context.Context, report func(string, error)) error {
	for range min(countsInTurn, len(c.uncountedIDs)) {
		id := c.uncountedIDs[0]
		isComplete, err := c.each(func(each counter) (bool, error) { return each.countNext(ctx, id) })
		failed := err != nil
		if err = c.record(ctx, id, isComplete, err, report); err != nil {
			return err
		}
		if c.uncountedIDs = c.uncountedIDs[1:]; !isComplete && !failed {
			c.uncountedIDs = append(c.uncountedIDs, id)
		}
	}
	return nil
}

func (c *Counts) each(count func(counter) (bool, error)) (isComplete bool, err error) {
	isComplete = true
	for _, each := range c.counters {
		isDone, fault := count(each)
		isComplete, err = isComplete && isDone, errors.Join(err, fault)
	}
	return isComplete && err == nil, err
}

// record schedules the retry. It returns only errors that concern all businesses.
func (c *Counts) record(ctx context.Context, businessID string, isComplete bool, err error, report func(string, error)) error {
	switch {
	case err != nil && (ctx.Err() != nil || isOutage(err)):
		return err
	case err != nil:
		failure := failedCount{times: c.failures[businessID].times + 1, failedAt: c.base.Now()}
		failure.backoff = queueing.RetryBackoff(failure.times, 1)
		c.failures[businessID] = failure
		report(businessID, fmt.Errorf("counting business %s: %w", businessID, err))
	case isComplete:
		delete(c.failures, businessID)
		report(businessID, nil)
	}
	c.failing.Store(int64(len(c.failures)))
	return nil
}

func isOutage(err error) bool {
	var outage interface{ Outage() bool }
	return errors.As(err, &outage) && outage.Outage()
}

func isTransient(err error) bool {
	return isOutage(err) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) ||
		errors.Is(err, loyalty.ErrBusy) || errors.Is(err, loyalty.ErrOutcomeUnknown)
}

// removeEvents removes counted events. If counting fails, the counts restart.
func (c *Counts) removeEvents(ctx context.Context, before time.Time) error {
	var final int64
	err := c.base.Store.SurveyPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		final, err = tx.Events().LastUntil(before)
		return err
	})
	if err != nil {
		return err
	}
	includedIDs := map[string]bool{}
	for {
		var businesses []string
		var upTo int64
		err := c.base.Store.SurveyPlatform(ctx, func(tx *store.PlatformTx) (err error) {
			businesses, upTo, err = tx.Events().Oldest(final, eventsToRemove)
			return err
		})
		if err != nil || len(businesses) == 0 {
			return err
		}
		for _, id := range businesses {
			if includedIDs[id] {
				continue
			}
			if err := c.include(ctx, id, final); err != nil {
				return err
			}
			includedIDs[id] = true
		}
		err = c.base.RunRemovals(ctx, []usecase.Removal{{Remove: func(tx *store.PlatformTx, _ time.Time, limit int) (int, error) {
			return tx.Events().RemoveUpTo(upTo, limit)
		}}})
		if err != nil {
			return err
		}
	}
}

// include counts the events up to a position. It returns transient errors instead of restarting.
func (c *Counts) include(ctx context.Context, businessID string, upTo int64) error {
	for _, each := range c.counters {
		err := errOvertaken
		for errors.Is(err, errOvertaken) {
			_, err = each.countChanged(ctx, businessID, upTo)
		}
		if err == nil {
			continue
		}
		if ctx.Err() != nil || isTransient(err) {
			return fmt.Errorf("counting before events are removed: %w", err)
		}
		if err := each.restart(ctx, businessID); err != nil {
			return err
		}
		c.restartedMutex.Lock()
		c.restartedIDs = append(c.restartedIDs, businessID)
		c.restartedMutex.Unlock()
	}
	return nil
}
