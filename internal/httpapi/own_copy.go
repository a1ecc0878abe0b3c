package httpapi

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"axioma/internal/loyalty"
	"axioma/internal/service"
)

// ownCopyCalls serves the owner's copies. They require a recent authentication: an unattended device must not give all
// data away.
type ownCopyCalls struct{ exportSender }

type customersExportInput struct {
	Body struct {
		Format string `json:"format" enum:"csv,xlsx,vcf"`
	}
}

func (c ownCopyCalls) export(ctx context.Context, _ *noInput) (*huma.StreamResponse, error) {
	return c.sendExport(ctx, actor(ctx).BusinessID)
}

func (c ownCopyCalls) exportCustomers(ctx context.Context, in *customersExportInput) (*huma.StreamResponse, error) {
	format := in.Body.Format
	file := largeFile{contentType: bookTypes[format], name: "clientes." + format}
	return c.send(ctx, actor(ctx).BusinessID, file, func(out io.Writer) error { return c.writeCustomers(ctx, format, out) })
}

func (c ownCopyCalls) writeCustomers(ctx context.Context, format string, out io.Writer) error {
	writer := bufio.NewWriter(out)
	book, err := newBookWriter(format, writer)
	if err != nil {
		return err
	}
	err = c.cases.Exports.Customers(ctx, actor(ctx), format, book.add)
	if err = closeTable(book, err); err != nil {
		return fmt.Errorf("writing the customers as %s: %w", format, err)
	}
	return writer.Flush()
}

var bookTypes = map[string]string{
	"csv":  csvType,
	"xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
	"vcf":  "text/vcard; charset=utf-8",
}

// bookWriter writes a customer list. finish completes the file; close releases resources.
type bookWriter interface {
	add(business loyalty.Business, entry service.BookEntry) error
	finish() error
	close() error
}

func newBookWriter(format string, out io.Writer) (bookWriter, error) {
	if format == "vcf" {
		return bookVCard{out}, nil
	}
	table, err := newTableWriter(format, "Clientes", bookColumns, out)
	return bookTable{table}, err
}

// bookColumns are known to the import, except the last: each member of a family would get their shared stamps.
var bookColumns = []string{
	"Nombre", "Teléfono", "Correo", "Fecha de nacimiento", "Etiqueta", "Notas", "Visitas", "Última visita", "Sellos", "Cliente desde",
	"Madre, padre o tutor", "Teléfono del tutor", "Acepta promociones", "Sellos de la familia",
}

func bookRow(business loyalty.Business, e service.BookEntry) []string {
	familyStamps := ""
	if e.SharesCard {
		familyStamps = decimal(e.FamilyStamps)
	}
	return []string{
		e.Name, e.Phone, e.Email, string(e.Birthday), e.Tag.Label(), e.Notes, decimal(e.Visits), dayOrNone(business, e.LastVisit), decimal(e.Stamps),
		dayOrNone(business, e.CreatedAt), e.GuardianName, e.GuardianPhone, yesOrNo(e.Promotions), familyStamps,
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

type bookTable struct{ tableWriter }

func (b bookTable) add(business loyalty.Business, entry service.BookEntry) error {
	return b.tableWriter.add(bookRow(business, entry))
}

// bookVCard writes vCard 3.0 for iPhones, Android and Google Contacts, for customers with phone or e-mail.
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

// foldVCard breaks lines after at most 75 bytes, never within a character (RFC 2426).
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
