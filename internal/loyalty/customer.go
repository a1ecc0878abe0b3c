package loyalty

import (
	"cmp"
	"net/mail"
	"strconv"
	"strings"
	"time"

	"golang.org/x/net/idna"
	"golang.org/x/text/unicode/norm"
)

// Customer is a person known to one business.
type Customer struct {
	ID          string
	QRID        string // of her QR since she has changed it; empty: her own
	Name        string
	Phone       string // E.164, empty when unknown
	Email       string
	Birthday    Day
	Notes       string
	Tag         Tag
	VisitsCount int64 // own visits that are not deleted, whichever card they stamped
	// FirstVisitDay is the day of the first of them, empty without any.
	FirstVisitDay Day
	LastVisitAt   time.Time
	CreatedAt     time.Time
	GreetedAt     time.Time // when the business greeted them last by WhatsApp; zero: never
	Version       int64     // grows when the data change that people edit
	Family        *Membership
	Guardian      string // who consented for a minor; known where the one record was asked for
	GuardianID    string // the customer whose child this one is; empty: she has a card of her own

	EmailUnverified bool // nobody knows who typed the e-mail
	PhoneUnverified bool // nor who typed the phone

	PhoneReleasedAt time.Time // when somebody else said that the number is theirs now; zero: there is a phone, or nobody said so
}

// QR is the id that her QR says. It is a capability: whoever knows it may see the QR and
// the visits.
func (c Customer) QR() string { return cmp.Or(c.QRID, c.ID) }

// SharesPoints reports whether the customer's visits stamp a family's card.
func (c Customer) SharesPoints() bool {
	return c.Family != nil && c.Family.Policy == PolicyPool
}

// IsFirstVisitOn reports whether a visit on a day would be before all that the
// customer has.
func (c Customer) IsFirstVisitOn(day Day) bool {
	return c.FirstVisitDay == "" || day < c.FirstVisitDay
}

// CustomerDraft is what a form says of a customer, before it is checked.
type CustomerDraft struct {
	Name     string
	Phone    string
	Email    string
	Birthday string
	Notes    string
	Tag      string
	Guardian Guardian // of a minor
}

// Values is all that the draft says, in an order that stays: by it two drafts are told
// apart.
func (d CustomerDraft) Values() []string {
	return []string{d.Name, d.Phone, d.Email, d.Birthday, d.Notes, d.Tag, d.Guardian.Name, strconv.FormatBool(d.Guardian.Consents)}
}

// Validate returns the customer that the draft describes, with every text in
// its stored form, or the validation refusal that names each wrong field.
// Name, phone and bonus type are required, and of a minor the consent of her
// guardian. Today bounds the birthday.
func (d CustomerDraft) Validate(b Business, today Day) (Customer, error) {
	c := validator{}
	customer := c.customer(d, b, today)
	if strings.TrimSpace(d.Tag) == "" {
		c.refuse("tag", "Elige el tipo de bono.")
	}
	return customer, c.err()
}

// customer reads a draft, whose bonus type may be missing.
func (c *validator) customer(d CustomerDraft, b Business, today Day) Customer {
	customer := Customer{
		Name:     c.requiredName("name", d.Name, noName),
		Phone:    c.phone("phone", d.Phone, b.Country),
		Email:    c.email("email", d.Email),
		Birthday: c.birthday("birthday", d.Birthday, today),
		Notes:    c.notes("notes", d.Notes),
		Tag:      c.tag("tag", d.Tag),
		Version:  1,
	}
	if customer.IsMinor(today) {
		customer.Guardian = c.guardian(d.Guardian)
	}
	return customer
}

// Change is one field of a change request: not sent, or a value, which is
// empty when the field is to be cleared.
type Change struct {
	Sent  bool
	Value string
}

// CustomerChanges are the changes asked of a customer. What was not sent
// stays.
type CustomerChanges struct {
	Name, Phone, Email, Birthday, Notes, Tag Change

	Guardian       Guardian // of whoever becomes a minor by the change
	ByCustomer     bool     // made by the customer herself
	ByEmailSession bool     // who has signed in with her e-mail
	EmailConfirmed bool     // the staff say that the e-mail on file is hers
	PhoneConfirmed bool     // the staff say that the phone on file is the customer's
	Version        int64    // the one that was seen by whoever asks; zero: whichever it is
}

// VerifiesEmail reports whether the changes say that the e-mail is the customer's: she sends
// it, the one on file or another, in a session that her phone has opened, or the staff say so.
func (ch CustomerChanges) VerifiesEmail() bool {
	if ch.ByCustomer {
		return !ch.ByEmailSession && ch.Email.Sent
	}
	return ch.EmailConfirmed
}

// VerifiesPhone reports whether the changes prove the phone of a customer that was unproved: the
// staff confirm it, or register another one in its place.
func (ch CustomerChanges) VerifiesPhone(former, customer Customer) bool {
	return former.PhoneUnverified && (ch.PhoneConfirmed || customer.Phone != former.Phone)
}

// leavesEmailUnverified reports whether a customer's e-mail is unproved after the changes. What
// stood on a child's record was her guardian's word.
func (ch CustomerChanges) leavesEmailUnverified(former, customer Customer) bool {
	if ch.VerifiesEmail() || customer.Email != former.Email {
		return false
	}
	return former.EmailUnverified || former.IsChild() && !customer.IsChild()
}

