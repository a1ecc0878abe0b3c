package loyalty

import (
	"fmt"
	"slices"
	"time"
)

// The reminder of one missing visit is sent from oneMoreAfterDays after the last visit on, for oneMoreForDays.
const (
	oneMoreAfterDays = 14
	oneMoreForDays   = 7
)

// Per customer, for all occasions together.
const (
	MaxMarketingMessages = 2
	MarketingWindow      = 30 * 24 * time.Hour
)

// MarketingText returns the greeting, the sender and how to stop.
func (b Business) MarketingText(kind MessageKind, customerName string) string {
	name, sender := GreetingName(customerName), b.SenderName()
	greeting := fmt.Sprintf(kind.row().text, name, sender)
	return fmt.Sprintf("%s\n\nPublicidad de %s. Responde BAJA para no recibir más.", greeting, sender)
}

// BirthdaysOn returns the birthdays celebrated on a day, as MM-DD. In common years, 29 February moves to the 28th.
func BirthdaysOn(day Day) []string {
	birthdays := []string{day.monthDay()}
	if day.monthDay() == "02-28" && day.Plus(1).monthDay() == "03-01" {
		birthdays = append(birthdays, "02-29")
	}
	return birthdays
}

// BirthdaysIn returns the birthdays celebrated within some days from a day, as MM-DD.
func BirthdaysIn(from Day, days int) []string {
	var birthdays []string
	for ahead := range days {
		birthdays = append(birthdays, BirthdaysOn(from.Plus(ahead))...)
	}
	return birthdays
}

func (d Day) monthDay() string { return string(d)[len("2006-"):] }

func (d Day) year() string { return string(d)[:len("2006")] }

// HasBirthdayOn reports whether the customer celebrates a birthday on a day.
func (c Customer) HasBirthdayOn(day Day) bool {
	return c.Birthday != "" && slices.Contains(BirthdaysOn(day), c.Birthday.monthDay())
}

// BirthdayOccasion is unique per customer and year.
func BirthdayOccasion(customerID string, day Day) string { return customerID + " " + day.year() }

// OneMoreOccasion is unique per card and milestone.
func OneMoreOccasion(cardID string, milestone int64) string {
	return fmt.Sprintf("%s %d", cardID, milestone)
}

// OneMoreWindow returns the period of last visits for which a reminder is due today.
func OneMoreWindow(today Day) Period {
	last := today.Plus(-oneMoreAfterDays)
	return Period{From: last.Plus(-oneMoreForDays), To: last}
}

// OneMoreUntil returns the day from which a reminder is too late.
func OneMoreUntil(lastVisit Day) Day { return lastVisit.Plus(oneMoreAfterDays + oneMoreForDays + 1) }

// MarketingAllowed reports whether a phone may get one more message. recent are its messages within MarketingWindow, of
// which only one may be a birthday greeting.
func MarketingAllowed(kind MessageKind, recent []MessageKind) bool {
	return len(recent) < MaxMarketingMessages && !(kind.row().rare && slices.Contains(recent, kind))
}
