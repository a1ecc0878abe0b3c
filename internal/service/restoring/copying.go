package restoring

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"axioma/internal/archive"
	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

const (
	// copyBatchSize keeps transactions short for check-ins at other businesses.
	copyBatchSize = 100
	// maxTrailBefore limits the target's audit trail, which the undo record lists.
	maxTrailBefore = 1000
)

// pictureBatchSize is small: a picture has up to 270 KB of text.
const pictureBatchSize = 4

func batchSize(table string, usual int) int {
	if table == "usual_pictures" {
		return pictureBatchSize
	}
	return usual
}

// smallTables are written with the undo record, which lists their rows.
var smallTables = []string{"users", "devices", "message_usage"}

// checkTaken refuses ids of another business: a QR must identify one customer.
func (r *Restores) checkTaken(ctx context.Context, s *stagedCopy) error {
	ids := batcherOf(func(ids []string) error {
		var existing []string
		err := r.base.Store.ViewBusiness(ctx, s.business.ID, func(tx *store.Tx) (err error) {
			existing, err = store.RestoredRowsIn(tx).TakenIDs(ids)
			return err
		})
		if err == nil && len(existing) > 0 {
			err = loyalty.ErrRestoreTaken
		}
		return err
	})
	err := s.view(ctx, func(tx *store.Tx) error {
		for _, table := range []string{"customers", "revoked_qrs"} {
			if err := store.RestoredRowsIn(tx).EachRow(table, ids.add); err != nil {
				return err
			}
		}
		return nil
	})
	return ids.close(err)
}

func batcherOf(write func(ids []string) error) *batcher {
	return &batcher{size: stagingBatchSize, write: func(rows []store.RestoredRow) error { return write(publicIDs(rows)) }}
}

func publicIDs(rows []store.RestoredRow) []string {
	ids := []string{}
	for _, row := range rows {
		for _, column := range []string{"id", "qr_id"} {
			if id := row.Text(column); id != "" {
				ids = append(ids, id)
			}
		}
	}
	return ids
}

func (r *Restores) copyIn(ctx context.Context, actor usecase.Actor, job *usecase.DataJob, s *stagedCopy, progress Progress) error {
	small, err := s.smallRows(ctx)
	if err != nil {
		return err
	}
	var undo string
	err = r.base.Store.InBusiness(ctx, s.business.ID, func(tx *store.Tx) (err error) {
		undo, err = r.claim(tx, s, small, job)
		return err
	})
	if err != nil {
		return asRefusal(err)
	}
	c := &copier{Restores: r, stagedCopy: s, job: job, progress: progress, doneRows: s.total}
	err = c.run(ctx, actor)
	if err == nil {
		return nil
	}
	err = asRefusal(err)
	if fault := r.undo(context.WithoutCancel(ctx), s.business.ID, job, undo); fault != nil {
		// UndoPeriodically completes the undo when the lease has expired.
		return errors.Join(err, fmt.Errorf("undoing the restore of business %s: %w", s.business.ID, fault))
	}
	return err
}

// asRefusal returns loyalty.ErrRestoreTaken if another business has taken an id meanwhile.
func asRefusal(err error) error {
	if store.IsConstraintViolation(err) {
		return fmt.Errorf("%w: %w", loyalty.ErrRestoreTaken, err)
	}
	return err
}

