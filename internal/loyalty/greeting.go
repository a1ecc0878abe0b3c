package loyalty

import "time"

// GreetingPause is the minimum time between two invitations of a customer.
const GreetingPause = 30 * 24 * time.Hour

// Greeting is a WhatsApp message that staff write themselves.
type Greeting struct {
	Invites bool // an invitation to come back, which is marketing
}

// Refusal returns why a customer may not be greeted, or nil. ErrMayNotGreet: no phone, or an invitation without
// marketing consent. ErrGreetedRecently: an invitation within GreetingPause.
func (g Greeting) Refusal(customer Customer, accepts MessagingConsents, today Day, now time.Time) error {
	switch {
	case customer.Phone == "":
		return ErrMayNotGreet
	case !g.Invites:
		return nil
	case !accepts.WhatsApp || !accepts.Marketing || customer.IsMinor(today):
		return ErrMayNotGreet
	case !customer.GreetedAt.IsZero() && now.Before(customer.GreetedAt.Add(GreetingPause)):
		return ErrGreetedRecently
	}
	return nil
}
