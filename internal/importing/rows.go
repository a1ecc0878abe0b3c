package importing

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"axioma/internal/loyalty"
)

func (b *builder) add(source sheetRow) {
	cells := func(field Field) []string { return b.cellsOf(source.cells, field) }
	row := Row{Number: source.number}
	b.readPhone(&row, b.phoneTexts(source.cells), cells(FieldPhonePrefix))
	b.readEmail(&row, cells(FieldEmail))
	if row.Phone == "" && row.Email == "" && isTotals(source.cells) {
		b.skip(row.Number, "Es una fila de totales, no un cliente.")
		return
	}
	var fault error
	if row.Name, fault = loyalty.CleanName("name", b.nameOf(cells)); fault != nil {
		b.skip(row.Number, "Nombre: %s", sentenceOf(fault))
		return
	}
	if row.Phone == "" && row.Email == "" && row.TypedPhone.Suffix == "" {
		reason := row.PhoneFault
		if reason == "" {
			reason = "Falta el teléfono."
		}
		b.skip(row.Number, "%s", reason)
		return
	}
	b.readDates(&row, cells)
	b.readStamps(&row, cells(FieldStamps))
	row.notes, row.unknown = cells(FieldNote), b.unknownCells(source)
	row.Claims = b.claimsOf(source.cells)
	b.join(row)
}

func (b *builder) unknownCells(source sheetRow) []string {
	if !b.options.UnknownAsNote {
		return nil
	}
	const longest = 300
	var texts []string
	for i, column := range b.file.Columns[:min(len(b.file.Columns), len(source.cells))] {
		text := strings.Join(strings.Fields(cleanCell(source.cells[i])), " ")
		switch {
		case column.Field != "" || column.isIgnored || isMissing(text):
		case len([]rune(text)) > longest:
			b.notice("Valores demasiado largos que no se añaden a la nota", column.Header, source.number)
		default:
			texts = append(texts, column.Header+": "+text)
		}
	}
	return texts
}

func (b *builder) claimsOf(cells []string) []Claim {
	const longest = 200
	var claims []Claim
	for _, i := range b.order[FieldConsent] {
		if i >= len(cells) {
			continue
		}
		value := strings.ToValidUTF8(cleanCell(cells[i]), "")
		if letters := []rune(value); len(letters) > longest {
			value = string(letters[:longest])
		}
		if value != "" {
			claims = append(claims, Claim{Header: b.file.Columns[i].Header, Value: value})
		}
	}
	return claims
}

func sentenceOf(err error) string {
	if refusal := (*loyalty.Error)(nil); errors.As(err, &refusal) {
		return refusal.Message
	}
	return err.Error()
}

func (b *builder) nameOf(cells func(Field) []string) string {
	whole := func(texts []string) []string {
		return slices.DeleteFunc(texts, isMissing)
	}
	if names := whole(cells(FieldName)); len(names) > 0 {
		return names[0]
	}
	first := whole(cells(FieldFirstName))
	if len(first) > 1 {
		first = first[:1]
	}
	return strings.Join(slices.Concat(first, whole(cells(FieldMiddleName)), whole(cells(FieldLastName))), " ")
}

func shorten(text string) string { return cutAfter(text, 40) }

func cutAfter(text string, longest int) string {
	if letters := []rune(text); len(letters) > longest {
		return string(letters[:longest]) + "…"
	}
	return text
}

func (b *builder) readDates(row *Row, cells func(Field) []string) {
	for _, text := range cells(FieldBirthday) {
		if isMissing(text) || row.Birthday != "" {
			continue
		}
		day, ok := b.birthday.read(text)
		if !ok {
			b.notice("Fechas de nacimiento que no se entienden y se dejan vacías", shorten(b.birthday.readable(text)), row.Number)
		}
		if ok {
			row.Birthday = day
		}
	}
	for _, text := range cells(FieldLastVisit) {
		if isMissing(text) {
			continue
		}
		day, ok := b.visit.read(text)
		if !ok {
			b.notice("Fechas de última visita que no se entienden y se dejan vacías", shorten(b.visit.readable(text)), row.Number)
		}
		row.LastVisit = max(row.LastVisit, day)
	}
}

func (b *builder) readStamps(row *Row, texts []string) {
	for _, text := range texts {
		if isMissing(text) {
			continue
		}
		parts := stampsText.FindStringSubmatch(text)
		if parts == nil {
			b.notice("Sellos que no son un número y no se apuntan", shorten(text), row.Number)
			continue
		}
		stamps, err := strconv.ParseInt(parts[1], 10, 64)
		if err == nil {
			row.Stamps = stamps
			return
		}
	}
}

func (b *builder) noteOf(number int, texts []string) string {
	texts = slices.DeleteFunc(texts, isMissing)
	note := strings.Join(texts, "\n")
	if letters := []rune(note); len(letters) > loyalty.MaxNotesLength {
		b.notice("Notas demasiado largas que se han cortado", shorten(note), number)
		note = string(letters[:loyalty.MaxNotesLength])
	}
	clean, err := loyalty.CleanNotes("note", note)
	if err != nil {
		b.notice("Notas con caracteres no válidos que se dejan vacías", shorten(note), number)
		return ""
	}
	return clean
}

// OtherContactNotes returns a note for each second phone and e-mail.
func (r Row) OtherContactNotes() (notes []string) {
	for _, phone := range r.OtherPhones {
		notes = append(notes, loyalty.OtherPhoneNote(phone))
	}
	for _, email := range r.OtherEmails {
		notes = append(notes, loyalty.OtherEmailNote(email))
	}
	return notes
}

func (b *builder) writeNote(row *Row) {
	others := row.OtherContactNotes()
	for _, other := range others {
		b.notice("Segundos teléfonos o correos, que van a la nota", other, row.Number)
	}
	texts := slices.Concat(row.notes, others, row.unknown)
	if isTooLong := utf8.RuneCountInString(strings.Join(texts, "\n")) > loyalty.MaxNotesLength; isTooLong {
		texts = slices.Concat(others, row.notes, row.unknown) // the end is cut off
	}
	row.Note = b.noteOf(row.Number, texts)
	row.notes, row.unknown = nil, nil
}

func isTotals(cells []string) bool {
	for _, cell := range cells {
		if text := cleanCell(cell); text != "" {
			return totals.MatchString(plainHeader(text))
		}
	}
	return false
}
