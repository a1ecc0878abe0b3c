package loyalty

import (
	"time"
)

// BusinessStatus is the status of a business.
type BusinessStatus string

// The staff of a suspended business cannot sign in, and its customers cannot register.
const (
	BusinessActive    BusinessStatus = "ACTIVE"
	BusinessSuspended BusinessStatus = "SUSPENDED"
)

// Defaults of a new business (specification, section 9).
const (
	DefaultVisitTarget    = 10
	DefaultVIPVisitTarget = 4
	DefaultTimeZone       = "Europe/Madrid"
	DefaultCountry        = "ES"
)

// Business is the tenant.
type Business struct {
	ID                    string
	Name                  string
	Status                BusinessStatus
	Zone                  *time.Location
	Country               string // ISO 3166; the country of phones without prefix
	VisitTarget           int64
	VIPVisitTarget        int64
	HalfRewardEnabled     bool
	BarberOpeningBalances bool
	UsualEnabled          bool
	ServedByEnabled       bool
	MeanTicket            int64  // cents; 0: unknown
	ServiceCost           int64  // percent of the price; 0: unknown
	HoldBack              bool   // a tenth of the absent customers is not invited, as control group
	WelcomeText           string // empty: our text
	Legal                 LegalIdentity
	Premises              Premises
	Colour                Colour
	Logo                  LogoName
	WhatsApp              WhatsAppLimits
	BirthdayMessages      bool
	OneMoreMessages       bool
	Quiet                 QuietHours
	WeekMail              bool
	WeekPhone             string // E.164; the phone that receives the week; empty: none
	WeekUserID            string // the user who entered WeekPhone
	WeekPhonesStopped     string // phones that replied BAJA, separated by spaces; not a setting
	// SecondFactorRequired applies to the staff.
	SecondFactorRequired bool
	WeekMailed           Day            // Monday; empty: none; not a setting
	FirstSteps           FirstStepMarks // not a setting
	CreatedAt            time.Time
	Version              int64 // of the settings
}

// WhatsAppLimits limit a business's messages.
type WhatsAppLimits struct {
	Enabled       bool
	From          string // empty: not set up
	PhoneNumberID string // provider's id; empty: the platform's number
	CodesAllowed  bool   // false: the platform's number sends codes
	RatePerMinute int64
	DailyCap      int64
	MonthlyCap    int64
	FreeCredits   int64 // per month
}

// DefaultWhatsAppLimits returns a new business's limits.
func DefaultWhatsAppLimits() WhatsAppLimits {
	return WhatsAppLimits{Enabled: true, CodesAllowed: true, RatePerMinute: 20, DailyCap: 250, MonthlyCap: 5000, FreeCredits: 1000}
}

func (b Business) withNextVersion(former Business) Business {
	if former.Zone != nil && b.Zone.String() == former.Zone.String() {
		b.Zone = former.Zone
	}
	if b != former {
		b.Version = former.Version + 1
	}
	return b
}

// IsActive reports whether the business is not suspended.
func (b Business) IsActive() bool { return b.Status == BusinessActive }

// Day is a calendar day, YYYY-MM-DD; values compare as text.
type Day string

const dayLayout = "2006-01-02"

// DayOf returns the local day of an instant.
func (b Business) DayOf(instant time.Time) Day {
	return Day(instant.In(b.Zone).Format(dayLayout))
}

// VisitedToday reports whether the customer's last visit is of today, in the current time zone.
func (b Business) VisitedToday(c Customer, now time.Time) bool {
	return b.DayOf(c.LastVisitAt) == b.DayOf(now)
}

// longestDay is longer than a calendar day lasts in all time zones together.
const longestDay = 3 * 24 * time.Hour

// MayHaveVisitedToday reports whether VisitedToday can be true in any zone.
func (c Customer) MayHaveVisitedToday(now time.Time) bool {
	return !c.LastVisitAt.Before(now.Add(-longestDay))
}

// Tomorrow returns when the next local day begins, even if clocks change at midnight.
func (b Business) Tomorrow(instant time.Time) time.Time {
	local := instant.In(b.Zone)
	next := time.Date(local.Year(), local.Month(), local.Day()+1, 0, 0, 0, 0, b.Zone)
	for b.DayOf(next) == b.DayOf(instant) {
		next = next.Add(time.Hour)
	}
	return next
}

// StartOfMonth returns when the local month began, even if clocks change at midnight.
func (b Business) StartOfMonth(instant time.Time) time.Time {
	local := instant.In(b.Zone)
	return b.Tomorrow(time.Date(local.Year(), local.Month(), 0, 12, 0, 0, 0, b.Zone))
}

// SameDayRefusal returns ErrSameDayVisit with the next possible time.
func (b Business) SameDayRefusal(instant time.Time) *Error {
	next := b.Tomorrow(instant)
	return ErrSameDayVisit.WithAvailableAt(next, "Mañana se le podrá poner otro sello.")
}

// PastDayRefusal returns ErrSameDayVisit for a past day that has a visit.
func (b Business) PastDayRefusal(existing Visit, by string) *Error {
	refusal := *ErrSameDayVisit
	refusal.Message = "Ese día ya tiene una visita."
	refusal.Existing = &ExistingVisit{At: existing.At, RegisteredBy: by}
	return &refusal
}

// lastYear is the last year accepted. Days after 9999 have five digits and compare wrongly.
const lastYear = 9998

// ParseDay parses YYYY-MM-DD, and refuses days after lastYear.
func ParseDay(text string) (Day, bool) {
	day, err := time.Parse(dayLayout, text)
	return Day(text), err == nil && day.Year() >= 1 && day.Year() <= lastYear
}
