package importing

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"axioma/internal/loyalty"
)

const maxHeaderRow = 10

// namePart is the whole name, or the part that other columns lack: 'Nombre' beside 'Apellidos', in French 'Nom' beside
// 'Prénom'.
const namePart Field = "namePart"

// aliases are headers in Spanish, Catalan, English, Portuguese, French, Italian, German and Polish, and of Square,
// Fresha, Booksy, Treatwell, Salonized, Perkstar, Boomerangme, Stamp Me, Google and Outlook. Earlier ones take
// precedence.
var aliases = map[Field][]string{
	namePart: {"nombre", "nom", "name", "nome"},
	FieldName: {
		"nombre completo", "nombre y apellidos", "nombre y apellido", "apellidos y nombre", "nombre cliente", "nombre del cliente", "cliente", "clientes", "nombre apellidos",
		"nom complet", "nom i cognoms", "client", "clients", "nom del client",
		"full name", "fullname", "customer name", "client name", "customer", "member name", "cardholder", "display name", "contact name", "contact",
		"nome completo", "nome do cliente", "nome e cognome", "nome cliente", "nominativo",
		"nom du client", "nom et prenom", "vollstandiger name", "kunde", "kundenname", "kundin", "vor und nachname", "klient", "imie i nazwisko",
	},
	FieldFirstName: {
		"nombre de pila", "primer nombre", "nom de pila", "first name", "firstname", "given name", "forename", "client first name", "customer first name",
		"primeiro nome", "nome proprio", "prenom", "vorname", "imie",
	},
	FieldMiddleName: {"segundo nombre", "middle name", "additional name", "second name"},
	FieldLastName: {
		"apellidos", "apellido", "primer apellido", "segundo apellido", "apellido 1", "apellido 2", "cognoms", "cognom", "last name", "lastname", "surname", "family name",
		"client last name", "customer last name", "apelido", "sobrenome", "ultimo nome", "nom de famille", "cognome", "nachname", "familienname", "nazwisko",
	},
	FieldPhone: {
		"telefono movil", "movil", "numero de movil", "telefon mobil", "mobil", "mobile", "mobile number", "mobile phone", "mobile phone number", "mobile no", "cell", "cell phone", "cellphone", "whatsapp",
		"telemovel", "celular", "portable", "telephone portable", "numero de portable", "cellulare", "numero di cellulare", "handy", "handynummer", "mobilnummer", "mobiltelefon", "gsm", "komorka",
		"telefono", "telf", "tel", "tfno", "tlf", "tlfno", "telef", "numero de telefono", "no telefono", "n telefono", "telefono de contacto", "telefono 1", "telefono cliente", "contacto", "telefon", "numero de telefon",
		"phone", "phone number", "phone no", "phonenumber", "telephone", "telephone number", "contact number", "client phone", "customer phone", "tel no", "phone 1",
		"telefone", "numero de telefone", "contacto telefonico", "numero de telephone", "numero di telefono", "recapito", "telefonnummer", "rufnummer", "numer telefonu",
		"telefono fijo", "home phone", "business phone", "other phone", "primary phone", "telefono 2", "phone 2",
	},
	FieldPhonePrefix: {"prefijo", "prefijo telefonico", "codigo de pais", "codigo pais", "country code", "dial code", "dialling code", "phone country code", "prefix", "prefixo", "indicatif", "prefisso", "vorwahl", "landesvorwahl"},
	FieldEmail: {
		"correo", "correo electronico", "email", "e mail", "mail", "correu", "correu electronic", "direccion de correo", "direccion de correo electronico", "adreca electronica",
		"email address", "e mail address", "emailaddress", "client email", "customer email", "email 1", "endereco de email", "courriel", "adresse email", "adresse e mail", "adresse mail",
		"indirizzo email", "indirizzo e mail", "posta elettronica", "e mail adresse", "emailadresse", "email adresse", "adres e mail", "e mail 2 address",
	},
	FieldBirthday: {
		"fecha de nacimiento", "fecha nacimiento", "nacimiento", "f nacimiento", "fec nacimiento", "fecha nac", "f nac", "cumpleanos", "fecha de cumpleanos", "data de naixement", "data naixement", "naixement", "aniversari",
		"birthday", "birth date", "birthdate", "date of birth", "dob", "bday", "data de nascimento", "nascimento", "aniversario", "date de naissance", "naissance", "anniversaire",
		"data di nascita", "nascita", "compleanno", "geburtsdatum", "geburtstag", "data urodzenia",
	},
	FieldNote: {
		"nota", "notas", "observaciones", "comentario", "comentarios", "notes", "note", "observacions", "comentaris", "client notes", "customer notes", "client note", "comment", "comments", "memo", "remarks",
		"observacoes", "comentarios internos", "remarque", "remarques", "commentaire", "commentaires", "annotazioni", "osservazioni", "notiz", "notizen", "bemerkung", "bemerkungen", "anmerkung", "anmerkungen", "notatka",
	},
	FieldStamps: {
		"sellos", "sello", "n sellos", "no sellos", "numero de sellos", "num sellos", "sellos actuales", "sellos acumulados", "sellos tarjeta", "segells", "segell", "stamps", "stamp", "stamp count", "stamps count", "current stamps", "stamps earned", "number of stamps", "stamps collected", "stamp balance", "stamps balance",
		"selos", "carimbos", "carimbo", "tampons", "tampon", "nombre de tampons", "timbri", "bollini", "stempel", "anzahl stempel", "pieczatki",
		"balance", "current balance", "card balance", "saldo", "solde", "puntos", "punts", "points", "pontos", "punti", "punkte",
	},
	FieldLastVisit: {
		"ultima visita", "fecha ultima visita", "fecha de la ultima visita", "ultima cita", "darrera visita", "last visit", "last visit date", "last appointment", "last appointment date", "last seen", "last visited",
		"last stamp", "last stamp date", "last transaction", "last booking", "ultimo agendamento", "derniere visite", "dernier rendez vous", "date derniere visite", "ultimo appuntamento", "data ultima visita", "letzter besuch", "letzter termin", "ostatnia wizyta",
	},
}

