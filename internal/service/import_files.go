package service

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"axioma/internal/importing"
	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

const (
	// importChunkSize is in bytes per transaction, so that check-ins do not wait.
	importChunkSize = 256 << 10
	// receivePeriod is how long a repeated request may complete a file.
	receivePeriod = time.Hour
	listedSkips   = 50
	parseTimeout  = 30 * time.Second
)

// ImportRow is a rejected row.
type ImportRow = store.ImportRow

// ListedImport is an import with rejected rows and the customers in Report.OtherNames.
type ListedImport struct {
	loyalty.Import
	SkippedRows   []store.ImportRow
	CustomerNames map[string]string // by id, without archived customers
}

// ImportRequest is a file to store.
type ImportRequest struct {
	FileName string
	Data     []byte
	Key      usecase.IdempotencyKey
	// SamePerson has, by row, the customer who is the same person under another name. Nil: as in the last import of the
	// file.
	SamePerson map[int]string

	copyDigest string // of the export from which Data are made; empty: none
}

// Create stores a file, once per key, for a worker to check. Errors: loyalty.ErrImportUnreadable,
// loyalty.ErrTooManyImports.
func (i *Imports) Create(ctx context.Context, actor usecase.Actor, request ImportRequest) (ListedImport, error) {
	return i.create(ctx, actor, request, importing.Options{}, func(_ *store.Tx, importRecord *loyalty.Import) error {
		importRecord.State = loyalty.ImportChecking
		return nil
	})
}

func (i *Imports) create(
	ctx context.Context, actor usecase.Actor, request ImportRequest, options importing.Options, begin func(*store.Tx, *loyalty.Import) error,
) (ListedImport, error) {
	if err := request.Key.Validate(); err != nil {
		return ListedImport{}, err
	}
	business, err := i.base.BusinessByID(ctx, actor.BusinessID)
	if err != nil {
		return ListedImport{}, err
	}
	if !business.IsActive() {
		return ListedImport{}, loyalty.ErrBusinessSuspended
	}
	mapping := mappingOf(business, i.base.Now(), request.Data, options)
	file, err := i.parse(ctx, request.Data, mapping)
	if err != nil {
		return ListedImport{}, err
	}
	importRecord, err := i.insert(ctx, actor, request, mapping, reportOf(file))
	if err != nil {
		return ListedImport{}, err
	}
	if importRecord.State != loyalty.ImportReceiving {
		return i.Get(ctx, actor, importRecord.ID)
	}
	if importRecord.Mapping.Digest != mapping.Digest { // an export that gives another file since
		return ListedImport{}, loyalty.ErrIdempotencyMismatch
	}
	return i.receive(ctx, actor, importRecord, request.Data, begin)
}

func mappingOf(business loyalty.Business, now time.Time, data []byte, options importing.Options) loyalty.ImportMapping {
	return loyalty.ImportMapping{
		Country: business.Country, Today: business.DayOf(now), DateOrder: options.DateOrder, UnknownAsNote: options.UnknownAsNote,
		Digest: fmt.Sprintf("%x", sha256.Sum256(data)),
	}
}

// parse parses one file at a time, to limit memory.
func (i *Imports) parse(ctx context.Context, data []byte, mapping loyalty.ImportMapping) (importing.File, error) {
	ctx, cancel := context.WithTimeout(ctx, parseTimeout)
	defer cancel()
	select {
	case i.parsing <- struct{}{}:
		defer func() { <-i.parsing }()
	case <-ctx.Done():
		return importing.File{}, ctx.Err()
	}
	options := importing.Options{
		Country: mapping.Country, Today: mapping.Today, DateOrder: mapping.DateOrder, UnknownAsNote: mapping.UnknownAsNote, Columns: map[int]importing.Field{},
	}
	for column, field := range mapping.Columns {
		options.Columns[column] = importing.Field(field)
	}
	file, err := importing.Parse(data, options)
	if unreadable := (*importing.FileError)(nil); errors.As(err, &unreadable) {
		refusal := *loyalty.ErrImportUnreadable
		refusal.Message = unreadable.Sentence
		return file, &refusal
	}
	return file, err
}

func reportOf(file importing.File) loyalty.ImportReport {
	report := loyalty.ImportReport{
		Format: string(file.Format), Rows: int64(file.Total), Notices: file.Notices, DateOrder: file.DateOrder, DateDecided: file.DateDecided,
		Columns: make([]loyalty.ImportColumn, len(file.Columns)),
	}
	for at, column := range file.Columns {
		report.Columns[at] = loyalty.ImportColumn{
			Index: at, Header: column.Header, Field: string(column.Field), Samples: column.Samples, Filled: int64(column.FilledCells),
		}
	}
	return report
}

