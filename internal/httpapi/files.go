package httpapi

import (
	"bytes"
	"strings"
	"unicode"
)

// fileOutput is an answer to save as a file.
type fileOutput struct {
	ContentType string `header:"Content-Type"`
	Disposition string `header:"Content-Disposition"`
	Body        []byte
}

const csvType = "text/csv; charset=utf-8"

// utf8BOM begins a table so that spreadsheets read its accents.
const utf8BOM = "\ufeff"

// csvTable writes rows as CSV that is safe to open with either separator, whichever
// the spreadsheet program takes: what is between a comma and a semicolon, or on a
// line of its own, begins with no formula there, and with ours it comes back as
// it was written, but for the mark that keeps it from being one.
func csvTable(separator rune, rows [][]string) []byte {
	out := bytes.NewBufferString(utf8BOM)
	for _, row := range rows {
		for i, cell := range row {
			if i > 0 {
				out.WriteRune(separator)
			}
			out.WriteString(quoteCell(escapeFormulas(cell)))
		}
		out.WriteString("\r\n")
	}
	return out.Bytes()
}

// quoteCell puts a cell into quotes that any reader would otherwise read apart.
// encoding/csv does so for its own separator only.
func quoteCell(cell string) string {
	if cell == strings.TrimSpace(cell) && !strings.ContainsAny(cell, separators+`"`) {
		return cell
	}
	return `"` + strings.ReplaceAll(cell, `"`, `""`) + `"`
}

// separators end a cell for some program that opens tables.
const separators = ",;\t\r\n"

// escapeFormulas keeps a spreadsheet from reading as a formula what people typed: at
// the beginning of a text, and wherever another separator would begin a cell. A
// reader may take blanks, invisible signs and quotes off, so the mark stands right
// before the sign. The wide signs are those of East Asian keyboards.
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
