package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"axioma/internal/archive"
	"axioma/internal/service"
	"axioma/internal/service/restoring"
)

func (i importCommand) openCopy() (file *os.File, size int64, err error) {
	if i.File == "-" {
		return nil, 0, nil
	}
	file, err = os.Open(i.File)
	if err != nil {
		return nil, 0, err
	}
	about, err := file.Stat()
	if err == nil && archive.IsCopy(file, about.Size()) {
		return file, about.Size(), nil
	}
	return nil, 0, errors.Join(err, file.Close())
}

type restoredReport struct {
	ExportedAt      string           `json:"exportedAt"`
	Rows            map[string]int64 `json:"rows"`
	Accounts        int              `json:"accounts"`        // disabled, of staff
	RenamedAccounts []string         `json:"renamedAccounts"` // e-mails that other accounts have here
	DroppedMessages int64            `json:"droppedMessages"`
	NewShortAddress bool             `json:"newShortAddress"` // another business has the one on the poster
}

func (i importCommand) restoreCopy(ctx context.Context, c console, file *os.File, size int64) error {
	return withCases(ctx, i.Database, func(cases *service.Service) error {
		actor, err := i.owner(ctx, cases, "restore")
		if err != nil {
			return err
		}
		// A restore interrupted by a crash here must not block the next.
		if err := cases.Restores.UndoInterrupted(ctx); err != nil {
			return err
		}
		result, err := cases.Restores.Restore(ctx, actor, file, size, i.DryRun, nil)
		if err != nil {
			return fmt.Errorf("restoring %s: %w", i.File, err)
		}
		return i.printRestored(c, result)
	})
}

func (i importCommand) printRestored(c console, result restoring.Result) error {
	report := restoredReport{
		ExportedAt: result.ExportedAt.Format(time.RFC3339), Rows: result.Rows, Accounts: result.Accounts, RenamedAccounts: result.RenamedAccounts,
		DroppedMessages: result.DroppedMessages, NewShortAddress: result.NewAddress,
	}
	if i.JSON {
		return printJSON(c.out, report)
	}
	lines := []string{fmt.Sprintf("Copy of %s.", report.ExportedAt)}
	if i.DryRun {
		lines = append(lines, "Dry run: nothing was changed.")
	}
	for _, table := range slices.Sorted(maps.Keys(report.Rows)) {
		lines = append(lines, fmt.Sprintf("  %s: %d rows", table, report.Rows[table]))
	}
	lines = append(lines, fmt.Sprintf("Staff accounts added: %d, disabled. Enable them and give them a temporary password.", report.Accounts))
	if len(report.RenamedAccounts) > 0 {
		lines = append(lines, "E-mails that other accounts have, so that the restored accounts got another one: "+strings.Join(report.RenamedAccounts, ", "))
	}
	if report.DroppedMessages > 0 {
		lines = append(lines, fmt.Sprintf("Unsent messages that were dropped: %d.", report.DroppedMessages))
	}
	if report.NewShortAddress {
		lines = append(lines, "Another business has the short address: print the poster again.")
	}
	_, err := fmt.Fprintln(c.out, strings.Join(lines, "\n"))
	return err
}
