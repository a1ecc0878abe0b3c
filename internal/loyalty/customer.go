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
	ID            string
	QRID          string // empty for old customers: their QR has the ID
	Name          string
	Phone         string
	Email         string
	Birthday      Day
	Notes         string
	Tag           Tag
	VisitsCount   int64 // visits that are not deleted, on any card
	FirstVisitDay Day
	LastVisitAt   time.Time
	// ImportedVisitDay counts for the rhythm, but is no visit.
	ImportedVisitDay Day
	IsImported       bool
	CreatedAt        time.Time
	GreetedAt        time.Time // by WhatsApp; zero: never
	Version          int64     // incremented by edits
	Family           *Membership
	Guardian         string // of a minor; only set for single records
	GuardianID       string

	EmailUnverified bool // from the public form
	PhoneUnverified bool

	ClaimedStamps  int64 // of a paper card; zero: none, or decided
	RejectedStamps int64 // zero: none, or entered since

	PhoneReleasedAt time.Time // when the new owner released it; zero: never, or has a phone
}

// QR returns the id in the customer's QR. It is a capability: it opens QR and visits.
func (c Customer) QR() string { return cmp.Or(c.QRID, c.ID) }

// SharesPoints reports whether visits stamp a family's card.
func (c Customer) SharesPoints() bool {
	return c.Family != nil && c.Family.Policy == PolicyPool
}

// IsFirstVisitOn reports whether a visit on this day would be the first.
func (c Customer) IsFirstVisitOn(day Day) bool {
	return c.FirstVisitDay == "" || day < c.FirstVisitDay
}

// CustomerDraft is an unvalidated form.
type CustomerDraft struct {
	Name     string
	Phone    string
	Email    string
	Birthday string
	Notes    string
	Tag      string
	Guardian Guardian
}

// Values returns all values in a fixed order.
func (d CustomerDraft) Values() []string {
	return []string{d.Name, d.Phone, d.Email, d.Birthday, d.Notes, d.Tag, d.Guardian.Name, strconv.FormatBool(d.Guardian.Consents)}
}

// Validate returns the customer, or a validation error by field. A minor needs a guardian's consent.
func (d CustomerDraft) Validate(b Business, today Day) (Customer, error) {
	c := validator{}
	customer := c.customer(d, b, today)
	if strings.TrimSpace(d.Tag) == "" {
		c.refuse("tag", "Elige el tipo de bono.")
	}
	return customer, c.err()
}

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

// Change is a requested field. An empty value clears it.
type Change struct {
	Sent  bool
	Value string
}

// CustomerChanges keep unsent fields.
type CustomerChanges struct {
	Name, Phone, Email, Birthday, Notes, Tag Change

	Guardian       Guardian
	ByCustomer     bool
	ByEmailSession bool
	EmailConfirmed bool
	PhoneConfirmed bool
	Version        int64 // as read; zero: any
}

// VerifiesEmail reports whether the e-mail was sent in a session opened by phone, or confirmed by the staff.
func (ch CustomerChanges) VerifiesEmail() bool {
	if ch.ByCustomer {
		return !ch.ByEmailSession && ch.Email.Sent
	}
	return ch.EmailConfirmed
}

// VerifiesPhone reports whether the staff confirm or replace an unverified phone.
func (ch CustomerChanges) VerifiesPhone(former, customer Customer) bool {
	return former.PhoneUnverified && (ch.PhoneConfirmed || customer.Phone != former.Phone)
}

// leavesEmailUnverified reports whether the e-mail stays unverified. A child's e-mail does, because the guardian typed
// it.
func (ch CustomerChanges) leavesEmailUnverified(former, customer Customer) bool {
	if ch.VerifiesEmail() || customer.Email != former.Email {
		return false
	}
	return former.EmailUnverified || former.IsChild() && !customer.IsChild()
}

// Apply returns the changed customer, a validation error, or ErrCustomerChanged.
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

// ReleasedPhone is a record that lost its phone to a new owner.
type ReleasedPhone struct {
	CustomerID string
	Name       string
	At         time.Time
}

// WithoutPhone removes the phone, which is another person's now.
func (c Customer) WithoutPhone() Customer {
	former := c
	c.Phone, c.PhoneUnverified = "", false
	return c.withNextVersion(former)
}

func (c Customer) withNextVersion(former Customer) Customer {
	if c != former {
		c.Version = former.Version + 1
	}
	return c
}

// CleanPhone returns a typed phone in E.164, or a validation error. Without prefix it is the country's.
func CleanPhone(field, text, country string) (string, error) {
	c := validator{}
	phone := c.phone(field, text, country)
	return phone, c.err()
}

func (c *validator) phone(field, text, country string) string {
	return c.number(field, text, country, false)
}

// landline returns a phone that may be a landline. It keeps a valid phone as written.
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
	rawPhone, fault := readPhone(text)
	if fault != "" {
		c.refuse(field, fault)
		return ""
	}
	rawPhone.landlines = landlines
	phone, ok := rawPhone.parseIn(country)
	if !ok {
		c.refuse(field, rawPhone.fault(country))
	}
	return phone
}

// changedPhone returns the phone, or former if it is the same: another old record may have the same canonical form.
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

// ParseEmail returns one lower-case address, Punycode decoded. Empty is valid.
func ParseEmail(text string) (string, bool) {
	email, fault := cleanLine(text, MaxEmailLength)
	if fault != "" {
		return "", false
	}
	if email == "" {
		return "", true
	}
	parsedAddress, err := mail.ParseAddress(email)
	if err != nil || parsedAddress.Address != email || strings.ContainsAny(email, " \"") {
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
