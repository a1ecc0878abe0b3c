// Package restoring brings the copy of a business (package archive) back into a business without customers.
//
// A copy is outside input. It is first loaded into a database of its own in a temporary folder, where the constraints of
// the tables and the rules of store.Check judge it. Then its rows go in short transactions into the business, which is
// suspended meanwhile, and which a marker lets any server empty again after a failure or a crash.
package restoring

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"time"

	"axioma/internal/archive"
	"axioma/internal/logo"
	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// Restores restores copies of businesses.
type Restores struct {
	base        *usecase.Base
	openScratch OpenScratch
	logos       *logo.Reader
	slot        chan struct{} // bounds the temporary databases to one
}

// OpenScratch opens the migrated database of a copy in an empty folder.
type OpenScratch func(ctx context.Context, folder string) (*store.Store, error)

// New returns the use case. openScratch is store.OpenSQLite if nil.
func New(base *usecase.Base, openScratch OpenScratch) *Restores {
	if openScratch == nil {
		openScratch = store.OpenSQLite
	}
	return &Restores{base: base, openScratch: openScratch, logos: logo.NewReader(), slot: make(chan struct{}, 1)}
}

// Progress is called with the rows that are done. It is called often, and must be fast.
type Progress func(done, total int64)

// Result says what a copy brings, or has brought.
type Result struct {
	ExportedAt time.Time
	Rows       map[string]int64 // by table
	Accounts   int              // of the staff, disabled and without a password
	Renamed    []string         // e-mails of accounts that another account has; these accounts got another one
	Dropped    int64            // messages that had not left, and will not
	NewAddress bool             // the short address of the poster is another business's: printed posters do not open
}

// Restore brings a copy back into the actor's business, for OWNER and above: all rows, with their ids, the settings and
// the logo. Staff accounts come back disabled. No message leaves. All or nothing: after an error the business is as it
// was, at once or, after a crash, within minutes.
//
// The business is suspended while rows are copied. A dry run stops before that.
//
// It refuses with loyalty.ErrForbidden, a validation error in Spanish for a copy that cannot be read or contradicts
// itself, loyalty.ErrRestoreNotEmpty, loyalty.ErrRestoreTaken, loyalty.ErrDataJobRunning and
// loyalty.ErrRestoreInterrupted. progress may be nil.
func (r *Restores) Restore(ctx context.Context, actor usecase.Actor, file io.ReaderAt, size int64, dryRun bool, progress Progress) (result Result, err error) {
	if actor.Role != loyalty.Owner && actor.Role != loyalty.Superadmin {
		return Result{}, loyalty.ErrForbidden
	}
	if progress == nil {
		progress = func(int64, int64) {}
	}
	copied, err := archive.Open(file, size)
	if err != nil {
		return Result{}, err
	}
	job, err := r.begin(ctx, actor.BusinessID)
	if err != nil {
		return Result{}, err
	}
	defer func() { err = errors.Join(err, job.End(ctx)) }()
	select {
	case r.slot <- struct{}{}:
		defer func() { <-r.slot }()
	case <-ctx.Done():
		return Result{}, fmt.Errorf("waiting to restore a copy: %w", ctx.Err())
	}
	staged, err := r.stage(ctx, actor, copied, progress)
	if err != nil {
		return Result{}, err
	}
	defer func() { err = errors.Join(err, staged.discard()) }()
	if err := r.checkTaken(ctx, staged); err != nil {
		return Result{}, err
	}
	if dryRun {
		return staged.result, nil
	}
	err = r.copyIn(ctx, actor, job, staged, progress)
	return staged.result, err
}

// begin takes the lease of an empty business.
func (r *Restores) begin(ctx context.Context, businessID string) (*usecase.DataJob, error) {
	err := r.base.Store.ViewBusiness(ctx, businessID, func(tx *store.Tx) error {
		business, err := tx.Business().Get()
		if err != nil {
			return err
		}
		return mustBeEmpty(tx, business)
	})
	if err != nil {
		return nil, err
	}
	return r.base.BeginDataJob(ctx, businessID)
}

func mustBeEmpty(tx *store.Tx, business loyalty.Business) error {
	isRestoring, err := store.DataJobsIn(tx).IsRestoring()
	if err != nil {
		return err
	}
	if isRestoring {
		return loyalty.ErrDataJobRunning
	}
	isUsed, err := store.RestoredRowsIn(tx).HasCustomers()
	switch {
	case err != nil:
		return err
	case isUsed:
		return loyalty.ErrRestoreNotEmpty
	case !business.IsActive():
		return loyalty.ErrBusinessSuspended
	}
	return nil
}

const (
	firstUndoDelay = 10 * time.Second
	undoInterval   = time.Minute
)

// UndoPeriodically takes back interrupted restores until the context ends.
func (r *Restores) UndoPeriodically(ctx context.Context, log *slog.Logger) {
	usecase.RunPeriodically(ctx, log, usecase.PeriodicTask{Name: "interrupted restores", First: firstUndoDelay, Every: undoInterval, Run: r.UndoInterrupted})
}

// UndoInterrupted takes back the restores that a crash interrupted, and removes their temporary data. Several servers
// may run it at once.
func (r *Restores) UndoInterrupted(ctx context.Context) error {
	stale := store.RemoveStaleFolders(os.TempDir(), stagingPrefix, time.Now())
	var businesses []string
	err := r.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		businesses, err = tx.DataJobs().Interrupted(r.base.Now())
		return err
	})
	for _, id := range businesses {
		job, encoded, found, fault := r.base.TakeOverDataJob(ctx, id)
		if fault == nil && found {
			fault = r.undo(ctx, id, job, encoded)
		}
		if fault != nil {
			err = errors.Join(err, fmt.Errorf("taking back the restore of business %s: %w", id, fault))
		}
	}
	return errors.Join(err, stale)
}
