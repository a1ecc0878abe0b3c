package importing

import (
	"encoding/csv"
	"errors"
	"io"
	"strings"
)

type sheetRow struct {
	number int
	cells  []string
}

const maxCell = 32_767

// readCSV omits blank rows.
func readCSV(text string) ([]sheetRow, error) {
	separator, text, skippedLines := separatorOf(text)
	rows, err := readRecords(text, separator, false)
	if fault := (*csv.ParseError)(nil); errors.As(err, &fault) {
		rows, err = readRecords(text, separator, true)
	}
	for i := range rows {
		rows[i].number += skippedLines
	}
	return rows, err
}

func readRecords(text string, separator rune, lazyQuotes bool) ([]sheetRow, error) {
	reader := csv.NewReader(strings.NewReader(text))
	reader.Comma, reader.FieldsPerRecord, reader.LazyQuotes = separator, -1, lazyQuotes
	var rows []sheetRow
	inner := 0
	for {
		cells, err := reader.Read()
		if errors.Is(err, io.EOF) {
			return rows, nil
		}
		if err != nil {
			return nil, err
		}
		line, _ := reader.FieldPos(0)
		row := sheetRow{number: line - inner, cells: cells}
		for _, cell := range cells {
			ends := strings.Count(cell, "\n")
			if len(cell) > 4*maxCell || lazyQuotes && ends > 0 && strings.ContainsRune(cell, separator) {
				return nil, refuseFile("En la fila %d hay unas comillas sin cerrar, y no se sabe dónde acaba la celda. Corrígela y vuelve a intentarlo.", row.number)
			}
			inner += ends
		}
		if len(cells) > maxColumns {
			return nil, refuseTooManyColumns()
		}
		if !isBlankRow(cells) {
			rows = append(rows, row)
		}
		if len(rows) > MaxRows+maxHeaderRow {
			return nil, refuseTooManyRows()
		}
	}
}

const maxColumns = 300

func refuseTooManyColumns() error {
	return refuseFile("El archivo tiene más de %d columnas. Deja solo las de los clientes.", maxColumns)
}

func refuseTooManyRows() error {
	return refuseFile("El archivo tiene más de 20.000 filas. Divídelo en varios.")
}

func isBlankRow(cells []string) bool {
	for _, cell := range cells {
		if strings.TrimSpace(cell) != "" {
			return false
		}
	}
	return true
}

// separatorOf returns the separator, and the text without Excel's line 'sep=;': removedLines is 1 if it had one.
func separatorOf(text string) (separator rune, rest string, removedLines int) {
	first, after, _ := strings.Cut(text, "\n")
	if value, ok := strings.CutPrefix(strings.ToLower(strings.Trim(first, "\" ")), "sep="); ok && len(value) == 1 {
		return rune(value[0]), after, 1
	}
	best, bestLines, bestCount := ',', 0, 0
	for _, candidate := range []rune{';', ',', '\t'} {
		lines, count := regularity(text, candidate)
		if lines > bestLines || lines == bestLines && count > bestCount {
			best, bestLines, bestCount = candidate, lines, count
		}
	}
	return best, text, 0
}

// regularity counts unquoted separators per line: count is the most frequent number above zero, lines how many first
// lines have it.
func regularity(text string, separator rune) (lines, count int) {
	const sample = 30
	frequency, inLine, read, quoted := map[int]int{}, 0, 0, false
	endLine := func() {
		if inLine > 0 {
			frequency[inLine]++
		}
		inLine, read = 0, read+1
	}
	for _, r := range text {
		switch {
		case r == '"':
			quoted = !quoted
		case quoted:
		case r == separator:
			inLine++
		case r == '\n':
			endLine()
		}
		if read == sample {
			break
		}
	}
	if read < sample {
		endLine()
	}
	for separators, times := range frequency {
		if times > lines || times == lines && separators > count {
			lines, count = times, separators
		}
	}
	return lines, count
}
