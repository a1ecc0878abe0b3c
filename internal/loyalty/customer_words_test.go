package loyalty

import (
	"testing"
	"time"
)

func TestAdjustment_TextForCustomer_SaysWhatItDid(t *testing.T) {
	t.Parallel()
	for want, adjustment := range map[string]Adjustment{
		"Corregido por la barbería: +1":                             {Kind: AdjustmentCorrection, Stamps: 1},
		"Corregido por la barbería: −2. Se selló una visita de más": {Kind: AdjustmentCorrection, Stamps: -2, Reason: "Se selló una visita de más"},
		"Sellos de tu tarjeta de papel: 7":                          {Kind: AdjustmentOpening, Stamps: 7},
		"Sellos de tu tarjeta de papel: 7 (anulado)":                {Kind: AdjustmentOpening, Stamps: 7, UndoneAt: time.UnixMilli(1)},
	} {
		if got := adjustment.TextForCustomer(); got != want {
			t.Errorf("the text of %+v is %q, want %q", adjustment, got, want)
		}
	}
}

func TestVisit_NotesForCustomer_SayThatItWasEnteredLater(t *testing.T) {
	t.Parallel()
	for want, visit := range map[string]Visit{
		"Corte":                           {Notes: "Corte"},
		"":                                {},
		"Anotada después por la barbería": {PastDay: true},
		"Anotada después por la barbería: Se olvidó escanear": {PastDay: true, Notes: PastDayNotes("Se olvidó escanear", "")},
		"Anotada después por la barbería: Sin QR\nCorte":      {PastDay: true, Notes: PastDayNotes("Sin QR", "Corte")},
		"Anotada después por la barbería: Barba":              {PastDay: true, Notes: "Barba"},
	} {
		if got := visit.NotesForCustomer(); got != want {
			t.Errorf("the notes of %+v are %q, want %q", visit, got, want)
		}
	}
}
