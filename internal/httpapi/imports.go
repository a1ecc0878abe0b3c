package httpapi

import (
	"bufio"
	"context"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"axioma/internal/importing"
	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/usecase"
)

type importCalls struct {
	cases *service.Service
	log   *slog.Logger
}

// Import is a customer file.
type Import struct {
	ID          string             `json:"id"`
	FileName    string             `json:"fileName"`
	Format      string             `json:"format" enum:"CSV,XLSX,VCARD"`
	State       string             `json:"state" enum:"CHECKING,CHECKED,IMPORTING,DONE,UNDOING,UNDONE,FAILED" doc:"Poll while it is CHECKING, IMPORTING or UNDOING"`
	Version     int64              `json:"version" doc:"Version of the mapping and the state, for If-Match"`
	CreatedAt   time.Time          `json:"createdAt"`
	CreatedBy   string             `json:"createdBy" doc:"Name of the user who sent the file"`
	FinishedAt  *time.Time         `json:"finishedAt" doc:"When the customers were imported"`
	UndoUntil   *time.Time         `json:"undoUntil" doc:"Until when it can be undone; null: it cannot be undone"`
	Rows        int64              `json:"rows" doc:"Rows with data, without the header"`
	Done        int64              `json:"done" doc:"Rows processed so far by the current dry run or import"`
	Columns     []ImportColumn     `json:"columns" nullable:"false"`
	Fields      []string           `json:"fields" nullable:"false" enum:"name,firstName,middleName,lastName,phone,phonePrefix,email,birthday,note,stamps,lastVisit,consent" doc:"The fields that a column may hold"`
	DateOrder   ImportDateOrder    `json:"dateOrder"`
	AsNote      bool               `json:"unknownAsNote" doc:"The values of unassigned columns are added to the notes of new customers"`
	Result      ImportResult       `json:"result"`
	SkippedRows []ImportSkip       `json:"skipped" nullable:"false" doc:"The first 50 rows that are not imported"`
	OtherNames  []ImportOtherName  `json:"otherNames" nullable:"false" doc:"Rows of a checked file whose phone or e-mail belongs to a customer with another name: all that the caller confirmed, and the first 100 others"`
	Notices     []string           `json:"notices" nullable:"false" doc:"What was read differently from the file's text, in Spanish"`
	Undone      *ImportUndoOutcome `json:"undone,omitempty" doc:"Only during the undo and afterwards"`
	Failure     *string            `json:"failure" doc:"Why it failed or ended early, in Spanish"`
}

// ImportColumn is a column of a file.
type ImportColumn struct {
	Index       int      `json:"index" doc:"Position of the column, from 0"`
	Header      string   `json:"header"`
	Field       *string  `json:"field" enum:"name,firstName,middleName,lastName,phone,phonePrefix,email,birthday,note,stamps,lastVisit,consent" doc:"Field in the column; null: the column is ignored"`
	Samples     []string `json:"samples" nullable:"false" doc:"Up to three values of the column; empty after the import"`
	FilledCells int64    `json:"filled" doc:"Cells with a value"`
}

// ImportDateOrder is the order of day and month.
type ImportDateOrder struct {
	Decided bool    `json:"decided" doc:"false: the dates are ambiguous, and the caller must choose before the start"`
	Order   *string `json:"order" enum:"DMY,MDY" doc:"The order in use; null: no date depends on it"`
}

// ImportResult counts the changes of a file.
type ImportResult struct {
	New           int64 `json:"new" doc:"Rows that become customers"`
	Known         int64 `json:"known" doc:"Rows of known customers without new data"`
	Merged        int64 `json:"merged" doc:"Rows that add data to a known customer, or repeat an earlier row"`
	Skipped       int64 `json:"skipped" doc:"Rows that are not imported"`
	Minors        int64 `json:"minors" doc:"Skipped rows of customers under 14"`
	OpeningStamps int64 `json:"openingStamps"`
	Owed          int64 `json:"owed" doc:"Customers whose stamps earn a reward"`
	LastVisits    int64 `json:"lastVisits" doc:"Customers who get a last visit"`
	ConsentClaims int64 `json:"consentClaims" doc:"Rows that claim a consent. They are stored as evidence, not as consents"`
}

// ImportSkip is a rejected row.
type ImportSkip struct {
	Row    int64  `json:"row"`
	Reason string `json:"reason" doc:"In Spanish"`
}

