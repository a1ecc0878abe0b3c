package importing

import (
	"slices"
	"strings"
	"testing"

	"axioma/internal/loyalty"
)

func TestParse_SeveralPhones_TakesTheMobile(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"a list with labels":    "Name,Phone 1 - Type,Phone 1 - Value\nAna,Home ::: * Mobile,915 551 236 ::: 612 345 742\n",
		"two columns":           "Name,Phone 1 - Label,Phone 1 - Value,Phone 2 - Label,Phone 2 - Value\nAna,Home,915551236,Mobile,612345742\n",
		"Spanish labels":        "Nombre,Teléfono 1 - Etiqueta,Teléfono 1 - Valor\nAna,Casa ::: Móvil,915551236 ::: 612345742\n",
		"a vCard":               "BEGIN:VCARD\nFN:Ana\nTEL;TYPE=HOME:915551236\nTEL;TYPE=CELL:612345742\nEND:VCARD\n",
		"columns by their name": "Nombre,Teléfono fijo,Móvil\nAna,915551236,612345742\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			row := mustParse(t, []byte(text)).Rows[0]
			if row.Phone != "+34612345742" || row.Note != "Otro teléfono: +34915551236" {
				t.Errorf("read %q with the note %q, want the mobile, and the other phone in the note", row.Phone, row.Note)
			}
		})
	}
}

func TestParse_SeveralEmails_KeepsTheOthersInTheNote(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"a list":       "Name,E-mail 1 - Value,Phone\nAna,ana@x.es ::: ana2@x.es,612345742\n",
		"a vCard":      "BEGIN:VCARD\nFN:Ana\nEMAIL:ana@x.es\nEMAIL:ana2@x.es\nTEL:612345742\nEND:VCARD\n",
		"a faulty one": "Nombre,Correo,Teléfono\nAna,ninguno@ ana@x.es ana2@x.es ana@x.es,612345742\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file := mustParse(t, []byte(text))
			row := file.Rows[0]
			if row.Email != "ana@x.es" || row.Note != "Otro correo: ana2@x.es" {
				t.Errorf("read %q with the note %q, want the other address in the note", row.Email, row.Note)
			}
			if notices := strings.Join(file.Notices, " "); !strings.Contains(notices, "Segundos teléfonos o correos") {
				t.Errorf("the notices are %q, want the second address", file.Notices)
			}
		})
	}
}

func TestParse_OneFractionInAColumnOfStamps_IsOneFault(t *testing.T) {
	t.Parallel()
	const rows = "Ana;612345742;4,5\nLuis;612345743;6\n"
	stamps := func(header string) (total int64, notices string) {
		file := mustParse(t, []byte("Nombre;Teléfono;"+header+"\n"+rows))
		for _, row := range file.Rows {
			total += row.Stamps
		}
		return total, strings.Join(file.Notices, " ")
	}
	if total, notices := stamps("Sellos"); total != 6 || !strings.Contains(notices, "«4,5», fila 2") {
		t.Errorf("read %d stamps with %q, want 6 and the faulty cell", total, notices)
	}
	if total, notices := stamps("Saldo"); total != 0 || !strings.Contains(notices, "importes") {
		t.Errorf("read %d stamps from a balance with %q, want none: it may be money", total, notices)
	}
}

func TestParse_NoteOfFullLength_KeepsSecondContacts(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", loyalty.MaxNotesLength-5)
	row := mustParse(t, []byte("Nombre;Móvil;Teléfono fijo;Notas\nAna;612345742;915551236;"+long+"\n")).Rows[0]
	if got := loyalty.OtherContacts(row.Note); !slices.Equal(got, []string{"+34915551236"}) || !strings.Contains(row.Note, "xxx") {
		t.Errorf("the note of %d characters has the contacts %q, want the landline and the start of the text", len(row.Note), got)
	}
}