var (
	headerSigns  = regexp.MustCompile(`[^\p{L}\p{N}]+`)
	consentWords = []string{
		"consent", "consents", "consentimiento", "consentimientos", "consentiment", "consentimento", "consentement", "consenso", "einwilligung",
		"optin", "opted", "marketing", "newsletter", "publicidad", "publicitat", "publicidade", "promociones", "promocions", "promotions", "pubblicita", "werbung",
		"rgpd", "gdpr", "lopd", "dsgvo", "subscription", "subscribed", "suscrito", "unsubscribed", "acepta", "acepto", "accepta", "accepts", "autoriza", "aceita",
	}
	googlePhone   = regexp.MustCompile(`^phone \d+ value$|^telefono \d+ valor$`)
	googleEmail   = regexp.MustCompile(`^e ?mail \d+ value$|^correo( electronico)? \d+ valor$`)
	phoneWords    = []string{"telefono", "movil", "phone", "mobile", "whatsapp", "telefon", "telemovel", "celular", "telephone", "cellulare", "handy", "telefone"}
	emailWords    = []string{"email", "correo", "correu", "courriel"}
	attributeWord = []string{
		"tipo", "type", "label", "status", "subscription", "marketing", "accepts", "acepta", "consent", "opt", "optin", "opted", "verified", "valid", "count", "notificaciones", "notifications",
		"consentimiento", "empresa", "barberia", "business", "company", "emergency", "emergencia", "carrier", "pais", "country", "extension", "sent", "enviado", "recordatorio", "reminder", "reminders", "date", "fecha", "sistema", "model", "device",
	}
)

var headers = map[Field]string{
	FieldName: "Nombre completo", FieldFirstName: "Nombre de pila", FieldMiddleName: "Segundo nombre", FieldLastName: "Apellidos",
	FieldPhone: "Teléfono", FieldPhonePrefix: "Prefijo", FieldEmail: "Correo", FieldBirthday: "Fecha de nacimiento", FieldNote: "Notas",
	FieldStamps: "Sellos", FieldLastVisit: "Última visita", FieldConsent: "Consentimiento",
}

// HeaderOf returns a Spanish header.
func HeaderOf(field Field) string { return headers[field] }

func plainHeader(text string) string {
	return strings.TrimSpace(headerSigns.ReplaceAllString(loyalty.Fold(text), " "))
}

