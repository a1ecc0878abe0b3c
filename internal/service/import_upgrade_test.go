package service_test

import (
	"encoding/base64"
	"fmt"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/servicetest"
)

const sheetRows = 120

// sheetWithRepeatedRow has customers with 3 stamps. The second row repeats the first one or not.
func sheetWithRepeatedRow(isRepeated bool) string {
	text := "Nombre;Teléfono;Sellos\n"
	for i := range sheetRows {
		if i == 1 && isRepeated {
			i = 0
		}
		text += fmt.Sprintf("Cliente %d;6123%05d;3\n", i, i)
	}
	return text
}

// readDifferently replaces an import's file with one of which two rows are joined, as a later version may join them.
func readDifferently(t *testing.T, shop *servicetest.Shop, id string) {
	t.Helper()
	content := base64.StdEncoding.EncodeToString([]byte(sheetWithRepeatedRow(true)))
	shop.Database.Corrupt(t, fmt.Sprintf("UPDATE import_chunks SET content = '%s' WHERE import_id = '%s'", content, id))
}

// interrupt makes the third batch fail, as a crash does.
func interrupt(t *testing.T, shop *servicetest.Shop, id string) {
	t.Helper()
	shop.Database.Corrupt(t, fmt.Sprintf("INSERT INTO import_rows (business_id, import_id, run, number) SELECT business_id, id, run, 60 FROM imports WHERE id = '%s'", id))
	if err := shop.Cases.Imports.Advance(t.Context()); err == nil {
		t.Fatal("the import must fail at the obstacle")
	}
	shop.Database.Corrupt(t, "DELETE FROM import_rows WHERE number = 60 AND customer_id IS NULL")
	shop.Clock.Advance(time.Minute)
}

func TestImport_OtherReadingAfterAnUpgrade_EndsEarlyAndLosesNoRow(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	id := storedImport(t, shop, sheetWithRepeatedRow(false))
	advanceImports(t, shop)
	startImport(t, shop, id)
	interrupt(t, shop, id)
	readDifferently(t, shop, id)
	advanceImports(t, shop)
	completedImport := importOf(t, shop, id, loyalty.ImportDone)
	if completedImport.Failure == "" || completedImport.Counts.New != 40 || completedImport.Report.Rows != 40 {
		t.Errorf("the import ends with %+v of %d rows, %q; want 40 rows and a reason", completedImport.Counts, completedImport.Report.Rows, completedImport.Failure)
	}
	shop.MustHoldInvariants(t)
	if again := importText(t, shop, sheetWithRepeatedRow(false), false); again.New != sheetRows-40 || again.Known != 40 {
		t.Errorf("the same file again: %+v, want the other rows", again.ImportCounts)
	}
	if undone := undoImport(t, shop, id); undone.Removed != 40 {
		t.Errorf("the undo removed %d customers, want 40", undone.Removed)
	}
	shop.MustHoldInvariants(t)
}

func TestImport_OtherReadingDuringACheck_ChecksAgain(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	id := storedImport(t, shop, sheetWithRepeatedRow(false))
	shop.Database.Corrupt(t, fmt.Sprintf(
		`UPDATE imports SET position = 2, rows_done = 40, counts = '{"New":40}' WHERE id = '%s'`, id))
	readDifferently(t, shop, id)
	advanceImports(t, shop)
	advanceImports(t, shop)
	checkedImport := importOf(t, shop, id, loyalty.ImportChecked)
	if counts := checkedImport.Counts; counts.New != sheetRows-1 || counts.Merged != 1 {
		t.Errorf("the check counts %+v, want one merged row", counts)
	}
	shop.MustHoldInvariants(t)
}
