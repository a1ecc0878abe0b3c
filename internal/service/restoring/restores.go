// Package restoring restores the copy of a business (package archive) into an empty one. The copy is not trusted: a
// temporary database checks it by constraints and store.Check. Short transactions copy it into the suspended business.
// An undo record lets any server undo this after a crash.
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

// Restores restores copies.
type Restores struct {
	base        *usecase.Base
	openScratch OpenScratch
	logos       *logo.Reader
	slot        chan struct{} // one temporary database at a time
}

// OpenScratch opens a new, migrated database in an empty folder.
type OpenScratch func(ctx context.Context, folder string) (*store.Store, error)

// New returns the use case; a nil openScratch is store.OpenScratch.
func New(base *usecase.Base, openScratch OpenScratch) *Restores {
	if openScratch == nil {
		openScratch = store.OpenScratch
	}
	return &Restores{base: base, openScratch: openScratch, logos: logo.NewReader(), slot: make(chan struct{}, 1)}
}

// Progress receives the rows read so far. It is called often and must be fast.
type Progress func(doneRows, total int64)

// Result counts the added rows.
type Result struct {
	ExportedAt      time.Time
	Rows            map[string]int64
	Accounts        int
	RenamedAccounts []string // accounts with another e-mail, because theirs is taken
	DroppedMessages int64    // unsent messages
	NewAddress      bool     // printed posters do not work: another business has the short address
}

// Restore restores the rows with their ids, the settings and the logo. Only OWNER and SUPERADMIN may call it. Staff are
// disabled, and no message is sent. The business is suspended meanwhile. An error undoes all; after a crash, a server
// does so within minutes. A dry run checks the copy and adds nothing to the business. progress may be nil.
//
// Errors: loyalty.ErrForbidden, a Spanish validation error for a bad copy, loyalty.ErrRestoreNotEmpty,
// loyalty.ErrBusinessSuspended, loyalty.ErrRestoreTaken, loyalty.ErrDataJobRunning, loyalty.ErrRestoreInterrupted.
func (r *Restores) Restore(ctx context.Context, actor usecase.Actor, file io.ReaderAt, size int64, dryRun bool, progress Progress) (result Result, err error) {
	if actor.Role != loyalty.Owner && actor.Role != loyalty.Superadmin {
		return Result{}, loyalty.ErrForbidden
	}
	if progress == nil {
		progress = func(int64, int64) {}
	}
	reader, err := archive.Open(file, size)
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
	scratchCopy, err := r.stage(ctx, actor, reader, progress)
	if err != nil {
		return Result{}, err
	}
	defer func() { err = errors.Join(err, scratchCopy.discard()) }()
	if err := r.checkTaken(ctx, scratchCopy); err != nil {
		return Result{}, err
	}
	if dryRun {
		return scratchCopy.result, nil
	}
	err = r.copyIn(ctx, actor, job, scratchCopy, progress)
	return scratchCopy.result, err
}

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

// UndoPeriodically undoes interrupted restores until the context ends.
func (r *Restores) UndoPeriodically(ctx context.Context, log *slog.Logger) {
	usecase.RunPeriodically(ctx, log, usecase.PeriodicTask{Name: "interrupted restores", First: firstUndoDelay, Every: undoInterval, Run: r.UndoInterrupted})
}

// UndoInterrupted undoes restores that a crash interrupted, and removes the temporary databases they left on this
// machine. Several servers may call it: a lease lets only one undo a restore.
func (r *Restores) UndoInterrupted(ctx context.Context) error {
	stale := store.RemoveStaleFolders(os.TempDir(), stagingPrefix, time.Now())
	var businesses []string
	err := r.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		businesses, err = tx.DataJobs().ListInterrupted(r.base.Now())
		return err
	})
	for _, id := range businesses {
		job, encodedUndo, found, fault := r.base.TakeOverDataJob(ctx, id)
		if fault == nil && found {
			fault = r.undo(ctx, id, job, encodedUndo)
		}
		if fault != nil {
			err = errors.Join(err, fmt.Errorf("undoing the restore of business %s: %w", id, fault))
		}
	}
	return errors.Join(err, stale)
}
