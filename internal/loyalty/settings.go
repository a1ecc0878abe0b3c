package loyalty

import (
	"strings"
	"time"
	_ "time/tzdata" // zones independent of the machine
)

// Bounds of a card's target.
const (
	MinTarget = 2
	MaxTarget = 50
)

// MaxMeanTicket is in cents.
const MaxMeanTicket = 1000_00

const maxServiceCost = 100

// SettingChanges are requested changes. A nil field keeps its value.
type SettingChanges struct {
	Name                  *string
	TimeZone              *string
	Country               *string
	VisitTarget           *int64
	VIPVisitTarget        *int64
	HalfRewardEnabled     *bool
	BarberOpeningBalances *bool
	UsualEnabled          *bool
	ServedByEnabled       *bool
	HoldBack              *bool
	MeanTicket            *int64
	ServiceCost           *int64
	WelcomeText           Change
	Legal                 LegalChanges
	Premises              PremisesChanges
	Colour                *string
	BirthdayMessages      *bool
	OneMoreMessages       *bool
	QuietFrom             *string
	QuietTo               *string
	WeekMail              *bool
	WeekPhone             Change
	OwnerID               string // who makes the changes
	SecondFactorRequired  *bool
	Version               int64 // as read; zero: any
}

// Apply returns the changed business, a validation error by field, or ErrBusinessChanged.
func (ch SettingChanges) Apply(former Business) (Business, error) {
	if ch.Version != 0 && ch.Version != former.Version {
		return former, ErrBusinessChanged
	}
	c, b := validator{}, former
	if ch.Name != nil {
		b.Name = c.changedName("name", *ch.Name, b.Name, noName)
	}
	if ch.TimeZone != nil {
		b.Zone = c.zone("timezone", *ch.TimeZone, b.Zone)
	}
	if ch.Country != nil {
		b.Country = c.country("country", *ch.Country)
	}
	if ch.VisitTarget != nil {
		b.VisitTarget = c.target("visitTarget", *ch.VisitTarget)
	}
	if ch.VIPVisitTarget != nil {
		b.VIPVisitTarget = c.target("vipVisitTarget", *ch.VIPVisitTarget)
	}
	if ch.HalfRewardEnabled != nil {
		b.HalfRewardEnabled = *ch.HalfRewardEnabled
	}
	if ch.BarberOpeningBalances != nil {
		b.BarberOpeningBalances = *ch.BarberOpeningBalances
	}
	if ch.UsualEnabled != nil {
		b.UsualEnabled = *ch.UsualEnabled
	}
	if ch.ServedByEnabled != nil {
		b.ServedByEnabled = *ch.ServedByEnabled
	}
	if ch.HoldBack != nil {
		b.HoldBack = *ch.HoldBack
	}
	if ch.MeanTicket != nil {
		b.MeanTicket = c.upTo("meanTicket", *ch.MeanTicket, MaxMeanTicket, "Tiene que estar entre 0 y 1.000 €.")
	}
	if ch.ServiceCost != nil {
		b.ServiceCost = c.upTo("serviceCost", *ch.ServiceCost, maxServiceCost, "Tiene que estar entre 0 y 100 %.")
	}
	b.WelcomeText = c.changedLine("welcomeText", ch.WelcomeText, b.WelcomeText, MaxNameLength)
	b.Legal = ch.Legal.apply(&c, b.Legal)
	b.Premises = ch.Premises.apply(&c, b.Premises, b.Country)
	if ch.Colour != nil {
		b.Colour = c.colour("colour", *ch.Colour)
	}
	b = ch.applyMarketing(&c, b)
	return b.withNextVersion(former), c.err()
}

func (ch SettingChanges) applyMarketing(c *validator, b Business) Business {
	if ch.BirthdayMessages != nil {
		b.BirthdayMessages = *ch.BirthdayMessages
	}
	if ch.OneMoreMessages != nil {
		b.OneMoreMessages = *ch.OneMoreMessages
	}
	if ch.QuietFrom != nil {
		b.Quiet.From = c.clock("quietFrom", *ch.QuietFrom, earliestQuietFrom, latestQuietFrom)
	}
	if ch.QuietTo != nil {
		b.Quiet.To = c.clock("quietTo", *ch.QuietTo, earliestQuietTo, latestQuietTo)
	}
	if ch.WeekMail != nil {
		b.WeekMail = *ch.WeekMail
	}
	if ch.WeekPhone.Sent {
		b = ch.applyWeekPhone(c, b)
	}
	if ch.SecondFactorRequired != nil {
		b.SecondFactorRequired = *ch.SecondFactorRequired
	}
	return b
}

// applyWeekPhone records the owner who sends the phone, even if it is unchanged.
func (ch SettingChanges) applyWeekPhone(c *validator, b Business) Business {
	b.WeekPhone, b.WeekUserID = c.changedPhone("weekPhone", ch.WeekPhone.Value, b.WeekPhone, b.Country), ""
	switch {
	case b.WeekPhone == "":
	case ch.OwnerID == "":
		c.refuse("weekPhone", "Solo un propietario del negocio puede poner aquí su número.")
	case b.hasStoppedWeek(b.WeekPhone):
		c.refuse("weekPhone", "Este número respondió BAJA y no se le puede volver a escribir. Pon otro.")
	default:
		b.WeekUserID = ch.OwnerID
	}
	return b
}

func (c *validator) target(field string, target int64) int64 {
	if target < MinTarget || target > MaxTarget {
		c.refuse(field, "Tiene que estar entre 2 y 50 visitas.")
	}
	return target
}

// upTo returns an amount. It refuses amounts below zero (not entered) or above limit.
func (c *validator) upTo(field string, amount, limit int64, refusal string) int64 {
	if amount < 0 || amount > limit {
		c.refuse(field, refusal)
	}
	return amount
}

func (c *validator) zone(field, name string, former *time.Location) *time.Location {
	zone, err := time.LoadLocation(strings.TrimSpace(name))
	if err != nil || name == "" || name == "Local" {
		c.refuse(field, "La zona horaria no existe.")
		return former
	}
	return zone
}

func (c *validator) country(field, code string) string {
	if !IsCountry(code) {
		c.refuse(field, "El país no existe.")
	}
	return code
}
