package importing

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"axioma/internal/loyalty"
)

func parseSheets(sheets []sheet, options Options) (File, error) {
	for i, candidate := range sheets {
		at, found := findHeader(candidate.rows)
		if !found {
			continue
		}
		file, err := parseSheet(candidate, at, options)
		if err == nil && len(sheets) > 1 {
			file.Notices = append(file.Notices, unreadSheets(candidate.name, slices.Delete(slices.Clone(sheets), i, i+1)))
		}
		return file, err
	}
	return File{}, refuseFile("No se ha encontrado la fila de títulos en las diez primeras. Hace falta una con «Nombre» y con «Teléfono» o «Correo».")
}

func unreadSheets(read string, others []sheet) string {
	names := make([]string, len(others))
	for at, other := range others {
		names[at] = "«" + other.name + "»"
	}
	last := len(names) - 1
	if last == 0 {
		return fmt.Sprintf("Se ha leído la hoja «%s»; %s no. Impórtala aparte si tiene clientes.", read, names[0])
	}
	return fmt.Sprintf("Se ha leído la hoja «%s»; %s y %s no. Impórtalas aparte si tienen clientes.", read, strings.Join(names[:last], ", "), names[last])
}

func parseSheet(s sheet, headerAt int, options Options) (File, error) {
	header, body := s.rows[headerAt], s.rows[headerAt+1:]
	if len(body) > MaxRows {
		return File{}, refuseTooManyRows()
	}
	if len(body) == 0 {
		return File{}, refuseFile("El archivo tiene títulos, pero ninguna fila con clientes.")
	}
	width := len(header.cells)
	for _, row := range body {
		width = max(width, lastCell(row.cells))
	}
	file := File{Columns: columnsOf(header.cells[:lastCell(header.cells)], width, options.Columns), Total: len(body)}
	b := newBuilder(&file, options)
	b.dropMoney(body)
	b.prepare(body, s.date1904)
	for _, row := range body {
		b.add(row)
	}
	b.finish()
	return file, nil
}

func lastCell(cells []string) int {
	for i := len(cells); i > 0; i-- {
		if strings.TrimSpace(cells[i-1]) != "" {
			return i
		}
	}
	return 0
}

var (
	scientific  = regexp.MustCompile(`^\+?(\d)(?:[.,](\d+))?[eE]\+?(\d{1,2})$`)
	zeroCents   = regexp.MustCompile(`^\+?(\d{6,})[.,]0+$`)
	guardedText = regexp.MustCompile(`^'[=+\-@0-9]`)
	guardedIn   = regexp.MustCompile(`([,;\t\r\n]\s*)'([=+\-@＝＋－＠])`)
	currency    = regexp.MustCompile(`[€$£]|\bEUR\b`)
	money       = regexp.MustCompile(currency.String() + `|\d[.,]\d*[1-9]`)
	stampsText  = regexp.MustCompile(`^(\d{1,6})(?:[.,]0{1,2})?(?:\s*(?:/|de|of|von|sur|di)\s*\d+)?(?:\s*\p{L}+)?$`)
	totals      = regexp.MustCompile(`^(sub ?)?(total|totales|totals|totaux|totale|totais|gesamt|gesamtsumme|summe|suma|somme|soma|sum|count|recuento|razem|grand total)( |$)`)
	prefixText  = regexp.MustCompile(`^\+?\d{1,3}$`)
)

// missingWords mean an empty cell; spelled as by loyalty.Fold.
var missingWords = []string{
	"n/a", "#n/a", "#n/d", "n.a.", "n/d", "n.d.", "null", "none", "nan", "undefined", "-", "--", "---", ".", "?", "x", "s/n", "sin telefono", "no tiene", "ninguno", "sin correo", "0", "0/0/00", "00/00/0000", "0000-00-00", "#value!", "#ref!",
}

// cleanCell trims a cell. It removes apostrophes that guard against formulas, at its start and, in lists that Axioma
// exported, within it.
func cleanCell(text string) string {
	text = strings.TrimSpace(text)
	if guardedText.MatchString(text) {
		text = text[1:]
	}
	return guardedIn.ReplaceAllString(text, "$1$2")
}

func isMissing(text string) bool {
	return text == "" || slices.Contains(missingWords, loyalty.Fold(text))
}

func columnOrder(columns []Column) map[Field][]int {
	order := map[Field][]int{}
	for i, column := range columns {
		order[column.Field] = append(order[column.Field], i)
	}
	for field, at := range order {
		if field != "" && field != FieldLastName && field != FieldNote {
			slices.SortStableFunc(at, func(a, b int) int { return cmp.Compare(columns[a].priority(), columns[b].priority()) })
		}
	}
	return order
}

func (b *builder) cellsOf(cells []string, field Field) []string {
	var texts []string
	for _, i := range b.order[field] {
		if i >= len(cells) {
			continue
		}
		if text := cleanCell(cells[i]); text != "" {
			texts = append(texts, text)
		}
	}
	return texts
}

type builder struct {
	file     *File
	options  Options
	order    map[Field][]int
	birthday dateReader
	visit    dateReader
	byPhone  map[string]int // index in file.Rows
	byEmail  map[string][]int
	counts   map[string]int
	notices  []string

	otherPersons []otherPersonRow
}

