package service

import (
	"context"
	"fmt"
	"io"

	"axioma/internal/archive"
	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// Exports writes a business's data.
type Exports struct{ base *usecase.Base }

// Begin leases a download, one per business. The caller must end it. Errors: loyalty.ErrBusinessNotFound,
// loyalty.ErrDataJobRunning.
func (e *Exports) Begin(ctx context.Context, businessID string) (*usecase.DataJob, error) {
	if _, err := e.base.BusinessByID(ctx, businessID); err != nil {
		return nil, err
	}
	return e.base.BeginDataJob(ctx, businessID)
}

// Write writes a consistent ZIP: a JSONL file per table, LEEME.txt, and the manifest for Restores.Restore. It omits
// passwords and session secrets. Only loyalty.ErrBusinessNotFound precedes the first byte; after other errors the ZIP
// is incomplete.
func (e *Exports) Write(ctx context.Context, actor usecase.Actor, id string, out io.Writer) error {
	business, err := e.base.BusinessByID(ctx, id)
	if err != nil {
		return err
	}
	if err := e.recordExport(ctx, actor, business); err != nil {
		return err
	}
	readmeText := fmt.Sprintf(readme, business.Name, business.ID, e.base.Now().In(business.Zone).Format("02/01/2006 15:04"), business.Zone)
	writer, err := archive.NewWriter(out, id, readmeText)
	if err != nil {
		return fmt.Errorf("explaining an export: %w", err)
	}
	err = e.base.Store.ViewWhole(ctx, id, func(tx *store.Tx) error { return tx.Export(writer.Begin, writer.Row) })
	if err != nil {
		return fmt.Errorf("exporting business %s: %w", id, err)
	}
	if err := writer.Close(e.base.Now()); err != nil {
		return fmt.Errorf("finishing an export: %w", err)
	}
	return nil
}

func (e *Exports) recordExport(ctx context.Context, actor usecase.Actor, business loyalty.Business) error {
	return e.base.Store.InBusiness(ctx, business.ID, func(tx *store.Tx) error {
		return e.base.Record(tx, actor.UserID, loyalty.ActionExported, business.ID, business.Name)
	})
}

// BookEntry is a customer for spreadsheets and phone contacts.
type BookEntry = store.BookEntry

// Customers calls a function for every active customer, by name, and audits the download.
func (e *Exports) Customers(ctx context.Context, actor usecase.Actor, format string, each func(loyalty.Business, BookEntry) error) error {
	business, err := e.base.BusinessByID(ctx, actor.BusinessID)
	if err != nil {
		return err
	}
	err = e.base.Store.InBusiness(ctx, business.ID, func(tx *store.Tx) error {
		return e.base.Record(tx, actor.UserID, loyalty.ActionCustomersExported, business.ID, format)
	})
	if err != nil {
		return err
	}
	return e.base.Store.ViewWhole(ctx, business.ID, func(tx *store.Tx) error {
		return store.EachBookEntry(tx, func(entry BookEntry) error {
			entry.Stamps %= business.IndividualTerms(entry.Tag).Target
			entry.FamilyStamps %= business.FamilyTerms().Target
			return each(business, entry)
		})
	})
}

const readme = `Datos de %s (%s)
Exportados el %s (%s)

Esta copia se puede restaurar en un negocio vacío, en esta instalación de Axioma o en otra.
No cambies los archivos ni sus nombres: axioma.json tiene sus sumas de comprobación.

Cada archivo .jsonl tiene una línea por registro, y cada línea es un objeto JSON en UTF-8.
Todos los archivos muestran el mismo momento. Las fechas con hora están en UTC; local_day
es el día en la zona horaria del negocio.

businesses     el negocio y sus ajustes
logos          el logo del negocio, en base64
users          las cuentas del personal, sin contraseñas
families       las familias
customers      los clientes, también los archivados (archived_at); guardian_id es quien lleva
               la tarjeta de un hijo o una hija: otra línea de customers
revoked_qrs    los QR que se cambiaron: no abren nada
usual_pictures las fotos de «lo de siempre», en base64: JPEG si empiezan por /9j/, si no WebP
cards          las tarjetas: de un cliente o de una familia, y sus sellos
visits         las visitas, también las eliminadas (deleted_at)
adjustments    los sellos anotados a mano: OPENING de una tarjeta de papel, CORRECTION una corrección
rewards        las recompensas: PENDING debida, REDEEMED canjeada, CANCELLED anulada
greetings      a quién se escribió para que volviera, quién y cuándo; sin user_id, quien se dejó sin escribir para comparar
consents       lo que cada cliente aceptó o retiró, cuándo y en qué formulario; given_by es quien
               consintió por un menor de 14 años
import_claims  lo que un archivo importado decía del consentimiento de un cliente: es una
               prueba, no un consentimiento
erasures       de quién se borran los datos, desde cuándo están bloqueados y cuándo se borran
merges         las fichas que se unieron
messages       los mensajes de WhatsApp; los códigos de acceso van sin texto
customer_texts lo último que cada cliente escribió por WhatsApp, 30 días
devices        los dispositivos del mostrador
handover_visits las visitas que esperan o esperaron una decisión: las de un dispositivo revocado
               y, sin device_id, las de otro día que llegaron desde un dispositivo sin nombre
message_usage  cuántos mensajes salieron cada día
audit_events   quién hizo qué, y cuándo

Los identificadores de quien registró o autorizó algo son los de users; los que no están
ahí son del operador de la plataforma. No se exportan contraseñas, códigos de acceso ni
respuestas guardadas de peticiones repetidas.
`
