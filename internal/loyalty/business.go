package loyalty

import (
	"time"
)

// BusinessStatus says whether a business may work.
type BusinessStatus string

// The states of a business. A suspended one keeps all its data, but its staff
// cannot sign in and nobody can register.
const (
	BusinessActive    BusinessStatus = "ACTIVE"
	BusinessSuspended BusinessStatus = "SUSPENDED"
)

// The card settings of a new business (specification, section 9).
const (
	DefaultVisitTarget    = 10
	DefaultVIPVisitTarget = 4
	DefaultTimeZone       = "Europe/Madrid"
	DefaultCountry        = "ES"
)

// Business is the tenant: every customer, visit and reward belongs to one.
type Business struct {
	ID                string
	Name              string
	Status            BusinessStatus
	Zone              *time.Location // "today" is today here
	Country           string         // ISO 3166 code that phones without prefix belong to
	VisitTarget       int64          // visits that fill a card
	VIPVisitTarget    int64          // the same for the tags BONO_VIP_*
	HalfRewardEnabled bool           // whether half a card pays 50 %
	BarberOpenings    bool           // a barber may enter the stamps of a paper card
	WelcomeText       string         // what the welcome discount is, in the business's words; empty: ours
	Legal             LegalIdentity
	Premises          Premises
	Colour            Colour   // of its sign; empty: it has chosen none
	Logo              LogoName // empty: it has none
	WhatsApp          WhatsAppLimits
	BirthdayMessages  bool // whether customers are congratulated on their birthday
	OneMoreMessages   bool // whether they are told that one visit is missing
	Quiet             QuietHours
	CreatedAt         time.Time
	Version           int64 // grows when the settings change
}

// WhatsAppLimits bound what a business sends.
type WhatsAppLimits struct {
	Enabled       bool
	From          string // the sender's phone, empty while none is set up
	PhoneNumberID string // the provider's id of the business's own number; empty: it sends from the platform's
	CodesAllowed  bool   // whether its own number may send codes; otherwise the platform's does
	RatePerMinute int64
	DailyCap      int64
	MonthlyCap    int64
	FreeCredits   int64 // messages a month that cost nothing
}

// DefaultWhatsAppLimits are those of a new business: what a number that has
// just been set up may send in a day, and a rate that no counter exceeds.
func DefaultWhatsAppLimits() WhatsAppLimits {
	return WhatsAppLimits{Enabled: true, CodesAllowed: true, RatePerMinute: 20, DailyCap: 250, MonthlyCap: 5000, FreeCredits: 1000}
}

// withNextVersion returns the business with the next version where its settings differ from
// the former ones.
func (b Business) withNextVersion(former Business) Business {
	if former.Zone != nil && b.Zone.String() == former.Zone.String() {
		b.Zone = former.Zone
	}
	if b != former {
		b.Version = former.Version + 1
	}
	return b
}

// IsActive reports whether the business may work.
func (b Business) IsActive() bool { return b.Status == BusinessActive }

// Day is a calendar day of a business, as YYYY-MM-DD. Days compare as text.
type Day string

const dayLayout = "2006-01-02"

// DayOf returns the day that an instant falls on in the business's time zone.
func (b Business) DayOf(instant time.Time) Day {
	return Day(instant.In(b.Zone).Format(dayLayout))
}

// VisitedToday reports whether a customer's last visit falls on the day of an instant
// by the business's clock of now, whatever its clock was when she came.
func (b Business) VisitedToday(c Customer, now time.Time) bool {
	return b.DayOf(c.LastVisitAt) == b.DayOf(now)
}

// longestDay is more than the time from where a day begins first to where it ends last.
const longestDay = 3 * 24 * time.Hour

// MayHaveVisitedToday reports whether a customer may have a visit of the day of an
// instant, however the days were called when she came: of whom it says no, none of
// her visits can be of that day.
func (c Customer) MayHaveVisitedToday(now time.Time) bool {
	return !c.LastVisitAt.Before(now.Add(-longestDay))
}

// Tomorrow returns the instant at which the day after the given one begins
// in the business's time zone, also where clocks change at midnight.
func (b Business) Tomorrow(instant time.Time) time.Time {
	local := instant.In(b.Zone)
	next := time.Date(local.Year(), local.Month(), local.Day()+1, 0, 0, 0, 0, b.Zone)
	for b.DayOf(next) == b.DayOf(instant) {
		next = next.Add(time.Hour)
	}
	return next
}

// StartOfMonth returns the instant at which the month of the given one began in
// the business's time zone, also where clocks change at midnight.
func (b Business) StartOfMonth(instant time.Time) time.Time {
	local := instant.In(b.Zone)
	return b.Tomorrow(time.Date(local.Year(), local.Month(), 0, 12, 0, 0, 0, b.Zone))
}

// SameDayRefusal is ErrSameDayVisit with the moment from which the customer
// can be registered again.
func (b Business) SameDayRefusal(instant time.Time) *Error {
	next := b.Tomorrow(instant)
	return ErrSameDayVisit.WithAvailableAt(next, "Mañana ya puede sumar otra visita.")
}

// PastDayRefusal is ErrSameDayVisit for a past day on which a visit stands.
func (b Business) PastDayRefusal(standing Visit, by string) *Error {
	refusal := *ErrSameDayVisit
	refusal.Message = "Ese día ya tiene una visita."
	refusal.Existing = &ExistingVisit{At: standing.At, RegisteredBy: by}
	return &refusal
}

// ParseDay reads YYYY-MM-DD and reports whether it is a day of the calendar.
func ParseDay(text string) (Day, bool) {
	day, err := time.Parse(dayLayout, text)
	return Day(text), err == nil && day.Year() >= 1
}
