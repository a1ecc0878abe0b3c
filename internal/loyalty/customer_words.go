package loyalty

import (
	"fmt"
	"strings"
)

// TextForCustomer explains an adjustment to the customer.
func (a Adjustment) TextForCustomer() string {
	text := fmt.Sprintf("Corregido por la barbería: %+d", a.Stamps)
	if a.Kind == AdjustmentOpening {
		text = fmt.Sprintf("Sellos de tu tarjeta de papel: %d", a.Stamps)
	}
	if !a.UndoneAt.IsZero() {
		text += " (anulado)"
	}
	if a.Reason != "" {
		text += ". " + a.Reason
	}
	return strings.Replace(text, ": -", ": −", 1)
}

// pastDayPrefix precedes the reason in a past day's notes.
const pastDayPrefix = "Anotada después: "

// PastDayNotes joins the reason and the staff's notes.
func PastDayNotes(reason, notes string) string {
	return strings.TrimSpace(pastDayPrefix + reason + "\n" + notes)
}

// NotesForCustomer returns a visit's notes. Those of a past day's visit begin by saying so.
func (v Visit) NotesForCustomer() string {
	const late = "Anotada después por la barbería"
	notes := strings.TrimPrefix(v.Notes, pastDayPrefix)
	switch {
	case !v.PastDay:
		return v.Notes
	case notes == "":
		return late
	}
	return late + ": " + notes
}
