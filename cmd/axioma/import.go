package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"axioma/internal/config"
	"axioma/internal/importing"
	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

type importCommand struct {
	config.Database
	Business string `help:"The id of the business." required:"" placeholder:"ID"`
	DryRun   bool   `help:"Dry run: report what would change."`
	JSON     bool   `help:"Print the result as JSON, and notices about the file to standard error."`

	DateOrder     string `help:"Read ambiguous dates day first (DMY) or month first (MDY)." enum:"DMY,MDY," default:"" placeholder:"ORDER"`
	UnknownAsNote bool   `help:"Add the values of unassigned columns to the notes of new customers."`
	SamePerson    []int  `help:"Numbers of rows that are the customer who has their phone or e-mail, although the name differs. A dry run lists such rows." placeholder:"ROW"`

	File string `arg:"" help:"CSV, XLSX or vCard file of at most 10 MB and 20,000 rows; - reads it from standard input. Or the export of a business (ZIP), to restore into a business without customers." placeholder:"FILE"`
}

type importReport struct {
	Rows          int64              `json:"rows"`
	New           int64              `json:"new"`
	Known         int64              `json:"known"`
	Merged        int64              `json:"merged"`
	SkippedRows   []importSkip       `json:"skipped"`
	OpeningStamps int64              `json:"openingStamps"`
	Columns       map[string]*string `json:"columns"` // field by header; null: unknown
}

type importSkip struct {
	Row    int64  `json:"row"`
	Reason string `json:"reason"` // in Spanish
}

// Run imports a file or a business's export as the first owner. Skipped rows are no error.
func (i importCommand) Run(ctx context.Context, c console) (err error) {
	copyFile, size, err := i.openCopy()
	if err != nil {
		return err
	}
	if copyFile != nil {
		defer func() { err = errors.Join(err, copyFile.Close()) }()
		return i.restoreCopy(ctx, c, copyFile, size)
	}
	data, err := i.read(c)
	if err != nil {
		return err
	}
	return withCases(ctx, i.Database, func(cases *service.Service) error {
		actor, err := i.owner(ctx, cases, "import")
		if err != nil {
			return err
		}
		result, skippedRows, err := i.carryOut(ctx, cases, actor, data)
		if err != nil {
			return err
		}
		if i.JSON {
			return errors.Join(printLines(c.err, result.Report.Notices), printImportJSON(c.out, result, skippedRows))
		}
		return i.printSummary(c.out, result, skippedRows)
	})
}

func (i importCommand) carryOut(ctx context.Context, cases *service.Service, actor usecase.Actor, data []byte) (loyalty.Import, []store.ImportRow, error) {
	options := importing.Options{DateOrder: i.DateOrder, UnknownAsNote: i.UnknownAsNote}
	request := service.ImportRequest{FileName: filepath.Base(i.File), Data: data}
	if len(i.SamePerson) > 0 {
		preview, _, err := cases.Imports.Preview(ctx, actor, request, options)
		if err != nil {
			return preview, nil, i.explain(err)
		}
		if request.SamePerson, err = i.samePerson(preview.Report.OtherNames); err != nil {
			return preview, nil, err
		}
	}
	if i.DryRun {
		preview, skippedRows, err := cases.Imports.Preview(ctx, actor, request, options)
		return preview, skippedRows, i.explain(err)
	}
	result, err := cases.Imports.ImportNow(ctx, actor, request, options)
	if err != nil {
		return result, nil, i.explain(err)
	}
	if result.Failure != "" {
		return result, nil, fmt.Errorf("importing %s: %s", i.File, result.Failure)
	}
	var skippedRows []store.ImportRow
	err = cases.Imports.EachReject(ctx, actor, result.ID, func([]string) error { return nil }, func(row store.ImportRow) error {
		row.Cells = nil
		skippedRows = append(skippedRows, row)
		return nil
	})
	return result, skippedRows, err
}

