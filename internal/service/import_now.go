package service

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"axioma/internal/importing"
	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

const importWait = 200 * time.Millisecond

// ImportNow imports without a dry run. If interrupted, a server finishes it. Errors: those of Create.
func (i *Imports) ImportNow(ctx context.Context, actor usecase.Actor, request ImportRequest, options importing.Options) (loyalty.Import, error) {
	newImport, err := i.create(ctx, actor, request, options, func(tx *store.Tx, importRecord *loyalty.Import) error { return i.start(tx, actor, importRecord) })
	if err != nil {
		return loyalty.Import{}, err
	}
	ref := store.ImportRef{BusinessID: actor.BusinessID, ID: newImport.ID}
	for {
		if err := i.advance(ctx, ref); err != nil {
			return loyalty.Import{}, err
		}
		currentImport, err := i.Get(ctx, actor, newImport.ID)
		if err != nil || currentImport.State != loyalty.ImportImporting {
			currentImport.Report.Notices = newImport.Report.Notices
			return currentImport.Import, err
		}
		select {
		case <-ctx.Done():
			return currentImport.Import, ctx.Err()
		case <-time.After(importWait):
		}
	}
}

// Preview returns effects and rejected rows. It stores nothing.
func (i *Imports) Preview(
	ctx context.Context, actor usecase.Actor, request ImportRequest, options importing.Options,
) (loyalty.Import, []store.ImportRow, error) {
	business, err := i.base.BusinessByID(ctx, actor.BusinessID)
	if err != nil {
		return loyalty.Import{}, nil, err
	}
	mapping := mappingOf(business, i.base.Now(), request.Data, options)
	err = i.base.Store.ViewBusiness(ctx, actor.BusinessID, func(tx *store.Tx) (err error) {
		mapping.SamePerson, err = samePersonOf(tx, i.base.Now(), mapping.Digest, request)
		return err
	})
	if err != nil {
		return loyalty.Import{}, nil, err
	}
	file, err := i.parse(ctx, request.Data, mapping)
	if err != nil {
		return loyalty.Import{}, nil, err
	}
	preview := loyalty.Import{Report: reportOf(file), Counts: loyalty.ImportCounts{Skipped: int64(len(file.SkippedRows))}}
	skippedRows := slices.Clone(file.SkippedRows)
	for _, batch := range batchesOf(file) {
		effects, err := i.dryRun(ctx, actor, batch.rows, mapping.SamePerson)
		if err != nil {
			return preview, nil, err
		}
		for at, row := range batch.rows {
			countImported(&preview.Counts, row, effects[at])
		}
		preview.Report.OtherNames = append(preview.Report.OtherNames, otherNamesOf(batch.rows, effects)...)
		skippedRows = append(skippedRows, skipsOf(batch.rows, effects)...)
	}
	slices.SortFunc(skippedRows, func(a, b importing.SkippedRow) int { return cmp.Compare(a.Row, b.Row) })
	rows := make([]store.ImportRow, len(skippedRows))
	for at, skip := range skippedRows {
		rows[at] = store.ImportRow{Number: int64(skip.Row), Reason: skip.Reason, Cells: file.Cells(skip.Row)}
	}
	return preview, rows, nil
}

func (i *Imports) dryRun(
	ctx context.Context, actor usecase.Actor, rows []importing.Row, samePerson map[int]string,
) (effects []importEffect, err error) {
	if len(rows) == 0 {
		return nil, nil
	}
	err = i.base.Store.InBusiness(ctx, actor.BusinessID, func(tx *store.Tx) (err error) {
		if effects, err = i.rows.importRows(tx, actor, "", rows, samePerson); err != nil {
			return err
		}
		return errDryRun
	})
	if errors.Is(err, errDryRun) {
		err = nil
	}
	return effects, err
}
