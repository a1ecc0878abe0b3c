package loyalty

import "strings"

const (
	maxRatePerMinute = 4800 // provider's limit per number
	maxMessageCap    = 10_000_000
	maxNumberID      = 32
)

// WhatsAppChanges are the operator's changes. A nil field keeps its value.
type WhatsAppChanges struct {
	Enabled       *bool
	From          Change
	PhoneNumberID Change
	CodesAllowed  *bool
	RatePerMinute *int64
	DailyCap      *int64
	MonthlyCap    *int64
	FreeCredits   *int64
	Version       int64 // as read; zero: any
}

// Apply returns the changed business, a validation error, or ErrBusinessChanged. An own number needs its phone:
// customers write to it.
func (ch WhatsAppChanges) Apply(former Business) (Business, error) {
	if ch.Version != 0 && ch.Version != former.Version {
		return former, ErrBusinessChanged
	}
	c, b := validator{}, former
	l := &b.WhatsApp
	if ch.Enabled != nil {
		l.Enabled = *ch.Enabled
	}
	if ch.From.Sent {
		l.From = c.landline("from", ch.From.Value, b.Country)
	}
	l.PhoneNumberID = c.numberID("phoneNumberId", ch.PhoneNumberID, l.PhoneNumberID)
	if ch.CodesAllowed != nil {
		l.CodesAllowed = *ch.CodesAllowed
	}
	l.RatePerMinute = c.amount("ratePerMinute", ch.RatePerMinute, l.RatePerMinute, 1, maxRatePerMinute)
	l.DailyCap = c.amount("dailyCap", ch.DailyCap, l.DailyCap, 0, maxMessageCap)
	l.MonthlyCap = c.amount("monthlyCap", ch.MonthlyCap, l.MonthlyCap, 0, maxMessageCap)
	l.FreeCredits = c.amount("freeCredits", ch.FreeCredits, l.FreeCredits, 0, maxMessageCap)
	if l.PhoneNumberID != "" && l.From == "" && len(c.fields) == 0 {
		c.refuse("from", "Indica también el número que tiene ese identificador.")
	}
	return b.withNextVersion(former), c.err()
}

func (c *validator) numberID(field string, change Change, former string) string {
	id := c.changedLine(field, change, former, maxNumberID)
	if strings.Trim(id, "0123456789") != "" {
		c.refuse(field, "El identificador del número tiene solo cifras.")
	}
	return id
}

func (c *validator) amount(field string, change *int64, former, least, limit int64) int64 {
	if change == nil {
		return former
	}
	if *change < least || *change > limit {
		c.refuse(field, "Esta cifra no es posible.")
	}
	return *change
}
