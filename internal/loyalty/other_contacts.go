package loyalty

import "regexp"

const otherPhone, otherEmail = "Otro teléfono: ", "Otro correo: "

// OtherPhoneNote returns the note about a second phone.
func OtherPhoneNote(phone string) string { return otherPhone + phone }

// OtherEmailNote returns the note about a second e-mail.
func OtherEmailNote(email string) string { return otherEmail + email }

var (
	otherPhones = regexp.MustCompile(otherPhone + `\S+`)
	otherEmails = regexp.MustCompile(otherEmail + `\S+`)
)

// OtherContacts finds these notes' contacts.
func OtherContacts(notes string) (contacts []string) {
	for _, found := range otherPhones.FindAllString(notes, -1) {
		contacts = append(contacts, found[len(otherPhone):])
	}
	for _, found := range otherEmails.FindAllString(notes, -1) {
		contacts = append(contacts, found[len(otherEmail):])
	}
	return contacts
}

// MaskOtherContacts masks them (specification, section 6).
func MaskOtherContacts(notes string) string {
	notes = otherPhones.ReplaceAllStringFunc(notes, func(found string) string { return otherPhone + MaskPhone(found[len(otherPhone):]) })
	return otherEmails.ReplaceAllStringFunc(notes, func(found string) string { return otherEmail + MaskEmail(found[len(otherEmail):]) })
}
