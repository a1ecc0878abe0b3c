package main

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"axioma/internal/service"
	"axioma/internal/service/usecase"
	"axioma/internal/store/storetest"
)

func writeImport(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func importJSON(t *testing.T, database storetest.Database, args ...string) importReport {
	t.Helper()
	out, complaints, err := axioma(t, "", withDatabase(database, append([]string{"import", "--json", "--business", businessID}, args...)...)...)
	if err != nil {
		t.Fatal(err, complaints)
	}
	var report importReport
	if err := json.Unmarshal([]byte(out), &report); err != nil {
		t.Fatalf("reading the report: %v in %s", err, out)
	}
	return report
}

const importedCSV = "Nombre;Apellidos;Teléfono;Sellos;Color\nAna;López;612345678;7;azul\nCliente 0;;+34600000000;2;\nEva;;no tiene;;\n"

func TestImport_JSON_ReportsEachRowAndColumn(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	createBusiness(t, database, 1)
	path := writeImport(t, "clientes.csv", importedCSV)
	for _, dry := range []bool{true, false} {
		args := []string{path}
		if dry {
			args = append(args, "--dry-run")
		}
		report := importJSON(t, database, args...)
		if report.Rows != 3 || report.New != 1 || report.Merged != 1 || report.Known != 0 || report.OpeningStamps != 9 {
			t.Errorf("with dry run = %t the report is %+v; want Rows 3, New 1, Merged 1, Known 0 and OpeningStamps 9", dry, report)
		}
		if len(report.SkippedRows) != 1 || report.SkippedRows[0].Row != 4 || !strings.Contains(report.SkippedRows[0].Reason, "Falta el teléfono") {
			t.Errorf("with dry run = %t the skipped rows are %+v; want one, Row 4 and %q in Reason", dry, report.SkippedRows, "Falta el teléfono")
		}
		if color, listed := report.Columns["Color"]; !listed || color != nil {
			t.Errorf("the unknown column is reported as %v, want a column without a field", color)
		}
		if phone := report.Columns["Teléfono"]; phone == nil || *phone != "phone" {
			t.Errorf("the column of phones is reported as %v, want the field phone", phone)
		}
	}
	if again := importJSON(t, database, path); again.New != 0 || again.Merged != 0 || again.Known != 2 || again.OpeningStamps != 0 {
		t.Errorf("the same file again reports %+v; want New 0, Merged 0, Known 2 and OpeningStamps 0", again)
	}
	if names := database.Rows(t, "SELECT name FROM customers ORDER BY created_at, name"); !slices.Equal(names, []string{"Cliente 0", "Ana López"}) {
		t.Errorf("the customers are %q, want %q", names, []string{"Cliente 0", "Ana López"})
	}
}

func TestImport_JSON_PrintsNoticesToStandardError(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	createBusiness(t, database, 0)
	path := writeImport(t, "clientes.csv", "Nombre;Teléfono;Sellos\nAna;612345678;4,5\n")
	out, notices, err := axioma(t, "", withDatabase(database, "import", "--json", "--business", businessID, path)...)
	if err != nil || !json.Valid([]byte(out)) || !strings.Contains(notices, "«4,5», fila 2") {
		t.Errorf("printed %q and the notices %q, %v; want JSON, and a notice about row 2", out, notices, err)
	}
}

func TestImport_Summary_ListsColumnsAndSkippedRows(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	createBusiness(t, database, 0)
	path := writeImport(t, "clientes.csv", importedCSV)
	out := mustSay(t, database, "", "New: 2, known: 0, merged: 0, skipped: 1.", "import", "--dry-run", "--business", businessID, path)
	for _, line := range []string{"Dry run: nothing was changed.", "Opening stamps: 9.", `column "Color": not read`, "row 4 skipped: Falta el teléfono"} {
		if !strings.Contains(out, line) {
			t.Errorf("%q is missing in %s", line, out)
		}
	}
}

func TestImport_SamePerson_MatchesTheKnownCustomer(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	createBusiness(t, database, 1)
	path := writeImport(t, "clientes.csv", "Nombre;Teléfono;Sellos\nApodo;+34600000000;7\nEva;612345678;\n")
	if report := importJSON(t, database, "--dry-run", path); len(report.SkippedRows) != 1 || report.OpeningStamps != 0 {
		t.Errorf("without the option the report is %+v, want one skipped row and no stamps", report)
	}
	_, _, err := axioma(t, "", withDatabase(database, "import", "--business", businessID, "--same-person", "2,3", path)...)
	if err == nil || !strings.Contains(err.Error(), "row 3 is not a known customer with another name") {
		t.Errorf("a new customer's row returns %v; want an error and %q in it", err, "row 3 is not a known customer with another name")
	}
	for _, args := range [][]string{{"--same-person", "2", "--dry-run", path}, {"--same-person", "2", path}} {
		if report := importJSON(t, database, args...); report.Merged != 1 || report.New != 1 || report.OpeningStamps != 7 {
			t.Errorf("with %q the report is %+v; want Merged 1, New 1 and OpeningStamps 7", args[:2], report)
		}
	}
	if again := importJSON(t, database, path); again.Known != 2 || again.OpeningStamps != 0 {
		t.Errorf("the same file again reports %+v; want Known 2 and OpeningStamps 0", again)
	}
}

func TestImport_BadFileOrBusiness_IsRefused(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	createBusiness(t, database, 0)
	page := writeImport(t, "clientes.xls", "<html><table></table></html>")
	mustRefuse := func(want, business, path string) {
		t.Helper()
		_, _, err := axioma(t, "", withDatabase(database, "import", "--json", "--business", business, path)...)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s returns %v, want %q", path, err, want)
		}
	}
	mustRefuse("página web (HTML)", businessID, page)
	mustRefuse("the business does not exist", "unknown", page)
	mustRefuse("missing.csv", businessID, filepath.Join(t.TempDir(), "missing.csv"))
}

func TestImport_CopyOfABusiness_IsRestored(t *testing.T) {
	t.Parallel()
	former := storetest.New(t)
	createBusiness(t, former, 2)
	path := filepath.Join(t.TempDir(), "copia.zip")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	cases, err := service.New(former.Open(t), service.Options{})
	if err == nil {
		err = cases.Exports.Write(t.Context(), usecase.Actor{}, businessID, file)
	}
	if err = errors.Join(err, file.Close()); err != nil {
		t.Fatal(err)
	}
	mustFail := func(database storetest.Database, want string) {
		t.Helper()
		_, _, err := axioma(t, "", withDatabase(database, "import", "--business", businessID, path)...)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the copy returns %v, want %q", err, want)
		}
	}
	mustFail(former, "ya tiene clientes")
	database := storetest.New(t)
	createBusiness(t, database, 0)
	mustSay(t, database, "", "Dry run: nothing was changed.", "import", "--dry-run", "--business", businessID, path)
	mustSay(t, database, "", "  customers: 2 rows", "import", "--business", businessID, path)
	if before, after := former.Rows(t, "SELECT id, name FROM customers ORDER BY id"), database.Rows(t, "SELECT id, name FROM customers ORDER BY id"); !slices.Equal(before, after) {
		t.Errorf("the customers were %q and are %q", before, after)
	}
	mustFail(database, "ya tiene clientes")
}
