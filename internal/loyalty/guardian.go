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

// IsMinor reports whether the customer is under GuardianAge; false without birthday. 29 February counts on 1 March.
func (c Customer) IsMinor(today Day) bool {
	return c.Birthday != "" && today < c.Birthday.yearsLater(GuardianAge)
}

// maxZoneDelay is longer than any time zone is behind UTC.
const maxZoneDelay = 13 * time.Hour

// MayBeMinor reports whether IsMinor can be true in any zone.
func (c Customer) MayBeMinor(now time.Time) bool {
	return c.Birthday != "" && c.IsMinor(Day(now.UTC().Add(-maxZoneDelay).Format(time.DateOnly)))
}

// yearsLater returns the day with a later year, for comparisons only: 29 February may not exist, but sorts before 1
// March.
func (d Day) yearsLater(years int) Day {
	const digits = 4
	year, err := strconv.Atoi(string(d[:digits]))
	if err != nil {
		return d
	}
	return Day(fmt.Sprintf("%04d", year+years)) + d[digits:]
}

// LatestBirthdayOfAge returns the latest birthday of customers who are no minors.
func LatestBirthdayOfAge(today Day) Day { return today.yearsLater(-GuardianAge) }

func (c *validator) guardian(statedGuardian Guardian) string {
	name := c.requiredName("guardianName", statedGuardian.Name, "Es menor de 14 años: indica el nombre de su madre, padre o tutor.")
	if !statedGuardian.Consents {
		c.refuse("guardianConsent", "Es menor de 14 años: falta el consentimiento de su madre, padre o tutor.")
	}
	return name
}

// checkGuardian requires a guardian's consent once for a new minor. A minor's birthday cannot be removed, nor changed
// by the customer. After a refused date, customer.Birthday is empty but the typed text is not.
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
