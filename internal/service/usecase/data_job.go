package usecase

import (
	"context"
	"sync"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/store"
)

const (
	// dataJobLease is how long a crashed job blocks the next one.
	dataJobLease   = 2 * time.Minute
	dataJobRenewal = 20 * time.Second
	longestDataJob = 2 * time.Hour
)

// DataJob is the lease of a download or restore: one per business on all servers.
type DataJob struct {
	base       *Base
	businessID string
	Claim      string

	stop func()
}

// BeginDataJob takes the lease and renews it until End, or returns loyalty.ErrDataJobRunning.
func (b *Base) BeginDataJob(ctx context.Context, businessID string) (*DataJob, error) {
	claim, err := b.IDs.Secret()
	if err != nil {
		return nil, err
	}
	err = b.Store.InBusiness(ctx, businessID, func(tx *store.Tx) error {
		begun, err := store.DataJobsIn(tx).Begin(store.DataJob{Claim: claim, Until: b.dataJobEnd()}, b.Now())
		if err == nil && !begun {
			err = loyalty.ErrDataJobRunning
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return b.keepDataJob(ctx, businessID, claim), nil
}

func (b *Base) dataJobEnd() time.Time { return b.Now().Add(dataJobLease) }

// TakeOverDataJob takes the lease of an interrupted restore, if any.
func (b *Base) TakeOverDataJob(ctx context.Context, businessID string) (job *DataJob, undo string, found bool, err error) {
	claim, err := b.IDs.Secret()
	if err != nil {
		return nil, "", false, err
	}
	err = b.Store.InBusiness(ctx, businessID, func(tx *store.Tx) (err error) {
		undo, found, err = store.DataJobsIn(tx).TakeOver(claim, b.Now(), b.dataJobEnd())
		return err
	})
	if err != nil || !found {
		return nil, "", false, err
	}
	return b.keepDataJob(ctx, businessID, claim), undo, true, nil
}

func (b *Base) keepDataJob(ctx context.Context, businessID, claim string) *DataJob {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), longestDataJob)
	job := &DataJob{base: b, businessID: businessID, Claim: claim}
	var renewing sync.WaitGroup
	renewing.Go(func() {
		ticks := time.NewTicker(dataJobRenewal)
		defer ticks.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-ticks.C:
				if err := b.Store.InBusiness(ctx, businessID, job.Renew); err != nil {
					continue
				}
			}
		}
	})
	job.stop = func() { cancel(); renewing.Wait() }
	return job
}

// Renew extends the lease in a transaction. After loyalty.ErrRestoreInterrupted, the writer must change nothing more.
func (j *DataJob) Renew(tx *store.Tx) error {
	renewed, err := store.DataJobsIn(tx).Renew(j.Claim, j.base.dataJobEnd())
	if err == nil && !renewed {
		err = loyalty.ErrRestoreInterrupted
	}
	return err
}

// Finish releases the lease with the last change. Stop must follow.
func (j *DataJob) Finish(tx *store.Tx) error {
	ended, err := store.DataJobsIn(tx).End(j.Claim)
	if err == nil && !ended {
		err = loyalty.ErrRestoreInterrupted
	}
	return err
}

// Stop ends the renewal; an unreleased lease expires.
func (j *DataJob) Stop() { j.stop() }

// End stops the renewal and releases the lease. A begun restore keeps its lease until it is finished or undone.
func (j *DataJob) End(ctx context.Context) error {
	j.Stop()
	return j.base.Store.InBusiness(context.WithoutCancel(ctx), j.businessID, func(tx *store.Tx) error {
		return store.DataJobsIn(tx).Release(j.Claim)
	})
}
