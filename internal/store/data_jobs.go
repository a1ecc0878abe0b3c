package store

import (
	"fmt"
	"time"

	"axioma/internal/database"
)

// DataJobs leases a business's download or restore: one runs at a time.
type DataJobs struct{ tx *Tx }

// DataJobsIn gives access to the business's lease.
func DataJobsIn(tx *Tx) DataJobs { return DataJobs{tx} }

// PlatformDataJobs are all leases.
type PlatformDataJobs struct{ tx *Tx }

// DataJobs gives access to all leases.
func (p *PlatformTx) DataJobs() PlatformDataJobs { return PlatformDataJobs{&p.tx} }

// DataJob is a lease. Undo says how to roll back a restore; it is "" for a download.
type DataJob struct {
	Claim string
	Until time.Time
	Undo  string
}

// Begin takes a free lease, or an expired one of a download, else it returns false. An interrupted restore must be
// rolled back first.
func (q DataJobs) Begin(job DataJob, now time.Time) (bool, error) {
	rowCount, err := q.tx.exec(`
		INSERT INTO data_jobs (business_id, claim, lease_until, rollback_data) VALUES ($1, $2, $3, $4)
		ON CONFLICT (business_id) DO UPDATE SET claim = excluded.claim, lease_until = excluded.lease_until, rollback_data = excluded.rollback_data
		WHERE data_jobs.lease_until <= $5 AND data_jobs.rollback_data IS NULL`,
		q.tx.businessID, job.Claim, millis(job.Until), text(job.Undo), millis(now))
	if err != nil {
		return false, fmt.Errorf("beginning a data job: %w", err)
	}
	return rowCount > 0, nil
}

// TakeOver takes an interrupted restore's lease to roll it back.
func (q DataJobs) TakeOver(claim string, now, until time.Time) (undo string, found bool, err error) {
	rowCount, err := q.tx.exec(`
		UPDATE data_jobs SET claim = $2, lease_until = $3 WHERE business_id = $1 AND lease_until <= $4 AND rollback_data IS NOT NULL`,
		q.tx.businessID, claim, millis(until), millis(now))
	if err != nil || rowCount == 0 {
		return "", false, wrapJobError("taking over", err)
	}
	found, err = q.tx.queryOne(`SELECT rollback_data FROM data_jobs WHERE business_id = $1`, []any{q.tx.businessID}, &undo)
	return undo, found, wrapJobError("reading", err)
}

// Renew extends the lease, or returns false if another job has it.
func (q DataJobs) Renew(claim string, until time.Time) (bool, error) {
	rowCount, err := q.tx.exec(`UPDATE data_jobs SET lease_until = $3 WHERE business_id = $1 AND claim = $2`, q.tx.businessID, claim, millis(until))
	return rowCount > 0, wrapJobError("renewing", err)
}

// SetUndo records how to roll back.
func (q DataJobs) SetUndo(claim, undo string) error {
	return wrapJobError("recording", q.tx.execOne(`UPDATE data_jobs SET rollback_data = $3 WHERE business_id = $1 AND claim = $2`, q.tx.businessID, claim, undo))
}

// End ends the lease, or returns false if another job has it.
func (q DataJobs) End(claim string) (bool, error) {
	rowCount, err := q.tx.exec(`DELETE FROM data_jobs WHERE business_id = $1 AND claim = $2`, q.tx.businessID, claim)
	return rowCount > 0, wrapJobError("ending", err)
}

// Release ends the lease of a job without changes. A begun restore keeps its lease for the rollback.
func (q DataJobs) Release(claim string) error {
	_, err := q.tx.exec(`DELETE FROM data_jobs WHERE business_id = $1 AND claim = $2 AND rollback_data IS NULL`, q.tx.businessID, claim)
	return wrapJobError("releasing", err)
}

// IsRestoring reports whether a restore is running or not yet rolled back.
func (q DataJobs) IsRestoring() (bool, error) {
	count, err := q.tx.queryCount(`SELECT count(*) FROM data_jobs WHERE business_id = $1 AND rollback_data IS NOT NULL`, []any{q.tx.businessID})
	return count > 0, wrapJobError("finding", err)
}

// ListInterrupted returns businesses with an interrupted restore.
func (q PlatformDataJobs) ListInterrupted(now time.Time) ([]string, error) {
	ids, err := q.tx.queryStrings(`SELECT business_id FROM data_jobs WHERE rollback_data IS NOT NULL AND lease_until <= $1 ORDER BY business_id`, millis(now))
	return ids, wrapJobError("finding interrupted", err)
}

// incompleteBusinesses returns businesses that are being restored or are arriving.
func incompleteBusinesses(tx *Tx) (map[string]bool, error) {
	incomplete := map[string]bool{}
	ids, err := tx.queryStrings(`SELECT business_id FROM data_jobs WHERE rollback_data IS NOT NULL
		UNION SELECT business_id FROM business_moves WHERE state = 'ARRIVING'`)
	for _, id := range ids {
		incomplete[id] = true
	}
	return incomplete, wrapJobError("finding", err)
}

func wrapJobError(act string, err error) error {
	if err != nil {
		return fmt.Errorf("%s a data job: %w", act, err)
	}
	return nil
}

// IsConstraintViolation reports whether a key, foreign key or CHECK was violated.
func IsConstraintViolation(err error) bool { return database.IsConstraintViolation(err) }
