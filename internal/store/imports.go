package store

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"axioma/internal/loyalty"
)

// Imports are a business's files to import: received, checked, imported or failed ones.
type Imports struct{ tx *Tx }

// ImportsIn gives access to the imports of the transaction's business.
func ImportsIn(tx *Tx) Imports { return Imports{tx} }

// PlatformImports are the imports of all businesses.
type PlatformImports struct{ tx *Tx }

// Imports gives access to the imports of all businesses.
func (p *PlatformTx) Imports() PlatformImports { return PlatformImports{&p.tx} }

// ImportRef names an import.
type ImportRef struct{ BusinessID, ID string }

const importColumns = ` i.id, i.file_name, i.state, i.version, i.run, i.position, i.rows_done, i.mapping, i.report, i.counts, i.undone, i.failure,
	i.created_at, i.created_by, u.name, i.started_at, i.finished_at, i.undone_at, i.expires_at
	FROM imports i JOIN users u ON u.id = i.created_by`

type importJSON struct{ mapping, report, counts, undone string }

func (t importJSON) decodeInto(i *loyalty.Import) error {
	return errors.Join(
		json.Unmarshal([]byte(t.mapping), &i.Mapping), json.Unmarshal([]byte(t.report), &i.Report),
		json.Unmarshal([]byte(t.counts), &i.Counts), json.Unmarshal([]byte(t.undone), &i.UndoResult))
}

func encodeImport(i loyalty.Import) (t importJSON, err error) {
	for _, part := range []struct {
		value any
		into  *string
	}{{i.Mapping, &t.mapping}, {i.Report, &t.report}, {i.Counts, &t.counts}, {i.UndoResult, &t.undone}} {
		data, err := json.Marshal(part.value)
		if err != nil {
			return t, fmt.Errorf("encoding import %s: %w", i.ID, err)
		}
		*part.into = string(data)
	}
	return t, nil
}

func scanImport(row scanner) (i loyalty.Import, err error) {
	var columns importJSON
	err = row.Scan(&i.ID, &i.FileName, &i.State, &i.Version, &i.Run, &i.Position, &i.RowsDone,
		&columns.mapping, &columns.report, &columns.counts, &columns.undone, (*optionalText)(&i.Failure),
		(*optionalInstant)(&i.CreatedAt), &i.CreatedBy, &i.CreatedByName, (*optionalInstant)(&i.StartedAt),
		(*optionalInstant)(&i.FinishedAt), (*optionalInstant)(&i.UndoneAt), (*optionalInstant)(&i.ExpiresAt))
	if err == nil {
		err = columns.decodeInto(&i)
	}
	return i, err
}

