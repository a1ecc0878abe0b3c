package importing

import (
	"fmt"
	"io"
	"mime/quotedprintable"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

func isVCard(text string) bool {
	const begin = "BEGIN:VCARD"
	text = strings.TrimSpace(text)
	return len(text) >= len(begin) && strings.EqualFold(text[:len(begin)], begin)
}

type cardProperty struct {
	name   string   // upper case, without group
	params []string // upper case
	value  string
}

// cardFields are the fields by property. N counts only without FN.
var cardFields = map[string]Field{
	"FN": FieldName, "N": FieldName, "TEL": FieldPhone, "EMAIL": FieldEmail, "BDAY": FieldBirthday, "NOTE": FieldNote,
}

// cardTechnical are properties of the card, not the person.
var cardTechnical = []string{"BEGIN", "END", "VERSION", "PRODID", "REV", "UID", "SOURCE", "KIND", "CLASS", "PROFILE", "X-ABLABEL", "CLIENTPIDMAP"}

// parseVCards reads versions 2.1, 3.0 and 4.0.
func parseVCards(text string, options Options) (File, error) {
	columns, rows := []Column{}, []sheetRow{}
	at := map[string]int{}
	file := File{}
	var card map[string][]string
	for _, line := range unfold(text) {
		property, ok := parseProperty(line)
		switch {
		case !ok:
			continue
		case property.name == "BEGIN":
			card = map[string][]string{}
			continue
		case property.name == "END" && card != nil:
			file.Total++
			if file.Total > MaxRows {
				return File{}, refuseTooManyRows()
			}
			rows = append(rows, sheetRow{number: file.Total, cells: cardCells(columns, card)})
			card = nil
			continue
		}
		if card == nil || slices.Contains(cardTechnical, property.name) || strings.TrimSpace(property.value) == "" {
			continue
		}
		if _, known := at[property.name]; !known && len(columns) < maxColumns {
			at[property.name] = len(columns)
			columns = append(columns, Column{Header: property.name, Field: cardFields[property.name]})
		}
		values := card[property.name]
		if text := textOf(property); property.name == "TEL" && property.has("CELL") {
			card[property.name] = slices.Insert(values, 0, text)
		} else {
			card[property.name] = append(values, text)
		}
	}
	if file.Total == 0 {
		return File{}, refuseFile("El archivo vCard no tiene ningún contacto completo.")
	}
	file.Columns = withNameParts(withChosenFields(columns, options.Columns))
	b := newBuilder(&file, options)
	b.prepare(rows, false)
	for _, row := range rows {
		b.add(row)
	}
	b.finish()
	return file, nil
}

func cardCells(columns []Column, card map[string][]string) []string {
	cells := make([]string, len(columns))
	for i, column := range columns {
		separator := "\n"
		if column.Field == FieldPhone || column.Field == FieldEmail {
			separator = " ::: "
		}
		cells[i] = strings.Join(card[column.Header], separator)
	}
	return cells
}

// unfold joins a line beginning with a blank, or after a quoted-printable '=', to the previous one.
func unfold(text string) []string {
	var lines []string
	soft := false
	for line := range strings.SplitSeq(text, "\n") {
		last := len(lines) - 1
		switch {
		case soft:
			lines[last] = lines[last][:len(lines[last])-1] + strings.TrimLeft(line, " \t")
		case last >= 0 && line != "" && (line[0] == ' ' || line[0] == '\t'):
			lines[last] += line[1:]
		default:
			lines = append(lines, line)
		}
		last = len(lines) - 1
		soft = strings.HasSuffix(lines[last], "=") && isQuotedPrintable(lines[last])
	}
	return lines
}

func isQuotedPrintable(line string) bool {
	head, _, _ := strings.Cut(line, ":")
	return strings.Contains(strings.ToUpper(head), "QUOTED-PRINTABLE")
}

// parseProperty splits a line such as 'item1.TEL;TYPE=CELL:+34612345678'.
func parseProperty(line string) (cardProperty, bool) {
	end := valueStart(line)
	if end < 0 {
		return cardProperty{}, false
	}
	params := strings.Split(strings.ToUpper(line[:end]), ";")
	name := strings.TrimSpace(params[0])
	if _, plain, grouped := strings.Cut(name, "."); grouped {
		name = plain
	}
	return cardProperty{name: name, params: params[1:], value: line[end+1:]}, name != ""
}

// valueStart finds the colon before the value, not in quoted parameters.
func valueStart(line string) int {
	quoted := false
	for i, r := range line {
		switch {
		case r == '"':
			quoted = !quoted
		case r == ':' && !quoted:
			return i
		}
	}
	return -1
}

func textOf(p cardProperty) string {
	value := p.value
	if p.has("QUOTED-PRINTABLE") {
		value = withoutNUL(p.decodeQuotedPrintable())
	}
	switch p.name {
	case "TEL":
		value, _, _ = strings.Cut(value, ";ext=")
		return strings.TrimPrefix(strings.TrimPrefix(unescape(value), "tel:"), "TEL:")
	case "EMAIL":
		return strings.TrimPrefix(unescape(value), "mailto:")
	case "BDAY":
		if p.has("X-APPLE-OMIT-YEAR=1604") {
			return ""
		}
		return value
	case "N":
		return nameOfParts(value)
	}
	return unescape(value)
}

func (p cardProperty) has(param string) bool {
	return slices.ContainsFunc(p.params, func(own string) bool { return strings.Contains(own, param) })
}

func (p cardProperty) decodeQuotedPrintable() string {
	decodedBytes, err := io.ReadAll(quotedprintable.NewReader(strings.NewReader(p.value)))
	if err != nil {
		return p.value
	}
	if utf8.Valid(decodedBytes) && !p.has("8859-1") && !p.has("1252") {
		return string(decodedBytes)
	}
	text, err := charmap.Windows1252.NewDecoder().Bytes(decodedBytes)
	if err != nil {
		return p.value
	}
	return string(text)
}

// nameOfParts turns 'López;Ana;María;;' into 'Ana María López'.
func nameOfParts(value string) string {
	parts := strings.Split(strings.ReplaceAll(value, `\;`, "\x01"), ";")
	at := func(i int) string {
		if i < len(parts) {
			return unescape(strings.ReplaceAll(parts[i], "\x01", ";"))
		}
		return ""
	}
	return strings.Join(strings.Fields(fmt.Sprint(at(1), " ", at(2), " ", at(0))), " ")
}

func unescape(value string) string {
	return strings.TrimSpace(strings.NewReplacer(`\\`, `\`, `\n`, "\n", `\N`, "\n", `\,`, ",", `\;`, ";").Replace(value))
}
