package loyalty

import "time"

// GreetingPause is how long a customer who was greeted is not invited again.
const GreetingPause = 30 * 24 * time.Hour

// Greeting is a message that the staff write to a customer in WhatsApp themselves.
type Greeting struct {
	Invites bool // it invites the customer to come back, which is marketing
}

// Refusal returns why a customer may not be greeted: ErrMayNotGreet without a phone, or an
// invitation without the consent to marketing; ErrGreetedRecently an invitation within
// GreetingPause of the last greeting. It returns nil when there is no reason. A greeting
// that invites to nothing is no marketing and needs no consent.
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
