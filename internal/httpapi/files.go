package httpapi

import (
	"bytes"
	"strings"
	"unicode"
)

type fileOutput struct {
	ContentType string `header:"Content-Type"`
	Disposition string `header:"Content-Disposition"`
	Body        []byte
}

const csvType = "text/csv; charset=utf-8"

// utf8BOM makes spreadsheets read accents.
const utf8BOM = "\ufeff"

// csvTable writes a table in which no cell begins a formula, whether split at commas or semicolons.
func csvTable(separator rune, rows [][]string) []byte {
	out := bytes.NewBufferString(utf8BOM)
	for _, row := range rows {
		out.WriteString(csvRow(separator, row))
	}
	return out.Bytes()
}

func csvFile(name string, rows [][]string) *fileOutput {
	return &fileOutput{ContentType: csvType, Disposition: `attachment; filename="` + name + `.csv"`, Body: csvTable(';', rows)}
}

func csvRow(separator rune, row []string) string {
	var out strings.Builder
	for i, cell := range row {
		if i > 0 {
			out.WriteRune(separator)
		}
		out.WriteString(quoteCell(escapeFormulas(cell)))
	}
	out.WriteString("\r\n")
	return out.String()
}

// quoteCell quotes for commas and semicolons; encoding/csv knows one separator only.
func quoteCell(cell string) string {
	if cell == strings.TrimSpace(cell) && !strings.ContainsAny(cell, separators+`"`) {
		return cell
	}
	return `"` + strings.ReplaceAll(cell, `"`, `""`) + `"`
}

const separators = ",;\t\r\n"

// escapeFormulas puts an apostrophe directly before a character that would begin a formula: programs may strip
// preceding blanks, invisible characters and quotes. The wide characters are those of East Asian keyboards.
func escapeFormulas(text string) string {
	var out strings.Builder
	begins := true
	for _, r := range text {
		if begins && strings.ContainsRune("=+-@＝＋－＠", r) {
			out.WriteRune('\'')
		}
		begins = strings.ContainsRune(separators, r) ||
			begins && (r == '"' || unicode.IsSpace(r) || unicode.In(r, unicode.Cc, unicode.Cf))
		out.WriteRune(r)
	}
	return out.String()
}
