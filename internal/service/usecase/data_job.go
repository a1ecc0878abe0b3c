package usecase

import (
	"context"
	"sync"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/store"
)

const (
	// dataJobLease is how long a job of a crashed server blocks the next one.
	dataJobLease   = 2 * time.Minute
	dataJobRenewal = 20 * time.Second
	// longestDataJob ends the renewal of a job that was never ended.
	longestDataJob = 2 * time.Hour
)

// DataJob is the lease of a download or a restore: one at a time for a business, on all servers.
type DataJob struct {
	base       *Base
	businessID string
	Claim      string

	stop func()
}

// BeginDataJob takes the lease of a business. It refuses with loyalty.ErrDataJobRunning. The lease is renewed until End.
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

// TakeOverDataJob takes the lease of an interrupted restore, and reports false if there is none.
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

// keepDataJob renews a lease in the background until the job ends.
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
					continue // tried again at the next tick; the lease outlives several
				}
			}
		}
	})
	job.stop = func() { cancel(); renewing.Wait() }
	return job
}

// Renew extends the lease within a transaction. It refuses with loyalty.ErrRestoreInterrupted if another process has
// taken it, so that a writer of a lost lease changes nothing more.
func (j *DataJob) Renew(tx *store.Tx) error {
	renewed, err := store.DataJobsIn(tx).Renew(j.Claim, j.base.dataJobEnd())
	if err == nil && !renewed {
		err = loyalty.ErrRestoreInterrupted
	}
	return err
}

// Finish gives the lease back in a transaction, with the last change of the job. Stop ends the renewal afterwards.
func (j *DataJob) Finish(tx *store.Tx) error {
	ended, err := store.DataJobsIn(tx).End(j.Claim)
	if err == nil && !ended {
		err = loyalty.ErrRestoreInterrupted
	}
	return err
}

// Stop ends the renewal. The lease then expires by itself unless it was given back.
func (j *DataJob) Stop() { j.stop() }

// End ends the renewal and gives the lease back. That of a begun restore stays until it is finished or taken back.
func (j *DataJob) End(ctx context.Context) error {
	j.Stop()
	return j.base.Store.InBusiness(context.WithoutCancel(ctx), j.businessID, func(tx *store.Tx) error {
		return store.DataJobsIn(tx).Release(j.Claim)
	})
}