// Apply returns the customer with the changes made, or the validation refusal
// that names each wrong field. The name cannot be cleared. When the data have
// changed since they were seen it refuses with ErrCustomerChanged.
func (ch CustomerChanges) Apply(former Customer, b Business, today Day) (Customer, error) {
	if ch.Version != 0 && ch.Version != former.Version {
		return former, ErrCustomerChanged
	}
	c, customer := validator{}, former
	if ch.Name.Sent {
		customer.Name = c.changedName("name", ch.Name.Value, former.Name, noName)
	}
	if ch.Phone.Sent {
		customer.Phone = c.changedPhone("phone", ch.Phone.Value, former.Phone, b.Country)
		customer = customer.withoutGuardianIfPhone()
		if customer.Phone != "" {
			customer.PhoneReleasedAt = time.Time{}
		}
	}
	if ch.VerifiesPhone(former, customer) {
		customer.PhoneUnverified = false
	}
	if ch.Email.Sent {
		customer.Email = c.email("email", ch.Email.Value)
		if ch.ByEmailSession && customer.Email != former.Email {
			c.refuse("email", "Has entrado con un código en tu correo, así que aquí no se puede cambiar. Entra con un código por WhatsApp, o pide en el mostrador que lo cambien.")
		}
	}
	customer.EmailUnverified = ch.leavesEmailUnverified(former, customer)
	if ch.Birthday.Sent {
		customer.Birthday = c.birthday("birthday", ch.Birthday.Value, today)
		customer = c.checkGuardian(customer, former, ch, today)
	}
	if ch.Notes.Sent {
		customer.Notes = c.notes("notes", ch.Notes.Value)
	}
	if ch.Tag.Sent {
		customer.Tag = c.tag("tag", ch.Tag.Value)
	}
	return customer.withNextVersion(former), c.err()
}

// ReleasedPhone is a record whose phone the person who has the number now took off it.
type ReleasedPhone struct {
	CustomerID string
	Name       string
	At         time.Time
}

// WithoutPhone returns the customer without the phone, which is somebody else's by now.
func (c Customer) WithoutPhone() Customer {
	former := c
	c.Phone, c.PhoneUnverified = "", false
	return c.withNextVersion(former)
}

// withNextVersion gives a customer whose data are no longer the former ones the next
// version.
func (c Customer) withNextVersion(former Customer) Customer {
	if c != former {
		c.Version = former.Version + 1
	}
	return c
}

// CleanPhone returns a typed phone in E.164, or the validation refusal that
// names the field. A number without prefix is one of the country.
func CleanPhone(field, text, country string) (string, error) {
	c := validator{}
	phone := c.phone(field, text, country)
	return phone, c.err()
}

func (c *validator) phone(field, text, country string) string {
	return c.number(field, text, country, false)
}

// landline is optionalPhone for a number that people call: it stays as it is
// written where it is valid, and does not become the mobile that it may be too.
func (c *validator) landline(field, text, country string) string {
	if strings.TrimSpace(text) == "" {
		return ""
	}
	return c.number(field, text, country, true)
}

func (c *validator) number(field, text, country string, landlines bool) string {
	if strings.TrimSpace(text) == "" {
		c.refuse(field, "Indica el teléfono.")
		return ""
	}
	written, fault := readPhone(text)
	if fault != "" {
		c.refuse(field, fault)
		return ""
	}
	written.landlines = landlines
	phone, ok := written.in(country)
	if !ok {
		c.refuse(field, written.fault(country))
	}
	return phone
}

// changedPhone keeps the former form of a telephone that stays: a record that has
// an older form beside another record of the same telephone can be edited.
func (c *validator) changedPhone(field, text, former, country string) string {
	phone := c.optionalPhone(field, text, country)
	if SamePhone(phone, former) {
		return former
	}
	return phone
}

func (c *validator) optionalPhone(field, text, country string) string {
	if strings.TrimSpace(text) == "" {
		return ""
	}
	return c.phone(field, text, country)
}

func (c *validator) email(field, text string) string {
	email, ok := ParseEmail(text)
	if !ok {
		c.refuse(field, "El correo no es válido.")
	}
	return email
}

func (c *validator) birthday(field, text string, today Day) Day {
	if strings.TrimSpace(text) == "" {
		return ""
	}
	day, ok := ParseDay(strings.TrimSpace(text))
	switch {
	case !ok:
		c.refuse(field, "La fecha de nacimiento no es válida: usa AAAA-MM-DD.")
		return ""
	case day > today || day < "1900-01-01":
		c.refuse(field, "La fecha de nacimiento no es posible.")
		return ""
	}
	return day
}

func (c *validator) notes(field, text string) string {
	notes, fault := cleanNotes(text)
	if fault != "" {
		c.refuse(field, fault)
	}
	return notes
}

func (c *validator) tag(field, text string) Tag {
	tag := Tag(strings.TrimSpace(text))
	if !tag.IsValid() {
		c.refuse(field, "El tipo de bono no existe.")
	}
	return tag
}

// ParseEmail returns an address in lower case and its domain in letters, which
// some browsers send in Punycode, and false when the text is not one address. The
// empty text is the empty address.
func ParseEmail(text string) (string, bool) {
	email, fault := cleanLine(text, MaxEmailLength)
	if fault != "" {
		return "", false
	}
	if email == "" {
		return "", true
	}
	parsed, err := mail.ParseAddress(email)
	if err != nil || parsed.Address != email || strings.ContainsAny(email, " \"") {
		return "", false
	}
	email = strings.ToLower(email)
	at := strings.LastIndexByte(email, '@') + 1
	domain, err := idna.Punycode.ToUnicode(email[at:])
	if err != nil {
		return "", false
	}
	return email[:at] + norm.NFC.String(domain), true
}
