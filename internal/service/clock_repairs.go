package service

import (
	"context"
	"log/slog"
	"time"

	"axioma/internal/queueing"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

const (
	clockInterval = 5 * time.Second
	// maxSlew is the largest step back without repair.
	maxSlew = 5 * time.Second
	// repairDelay lets all tries end that began before the step.
	repairDelay = queueing.Lease + clockInterval
	// longestPause exceeds the longest planned wait: a provider's delay of a day plus ten percent.
	longestPause = 27 * time.Hour
)

// ClockRepairs makes queued work due after the clock was set back: otherwise it waits for the old time (decision 0058).
type ClockRepairs struct {
	base *usecase.Base

	wall     time.Time     // zero: none
	at       time.Duration // monotonic
	repairAt time.Duration // monotonic; 0: nothing to repair
}

func newClockRepairs(base *usecase.Base) *ClockRepairs { return &ClockRepairs{base: base} }

// RunPeriodically runs Compare, on any number of servers.
func (r *ClockRepairs) RunPeriodically(ctx context.Context, log *slog.Logger) {
	start := time.Now()
	usecase.RunPeriodically(ctx, log, usecase.PeriodicTask{Name: "clock", Every: clockInterval, Run: func(ctx context.Context) error {
		return r.Compare(ctx, log, time.Since(start))
	}})
}

// Compare compares the clock with the monotonic time at. At first it repairs a step back before the start.
func (r *ClockRepairs) Compare(ctx context.Context, log *slog.Logger, at time.Duration) error {
	wall := r.base.Now()
	if r.wall.IsZero() {
		if err := r.repair(ctx, longestPause); err != nil {
			return err
		}
	} else if back := r.wall.Add(at - r.at).Sub(wall); back > maxSlew {
		log.WarnContext(ctx, "the clock was set back: queued work continues in a moment", "by", back.Round(time.Second).String())
		r.repairAt = at + repairDelay
	}
	r.wall, r.at = wall, at
	if r.repairAt == 0 || at < r.repairAt {
		return nil
	}
	if err := r.repair(ctx, 0); err != nil {
		return err
	}
	r.repairAt = 0
	return nil
}

// repair makes work due that waits longer than slack, and ends leases that no running server can hold.
func (r *ClockRepairs) repair(ctx context.Context, slack time.Duration) error {
	now := r.base.Now()
	var repairs []usecase.Removal
	for _, repair := range []func(store.ClockRepairs, time.Time, int) (int, error){
		store.ClockRepairs.ResumeMessages, store.ClockRepairs.EndTries, store.ClockRepairs.ResumeMails, store.ClockRepairs.ResumeStaffMails,
		store.ClockRepairs.ResumePushes, store.ClockRepairs.ResumeNotices, store.ClockRepairs.EndImportLeases, store.ClockRepairs.EndDataJobLeases,
		store.ClockRepairs.ForgetLaterWeeks,
	} {
		repairs = append(repairs, usecase.Removal{Before: now, Remove: func(tx *store.PlatformTx, now time.Time, limit int) (int, error) {
			return repair(tx.ClockRepairs(slack), now, limit)
		}})
	}
	return r.base.RunRemovals(ctx, repairs)
}