func newBuilder(file *File, options Options) *builder {
	reader := dateReader{today: options.Today, earliest: "1900-01-01"}
	visit := reader
	visit.earliest = "1990-01-01"
	return &builder{file: file, options: options, birthday: reader, visit: visit, byPhone: map[string]int{}, byEmail: map[string][]int{}, counts: map[string]int{}}
}

func (b *builder) notice(sentence string, example string, row int) {
	if b.counts[sentence]++; b.counts[sentence] == 1 {
		b.notices = append(b.notices, sentence+"\x00"+fmt.Sprintf("«%s», fila %d", example, row))
	}
}

func (b *builder) finish() {
	b.joinSecondContacts()
	for at := range b.file.Rows {
		b.writeNote(&b.file.Rows[at])
	}
	for _, notice := range b.notices {
		sentence, example, _ := strings.Cut(notice, "\x00")
		b.file.Notices = append(b.file.Notices, fmt.Sprintf("%s (%d; por ejemplo %s).", sentence, b.counts[sentence], example))
	}
	slices.SortStableFunc(b.file.SkippedRows, func(a, b SkippedRow) int { return cmp.Compare(a.Row, b.Row) })
}

// balanceHeaders are headers of columns that have stamps, points or money.
var balanceHeaders = []string{"balance", "current balance", "card balance", "saldo", "solde", "puntos", "punts", "points", "pontos", "punti", "punkte"}

// isMoney reports whether a cell makes its column money. In a column of stamps, a fraction is a typing mistake.
func isMoney(header, cell string) bool {
	if slices.Contains(balanceHeaders, plainHeader(header)) {
		return money.MatchString(cell)
	}
	return currency.MatchString(cell)
}

// dropMoney removes the field of stamp columns that have amounts of money.
func (b *builder) dropMoney(rows []sheetRow) {
	for i, column := range b.file.Columns {
		if _, chosen := b.options.Columns[i]; column.Field != FieldStamps || chosen {
			continue
		}
		for _, row := range rows {
			if i < len(row.cells) && isMoney(column.Header, row.cells[i]) {
				b.file.Columns[i].Field = ""
				b.file.Notices = append(b.file.Notices, fmt.Sprintf("La columna «%s» lleva importes, no sellos (fila %d): no se ha leído.", column.Header, row.number))
				break
			}
		}
	}
}

func (b *builder) prepare(rows []sheetRow, date1904 bool) {
	b.file.source = rows
	describe(b.file.Columns, rows)
	b.order = columnOrder(b.file.Columns)
	b.prepareDates(rows, date1904)
	b.writeSampleDates()
}

// writeSampleDates replaces Excel's day numbers in samples by dates for the owner to check.
func (b *builder) writeSampleDates() {
	readers := map[Field]dateReader{FieldBirthday: b.birthday, FieldLastVisit: b.visit}
	for _, column := range b.file.Columns {
		reader, isDate := readers[column.Field]
		if !isDate {
			continue
		}
		for at, text := range column.Samples {
			column.Samples[at] = reader.readable(text)
		}
	}
}

// prepareDates derives each field's order from its whole column. An undecided column takes the other's order, or day
// first.
func (b *builder) prepareDates(rows []sheetRow, date1904 bool) {
	values := map[Field][]string{}
	for _, field := range []Field{FieldBirthday, FieldLastVisit} {
		for _, row := range rows {
			values[field] = append(values[field], b.cellsOf(row.cells, field)...)
		}
	}
	b.birthday.order, b.visit.order = b.orderOf(values[FieldBirthday]), b.orderOf(values[FieldLastVisit])
	b.file.DateDecided = true
	for _, pair := range []struct {
		field       Field
		own, others *dateReader
	}{{FieldBirthday, &b.birthday, &b.visit}, {FieldLastVisit, &b.visit, &b.birthday}} {
		pair.own.date1904 = date1904
		if pair.own.order == orderUnknown && pair.others.order != orderMixed {
			pair.own.order = pair.others.order
		}
		if !needsOrder(values[pair.field]) {
			continue
		}
		b.file.DateOrder = loyalty.DateOrderDayFirst
		switch pair.own.order {
		case orderMonthFirst:
			b.file.DateOrder = loyalty.DateOrderMonthFirst
		case orderUnknown:
			b.file.DateDecided = false
			b.file.Notices = append(b.file.Notices, fmt.Sprintf("Las fechas de «%s» no dicen si va primero el día o el mes: se han leído como día/mes/año.", b.headerOf(pair.field)))
		case orderMixed:
			b.file.Notices = append(b.file.Notices, fmt.Sprintf("En «%s» unas fechas empiezan por el día y otras por el mes: las dudosas se dejan vacías.", b.headerOf(pair.field)))
		}
	}
}

func (b *builder) orderOf(values []string) dateOrder {
	switch b.options.DateOrder {
	case loyalty.DateOrderDayFirst:
		return orderDayFirst
	case loyalty.DateOrderMonthFirst:
		return orderMonthFirst
	}
	return orderOf(values)
}

func (b *builder) headerOf(field Field) string {
	for _, column := range b.file.Columns {
		if column.Field == field {
			return column.Header
		}
	}
	return ""
}

func (b *builder) skip(row int, format string, values ...any) {
	b.file.SkippedRows = append(b.file.SkippedRows, SkippedRow{Row: row, Reason: fmt.Sprintf(format, values...)})
}
