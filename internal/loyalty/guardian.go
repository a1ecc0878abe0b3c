package loyalty

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// GuardianAge is the age below which somebody's parent or tutor consents in
// her place (LOPDGDD, article 7).
const GuardianAge = 14

// Guardian is who says that she consents for a minor, as a form puts it.
type Guardian struct {
	Name     string
	Consents bool
}

// IsMinor reports whether the customer has not completed GuardianAge years on a
// day of her business. Whoever was born on 29 February completes a year on
// 1 March where there is no such day. Without a birthday nobody is a minor.
func (c Customer) IsMinor(today Day) bool {
	return c.Birthday != "" && today < c.Birthday.yearsLater(GuardianAge)
}

// maxZoneDelay is how far the clocks of the world are behind Greenwich at most, and
// somewhat more.
const maxZoneDelay = 13 * time.Hour

// MayBeMinor reports whether the customer may be a minor at an instant in some
// time zone: of whom it says no, Minor says no on whatever day it is at her business.
func (c Customer) MayBeMinor(now time.Time) bool {
	return c.Birthday != "" && c.IsMinor(Day(now.UTC().Add(-maxZoneDelay).Format(time.DateOnly)))
}

// yearsLater is the same day so many years later. It is for comparing: it may
// be a 29 February that the calendar does not have, which stands between
// 28 February and 1 March.
func (d Day) yearsLater(years int) Day {
	const digits = 4
	year, err := strconv.Atoi(string(d[:digits]))
	if err != nil {
		return d
	}
	return Day(fmt.Sprintf("%04d", year+years)) + d[digits:]
}

// LatestBirthdayOfAge is the last birthday on which nobody is a minor on a day.
func LatestBirthdayOfAge(today Day) Day { return today.yearsLater(-GuardianAge) }

// guardian asks for the consent of a guardian and returns her name.
func (c *validator) guardian(said Guardian) string {
	name := c.requiredName("guardianName", said.Name, "Es menor de 14 años: indica el nombre de su madre, padre o tutor.")
	if !said.Consents {
		c.refuse("guardianConsent", "Es menor de 14 años: falta el consentimiento de su madre, padre o tutor.")
	}
	return name
}

// checkGuardian is a customer whose birthday was changed. Whoever is a minor now
// needs a guardian, unless one has consented already; and whoever was one does
// not grow up by a correction of her own, or by the removal of the date. A date
// that was refused already stands as an empty one beside what was sent.
func (c *validator) checkGuardian(customer, former Customer, changes CustomerChanges, today Day) Customer {
	cleared := strings.TrimSpace(changes.Birthday.Value) == ""
	switch {
	case customer.Birthday == "" && !cleared:
	case former.IsMinor(today) && changes.ByCustomer && customer.Birthday != former.Birthday:
		c.refuse("birthday", "La fecha de nacimiento de un menor de 14 años se corrige en el mostrador, con su madre, padre o tutor.")
	case former.IsMinor(today) && cleared:
		c.refuse("birthday", "Es menor de 14 años: su fecha de nacimiento se puede corregir, pero no quitar.")
	case customer.IsMinor(today) && customer.Guardian == "":
		customer.Guardian = c.guardian(changes.Guardian)
	}
	return customer
}
