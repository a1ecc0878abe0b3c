package loyalty

import (
	"fmt"
	"slices"
	"time"
)

// When customers are told that one visit is missing: so many days after the
// last one, if they have not come back. Sooner nobody needs another service,
// and later the reminder is no news.
const (
	oneMoreAfterDays = 14
	oneMoreForDays   = 7
)

// The most marketing messages that a customer gets, whatever the occasions.
const (
	MaxMarketingMessages = 2
	MarketingWindow      = 30 * 24 * time.Hour
)

// MarketingText is what a marketing message says: after a sentence of its own,
// that it is advertising, whose, and the way out.
func (b Business) MarketingText(kind MessageKind, customerName string) string {
	name, sender := GreetingName(customerName), b.SenderName()
	greeting := fmt.Sprintf(kind.row().text, name, sender)
	return fmt.Sprintf("%s\n\nPublicidad de %s. Responde BAJA para no recibir más.", greeting, sender)
}

// BirthdaysOn returns the birthdays, as MM-DD, that are celebrated on a day:
// that of 29 February on the 28th where there is no such day.
func BirthdaysOn(day Day) []string {
	celebrated := []string{day.monthDay()}
	if day.monthDay() == "02-28" && day.Plus(1).monthDay() == "03-01" {
		celebrated = append(celebrated, "02-29")
	}
	return celebrated
}

// BirthdaysIn returns the birthdays, as MM-DD, that are celebrated on so many days
// from one on.
func BirthdaysIn(from Day, days int) []string {
	var celebrated []string
	for ahead := range days {
		celebrated = append(celebrated, BirthdaysOn(from.Plus(ahead))...)
	}
	return celebrated
}

func (d Day) monthDay() string { return string(d)[len("2006-"):] }

func (d Day) year() string { return string(d)[:len("2006")] }

// HasBirthdayOn reports whether the customer's birthday is celebrated on a day.
func (c Customer) HasBirthdayOn(day Day) bool {
	return c.Birthday != "" && slices.Contains(BirthdaysOn(day), c.Birthday.monthDay())
}

// BirthdayOccasion names a customer's birthday of the year of a day.
func BirthdayOccasion(customerID string, day Day) string { return customerID + " " + day.year() }

// OneMoreOccasion names the milestone of a card for which one visit is missing.
func OneMoreOccasion(cardID string, milestone int64) string {
	return fmt.Sprintf("%s %d", cardID, milestone)
}

// OneMoreWindow is when a customer has to have come last to be told on a day
// that one visit is missing.
func OneMoreWindow(today Day) Period {
	last := today.Plus(-oneMoreAfterDays)
	return Period{From: last.Plus(-oneMoreForDays), To: last}
}

// OneMoreUntil is the day from which a customer who came last on a day is not
// told any more that one visit is missing.
func OneMoreUntil(lastVisit Day) Day { return lastVisit.Plus(oneMoreAfterDays + oneMoreForDays + 1) }

// MarketingAllowed reports whether a customer may get a marketing message
// beside those of the last MarketingWindow: few of any kind, and never two for
// a birthday, also where she has a second record.
func MarketingAllowed(kind MessageKind, recent []MessageKind) bool {
	return len(recent) < MaxMarketingMessages && !(kind.row().rare && slices.Contains(recent, kind))
}
