package importing

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"axioma/internal/loyalty"
)

var spain = Options{Country: "ES", Today: "2026-11-27"}

func parseFixture(t *testing.T, name string) File {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return mustParse(t, data)
}

func mustParse(t *testing.T, data []byte) File {
	t.Helper()
	file, err := Parse(data, spain)
	if err != nil {
		t.Fatal(err)
	}
	checkCounts(t, file)
	return file
}

func checkCounts(t *testing.T, file File) {
	t.Helper()
	count := len(file.SkippedRows)
	for _, row := range file.Rows {
		count += 1 + len(row.Duplicates)
	}
	if count != file.Total {
		t.Errorf("%d of %d rows were read, skipped or merged", count, file.Total)
	}
}

func withoutPosition(row Row) Row {
	row.Number, row.TypedPhone, row.Duplicates = 0, loyalty.TypedPhone{}, nil
	return row
}

func TestParse_FilesOfOtherSystems_AreMapped(t *testing.T) {
	ana := Row{Name: "Ana López", Phone: "+34612345678", Email: "ana@example.com"}
	with := func(change func(*Row)) Row {
		row := ana
		change(&row)
		return row
	}
	for name, want := range map[string]Row{
		"square.csv": {
			Name: "Ana López Gil", Phone: "+34612345678", Email: "ana@example.com", Birthday: "1985-04-12",
			Note: "Corte a tijera, sin máquina", LastVisit: "2026-10-30",
		},
		"fresha.csv":      with(func(r *Row) { r.Birthday, r.Note = "1985-04-12", "Prefiere tarde" }),
		"booksy.csv":      with(func(r *Row) { r.LastVisit = "2026-10-30" }),
		"boomerangme.csv": with(func(r *Row) { r.Birthday, r.Stamps = "1985-04-12", 7 }),
		"stampme.csv":     with(func(r *Row) { r.Birthday, r.Stamps = "1985-04-12", 7 }),
		"salonized.csv":   with(func(r *Row) { r.Birthday, r.LastVisit = "1985-04-12", "2026-10-30" }),
		"treatwell.csv":   with(func(r *Row) { r.Birthday, r.LastVisit = "1985-04-12", "2026-10-30" }),
		"google.csv":      with(func(r *Row) { r.Note = "Otro correo: ana@work.example" }),
		"google_new.csv": with(func(r *Row) {
			r.Name, r.Birthday, r.Note = "Ana María López", "1985-04-12", "Otro teléfono: +34913456789"
		}),
		"typed.csv":      {Name: "Íñigo Peña", Phone: "+34612345678", Birthday: "1985-04-12", Note: "Dos líneas\nde nota", Stamps: 7},
		"catalan.csv":    {Name: "Jordi Gal·la", Phone: "+34612345678", Birthday: "1985-04-12", Stamps: 4},
		"portuguese.csv": {Name: "João Silva", Phone: "+351912345678", Birthday: "1985-04-12", Stamps: 4},
		"french.csv":     {Name: "Zoé Dupont", Phone: "+33612345678", Email: "zoe@example.fr", Birthday: "1985-04-12", Stamps: 4},
		"italian.csv":    {Name: "Luca Rossi", Phone: "+393123456789", Email: "luca@example.it", Birthday: "1985-03-12", Stamps: 4},
		"german.csv":     {Name: "Jörg Müller", Phone: "+4915123456789", Email: "jorg@example.de", Birthday: "1985-04-12", Stamps: 4},
		"card21.vcf":     with(func(r *Row) { r.Note = "Otro teléfono: +34913456789" }),
		"card30.vcf": with(func(r *Row) {
			r.Name, r.Note = "Ana María López", "Primera línea\nsegunda, y una línea muy larga que se pliega"
		}),
		"card40.vcf": with(func(r *Row) { r.Birthday = "1985-04-12" }),
	} {
		t.Run(name, func(t *testing.T) {
			file := parseFixture(t, name)
			if len(file.Rows) == 0 {
				t.Fatalf("no row was read: %+v", file)
			}
			if got := withoutPosition(file.Rows[0]); !isEqual(got, want) {
				t.Errorf("read %+v, want %+v; notices %q", got, want, file.Notices)
			}
		})
	}
}

