package httpapi

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/xuri/excelize/v2"

	"axioma/internal/loyalty"
	"axioma/internal/service"
)

// ownCopyCalls let the owner download everything of the business, or the list of customers. Both need a recent
// authentication: a signed-in device that is left alone does not give all data away.
type ownCopyCalls struct{ exportSender }

type customersExportInput struct {
	Body struct {
		Format string `json:"format" enum:"csv,xlsx,vcf"`
	}
}

func (c ownCopyCalls) export(ctx context.Context, _ *nothing) (*huma.StreamResponse, error) {
	return c.sendExport(ctx, actor(ctx).BusinessID)
}

// exportCustomers sends the list of customers. Each format is written row by row.
func (c ownCopyCalls) exportCustomers(ctx context.Context, in *customersExportInput) (*huma.StreamResponse, error) {
	format := in.Body.Format
	file := largeFile{contentType: bookTypes[format], name: "clientes." + format}
	return c.send(ctx, actor(ctx).BusinessID, file, func(out io.Writer) error { return c.writeCustomers(ctx, format, out) })
}

func (c ownCopyCalls) writeCustomers(ctx context.Context, format string, out io.Writer) error {
	buffered := bufio.NewWriter(out)
	book, err := newBookWriter(format, buffered)
	if err != nil {
		return err
	}
	err = c.cases.Exports.Customers(ctx, actor(ctx), format, book.add)
	if err = closeBook(book, err); err != nil {
		return fmt.Errorf("writing the customers as %s: %w", format, err)
	}
	return buffered.Flush()
}

var bookTypes = map[string]string{
	"csv":  csvType,
	"xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
	"vcf":  "text/vcard; charset=utf-8",
}

// bookWriter writes customers one at a time. finish completes the file; close releases what it uses.
type bookWriter interface {
	add(business loyalty.Business, entry service.BookEntry) error
	finish() error
	close() error
}

func newBookWriter(format string, out io.Writer) (bookWriter, error) {
	switch format {
	case "xlsx":
		return newBookXLSX(out)
	case "vcf":
		return bookVCard{out}, nil
	}
	_, err := io.WriteString(out, utf8BOM+csvRow(';', bookColumns))
	return bookCSV{out}, err
}

// closeBook completes the file of all customers unless an error came first.
func closeBook(book bookWriter, err error) error {
	if err == nil {
		err = book.finish()
	}
	if fault := book.close(); err == nil {
		err = fault
	}
	return err
}

// bookColumns are headers that the import of customers maps by itself.
var bookColumns = []string{
	"Nombre", "Teléfono", "Correo", "Fecha de nacimiento", "Etiqueta", "Notas", "Visitas", "Última visita", "Sellos", "Cliente desde",
	"Madre, padre o tutor", "Teléfono del tutor", "Acepta promociones",
}

// bookRow returns the texts of a customer, in the order of bookColumns.
func bookRow(business loyalty.Business, e service.BookEntry) []string {
	return []string{
		e.Name, e.Phone, e.Email, string(e.Birthday), e.Tag.Label(), e.Notes, decimal(e.Visits), dayOrNone(business, e.LastVisit), decimal(e.Stamps),
		dayOrNone(business, e.CreatedAt), e.GuardianName, e.GuardianPhone, yesOrNo(e.Promotions),
	}
}

func dayOrNone(business loyalty.Business, at time.Time) string {
	if at.IsZero() {
		return ""
	}
	return string(business.DayOf(at))
}

func yesOrNo(yes bool) string {
	if yes {
		return "Sí"
	}
	return "No"
}

// bookCSV writes CSV for Spanish spreadsheets, without formulas.
type bookCSV struct{ out io.Writer }

func (b bookCSV) add(business loyalty.Business, entry service.BookEntry) error {
	_, err := io.WriteString(b.out, csvRow(';', bookRow(business, entry)))
	return err
}

func (b bookCSV) finish() error { return nil }
func (b bookCSV) close() error  { return nil }

// bookXLSX writes a workbook. Its rows wait in a temporary file.
type bookXLSX struct {
	book *excelize.File
	rows *excelize.StreamWriter
	out  io.Writer
	row  int
}

func newBookXLSX(out io.Writer) (*bookXLSX, error) {
	book := excelize.NewFile()
	b := &bookXLSX{book: book, out: out, row: 1}
	err := book.SetSheetName("Sheet1", "Clientes")
	if err == nil {
		b.rows, err = book.NewStreamWriter("Clientes")
	}
	if err == nil {
		err = b.rows.SetColWidth(1, len(bookColumns), 20)
	}
	if err == nil {
		err = b.addRow(bookColumns)
	}
	if err != nil {
		return nil, closeBook(b, err)
	}
	return b, nil
}

func (b *bookXLSX) addRow(texts []string) error {
	cells := make([]any, len(texts))
	for i, text := range texts {
		cells[i] = text // a text cell is no formula
	}
	err := b.rows.SetRow("A"+strconv.Itoa(b.row), cells)
	b.row++
	return err
}

func (b *bookXLSX) add(business loyalty.Business, entry service.BookEntry) error {
	return b.addRow(bookRow(business, entry))
}

func (b *bookXLSX) finish() error {
	if err := b.rows.Flush(); err != nil {
		return err
	}
	return b.book.Write(b.out)
}

func (b *bookXLSX) close() error { return b.book.Close() }

// bookVCard writes vCard 3.0, which iPhones, Android and Google Contacts read. Customers without phone and e-mail are
// left out.
type bookVCard struct{ out io.Writer }

func (b bookVCard) add(business loyalty.Business, e service.BookEntry) error {
	if e.Phone == "" && e.Email == "" {
		return nil
	}
	lines := []string{"BEGIN:VCARD", "VERSION:3.0", "N:;" + escapeVCard(e.Name) + ";;;", "FN:" + escapeVCard(e.Name), "ORG:" + escapeVCard(business.Name)}
	for _, field := range [][2]string{
		{"TEL;TYPE=CELL:", e.Phone}, {"EMAIL;TYPE=INTERNET:", e.Email}, {"BDAY:", string(e.Birthday)}, {"NOTE:", e.Notes}, {"CATEGORIES:", e.Tag.Label()},
	} {
		if field[1] != "" {
			lines = append(lines, field[0]+escapeVCard(field[1]))
		}
	}
	for _, line := range append(lines, "END:VCARD") {
		if _, err := io.WriteString(b.out, foldVCard(line)+"\r\n"); err != nil {
			return err
		}
	}
	return nil
}

func (b bookVCard) finish() error { return nil }
func (b bookVCard) close() error  { return nil }

var vCardEscapes = strings.NewReplacer(`\`, `\\`, ";", `\;`, ",", `\,`, "\r\n", `\n`, "\n", `\n`, "\r", `\n`)

func escapeVCard(text string) string { return vCardEscapes.Replace(text) }

// foldVCard breaks a line after at most 75 bytes, never within a character (RFC 2426).
func foldVCard(line string) string {
	const longest = 75
	var out strings.Builder
	length := 0
	for _, r := range line {
		if size := len(string(r)); length+size > longest {
			out.WriteString("\r\n ")
			length = 1
		}
		out.WriteRune(r)
		length += len(string(r))
	}
	return out.String()
}
