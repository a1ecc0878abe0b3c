package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"axioma/internal/config"
	"axioma/internal/importing"
	"axioma/internal/loyalty"
	"axioma/internal/service"
)

type importCommand struct {
	config.Database
	Business string `help:"The id of the business." required:"" placeholder:"ID"`
	DryRun   bool   `help:"Report what would change, and change nothing."`
	JSON     bool   `help:"Print the result as JSON."`
	File     string `arg:"" help:"CSV, XLSX or vCard file, at most 10 MB and 20,000 rows, or the copy of a business (ZIP), for one without customers. - reads standard input, but no copy." placeholder:"FILE"`
}

// importReport is the result in JSON.
type importReport struct {
	Rows          int                `json:"rows"`
	New           int                `json:"new"`
	Known         int                `json:"known"`
	Merged        int                `json:"merged"`
	Skipped       []importSkip       `json:"skipped"`
	OpeningStamps int64              `json:"openingStamps"`
	Columns       map[string]*string `json:"columns"` // the field by header; null for an unknown column
}

// importSkip is a row that was not imported.
type importSkip struct {
	Row    int    `json:"row"`
	Reason string `json:"reason"` // in Spanish
}

// Run imports the customers of a file as the first owner of the business. It fails if the file cannot be read as a
// whole; skipped rows are part of the result. The copy of a business is restored instead.
func (i importCommand) Run(ctx context.Context, c console) (err error) {
	copied, size, err := i.openCopy()
	if err != nil {
		return err
	}
	if copied != nil {
		defer func() { err = errors.Join(err, copied.Close()) }()
		return i.restoreCopy(ctx, c, copied, size)
	}
	data, err := i.read(c)
	if err != nil {
		return err
	}
	return withCases(ctx, i.Database, func(cases *service.Service) error {
		actor, err := cases.Imports.OwnerOf(ctx, i.Business)
		if errors.Is(err, loyalty.ErrUserNotFound) {
			return fmt.Errorf("business %s has no owner who may sign in: the import is recorded under the owner's name", i.Business)
		}
		if err != nil {
			return err
		}
		file, err := cases.Imports.Read(ctx, actor, data)
		if err != nil {
			return fmt.Errorf("reading %s: %w", i.File, err)
		}
		result, err := cases.Imports.Import(ctx, actor, file, i.DryRun)
		if err != nil {
			return fmt.Errorf("importing %s, of which a part may be done: run the same command again: %w", i.File, err)
		}
		if i.JSON {
			return printImportJSON(c.out, file, result)
		}
		return i.printSummary(c.out, file, result)
	})
}

// read returns the content of the file, at most one byte above the limit.
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

func printImportJSON(out io.Writer, file importing.File, result service.ImportResult) error {
	report := importReport{
		Rows: result.Rows, New: result.New, Known: result.Known, Merged: result.Merged,
		Skipped: make([]importSkip, len(result.Skipped)), OpeningStamps: result.OpeningStamps, Columns: map[string]*string{},
	}
	for at, skipped := range result.Skipped {
		report.Skipped[at] = importSkip{Row: skipped.Row, Reason: skipped.Reason}
	}
	for _, column := range file.Columns {
		report.Columns[column.Header] = nil
		if field := string(column.Field); field != "" {
			report.Columns[column.Header] = &field
		}
	}
	encoder := json.NewEncoder(out)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	return encoder.Encode(report)
}

func (i importCommand) printSummary(out io.Writer, file importing.File, result service.ImportResult) error {
	lines := []string{fmt.Sprintf("Rows: %d. New: %d, known: %d, merged: %d, skipped: %d.", result.Rows, result.New, result.Known, result.Merged, len(result.Skipped))}
	if i.DryRun {
		lines = append([]string{"Dry run: nothing was changed."}, lines...)
	}
	if result.OpeningStamps > 0 {
		lines = append(lines, fmt.Sprintf("Opening stamps: %d. Customers who start with a reward: %d.", result.OpeningStamps, result.Owed))
	}
	for _, column := range file.Columns {
		field := string(column.Field)
		if field == "" {
			field = "not read"
		}
		lines = append(lines, fmt.Sprintf("  column %q: %s", column.Header, field))
	}
	for _, notice := range file.Notices {
		lines = append(lines, "  "+notice)
	}
	for _, skipped := range result.Skipped {
		lines = append(lines, fmt.Sprintf("  row %d skipped: %s", skipped.Row, skipped.Reason))
	}
	for _, line := range lines {
		if _, err := fmt.Fprintln(out, line); err != nil {
			return err
		}
	}
	return nil
}