func (s *stagedCopy) smallRows(ctx context.Context) (map[string][]store.RestoredRow, error) {
	small := map[string][]store.RestoredRow{"users": s.people.newAccounts}
	if s.people.isNamed {
		small["users"] = append(slices.Clone(small["users"]), s.people.operator)
	}
	err := s.view(ctx, func(tx *store.Tx) error {
		for _, table := range smallTables[1:] {
			err := store.RestoredRowsIn(tx).EachRow(table, func(row store.RestoredRow) error {
				small[table] = append(small[table], row)
				if len(small[table]) > maxSmallRows {
					return archive.Refuse("%s.jsonl tiene más de %d filas.", table, maxSmallRows)
				}
				return nil
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	return small, err
}

// maxSmallRows limits devices and days with messages: over ten years.
const maxSmallRows = 4000

func (r *Restores) claim(tx *store.Tx, s *stagedCopy, small map[string][]store.RestoredRow, job *usecase.DataJob) (string, error) {
	if err := job.Renew(tx); err != nil {
		return "", err
	}
	business, err := tx.Business().Lock()
	if err != nil {
		return "", err
	}
	if err := mustBeEmpty(tx, business); err != nil {
		return "", err
	}
	rows := store.RestoredRowsIn(tx)
	trail, err := rows.TrailBefore(s.lastAct, maxTrailBefore)
	if err != nil {
		return "", err
	}
	if len(trail) == maxTrailBefore {
		return "", loyalty.ErrRestoreNotEmpty
	}
	knownDays, err := rows.UsageDays()
	if err != nil {
		return "", err
	}
	days := slices.DeleteFunc(textsOf(small["message_usage"], "day"), func(day string) bool { return slices.Contains(knownDays, day) })
	undo, err := json.Marshal(store.RestoreUndo{
		Status: business.Status, ExportedAt: s.lastAct, Trail: trail, Users: textsOf(small["users"], "id"), Devices: textsOf(small["devices"], "id"), Days: days,
		NamedUsers: slices.Sorted(maps.Keys(s.people.names)),
	})
	if err != nil {
		return "", fmt.Errorf("describing a restore: %w", err)
	}
	if err := store.DataJobsIn(tx).SetUndo(job.Claim, string(undo)); err != nil {
		return "", err
	}
	for _, table := range smallTables {
		for batch := range slices.Chunk(small[table], copyBatchSize) {
			if err := rows.Insert(table, batch); err != nil {
				return "", err
			}
		}
	}
	if err := rows.SetNamesIfEmpty(s.people.names); err != nil {
		return "", err
	}
	return string(undo), r.setStatus(tx, loyalty.BusinessSuspended, loyalty.EventSuspended)
}

// setStatus restarts the counts in a new version: an older count is not stored.
func (r *Restores) setStatus(tx *store.Tx, status loyalty.BusinessStatus, event loyalty.EventKind) error {
	if err := tx.Business().SetStatus(status); err != nil {
		return err
	}
	if err := tx.Reports().RestartDayCounts(loyalty.FirstUncounted(r.base.Now())); err != nil {
		return err
	}
	if err := store.CustomerStepsIn(tx).Restart(); err != nil {
		return err
	}
	return r.base.Append(tx, loyalty.Event{Kind: event})
}

func textsOf(rows []store.RestoredRow, column string) []string {
	texts := []string{}
	for _, row := range rows {
		texts = append(texts, row.Text(column))
	}
	return texts
}

type copier struct {
	*Restores
	*stagedCopy
	job      *usecase.DataJob
	progress Progress
	doneRows int64
}

func (c *copier) run(ctx context.Context, actor usecase.Actor) error {
	for _, table := range store.RestoredTables() {
		if slices.Contains(smallTables, table) {
			continue
		}
		err := c.each(ctx, table, func(rows store.RestoredRows, batch []store.RestoredRow) error {
			return insertUntaken(rows, table, batch)
		})
		if err != nil {
			return err
		}
	}
	if err := c.setReferences(ctx); err != nil {
		return err
	}
	return c.finish(ctx, actor)
}

// insertUntaken adds rows, unless another business has one of their public ids. It checks in the same transaction.
func insertUntaken(rows store.RestoredRows, table string, batch []store.RestoredRow) error {
	if table == "customers" || table == "revoked_qrs" {
		existing, err := rows.TakenIDs(publicIDs(batch))
		if err != nil {
			return err
		}
		if len(existing) > 0 {
			return loyalty.ErrRestoreTaken
		}
	}
	return rows.Insert(table, batch)
}

// each writes a table in batches. Each batch renews the lease.
func (c *copier) each(ctx context.Context, table string, write func(store.RestoredRows, []store.RestoredRow) error) error {
	batch := batcher{size: batchSize(table, copyBatchSize), write: func(part []store.RestoredRow) error { return c.write(ctx, part, write) }}
	return batch.close(c.view(ctx, func(tx *store.Tx) error { return store.RestoredRowsIn(tx).EachRow(table, batch.add) }))
}

func (c *copier) write(ctx context.Context, batch []store.RestoredRow, write func(store.RestoredRows, []store.RestoredRow) error) error {
	err := c.base.Store.InBusiness(ctx, c.business.ID, func(tx *store.Tx) error {
		if err := c.job.Renew(tx); err != nil {
			return err
		}
		return write(store.RestoredRowsIn(tx), batch)
	})
	c.doneRows += int64(len(batch))
	c.progress(min(c.doneRows, 2*c.total), 2*c.total)
	return err
}

func (c *copier) setReferences(ctx context.Context) error {
	batch := batcher{size: copyBatchSize, write: func(part []store.RestoredRow) error {
		return c.write(ctx, part, store.RestoredRows.SetReferences)
	}}
	return batch.close(c.view(ctx, func(tx *store.Tx) error {
		return store.RestoredRowsIn(tx).EachRow("customers", func(row store.RestoredRow) error {
			if !hasReference(row) {
				return nil
			}
			return batch.add(row)
		})
	}))
}

func (c *copier) finish(ctx context.Context, actor usecase.Actor) error {
	return c.base.Store.InBusiness(ctx, c.business.ID, func(tx *store.Tx) error {
		former, err := tx.Business().Lock()
		if err != nil {
			return err
		}
		changedBusiness, err := c.settings.changes.Apply(former)
		if err != nil {
			return err
		}
		if err := tx.Business().Update(changedBusiness); err != nil {
			return err
		}
		if err := tx.Business().SetFirstSteps(c.settings.marks); err != nil {
			return err
		}
		if err := c.restoreLook(tx); err != nil {
			return err
		}
		if err := c.job.Finish(tx); err != nil {
			return err
		}
		if err := c.setStatus(tx, loyalty.BusinessActive, loyalty.EventReactivated); err != nil {
			return err
		}
		if err := c.base.Append(tx, loyalty.Event{Kind: loyalty.EventBusinessChanged}); err != nil {
			return err
		}
		return c.base.Record(tx, actor.UserID, loyalty.ActionRestored, c.business.ID, c.result.ExportedAt.Format(time.RFC3339))
	})
}

// restoreLook keeps the present short address if the copy's is taken.
func (c *copier) restoreLook(tx *store.Tx) error {
	if c.settings.logo != nil {
		if err := tx.Business().SetLogo(loyalty.NewLogoName(c.settings.logo), c.settings.logo); err != nil {
			return err
		}
	}
	if c.settings.shortCode == "" {
		return nil
	}
	isSet, err := tx.Business().ReplaceShortCode(c.settings.shortCode)
	c.result.NewAddress = !isSet
	return err
}

func (r *Restores) undo(ctx context.Context, businessID string, job *usecase.DataJob, encodedUndo string) error {
	defer job.Stop()
	var undo store.RestoreUndo
	if err := json.Unmarshal([]byte(encodedUndo), &undo); err != nil {
		return fmt.Errorf("reading the undo data of a restore: %w", err)
	}
	for step, isOver := 0, false; !isOver; {
		count := 0
		err := r.base.Store.InBusiness(ctx, businessID, func(tx *store.Tx) (err error) {
			if err := job.Renew(tx); err != nil {
				return err
			}
			count, isOver, err = store.RestoredRowsIn(tx).Remove(undo, step, usecase.BatchSize)
			if err != nil || !isOver {
				return err
			}
			if err := job.Finish(tx); err != nil {
				return err
			}
			return r.setStatus(tx, undo.Status, loyalty.EventReactivated)
		})
		if err != nil {
			return err
		}
		if count < usecase.BatchSize {
			step++
		}
	}
	return nil
}
