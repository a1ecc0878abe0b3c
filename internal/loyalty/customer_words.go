package loyalty

import (
	"fmt"
	"strings"
)

// TextForCustomer explains an adjustment to the customer, with the reason if known.
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

// pastDayPrefix begins the notes of a visit of a past day. The reason follows.
const pastDayPrefix = "Anotada después: "

// PastDayNotes are the notes of a visit of a past day: the reason, then what the staff wrote.
func PastDayNotes(reason, notes string) string {
	return strings.TrimSpace(pastDayPrefix + reason + "\n" + notes)
}

// NotesForCustomer returns a visit's notes. For a visit of a past day, they begin with a sentence that says so.
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
