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

// pastDayPrefix precedes the reason in the notes of a visit of a past day.
const pastDayPrefix = "Anotada después: "

// PastDayNotes joins the reason and the notes of a visit of a past day.
func PastDayNotes(reason, notes string) string {
	return strings.TrimSpace(pastDayPrefix + reason + "\n" + notes)
}

// NotesForCustomer returns the notes. Of a past day's visit, they say that it was entered later.
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
