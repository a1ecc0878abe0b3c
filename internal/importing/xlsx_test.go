package importing

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"
)

func zipOf(t *testing.T, parts map[string]string) []byte {
	t.Helper()
	var archive bytes.Buffer
	writer := zip.NewWriter(&archive)
	for name, content := range parts {
		part, err := writer.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := part.Write([]byte(content)); err != nil {
			t.Fatal(err)
		}
	}
	if err := writer.Close(); err != nil {
		t.Fatal(err)
	}
	return archive.Bytes()
}

func workbook(t *testing.T, fill func(*excelize.File) error) []byte {
	t.Helper()
	book := excelize.NewFile()
	if err := fill(book); err != nil {
		t.Fatal(err)
	}
	var data bytes.Buffer
	if err := book.Write(&data); err != nil {
		t.Fatal(err)
	}
	return data.Bytes()
}

func TestParse_Workbook_ReadsNumbersAndDates(t *testing.T) {
	data := workbook(t, func(book *excelize.File) error {
		for i, row := range [][]any{
			{"Listado de clientes"}, {},
			{"Nombre completo", "Móvil", "Fecha de nacimiento", "Sellos", "Notas"},
			{"Ana López", 612345678, time.Date(1985, 4, 12, 0, 0, 0, 0, time.UTC), 7, "Corte"},
			{"Luis Pérez", 34613345678, "25/12/1990", "3", nil},
			{"Total", nil, nil, 10},
		} {
			if err := book.SetSheetRow("Sheet1", fmt.Sprint("A", i+1), &row); err != nil {
				return err
			}
		}
		if _, err := book.NewSheet("Precios"); err != nil {
			return err
		}
		return book.SetCellStr("Precios", "A1", "Corte")
	})
	file := mustParse(t, data)
	if len(file.Rows) != 2 || !isEqual(file.Rows[0], Row{Name: "Ana López", Phone: "+34612345678", Birthday: "1985-04-12", Note: "Corte", Stamps: 7}) ||
		!isEqual(file.Rows[1], Row{Name: "Luis Pérez", Phone: "+34613345678", Birthday: "1990-12-25", Stamps: 3}) {
		t.Errorf("the rows were read as %+v; want Ana López with all columns, and the second person", file.Rows)
	}
	if file.Rows[0].Number != 4 || len(file.SkippedRows) != 1 || file.SkippedRows[0].Row != 6 {
		t.Errorf("the row numbers are %d and %+v, want 4 and 6", file.Rows[0].Number, file.SkippedRows)
	}
	if len(file.Notices) != 1 || !strings.Contains(file.Notices[0], "«Precios»") {
		t.Errorf("the notices are %q, want one on the second sheet", file.Notices)
	}
}

func TestParse_WorkbookWithDates_ShowsNoDayNumbers(t *testing.T) {
	data := workbook(t, func(book *excelize.File) error {
		for i, row := range [][]any{
			{"Nombre", "Móvil", "Cumpleaños", "Última visita"},
			{"Ana López", 612345678, time.Date(1985, 4, 12, 0, 0, 0, 0, time.UTC), time.Date(2024, 11, 2, 0, 0, 0, 0, time.UTC)},
			{"Luis Pérez", 613345678, time.Date(2101, 1, 5, 0, 0, 0, 0, time.UTC), "ayer"},
		} {
			if err := book.SetSheetRow("Sheet1", fmt.Sprint("A", i+1), &row); err != nil {
				return err
			}
		}
		return nil
	})
	file := mustParse(t, data)
	if samples := file.Columns[2].Samples; !slices.Equal(samples, []string{"12/04/1985", "05/01/2101"}) {
		t.Errorf("the samples of the birthdays are %q, want 12/04/1985 and 05/01/2101", samples)
	}
	if samples := file.Columns[3].Samples; !slices.Equal(samples, []string{"02/11/2024", "ayer"}) {
		t.Errorf("the samples of the last visits are %q, want 02/11/2024 and ayer", samples)
	}
	if len(file.Notices) != 2 || !strings.Contains(file.Notices[0], "«05/01/2101»") {
		t.Errorf("the notices are %q, want the date and not its day number", file.Notices)
	}
}

func TestParse_WorkbookWithUnreadSheets_NamesThem(t *testing.T) {
	data := workbook(t, func(book *excelize.File) error {
		for i, row := range [][]any{{"Nombre", "Móvil"}, {"Ana López", 612345678}} {
			if err := book.SetSheetRow("Sheet1", fmt.Sprint("A", i+1), &row); err != nil {
				return err
			}
		}
		for _, name := range []string{"Precios", "Citas"} {
			if _, err := book.NewSheet(name); err != nil {
				return err
			}
			if err := book.SetCellStr(name, "A1", "Corte"); err != nil {
				return err
			}
		}
		return nil
	})
	want := "Se ha leído la hoja «Sheet1»; «Precios» y «Citas» no. Impórtalas aparte si tienen clientes."
	if notices := mustParse(t, data).Notices; !slices.Equal(notices, []string{want}) {
		t.Errorf("the notices are %q, want %q", notices, want)
	}
}

func TestParse_EmptyWorkbook_IsExplained(t *testing.T) {
	_, err := Parse(workbook(t, func(*excelize.File) error { return nil }), spain)
	if err == nil || !strings.Contains(err.Error(), "ninguna fila") {
		t.Errorf("an empty workbook: got %v; want an error and %q in it", err, "ninguna fila")
	}
}

func TestParse_WorkbookWithNUL_DropsIt(t *testing.T) {
	data := workbook(t, func(book *excelize.File) error {
		for i, row := range [][]any{{"Nombre", "Teléfono", "Acepta publicidad#"}, {"Ana#", "612345678##", "Sí"}, {"Eva", "6123#", "#"}} {
			if err := book.SetSheetRow("Sheet1", fmt.Sprint("A", i+1), &row); err != nil {
				return err
			}
		}
		return nil
	})
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	parts := map[string]string{}
	for _, part := range archive.File {
		content, err := fs.ReadFile(archive, part.Name)
		if err != nil {
			t.Fatal(err)
		}
		parts[part.Name] = strings.ReplaceAll(string(content), "#", "_x0000_")
	}
	file := mustParse(t, zipOf(t, parts))
	if len(file.Rows) != 1 || file.Rows[0].Name != "Ana" || file.Rows[0].Phone != "+34612345678" || file.Rows[0].Claims[0].Header != "Acepta publicidad" {
		t.Errorf("the rows were read as %+v; want one, Name Ana, Phone %q and Claims.Header Acepta publicidad", file.Rows, "+34612345678")
	}
	if len(file.SkippedRows) != 1 || strings.Contains(file.SkippedRows[0].Reason, "\x00") {
		t.Errorf("the skipped rows are %+v; want one and no %q in Reason", file.SkippedRows, "\x00")
	}
}
