package restoring

import (
	"context"
	"errors"
	"fmt"
	"os"

	"axioma/internal/archive"
	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

const stagingBatchSize = 1000

const stagingPrefix = "axioma-restore-"

type stagedCopy struct {
	store    *store.Store
	folder   store.StagingFolder
	business loyalty.Business // with the copy's settings
	settings settings
	people   people
	result   Result
	total    int64
	lastAct  int64 // of the last audit entry, in milliseconds
}

func (s *stagedCopy) discard() error { return errors.Join(s.store.Close(), s.folder.Remove()) }

func (s *stagedCopy) view(ctx context.Context, fn func(*store.Tx) error) error {
	return s.store.ViewWhole(ctx, s.business.ID, fn)
}

type loader struct {
	*Restores
	*stagedCopy
	reader      *archive.Reader
	tables      Tables
	progress    Progress
	doneRows    int64
	importedIDs []string
}

// stage loads and checks a copy. The caller must discard the database.
func (r *Restores) stage(ctx context.Context, actor usecase.Actor, reader *archive.Reader, progress Progress) (s *stagedCopy, err error) {
	tables, err := TablesOf(reader)
	if err != nil {
		return nil, err
	}
	folder, err := store.NewStagingFolder(os.TempDir(), stagingPrefix)
	if err != nil {
		return nil, err
	}
	scratch, err := r.openScratch(ctx, folder.Path)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("creating the database of a restore: %w", err), folder.Remove())
	}
	s = &stagedCopy{store: scratch, folder: folder}
	s.result = Result{ExportedAt: reader.ExportedAt, Rows: map[string]int64{}, RenamedAccounts: []string{}}
	l := &loader{Restores: r, stagedCopy: s, reader: reader, tables: tables, progress: progress}
	if err := l.load(ctx, actor); err != nil {
		return nil, errors.Join(err, s.discard())
	}
	return s, nil
}

func (l *loader) load(ctx context.Context, actor usecase.Actor) error {
	for _, table := range l.reader.Manifest.Tables {
		l.total += table.Rows
	}
	if err := l.readSettings(ctx, actor); err != nil {
		return err
	}
	if err := l.readPeople(ctx, actor); err != nil {
		return err
	}
	if err := l.loadTables(ctx); err != nil {
		return err
	}
	if err := l.loadReferences(ctx); err != nil {
		return err
	}
	if err := l.markImported(ctx); err != nil {
		return err
	}
	if l.lastAct > l.base.Now().UnixMilli() {
		return archive.Refuse("La copia tiene fechas del futuro. Comprueba el reloj del servidor.")
	}
	l.result.Rows["users"] = int64(l.result.Accounts)
	return l.check(ctx)
}

func (l *loader) loadTables(ctx context.Context) error {
	createIndexes, err := l.store.PostponeIndexes(ctx)
	if err != nil {
		return err
	}
	for _, table := range store.RestoredTables() {
		if err := l.loadTable(ctx, table); err != nil {
			return err
		}
	}
	return createIndexes(ctx)
}

func (l *loader) loadTable(ctx context.Context, table string) error {
	batch := batcher{size: batchSize(table, stagingBatchSize), readsAhead: true, write: func(rows []store.RestoredRow) error { return l.insert(ctx, table, rows) }}
	if table == "users" {
		return l.insert(ctx, table, l.people.accounts())
	}
	err := l.tables.Rows(table, func(row store.RestoredRow) error {
		if err := l.adapt(table, row); err != nil {
			return err
		}
		return batch.add(row)
	})
	return batch.close(err)
}

func (l *loader) insert(ctx context.Context, table string, rows []store.RestoredRow) error {
	err := l.store.InBusiness(ctx, l.business.ID, func(tx *store.Tx) error { return store.RestoredRowsIn(tx).Insert(table, rows) })
	if store.IsConstraintViolation(err) {
		return fmt.Errorf("%w: %w", archive.Refuse("%s.jsonl tiene filas repetidas, o que nombran a otras que no están.", table), err)
	}
	if err != nil {
		return err
	}
	l.result.Rows[table] += int64(len(rows))
	l.doneRows += int64(len(rows))
	l.progress(min(l.doneRows, l.total), 2*l.total) // loading is half of the work
	return nil
}

func (l *loader) loadReferences(ctx context.Context) error {
	batch := batcher{size: stagingBatchSize, write: func(rows []store.RestoredRow) error {
		err := l.store.InBusiness(ctx, l.business.ID, func(tx *store.Tx) error { return store.RestoredRowsIn(tx).SetReferences(rows) })
		if store.IsConstraintViolation(err) {
			return fmt.Errorf("%w: %w", archive.Refuse("customers.jsonl nombra a clientes que no están en la copia."), err)
		}
		return err
	}}
	err := l.tables.Rows("customers", func(row store.RestoredRow) error {
		if !hasReference(row) {
			return nil
		}
		return batch.add(row)
	})
	return batch.close(err)
}

// markImported sets customers.imported for copies older than the column, as its migration did.
func (l *loader) markImported(ctx context.Context) error {
	if !l.tables.lacks("customers", "imported") {
		return nil
	}
	return l.store.InBusiness(ctx, l.business.ID, func(tx *store.Tx) error { return store.RestoredRowsIn(tx).MarkImported(l.importedIDs) })
}

func hasReference(row store.RestoredRow) bool {
	return row["guardian_id"] != nil || row["merged_into"] != nil
}

// check applies the rules of `axioma check` and backups.
func (l *loader) check(ctx context.Context) error {
	breaches, err := l.store.Check(ctx)
	if err != nil {
		return err
	}
	if breaches.Rows > 0 {
		return fmt.Errorf("%w: %s", archive.Refuse("Los datos de la copia se contradicen: %d filas no cuadran entre sí. La copia está dañada o se ha cambiado.", breaches.Rows), breaches.First[0])
	}
	return nil
}
