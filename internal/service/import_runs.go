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
		refs, err = tx.Imports().ListClaimable(i.base.Now(), importsAtOnce)
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
	claimedImport, err := i.claim(ctx, run)
	if errors.Is(err, errRunLost) || errors.Is(err, loyalty.ErrImportNotFound) {
		return nil
	}
	if err == nil {
		err = i.carryOut(ctx, run, claimedImport)
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

func (i *Imports) claim(ctx context.Context, run importRun) (claimedImport loyalty.Import, err error) {
	err = i.base.Store.InBusiness(ctx, run.BusinessID, func(tx *store.Tx) error {
		if err := i.renew(tx, run); err != nil {
			return err
		}
		claimedImport, err = store.ImportsIn(tx).Get(run.ID)
		return err
	})
	return claimedImport, err
}

func (i *Imports) renew(tx *store.Tx, run importRun) error {
	now := i.base.Now()
	claimed, err := store.ImportsIn(tx).Claim(run.ID, run.lease, now, now.Add(importLease))
	if err == nil && !claimed {
		err = errRunLost
	}
	return err
}

func (i *Imports) carryOut(ctx context.Context, run importRun, claimedImport loyalty.Import) error {
	switch claimedImport.State {
	case loyalty.ImportChecking, loyalty.ImportImporting:
		return i.process(ctx, run, claimedImport)
	case loyalty.ImportUndoing:
		return i.undo(ctx, run, claimedImport)
	}
	return nil
}

func (i *Imports) process(ctx context.Context, run importRun, claimedImport loyalty.Import) error {
	file, err := i.load(ctx, run, claimedImport.Mapping)
	if refusal := (*loyalty.Error)(nil); errors.As(err, &refusal) && refusal.Kind == loyalty.Invalid {
		return i.fail(ctx, run, claimedImport, refusal.Message)
	}
	if err != nil {
		return err
	}
	report := reportOf(file)
	batches := batchesOf(file)
	switch isOther := isOtherReading(batches, claimedImport); {
	case isOther && claimedImport.State == loyalty.ImportChecking:
		return i.inRun(ctx, run, claimedImport, func(_ *store.Tx, importRecord *loyalty.Import) error {
			beginRun(importRecord)
			return nil
		})
	case isOther:
		report.Rows = claimedImport.RowsDone
		return i.finish(ctx, run, claimedImport, report, endedEarly)
	}
	for at := int(claimedImport.Position); at < len(batches); at++ {
		if err := i.processBatch(ctx, run, claimedImport, file, batches[at], at); err != nil {
			return err
		}
	}
	return i.finish(ctx, run, claimedImport, report, "")
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

func (i *Imports) fail(ctx context.Context, run importRun, claimedImport loyalty.Import, reason string) error {
	return i.inRun(ctx, run, claimedImport, func(_ *store.Tx, importRecord *loyalty.Import) error {
		importRecord.State, importRecord.Failure = loyalty.ImportFailed, reason
		importRecord.Version++
		return nil
	})
}

func (i *Imports) inRun(ctx context.Context, run importRun, claimedImport loyalty.Import, change func(*store.Tx, *loyalty.Import) error) error {
	return i.base.Store.InBusiness(ctx, run.BusinessID, func(tx *store.Tx) error {
		importRecord, err := store.ImportsIn(tx).Lock(run.ID)
		if err != nil {
			return err
		}
		if importRecord.Run != claimedImport.Run || importRecord.State != claimedImport.State {
			return errRunLost
		}
		if err := i.renew(tx, run); err != nil {
			return err
		}
		if err := change(tx, &importRecord); err != nil {
			return err
		}
		return store.ImportsIn(tx).Save(importRecord)
	})
}

type importBatch struct {
	skippedRows []importing.SkippedRow
	rows        []importing.Row
}

func (b importBatch) countRows() int64 {
	count := int64(len(b.skippedRows))
	for _, row := range b.rows {
		count += 1 + int64(len(row.Duplicates))
	}
	return count
}

// batchesOf divides a file into batches, the same for each run of one version of the program.
func batchesOf(file importing.File) (batches []importBatch) {
	const skips = 200
	for at := 0; at < len(file.SkippedRows); at += skips {
		batches = append(batches, importBatch{skippedRows: file.SkippedRows[at:min(at+skips, len(file.SkippedRows))]})
	}
	for at := 0; at < len(file.Rows); at += importBatchSize {
		batches = append(batches, importBatch{rows: file.Rows[at:min(at+importBatchSize, len(file.Rows))]})
	}
	return batches
}

// isOtherReading reports a run of a version that reads differently: its position would skip or repeat rows.
func isOtherReading(batches []importBatch, claimedImport loyalty.Import) bool {
	count := int64(0)
	for _, batch := range batches[:min(int(claimedImport.Position), len(batches))] {
		count += batch.countRows()
	}
	return count != claimedImport.RowsDone
}

func (i *Imports) processBatch(ctx context.Context, run importRun, claimedImport loyalty.Import, file importing.File, batch importBatch, at int) error {
	actor := usecase.Actor{UserID: claimedImport.CreatedBy, Role: loyalty.Owner, BusinessID: run.BusinessID}
	isDry := claimedImport.State == loyalty.ImportChecking
	var effects []importEffect
	if isDry {
		var err error
		if effects, err = i.dryRun(ctx, actor, batch.rows, claimedImport.Mapping.SamePerson); err != nil {
			return err
		}
	}
	return i.inRun(ctx, run, claimedImport, func(tx *store.Tx, importRecord *loyalty.Import) (err error) {
		if importRecord.Position != int64(at) {
			return errRunLost
		}
		if !isDry {
			if effects, err = i.rows.importRows(tx, actor, importRecord.ID, batch.rows, claimedImport.Mapping.SamePerson); err != nil {
				return err
			}
		}
		for at, row := range batch.rows {
			countImported(&importRecord.Counts, row, effects[at])
		}
		importRecord.Report.AddOtherNames(otherNamesOf(batch.rows, effects))
		importRecord.Counts.Skipped += int64(len(batch.skippedRows))
		importRecord.Position, importRecord.RowsDone = int64(at)+1, importRecord.RowsDone+batch.countRows()
		if err := recordSkips(tx, *importRecord, file, batch, effects); err != nil || isDry {
			return err
		}
		return i.recordEffects(tx, *importRecord, batch, effects)
	})
}

func recordSkips(tx *store.Tx, importRecord loyalty.Import, file importing.File, batch importBatch, effects []importEffect) error {
	for _, skip := range slices.Concat(batch.skippedRows, skipsOf(batch.rows, effects)) {
		row := store.ImportRow{Number: int64(skip.Row), Reason: skip.Reason, Cells: storableCells(file.Cells(skip.Row))}
		if err := store.ImportsIn(tx).InsertRow(importRecord.ID, importRecord.Run, row); err != nil {
			return err
		}
	}
	return nil
}

func skipsOf(rows []importing.Row, effects []importEffect) (skippedRows []importing.SkippedRow) {
	for at, row := range rows {
		if effects[at].skipReason == "" {
			continue
		}
		for _, number := range append([]int{row.Number}, row.Duplicates...) {
			skippedRows = append(skippedRows, importing.SkippedRow{Row: number, Reason: effects[at].skipReason})
		}
	}
	return skippedRows
}

func storableCells(cells []string) []string {
	const longest, longestRow = 2_000, 8_000
	storedCells, room := make([]string, len(cells)), longestRow
	for at, cell := range cells {
		letters := []rune(cell)
		if most := min(longest, room); len(letters) > most {
			letters, cell = letters[:most], string(letters[:most])+"…"
		}
		room -= len(letters)
		storedCells[at] = cell
	}
	return storedCells
}

func (i *Imports) recordEffects(tx *store.Tx, importRecord loyalty.Import, batch importBatch, effects []importEffect) error {
	imports := store.ImportsIn(tx)
	for at, row := range batch.rows {
		effect := effects[at]
		if effect.skipReason != "" {
			continue
		}
		claims, err := i.recordClaims(tx, importRecord, effect.customerID, row.Claims)
		if err != nil {
			return err
		}
		if claims == 0 && !effect.hasChanged() {
			continue
		}
		if err := recordEffect(imports, importRecord, int64(row.Number), effect); err != nil {
			return err
		}
	}
	return nil
}

// recordEffect merges the effects of a customer's rows.
func recordEffect(imports store.Imports, importRecord loyalty.Import, number int64, effect importEffect) error {
	if !effect.effect.Created {
		first, known, err := imports.EffectOf(importRecord.ID, importRecord.Run, effect.customerID)
		if err != nil {
			return err
		}
		if known {
			if err := imports.RemoveRow(importRecord.ID, importRecord.Run, first.Number); err != nil {
				return err
			}
			number, effect.effect = first.Number, first.Effect.Then(effect.effect)
		}
	}
	return imports.InsertRow(importRecord.ID, importRecord.Run, store.ImportRow{Number: number, CustomerID: effect.customerID, Effect: &effect.effect})
}

func (i *Imports) recordClaims(tx *store.Tx, importRecord loyalty.Import, customerID string, claims []importing.Claim) (count int, err error) {
	for _, claim := range claims {
		known, err := store.ImportsIn(tx).HasClaim(customerID, claim.Header, claim.Value)
		if err != nil {
			return count, err
		}
		if known {
			continue
		}
		storedClaim := store.ImportClaim{Header: claim.Header, Value: claim.Value, FileName: importRecord.FileName, At: i.base.Now()}
		if err := store.ImportsIn(tx).InsertClaim(importRecord, customerID, storedClaim); err != nil {
			return count, err
		}
		count++
	}
	return count, nil
}

// finish takes the reason for an early end.
func (i *Imports) finish(ctx context.Context, run importRun, claimedImport loyalty.Import, report loyalty.ImportReport, failure string) error {
	err := i.inRun(ctx, run, claimedImport, func(_ *store.Tx, importRecord *loyalty.Import) error {
		now := i.base.Now()
		importRecord.Version++
		report.OtherNames = importRecord.Report.OtherNames
		importRecord.Report = report
		if importRecord.State == loyalty.ImportChecking {
			importRecord.State = loyalty.ImportChecked
			return nil
		}
		importRecord.State, importRecord.FinishedAt, importRecord.ExpiresAt = loyalty.ImportDone, now, now.Add(loyalty.ImportUndoPeriod)
		importRecord.Report, importRecord.Failure = withoutSamples(report), failure
		return nil
	})
	if err != nil {
		return err
	}
	if claimedImport.State == loyalty.ImportImporting {
		if err := i.removeFile(ctx, run.ImportRef); err != nil {
			return err
		}
	}
	return i.removeRows(ctx, run.ImportRef, claimedImport.Run)
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
