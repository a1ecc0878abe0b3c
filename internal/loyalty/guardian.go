package loyalty

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// GuardianAge is the age below which a guardian must consent (LOPDGDD, article 7).
const GuardianAge = 14

// Guardian is a guardian's consent as the form states it.
type Guardian struct {
	Name     string
	Consents bool
}

// IsMinor reports whether the customer is under GuardianAge. A birthday on 29 February counts on 1 March. False
// without birthday.
func (c Customer) IsMinor(today Day) bool {
	return c.Birthday != "" && today < c.Birthday.yearsLater(GuardianAge)
}

// maxZoneDelay exceeds any zone's delay behind UTC.
const maxZoneDelay = 13 * time.Hour

// MayBeMinor is IsMinor in any time zone.
func (c Customer) MayBeMinor(now time.Time) bool {
	return c.Birthday != "" && c.IsMinor(Day(now.UTC().Add(-maxZoneDelay).Format(time.DateOnly)))
}

// yearsLater only compares: 29 February may not exist, and sorts before 1 March.
func (d Day) yearsLater(years int) Day {
	const digits = 4
	year, err := strconv.Atoi(string(d[:digits]))
	if err != nil {
		return d
	}
	return Day(fmt.Sprintf("%04d", year+years)) + d[digits:]
}

// LatestBirthdayOfAge is the latest birthday that is not a minor's.
func LatestBirthdayOfAge(today Day) Day { return today.yearsLater(-GuardianAge) }

func (c *validator) guardian(said Guardian) string {
	name := c.requiredName("guardianName", said.Name, "Es menor de 14 años: indica el nombre de su madre, padre o tutor.")
	if !said.Consents {
		c.refuse("guardianConsent", "Es menor de 14 años: falta el consentimiento de su madre, padre o tutor.")
	}
	return name
}

// A new minor needs consent once. A minor's birthday cannot be removed, nor changed by the customer. After a rejected
// date, the date is empty but its text is not.
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
