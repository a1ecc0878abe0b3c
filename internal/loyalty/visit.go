package loyalty

import "time"

// UndoWindow is how long a visit can be undone by whoever registered it: the
// ten seconds that the screen offers, and what a slow network takes.
const UndoWindow = 15 * time.Second

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

// MayUndo refuses to undo the visit to whoever did not register it, and to
// everybody when too much time has passed.
func (v Visit) MayUndo(userID string, now time.Time) error {
	switch {
	case v.RegisteredBy != userID:
		return ErrUndoNotYours
	case now.Sub(v.At) > UndoWindow:
		return ErrUndoTooLate
	}
	return nil
}