var fieldOfAlias = func() map[string]Field {
	fields := map[string]Field{}
	for field, headers := range aliases {
		for _, header := range headers {
			fields[header] = field
		}
	}
	return fields
}()

func fieldOf(header string) Field {
	plain := plainHeader(header)
	if field, ok := fieldOfAlias[plain]; ok {
		return field
	}
	if googlePhone.MatchString(plain) {
		return FieldPhone
	}
	if googleEmail.MatchString(plain) {
		return FieldEmail
	}
	words := strings.Fields(plain)
	has := func(of []string) bool {
		return slices.ContainsFunc(words, func(word string) bool { return slices.Contains(of, word) })
	}
	const longest = 5
	switch {
	case has(consentWords):
		return FieldConsent
	case len(words) > longest || has(attributeWord):
		return ""
	case has(phoneWords):
		return FieldPhone
	case has(emailWords):
		return FieldEmail
	}
	return ""
}

// findHeader returns the index of the header: the row with most known columns among the first maxHeaderRow rows. One of
// the columns must be for phones or e-mails.
func findHeader(rows []sheetRow) (at int, found bool) {
	most := 0
	for i, row := range rows[:min(len(rows), maxHeaderRow)] {
		knownColumns, reachable := 0, false
		for _, cell := range row.cells {
			field := fieldOf(cell)
			if field != "" {
				knownColumns++
			}
			reachable = reachable || field == FieldPhone || field == FieldEmail
		}
		if reachable && knownColumns > most {
			at, most, found = i, knownColumns, true
		}
	}
	return at, found
}

// longestTitle is the most characters of a column's title, because the first row may be a text.
const longestTitle = 200

// columnsOf assigns fields, chosen ones first. It numbers equal headers and replaces missing ones by letters.
func columnsOf(header []string, width int, chosenFields map[int]Field) []Column {
	columns, times := make([]Column, width), map[string]int{}
	for i := range columns {
		title := ""
		if i < len(header) {
			title = strings.Join(strings.Fields(header[i]), " ")
			columns[i].Field = fieldOf(title)
			title = cutAfter(title, longestTitle)
		}
		if title == "" {
			title = "Columna " + columnLetters(i)
		}
		if times[title]++; times[title] > 1 {
			title = fmt.Sprintf("%s (%d)", title, times[title])
		}
		columns[i].Header = title
	}
	if last := len(columns) - 1; last >= 0 && columns[last].Header == ReasonHeader {
		columns[last].isIgnored = true
	}
	return withNameParts(withChosenFields(columns, chosenFields))
}

// withChosenFields takes a chosen name as a part if another column has the rest.
func withChosenFields(columns []Column, chosenFields map[int]Field) []Column {
	for i, field := range chosenFields {
		if i < 0 || i >= len(columns) {
			continue
		}
		if field == FieldName {
			field = namePart
		}
		columns[i].Field, columns[i].isIgnored = field, field == ""
	}
	return columns
}

func describe(columns []Column, rows []sheetRow) {
	const samples, longest = 3, 80
	for _, row := range rows {
		for i := range min(len(row.cells), len(columns)) {
			text := strings.TrimSpace(row.cells[i])
			if text == "" {
				continue
			}
			columns[i].FilledCells++
			if len(columns[i].Samples) == samples {
				continue
			}
			columns[i].Samples = append(columns[i].Samples, strings.Clone(cutAfter(text, longest)))
		}
	}
}

func withNameParts(columns []Column) []Column {
	has := func(field Field) bool {
		return slices.ContainsFunc(columns, func(c Column) bool { return c.Field == field })
	}
	partField := FieldName
	switch first, last := has(FieldFirstName), has(FieldLastName); {
	case last && !first:
		partField = FieldFirstName
	case first && !last:
		partField = FieldLastName
	}
	for i := range columns {
		if columns[i].Field == namePart {
			columns[i].Field = partField
		}
	}
	return columns
}

func columnLetters(i int) string {
	const letters = 26
	if i < letters {
		return string(rune('A' + i))
	}
	return columnLetters(i/letters-1) + string(rune('A'+i%letters))
}

func (c Column) priority() int {
	if c.Header == "FN" {
		return -1
	}
	if at := slices.Index(aliases[c.Field], plainHeader(c.Header)); at >= 0 {
		return at
	}
	return len(aliases[c.Field])
}
