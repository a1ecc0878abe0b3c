package loyalty

import (
	"sync"
)

type changedField[Record comparable] struct {
	name    string
	label   string // follows 'cambió'
	differs func(former, now Record) bool
}

var customerFields = sync.OnceValue(func() []changedField[Customer] {
	return []changedField[Customer]{
		{"name", "el nombre", func(a, b Customer) bool { return a.Name != b.Name }},
		{"phone", "el teléfono", func(a, b Customer) bool { return a.Phone != b.Phone }},
		{"email", "el correo", func(a, b Customer) bool { return a.Email != b.Email }},
		{"birthday", "la fecha de nacimiento", func(a, b Customer) bool { return a.Birthday != b.Birthday }},
		{"notes", "las notas", func(a, b Customer) bool { return a.Notes != b.Notes }},
		{"tag", "el tipo de bono", func(a, b Customer) bool { return a.Tag != b.Tag }},
		{"guardian", "quién es su tutor", func(a, b Customer) bool { return a.Guardian != b.Guardian || a.GuardianID != b.GuardianID }},
		{"importedVisitDay", "el día de su última visita", func(a, b Customer) bool { return a.ImportedVisitDay != b.ImportedVisitDay }},
	}
})

var familyFields = sync.OnceValue(func() []changedField[Family] {
	return []changedField[Family]{
		{"name", "el nombre", func(a, b Family) bool { return a.Name != b.Name }},
		{"policy", "la forma de sumar puntos", func(a, b Family) bool { return a.Policy != b.Policy }},
	}
})

var settingFields = sync.OnceValue(func() []changedField[Business] {
	return []changedField[Business]{
		{"name", "el nombre", func(a, b Business) bool { return a.Name != b.Name }},
		{"timezone", "la zona horaria", func(a, b Business) bool { return a.Zone.String() != b.Zone.String() }},
		{"country", "el país", func(a, b Business) bool { return a.Country != b.Country }},
		{"visitTarget", "las visitas del bono", func(a, b Business) bool { return a.VisitTarget != b.VisitTarget }},
		{"vipVisitTarget", "las visitas del bono VIP", func(a, b Business) bool { return a.VIPVisitTarget != b.VIPVisitTarget }},
		{"halfRewardEnabled", "el 50 % a media tarjeta", func(a, b Business) bool { return a.HalfRewardEnabled != b.HalfRewardEnabled }},
		{"barberOpenings", "quién anota las tarjetas de papel", func(a, b Business) bool { return a.BarberOpeningBalances != b.BarberOpeningBalances }},
		{"usualEnabled", "«lo de siempre»", func(a, b Business) bool { return a.UsualEnabled != b.UsualEnabled }},
		{"servedByEnabled", "si se elige quién atiende", func(a, b Business) bool { return a.ServedByEnabled != b.ServedByEnabled }},
		{"meanTicket", "el precio medio", func(a, b Business) bool { return a.MeanTicket != b.MeanTicket }},
		{"serviceCost", "el coste del servicio", func(a, b Business) bool { return a.ServiceCost != b.ServiceCost }},
		{"holdBack", "a quién se deja sin invitar", func(a, b Business) bool { return a.HoldBack != b.HoldBack }},
		{"welcomeText", "el texto de bienvenida", func(a, b Business) bool { return a.WelcomeText != b.WelcomeText }},
		{"legal", "los datos legales", func(a, b Business) bool { return a.Legal != b.Legal }},
		{"premises", "los datos del local", func(a, b Business) bool { return a.Premises != b.Premises }},
		{"colour", "el color", func(a, b Business) bool { return a.Colour != b.Colour }},
		{"birthdayMessages", "los mensajes de cumpleaños", func(a, b Business) bool { return a.BirthdayMessages != b.BirthdayMessages }},
		{"oneMoreMessages", "los avisos de que falta una visita", func(a, b Business) bool { return a.OneMoreMessages != b.OneMoreMessages }},
		{"quietHours", "las horas sin mensajes", func(a, b Business) bool { return a.Quiet != b.Quiet }},
		{"weekMail", "el correo de la semana", func(a, b Business) bool { return a.WeekMail != b.WeekMail }},
		{"weekPhone", "el WhatsApp de la semana", func(a, b Business) bool { return a.WeekPhone != b.WeekPhone || a.WeekUserID != b.WeekUserID }},
		{"secondFactorRequired", "si el equipo necesita verificación en dos pasos", func(a, b Business) bool { return a.SecondFactorRequired != b.SecondFactorRequired }},
	}
})

func differingFields[Record comparable](fields []changedField[Record], former, now Record) []string {
	var names []string
	for _, field := range fields {
		if field.differs(former, now) {
			names = append(names, field.name)
		}
	}
	return names
}

// ChangedCustomerFields names changed fields.
func ChangedCustomerFields(former, now Customer) []string {
	return differingFields(customerFields(), former, now)
}

// ChangedFamilyFields names changed fields.
func ChangedFamilyFields(former, now Family) []string {
	return differingFields(familyFields(), former, now)
}

// ChangedSettings names changed settings.
func ChangedSettings(former, now Business) []string {
	return differingFields(settingFields(), former, now)
}

// FieldNames lists labels: 'el teléfono y el correo'. Unknown fields keep their names.
func FieldNames(fields []string) string {
	labels := make([]string, len(fields))
	for i, name := range fields {
		labels[i] = fieldLabel(name)
	}
	return spanishList(labels)
}

func fieldLabel(name string) string {
	for _, field := range customerFields() {
		if field.name == name {
			return field.label
		}
	}
	for _, field := range settingFields() {
		if field.name == name {
			return field.label
		}
	}
	for _, field := range familyFields() {
		if field.name == name {
			return field.label
		}
	}
	return name
}

func spanishList(texts []string) string {
	switch len(texts) {
	case 0:
		return ""
	case 1:
		return texts[0]
	}
	list := texts[0]
	for _, text := range texts[1 : len(texts)-1] {
		list += ", " + text
	}
	return list + " y " + texts[len(texts)-1]
}
