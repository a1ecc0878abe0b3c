package service

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"axioma/internal/importing"
	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

const (
	// importLease is renewed with each batch. After a crash, another worker continues when the lease ends.
	importLease = 30 * time.Second
	importPoll  = 5 * time.Second
	// importsAtOnce imports are read per poll. They run in sequence, to limit memory.
	importsAtOnce = 20
)

var errDryRun = errors.New("dry run")

// errRunLost means that another worker has the run, or a caller restarted it.
var errRunLost = errors.New("the import is no longer this worker's")

// RunPeriodically advances imports until the context ends.
func (i *Imports) RunPeriodically(ctx context.Context, log *slog.Logger) {
	usecase.RunPeriodically(ctx, log, usecase.PeriodicTask{Name: "imports", Every: importPoll, Run: i.Advance, Woken: i.woken})
}

func (i *Imports) wake() {
	select {
	case i.woken <- struct{}{}:
	default: // the worker has not received the last signal
	}
}

// Advance processes unleased imports, on any number of servers.
func (i *Imports) Advance(ctx context.Context) error {
	var refs []store.ImportRef
	err := i.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		refs, err = tx.Imports().InProgress(i.base.Now(), importsAtOnce)
		return err
	})
	for _, ref := range refs {
		err = errors.Join(err, i.advance(ctx, ref))
	}
	return err
}

type importRun struct {
	store.ImportRef
	lease string
}

// advance skips leased imports and suspended businesses.
func (i *Imports) advance(ctx context.Context, ref store.ImportRef) error {
	run := importRun{ImportRef: ref}
	var err error
	if run.lease, err = i.base.IDs.Next(i.base.Now()); err != nil {
		return err
	}
	found, err := i.claim(ctx, run)
	if errors.Is(err, errRunLost) || errors.Is(err, loyalty.ErrImportNotFound) {
		return nil
	}
	if err == nil {
		err = i.carryOut(ctx, run, found)
	}
	switch {
	case errors.Is(err, loyalty.ErrBusinessSuspended):
		return nil // another worker retries when the lease ends
	case errors.Is(err, errRunLost) || errors.Is(err, loyalty.ErrImportNotFound):
		i.wake() // a caller may have restarted it
	case err != nil:
		return fmt.Errorf("advancing import %s of business %s: %w", ref.ID, ref.BusinessID, err)
	}
	return i.base.Store.InBusiness(ctx, run.BusinessID, func(tx *store.Tx) error { return store.ImportsIn(tx).Release(run.ID, run.lease) })
}

func (i *Imports) claim(ctx context.Context, run importRun) (found loyalty.Import, err error) {
	err = i.base.Store.InBusiness(ctx, run.BusinessID, func(tx *store.Tx) error {
		if err := i.renew(tx, run); err != nil {
			return err
		}
		found, err = store.ImportsIn(tx).Get(run.ID)
		return err
	})
	return found, err
}

func (i *Imports) renew(tx *store.Tx, run importRun) error {
	now := i.base.Now()
	claimed, err := store.ImportsIn(tx).Claim(run.ID, run.lease, now, now.Add(importLease))
	if err == nil && !claimed {
		err = errRunLost
	}
	return err
}

func (i *Imports) carryOut(ctx context.Context, run importRun, found loyalty.Import) error {
	switch found.State {
	case loyalty.ImportChecking, loyalty.ImportImporting:
		return i.process(ctx, run, found)
	case loyalty.ImportUndoing:
		return i.undo(ctx, run, found)
	}
	return nil
}

func (i *Imports) process(ctx context.Context, run importRun, found loyalty.Import) error {
	file, err := i.load(ctx, run, found.Mapping)
	if refusal := (*loyalty.Error)(nil); errors.As(err, &refusal) && refusal.Kind == loyalty.Invalid {
		return i.fail(ctx, run, found, refusal.Message)
	}
	if err != nil {
		return err
	}
	report := reportOf(file)
	batches := batchesOf(file)
	switch isOther := isOtherReading(batches, found); {
	case isOther && found.State == loyalty.ImportChecking:
		return i.inRun(ctx, run, found, func(_ *store.Tx, found *loyalty.Import) error {
			beginRun(found)
			return nil
		})
	case isOther:
		report.Rows = found.Done
		return i.finish(ctx, run, found, report, endedEarly)
	}
	for at := int(found.Position); at < len(batches); at++ {
		if err := i.processBatch(ctx, run, found, file, batches[at], at); err != nil {
			return err
		}
	}
	return i.finish(ctx, run, found, report, "")
}