func isEqual(a, b Row) bool {
	return a.Name == b.Name && a.Phone == b.Phone && a.Email == b.Email && a.Birthday == b.Birthday && a.Note == b.Note &&
		a.Stamps == b.Stamps && a.LastVisit == b.LastVisit
}

func TestParse_UnknownColumns_HaveNoField(t *testing.T) {
	file := parseFixture(t, "typed.csv")
	var got []string
	for _, column := range file.Columns {
		got = append(got, column.Header+"="+string(column.Field))
	}
	want := []string{"Nombre=firstName", "Apellidos=lastName", "Teléfono=phone", "Sellos=stamps", "Cumpleaños=birthday", "Observaciones=note", "Color favorito="}
	if !slices.Equal(got, want) {
		t.Errorf("the columns are %q, want %q", got, want)
	}
	for _, column := range parseFixture(t, "square.csv").Columns {
		if column.Field != "" && slices.Contains([]string{"Transaction Count", "Lifetime Spend", "Nickname", "First Visit"}, column.Header) {
			t.Errorf("%s was read as %s", column.Header, column.Field)
		}
	}
}

func TestParse_BadRows_AreSkippedWithRowAndReason(t *testing.T) {
	file := parseFixture(t, "typed.csv")
	want := map[int]string{6: "dice «N/A»", 7: "ha perdido cifras", 9: "fila de totales"}
	if len(file.SkippedRows) != len(want) {
		t.Errorf("skipped rows are %+v, want %d", file.SkippedRows, len(want))
	}
	for _, skippedRow := range file.SkippedRows {
		if want[skippedRow.Row] == "" || !strings.Contains(skippedRow.Reason, want[skippedRow.Row]) {
			t.Errorf("row %d was skipped with %q, want the expected reason", skippedRow.Row, skippedRow.Reason)
		}
	}
}

func TestParse_PhoneWithoutCountry_StaysForKnownCustomers(t *testing.T) {
	file := parseFixture(t, "square.csv")
	luis := file.Rows[1]
	if luis.Phone != "" || luis.TypedPhone.Suffix != "6105550001" || !strings.Contains(luis.PhoneFault, "(610) 555-0001") {
		t.Errorf("a phone of another country was read as %+v; want no phone, and a fault", luis)
	}
}

func TestParse_CellWithPhones_GivesOneMobileOrNone(t *testing.T) {
	for text, want := range map[string]string{
		"612345678":                      "+34612345678",
		"612345678.0":                    "+34612345678",
		"3.4612345678E+10":               "+34612345678",
		"3,46123E+10":                    "",
		"612 345 678 / 913 456 789":      "+34612345678",
		"fijo 913456789":                 "",
		"0034 612 34 56 78":              "+34612345678",
		"913456789x ::: +34 612 345 678": "+34612345678",
		"sin teléfono":                   "",
	} {
		file := mustParse(t, []byte("Nombre;Teléfono;Correo\nAna;\""+text+"\";ana@example.com\n"))
		if len(file.Rows) != 1 || file.Rows[0].Phone != want {
			t.Errorf("%q was read as %+v, want %q", text, file.Rows, want)
		}
	}
	file := mustParse(t, []byte("Nombre;Prefijo;Teléfono\nAna;+351;912345678\n"))
	if file.Rows[0].Phone != "+351912345678" {
		t.Errorf("a phone with its prefix in another column was read as %q, want +351912345678", file.Rows[0].Phone)
	}
}

