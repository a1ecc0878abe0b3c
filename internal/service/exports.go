package service

import (
	"archive/zip"
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// Exports writes all data of a business.
type Exports struct{ base *usecase.Base }

// Write writes a ZIP of a business's data at one moment: a JSONL file for each table and a LEEME.txt. It leaves out
// passwords and session secrets, and records the export in the audit trail. It refuses with loyalty.ErrBusinessNotFound
// before the first byte; after any other error the ZIP is incomplete.
func (e *Exports) Write(ctx context.Context, actor usecase.Actor, id string, out io.Writer) error {
	business, err := e.base.BusinessByID(ctx, id)
	if err != nil {
		return err
	}
	if err := e.recordExport(ctx, actor, business); err != nil {
		return err
	}
	archive := zip.NewWriter(out)
	if err := e.writeReadme(archive, business); err != nil {
		return fmt.Errorf("explaining an export: %w", err)
	}
	err = e.base.Store.ViewWhole(ctx, id, func(tx *store.Tx) error { return writeTables(tx, archive) })
	if err != nil {
		return fmt.Errorf("exporting business %s: %w", id, err)
	}
	if err := archive.Close(); err != nil {
		return fmt.Errorf("finishing an export: %w", err)
	}
	return nil
}

func (e *Exports) recordExport(ctx context.Context, actor usecase.Actor, business loyalty.Business) error {
	return e.base.Store.InBusiness(ctx, business.ID, func(tx *store.Tx) error {
		return e.base.Record(tx, actor.UserID, loyalty.ActionExported, business.ID, business.Name)
	})
}

func writeTables(tx *store.Tx, archive *zip.Writer) error {
	lines := bufio.NewWriterSize(nil, 64<<10)
	begin := func(table string) error {
		if err := lines.Flush(); err != nil {
			return err
		}
		file, err := archive.Create(table + ".jsonl")
		lines.Reset(file)
		return err
	}
	if err := tx.Export(begin, func(row store.Exported) error { return writeLine(lines, row) }); err != nil {
		return err
	}
	return lines.Flush()
}

// writeLine writes a row as a JSON object, with the columns in order.
func writeLine(lines *bufio.Writer, row store.Exported) error {
	var object bytes.Buffer
	for i, column := range row.Columns {
		value, err := json.Marshal(row.Values[i])
		if err != nil {
			return fmt.Errorf("encoding %s: %w", column, err)
		}
		separator := byte(',')
		if i == 0 {
			separator = '{'
		}
		object.WriteByte(separator)
		fmt.Fprintf(&object, "%q:%s", column, value)
	}
	object.WriteString("}\n")
	_, err := lines.Write(object.Bytes())
	return err
}

func (e *Exports) writeReadme(archive *zip.Writer, business loyalty.Business) error {
	file, err := archive.Create("LEEME.txt")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(file, readme, business.Name, business.ID, e.base.Now().In(business.Zone).Format("02/01/2006 15:04"), business.Zone)
	return err
}

const readme = `Datos de %s (%s)
Exportados el %s (%s)

Cada archivo .jsonl tiene una línea por registro, y cada línea es un objeto JSON en UTF-8.
Todos los archivos muestran el mismo momento. Las fechas con hora están en UTC; local_day
es el día en la zona horaria del negocio.

businesses     el negocio y sus ajustes
logos          el logo del negocio, en base64
users          las cuentas del personal, sin contraseñas
families       las familias
customers      los clientes, también los archivados (archived_at); guardian_id es quien lleva
               la tarjeta de un hijo o una hija: otra línea de customers
ended_qrs      los QR que se cambiaron: no abren nada
cards          las tarjetas: de un cliente o de una familia, y sus sellos
visits         las visitas, también las eliminadas (deleted_at)
adjustments    los sellos anotados a mano: OPENING de una tarjeta de papel, CORRECTION una corrección
rewards        las recompensas: PENDING debida, REDEEMED canjeada, CANCELLED anulada
consents       lo que cada cliente aceptó o retiró, cuándo y en qué formulario; given_by es quien
               consintió por un menor de 14 años
import_claims  lo que un archivo importado decía del consentimiento de un cliente: es una
               prueba, no un consentimiento
erasures       de quién se borran los datos, desde cuándo están bloqueados y cuándo se borran
merges         las fichas que se unieron
messages       los mensajes de WhatsApp; los códigos de acceso van sin texto
customer_texts lo último que cada cliente escribió por WhatsApp, 30 días
devices        los dispositivos del mostrador
handed_visits  las visitas que esperan o esperaron una decisión: las de un dispositivo revocado
               y, sin device_id, las de otro día que llegaron desde un dispositivo sin nombre
message_usage  cuántos mensajes salieron cada día
audit_events   quién hizo qué, y cuándo

Los identificadores de quien registró o autorizó algo son los de users; los que no están
ahí son del operador de la plataforma. No se exportan contraseñas, códigos de acceso ni
respuestas guardadas de peticiones repetidas.
`
