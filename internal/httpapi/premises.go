package httpapi

import "axioma/internal/loyalty"

// Premises are a business's location, contact and opening hours.
type Premises struct {
	PremisesAddress *string   `json:"premisesAddress" doc:"Address of the shop; the legal address may differ"`
	PremisesPhone   *string   `json:"premisesPhone"`
	BookingURL      *string   `json:"bookingUrl" doc:"URL of the booking page"`
	Openings        []Opening `json:"openingHours" doc:"Sorted by weekday. A day without an entry is closed; empty: unknown"`
}

// Opening is a weekly opening time, in the business's time zone.
type Opening struct {
	Weekday loyalty.Weekday `json:"weekday" minimum:"1" maximum:"7" doc:"1 is Monday, 7 is Sunday"`
	From    loyalty.Clock   `json:"from" doc:"HH:MM"`
	To      loyalty.Clock   `json:"to" doc:"HH:MM, after from"`
}

func premisesOf(p loyalty.Premises) Premises {
	openings := []Opening{}
	for _, opening := range p.Hours.Openings() {
		openings = append(openings, Opening(opening))
	}
	return Premises{
		PremisesAddress: orNull(p.Address), PremisesPhone: orNull(p.Phone), BookingURL: orNull(p.BookingURL), Openings: openings,
	}
}

// PremisesChanges are an owner's changes.
type PremisesChanges struct {
	PremisesAddress change     `json:"premisesAddress,omitempty"`
	PremisesPhone   change     `json:"premisesPhone,omitempty"`
	BookingURL      change     `json:"bookingUrl,omitempty"`
	Openings        *[]Opening `json:"openingHours,omitempty" maxItems:"21" doc:"Replaces the opening hours of the whole week; empty: removes them"`
}

func (ch PremisesChanges) changes() loyalty.PremisesChanges {
	changes := loyalty.PremisesChanges{
		Address: ch.PremisesAddress.Change, Phone: ch.PremisesPhone.Change, BookingURL: ch.BookingURL.Change,
	}
	if ch.Openings != nil {
		openings := []loyalty.Opening{}
		for _, opening := range *ch.Openings {
			openings = append(openings, loyalty.Opening(opening))
		}
		changes.Hours = &openings
	}
	return changes
}