// endedEarly is the failure of an undoable import. Importing the file again changes nothing for earlier rows.
const endedEarly = "Axioma se actualizó durante la importación, y faltan filas. Importa otra vez el mismo archivo: lo que ya está no se repite."

func (i *Imports) load(ctx context.Context, run importRun, mapping loyalty.ImportMapping) (file importing.File, err error) {
	var data []byte
	err = i.base.Store.ViewBusiness(ctx, run.BusinessID, func(tx *store.Tx) error {
		data, err = store.ImportsIn(tx).File(run.ID)
		return err
	})
	if err != nil {
		return file, err
	}
	return i.parse(ctx, data, mapping)
}

func (i *Imports) fail(ctx context.Context, run importRun, seen loyalty.Import, reason string) error {
	return i.inRun(ctx, run, seen, func(_ *store.Tx, found *loyalty.Import) error {
		found.State, found.Failure = loyalty.ImportFailed, reason
		found.Version++
		return nil
	})
}

func (i *Imports) inRun(ctx context.Context, run importRun, seen loyalty.Import, change func(*store.Tx, *loyalty.Import) error) error {
	return i.base.Store.InBusiness(ctx, run.BusinessID, func(tx *store.Tx) error {
		found, err := store.ImportsIn(tx).Lock(run.ID)
		if err != nil {
			return err
		}
		if found.Run != seen.Run || found.State != seen.State {
			return errRunLost
		}
		if err := i.renew(tx, run); err != nil {
			return err
		}
		if err := change(tx, &found); err != nil {
			return err
		}
		return store.ImportsIn(tx).Save(found)
	})
}

type importBatch struct {
	skipped []importing.SkippedRow
	rows    []importing.Row
}

func (b importBatch) done() int64 {
	done := int64(len(b.skipped))
	for _, row := range b.rows {
		done += 1 + int64(len(row.Duplicates))
	}
	return done
}

// batchesOf divides a file into batches, the same for each run of one version of the program.
func batchesOf(file importing.File) (batches []importBatch) {
	const skips = 200
	for at := 0; at < len(file.Skipped); at += skips {
		batches = append(batches, importBatch{skipped: file.Skipped[at:min(at+skips, len(file.Skipped))]})
	}
	for at := 0; at < len(file.Rows); at += importBatchSize {
		batches = append(batches, importBatch{rows: file.Rows[at:min(at+importBatchSize, len(file.Rows))]})
	}
	return batches
}

// isOtherReading reports a run of a version that reads differently: its position would skip or repeat rows.
func isOtherReading(batches []importBatch, found loyalty.Import) bool {
	done := int64(0)
	for _, batch := range batches[:min(int(found.Position), len(batches))] {
		done += batch.done()
	}
	return done != found.Done
}

func (i *Imports) processBatch(ctx context.Context, run importRun, seen loyalty.Import, file importing.File, batch importBatch, at int) error {
	actor := usecase.Actor{UserID: seen.CreatedBy, Role: loyalty.Owner, BusinessID: run.BusinessID}
	isDry := seen.State == loyalty.ImportChecking
	var effects []importEffect
	if isDry {
		var err error
		if effects, err = i.dryRun(ctx, actor, batch.rows, seen.Mapping.SamePerson); err != nil {
			return err
		}
	}
	return i.inRun(ctx, run, seen, func(tx *store.Tx, found *loyalty.Import) (err error) {
		if found.Position != int64(at) {
			return errRunLost
		}
		if !isDry {
			if effects, err = i.rows.importRows(tx, actor, found.ID, batch.rows, seen.Mapping.SamePerson); err != nil {
				return err
			}
		}
		for at, row := range batch.rows {
			countImported(&found.Counts, row, effects[at])
		}
		found.Report.AddOtherNames(otherNamesOf(batch.rows, effects))
		found.Counts.Skipped += int64(len(batch.skipped))
		found.Position, found.Done = int64(at)+1, found.Done+batch.done()
		if err := recordSkips(tx, *found, file, batch, effects); err != nil || isDry {
			return err
		}
		return i.recordEffects(tx, *found, batch, effects)
	})
}

