package loyalty

import (
	"time"
)

// BusinessStatus is the status of a business.
type BusinessStatus string

// While a business is suspended, its staff cannot sign in and its customers cannot register. Its data stay.
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
	Zone                  *time.Location // decides when its days begin
	Country               string         // ISO 3166, for phones without prefix
	VisitTarget           int64          // stamps that fill an ordinary card
	VIPVisitTarget        int64          // for the tags BONO_VIP_*
	HalfRewardEnabled     bool
	BarberOpeningBalances bool
	UsualEnabled          bool
	ServedByEnabled       bool   // the counter offers who did the service
	MeanTicket            int64  // cents per service; 0: unknown
	ServiceCost           int64  // percentage of the price; 0: unknown
	HoldBack              bool   // a tenth of the absent customers is not invited, to measure the effect
	WelcomeText           string // of the welcome discount; empty: our text
	Legal                 LegalIdentity
	Premises              Premises
	Colour                Colour   // empty: the default
	Logo                  LogoName // empty: none
	WhatsApp              WhatsAppLimits
	BirthdayMessages      bool
	OneMoreMessages       bool
	Quiet                 QuietHours
	WeekMail              bool
	WeekPhone             string // E.164, gets the week by WhatsApp; empty: none
	WeekUserID            string // the owner who typed WeekPhone
	WeekPhonesStopped     string // phones whose owner replied BAJA to the week, separated by spaces; not a setting
	// SecondFactorRequired applies to the staff.
	SecondFactorRequired bool
	WeekMailed           Day            // Monday of the last mailed week; empty: none; not a setting
	FirstSteps           FirstStepMarks // marked by the owner; not a setting
	CreatedAt            time.Time
	Version              int64 // incremented when settings change
}

// WhatsAppLimits limit the messages of a business.
type WhatsAppLimits struct {
	Enabled       bool
	From          string // empty: not set up
	PhoneNumberID string // provider's id of the own number; empty: the platform's
	CodesAllowed  bool   // else the platform's number sends them
	RatePerMinute int64
	DailyCap      int64
	MonthlyCap    int64
	FreeCredits   int64 // per month
}

// DefaultWhatsAppLimits returns the limits of a new business.
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

// VisitedToday reports whether the customer's last visit is of today, in the business's current time zone.
func (b Business) VisitedToday(c Customer, now time.Time) bool {
	return b.DayOf(c.LastVisitAt) == b.DayOf(now)
}

// longestDay exceeds the time from the begin of a calendar day in the first time zone to its end in the last.
const longestDay = 3 * 24 * time.Hour

// MayHaveVisitedToday reports whether VisitedToday can be true in any time zone.
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

// lastYear is the last year that users may type. The days after 9999 have five digits and compare wrongly.
const lastYear = 9998

// ParseDay parses YYYY-MM-DD and reports whether it is a calendar day up to lastYear.
func ParseDay(text string) (Day, bool) {
	day, err := time.Parse(dayLayout, text)
	return Day(text), err == nil && day.Year() >= 1 && day.Year() <= lastYear
}