func TestParse_Dates_AreDecidedByTheWholeColumn(t *testing.T) {
	for name, test := range map[string]struct {
		dates  []string
		want   []string
		notice string
	}{
		"day first":      {[]string{"03/04/1990", "25/12/1990"}, []string{"1990-04-03", "1990-12-25"}, ""},
		"month first":    {[]string{"03/04/1990", "12/25/1990"}, []string{"1990-03-04", "1990-12-25"}, ""},
		"undecided":      {[]string{"03/04/1990"}, []string{"1990-04-03"}, "se han leído como día/mes/año"},
		"mixed":          {[]string{"03/04/1990", "25/12/1990", "12/25/1990"}, []string{"", "1990-12-25", "1990-12-25"}, "las dudosas se dejan vacías"},
		"two digits":     {[]string{"25/12/99", "25/12/05"}, []string{"1999-12-25", "2005-12-25"}, ""},
		"serial":         {[]string{"31149", "31149.5"}, []string{"1985-04-12", "1985-04-12"}, ""},
		"not a date":     {[]string{"31/02/1990", "1985", "mañana", "0/0/00", "25/12/2099"}, []string{"", "", "", "", ""}, "no se entienden"},
		"time of day":    {[]string{"1985-04-12T00:00:00Z", "12/04/1985 0:00", "25/12/1990 10:00 PM"}, []string{"1985-04-12", "1985-04-12", "1990-12-25"}, ""},
		"name of months": {[]string{"12 de abril de 1985", "April 12, 1985", "12-dic-85"}, []string{"1985-04-12", "1985-04-12", "1985-12-12"}, ""},
		"weekdays":       {[]string{"mar, 12 abr 1985", "martes 12 mar 1985", "mar. 12 mai 1985", "12 mar 1985"}, []string{"1985-04-12", "1985-03-12", "1985-05-12", "1985-03-12"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			text := "Nombre;Correo;Fecha de nacimiento\n"
			for i, date := range test.dates {
				text += "Ana;a" + strings.Repeat("a", i) + "@example.com;\"" + date + "\"\n"
			}
			file := mustParse(t, []byte(text))
			for i, row := range file.Rows {
				if string(row.Birthday) != test.want[i] {
					t.Errorf("%q was read as %q, want %q", test.dates[i], row.Birthday, test.want[i])
				}
			}
			if notices := strings.Join(file.Notices, " "); !strings.Contains(notices, test.notice) || test.notice == "" && notices != "" {
				t.Errorf("the notices are %q, want the expected one", notices)
			}
		})
	}
}

func TestParse_RepeatedRows_BecomeOne(t *testing.T) {
	file := mustParse(t, []byte("Nombre;Teléfono;Correo;Sellos\n"+
		"Ana;612345678;;3\nANA LOPEZ;+34 612 345 678;ana@example.com;5\nAna López;;Ana@Example.com;\nLuis;612345678;;1\nEva;613345678;eva@example.com;\nLeo;614345678;eva@example.com;\n"))
	if len(file.Rows) != 3 || !slices.Equal(file.Rows[0].Duplicates, []int{3, 4}) {
		t.Fatalf("the repeated rows were read as %+v; want 3, with the duplicates 3 and 4", file.Rows)
	}
	if ana := withoutPosition(file.Rows[0]); !isEqual(ana, Row{Name: "Ana López", Phone: "+34612345678", Email: "ana@example.com", Stamps: 5}) {
		t.Errorf("repeated rows became %+v, want one row with all data", ana)
	}
	if len(file.SkippedRows) != 1 || file.SkippedRows[0].Row != 5 || !strings.Contains(file.SkippedRows[0].Reason, "fila 2") {
		t.Errorf("another name on the same phone was skipped as %+v; want row 5, because of row 2", file.SkippedRows)
	}
}

func TestParse_StampsWithMoney_AreLeftOut(t *testing.T) {
	file := mustParse(t, []byte("Nombre;Teléfono;Saldo\nAna;612345678;12,50 €\n"))
	if file.Rows[0].Stamps != 0 || file.Columns[2].Field != "" || len(file.Notices) != 1 {
		t.Errorf("an amount of money was read as stamps: %+v, %q; want no stamps, and a notice", file.Rows, file.Notices)
	}
}

