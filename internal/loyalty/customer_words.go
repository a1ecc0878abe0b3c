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

// NotesForCustomer returns a visit's notes. For a visit of a past day, they begin with a sentence that says so.
func (v Visit) NotesForCustomer() string {
	const late = "Anotada después por la barbería"
	switch {
	case !v.PastDay:
		return v.Notes
	case v.Notes == "":
		return late
	}
	return late + ": " + v.Notes
}
