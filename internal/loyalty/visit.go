package loyalty

import "time"

// Visit is one service of one customer. It has put one stamp on one card and
// keeps the terms of that moment, so that what it earned can be proved later.
type Visit struct {
	ID           string
	CustomerID   string
	CardID       string
	At           time.Time
	Day          Day   // the day of At in the business's time zone
	DaySlot      int64 // 0: the day's visit; above: authorised further ones
	StampNumber  int64 // the stamps on the card with this one
	Terms        Terms
	Notes        string
	RegisteredBy string // user id
	AuthorizedBy string // user id; empty for the day's ordinary visit
}