func TestParse_StampsWithSeparator_AreReadOrReported(t *testing.T) {
	for text, want := range map[string]int64{"7.0": 7, "7,00": 7, "7 de 10": 7, "1.000": 0, "2,000": 0} {
		file := mustParse(t, []byte("Nombre;Teléfono;Puntos\nAna;612345678;"+text+"\n"))
		if file.Rows[0].Stamps != want || (len(file.Notices) > 0) != (want == 0) {
			t.Errorf("%q was read as %d, %q", text, file.Rows[0].Stamps, file.Notices)
		}
	}
}

func TestParse_FormulaGuard_IsRemoved(t *testing.T) {
	file := mustParse(t, []byte("Nombre,Teléfono,Notas\nAna,'+34612345678,'=1+1\n"))
	if row := file.Rows[0]; row.Phone != "+34612345678" || row.Note != "=1+1" {
		t.Errorf("cells with a quote before a formula were read as %+v; want Phone %q and Note %q", row, "+34612345678", "=1+1")
	}
}

func TestParse_BadFiles_AreExplained(t *testing.T) {
	row := "Ana;612345678\n"
	for name, test := range map[string]struct {
		data []byte
		want string
	}{
		"empty":              {[]byte(" \n"), "vacío"},
		"too large":          {make([]byte, MaxBytes+1), "más de 10 MB"},
		"old Excel":          {[]byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1rest"), "Excel antiguo (.xls)"},
		"HTML":               {[]byte("<html><table><tr><td>Nombre</td></tr></table></html>"), "página web (HTML)"},
		"XML of Excel 2003":  {[]byte(`<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet">`), "Excel 2003"},
		"PDF":                {[]byte("%PDF-1.7"), "PDF"},
		"JSON":               {[]byte(`[{"name":"Ana"}]`), "JSON"},
		"binary":             {[]byte("\x89PNG\r\n\x1a\n\x00\x01\x02"), "No es un archivo de texto"},
		"no header":          {[]byte("Ana;612345678\nLuis;613345678\n"), "fila de títulos"},
		"only a header":      {[]byte("Nombre;Teléfono\n"), "ninguna fila"},
		"too many rows":      {[]byte("Nombre;Teléfono\n" + strings.Repeat(row, MaxRows+1)), "más de 20.000 filas"},
		"too many columns":   {[]byte("Nombre;Teléfono" + strings.Repeat(";x", 400) + "\n" + row), "columnas"},
		"only quotes":        {[]byte("Nombre;Teléfono\n" + strings.Repeat(`"`, 9<<20)), "comillas sin cerrar"},
		"an unclosed quote":  {[]byte("Nombre;Teléfono\n\"Ana;612345678\nLuis;613345678\n"), "En la fila 2 hay unas comillas sin cerrar"},
		"no whole contact":   {[]byte("BEGIN:VCARD\nFN:Ana\n"), "ningún contacto"},
		"ZIP":                {zipOf(t, map[string]string{"clientes.csv": "Nombre"}), "comprimido (ZIP)"},
		"damaged ZIP":        {[]byte("PK\x03\x04rest"), "dañado"},
		"damaged workbook":   {zipOf(t, map[string]string{"xl/workbook.xml": "<workbook"}), "dañado"},
		"workbook of macros": {zipOf(t, map[string]string{"xl/workbook.xml": "", "xl/vbaProject.bin": ""}), "macros"},
		"ZIP bomb":           {zipOf(t, map[string]string{"xl/workbook.xml": "", "xl/worksheets/sheet1.xml": strings.Repeat(" ", maxUnpacked+1)}), "demasiado al abrirlo"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Parse(test.data, spain)
			if fault := (*FileError)(nil); !errors.As(err, &fault) || !strings.Contains(fault.Sentence, test.want) {
				t.Errorf("got %v, want %q", err, test.want)
			}
		})
	}
}

func FuzzParse(f *testing.F) {
	names, err := filepath.Glob("testdata/*.*")
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := Parse(data, spain)
		if fault := (*FileError)(nil); err != nil && !errors.As(err, &fault) {
			t.Fatalf("the error has no sentence for people: %v", err)
		}
		if err == nil {
			checkCounts(t, file)
		}
	})
}
