package httpapi

import (
	"errors"
	"io"
	"strconv"

	"github.com/xuri/excelize/v2"

	"axioma/internal/loyalty"
)

// tableWriter writes a table row by row. finish completes the file; close releases resources.
type tableWriter interface {
	add(texts []string) error
	finish() error
	close() error
}

func newTableWriter(format, title string, columns []string, out io.Writer) (tableWriter, error) {
	if format == "xlsx" {
		return newTableXLSX(title, columns, out)
	}
	_, err := io.WriteString(out, utf8BOM+csvRow(';', columns))
	return tableCSV{out}, err
}

func closeTable(table interface {
	finish() error
	close() error
}, err error,
) error {
	if err == nil {
		err = table.finish()
	}
	return errors.Join(err, table.close())
}

// tableCSV is CSV for Spanish spreadsheets, without formulas.
type tableCSV struct{ out io.Writer }

func (t tableCSV) add(texts []string) error {
	_, err := io.WriteString(t.out, csvRow(';', texts))
	return err
}

func (t tableCSV) finish() error { return nil }
func (t tableCSV) close() error  { return nil }

type tableXLSX struct {
	book *excelize.File
	rows *excelize.StreamWriter
	out  io.Writer
	row  int
}

func newTableXLSX(title string, columns []string, out io.Writer) (*tableXLSX, error) {
	book := excelize.NewFile()
	t := &tableXLSX{book: book, out: out, row: 1}
	err := book.SetSheetName("Sheet1", title)
	if err == nil {
		t.rows, err = book.NewStreamWriter(title)
	}
	if err == nil {
		err = t.rows.SetColWidth(1, len(columns), 20)
	}
	if err == nil {
		err = t.add(columns)
	}
	if err != nil {
		return nil, closeTable(t, err)
	}
	return t, nil
}

func (t *tableXLSX) add(texts []string) error {
	if t.row > excelize.TotalRows {
		return loyalty.InvalidField("from", "Hay demasiadas filas para una hoja de Excel: elige un periodo más corto o descárgalo como CSV.")
	}
	cells := make([]any, len(texts))
	for i, text := range texts {
		cells[i] = text // a text cell cannot be a formula
	}
	err := t.rows.SetRow("A"+strconv.Itoa(t.row), cells)
	t.row++
	return err
}

func (t *tableXLSX) finish() error {
	if err := t.rows.Flush(); err != nil {
		return err
	}
	return t.book.Write(t.out)
}

func (t *tableXLSX) close() error { return t.book.Close() }