// Insert adds an import.
func (q Imports) Insert(i loyalty.Import) error {
	columns, err := encodeImport(i)
	if err != nil {
		return err
	}
	_, err = q.tx.exec(`
		INSERT INTO imports (business_id, id, file_name, state, version, run, position, rows_done, mapping, report, counts, undone,
			created_at, created_by, expires_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
		q.tx.businessID, i.ID, i.FileName, i.State, i.Version, i.Run, i.Position, i.RowsDone, columns.mapping, columns.report, columns.counts, columns.undone,
		millis(i.CreatedAt), i.CreatedBy, millis(i.ExpiresAt))
	if err != nil {
		return fmt.Errorf("adding import %s: %w", i.ID, err)
	}
	return nil
}

// Get returns an import, or loyalty.ErrImportNotFound, also for a discarded import.
func (q Imports) Get(id string) (loyalty.Import, error) {
	imports := []loyalty.Import{}
	err := q.tx.queryEach(`SELECT`+importColumns+` WHERE i.business_id = $1 AND i.id = $2 AND i.state <> 'DROPPED'`, []any{q.tx.businessID, id}, func(row scanner) error {
		i, err := scanImport(row)
		imports = append(imports, i)
		return err
	})
	if err != nil {
		return loyalty.Import{}, fmt.Errorf("reading import %s: %w", id, err)
	}
	if len(imports) == 0 {
		return loyalty.Import{}, loyalty.ErrImportNotFound
	}
	return imports[0], nil
}

// Lock returns an import like Get, and locks it.
func (q Imports) Lock(id string) (loyalty.Import, error) {
	if lock := q.tx.lockClause(); lock != "" {
		var lockedID string
		if _, err := q.tx.queryOne(`SELECT id FROM imports WHERE business_id = $1 AND id = $2`+lock, []any{q.tx.businessID, id}, &lockedID); err != nil {
			return loyalty.Import{}, fmt.Errorf("locking import %s: %w", id, err)
		}
	}
	return q.Get(id)
}

// List returns unexpired imports whose file is complete, newest first, without discarded ones.
func (q Imports) List(now time.Time) ([]loyalty.Import, error) {
	imports := []loyalty.Import{}
	err := q.tx.queryEach(`SELECT`+importColumns+`
		WHERE i.business_id = $1 AND i.expires_at > $2 AND i.state NOT IN ('RECEIVING', 'DROPPED')
		ORDER BY i.created_at DESC, i.id DESC`,
		[]any{q.tx.businessID, millis(now)}, func(row scanner) error {
			i, err := scanImport(row)
			imports = append(imports, i)
			return err
		})
	if err != nil {
		return nil, fmt.Errorf("listing imports: %w", err)
	}
	return imports, nil
}

// CountOpen counts unexpired files not yet imported.
func (q Imports) CountOpen(now time.Time) (int64, error) {
	count, err := q.tx.queryCount(`
		SELECT count(*) FROM imports WHERE business_id = $1 AND state IN ('RECEIVING', 'CHECKING', 'CHECKED', 'FAILED')
		AND expires_at > $2 AND started_at IS NULL`, []any{q.tx.businessID, millis(now)})
	if err != nil {
		return 0, fmt.Errorf("counting open imports: %w", err)
	}
	return count, nil
}

// Save writes all mutable columns of an import, except the lease.
func (q Imports) Save(i loyalty.Import) error {
	columns, err := encodeImport(i)
	if err != nil {
		return err
	}
	err = q.tx.execOne(`
		UPDATE imports SET state = $3, version = $4, run = $5, position = $6, rows_done = $7, mapping = $8, report = $9, counts = $10, undone = $11,
			failure = $12, started_at = $13, finished_at = $14, undone_at = $15, expires_at = $16
		WHERE business_id = $1 AND id = $2`,
		q.tx.businessID, i.ID, i.State, i.Version, i.Run, i.Position, i.RowsDone, columns.mapping, columns.report, columns.counts, columns.undone,
		text(i.Failure), millis(i.StartedAt), millis(i.FinishedAt), millis(i.UndoneAt), millis(i.ExpiresAt))
	if err != nil {
		return fmt.Errorf("changing import %s: %w", i.ID, err)
	}
	return nil
}

// InsertChunk stores a chunk of the file. A chunk that is already stored stays unchanged.
func (q Imports) InsertChunk(id string, number int, content []byte) error {
	_, err := q.tx.exec(`INSERT INTO import_chunks (business_id, import_id, number, content) VALUES ($1, $2, $3, $4)
		ON CONFLICT (business_id, import_id, number) DO NOTHING`,
		q.tx.businessID, id, number, base64.StdEncoding.EncodeToString(content))
	if err != nil {
		return fmt.Errorf("storing a chunk of the file of import %s: %w", id, err)
	}
	return nil
}

// File joins the chunks of the file. It returns no bytes after they are removed.
func (q Imports) File(id string) ([]byte, error) {
	var data []byte
	err := q.tx.queryEach(`SELECT content FROM import_chunks WHERE business_id = $1 AND import_id = $2 ORDER BY number`,
		[]any{q.tx.businessID, id}, func(row scanner) error {
			var content string
			if err := row.Scan(&content); err != nil {
				return err
			}
			chunk, err := base64.StdEncoding.DecodeString(content)
			data = append(data, chunk...)
			return err
		})
	if err != nil {
		return nil, fmt.Errorf("reading the file of import %s: %w", id, err)
	}
	return data, nil
}

// Claim leases an import, or returns false if another worker has it.
func (q Imports) Claim(id, lease string, now, until time.Time) (bool, error) {
	rowCount, err := q.tx.exec(`
		UPDATE imports SET lease = $3, lease_until = $5
		WHERE business_id = $1 AND id = $2 AND (lease_until IS NULL OR lease_until <= $4 OR lease = $3)`,
		q.tx.businessID, id, lease, millis(now), millis(until))
	if err != nil {
		return false, fmt.Errorf("claiming import %s: %w", id, err)
	}
	return rowCount == 1, nil
}

// Release ends a worker's lease.
func (q Imports) Release(id, lease string) error {
	if _, err := q.tx.exec(`UPDATE imports SET lease = NULL, lease_until = NULL WHERE business_id = $1 AND id = $2 AND lease = $3`, q.tx.businessID, id, lease); err != nil {
		return fmt.Errorf("releasing import %s: %w", id, err)
	}
	return nil
}

// ListClaimable returns unfinished imports that no worker has leased.
func (q PlatformImports) ListClaimable(now time.Time, limit int) ([]ImportRef, error) {
	return q.refs(`SELECT business_id, id FROM imports
		WHERE state IN ('CHECKING', 'IMPORTING', 'UNDOING') AND (lease_until IS NULL OR lease_until <= $1)
		ORDER BY lease_until LIMIT $2`, millis(now), limit)
}

// ListExpired returns imports whose retention has ended. The caller removes them.
func (q PlatformImports) ListExpired(now time.Time, limit int) ([]ImportRef, error) {
	return q.refs(`SELECT business_id, id FROM imports WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2`, millis(now), limit)
}

func (q PlatformImports) refs(query string, args ...any) ([]ImportRef, error) {
	refs := []ImportRef{}
	err := q.tx.queryEach(query, args, func(row scanner) error {
		var ref ImportRef
		err := row.Scan(&ref.BusinessID, &ref.ID)
		refs = append(refs, ref)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("finding imports: %w", err)
	}
	return refs, nil
}

// RemoveChunk removes the first chunk of a file. It returns false if there was none.
func (q Imports) RemoveChunk(id string) (bool, error) {
	rowCount, err := q.tx.exec(`DELETE FROM import_chunks WHERE business_id = $1 AND import_id = $2 AND number = (
		SELECT min(number) FROM import_chunks WHERE business_id = $1 AND import_id = $2)`, q.tx.businessID, id)
	if err != nil {
		return false, fmt.Errorf("removing the file of import %s: %w", id, err)
	}
	return rowCount > 0, nil
}

// Discard hides an import until it is removed.
func (q Imports) Discard(id string) error {
	if _, err := q.tx.exec(`UPDATE imports SET state = 'DROPPED' WHERE business_id = $1 AND id = $2`, q.tx.businessID, id); err != nil {
		return fmt.Errorf("discarding import %s: %w", id, err)
	}
	return nil
}

// Remove deletes an import. Its chunks and rows must be removed first.
func (q Imports) Remove(id string) error {
	if _, err := q.tx.exec(`DELETE FROM imports WHERE business_id = $1 AND id = $2`, q.tx.businessID, id); err != nil {
		return fmt.Errorf("removing import %s: %w", id, err)
	}
	return nil
}
