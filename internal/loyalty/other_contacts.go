package loyalty

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

const otherPhone, otherEmail = "Otro teléfono: ", "Otro correo: "

// OtherPhoneNote returns the note about a second phone.
func OtherPhoneNote(phone string) string { return otherPhone + phone }

// OtherEmailNote returns the note about a second e-mail.
func OtherEmailNote(email string) string { return otherEmail + email }

var (
	otherPhones = regexp.MustCompile(otherPhone + `\S+`)
	otherEmails = regexp.MustCompile(otherEmail + `\S+`)
)

// OtherContacts returns the phones and e-mails of OtherPhoneNote and OtherEmailNote within notes.
func OtherContacts(notes string) (contacts []string) {
	for _, match := range otherPhones.FindAllString(notes, -1) {
		contacts = append(contacts, withoutPunctuation(match[len(otherPhone):]))
	}
	for _, match := range otherEmails.FindAllString(notes, -1) {
		contacts = append(contacts, withoutPunctuation(match[len(otherEmail):]))
	}
	return contacts
}

// withoutPunctuation removes what a user has typed after a contact.
func withoutPunctuation(contact string) string { return strings.TrimRight(contact, ".,;:)") }

// AddOtherContacts appends notes of OtherPhoneNote and OtherEmailNote. It omits contacts that the notes have already,
// and notes that would exceed MaxNotesLength.
func AddOtherContacts(notes string, newNotes []string) string {
	knownContacts := OtherContacts(notes)
	for _, note := range newNotes {
		longer := strings.TrimPrefix(notes+"\n"+note, "\n")
		isKnown := slices.ContainsFunc(OtherContacts(note), func(contact string) bool { return slices.Contains(knownContacts, contact) })
		if !isKnown && utf8.RuneCountInString(longer) <= MaxNotesLength {
			notes, knownContacts = longer, OtherContacts(longer)
		}
	}
	return notes
}

// MaskOtherContacts masks the contacts of OtherPhoneNote and OtherEmailNote in a customer's notes (specification, section
// 6).
func MaskOtherContacts(notes string) string {
	notes = otherPhones.ReplaceAllStringFunc(notes, func(match string) string { return otherPhone + MaskPhone(match[len(otherPhone):]) })
	return otherEmails.ReplaceAllStringFunc(notes, func(match string) string { return otherEmail + MaskEmail(match[len(otherEmail):]) })
}