func cleanFileName(name string) string {
	const longest = 200
	name = strings.Map(func(r rune) rune {
		if r < ' ' || r == utf8.RuneError {
			return -1
		}
		return r
	}, name[strings.LastIndexAny(name, `/\`)+1:])
	if letters := []rune(name); len(letters) > longest {
		name = string(letters[:longest])
	}
	if name = strings.TrimSpace(name); name == "" {
		return "clientes"
	}
	return name
}

// receive uses short transactions. A repeated request continues.
func (i *Imports) receive(
	ctx context.Context, actor usecase.Actor, importRecord loyalty.Import, data []byte, begin func(*store.Tx, *loyalty.Import) error,
) (ListedImport, error) {
	number := 0
	for chunk := range slices.Chunk(data, importChunkSize) {
		err := i.base.Store.InBusiness(ctx, actor.BusinessID, func(tx *store.Tx) error {
			return store.ImportsIn(tx).InsertChunk(importRecord.ID, number, chunk)
		})
		if err != nil {
			return ListedImport{}, err
		}
		number++
	}
	return i.edit(ctx, actor, importRecord.ID, func(tx *store.Tx, importRecord *loyalty.Import) error {
		if importRecord.State != loyalty.ImportReceiving {
			return nil // a concurrent repeat has stored the file
		}
		importRecord.ExpiresAt = importRecord.CreatedAt.Add(loyalty.ImportUndoPeriod)
		return begin(tx, importRecord)
	})
}

func (i *Imports) edit(ctx context.Context, actor usecase.Actor, id string, change func(*store.Tx, *loyalty.Import) error) (ListedImport, error) {
	var listedImport ListedImport
	err := i.base.Store.InBusiness(ctx, actor.BusinessID, func(tx *store.Tx) error {
		importRecord, err := store.ImportsIn(tx).Lock(id)
		if err != nil {
			return err
		}
		if err := change(tx, &importRecord); err != nil {
			return err
		}
		if err := store.ImportsIn(tx).Save(importRecord); err != nil {
			return err
		}
		listedImport, err = withSkips(tx, importRecord)
		return err
	})
	if err == nil {
		i.wake()
	}
	return listedImport, err
}

func withSkips(tx *store.Tx, importRecord loyalty.Import) (ListedImport, error) {
	skippedRows, err := store.ImportsIn(tx).FirstSkips(importRecord.ID, importRecord.Run, listedSkips)
	if err != nil {
		return ListedImport{}, err
	}
	names, err := namesOfOtherNames(tx, importRecord)
	return ListedImport{Import: importRecord, SkippedRows: skippedRows, CustomerNames: names}, err
}

// Get returns an import with its first rejected rows, or loyalty.ErrImportNotFound.
func (i *Imports) Get(ctx context.Context, actor usecase.Actor, id string) (ListedImport, error) {
	var listedImport ListedImport
	err := i.base.Store.ViewBusiness(ctx, actor.BusinessID, func(tx *store.Tx) error {
		importRecord, err := store.ImportsIn(tx).Get(id)
		if err != nil {
			return err
		}
		listedImport, err = withSkips(tx, importRecord)
		return err
	})
	return listedImport, err
}

// List returns the imports of 30 days, newest first, without rejected rows.
func (i *Imports) List(ctx context.Context, actor usecase.Actor) ([]ListedImport, error) {
	var listedImports []ListedImport
	err := i.base.Store.ViewBusiness(ctx, actor.BusinessID, func(tx *store.Tx) error {
		imports, err := store.ImportsIn(tx).List(i.base.Now())
		listedImports = make([]ListedImport, len(imports))
		for at, one := range imports {
			listedImports[at] = ListedImport{Import: one}
		}
		return err
	})
	return listedImports, err
}

// ImportChanges change how a file is read. Zero values change nothing.
type ImportChanges struct {
	Version       int64          // as seen; zero: any
	Columns       map[int]string // by column; empty: not read
	DateOrder     string
	UnknownAsNote *bool
	SamePerson    map[int]string // by row; nil: unchanged
}

// Change makes a worker check the file again. Errors: loyalty.ErrImportChanged, loyalty.ErrImportStarted.
func (i *Imports) Change(ctx context.Context, actor usecase.Actor, id string, changes ImportChanges) (ListedImport, error) {
	return i.edit(ctx, actor, id, func(_ *store.Tx, importRecord *loyalty.Import) error {
		if err := importRecord.MayChange(changes.Version); err != nil {
			return err
		}
		return applyImportChanges(importRecord, changes)
	})
}

func applyImportChanges(importRecord *loyalty.Import, changes ImportChanges) error {
	columnFields := map[int]string{}
	for column, field := range importRecord.Mapping.Columns {
		columnFields[column] = field
	}
	for column, field := range changes.Columns {
		if column < 0 || column >= len(importRecord.Report.Columns) {
			return loyalty.InvalidField("columns", "El archivo no tiene esa columna.")
		}
		if field != "" && !slices.Contains(importing.FieldNames(), field) {
			return loyalty.InvalidField("columns", "No se puede importar ese dato.")
		}
		columnFields[column] = field
		importRecord.Report.Columns[column].Field = field
	}
	importRecord.Mapping.Columns = columnFields
	if changes.DateOrder != "" {
		importRecord.Mapping.DateOrder = changes.DateOrder
	}
	if changes.UnknownAsNote != nil {
		importRecord.Mapping.UnknownAsNote = *changes.UnknownAsNote
	}
	if changes.SamePerson != nil {
		if len(changes.SamePerson) > loyalty.MaxSamePerson {
			return loyalty.InvalidField("samePerson", "No se pueden marcar más de 500 filas.")
		}
		importRecord.Mapping.SamePerson = changes.SamePerson
	}
	importRecord.State, importRecord.Failure = loyalty.ImportChecking, ""
	beginRun(importRecord)
	return nil
}

func beginRun(i *loyalty.Import) {
	i.Version++
	i.Run++
	i.Position, i.RowsDone, i.Counts, i.Report.OtherNames = 0, 0, loyalty.ImportCounts{}, nil
}

// Start lets a worker import the file. Errors: those of loyalty.Import.MayStart.
func (i *Imports) Start(ctx context.Context, actor usecase.Actor, id string, version int64) (ListedImport, error) {
	return i.edit(ctx, actor, id, func(tx *store.Tx, importRecord *loyalty.Import) error {
		if err := importRecord.MayStart(version); err != nil {
			return err
		}
		return i.start(tx, actor, importRecord)
	})
}

func (i *Imports) start(tx *store.Tx, actor usecase.Actor, importRecord *loyalty.Import) error {
	beginRun(importRecord)
	importRecord.State, importRecord.StartedAt = loyalty.ImportImporting, i.base.Now()
	return i.base.Record(tx, actor.UserID, loyalty.ActionImportStarted, importRecord.ID, importRecord.FileName)
}

// Undo lets a worker undo an import. Errors: those of loyalty.Import.MayUndo.
func (i *Imports) Undo(ctx context.Context, actor usecase.Actor, id string, key usecase.IdempotencyKey) (ListedImport, error) {
	if err := key.Validate(); err != nil {
		return ListedImport{}, err
	}
	var undone ListedImport
	err := i.base.InBusinessIdempotent(ctx, actor.BusinessID, func(tx *store.Tx) error {
		if _, err := usecase.RunOnce(i.base, tx, key, "undoing import "+id, usecase.PlainCodec[string](), func() (string, error) {
			return id, i.beginUndo(tx, actor, id)
		}); err != nil {
			return err
		}
		importRecord, err := store.ImportsIn(tx).Get(id)
		if err != nil {
			return err
		}
		undone, err = withSkips(tx, importRecord)
		return err
	})
	if err == nil {
		i.wake()
	}
	return undone, err
}

func (i *Imports) beginUndo(tx *store.Tx, actor usecase.Actor, id string) error {
	importRecord, err := store.ImportsIn(tx).Lock(id)
	if err != nil {
		return err
	}
	if err := importRecord.MayUndo(i.base.Now()); err != nil {
		return err
	}
	importRecord.State, importRecord.UndoResult = loyalty.ImportUndoing, loyalty.ImportUndoResult{}
	importRecord.Version++
	if err := store.ImportsIn(tx).Save(importRecord); err != nil {
		return err
	}
	return i.base.Record(tx, actor.UserID, loyalty.ActionImportUndone, importRecord.ID, importRecord.FileName)
}

// Drop discards a file, or returns loyalty.ErrImportStarted.
func (i *Imports) Drop(ctx context.Context, actor usecase.Actor, id string) error {
	_, err := i.edit(ctx, actor, id, func(_ *store.Tx, importRecord *loyalty.Import) error {
		if err := importRecord.MayChange(0); err != nil {
			return err
		}
		importRecord.State, importRecord.ExpiresAt = loyalty.ImportDropped, i.base.Now()
		return nil
	})
	if err != nil {
		return err
	}
	return i.purge(ctx, store.ImportRef{BusinessID: actor.BusinessID, ID: id})
}

const rejectsPage = 1_000

// EachReject calls begin with the header, then each with every rejected row, padded to its length. Headers of columns
// chosen by hand become those that the parser knows.
func (i *Imports) EachReject(
	ctx context.Context, actor usecase.Actor, id string, begin func(header []string) error, each func(store.ImportRow) error,
) error {
	return i.base.Store.ViewBusiness(ctx, actor.BusinessID, func(tx *store.Tx) error {
		importRecord, err := store.ImportsIn(tx).Get(id)
		if err != nil {
			return err
		}
		header := headerOf(importRecord)
		if err := begin(header); err != nil {
			return err
		}
		for after := int64(0); ; {
			rows, err := store.ImportsIn(tx).SkippedRows(id, importRecord.Run, after, rejectsPage)
			if err != nil {
				return err
			}
			for _, row := range rows {
				cells := make([]string, len(header))
				copy(cells, row.Cells)
				row.Cells, after = cells, row.Number
				if err := each(row); err != nil {
					return err
				}
			}
			if len(rows) < rejectsPage {
				return nil
			}
		}
	})
}

func headerOf(importRecord loyalty.Import) (header []string) {
	for _, column := range importRecord.Report.Columns {
		text := column.Header
		if field := importRecord.Mapping.Columns[column.Index]; field != "" {
			text = importing.HeaderOf(importing.Field(field))
		}
		header = append(header, text)
	}
	return header
}
