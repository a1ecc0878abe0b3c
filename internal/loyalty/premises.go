package loyalty

import (
	"net/url"
	"strings"
)

// Premises says how customers reach the business.
type Premises struct {
	Address    string // may differ from the legal address
	Phone      string
	BookingURL string // https, or http for old sites
	Hours      OpeningHours
}

// PremisesChanges are requested changes.
type PremisesChanges struct {
	Address, Phone, BookingURL Change
	Hours                      *[]Opening // empty: unknown
}

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

// webAddress allows only http and https, because the URL becomes a link. A missing scheme becomes https.
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