func (i importCommand) samePerson(otherNames []loyalty.ImportOtherName) (map[int]string, error) {
	choices := map[int]string{}
	for _, number := range i.SamePerson {
		at := slices.IndexFunc(otherNames, func(row loyalty.ImportOtherName) bool { return row.Row == number })
		if at < 0 {
			return nil, fmt.Errorf("row %d is not a known customer with another name", number)
		}
		choices[number] = otherNames[at].CustomerID
	}
	return choices, nil
}

func (i importCommand) explain(err error) error {
	refusal := (*loyalty.Error)(nil)
	switch {
	case err == nil:
		return nil
	case errors.As(err, &refusal) && refusal.Kind != loyalty.Busy:
		return fmt.Errorf("reading %s: %s", i.File, refusal.Message)
	}
	return fmt.Errorf("importing %s: a part may be imported; run the same command again to continue: %w", i.File, err)
}

// read stops one byte above the limit.
func (i importCommand) read(c console) (data []byte, err error) {
	in := c.in
	if i.File != "-" {
		file, err := os.Open(i.File)
		if err != nil {
			return nil, err
		}
		defer func() { err = errors.Join(err, file.Close()) }()
		in = file
	}
	return io.ReadAll(io.LimitReader(in, importing.MaxBytes+1))
}

func printImportJSON(out io.Writer, result loyalty.Import, skippedRows []store.ImportRow) error {
	counts := result.Counts
	report := importReport{
		Rows: result.Report.Rows, New: counts.New, Known: counts.Known, Merged: counts.Merged,
		SkippedRows: make([]importSkip, len(skippedRows)), OpeningStamps: counts.OpeningStamps, Columns: map[string]*string{},
	}
	for at, skip := range skippedRows {
		report.SkippedRows[at] = importSkip{Row: skip.Number, Reason: skip.Reason}
	}
	for _, column := range result.Report.Columns {
		report.Columns[column.Header] = nil
		if field := column.Field; field != "" {
			report.Columns[column.Header] = &field
		}
	}
	return printJSON(out, report)
}

func (i importCommand) owner(ctx context.Context, cases *service.Service, act string) (usecase.Actor, error) {
	actor, err := cases.Imports.OwnerOf(ctx, i.Business)
	if errors.Is(err, loyalty.ErrUserNotFound) {
		err = fmt.Errorf("business %s has no owner who may sign in: the %s is recorded under the owner's name", i.Business, act)
	}
	return actor, err
}

func printJSON(out io.Writer, value any) error {
	encoder := json.NewEncoder(out)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	return encoder.Encode(value)
}

func (i importCommand) printSummary(out io.Writer, result loyalty.Import, skippedRows []store.ImportRow) error {
	counts := result.Counts
	lines := []string{fmt.Sprintf("Rows: %d. New: %d, known: %d, merged: %d, skipped: %d.", result.Report.Rows, counts.New, counts.Known, counts.Merged, counts.Skipped)}
	if i.DryRun {
		lines = append([]string{"Dry run: nothing was changed."}, lines...)
	} else {
		lines = append(lines, fmt.Sprintf("The owner can undo import %s for 30 days.", result.ID))
	}
	if counts.OpeningStamps > 0 {
		lines = append(lines, fmt.Sprintf("Opening stamps: %d. Customers who start with a reward: %d.", counts.OpeningStamps, counts.Owed))
	}
	if counts.ConsentClaims > 0 {
		lines = append(lines, fmt.Sprintf("Rows that claim a consent: %d. The claims are kept as evidence; no consent is recorded.", counts.ConsentClaims))
	}
	for _, column := range result.Report.Columns {
		field := column.Field
		if field == "" {
			field = "not read"
		}
		lines = append(lines, fmt.Sprintf("  column %q: %s", column.Header, field))
	}
	for _, notice := range result.Report.Notices {
		lines = append(lines, "  "+notice)
	}
	for _, skip := range skippedRows {
		lines = append(lines, fmt.Sprintf("  row %d skipped: %s", skip.Number, skip.Reason))
	}
	return printLines(out, lines)
}

func printLines(out io.Writer, lines []string) error {
	for _, line := range lines {
		if _, err := fmt.Fprintln(out, line); err != nil {
			return err
		}
	}
	return nil
}
