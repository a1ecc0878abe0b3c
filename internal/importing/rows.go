package importing

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"axioma/internal/loyalty"
)

func (b *builder) add(source sheetRow) {
	cells := func(field Field) []string { return b.cellsOf(source.cells, field) }
	row := Row{Number: source.number}
	b.readPhone(&row, b.phoneTexts(source.cells), cells(FieldPhonePrefix))
	var others []string
	for _, phone := range row.OtherPhones {
		others = append(others, loyalty.OtherPhoneNote(phone))
	}
	others = append(others, b.readEmail(&row, cells(FieldEmail))...)
	if row.Phone == "" && row.Email == "" && isTotals(source.cells) {
		b.skip(row.Number, "Es una fila de totales, no un cliente.")
		return
	}
	var fault error
	if row.Name, fault = loyalty.CleanName("name", b.nameOf(cells)); fault != nil {
		b.skip(row.Number, "Nombre: %s", sentenceOf(fault))
		return
	}
	if row.Phone == "" && row.Email == "" && row.Typed.Suffix == "" {
		reason := row.PhoneFault
		if reason == "" {
			reason = "Falta el teléfono."
		}
		b.skip(row.Number, "%s", reason)
		return
	}
	b.readDates(&row, cells)
	b.readStamps(&row, cells(FieldStamps))
	for _, other := range others {
		b.notice("Segundos teléfonos o correos, que van a la nota", other, row.Number)
	}
	row.Note = b.noteOf(row.Number, slices.Concat(cells(FieldNote), others, b.unknownCells(source)))
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

func isTotals(cells []string) bool {
	for _, cell := range cells {
		if text := cleanCell(cell); text != "" {
			return totals.MatchString(plainHeader(text))
		}
	}
	return false
}

// join joins rows with the same phone, and rows with the same e-mail if one has no phone. Another name for a phone is
// another person, and the staff must add that person by hand.
func (b *builder) join(row Row) {
	at, found := b.earlier(row)
	if !found {
		b.file.Rows = append(b.file.Rows, row)
		b.index(len(b.file.Rows) - 1)
		return
	}
	first := &b.file.Rows[at]
	if !IsSameName(first.Name, row.Name) {
		b.skip(row.Number, "Tiene el mismo teléfono o correo que la fila %d (%s), con otro nombre. Si es otra persona, añádela a mano.", first.Number, first.Name)
		return
	}
	first.Duplicates = append(first.Duplicates, row.Number)
	b.notice("Filas repetidas que se han unido en una", row.Name, row.Number)
	if len(row.Name) > len(first.Name) {
		first.Name = row.Name
	}
	if first.Phone == "" && row.Phone != "" {
		first.Phone, first.Typed, first.PhoneFault = row.Phone, row.Typed, ""
	}
	if first.Email == "" {
		first.Email = row.Email
	}
	if first.Birthday == "" {
		first.Birthday = row.Birthday
	}
	if row.Note != "" && !strings.Contains(first.Note, row.Note) {
		first.Note = b.noteOf(row.Number, slices.DeleteFunc([]string{first.Note, row.Note}, func(note string) bool { return note == "" }))
	}
	for _, phone := range row.OtherPhones {
		first.addOtherPhone(phone)
	}
	for _, claim := range row.Claims {
		if !slices.Contains(first.Claims, claim) {
			first.Claims = append(first.Claims, claim)
		}
	}
	first.Stamps, first.LastVisit = max(first.Stamps, row.Stamps), max(first.LastVisit, row.LastVisit)
	b.index(at)
}

func (b *builder) earlier(row Row) (at int, found bool) {
	if row.Phone != "" {
		if at, found = b.byPhone[row.Phone]; found {
			return at, true
		}
	}
	for _, at := range b.byEmail[row.Email] {
		if row.Email != "" && (row.Phone == "" || b.file.Rows[at].Phone == "") {
			return at, true
		}
	}
	return 0, false
}

func (b *builder) index(at int) {
	row := b.file.Rows[at]
	if row.Phone != "" {
		b.byPhone[row.Phone] = at
	}
	if row.Email != "" && !slices.Contains(b.byEmail[row.Email], at) {
		b.byEmail[row.Email] = append(b.byEmail[row.Email], at)
	}
}
