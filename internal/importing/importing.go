// Package importing reads customers from the files of other systems: CSV, XLSX and vCard. It neither stores nor serves
// them. Its sentences are in Spanish, for the owner who sent the file.
package importing

import (
	"bytes"
	"fmt"

	"axioma/internal/loyalty"
)

// The limits of one file.
const (
	MaxBytes = 10 << 20
	MaxRows  = 20_000
)

// Field is what a column of a file holds.
type Field string

// The fields that a column can hold. The parts of a name are joined in Row.Name, the prefix in Row.Phone.
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
)

// Options are the facts of the business that a file does not state.
type Options struct {
	Country string      // ISO 3166, for phones without a prefix
	Today   loyalty.Day // the latest day that a date may name
}

// File is the content of a parsed file. Every row that is not blank is in Rows, in a Row.Duplicates or in Skipped.
type File struct {
	Rows    []Row
	Skipped []Skipped
	Columns []Column
	Notices []string // what was read otherwise than written, for the owner
	Total   int      // rows that are not blank, without the header
}

// Row is one customer of a file.
type Row struct {
	Number     int   // of the row in the file, from 1; of the contact in a vCard file
	Duplicates []int // rows of the same customer that were joined with this one
	Name       string
	Phone      string // E.164; empty: none, or PhoneFault
	Typed      loyalty.TypedPhone
	PhoneFault string // why the phone cannot be stored; a known customer may still match it
	Email      string
	Birthday   loyalty.Day
	Note       string
	Stamps     int64
	LastVisit  loyalty.Day
}

// Skipped is a row that cannot be imported.
type Skipped struct {
	Row    int
	Reason string
}

// Column is a column of a file, and the field that it holds; an empty one when it is unknown.
type Column struct {
	Header string
	Field  Field
}

// FileError says in Spanish why a whole file cannot be read.
type FileError struct{ Sentence string }

func (e *FileError) Error() string { return e.Sentence }

func refuseFile(format string, values ...any) error {
	return &FileError{fmt.Sprintf(format, values...)}
}

// Parse reads a file of at most MaxBytes and MaxRows. The content decides its format, not its name. It refuses a file
// that cannot be read as a whole with a FileError.
func Parse(data []byte, options Options) (File, error) {
	if len(data) > MaxBytes {
		return File{}, refuseFile("El archivo ocupa más de %d MB. Divídelo en varios.", MaxBytes>>20)
	}
	if len(bytes.TrimSpace(data)) == 0 {
		return File{}, refuseFile("El archivo está vacío.")
	}
	if bytes.HasPrefix(data, []byte("PK\x03\x04")) {
		sheets, err := readWorkbook(data)
		if err != nil {
			return File{}, err
		}
		return parseSheets(sheets, options)
	}
	if err := refuseKnownFormats(data); err != nil {
		return File{}, err
	}
	text, err := decodeText(data)
	if err != nil {
		return File{}, err
	}
	if isVCard(text) {
		return parseVCards(text, options)
	}
	rows, err := readCSV(text)
	if err != nil {
		return File{}, err
	}
	return parseSheets([]sheet{{rows: rows}}, options)
}

// refuseKnownFormats explains formats that people mistake for a sheet.
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
