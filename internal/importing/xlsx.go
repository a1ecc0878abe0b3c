package importing

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"strings"

	"github.com/xuri/excelize/v2"
)

type sheet struct {
	name     string
	rows     []sheetRow
	date1904 bool // days count from 1904, as in old files of Excel for Mac
}

// An archive can unpack to gigabytes.
const (
	maxUnpacked = 120 << 20
	maxParts    = 2_000
)

func readWorkbook(data []byte) (sheets []sheet, err error) {
	if err := checkArchive(data); err != nil {
		return nil, err
	}
	book, err := excelize.OpenReader(bytes.NewReader(data), excelize.Options{RawCellValue: true})
	if err != nil {
		return nil, refuseFile("El libro de Excel está dañado o protegido con contraseña. Ábrelo en Excel y guárdalo de nuevo como libro de Excel (.xlsx).")
	}
	defer func() { err = errors.Join(err, book.Close()) }()
	properties, err := book.GetWorkbookProps()
	if err != nil {
		return nil, refuseDamaged()
	}
	date1904 := properties.Date1904 != nil && *properties.Date1904
	for _, name := range book.GetSheetList() {
		rows, err := readSheet(book, name)
		if err != nil {
			return nil, err
		}
		if len(rows) > 0 {
			sheets = append(sheets, sheet{name: name, rows: rows, date1904: date1904})
		}
	}
	if len(sheets) == 0 {
		return nil, refuseFile("El libro de Excel no tiene ninguna fila.")
	}
	return sheets, nil
}

func refuseDamaged() error {
	return refuseFile("El libro de Excel está dañado. Ábrelo en Excel y guárdalo de nuevo como libro de Excel (.xlsx).")
}

func readSheet(book *excelize.File, name string) (rows []sheetRow, err error) {
	reader, err := book.Rows(name)
	if err != nil {
		return nil, refuseDamaged()
	}
	defer func() { err = errors.Join(err, reader.Close()) }()
	for number := 1; reader.Next(); number++ {
		cells, err := reader.Columns(excelize.Options{RawCellValue: true})
		if err != nil {
			return nil, refuseDamaged()
		}
		for i, cell := range cells {
			cells[i] = withoutNUL(cell)
		}
		if isBlankRow(cells) {
			continue
		}
		if len(cells) > maxColumns {
			return nil, refuseTooManyColumns()
		}
		if len(rows) > MaxRows+maxHeaderRow {
			return nil, refuseTooManyRows()
		}
		rows = append(rows, sheetRow{number: number, cells: cells})
	}
	if reader.Error() != nil {
		return nil, refuseDamaged()
	}
	return rows, nil
}

// checkArchive refuses damaged or large workbooks, and macros. It unpacks every part, because declared sizes may be
// wrong.
func checkArchive(data []byte) error {
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return refuseDamaged()
	}
	isWorkbook, totalSize := false, int64(0)
	for _, part := range archive.File {
		name := strings.ToLower(part.Name)
		if strings.HasSuffix(name, "vbaproject.bin") {
			return refuseFile("El libro de Excel lleva macros. Guárdalo como libro de Excel sin macros (.xlsx) y vuelve a intentarlo.")
		}
		if name == "axioma.json" {
			return refuseFile("Es la copia de un negocio de Axioma, no una lista de clientes. Elígela en Importar clientes, sin cambiarla.")
		}
		isWorkbook = isWorkbook || name == "xl/workbook.xml"
	}
	if !isWorkbook {
		return refuseFile("Es un archivo comprimido (ZIP), no un libro de Excel. Descomprímelo y envía el CSV, el Excel (.xlsx) o el vCard (.vcf) que lleva dentro.")
	}
	if len(archive.File) > maxParts {
		return refuseTooLarge()
	}
	for _, part := range archive.File {
		size, err := unpackedSize(part, maxUnpacked-totalSize)
		if err != nil {
			return refuseDamaged()
		}
		if totalSize += size; totalSize > maxUnpacked {
			return refuseTooLarge()
		}
	}
	return nil
}

func refuseTooLarge() error {
	return refuseFile("El libro de Excel ocupa demasiado al abrirlo. Copia los clientes en un libro nuevo, o guárdalo como CSV.")
}

func unpackedSize(part *zip.File, limit int64) (size int64, err error) {
	content, err := part.Open()
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, content.Close()) }()
	return io.Copy(io.Discard, io.LimitReader(content, limit+1))
}
