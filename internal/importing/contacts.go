package importing

import (
	"iter"
	"regexp"
	"slices"
	"strings"

	"axioma/internal/loyalty"
)

var (
	valueLists = regexp.MustCompile(`\s*:::\s*`)
	phoneLists = regexp.MustCompile(`\s*:::\s*|[;|\n]+`)
	phonePairs = regexp.MustCompile(`[,/]| [oyó] | - `)
	emailLists = regexp.MustCompile(`\s*:::\s*|[;|,\n ]+`)
)

// phoneLabels head Google's columns before a phone, with 'Mobile', 'Home' and the like.
var phoneLabels = regexp.MustCompile(`^(phone|telefono) \d+ (label|type|etiqueta|tipo)$`)

var mobileWords = []string{"mobile", "movil", "cell", "celular", "mobil", "telemovel", "cellulare", "handy", "whatsapp"}

// phoneTexts returns the phone columns' texts, labelled mobiles first.
func (b *builder) phoneTexts(cells []string) []string {
	var mobiles, others []string
	for _, i := range b.order[FieldPhone] {
		for text, label := range b.labelledPhones(cells, i) {
			switch text = cleanCell(text); {
			case text == "":
			case isMobile(label):
				mobiles = append(mobiles, text)
			default:
				others = append(others, text)
			}
		}
	}
	return append(mobiles, others...)
}

func (b *builder) labelledPhones(cells []string, column int) iter.Seq2[string, string] {
	return func(yield func(text, label string) bool) {
		if column >= len(cells) {
			return
		}
		if column == 0 || !phoneLabels.MatchString(plainHeader(b.file.Columns[column-1].Header)) {
			yield(cells[column], "")
			return
		}
		labels := append(valueLists.Split(cells[column-1], -1), "")
		for i, text := range valueLists.Split(cells[column], -1) {
			if !yield(text, labels[min(i, len(labels)-1)]) {
				return
			}
		}
	}
}

func isMobile(label string) bool {
	return slices.ContainsFunc(strings.Fields(plainHeader(label)), func(word string) bool { return slices.Contains(mobileWords, word) })
}

// readPhone takes the first valid phone, and further ones as OtherPhones. Without a valid one it sets PhoneFault.
func (b *builder) readPhone(row *Row, texts, prefixes []string) {
	for _, text := range texts {
		for _, one := range splitPhones(text, b.options.Country) {
			if one = cleanCell(one); isMissing(one) {
				if one != "" && row.PhoneFault == "" {
					row.PhoneFault = "Falta el teléfono: la celda dice «" + shorten(one) + "»."
				}
				continue
			}
			phone, typedPhone, fault := readOnePhone(one, prefixes, b.options.Country)
			switch {
			case phone != "" && row.Phone == "":
				row.Phone, row.TypedPhone, row.PhoneFault = phone, typedPhone, ""
			case phone != "":
				row.addOtherPhone(phone)
			case phone == "" && row.Phone == "" && row.TypedPhone.Suffix == "":
				row.TypedPhone, row.PhoneFault = typedPhone, fault
			}
		}
	}
}

func (r *Row) addOtherPhone(phone string) {
	if phone != "" && phone != r.Phone && !slices.Contains(r.OtherPhones, phone) {
		r.OtherPhones = append(r.OtherPhones, phone)
	}
}

func (r *Row) addOtherEmail(email string) {
	if email != "" && email != r.Email && !slices.Contains(r.OtherEmails, email) {
		r.OtherEmails = append(r.OtherEmails, email)
	}
}

// splitPhones keeps a cell that is one phone.
func splitPhones(text, country string) []string {
	var phones []string
	for _, one := range phoneLists.Split(text, -1) {
		if _, ok := loyalty.ParsePhone(one, country); ok {
			phones = append(phones, one)
			continue
		}
		parts := phonePairs.Split(one, -1)
		if slices.ContainsFunc(parts, func(part string) bool { _, ok := loyalty.ParsePhone(part, country); return ok }) {
			phones = append(phones, parts...)
		} else {
			phones = append(phones, one)
		}
	}
	return phones
}

const faultScientific = "El teléfono se guardó como número (%s) y ha perdido cifras. Da formato de texto a la columna en el programa de origen y expórtala de nuevo."

func readOnePhone(text string, prefixes []string, country string) (phone string, typedPhone loyalty.TypedPhone, fault string) {
	if parts := zeroCents.FindStringSubmatch(text); parts != nil {
		text = parts[1]
	}
	if scientific.MatchString(text) {
		whole, ok := expandScientific(text)
		if !ok {
			return "", typedPhone, strings.Replace(faultScientific, "%s", text, 1)
		}
		text = whole
	}
	if len(prefixes) > 0 && prefixText.MatchString(prefixes[0]) && !strings.HasPrefix(text, "+") && !strings.HasPrefix(text, "00") {
		if full, ok := loyalty.ParsePhone("+"+strings.TrimPrefix(prefixes[0], "+")+text, country); ok {
			return full, loyalty.ParseTypedPhone(full, country), ""
		}
	}
	typedPhone = loyalty.ParseTypedPhone(text, country)
	if _, err := loyalty.CleanPhone("phone", text, country); err != nil {
		return "", typedPhone, "Teléfono «" + shorten(text) + "»: " + sentenceOf(err)
	}
	return typedPhone.Whole, typedPhone, ""
}

// expandScientific reads '3.4612345678E+10', or returns false if digits are lost.
func expandScientific(text string) (string, bool) {
	parts := scientific.FindStringSubmatch(text)
	if len(parts[2]) < number(parts[3]) {
		return "", false
	}
	whole, rest := parts[1]+parts[2][:number(parts[3])], parts[2][number(parts[3]):]
	return whole, strings.Trim(rest, "0") == ""
}

func (b *builder) readEmail(row *Row, texts []string) {
	for _, text := range texts {
		emails, isFaulty := emailsIn(text)
		for _, email := range emails {
			if row.Email == "" {
				row.Email = email
			}
			row.addOtherEmail(email)
		}
		if isFaulty && row.Email == "" {
			b.notice("Correos que no son válidos y se dejan vacíos", shorten(text), row.Number)
		}
	}
}

func emailsIn(text string) (emails []string, isFaulty bool) {
	for _, one := range emailLists.Split(text, -1) {
		if isMissing(one) {
			continue
		}
		if email, ok := loyalty.ParseEmail(one); ok && email != "" {
			emails = append(emails, email)
		} else {
			isFaulty = true
		}
	}
	return emails, isFaulty
}
