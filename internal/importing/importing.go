// Package importing reads customers from CSV, XLSX and vCard files of other systems. Its texts are Spanish, for the
// owner.
package importing

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"

	"axioma/internal/loyalty"
)

// Limits of a file.
const (
	MaxBytes = 10 << 20
	MaxRows  = 20_000
)

// Field is a column's meaning.
type Field string

// Name parts are joined in Row.Name; the prefix belongs to Row.Phone.
const (
	FieldName        Field = "name"
	FieldFirstName   Field = "firstName"
	FieldMiddleName  Field = "middleName"
	FieldLastName    Field = "lastName"
	FieldPhone       Field = "phone"
	FieldPhonePrefix Field = "phonePrefix"
	FieldEmail       Field = "email"
	FieldBirthday    Field = "birthday"
	FieldNote        Field = "note"
	FieldStamps      Field = "stamps"
	FieldLastVisit   Field = "lastVisit"
	FieldConsent     Field = "consent" // evidence only
)

// FieldNames returns the fields that the owner can choose.
func FieldNames() []string {
	fields := []Field{
		FieldName, FieldFirstName, FieldMiddleName, FieldLastName, FieldPhone, FieldPhonePrefix, FieldEmail, FieldBirthday,
		FieldNote, FieldStamps, FieldLastVisit, FieldConsent,
	}
	names := make([]string, len(fields))
	for i, field := range fields {
		names[i] = string(field)
	}
	return names
}

// ReasonHeader heads the reasons for rejections, a column that Parse ignores.
const ReasonHeader = "Motivo"

// Format is a file format.
type Format string

// Formats.
const (
	FormatCSV   Format = "CSV"
	FormatXLSX  Format = "XLSX"
	FormatVCard Format = "VCARD"
)

// Options are facts that files lack.
type Options struct {
	Country string      // ISO 3166, for phones without prefix
	Today   loyalty.Day // latest valid date

	Columns       map[int]Field // chosen by column; an empty field is not read
	DateOrder     string        // loyalty.DateOrderDayFirst or DateOrderMonthFirst; empty: derived from the column
	UnknownAsNote bool          // puts columns without a field into notes
}

// File is a parsed file. Each row that is not blank is in Rows, in a row's Duplicates, or in SkippedRows.
type File struct {
	Rows        []Row
	SkippedRows []SkippedRow
	Columns     []Column
	Notices     []string // for the owner: values read differently from the file's text
	Total       int      // without header and blank rows

	Format      Format
	DateOrder   string // empty: no date depends on it
	DateDecided bool   // false: dates have two readings

	source []sheetRow // the rows of Total, in order
}

// Cells returns a row's original cells.
func (f File) Cells(number int) []string {
	at, found := slices.BinarySearchFunc(f.source, number, func(row sheetRow, wantedNumber int) int { return cmp.Compare(row.number, wantedNumber) })
	if !found {
		return nil
	}
	return f.source[at].cells
}

// Row is one customer.
type Row struct {
	Number     int   // row, or card of a vCard file, from 1
	Duplicates []int // numbers of joined rows
	Name       string
	Phone      string // E.164; empty: see PhoneFault
	TypedPhone loyalty.TypedPhone
	PhoneFault string // why it cannot be stored; it may still match a known customer
	// OtherPhones and OtherEmails go to the note. One of the phones may be the known one.
	OtherPhones []string
	OtherEmails []string
	Email       string
	Birthday    loyalty.Day
	Note        string
	Stamps      int64
	LastVisit   loyalty.Day
	Claims      []Claim

	notes, unknown []string // for Note, with other contacts
}

// Claim is a file's statement about consent.
type Claim struct {
	Header string
	Value  string
}

// SkippedRow is a row that cannot be imported.
type SkippedRow struct {
	Row    int
	Reason string
}

// Column is a column; its field is empty if unknown.
type Column struct {
	Header      string
	Field       Field
	Samples     []string // at most three
	FilledCells int

	isIgnored bool // by choice, so not in the notes
}

// FileError says in Spanish why a file cannot be read.
type FileError struct{ Sentence string }

func (e *FileError) Error() string { return e.Sentence }

func refuseFile(format string, values ...any) error {
	return &FileError{fmt.Sprintf(format, values...)}
}

// Parse reads at most MaxBytes and MaxRows; the content decides the format, not the name. An unreadable file gives a
// FileError.
func Parse(data []byte, options Options) (File, error) {
	if err := refuseUnreadable(data); err != nil {
		return File{}, err
	}
	if bytes.HasPrefix(data, []byte("PK\x03\x04")) {
		return parseWorkbook(data, options)
	}
	text, notice, err := decodeText(data)
	if err != nil {
		return File{}, err
	}
	file, err := parseText(text, options)
	if notice != "" {
		file.Notices = slices.Insert(file.Notices, 0, notice)
	}
	return file, err
}

func refuseUnreadable(data []byte) error {
	if len(data) > MaxBytes {
		return refuseFile("El archivo ocupa más de %d MB. Divídelo en varios.", MaxBytes>>20)
	}
	if len(bytes.TrimSpace(data)) == 0 {
		return refuseFile("El archivo está vacío.")
	}
	return refuseKnownFormats(data)
}

func parseWorkbook(data []byte, options Options) (File, error) {
	sheets, err := readWorkbook(data)
	if err != nil {
		return File{}, err
	}
	file, err := parseSheets(sheets, options)
	file.Format = FormatXLSX
	return file, err
}

func parseText(text string, options Options) (File, error) {
	if isVCard(text) {
		file, err := parseVCards(text, options)
		file.Format = FormatVCard
		return file, err
	}
	rows, err := readCSV(text)
	if err != nil {
		return File{}, err
	}
	file, err := parseSheets([]sheet{{rows: rows}}, options)
	file.Format = FormatCSV
	return file, err
}

func refuseKnownFormats(data []byte) error {
	head := bytes.ToLower(bytes.TrimSpace(data[:min(len(data), 4096)]))
	head = bytes.TrimPrefix(head, []byte("\xef\xbb\xbf"))
	switch {
	case bytes.HasPrefix(data, []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")):
		return refuseFile("Es un Excel antiguo (.xls) o protegido con contraseña. Ábrelo en Excel, guárdalo como libro de Excel (.xlsx) sin contraseña, y vuelve a intentarlo.")
	case bytes.HasPrefix(head, []byte("%pdf")):
		return refuseFile("Es un PDF. Exporta los clientes como CSV o Excel (.xlsx).")
	case bytes.HasPrefix(head, []byte("<")) && bytes.Contains(head, []byte("urn:schemas-microsoft-com:office:spreadsheet")) && !bytes.Contains(head, []byte("<html")):
		return refuseFile("Es un libro XML de Excel 2003. Ábrelo en Excel, guárdalo como libro de Excel (.xlsx), y vuelve a intentarlo.")
	case bytes.HasPrefix(head, []byte("<")):
		return refuseFile("Es una página web (HTML), aunque el nombre acabe en .xls. Ábrela en Excel, guárdala como libro de Excel (.xlsx), y vuelve a intentarlo.")
	case bytes.HasPrefix(head, []byte("{")) || bytes.HasPrefix(head, []byte("[")):
		return refuseFile("Es un archivo JSON. Exporta los clientes como CSV o Excel (.xlsx).")
	}
	return nil
}
