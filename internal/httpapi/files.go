package httpapi

import (
	"strings"
	"unicode/utf8"
)

// fileOutput is an answer to save as a file.
type fileOutput struct {
	ContentType string `header:"Content-Type"`
	Disposition string `header:"Content-Disposition"`
	Body        []byte
}

const csvType = "text/csv; charset=utf-8"

// utf8Mark begins a table so that spreadsheets read its accents.
const utf8Mark = "\ufeff"

// noFormula keeps a spreadsheet from reading a text that people typed as a
// formula. The wide signs are those of East Asian keyboards.
func noFormula(text string) string {
	if first, _ := utf8.DecodeRuneInString(text); strings.ContainsRune("=+-@＝＋－＠", first) {
		return "'" + text
	}
	return text
}