// ImportOtherName is a row of a person known under another name.
type ImportOtherName struct {
	Row          int    `json:"row"`
	Name         string `json:"name" doc:"In the file"`
	CustomerID   string `json:"customerId"`
	CustomerName string `json:"customerName"`
	SamePerson   bool   `json:"samePerson" doc:"The caller confirmed that the row is the customer's. Otherwise it is not imported"`
}

// ImportUndoOutcome counts an undone import's customers.
type ImportUndoOutcome struct {
	Removed  int64              `json:"removed" doc:"Created by the import and removed again"`
	Restored int64              `json:"restored" doc:"Known before the import, and restored"`
	Kept     int64              `json:"kept" doc:"Changed since, so part of the import stays"`
	Reasons  []ImportKeepReason `json:"reasons" nullable:"false"`
}

// ImportKeepReason is why customers keep imported data.
type ImportKeepReason struct {
	Reason string `json:"reason" doc:"In Spanish"`
	Count  int64  `json:"count"`
}

type importOutput struct{ Body Import }

func answerImport(customerImport service.ListedImport, err error) (*importOutput, error) {
	if err != nil {
		return nil, err
	}
	return &importOutput{Body: importOf(customerImport)}, nil
}

func importOf(i service.ListedImport) Import {
	out := Import{
		ID: i.ID, FileName: i.FileName, Format: i.Report.Format, State: string(i.State), Version: i.Version,
		CreatedAt: i.CreatedAt, CreatedBy: i.CreatedByName, FinishedAt: instantOrNull(i.FinishedAt), UndoUntil: instantOrNull(i.UndoUntil()),
		Rows: i.Report.Rows, Done: i.RowsDone, Columns: make([]ImportColumn, len(i.Report.Columns)), Fields: importing.FieldNames(),
		DateOrder: ImportDateOrder{Decided: i.Report.DateDecided, Order: orNull(i.Report.DateOrder)},
		AsNote:    i.Mapping.UnknownAsNote, Result: ImportResult(i.Counts), SkippedRows: make([]ImportSkip, len(i.SkippedRows)), OtherNames: []ImportOtherName{},
		Notices: append([]string{}, i.Report.Notices...), Failure: orNull(i.Failure),
	}
	for at, column := range i.Report.Columns {
		out.Columns[at] = ImportColumn{
			Index: column.Index, Header: column.Header, Field: orNull(column.Field), Samples: append([]string{}, column.Samples...), FilledCells: column.Filled,
		}
	}
	for at, row := range i.SkippedRows {
		out.SkippedRows[at] = ImportSkip{Row: row.Number, Reason: row.Reason}
	}
	for _, row := range i.Report.OtherNames {
		if name, isActive := i.CustomerNames[row.CustomerID]; isActive {
			out.OtherNames = append(out.OtherNames, ImportOtherName{
				Row: row.Row, Name: row.Name, CustomerID: row.CustomerID, CustomerName: name, SamePerson: row.Chosen,
			})
		}
	}
	if i.State == loyalty.ImportReceiving {
		out.State = string(loyalty.ImportChecking)
	}
	if i.State == loyalty.ImportUndoing || i.State == loyalty.ImportUndone {
		out.Undone = importUndoOutcomeOf(i.UndoResult)
	}
	return out
}

func importUndoOutcomeOf(u loyalty.ImportUndoResult) *ImportUndoOutcome {
	out := &ImportUndoOutcome{Removed: u.Removed, Restored: u.Restored, Kept: u.Kept, Reasons: []ImportKeepReason{}}
	for reason, count := range u.Reasons {
		out.Reasons = append(out.Reasons, ImportKeepReason{Reason: reason, Count: count})
	}
	slices.SortFunc(out.Reasons, func(a, b ImportKeepReason) int { return int(b.Count - a.Count) })
	return out
}

type createImportInput struct {
	FileName string `query:"fileName" maxLength:"200" doc:"Name of the file"`
	Key      string `header:"Idempotency-Key"`
	Type     string `header:"Content-Type" hidden:"true"`
	RawBody  []byte `contentType:"application/octet-stream"`
}

func (c importCalls) create(ctx context.Context, in *createImportInput) (*importOutput, error) {
	// A form of another origin cannot send this type.
	if in.Type != "application/octet-stream" {
		return nil, &Problem{status: http.StatusUnsupportedMediaType, Code: "NOT_A_FILE", Message: "La petición tiene que ser un archivo (application/octet-stream)."}
	}
	return answerImport(c.cases.Imports.Create(ctx, actor(ctx), service.ImportRequest{
		FileName: in.FileName, Data: in.RawBody, Key: usecase.IdempotencyKey(in.Key),
	}))
}

