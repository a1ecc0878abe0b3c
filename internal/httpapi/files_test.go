package httpapi

import (
	"encoding/csv"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

var cells = rapid.StringOf(rapid.RuneFrom([]rune(`=+-@＝＋－＠,;"' 	` + "\r\n\u00a0\u200b\ufeff" + `x1ñ`)))

var asFormula = regexp.MustCompile(`^[\s"\x{00a0}\x{200b}\x{feff}]*[=+\-@＝＋－＠]`)

var escapedFormula = regexp.MustCompile(`'([=+\-@＝＋－＠])`)

func read(t *rapid.T, table string, separator rune) [][]string {
	reader := csv.NewReader(strings.NewReader(table))
	reader.Comma, reader.LazyQuotes, reader.FieldsPerRecord = separator, true, -1
	rows, err := reader.ReadAll()
	if err != nil {
		t.Fatalf("%q read with %q: %v", table, separator, err)
	}
	return rows
}

func TestCSV_Formulas_AreEscapedForBothSeparators(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		ours := rapid.SampledFrom([]rune{',', ';'}).Draw(t, "separator")
		rows := rapid.SliceOfN(rapid.SliceOfN(cells, 3, 3), 1, 3).Draw(t, "rows")
		table, marked := strings.CutPrefix(string(csvTable(ours, rows)), utf8BOM)
		if !marked {
			t.Fatal("the table has no UTF-8 mark")
		}
		for _, separator := range []rune{',', ';', '\t'} {
			naive := strings.FieldsFunc(table, func(r rune) bool { return r == separator || r == '\r' || r == '\n' })
			for _, row := range append(read(t, table, separator), naive) {
				for _, cell := range row {
					if asFormula.MatchString(cell) {
						t.Fatalf("%q read with %q has the cell %q", table, separator, cell)
					}
				}
			}
		}
		for i, row := range read(t, table, ours) {
			for j, cell := range row {
				// The CSV reader replaces CRLF inside a cell by LF.
				writtenCell := strings.ReplaceAll(rows[i][j], "\r\n", "\n")
				if unquoteCell(cell) != unquoteCell(writtenCell) {
					t.Fatalf("%q was written and read back as %q", writtenCell, cell)
				}
			}
		}
	})
}

func unquoteCell(cell string) string { return escapedFormula.ReplaceAllString(cell, "$1") }

func TestCSV_NumbersAndPhones_StayUsable(t *testing.T) {
	t.Parallel()
	got := string(csvTable(';', [][]string{{"12", "Ana García-López", "+34612345678", "2026-03-26T09:00:00Z", "calle Sol, 3"}}))
	if want := utf8BOM + "12;Ana García-López;'+34612345678;2026-03-26T09:00:00Z;\"calle Sol, 3\"\r\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
