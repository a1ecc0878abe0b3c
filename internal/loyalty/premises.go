package loyalty

import (
	"net/url"
	"strings"
)

// Premises are where customers come and how they reach the business: what its card,
// its pages and its passes say of it. What the business has not said is empty.
type Premises struct {
	Address    string // where the door is; the legal address may be another one
	Phone      string // E.164
	BookingURL string // https, or http where the business has no other
	Hours      OpeningHours
}

// PremisesChanges are the changes that an owner asks of her premises.
type PremisesChanges struct {
	Address, Phone, BookingURL Change
	Hours                      *[]Opening // empty: nothing is said of the hours
}

// The longest address of a page, in characters.
const maxBookingURLLength = 300

func (ch PremisesChanges) apply(c *validator, p Premises, country string) Premises {
	p.Address = c.changedLine("premisesAddress", ch.Address, p.Address, maxAddressLength)
	if ch.Phone.Sent {
		p.Phone = c.landline("premisesPhone", ch.Phone.Value, country)
	}
	if ch.BookingURL.Sent {
		p.BookingURL = c.webAddress("bookingUrl", ch.BookingURL.Value)
	}
	if ch.Hours != nil {
		p.Hours = c.openingHours("openingHours", *ch.Hours)
	}
	return p
}

// webAddress is the address of a page that customers are sent to. As people type it
// the scheme is often missing; none but those of the web are let in, for the address
// becomes a link.
func (c *validator) webAddress(field, text string) string {
	line, fault := cleanLine(text, maxBookingURLLength)
	if fault != "" {
		c.refuse(field, fault)
		return ""
	}
	if line == "" {
		return ""
	}
	if !strings.Contains(line, "://") {
		line = "https://" + line
	}
	page, err := url.Parse(line)
	isOfTheWeb := err == nil && (page.Scheme == "https" || page.Scheme == "http")
	if !isOfTheWeb || !strings.Contains(page.Hostname(), ".") || page.User != nil || strings.ContainsAny(line, " \"<>\\") {
		c.refuse(field, "No es la dirección de una página: cópiala del navegador, por ejemplo https://reservas.example/mi-local.")
		return ""
	}
	return line
}