func recordSkips(tx *store.Tx, found loyalty.Import, file importing.File, batch importBatch, effects []importEffect) error {
	for _, skip := range slices.Concat(batch.skipped, skipsOf(batch.rows, effects)) {
		row := store.ImportRow{Number: int64(skip.Row), Reason: skip.Reason, Cells: storableCells(file.Cells(skip.Row))}
		if err := store.ImportsIn(tx).InsertRow(found.ID, found.Run, row); err != nil {
			return err
		}
	}
	return nil
}

func skipsOf(rows []importing.Row, effects []importEffect) (skipped []importing.SkippedRow) {
	for at, row := range rows {
		if effects[at].skipped == "" {
			continue
		}
		for _, number := range append([]int{row.Number}, row.Duplicates...) {
			skipped = append(skipped, importing.SkippedRow{Row: number, Reason: effects[at].skipped})
		}
	}
	return skipped
}

func storableCells(cells []string) []string {
	const longest, longestRow = 2_000, 8_000
	stored, room := make([]string, len(cells)), longestRow
	for at, cell := range cells {
		letters := []rune(cell)
		if most := min(longest, room); len(letters) > most {
			letters, cell = letters[:most], string(letters[:most])+"…"
		}
		room -= len(letters)
		stored[at] = cell
	}
	return stored
}

func (i *Imports) recordEffects(tx *store.Tx, found loyalty.Import, batch importBatch, effects []importEffect) error {
	imports := store.ImportsIn(tx)
	for at, row := range batch.rows {
		effect := effects[at]
		if effect.skipped != "" {
			continue
		}
		claims, err := i.recordClaims(tx, found, effect.customerID, row.Claims)
		if err != nil {
			return err
		}
		if claims == 0 && !effect.hasChanged() {
			continue
		}
		if err := recordEffect(imports, found, int64(row.Number), effect); err != nil {
			return err
		}
	}
	return nil
}

// recordEffect merges the effects of a customer's rows.
func recordEffect(imports store.Imports, found loyalty.Import, number int64, effect importEffect) error {
	if !effect.effect.Created {
		first, known, err := imports.EffectOf(found.ID, found.Run, effect.customerID)
		if err != nil {
			return err
		}
		if known {
			if err := imports.RemoveRow(found.ID, found.Run, first.Number); err != nil {
				return err
			}
			number, effect.effect = first.Number, first.Effect.Then(effect.effect)
		}
	}
	return imports.InsertRow(found.ID, found.Run, store.ImportRow{Number: number, CustomerID: effect.customerID, Effect: &effect.effect})
}

func (i *Imports) recordClaims(tx *store.Tx, found loyalty.Import, customerID string, claims []importing.Claim) (added int, err error) {
	for _, claim := range claims {
		known, err := store.ImportsIn(tx).HasClaim(customerID, claim.Header, claim.Value)
		if err != nil {
			return added, err
		}
		if known {
			continue
		}
		recorded := store.ImportClaim{Header: claim.Header, Value: claim.Value, FileName: found.FileName, At: i.base.Now()}
		if err := store.ImportsIn(tx).InsertClaim(found, customerID, recorded); err != nil {
			return added, err
		}
		added++
	}
	return added, nil
}

// finish takes the reason for an early end.
func (i *Imports) finish(ctx context.Context, run importRun, seen loyalty.Import, report loyalty.ImportReport, failure string) error {
	err := i.inRun(ctx, run, seen, func(_ *store.Tx, found *loyalty.Import) error {
		now := i.base.Now()
		found.Version++
		report.OtherNames = found.Report.OtherNames
		found.Report = report
		if found.State == loyalty.ImportChecking {
			found.State = loyalty.ImportChecked
			return nil
		}
		found.State, found.FinishedAt, found.ExpiresAt = loyalty.ImportDone, now, now.Add(loyalty.ImportUndoPeriod)
		found.Report, found.Failure = withoutSamples(report), failure
		return nil
	})
	if err != nil {
		return err
	}
	if seen.State == loyalty.ImportImporting {
		if err := i.removeFile(ctx, run.ImportRef); err != nil {
			return err
		}
	}
	return i.removeRows(ctx, run.ImportRef, seen.Run)
}

// withoutSamples removes sample values, which are personal data.
func withoutSamples(report loyalty.ImportReport) loyalty.ImportReport {
	columns := make([]loyalty.ImportColumn, len(report.Columns))
	for at, column := range report.Columns {
		column.Samples = nil
		columns[at] = column
	}
	report.Columns, report.Notices, report.OtherNames = columns, nil, nil
	return report
}