func (c importCalls) list(ctx context.Context, _ *noInput) (*listOutput[Import], error) {
	imports, err := c.cases.Imports.List(ctx, actor(ctx))
	if err != nil {
		return nil, err
	}
	return wholeList(imports, importOf), nil
}

func (c importCalls) show(ctx context.Context, in *IDInput) (*importOutput, error) {
	return answerImport(c.cases.Imports.Get(ctx, actor(ctx), in.ID))
}

// ImportColumnChoice is the field that a user chooses for a column.
type ImportColumnChoice struct {
	Index int     `json:"index" minimum:"0"`
	Field *string `json:"field" enum:"name,firstName,middleName,lastName,phone,phonePrefix,email,birthday,note,stamps,lastVisit,consent" nullable:"true" doc:"null: the column is ignored"`
}

// ImportSamePerson joins a row and a customer with another name.
type ImportSamePerson struct {
	Row        int    `json:"row" minimum:"1"`
	CustomerID string `json:"customerId" minLength:"1" maxLength:"100"`
}

type changeImportInput struct {
	IDInput
	IfMatchInput
	Body struct {
		Columns       []ImportColumnChoice `json:"columns,omitempty" nullable:"false" maxItems:"300" doc:"The columns to change"`
		DateOrder     string               `json:"dateOrder,omitempty" enum:"DMY,MDY"`
		UnknownAsNote *bool                `json:"unknownAsNote,omitempty"`
		SamePerson    []ImportSamePerson   `json:"samePerson,omitempty" nullable:"false" maxItems:"500" doc:"Replaces the former list. A row is not imported if another customer has its phone or e-mail by then"`
	}
}

func (c importCalls) change(ctx context.Context, in *changeImportInput) (*importOutput, error) {
	version, err := in.version()
	if err != nil {
		return nil, err
	}
	changes := service.ImportChanges{Version: version, Columns: map[int]string{}, DateOrder: in.Body.DateOrder, UnknownAsNote: in.Body.UnknownAsNote}
	for _, choice := range in.Body.Columns {
		changes.Columns[choice.Index] = orEmpty(choice.Field)
	}
	if in.Body.SamePerson != nil {
		changes.SamePerson = map[int]string{}
	}
	for _, choice := range in.Body.SamePerson {
		changes.SamePerson[choice.Row] = choice.CustomerID
	}
	return answerImport(c.cases.Imports.Change(ctx, actor(ctx), in.ID, changes))
}

type startImportInput struct {
	IDInput
	IfMatchInput
}

func (c importCalls) start(ctx context.Context, in *startImportInput) (*importOutput, error) {
	version, err := in.version()
	if err != nil {
		return nil, err
	}
	return answerImport(c.cases.Imports.Start(ctx, actor(ctx), in.ID, version))
}

type undoImportInput struct {
	IDInput
	Key string `header:"Idempotency-Key"`
}

func (c importCalls) undo(ctx context.Context, in *undoImportInput) (*importOutput, error) {
	return answerImport(c.cases.Imports.Undo(ctx, actor(ctx), in.ID, usecase.IdempotencyKey(in.Key)))
}

func (c importCalls) drop(ctx context.Context, in *IDInput) (*okOutput, error) {
	if err := c.cases.Imports.Drop(ctx, actor(ctx), in.ID); err != nil {
		return nil, err
	}
	return ok(), nil
}

// rejects sends a file with the rejected rows, which the user can correct and import.
func (c importCalls) rejects(ctx context.Context, in *IDInput) (*huma.StreamResponse, error) {
	file := largeFile{contentType: csvType, name: "filas-no-importadas.csv", log: c.log}
	return file.send(func(out io.Writer) error {
		writer := bufio.NewWriter(out)
		begin := func(header []string) error {
			_, err := writer.WriteString(utf8BOM + csvRow(';', append(slices.Clone(header), importing.ReasonHeader)))
			return err
		}
		err := c.cases.Imports.EachReject(ctx, actor(ctx), in.ID, begin, func(row service.ImportRow) error {
			_, err := writer.WriteString(csvRow(';', append(row.Cells, row.Reason)))
			return err
		})
		if err != nil {
			return err
		}
		return writer.Flush()
	})
}

// maxImport is a byte more than allowed, so that the parser reports the limit.
const maxImport = importing.MaxBytes + 1
